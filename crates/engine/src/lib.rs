//! What stands between a game with its search and the world.
//!
//! - [`player`]: players as people write them, `uct select.explore.c=0.4`;
//! - [`setup`]: games as people write them, by name and `key=value`;
//! - [`Session`]: one game being played, with a search that follows it;
//! - [`Line`]: moves by colours, as protocols give them;
//! - [`solve`]: the best line of a game of one player;
//! - [`analysis`]: the analysis protocol, JSON lines in and out;
//! - [`Clock`]: what is left on the clocks, and how long to think;
//! - [`book`]: opening books grown by search;
//! - [`sgf`]: game records with variations, as a faithful tree of properties and as typed records of games;
//! - [`files`]: files that are written whole or not at all;
//! - [`gtp`]: the Go Text Protocol, as a server (a table of commands over any session) and as a client of outside programs.
//!
//! No rule of a game and no step of a search is written here.

pub mod analysis;
pub mod book;
mod clock;
mod color;
pub mod files;
pub mod gtp;
mod line;
pub mod player;
mod session;
pub mod setup;
pub mod sgf;
pub mod solve;

pub use book::{Book, BookError};
pub use clock::{Allowance, Clock, TimeSystem};
pub use color::{Color, ParseColorError};
pub use line::{Line, LineError};
pub use player::PlayerSpec;
pub use session::{Go, Session, SessionError};
