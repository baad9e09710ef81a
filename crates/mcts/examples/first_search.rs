//! The smallest search: which move to start tic-tac-toe with.

use katsura_game::Text;
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::{Budget, Control, Search, config};

fn main() {
    // ANCHOR: search
    let uct = config::preset("uct").expect("a preset");
    let mut search = Search::new(&TicTacToe {}, &uct).expect("uct fits every game");
    search.run(&Budget::simulations(100_000), &Control::new());
    // ANCHOR_END: search
    // ANCHOR: analysis
    let analysis = search.analysis();
    for candidate in &analysis.moves {
        let name = search.position().format_move(candidate.index as u8);
        println!("{name}  {:6} visits  mean {:.3}", candidate.visits, candidate.mean);
    }
    // ANCHOR_END: analysis
    assert_eq!(analysis.best, Some(4), "the centre");
}
