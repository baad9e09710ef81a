//! The page: play, watch the search think, read the experiments. `katsura serve` is this crate behind a few flags.
//!
//! One process, no files but the results of the laboratory: the assets are in the binary ([`mod@assets`]). A browser window
//! talks to its own session over one WebSocket; the parts, from the wire inwards:
//!
//! | module | what for |
//! |---|---|
//! | `server` | listens, bounds connections, routes |
//! | `door` | who may come in: hosts, origins, tokens |
//! | `places` | connections at once, and of one address |
//! | `in_time` | a connection whose answers have to be received in time |
//! | `journal` | sentences for the operator, not more than a person reads |
//! | `socket` | one WebSocket: commands in, events out, nothing lost |
//! | `log` | the events of a session, of which a newer one replaces an older one of its kind |
//! | `hub` | the sessions, their number, memory and end |
//! | `room` | one session: what waits in it, who serves it, who watches it |
//! | `pool` | the threads that do what sessions ask: commands first, then slices of searches in turn |
//! | `desk` | a game, its players, their searches, what is shown of them |
//! | `lab` | the experiments: their claims and reports, at most one running |
//!
//! No rule of a game and no step of a search is written here.

pub mod assets;
mod desk;
mod door;
mod hub;
mod in_time;
mod journal;
mod lab;
mod limits;
mod log;
mod places;
mod pool;
mod room;
mod server;
mod socket;

pub use limits::Limits;
pub use server::{Options, Server};
