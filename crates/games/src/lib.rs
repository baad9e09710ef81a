//! The games of Katsura, one folder per game. No search is named here.
//!
//! A game is reached in three ways:
//! - as a type, for code compiled for it: [`tic_tac_toe::TicTacToe`], …;
//! - as data: a [`GameSpec`] is what a configuration file or the command line says, and [`with_game!`] turns it into the type;
//! - as a [`Position`] without a type parameter, for code that is not hot: terminals, protocols, referees.
//!
//! To add a game, copy `tic_tac_toe/`, name it here and in `spec.rs` (the type, its variant, its arm of `with_game!`, its place in
//! `all`), and call the conformance kit in its tests.
//!
//! ```
//! use katsura_games::GameSpec;
//! let spec = GameSpec::named("tic-tac-toe").unwrap();
//! let mut position = spec.start();
//! position.play("b2").unwrap();
//! assert_eq!(position.legal_moves().len(), 8);
//! ```

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests work out what they expect with the system's library"))]

mod bits;
pub mod breakthrough;
pub mod connect_four;
mod frame;
pub mod go;
pub mod gomoku;
mod grid;
pub mod havannah;
pub mod hex;
pub mod hexagon;
pub mod kuhn;
pub mod leduc;
pub mod liars_dice;
pub mod morpion;
mod neighbourhood;
pub mod nim;
pub mod phantom_ttt;
mod position;
pub mod reversi;
mod rule_file;
pub mod samegame;
mod seats;
pub mod sliding_puzzle;
pub mod sokoban;
#[cfg(test)]
mod solve;
mod spec;
pub mod sudoku;
pub mod tic_tac_toe;

use katsura_game::parameters;
pub use katsura_game::parameters::ParameterError;
pub use position::{Playable, Position, PositionError, SKIP_NAME};
pub use rule_file::RuleFile;
pub use spec::{GameSpec, UnknownGame};
