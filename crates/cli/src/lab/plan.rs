//! `katsura lab plan`

use crate::failure::Failure;
use crate::print;
use clap::{ArgGroup, Args};
use katsura_lab::experiment::row_folders;
use katsura_lab::folder::{Timing, Work};
use katsura_lab::provenance::Provenance;
use katsura_lab::stats::{Level, plan};
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(group = ArgGroup::new("goal").required(true).args(["score", "half_width"]))]
#[command(after_help = "Games without draws, counted as independent; swapped seats and shared openings need fewer.\n\n\
    Examples:\n  katsura lab plan --score 0.5432\n  katsura lab plan --score 0.55 --power 0.9\n  katsura lab plan --half-width 0.02\n  \
    katsura lab plan --score 0.5432 --power 0.9 \\\n    --like results/poolrave-havannah/p50-k10")]
pub struct Plan {
    /// The score to tell from --against.
    #[arg(long, value_name = "P", value_parser = share)]
    score: Option<f64>,
    /// The score it is told from.
    #[arg(long, value_name = "P", value_parser = share, default_value_t = 0.5)]
    against: f64,
    /// The probability of seeing the difference.
    #[arg(long, value_name = "P", value_parser = share, default_value_t = 0.8)]
    power: f64,
    /// Instead: the games for a 95 % interval of ± this.
    #[arg(long, value_name = "H", value_parser = share)]
    half_width: Option<f64>,
    /// A run: says how long the games take at its speed.
    #[arg(long, value_name = "DIR")]
    like: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value < 1.0 => Ok(value),
        _ => Err("expected a number between 0 and 1".to_string()),
    }
}

impl Plan {
    pub fn run(&self) -> Result<(), Failure> {
        let games = match (self.score, self.half_width) {
            (Some(score), _) => plan::games_to_tell(self.against, score, Level::P95, self.power),
            (None, half) => plan::units_for_half_width(half.unwrap_or(0.01), 0.25, Level::P95),
        };
        let games = games.ok_or_else(|| Failure::Usage("no number of games tells a score from itself".to_string()))?;
        let games = games.next_multiple_of(2);
        let speed = self.like.as_deref().map(speed_of).transpose()?;
        let minutes = speed.as_ref().map(|speed| games as f64 * speed.seconds_per_game / 60.0);
        if self.json {
            let elsewhere = speed.and_then(|speed| speed.elsewhere);
            return print::json(&json!({ "games": games, "minutes": minutes, "elsewhere": elsewhere }));
        }
        let elsewhere = speed.and_then(|speed| speed.elsewhere);
        let place = elsewhere.map_or("here".to_string(), |machine| format!("on that machine ({machine})"));
        let time = minutes.map_or(String::new(), |minutes| format!(", about {minutes:.1} minutes {place}"));
        print::line(&format!("{games} games{time}"))
    }
}

/// How long a game took, and where.
struct Speed {
    seconds_per_game: f64,
    /// Another machine than this one, if it was there.
    elsewhere: Option<String>,
}

/// The speed of the matches below a folder.
fn speed_of(folder: &Path) -> Result<Speed, Failure> {
    let mut stretches = Vec::new();
    for (row, manifest) in row_folders(folder)? {
        if matches!(manifest.work, Work::Match(_)) {
            stretches.extend(Timing::read(&row));
        }
    }
    let games: u64 = stretches.iter().map(|timing| 2 * (timing.jobs[1] - timing.jobs[0])).sum();
    if games == 0 {
        return Err(Failure::Work(format!("{}: no game was timed", folder.display())));
    }
    let here = Provenance::here();
    let elsewhere = stretches.iter().find(|timing| !timing.provenance.is_same_machine(&here));
    Ok(Speed {
        seconds_per_game: stretches.iter().map(|timing| timing.seconds).sum::<f64>() / games as f64,
        elsewhere: elsewhere.map(|timing| timing.provenance.machine()),
    })
}
