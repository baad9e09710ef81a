//! The rows of one kind in a report.

use super::cell::{Cell, Table};
use super::{Judged, Part, Plot, command, verdicts};
use crate::experiment::Shard;
use crate::folder::{Manifest, Timing};
use crate::matches::{BadFolder, Entry, RecordError, packed_path, read_record};
use crate::stats::Judgement;
use crate::work::{Row, Tables, Work};
use serde_json::Value;
use std::fmt::Debug;
use std::path::Path;

/// What the records of a kind of work come to.
pub trait Reports: Work {
    /// What the record of a row comes to.
    type Sums: Clone + Debug;

    /// What a record comes to; the manifest says what could end it.
    fn sums(&self, manifest: &Manifest, entries: Vec<Self::Entry>) -> Self::Sums;

    /// Adds to the sums what needs other rows of the report.
    fn compare(_rows: &mut [RowReport<Self>]) {}

    /// The claims of a row with what its record says about them.
    fn judged(_row: &RowReport<Self>) -> Vec<Judged> {
        Vec::new()
    }

    /// What the record of a row says about its claims.
    fn judgements(_row: &mut RowReport<Self>) -> Vec<&mut Judgement> {
        Vec::new()
    }

    /// How many games, instances or positions there are.
    fn size(row: &RowReport<Self>) -> u64;

    /// The row as JSON, the same for the command line and for Python.
    fn document(row: &RowReport<Self>) -> Value;

    /// The main table: published value, ours, interval, side, size.
    fn table(rows: &[RowReport<Self>]) -> Table;

    /// What could end rows before their last job, and what it says.
    fn rules(_rows: &[RowReport<Self>]) -> Option<Table> {
        None
    }

    /// The main plots, with the names of their files.
    fn plots(_rows: &[RowReport<Self>], _title: &str) -> Vec<Plot> {
        Vec::new()
    }

    /// What else a reader needs to doubt it.
    fn parts(_rows: &[RowReport<Self>]) -> Vec<Part> {
        Vec::new()
    }

    /// The command that runs a row again; `None` if no command does.
    fn command(row: &RowReport<Self>) -> Option<String> {
        command::of_experiment(&row.manifest, &row.name, Self::size(row))
    }
}

/// What one row came to.
#[derive(Clone, Debug)]
pub struct RowReport<W: Reports> {
    /// The row's name; that of its folder for a match of no experiment.
    pub name: String,
    /// What was run, and where.
    pub manifest: Manifest,
    /// What was run.
    pub work: W,
    /// What its record comes to.
    pub sums: W::Sums,
    /// How long the run took where.
    pub timing: Vec<Timing>,
}

impl<W: Reports> RowReport<W> {
    /// The report of a row's folder.
    ///
    /// # Errors
    /// If its record cannot be read.
    pub(crate) fn of(folder: &Path, manifest: Manifest, work: W) -> Result<Self, RecordError> {
        let sums = work.sums(&manifest, whole_record(folder, &manifest)?);
        let of_folder = || Some(folder.canonicalize().ok()?.file_name()?.to_string_lossy().into_owned());
        let name = work.row().map(|row| row.name().to_string()).or_else(of_folder);
        let name = name.unwrap_or_else(|| W::WORDS.record.to_string());
        Ok(RowReport { name, manifest, work, sums, timing: Timing::read(folder) })
    }
}

/// The record of a folder, which must not be in shards.
fn whole_record<E: Entry>(folder: &Path, manifest: &Manifest) -> Result<Vec<E>, RecordError> {
    let path = manifest.record_path(folder, Shard::WHOLE);
    if !path.exists() && !packed_path(&path).exists() {
        return Err(RecordError::new(folder, BadFolder::InShards));
    }
    read_record(&path)
}

/// The rows of a kind that is not told.
pub(crate) trait Group {
    /// What rows of this kind are called in an experiment file.
    fn tables(&self) -> Tables;

    /// Whether there is no row of this kind.
    fn is_empty(&self) -> bool;

    /// Adds to the sums what needs other rows.
    fn compare(&mut self);

