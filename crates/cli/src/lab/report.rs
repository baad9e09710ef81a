//! `katsura lab report`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_lab::report::RowReport;
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "Writes REPORT.md, report.html and plot.svg into the folder.\n\nExamples:\n  katsura lab report results/uct-vs-random\n  \
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
        let files = report.write(&self.folder)?;
        if self.json {
            return print::json(&report.rows.iter().map(document).collect::<Vec<_>>());
        }
        print::line(report.title())?;
        print::text(&print::table(&report.table()))?;
        files.iter().try_for_each(|file| print::line(&format!("wrote {}", file.display())))
    }
}

fn document(row: &RowReport) -> Value {
    json!({
        "row": row.name(),
        "games": row.tally.games(),
        "pairs": row.tally.pairs().counts(),
        "ours": row.ours,
        "published": row.published,
        "judgement": row.judgement,
        "config_hash": row.manifest.config_hash,
    })
}
