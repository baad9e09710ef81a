//! A full solver for boards small enough to search to the end: the oracle of tests.

use katsura_game::{Game, Keyed, Turn};
use std::collections::HashMap;

/// The first player's reward when both play best: alpha-beta with a table of bounds, for games whose rewards sum to 1.
pub(crate) fn first_player_value<G: Game<State: Keyed>>(game: &G) -> f32 {
    value(&game.start())
}

/// The first player's reward from here when both play best.
pub(crate) fn value<S: Keyed>(state: &S) -> f32 {
    let mut bounds = HashMap::new();
    search(state, 0.0, 1.0, &mut bounds)
}

fn search<S: Keyed>(state: &S, mut alpha: f32, mut beta: f32, bounds: &mut HashMap<u64, (f32, f32)>) -> f32 {
    let Turn::Player(player) = state.turn() else {
        return state.rewards()[0];
    };
    let key = state.key();
    let (low, high) = bounds.get(&key).copied().unwrap_or((0.0, 1.0));
    (alpha, beta) = (alpha.max(low), beta.min(high));
    if alpha >= beta {
        return if low >= beta { low } else { high };
    }
    let (window, maximise) = ((alpha, beta), player.index() == 0);
    let mut best = if maximise { 0.0f32 } else { 1.0 };
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    for mv in moves {
        let mut child = state.clone();
        child.apply(mv);
        let value = search(&child, alpha, beta, bounds);
        if maximise {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    let known = (if best > window.0 { best } else { low }, if best < window.1 { best } else { high });
    bounds.insert(key, known);
    best
}

#[test]
fn the_solver_agrees_with_plain_minimax_on_random_trees() {
    use katsura_game::{Rng, toy::ToyGame};
    for seed in 0..200 {
        let game = ToyGame::random(2, 3, 5, &mut Rng::new(seed));
        assert_eq!(first_player_value(&game), game.minimax()[0], "tree {seed}");
    }
    assert_eq!(first_player_value(&crate::tic_tac_toe::TicTacToe {}), 0.5);
}
