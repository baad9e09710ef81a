//! The traits a game implements, and the kit that checks them.
//!
//! This crate knows no game and no search. A game is a Rust type: two methods of [`Game`], and six of its position's
//! [`State`], are all that it must have. Whatever only some want is a trait of its own with a correct default; [`plain!`]
//! takes the defaults:
//!
//! | trait | what for | who calls it |
//! |---|---|---|
//! | [`Game`] | what it is ([`About`]), where it starts, how it is known ([`Customs`]) | everyone, once |
//! | [`State`] | the rules | everyone, in the inner loop |
//! | [`Points`] | the score, and what is still to come, where something is known | searches for points, reports |
//! | [`LightPlayout`] | random play to the end, faster than by the rules | playouts |
//! | [`Lanes`] | many playouts side by side | batches |
//! | [`Skip`] | a turn that is left out | GTP, files |
//! | [`Hidden`] | what a player does not see | searches of games that hide something |
//! | [`LegalSet`] | legal moves as bits | environments |
//! | [`Text`] | moves as people write them | GTP, SGF, terminal, page |
//! | [`Keyed`] | position keys | transposition tables, superko, tests |
//! | [`Draw`] | a picture of the board | terminal, page |
//! | [`Knowledge`] | what the game knows about good moves | priors, playout rules, decisive moves |
//!
//! [`testing`] holds the conformance kit that every game's tests call, and [`toy`] a game whose tree is written as text.
//!
//! ```
//! use katsura_game::{Rng, State, toy::ToyGame, Game};
//!
//! let game: ToyGame = "(0: [1 0] (1: [0 1] [1 0]))".parse().unwrap();
//! let mut state = game.start();
//! let mut moves = Vec::new();
//! state.legal_moves(&mut moves);
//! assert_eq!(moves.len(), 2);
//! state.apply(moves[0]);
//! assert_eq!(state.rewards()[0], 1.0);
//! ```

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests work out what they expect with the system's library"))]

mod about;
mod customs;
mod fetch;
mod game;
mod hidden;
mod knowledge;
mod lanes;
mod legal_set;
mod light_playout;
pub mod math;
#[cfg(feature = "parameters")]
pub mod parameters;
mod picture;
mod plain;
pub mod planes;
mod points;
mod rewards;
mod rng;
mod rngs;
mod skip;
mod source;
mod state;
pub mod testing;
mod text;
pub mod toy;
mod trace;

pub use about::{About, Chance, Information, Knows, Moves, Payoff, Turns, When};
pub use customs::{Customs, Sgf, SgfDialect};
pub use fetch::fetch_ahead;
pub use game::{Game, Keyed, mix_key};
pub use hidden::Hidden;
pub use knowledge::{Hint, Knowledge, PlayoutRule, Reserve};
pub use lanes::{Batch, Lanes, Outcome, play_out_one_by_one};
pub use legal_set::LegalSet;
pub use light_playout::LightPlayout;
pub use picture::{Cell, Draw, Ground, Label, Mark, Picture, PlayerLook, Shape, Style, Tile, Tint};
pub use points::Points;
pub use rewards::{MAX_PLAYERS, Player, Players, Rewards, Turn};
pub use rng::Rng;
pub use rngs::Rngs;
pub use skip::{SKIP, Skip};
pub use source::{Batches, Source, Start, play_out_alone};
pub use state::{IllegalMove, State};
pub use text::{ParseMoveError, Text};
pub use trace::{Played, Record, Trace};
