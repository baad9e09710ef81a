//! The page: play, watch the search think, read the experiments. `katsura serve` is this crate behind a few flags.
//!
//! One process, no files but the results of the laboratory: the assets are in the binary ([`mod@assets`]). A browser window
//! talks to its own session over one WebSocket; the parts, from the wire inwards:
//!
//! | module | what for |
//! |---|---|
//! | `server` | listens, bounds connections, routes |
//! | `door` | who may come in: hosts, origins, tokens |
//! | `socket` | one WebSocket: commands in, events out, nothing lost |
//! | `log` | the events of a session, of which a newer one replaces an older one of its kind |
//! | `hub` | the sessions, their number, memory and end |
//! | `pool` | the threads that do what sessions ask: commands first, then slices of searches in turn |
//! | `desk` | one session: a game, its players, their searches, what is shown of them |
//! | `lab` | the experiments: their claims and reports, at most one running |
//!
//! No rule of a game and no step of a search is written here.

pub mod assets;
mod desk;
mod door;
mod hub;
mod lab;
mod limits;
mod log;
mod pool;
mod server;
mod socket;

pub use limits::Limits;
pub use server::{Options, Server};
