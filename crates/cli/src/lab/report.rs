//! `katsura lab report`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_lab::matches::Seat;
use katsura_lab::report::{BanditReport, ProbePoint, ProbeReport, RegretPoint, RowReport};
use serde_json::{Value, json};
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
            report.write(&self.folder)?;
            let rows = report.rows.iter().map(document).chain(report.bandits.iter().map(bandit));
            return print::json(&rows.chain(report.probes.iter().map(probe)).collect::<Vec<Value>>());
        }
        show_report(&report, &self.folder)
    }
}

/// Prints the tables of a report and writes its pages and plots.
pub fn show_report(report: &katsura_lab::report::Report, folder: &Path) -> Result<(), Failure> {
    let files = report.write(folder)?;
    print::line(report.title())?;
    report.tables().iter().try_for_each(|table| print::text(&print::table(table)))?;
    files.iter().try_for_each(|file| print::line(&format!("wrote {}", file.display())))
}

fn document(row: &RowReport) -> Value {
    json!({
        "row": row.name(),
        "games": row.tally.games(),
        "pairs": row.tally.pairs().counts(),
        "ours": row.ours,
        "published": row.published,
        "judgement": row.judgement,
        "p_value": row.p_value,
        "faults": Seat::BOTH.map(|seat| row.tally.faults(seat)),
        "restarts": Seat::BOTH.map(|seat| row.tally.restarts(seat)),
        "config_hash": row.manifest.config_hash,
    })
}

fn bandit(row: &BanditReport) -> Value {
    let point = |point: &RegretPoint| {
        json!({
            "budget": point.budget,
            "instances": point.instances,
            "ours": point.ours,
            "published": point.published,
            "judgement": point.judgement,
        })
    };
    json!({
        "row": row.work.row.name,
        "points": row.points.iter().map(point).collect::<Vec<_>>(),
        "config_hash": row.manifest.config_hash,
    })
}

fn probe(row: &ProbeReport) -> Value {
    let point = |point: &ProbePoint| {
        let error = point.error.as_ref();
        json!({
            "simulations": point.simulations,
            "positions": point.positions,
            "value": point.value,
            "bias": error.map(|error| error.bias),
            "rmse": error.map(|error| error.rmse),
            "published_rmse": error.and_then(|error| error.published),
        })
    };
    json!({
        "row": row.work.row.name,
        "points": row.points.iter().map(point).collect::<Vec<_>>(),
        "config_hash": row.manifest.config_hash,
    })
}
