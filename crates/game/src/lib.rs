//! The traits a game implements, and the kit that checks them.
//!
//! This crate knows no game and no search. A game is a Rust type whose position implements [`State`]: six methods of it, and
//! two of [`Game`], make it searchable, the provided ones make it fast. Everything a search does not need in its inner loop has a
//! small trait of its own:
//!
//! | trait | what for | who calls it |
//! |---|---|---|
//! | [`State`] | rules and light playouts, the hot path | search, laboratory |
//! | [`Game`] | what it is ([`About`]), where it starts | everyone, once |
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

mod about;
mod fetch;
mod game;
mod knowledge;
mod picture;
mod rewards;
mod rng;
mod rngs;
mod source;
mod state;
pub mod testing;
mod text;
pub mod toy;

pub use about::{About, Chance, Information, Knows, Moves, Payoff, Turns, When};
pub use fetch::fetch_ahead;
pub use game::{Game, Keyed, mix_key};
pub use knowledge::{Hint, Knowledge, PlayoutRule};
pub use picture::{Cell, Draw, Label, Mark, Picture, PlayerLook, Shape, Style};
pub use rewards::{MAX_PLAYERS, Player, Rewards, Turn};
pub use rng::Rng;
pub use rngs::Rngs;
pub use source::{Batches, Source, Start, play_out_alone};
pub use state::{Batch, IllegalMove, Outcome, Played, Record, SKIP, State, Trace, play_out_one_by_one};
pub use text::{ParseMoveError, Text};
