//! `katsura lab report`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(
    after_help = "Writes REPORT.md, report.html, plot.svg and other plots into the folder.\n\nExamples:\n  katsura lab report results/uct-vs-random\n  \
    katsura lab report results/uct-vs-random --json"
)]
pub struct Report {
    /// The folder of a run, or of one row.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Report {
    pub fn run(&self) -> Result<(), Failure> {
        let report = katsura_lab::report::Report::of(&self.folder)?;
        if self.json {
            print::json(&report.documents().into_iter().flat_map(|kind| kind.rows).collect::<Vec<Value>>())?;
            report.write(&self.folder)?;
            return Ok(());
        }
        show_report(&report, &self.folder)
    }
}

/// Prints the tables of a report and writes its pages and plots.
pub fn show_report(report: &katsura_lab::report::Report, folder: &Path) -> Result<(), Failure> {
    print::remark(&format!("{}\n", report.title()))?;
    report.tables().iter().try_for_each(|table| print::remark(&print::table(&table.texts())))?;
    report.counts().sentences().iter().try_for_each(|sentence| print::remark(&format!("{sentence}\n")))?;
    report.rules().iter().try_for_each(|table| print::remark(&print::table(&table.texts())))?;
    let files = report.write(folder)?;
    files.iter().try_for_each(|file| print::line(&format!("wrote {}", file.display())))
}
