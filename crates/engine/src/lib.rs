//! What stands between a game with its search and the world.
//!
//! - [`player`]: players as people write them, `uct select.explore.c=0.4`;
//! - [`setup`]: games as people write them, by name and `key=value`;
//! - [`Session`]: one game being played, with a search that follows it.
//!
//! No rule of a game and no step of a search is written here.

pub mod player;
mod session;
pub mod setup;

pub use player::PlayerSpec;
pub use session::{Session, SessionError};
