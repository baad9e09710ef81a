//! What a run says about the claim: the published value beside ours, the verdict, and everything a reader needs to doubt it.
//!
//! [`Report::of`] reads a folder of records; [`Report::markdown`] and [`Report::html`] show it. Nothing is computed from
//! anything but the records and their manifests, so that the same records make the same report.

mod bandit;
mod cell;
mod command;
mod episodes;
mod exploit;
mod group;
mod html;
mod markdown;
mod match_tables;
mod matches;
mod plot;
mod probe;
mod solve;
mod svg;
mod verdicts;
mod wins;

pub use bandit::{Cumulative, RegretPoint, Regrets};
pub use cell::{Cell, Form, Table};
pub use episodes::{EpisodeSums, ExactSums, PublishedMean};
pub use exploit::ExploitPoint;
pub(crate) use group::Group;
pub use group::{Reports, RowReport};
pub use matches::MatchSums;
pub use probe::{ProbeError, ProbePoint, ProbeValues};
pub use solve::{InstanceSums, SolveSums};
pub use verdicts::{Counts, Judged, SideCounts, SizeCounts};
pub use wins::WAYS;

use crate::experiment::{Claimed, row_folders};
use crate::folder::write_whole;
use crate::matches::RecordError;
use crate::work::Groups;
use serde_json::Value;
use std::path::{Path, PathBuf};

const FAINT: &str = "stroke=\"#ddd\"";
/// Colours that people who do not see red and green can tell apart.
const COURSES: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#8a8a00"];

/// The report of one experiment, or of one match.
#[derive(Clone, Debug)]
pub struct Report {
    /// The experiment as its first row states it; `None` for a match of no experiment.
    pub claimed: Option<Claimed>,
    /// The rows that have been run, kind by kind.
    pub rows: Groups,
}

/// A picture in a file.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The name of the file.
    pub file: &'static str,
    /// The picture, as SVG.
    pub svg: String,
}

/// A part of a report's page.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its heading.
    pub title: &'static str,
    /// What it shows.
    pub body: Body,
}

/// What a part of a page shows.
#[derive(Clone, Debug)]
pub enum Body {
    /// A table.
    Table(Table),
    /// A picture, as SVG, which only a page with pictures has.
    Drawing(String),
}

impl Part {
    /// A part with a table.
    pub fn table(title: &'static str, table: Table) -> Self {
        Part { title, body: Body::Table(table) }
    }
}

/// The rows of a kind as JSON.
#[derive(Clone, Debug)]
pub struct Documents {
    /// What rows of this kind are called in an experiment file.
    pub table: &'static str,
    /// The rows.
    pub rows: Vec<Value>,
}

impl Report {
    /// The report of the records below a folder.
    ///
    /// # Errors
    /// If there are none, or they cannot be read.
    pub fn of(out: &Path) -> Result<Self, RecordError> {
        let folders = row_folders(out)?;
        let claimed = folders.first().and_then(|(_, manifest)| manifest.claimed.clone());
        let mut rows = Groups::default();
        for (folder, manifest) in folders {
            rows.read(&folder, manifest)?;
        }
        rows.all_mut().into_iter().for_each(Group::compare);
        Ok(Report { claimed, rows })
    }

    /// The title, or what stands for one.
    pub fn title(&self) -> &str {
        self.claimed.as_ref().map_or("A match", |claimed| claimed.title.as_str())
    }

    /// The kinds that have rows.
    fn groups(&self) -> impl Iterator<Item = &dyn Group> {
        self.rows.all().into_iter().filter(|group| !group.is_empty())
    }

    /// The rows as JSON, also of the kinds that have none.
    pub fn documents(&self) -> Vec<Documents> {
        let of_group = |group: &dyn Group| Documents { table: group.tables().rows, rows: group.documents() };
        self.rows.all().into_iter().map(of_group).collect()
    }

    /// The claims with what the run says about them.
    pub fn judged(&self) -> Vec<Judged> {
        self.groups().flat_map(Group::judged).collect()
    }

    /// How many verdicts of each kind there are.
    pub fn counts(&self) -> Counts {
        Counts::of(self.judged().iter().map(|judged| &judged.judgement))
    }

    /// The main tables: published value, ours, interval, side, size.
    pub fn tables(&self) -> Vec<Table> {
        self.groups().map(Group::table).collect()
    }

    /// What could end rows before their last job and what it says.
    pub fn rules(&self) -> Vec<Table> {
        self.groups().filter_map(Group::rules).collect()
    }

    /// The main plots; the first is the plot of the report.
    fn plots(&self) -> Vec<Plot> {
        let mut plots: Vec<Plot> = self.groups().flat_map(|group| group.plots(self.title())).collect();
        if let Some(first) = plots.first_mut() {
            first.file = "plot.svg";
        }
        plots
    }

    /// The parts of a page before the plots.
    fn results(&self) -> Vec<Part> {
        let results = self.tables().into_iter().map(|table| Part::table("Result", table));
        let rules = self.rules().into_iter().map(|table| Part::table("Stop rules", table));
        let changed = Table::new(["row", "search", "changed since"], self.groups().flat_map(Group::changed));
        let changed = changed.if_any().map(|table| Part::table("Rows of an earlier search", table));
        results.chain(rules).chain(changed).collect()
    }

    /// The parts of a page after the plots and the notes.
    fn parts(&self) -> Vec<Part> {
        let timing = ["row", "jobs", "seconds", "threads", "machine", "commit", "binary"];
        let timing = Table::new(timing, self.groups().flat_map(Group::timing));
        let commands = Table::new(["row", "command"], self.groups().flat_map(Group::commands));
        let runs = [Part::table("Runs", timing), Part::table("To repeat a row", commands)];
        let verdicts = verdicts::table(&self.judged()).if_any().map(|table| Part::table("Verdicts", table));
        verdicts.into_iter().chain(self.groups().flat_map(Group::parts)).chain(runs).collect()
    }

    /// The report as a page for people who read files.
    pub fn markdown(&self) -> String {
        markdown::page(self)
    }

    /// The report as one self-contained page with its plots.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// Writes `REPORT.md`, `report.html`, `plot.svg` and what other plots there are into the folder; their paths.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
        let pages = [("REPORT.md", self.markdown()), ("report.html", self.html())];
        let plots = self.plots().into_iter().map(|plot| (plot.file, plot.svg));
        let write = |(name, text): (&str, String)| {
            let path = folder.join(name);
            write_whole(&path, text.as_bytes()).map(|()| path)
        };
        pages.into_iter().chain(plots).map(write).collect()
    }
}
