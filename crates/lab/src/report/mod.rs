//! What a run says about the claim: the published value beside ours, the verdict, and everything a reader needs to doubt it.
//!
//! [`Report::of`] reads a folder of records; [`Report::markdown`], [`Report::html`] and [`forest`] show it. Nothing is computed from
//! anything but the records and their manifests, so that the same records make the same report.

mod bandit;
mod command;
mod html;
mod json;
mod markdown;
mod plot;
mod probe;
mod row;
mod svg;
mod table;
mod wins;

pub use bandit::{BanditReport, Cumulative, RegretPoint, regrets};
pub use plot::{forest, running};
pub use probe::{ProbeError, ProbePoint, ProbeReport, errors, values};
pub use row::RowReport;
pub use wins::WAYS;

use crate::experiment::{Claimed, row_folders};
use crate::folder::{Timing, Work, write_whole};
use crate::matches::RecordError;
use std::path::{Path, PathBuf};

const FAINT: &str = "stroke=\"#ddd\"";
/// Colours that people who do not see red and green can tell apart.
const COURSES: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#8a8a00"];

/// The report of one experiment, or of one match.
#[derive(Clone, Debug)]
pub struct Report {
    /// The experiment as its first row states it; `None` for a match of no experiment.
    pub claimed: Option<Claimed>,
    /// The matches that have been run, in the order of the table.
    pub rows: Vec<RowReport>,
    /// The bandits that have been run.
    pub bandits: Vec<BanditReport>,
    /// The probes that have been run.
    pub probes: Vec<ProbeReport>,
}

impl Report {
    /// The report of the records below a folder.
    ///
    /// # Errors
    /// If there are none, or they cannot be read.
    pub fn of(out: &Path) -> Result<Self, RecordError> {
        let folders = row_folders(out)?;
        let claimed = folders.first().and_then(|(_, manifest)| manifest.claimed.clone());
        let (mut rows, mut bandits, mut probes) = (Vec::new(), Vec::new(), Vec::new());
        for (folder, manifest) in folders {
            match manifest.work.clone() {
                Work::Match(work) => rows.push(RowReport::of(&folder, manifest, work)?),
                Work::Bandit(work) => bandits.push(BanditReport::of(&folder, manifest, work)?),
                Work::Probe(work) => probes.push(ProbeReport::of(&folder, manifest, work)?),
            }
        }
        probe::compare(&mut probes);
        Ok(Report { claimed, rows, bandits, probes })
    }

    /// The title, or what stands for one.
    pub fn title(&self) -> &str {
        self.claimed.as_ref().map_or("A match", |claimed| claimed.title.as_str())
    }

    /// The main tables, each with a header: published value, ours, interval, verdict.
    pub fn tables(&self) -> Vec<Vec<Vec<String>>> {
        let matches = (!self.rows.is_empty()).then(|| table::main(self));
        let bandits = (!self.bandits.is_empty()).then(|| bandit::table(self));
        let probes = (!self.probes.is_empty()).then(|| probe::table(self));
        matches.into_iter().chain(bandits).chain(probes).collect()
    }

    /// What could end matches before their last game and what it says: a table with a header, or nothing.
    pub fn stops(&self) -> Vec<Vec<String>> {
        table::stops(self)
    }

    /// The main plots with the names of their files.
    fn plots(&self) -> Vec<(&'static str, String)> {
        let matches = (!self.rows.is_empty()).then(|| ("plot.svg", forest(self)));
        let bandits = (!self.bandits.is_empty()).then(|| ("regrets.svg", regrets(self)));
        let curves = (!self.probes.is_empty()).then(|| ("curves.svg", values(self)));
        let errors = errors(self).map(|plot| ("errors.svg", plot));
        let mut plots: Vec<_> = [matches, bandits, curves, errors].into_iter().flatten().collect();
        if let Some(first) = plots.first_mut() {
            first.0 = "plot.svg";
        }
        plots
    }

    /// Name and note of every row that has one.
    fn notes(&self) -> impl Iterator<Item = (&str, &str)> {
        let matches = self.rows.iter().filter_map(|row| Some((row.name(), row.row()?.note.as_deref()?)));
        let bandits = self.bandits.iter().map(|row| &row.work.row);
        let bandits = bandits.filter_map(|row| Some((row.name.as_str(), row.note.as_deref()?)));
        let probes = self.probes.iter().map(|row| &row.work.row);
        matches.chain(bandits).chain(probes.filter_map(|row| Some((row.name.as_str(), row.note.as_deref()?))))
    }

    /// Name and stretches of every row.
    fn timing(&self) -> impl Iterator<Item = (&str, &[Timing])> {
        let matches = self.rows.iter().map(|row| (row.name(), row.timing.as_slice()));
        let bandits = self.bandits.iter().map(|row| (row.work.row.name.as_str(), row.timing.as_slice()));
        matches.chain(bandits).chain(self.probes.iter().map(|row| (row.work.row.name.as_str(), row.timing.as_slice())))
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
        let write = |(name, text): (&str, String)| {
            let path = folder.join(name);
            write_whole(&path, text.as_bytes()).map(|()| path)
        };
        pages.into_iter().chain(self.plots()).map(write).collect()
    }
}
