//! `katsura lab plan`

use crate::failure::Failure;
use crate::print;
use clap::{ArgGroup, Args};
use katsura_lab::experiment::{Earlier, Experiment, MatchRow, Measure};
use katsura_lab::stats::{Level, PairCounts, plan};
use serde::Serialize;
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
#[command(group = ArgGroup::new("goal").required(true).args(["score", "half_width", "experiment"]))]
#[command(
    after_help = "With --like the games are counted for pairs that vary as those of that run did. Without it they are counted as independent and \
    without draws: right where nothing is known; up to twice as many are needed where the two games of a pair end alike, fewer where the first move or draws decide.\n\n\
    Examples:\n  katsura lab plan --score 0.5432\n  katsura lab plan --score 0.55 --power 0.9\n  katsura lab plan --half-width 0.02\n  \
    katsura lab plan --score 0.5432 --power 0.9 \\\n    --like results/poolrave-havannah/p50-k10\n  \
    katsura lab plan --experiment poolrave-havannah"
)]
pub struct Plan {
    /// The score to tell from --against.
    #[arg(long, value_name = "P", value_parser = share)]
    score: Option<f64>,
    /// The score it is told from.
    #[arg(long, value_name = "P", value_parser = share, default_value_t = 0.5, conflicts_with_all = ["half_width", "experiment"])]
    against: f64,
    /// The probability of seeing the difference.
    #[arg(long, value_name = "P", value_parser = share, default_value_t = 0.8, conflicts_with = "half_width")]
    power: f64,
    /// Instead: the games for a 95 % interval of ± this.
    #[arg(long, value_name = "H", value_parser = share)]
    half_width: Option<f64>,
    /// Instead: the games that the verdicts about the scores of an experiment need, row by row: to see the side, and to see
    /// that the size agrees, if the published score is the true one.
    #[arg(long, value_name = "NAME")]
    experiment: Option<String>,
    /// A run whose pairs vary as these will: counts the games by them, and says how long they take at its speed.
    #[arg(long, value_name = "DIR")]
    like: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

/// What the verdicts about a row need.
#[derive(Serialize)]
struct Needs {
    row: String,
    /// How many games the experiment has.
    games: u64,
    /// After how many the side is seen.
    side: Option<u64>,
    /// After how many the size is seen to agree.
    size: Option<u64>,
}

/// That of games of which one in twenty is not like the others: a published score of 0 or 1 promises no less.
const LEAST_VARIANCE: f64 = 0.05 * 0.95;

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
        if let Some(name) = &self.experiment {
            return self.show_rows(&Experiment::load(name)?, earlier);
        }
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

    /// Prints what the verdicts about the scores of an experiment need.
    fn show_rows(&self, experiment: &Experiment, earlier: Option<&[PairCounts]>) -> Result<(), Failure> {
        let rows: Vec<Needs> = experiment.matches().filter_map(|row| self.needs(row, earlier)).collect();
        if self.json {
            return print::json(&rows);
        }
        let header = ["row", "games", "for the side", "for the size"].map(str::to_string).to_vec();
        let shown = |games: Option<u64>| games.map_or("–".to_string(), |games| games.to_string());
        let line = |row: &Needs| vec![row.row.clone(), row.games.to_string(), shown(row.side), shown(row.size)];
        print::line(print::table(&std::iter::once(header).chain(rows.iter().map(line)).collect::<Vec<_>>()).trim_end())
    }

    /// What the verdicts about a row need; `None` for one that claims nothing or measures points, whose variance is not
    /// known before.
    fn needs(&self, row: &MatchRow, earlier: Option<&[PairCounts]>) -> Option<Needs> {
        let (claim, published) = (row.claim?, row.published.as_ref()?.figure());
        let variance = match earlier {
            Some(earlier) => plan::pair_variance(earlier)?,
            None => 0.5 * (published.value * (1.0 - published.value)).max(LEAST_VARIANCE),
        };
        let pairs = plan::for_verdicts(&claim, &published, variance, self.power);
        let games = |pairs: Option<u64>| pairs.map(|pairs| 2 * pairs);
        let needs = Needs { row: row.name.clone(), games: row.games.full, side: games(pairs.side), size: games(pairs.size) };
        (row.measure == Measure::Score).then_some(needs)
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
