//! `katsura lab list`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_lab::experiment::{BanditRow, Experiment, ProbeRow, Row, names};

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

/// So many of something, or a dash.
fn count(number: usize, what: &str) -> String {
    if number == 0 { "–".to_string() } else { format!("{number} {what}") }
}

fn describe(experiment: &Experiment) -> String {
    let Experiment { title, source, protocol, .. } = experiment;
    let header = ["row", "published", "games quick/full", "a against b"].map(str::to_string).to_vec();
    let line = |row: &Row| {
        let published = row.published.as_ref().map_or("–".to_string(), |published| published.value.to_string());
        let games = format!("{}/{}", row.games.quick, row.games.full);
        vec![row.name.clone(), published, games, format!("{} against {}", row.a, row.b)]
    };
    let bandit = |row: &BanditRow| {
        let instances = format!("{}/{}", row.repetitions.quick, row.repetitions.full);
        let policy = serde_json::to_string(&row.policy).unwrap_or_default();
        vec![row.name.clone(), count(row.published.len(), "regrets"), instances, policy]
    };
    let probe = |row: &ProbeRow| {
        let positions = format!("{}/{}", row.repetitions.quick, row.repetitions.full);
        vec![row.name.clone(), count(row.published.len(), "errors"), positions, format!("values of {}", row.player)]
    };
    let others = experiment.bandits.iter().map(bandit).chain(experiment.probes.iter().map(probe));
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(experiment.rows.iter().map(line)).chain(others).collect();
    format!("{title}\n{source}\n\n{}\n\n{}", protocol.trim(), print::table(&rows))
}
