//! What is found out about a game by playing it at random.

use super::position::Position;
use katsura_game::{Rng, State};

/// Random games that are looked at.
const GAMES: u64 = 200;
/// Rounds that are looked at in all games together, at least and at most.
const ROUNDS: std::ops::RangeInclusive<usize> = 100..=20_000;
/// Gates that may be looked at in all rounds together, about: large circuits are looked at less often.
const GATES: usize = 10_000_000;

/// What was seen in some random games.
pub(super) struct Seen {
    /// Whether at most one role had a choice in every position.
    pub is_in_turn: bool,
    /// The moves that are made while another role chooses, because there is no other.
    pub waits: Vec<bool>,
}

/// Plays some random games.
pub(super) fn look(start: &Position) -> Seen {
    let mut seen = Seen { is_in_turn: true, waits: vec![false; start.rules().move_count()] };
    let roles = start.rules().roles().len();
    let most = (GATES / (start.rules().gates() + 1)).clamp(*ROUNDS.start(), *ROUNDS.end());
    let mut rounds = 0;
    for game in 0..GAMES {
        let (mut state, mut rng, mut moves) = (start.clone(), Rng::stream(&[game]), Vec::new());
        while !state.turn().is_over() && rounds < most {
            let choosers = state.choosers();
            seen.is_in_turn &= choosers.count() < 2;
            if choosers.count() > 0 {
                (0..roles).filter_map(|role| state.only_move(role)).for_each(|mv| seen.waits[mv as usize] = true);
            }
            let mv = state.random_move(&mut moves, &mut rng);
            state.apply(mv);
            rounds += 1;
        }
    }
    seen
}
