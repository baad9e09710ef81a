//! Rules as a circuit of gates: what holds in a position, and what the moves make of it.
//!
//! It knows no language of rules. A [`Network`](network::Network) is built, simplified on the way, and written as a
//! [`Program`](program::Program), which runs for one position or for many, a bit for each.

pub(crate) mod lower;
pub(crate) mod network;
pub(crate) mod pairs;
pub(crate) mod program;
pub(crate) mod sum;
