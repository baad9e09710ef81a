//! `katsura lab plan`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_lab::experiment::row_folders;
use katsura_lab::folder::{Timing, Work};
use katsura_lab::stats::{Level, plan};
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "Games without draws, counted as independent; swapped seats and shared openings need fewer.\n\n\
    Examples:\n  katsura lab plan --score 0.5432\n  katsura lab plan --score 0.55 --power 0.9\n  katsura lab plan --half-width 0.02\n  \
    katsura lab plan --score 0.5432 --power 0.9 \\\n    --like results/poolrave-havannah/p50-k10")]
pub struct Plan {
    /// The score to tell from --against.
    #[arg(long, value_name = "P", value_parser = share, required_unless_present = "half_width")]
    score: Option<f64>,
    /// The score it is told from.
    #[arg(long, value_name = "P", value_parser = share, default_value_t = 0.5)]
    against: f64,
    /// The probability of seeing the difference.
    #[arg(long, value_name = "P", value_parser = share, default_value_t = 0.8)]
    power: f64,
    /// Instead: the games for a 95 % interval of ± this.
    #[arg(long, value_name = "H", value_parser = share, conflicts_with = "score")]
    half_width: Option<f64>,
    /// A run that was made on this machine: says how long the games take at its speed.
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
        let minutes = self.like.as_deref().map(seconds_per_game).transpose()?.map(|seconds| games as f64 * seconds / 60.0);
        if self.json {
            return print::json(&json!({ "games": games, "minutes": minutes }));
        }
        let time = minutes.map_or(String::new(), |minutes| format!(", about {minutes:.1} minutes here"));
        print::line(&format!("{games} games{time}"))
    }
}

/// How long a game took in the matches below a folder.
fn seconds_per_game(folder: &Path) -> Result<f64, Failure> {
    let (mut games, mut seconds) = (0, 0.0);
    for (row, manifest) in row_folders(folder)? {
        if matches!(manifest.work, Work::Match(_)) {
            for timing in Timing::read(&row) {
                games += 2 * (timing.jobs[1] - timing.jobs[0]);
                seconds += timing.seconds;
            }
        }
    }
    match games {
        0 => Err(Failure::Work(format!("{}: no game was timed here", folder.display()))),
        _ => Ok(seconds / games as f64),
    }
}
