//! The laboratory: what turns games and pulls into statements with an interval.
//!
//! | module | what for |
//! |---|---|
//! | [`stats`] | intervals, Elo, sequential tests, planning, verdicts, rankings |
//! | [`bandit`] | many-armed bandits: the policies of tree search without the tree |
//!
//! Plain functions and structs: nothing here prints, reads files or knows a game.

pub mod bandit;
pub mod stats;
