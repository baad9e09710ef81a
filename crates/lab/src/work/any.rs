//! The list of kinds of rows, and a row, its work and its report whatever the kind.

use super::{Games, MatchError, Row, Tables, Work};
#[cfg(test)]
use crate::experiment::toy::ToyWork;
use crate::experiment::{
    BanditWork, EpisodeWork, Experiment, ExperimentError, ExploitWork, MatchWork, ProbeWork, SolveWork,
};
use crate::folder::Manifest;
use crate::jobs::{Flow, Plan};
use crate::matches::{PlayerCheck, RecordError};
use crate::report::{Group, RowReport};
use katsura_mcts::{ConfigError, Control};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::Path;

macro_rules! kinds {
    ($d:tt $($(#[cfg($when:meta)])? $about:literal $kind:ident, $rows:ident: $work:ty;)*) => {
        /// A row as an experiment states it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyRow {
            $($(#[cfg($when)])? #[doc = $about] $kind(<$work as Work>::Row),)*
        }

        /// What is run.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[expect(clippy::large_enum_variant, reason = "there is one per row")]
        pub enum AnyWork {
            $($(#[cfg($when)])? #[doc = $about] $kind($work),)*
        }

        $(
            $(#[cfg($when)])?
            impl From<$work> for AnyWork {
                fn from(work: $work) -> Self {
                    AnyWork::$kind(work)
                }
            }
        )*

        /// The same with a row of any kind, each by its own type.
        macro_rules! with_row {
            ($d any:expr, $d row:ident => $d body:expr) => {
                match $d any { $($(#[cfg($when)])? $crate::work::AnyRow::$kind($d row) => $d body,)* }
            };
        }

        /// The same with the work of any kind, each by its own type.
        macro_rules! with_work {
            ($d any:expr, $d work:ident => $d body:expr) => {
                match $d any { $($(#[cfg($when)])? $crate::work::AnyWork::$kind($d work) => $d body,)* }
            };
        }
        pub(crate) use with_work;

        impl AnyRow {
            /// What the rows of all kinds are called in an experiment file, in the order of the tables of a report.
            pub const TABLES: &'static [Tables] = &[$($(#[cfg($when)])? <<$work as Work>::Row as Row>::TABLES),*];

            /// The rows of all kinds in a file, each kind read by `read`.
            pub(crate) fn read_all<E>(reader: &mut impl ReadRows<E>) -> Result<Vec<AnyRow>, E> {
                let mut rows = Vec::new();
                $($(#[cfg($when)])? rows.extend(reader.read()?.into_iter().map(AnyRow::$kind));)*
                Ok(rows)
            }

            /// What the row runs.
            ///
            /// # Errors
            /// If it cannot be run.
            pub fn work(&self, experiment: &Experiment) -> Result<AnyWork, ExperimentError> {
                Ok(match self { $($(#[cfg($when)])? AnyRow::$kind(row) => AnyWork::$kind(Work::of(row, experiment)?),)* })
            }
        }

        impl Experiment {
            $(
                $(#[cfg($when)])?
                #[doc = concat!("The rows of this kind. ", $about)]
                pub fn $rows(&self) -> impl Iterator<Item = &<$work as Work>::Row> {
                    self.rows.iter().filter_map(|row| if let AnyRow::$kind(row) = row { Some(row) } else { None })
                }
            )*
        }

        /// The rows of a report, kind by kind, each kind in the order of the table.
        #[derive(Clone, Debug, Default)]
        pub struct Groups {
            $($(#[cfg($when)])? #[doc = $about] pub $rows: Vec<RowReport<$work>>,)*
        }

        impl Groups {
            /// Adds what a folder holds.
            pub(crate) fn read(&mut self, folder: &Path, manifest: Manifest) -> Result<(), RecordError> {
                match manifest.work.clone() {
                    $($(#[cfg($when)])? AnyWork::$kind(work) => self.$rows.push(RowReport::of(folder, manifest, work)?),)*
                }
                Ok(())
            }

            /// Every kind, also those without rows.
            pub(crate) fn all(&self) -> Vec<&dyn Group> {
                vec![$($(#[cfg($when)])? &self.$rows),*]
            }

            /// Every kind, to go on with.
            pub(crate) fn all_mut(&mut self) -> Vec<&mut dyn Group> {
                vec![$($(#[cfg($when)])? &mut self.$rows),*]
            }
        }
    };
}

kinds! { $
    "Two players, each with its full configuration."
    Match, matches: MatchWork;
    "A bandit problem and a policy."
    Bandit, bandits: BanditWork;
    "A search that is asked for the values of positions."
    Probe, probes: ProbeWork;
    "A search for the best line of games of one player."
    Solve, solves: SolveWork;
    "A player of a problem for one."
    Episode, episodes: EpisodeWork;
    "A player that is asked wherever it may come to be."
    Exploit, exploits: ExploitWork;
    #[cfg(test)]
    "Sums of numbers that are drawn."
    Toy, toys: ToyWork;
}

/// Reads the rows of a kind.
pub(crate) trait ReadRows<E> {
    /// # Errors
    /// If one of them says something wrong.
    fn read<R: Row>(&mut self) -> Result<Vec<R>, E>;
}

fn tables_of<R: Row>(_: &R) -> Tables {
    R::TABLES
}

impl AnyRow {
    /// The row's name, which is also that of its folder.
    pub fn name(&self) -> &str {
        with_row!(self, row => row.name())
    }

    /// How much of it there is.
    pub fn size(&self) -> Games {
        with_row!(self, row => row.size())
    }

    /// What rows of its kind are called in an experiment file.
    pub fn tables(&self) -> Tables {
        with_row!(self, row => tables_of(row))
    }

    /// What is published, in a word or two, if anything is.
    pub fn published(&self) -> Option<String> {
        with_row!(self, row => row.published())
    }

    /// Who or what is run, in a line.
    pub fn subject(&self) -> String {
        with_row!(self, row => row.subject())
    }
}

fn words_of<W: Work>(_: &W) -> super::Words {
    W::WORDS
}

fn jobs_of<W: Work>(_: &W, size: u64) -> u64 {
    size.div_ceil(W::JOB_SIZE)
}

fn job_size_of<W: Work>(_: &W) -> u64 {
    W::JOB_SIZE
}

fn row_of<W: Work>(work: &W) -> Map<String, Value> {
    serde_json::to_value(work.row()).ok().and_then(|value| value.as_object().cloned()).unwrap_or_default()
}

impl AnyWork {
    /// A number that differs for work that differs in anything that changes its results, in hexadecimal digits.
    pub fn hash(&self) -> String {
        with_work!(self, work => work.hash())
    }

    /// The version of the game, if there is one.
    pub fn game_version(&self) -> Option<u32> {
        with_work!(self, work => work.game_version())
    }

    /// What has [changed](katsura_mcts::config::changes_since) for its searches since a version of the search.
    pub fn changes_since(&self, search: u32) -> Vec<&'static str> {
        let mut changes = with_work!(self, work => work.changes_since(search));
        changes.sort_unstable();
        changes.dedup();
        changes
    }

    /// What things are called.
    pub fn words(&self) -> super::Words {
        with_work!(self, work => words_of(work))
    }

    /// How many jobs so many games, instances or positions are.
    pub fn jobs(&self, size: u64) -> u64 {
        with_work!(self, work => jobs_of(work, size))
    }

    /// How many games, instances or positions a job is.
    pub fn job_size(&self) -> u64 {
        with_work!(self, work => job_size_of(work))
    }

    /// How many jobs are done side by side if nobody says.
    pub fn threads(&self) -> usize {
        with_work!(self, work => work.threads())
    }

    /// What to know before the first job, a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        with_work!(self, work => work.warnings())
    }

    /// Whether all who are needed for it are there.
    ///
    /// # Errors
    /// If somebody is not.
    pub(crate) fn check_players(&self, players: &mut PlayerCheck) -> Result<(), ConfigError> {
        with_work!(self, work => work.check_players(players))
    }

    /// What the row says beside what is run.
    pub(crate) fn row_document(&self) -> Map<String, Value> {
        with_work!(self, work => row_of(work))
    }

    /// Does the jobs of a plan: the lines of the record that they make, each with its end.
    ///
    /// # Errors
    /// If the work cannot be done.
    pub fn lines(&self, plan: Plan, control: &Control) -> Result<String, MatchError> {
        with_work!(self, work => lines_of(work, plan, control))
    }
}

fn lines_of<W: Work>(work: &W, plan: Plan, control: &Control) -> Result<String, MatchError> {
    let (mut lines, mut number, mut failed) = (String::new(), plan.from, None);
    work.run(plan, control, &mut |job| {
        number += 1;
        let written: Result<Vec<String>, _> = job.iter().map(serde_json::to_string).collect();
        match written {
            Ok(written) => lines.extend(written.into_iter().flat_map(|line| [line, "\n".to_string()])),
            Err(error) => failed = Some(error),
        }
        if failed.is_none() { Flow::Continue } else { Flow::Stop }
    })?;
    match failed {
        Some(error) => Err(RecordError::system(Path::new(W::WORDS.record), error).into()),
        None if number < plan.to && !control.is_stopped() => Err(MatchError::Unfinished { job: W::WORDS.job, number }),
        None => Ok(lines),
    }
}
