//! What a run says about the claim: the published value beside ours, the verdict, and everything a reader needs to doubt it.
//!
//! [`Report::of`] reads a folder of records; [`Report::markdown`], [`Report::html`] and [`forest`] show it. Nothing is computed from
//! anything but the records and their manifests, so that the same records make the same report.

mod html;
mod markdown;
mod plot;
mod row;
mod svg;
mod table;

pub use plot::{forest, running};
pub use row::RowReport;

use crate::experiment::{Claimed, row_folders};
use crate::folder::write_whole;
use crate::matches::RecordError;
use std::path::{Path, PathBuf};

/// The report of one experiment, or of one match.
#[derive(Clone, Debug)]
pub struct Report {
    /// The experiment as its first row states it; `None` for a match of no experiment.
    pub claimed: Option<Claimed>,
    /// The rows that have been run, in the order of the table.
    pub rows: Vec<RowReport>,
}

impl Report {
    /// The report of the records below a folder.
    ///
    /// # Errors
    /// If there are none, or they cannot be read.
    pub fn of(out: &Path) -> Result<Self, RecordError> {
        let folders = row_folders(out)?;
        let rows: Vec<RowReport> =
            folders.into_iter().map(|(folder, manifest)| RowReport::of(&folder, manifest)).collect::<Result<_, _>>()?;
        let claimed = rows.first().and_then(|row| row.manifest.claimed.clone());
        Ok(Report { claimed, rows })
    }

    /// The title, or what stands for one.
    pub fn title(&self) -> &str {
        self.claimed.as_ref().map_or("A match", |claimed| claimed.title.as_str())
    }

    /// The main table, with a header: published value, ours, interval, verdict.
    pub fn table(&self) -> Vec<Vec<String>> {
        table::main(self)
    }

    /// The report as a page for people who read files.
    pub fn markdown(&self) -> String {
        markdown::page(self)
    }

    /// The report as one self-contained page with its plots.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// Writes `REPORT.md`, `report.html` and `plot.svg` into the folder; their paths.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
        let files = [("REPORT.md", self.markdown()), ("report.html", self.html()), ("plot.svg", forest(self))];
        let write = |(name, text): (&str, String)| {
            let path = folder.join(name);
            write_whole(&path, text.as_bytes()).map(|()| path)
        };
        files.into_iter().map(write).collect()
    }
}
