//! A selection rule of one's own: as a `Custom` variant at run time, and as a type that is compiled into the search.

use katsura_game::Rng;
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::select::{AnySelect, Select};
use katsura_mcts::tree::NodeView;
use katsura_mcts::{AnyPolicies, Budget, Bundle, Control, Custom, Search, SearchConfig};
use std::sync::Arc;

// ANCHOR: policy
/// Mean plus the square root of the share of visits that went elsewhere.
#[derive(Clone)]
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

fn main() {
    // ANCHOR: run_time
    let config = SearchConfig::default();
    let any = AnyPolicies::new(&TicTacToe {}, &config);
    let custom = Bundle { select: AnySelect::Custom(Custom(Arc::new(Curious))), ..any.clone() };
    let mut at_run_time = Search::with_policies(&TicTacToe {}, custom, &config);
    // ANCHOR_END: run_time

    // ANCHOR: compiled
    let inlined = Bundle {
        select: Curious,
        root: any.root,
        expand: any.expand,
        playout: any.playout,
        backup: any.backup,
        prune: any.prune,
        choose: any.choose,
        game: any.game,
    };
    let mut compiled_in = Search::with_policies(&TicTacToe {}, inlined, &config);
    // ANCHOR_END: compiled

    // ANCHOR: compare
    let budget = Budget::simulations(20_000);
    at_run_time.run(&budget, &Control::new());
    compiled_in.run(&budget, &Control::new());
    assert_eq!(at_run_time.analysis(), compiled_in.analysis(), "both grow the same tree");
    // ANCHOR_END: compare
    println!("best move number {:?}", compiled_in.analysis().best);
}