    /// The claims with what the records say about them.
    fn judged(&self) -> Vec<Judged>;

    fn table(&self) -> Table;

    fn rules(&self) -> Option<Table>;

    fn plots(&self, title: &str) -> Vec<Plot>;

    fn parts(&self) -> Vec<Part>;

    fn documents(&self) -> Vec<Value>;

    /// Names and notes of the rows that have one, a line each.
    fn notes(&self) -> Vec<Note<'_>>;

    /// A line for every row whose searches play otherwise now.
    fn changed(&self) -> Vec<Vec<Cell>>;

    /// A line for every stretch of every row.
    fn timing(&self) -> Vec<Vec<Cell>>;

    /// A line for every row.
    fn commands(&self) -> Vec<Vec<Cell>>;
}

/// Where a row's protocol differs from the source, or what the row is for.
pub(crate) struct Note<'a> {
    pub(super) row: &'a str,
    pub(super) text: &'a str,
}

impl<W: Reports> Group for Vec<RowReport<W>> {
    fn tables(&self) -> Tables {
        W::Row::TABLES
    }

    fn is_empty(&self) -> bool {
        Vec::is_empty(self)
    }

    fn compare(&mut self) {
        W::compare(self);
        verdicts::correct_sizes(self.iter_mut().flat_map(W::judgements).collect());
    }

    fn judged(&self) -> Vec<Judged> {
        self.iter().flat_map(W::judged).collect()
    }

    fn table(&self) -> Table {
        W::table(self)
    }

    fn rules(&self) -> Option<Table> {
        W::rules(self)
    }

    fn plots(&self, title: &str) -> Vec<Plot> {
        W::plots(self, title)
    }

    fn parts(&self) -> Vec<Part> {
        W::parts(self)
    }

    fn documents(&self) -> Vec<Value> {
        self.iter().map(W::document).collect()
    }

    fn notes(&self) -> Vec<Note<'_>> {
        self.iter().filter_map(|row| Some(Note { row: &row.name, text: row.work.row()?.note()? })).collect()
    }

    fn changed(&self) -> Vec<Vec<Cell>> {
        let line = |row: &RowReport<W>| {
            let changes = row.manifest.search_changes();
            let version = Cell::Count(row.manifest.provenance.search.into());
            (!changes.is_empty()).then(|| vec![Cell::text(&row.name), version, Cell::Text(changes.join("; "))])
        };
        self.iter().filter_map(line).collect()
    }

    fn timing(&self) -> Vec<Vec<Cell>> {
        self.iter().flat_map(|row| row.timing.iter().map(|timing| stretch(&row.name, timing))).collect()
    }

    fn commands(&self) -> Vec<Vec<Cell>> {
        let line = |row: &RowReport<W>| vec![Cell::text(&row.name), Cell::known(W::command(row), Cell::Text)];
        self.iter().map(line).collect()
    }
}

/// Where and how fast a stretch was run.
fn stretch(row: &str, timing: &Timing) -> Vec<Cell> {
    let here = &timing.provenance;
    vec![
        Cell::text(row),
        Cell::Text(format!("{} to {}", timing.jobs[0], timing.jobs[1])),
        Cell::Number(timing.seconds, super::Form::Digits(1)),
        Cell::Count(timing.threads as u64),
        Cell::Text(here.machine()),
        Cell::known(here.commit.as_deref(), |commit| Cell::Text(short_commit(commit))),
        Cell::known(here.binary.clone(), Cell::Text),
    ]
}

/// Ten digits of a commit, and whether files had been changed.
fn short_commit(commit: &str) -> String {
    let (digits, changed) = commit.split_once('-').map_or((commit, ""), |(digits, _)| (digits, "-dirty"));
    digits.chars().take(10).chain(changed.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::short_commit;

    #[test]
    fn a_commit_with_changes_is_shown_as_one() {
        assert_eq!(short_commit("0123456789abcdef-dirty"), "0123456789-dirty");
        assert_eq!(short_commit("0123456789abcdef"), "0123456789");
    }
}
