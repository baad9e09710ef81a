//! A selection rule of one's own, as a `Custom` variant beside the rules that a configuration can name.

use katsura_game::{Game, Rng};
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::select::{AnySelect, Select};
use katsura_mcts::tree::NodeView;
use katsura_mcts::{Budget, Control, Custom, Policies, Search, SearchConfig};
use std::sync::Arc;

// ANCHOR: policy
/// Mean plus the square root of the share of visits that went elsewhere.
struct Curious;

impl Select for Curious {
    fn score(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let children = node.children;
        for (score, (value, visits)) in scores.iter_mut().zip(children.value.iter().zip(&children.visits)) {
            *score = value + (node.visits + 1.0).sqrt() / (visits + 1.0);
        }
    }
}
// ANCHOR_END: policy

// ANCHOR: search
fn main() {
    let config = SearchConfig::default().check(&TicTacToe {}.about()).expect("fits every game of two");
    let curious = AnySelect::Custom(Custom(Arc::new(Curious)));
    let policies = Policies { select: curious.clone(), root: curious, ..Policies::new(&config, &TicTacToe {}.about()) };
    let mut search = Search::with_policies(&TicTacToe {}, policies, &config).expect("there is memory");
    search.run(&Budget::simulations(20_000), &Control::new());
    println!("best move number {:?}", search.analysis().best);
}
// ANCHOR_END: search
