//! What stands between a game with its search and the world: game records.
//!
//! - [`sgf`]: game records with variations, as a faithful tree of properties.
//!
//! No rule of a game and no step of a search is written here: games are reached as [`katsura_games::Position`].

mod color;
pub mod sgf;

pub use color::{Color, ParseColorError};
