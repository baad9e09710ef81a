//! How games begin.

use katsura_game::{Rng, Turn};
use katsura_games::GameSpec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// How the games of a match begin. Both games of a pair begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Openings {
    /// With the start position.
    #[default]
    None,
    /// With uniformly random legal moves. Positions do not repeat while there are new ones.
    Random {
        /// The number of moves.
        plies: u32,
    },
}

/// Tries for a new opening before a repeated one is taken.
const TRIES: u64 = 100;

impl Openings {
    /// The openings of the pairs `0..pairs`.
    pub fn plan(&self, game: &GameSpec, seed: u64, pairs: u64) -> Vec<Vec<String>> {
        let Openings::Random { plies } = *self else {
            return vec![Vec::new(); pairs as usize];
        };
        let mut seen = HashSet::new();
        (0..pairs)
            .map(|pair| {
                let mut tries = (0..TRIES).map(|attempt| random_opening(game, plies, &[seed, u64::MAX, pair, attempt]));
                let fresh = tries.find(|(key, _)| seen.insert(*key));
                fresh.unwrap_or_else(|| random_opening(game, plies, &[seed, u64::MAX, pair, 0])).1
            })
            .collect()
    }
}

/// Random moves and the key of the position after them; a game that ends on the way is begun anew.
fn random_opening(game: &GameSpec, plies: u32, words: &[u64]) -> (u64, Vec<String>) {
    let mut rng = Rng::stream(words);
    for _ in 0..TRIES {
        let mut position = game.start();
        let mut moves = Vec::new();
        while (moves.len() as u32) < plies && position.turn() != Turn::Over {
            let mv = position.random_move(&mut rng);
            let legal = position.play(&mv);
            debug_assert!(legal.is_ok(), "a random move is legal");
            moves.push(mv);
        }
        if position.turn() != Turn::Over {
            return (position.key(), moves);
        }
    }
    (game.start().key(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_repeatable_and_do_not_repeat() {
        let game = GameSpec::named("connect-four").unwrap();
        let openings = Openings::Random { plies: 2 };
        let plan = openings.plan(&game, 7, 40);
        assert_eq!(plan, openings.plan(&game, 7, 40));
        assert_eq!(plan[..10], openings.plan(&game, 7, 10)[..], "the plan does not depend on its length");
        assert_eq!(plan.iter().collect::<HashSet<_>>().len(), 40);
        assert!(plan.iter().all(|moves| moves.len() == 2));
        assert_eq!(openings.plan(&game, 7, 60).len(), 60, "there are only 49, then they repeat");
    }
}
