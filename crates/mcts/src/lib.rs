//! Monte-Carlo tree search as composable policies. No game is named here.
//!
//! To start reading, open `play/mod.rs`: [`Search::simulate`](Search) shows the whole method, descend, expand, play out, back up.
//! Each phase is a folder, each technique a file in it with its citation, its parameters and its tests.
//!
//! **Every number on an edge is the reward of the player who moved along it**, in [0, 1]. One, two and more players are the same
//! code, and nothing ever flips a sign.
//!
//! ```
//! use katsura_games::tic_tac_toe::TicTacToe;
//! use katsura_mcts::{Budget, Control, SearchConfig, searcher};
//!
//! let mut search = searcher(&TicTacToe {}, &SearchConfig::default()).unwrap();
//! search.run(&Budget::simulations(2000), &Control::new());
//! let analysis = search.analysis();
//! assert_eq!(analysis.simulations, 2000);
//! assert_eq!(analysis.moves.len(), 9);
//! ```

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests work out what they expect with the system's library"))]

pub mod amaf;
mod analysis;
pub mod backup;
mod budget;
pub mod choose;
pub mod config;
mod core;
mod custom;
mod decisive;
mod dispatch;
pub mod evaluate;
pub mod expand;
mod hints;
mod needs;
pub mod nested;
pub mod parallel;
mod play;
pub mod playout;
pub mod prune;
mod reward;
pub mod select;
mod solve;
pub mod techniques;
#[cfg(test)]
mod testing;
mod transposition;
pub mod tree;

pub use self::core::{BestLine, ChanceRule, Core, Policies, Sparse, Widening};
pub use analysis::{Analysis, MoveAnalysis};
pub use budget::{Budget, Control, Report};
pub use config::{Checked, ConfigError, SearchConfig};
pub use custom::Custom;
pub use decisive::Decisive;
pub use evaluate::{Evaluate, SharedEvaluator, SideBySide, Tables};
pub use hints::Hints;
pub use needs::Needs;
pub use play::{Particles, RootSource, Search, Searcher, Watched, searcher, searcher_of, searcher_with};
pub use reward::RewardKind;
pub use solve::{Bounds, Solver};
pub use transposition::{Form, Transpositions};

/// The README's code, compiled.
#[cfg(all(doctest, feature = "files"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
