//! What is found out about a game by playing it at random.

use super::position::Position;
use katsura_game::{Rng, State};

/// Random games that are looked at.
const GAMES: u64 = 200;
/// Rounds that are looked at, at most, in all games together.
const ROUNDS: u32 = 20_000;

/// Whether at most one role had a choice in every position of some random games.
pub(super) fn is_in_turn(start: &Position) -> bool {
    if start.rules().roles().len() == 1 {
        return true;
    }
    let mut rounds = 0;
    for game in 0..GAMES {
        let (mut state, mut rng, mut moves) = (start.clone(), Rng::stream(&[game]), Vec::new());
        while !state.turn().is_over() && rounds < ROUNDS {
            if state.choosers().count() > 1 {
                return false;
            }
            let mv = state.random_move(&mut moves, &mut rng);
            state.apply(mv);
            rounds += 1;
        }
    }
    true
}
