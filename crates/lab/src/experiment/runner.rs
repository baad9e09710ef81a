//! Running a whole experiment, row after row, whoever watches: the command, the page.

use super::run::{Progress, RowOf, RowRun, run_work};
use super::{Experiment, ExperimentError, Shard, Wrong, describe};
use crate::jobs::Flow;
use crate::work::{AnyRow, AnyWork, MatchError};
use katsura_mcts::Control;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How much of every row is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A little, to see that it works.
    Quick,
    /// What the experiment says.
    Full,
    /// So many games, instances or positions of every row.
    Of(u64),
}

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The experiment.
    pub experiment: Experiment,
    /// The experiment with the rows that are run only.
    pub chosen: Experiment,
    /// The folder for the records.
    pub out: PathBuf,
    /// How much of every row is run.
    pub amount: Amount,
    /// Which part of it.
    pub shard: Shard,
    /// Jobs side by side; as the row has it if nobody says.
    pub threads: Option<usize>,
    /// Games side by side in a thread ([`Plan::lanes`](crate::matches::Plan::lanes)).
    pub lanes: usize,
}

/// A row among those that are run.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The row.
    pub row: &'a AnyRow,
    /// What it runs.
    pub work: &'a AnyWork,
    /// How many games, instances or positions this part of it has.
    pub units: u64,
    /// How many rows are run before it.
    pub place: usize,
    /// How many rows are run in all.
    pub rows: usize,
}

/// What is run of a row, by somebody else.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The row's name.
    pub name: String,
    /// What it runs.
    pub work: AnyWork,
    /// How many jobs that is.
    pub jobs: u64,
}

/// Somebody who watches an experiment that runs.
pub trait Observer {
    /// Something to know before the first job of all rows, or of one.
    fn remark(&mut self, _sentence: &str) {}

    /// A row begins.
    fn begin(&mut self, _place: &Place<'_>) {}

    /// What is known after a job, and whether to go on with the row.
    fn step(&mut self, _progress: &Progress<'_>) -> Flow {
        Flow::Continue
    }

    /// A row has come to its end, or was stopped.
    fn end(&mut self, _progress: &Progress<'_>) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Observer for Unwatched {}

impl Runner {
    /// How many games, instances or positions a row has.
    pub fn size(&self, row: &AnyRow) -> u64 {
        match self.amount {
            Amount::Quick => row.size().quick,
            Amount::Full => row.size().full,
            Amount::Of(size) => size,
        }
    }

    /// How a row is run with so many threads.
    fn row_run(&self, row: &AnyRow, threads: usize) -> RowRun {
        RowRun { out: self.out.clone(), size: self.size(row), shard: self.shard, threads, lanes: self.lanes }
    }

    /// What is run, for those who do the jobs elsewhere and write down what comes of them in a [`Book`](crate::work::Book).
    ///
    /// # Errors
    /// If a row cannot be run.
    pub fn planned(&self) -> Result<Vec<Planned>, ExperimentError> {
        let planned = |row: &AnyRow| {
            let work = row.work(&self.experiment)?;
            Ok(Planned { name: row.name().to_string(), jobs: work.jobs(self.size(row)), work })
        };
        self.chosen.rows.iter().map(planned).collect()
    }

    /// Checks all rows, then runs one after the other, or goes on with them, until the end or until `control` stops it.
    ///
    /// # Errors
    /// If there is no row, a row cannot be run, or the folder cannot be written, belongs to another run or to a program that gets other results.
    pub fn run(&self, control: &Control, observer: &mut dyn Observer) -> Result<(), MatchError> {
        let works = self.begin(observer)?;
        let rows = works.len();
        for (place, (row, work)) in self.chosen.rows.iter().zip(&works).enumerate() {
            if control.is_stopped() {
                break;
            }
            let run = self.row_run(row, self.threads.unwrap_or_else(|| work.threads()));
            let jobs = run.shard.jobs(work.jobs(run.size));
            observer.begin(&Place { row, work, units: (jobs.end - jobs.start) * work.job_size(), place, rows });
            let of = RowOf { experiment: &self.experiment, row };
            run_work(of, work.clone(), &run, control, observer)?;
        }
        Ok(())
    }

    /// What the rows run, when everything is seen to be there and the manifests of the folder have the description that the experiment has now.
    fn begin(&self, observer: &mut dyn Observer) -> Result<Vec<AnyWork>, MatchError> {
        if self.chosen.rows.is_empty() {
            let tables = AnyRow::TABLES.iter().map(|tables| tables.rows).collect();
            let file = Some(format!("{}.toml", self.experiment.name));
            return Err(ExperimentError { file, ..ExperimentError::new("", Wrong::NoRows { tables }) }.into());
        }
        let works = self.experiment.check(&self.chosen, &|row| self.row_run(row, 1).is_complete(row.name()))?;
        let warnings: BTreeSet<String> = works.iter().flat_map(AnyWork::warnings).collect();
        let described = describe(&self.experiment, &self.out)?;
        warnings.into_iter().chain(described).for_each(|sentence| observer.remark(&sentence));
        Ok(works)
    }
}
