//! Monte-Carlo tree search as composable policies. No game is named here.
//!
//! To start reading, open `play/mod.rs`: [`Search::simulate`](Search) shows the whole method, descend, expand, play out, back up.
//! Each phase is a folder, each technique a file in it with its citation, its parameters and its tests.
//!
//! **Every number on an edge is the reward of the player who moved along it**, in [0, 1]. One, two and more players are the same
//! code, and nothing ever flips a sign.
//!
//! # A search of a game of your own
//!
//! Write down what the position is, what can be done, and who has won. `plain!` takes the defaults for everything that only some games
//! have. Who takes the last of ten matches wins:
//!
//! ```
//! use katsura_game::{About, Game, Player, Rewards, State, Turn, plain};
//! use katsura_mcts::{Budget, Control, Search, SearchConfig};
//!
//! #[derive(Clone)]
//! struct Matches;
//!
//! #[derive(Clone)]
//! struct Heap {
//!     left: u8,
//!     player: Player,
//! }
//!
//! impl Game for Matches {
//!     type State = Heap;
//!
//!     fn about(&self) -> About {
//!         About::board("matches", 1, 3) // two players in turn, three different moves
//!     }
//!
//!     fn start(&self) -> Heap {
//!         Heap { left: 10, player: Player::FIRST }
//!     }
//! }
//!
//! impl State for Heap {
//!     type Move = u8;
//!
//!     fn turn(&self) -> Turn {
//!         if self.left == 0 { Turn::Over } else { Turn::Player(self.player) }
//!     }
//!
//!     fn legal_moves(&self, moves: &mut Vec<u8>) {
//!         moves.clear();
//!         moves.extend(1..=self.left.min(3));
//!     }
//!
//!     fn apply(&mut self, take: u8) {
//!         self.left -= take;
//!         self.player = self.player.opponent();
//!     }
//!
//!     fn rewards(&self) -> Rewards {
//!         Rewards::win(self.player.opponent())
//!     }
//!
//!     fn move_index(&self, take: u8) -> usize {
//!         usize::from(take) - 1
//!     }
//!
//!     fn move_at(&self, index: usize) -> u8 {
//!         index as u8 + 1
//!     }
//! }
//!
//! plain!(Heap: Points, LightPlayout, Lanes, Skip, Hidden, Knowledge);
//!
//! let mut search = Search::new(&Matches, &SearchConfig::default()).unwrap();
//! search.run(&Budget::simulations(20_000), &Control::new());
//! assert_eq!(search.best_move(), Some(2), "leave a multiple of four");
//! ```
//!
//! # Where to go on
//!
//! | you want to | look at |
//! |---|---|
//! | check the rules of your game | [`katsura_game::testing`] |
//! | say that there is chance, one player, hidden cards, or costs on the way | [`About`](katsura_game::About) |
//! | choose how it is searched | [`SearchConfig`], [`config::preset`] |
//! | see what the search thinks | [`Search::analysis`], [`Search::best_line`] |
//! | let a network judge leaves | [`Evaluate`] |
//! | add a rule of your own | [`Custom`] |
//! | hold searches of several games | [`Searcher`], [`searcher`] |

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
pub mod equilibrium;
mod error_function;
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

pub use self::core::{BestLine, ChanceRule, Core, InformationRule, Policies, Sparse, Widening};
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
