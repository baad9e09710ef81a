//! `katsura lab list`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_lab::experiment::{Experiment, names};
use katsura_lab::work::AnyRow;

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura lab list\n  katsura lab list poolrave-havannah\n  katsura lab list --json")]
pub struct List {
    /// An experiment, or a file that ends in .toml.
    name: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl List {
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(name) = &self.name {
            let experiment = Experiment::load(name)?;
            return if self.json { print::json(&experiment.document()) } else { print::text(&describe(&experiment)) };
        }
        let all: Vec<Experiment> = names().map(Experiment::load).collect::<Result<_, _>>()?;
        if self.json {
            return print::json(&all.iter().map(Experiment::document).collect::<Vec<_>>());
        }
        let row = |experiment: &Experiment| {
            let about = format!("{} ({} rows; {})", experiment.title, experiment.row_names().count(), experiment.source);
            vec![experiment.name.clone(), about]
        };
        print::text(&print::table(&all.iter().map(row).collect::<Vec<_>>()))
    }
}

fn describe(experiment: &Experiment) -> String {
    let Experiment { title, source, protocol, .. } = experiment;
    let header = ["row", "published", "games quick/full", "a against b"].map(str::to_string).to_vec();
    let line = |row: &AnyRow| {
        let published = row.published().unwrap_or("–".to_string());
        vec![row.name().to_string(), published, format!("{}/{}", row.size().quick, row.size().full), row.subject()]
    };
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(experiment.rows.iter().map(line)).collect();
    format!("{title}\n{source}\n\n{}\n\n{}", protocol.trim(), print::table(&rows))
}
