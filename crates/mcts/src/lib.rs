//! Monte-Carlo tree search as composable policies. No game is named here.
//!
//! To start reading, open `search.rs`: [`Search::simulate`](Search) shows the whole method, descend, expand, play out, back up.
//! Each phase is a folder, each technique a file in it with its citation, its parameters and its tests.
//!
//! **Every number on an edge is the reward of the player who moved along it**, in [0, 1]. One, two and more players are the same
//! code, and nothing ever flips a sign.
//!
//! ```
//! use katsura_games::tic_tac_toe::TicTacToe;
//! use katsura_mcts::{Budget, Control, config, searcher};
//!
//! let uct = config::preset("uct").unwrap();
//! let mut search = searcher(&TicTacToe {}, &uct).unwrap();
//! search.run(&Budget::simulations(2000), &Control::new());
//! let analysis = search.analysis();
//! assert_eq!(analysis.simulations, 2000);
//! assert_eq!(analysis.moves.len(), 9);
//! ```

pub mod amaf;
mod analysis;
pub mod backup;
mod budget;
pub mod choose;
pub mod config;
mod custom;
mod decisive;
mod dispatch;
pub mod expand;
mod expanding;
mod final_move;
mod hints;
mod needs;
pub mod parallel;
pub mod playout;
mod policies;
pub mod prune;
mod reward;
mod running;
mod search;
mod searcher;
pub mod select;
mod solve;
pub mod techniques;
#[cfg(test)]
mod testing;
mod transposition;
pub mod tree;
mod watch;
mod worker;

pub use analysis::{Analysis, MoveAnalysis};
pub use budget::{Budget, Control, Report};
pub use config::{ConfigError, SearchConfig};
pub use custom::Custom;
pub use decisive::Decisive;
pub use hints::Hints;
pub use needs::Needs;
pub use policies::{AnyPolicies, Bundle, Policies};
pub use reward::RewardKind;
pub use search::Search;
pub use searcher::{Searcher, searcher};
pub use solve::{Bounds, Solver};
pub use transposition::{Form, Transpositions};
pub use watch::Watched;
pub use worker::Worker;

/// The README's code, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
