//! Published tables and figures as data, and their runs.
//!
//! An experiment is a file that states the claim before it is run: source, protocol, published figures, players, budget, number of
//! games. [`Experiment::load`] reads it, [`Runner`] runs it into a folder, [`run_row`] one row of it, [`merge`] puts the shards of a cluster together,
//! [`verify`] plays recorded games again, and [`report`](crate::report) says what came out.

mod bandit_row;
mod catalogue;
mod check;
mod describe;
mod earlier;
mod episode_row;
mod error;
mod exploit_row;
mod file;
mod match_row;
mod merge;
pub(crate) mod numbers;
mod probe_row;
mod published;
mod read;
mod run;
mod runner;
mod shard;
mod solve_row;
mod sweep;
#[cfg(test)]
pub mod toy;
mod verify;

pub use bandit_row::{BanditRow, BanditWork, Batch};
pub use catalogue::names;
pub use describe::describe;
pub use earlier::Earlier;
pub use episode_row::{EpisodeRow, EpisodeWork};
pub use error::{ExperimentError, Wrong};
pub use exploit_row::{ExploitRow, ExploitWork, Exploited};
pub use file::Experiment;
pub use match_row::{Claimed, MatchRow, MatchWork, Measure};
pub use merge::{Merged, merge};
pub use probe_row::{Positions, Probe, ProbeRow, ProbeWork};
pub use published::{Meaning, Published};
pub use run::{Progress, Ran, RowOf, RowRun, row_folders, run_row};
pub use runner::{Amount, Observer, Place, Planned, Runner, Unwatched};
pub use shard::Shard;
pub(crate) use shard::Whole;
pub use solve_row::{SolveRow, SolveWork, Trial, hash_task};
pub use sweep::{Axis, GridPoint, Sweep, grid};
pub use verify::{Unchecked, Verification, Verified, verify};
