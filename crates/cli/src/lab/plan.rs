//! `katsura lab plan`

use crate::failure::Failure;
use crate::print;
use clap::{ArgGroup, Args};
use katsura_lab::experiment::Earlier;
use katsura_lab::stats::{Level, PairCounts, plan};
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
#[command(group = ArgGroup::new("goal").required(true).args(["score", "half_width"]))]
#[command(
    after_help = "With --like the games are counted for pairs that vary as those of that run did. Without it they are counted as independent and \
    without draws: right where nothing is known; up to twice as many are needed where the two games of a pair end alike, fewer where the first move or draws decide.\n\n\
    Examples:\n  katsura lab plan --score 0.5432\n  katsura lab plan --score 0.55 --power 0.9\n  katsura lab plan --half-width 0.02\n  \
    katsura lab plan --score 0.5432 --power 0.9 \\\n    --like results/poolrave-havannah/p50-k10"
)]
pub struct Plan {
    /// The score to tell from --against.
    #[arg(long, value_name = "P", value_parser = share)]
    score: Option<f64>,
    /// The score it is told from.
    #[arg(long, value_name = "P", value_parser = share, default_value_t = 0.5, conflicts_with = "half_width")]
    against: f64,
    /// The probability of seeing the difference.
    #[arg(long, value_name = "P", value_parser = share, default_value_t = 0.8, conflicts_with = "half_width")]
    power: f64,
    /// Instead: the games for a 95 % interval of ± this.
    #[arg(long, value_name = "H", value_parser = share)]
    half_width: Option<f64>,
    /// A run whose pairs vary as these will: counts the games by them, and says how long they take at its speed.
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
        let like = self.like.as_deref().map(Earlier::read).transpose()?;
        let earlier = like.as_ref().map(|like| like.pairs.as_slice());
        let games = self.games(earlier);
        let games = games
            .ok_or_else(|| Failure::Usage("no number of games that could be played tells these scores apart".to_string()))?;
        let minutes = like.as_ref().map(|like| games as f64 * like.seconds_per_game / 60.0);
        let elsewhere = like.as_ref().and_then(|like| like.elsewhere.as_deref());
        if self.json {
            let variance = earlier.and_then(plan::pair_variance);
            let document = json!({ "games": games, "minutes": minutes, "elsewhere": elsewhere, "pair_variance": variance });
            return print::json(&document);
        }
        let place = elsewhere.map_or("here".to_string(), |machine| format!("on that machine ({machine})"));
        let time = minutes.map_or(String::new(), |minutes| format!(", about {minutes:.1} minutes {place}"));
        print::line(&format!("{games} games{time}"))
    }

    /// How many games it takes, whole pairs, if pairs vary as in these earlier matches, or else if games are independent.
    fn games(&self, earlier: Option<&[PairCounts]>) -> Option<u64> {
        let (level, half) = (Level::P95, self.half_width.unwrap_or(0.01));
        let fewest = match self.score {
            Some(score) => plan::fewest_pairs_to_tell(self.against, score, level),
            None => plan::fewest_pairs_for_half_width(half, level),
        };
        let games = match (self.score, earlier) {
            (Some(score), Some(earlier)) => {
                plan::pairs_to_tell(self.against, score, earlier, level, self.power).map(|pairs| 2 * pairs)
            }
            (Some(score), None) => {
                plan::games_to_tell(self.against, score, level, self.power).map(|games| games.next_multiple_of(2))
            }
            (None, Some(earlier)) => {
                plan::units_for_half_width(half, plan::pair_variance(earlier)?, level).map(|pairs| 2 * pairs)
            }
            (None, None) => plan::units_for_half_width(half, 0.25, level).map(|games| games.next_multiple_of(2)),
        };
        games.map(|games| games.max(2 * fewest))
    }
}
