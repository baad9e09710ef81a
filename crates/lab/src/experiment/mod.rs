//! Published tables and figures as data, and their runs.
//!
//! An experiment is a file that states the claim before it is run: source, protocol, published figures, players, budget, number of
//! games. [`Experiment::load`] reads it, [`run_row`], [`run_bandit`] and [`run_probe`] run one row of it into a folder, [`merge`] puts the shards of a cluster together,
//! [`verify`] plays recorded games again, and [`report`](crate::report) says what came out.

mod bandit_row;
mod catalogue;
mod check;
mod describe;
mod file;
mod merge;
mod probe_row;
mod published;
mod row;
mod run;
mod shard;
mod sweep;
mod verify;

pub use bandit_row::{BanditRow, BanditWork, Batch};
pub use catalogue::names;
pub use describe::describe;
pub use file::Experiment;
pub use merge::{Merged, merge};
pub use probe_row::{Positions, Probe, ProbeRow, ProbeWork};
pub use published::{Meaning, Published};
pub use row::{Claimed, Games, Measure, Row};
pub use run::{Ran, RowRun, row_folders, run_bandit, run_probe, run_row};
pub use shard::Shard;
pub use sweep::{Axis, GridPoint, grid};
pub use verify::{Unchecked, Verification, Verified, verify};
