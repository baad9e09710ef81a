//! What a row of an experiment runs, whatever its kind: jobs, each a pure function of its number.
//!
//! A kind of rows is a file with four types and a line in the list of `any.rs`:
//!
//! | type | is |
//! |---|---|
//! | [`Row`] | the row as an experiment states it |
//! | [`Work`] | what it runs: the row with everything its results depend on |
//! | [`Entry`] | a line of its record |
//! | [`Reports`](crate::report::Reports) | what the record comes to |
//!
//! Threads, shards, interruptions, merging, verification, reports, the page and Python know these traits and the list only.

mod any;
mod book;
mod recorded;
mod so_far;

pub use any::{AnyRow, AnyWork, Groups};
pub(crate) use any::{ReadRows, with_work};
pub use book::{Book, BookError};
pub(crate) use recorded::check_repeated;
pub use recorded::{Extent, MatchError, Recorded, RunFolder, Workers};
pub use so_far::{Count, SoFar};

use crate::experiment::numbers::whole;
use crate::experiment::{Experiment, ExperimentError};
use crate::jobs::{Flow, Plan, in_order};
use crate::matches::{Departure, Entry, PlayerCheck};
use crate::provenance::cores;
use katsura_mcts::{ConfigError, Control};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// A row as an experiment states it.
pub trait Row: Clone + Debug + PartialEq + Serialize + DeserializeOwned {
    /// What the rows of this kind are called in an experiment file.
    const TABLES: Tables;

    /// The row's name, which is also that of its folder.
    fn name(&self) -> &str;

    /// How much of it there is.
    fn size(&self) -> Games;

    /// Where the row's protocol differs from the source, or what the row is for.
    fn note(&self) -> Option<&str>;

    /// What is published, in a word or two, if anything is.
    fn published(&self) -> Option<String>;

    /// Who or what is run, in a line.
    fn subject(&self) -> String;

    /// Checks what the types do not rule out.
    ///
    /// # Errors
    /// If it says something that cannot be, with the key in the row.
    fn check(&self) -> Result<(), ExperimentError>;

    /// The rows that a row with a sweep stands for; any other stands for itself.
    ///
    /// # Errors
    /// If it cannot be swept.
    fn expand(self) -> Result<Vec<Self>, ExperimentError> {
        Ok(vec![self])
    }
}

/// What the rows of a kind are called in an experiment file.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// The rows: `rows`.
    pub rows: &'static str,
    /// What they have in common: `defaults`.
    pub defaults: &'static str,
    /// The key that says how much there is of a row: `games`.
    pub size: &'static str,
}

/// How much there is of a row: games, instances, positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// With `--quick`.
    #[serde(deserialize_with = "whole")]
    pub quick: u64,
    /// Otherwise.
    #[serde(deserialize_with = "whole")]
    pub full: u64,
}

/// What a row runs: jobs, each a pure function of its number.
pub trait Work: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + Sized {
    /// The row as an experiment states it.
    type Row: Row;
    /// A line of the record.
    type Entry: Entry + Clone + PartialEq + Send + Sync;
    /// What is known while it runs.
    type SoFar: SoFar<Self::Entry> + Send + Sync;

    /// What things are called.
    const WORDS: Words;
    /// How many games, instances or positions a job is.
    const JOB_SIZE: u64 = 1;

    /// The work of a row.
    ///
    /// # Errors
    /// If it cannot be run.
    fn of(row: &Self::Row, experiment: &Experiment) -> Result<Self, ExperimentError>;

    /// The row it comes from; `None` for a match of no experiment.
    fn row(&self) -> Option<&Self::Row>;

    /// A number that differs for work that differs in anything that changes its results, in hexadecimal digits.
    fn hash(&self) -> String;

    /// The version of the game, if there is one.
    fn game_version(&self) -> Option<u32> {
        None
    }

    /// What has [changed](katsura_mcts::config::changes_since) for its searches since a version of the search.
    fn changes_since(&self, _search: u32) -> Vec<&'static str> {
        Vec::new()
    }

    /// What is known before the first job.
    fn so_far(&self) -> Self::SoFar;

    /// The entries of a job; `None` if `control` stopped it.
    fn job(&self, number: u64, control: &Control) -> Option<Vec<Self::Entry>>;

    /// Does the jobs of a plan. `sink` gets their entries in the order of their numbers and says whether to go on. Returns what there is to say
    /// about those who did them.
    ///
    /// # Errors
    /// If the work cannot be done.
    fn run(
        &self,
        plan: Plan,
        control: &Control,
        sink: &mut dyn FnMut(Vec<Self::Entry>) -> Flow,
    ) -> Result<Vec<String>, ConfigError> {
        let job = |_: &mut (), number: u64, inner: &Control| self.job(number, inner);
        in_order(plan, vec![(); plan.threads.max(1)], control, &job, sink);
        Ok(Vec::new())
    }

    /// Does the jobs of recorded entries again: where they left the record, in order.
    ///
    /// # Errors
    /// If the work cannot be done.
    fn again(&self, recorded: &[Self::Entry], control: &Control) -> Result<Vec<Departure>, ConfigError> {
        let again = |old: &Self::Entry| {
            let job = self.job(old.number() / Self::Entry::PER_JOB, control)?;
            job.into_iter().find(|entry| entry.number() == old.number()).map(|entry| entry.told_like(old))
        };
        Ok(recorded.par_iter().filter_map(|old| Departure::of_entry(old, again(old).as_ref())).collect())
    }

    /// Why parts of the record are only checked to be possible, and not done again, if some are.
    fn unrepeatable(&self) -> Option<String> {
        None
    }

    /// How many jobs are done side by side if nobody says.
    fn threads(&self) -> usize {
        cores()
    }

    /// Whether all who are needed for it are there, found out before the first job.
    ///
    /// # Errors
    /// If somebody is not.
    fn check_players(&self, _players: &mut PlayerCheck) -> Result<(), ConfigError> {
        Ok(())
    }

    /// What to know before the first job, a sentence each.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What things are called in the work of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The entries, and the record without its ending: `games`.
    pub record: &'static str,
    /// A job: `pair`.
    pub job: &'static str,
    /// Jobs: `pairs`.
    pub jobs: &'static str,
    /// What the size of a row counts: `games`.
    pub units: &'static str,
}
