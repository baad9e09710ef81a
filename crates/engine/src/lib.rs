//! What stands between a game with its search and the world: game records, and the protocol that programs speak.
//!
//! - [`sgf`]: game records with variations, as a faithful tree of properties and as typed records of games;
//! - [`gtp`]: the Go Text Protocol, as a server (a table of commands over any session) and as a client of outside programs.
//!
//! No rule of a game and no step of a search is written here: games are reached as [`katsura_games::Position`].

mod color;
pub mod gtp;
pub mod sgf;

pub use color::{Color, ParseColorError};
