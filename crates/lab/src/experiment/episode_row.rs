//! Rows about episodes of a problem for one player.

use super::numbers::{number_if_any, whole_if_any};
use super::published::{NOT_NEGATIVE, check_number};
use super::{Experiment, ExperimentError};
use crate::episodes::{Episode, Episodes};
use crate::folder::hash_json;
use crate::work::{Count, Games, Row, Tables, Words, Work};
use katsura_engine::{PlayerSpec, setup};
use katsura_games::GameSpec;
use katsura_mcts::{Budget, Control, SearchConfig};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A player of a problem, whose mean return is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EpisodeRow {
    /// The row's name, which is also that of its folder.
    pub name: String,
    /// The problem, as in a configuration file.
    pub game: Value,
    /// The player.
    pub player: String,
    /// Its simulations for each decision.
    pub simulations: u64,
    /// How many episodes. Chance draws the same in all rows of an experiment.
    pub episodes: Games,
    /// Figures are costs: what the report shows is the return with its sign changed.
    #[serde(default)]
    pub costs: bool,
    /// The report compares with the exact values of the problem.
    #[serde(default)]
    pub optimum: bool,
    /// The published figures, each by a word for where it stands.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub published: BTreeMap<String, f64>,
    /// How many episodes each published figure is the mean of; without it they are taken as exact.
    #[serde(default, deserialize_with = "whole_if_any", skip_serializing_if = "Option::is_none")]
    pub published_episodes: Option<u64>,
    /// How near the published figures the mean must be, as a share of them.
    #[serde(default, deserialize_with = "number_if_any", skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// Where the row's protocol differs from the source, or what the row is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// An episode row with everything its results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EpisodeWork {
    /// The row.
    pub row: EpisodeRow,
    /// The problem.
    pub game: GameSpec,
    /// The search in full.
    pub config: SearchConfig,
    /// The seed. All rows of an experiment have the same: players meet the same winds.
    pub seed: u64,
}

impl Row for EpisodeRow {
    const TABLES: Tables = Tables { rows: "episodes", defaults: "episode_defaults", size: "episodes" };

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Games {
        self.episodes
    }

    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn published(&self) -> Option<String> {
        let figures: Vec<String> = self.published.iter().map(|(place, figure)| format!("{figure} ({place})")).collect();
        (!figures.is_empty()).then(|| figures.join(", "))
    }

    fn subject(&self) -> String {
        format!("episodes of {}", self.player)
    }

    fn check(&self) -> Result<(), ExperimentError> {
        if self.simulations == 0 {
            return Err(ExperimentError::refused("simulations", "expected a number above 0"));
        }
        if self.published_episodes == Some(0) {
            return Err(ExperimentError::refused("published_episodes", "a figure comes from at least 1, found 0"));
        }
        self.within.map_or(Ok(()), |within| check_number("within", within, &NOT_NEGATIVE))
    }
}

impl EpisodeWork {
    /// The episodes.
    ///
    /// # Errors
    /// If they cannot be played.
    pub fn episodes(&self) -> Result<Episodes, ExperimentError> {
        Ok(Episodes::new(self.game.clone(), self.config.clone(), self.config.budget, self.seed)?)
    }

    fn of_row(row: &EpisodeRow, experiment: &Experiment) -> Result<Self, ExperimentError> {
        let game = setup::game(row.game.clone()).map_err(|error| ExperimentError::from(error).below("game"))?;
        let player = PlayerSpec::parse_for(&experiment.player(&row.player), &game.about().name);
        let player = player.map_err(|error| experiment.bad_player(&row.player, error).below("player"))?;
        let config = SearchConfig { budget: Budget::simulations(row.simulations), ..player.config };
        let work = EpisodeWork { row: row.clone(), game, config, seed: experiment.seed };
        match work.episodes()?.unrepeatable() {
            Some(why) => Err(ExperimentError::refused("player", format!("cannot be repeated: {why}"))),
            None => Ok(work),
        }
    }
}

impl Work for EpisodeWork {
    type Row = EpisodeRow;
    type Entry = Episode;
    type SoFar = Count;

    const WORDS: Words = Words { record: "episodes", job: "episode", jobs: "episodes", units: "episodes" };

    fn of(row: &EpisodeRow, experiment: &Experiment) -> Result<Self, ExperimentError> {
        Self::of_row(row, experiment).map_err(|error| experiment.located(EpisodeRow::TABLES.rows, &row.name, error))
    }

    fn row(&self) -> Option<&EpisodeRow> {
        Some(&self.row)
    }

    fn hash(&self) -> String {
        self.episodes().map_or_else(|_| hash_json(&(&self.game, &self.config, self.seed)), |episodes| episodes.hash())
    }

    fn game_version(&self) -> Option<u32> {
        Some(self.game.about().version)
    }

    fn so_far(&self) -> Count {
        Count::default()
    }

    fn job(&self, number: u64, control: &Control) -> Option<Vec<Episode>> {
        let played = self.episodes().ok()?.play(number, control)?;
        Some(vec![played.episode])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{RowOf, RowRun, Shard, Unwatched, run_row, verify};
    use crate::report::Report;

    const TEXT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\nseed = 5\n[episode_defaults]\n\
        game = { name = 'sailing', size = 3, wind = 'any', tack = 'any' }\nsimulations = 50\n\
        episodes = { quick = 4, full = 40 }\ncosts = true\noptimum = true\nwithin = 0.02\npublished_episodes = 5000\n\
        [[episodes]]\nname = 'uct'\nplayer = 'uct memory_mib=4'\npublished = { logged = 11.99, printed = 60.0 }\n\
        [[episodes]]\nname = 'random'\nplayer = 'random memory_mib=4'\n";

    fn refused(old: &str, new: &str) -> String {
        let experiment = Experiment::parse(&TEXT.replacen(old, new, 1), "e");
        let works = experiment
            .and_then(|experiment| experiment.rows.iter().map(|row| row.work(&experiment)).collect::<Result<Vec<_>, _>>());
        works.unwrap_err().to_string()
    }

    #[test]
    fn rows_of_episodes_run_go_on_verify_and_are_reported() {
        let folder = std::env::temp_dir().join(format!("katsura-episodes-{}", std::process::id()));
        let experiment = Experiment::parse(TEXT, "e").unwrap();
        for row in &experiment.rows {
            let of = RowOf { experiment: &experiment, row };
            let run = |out: &str, threads| {
                let run = RowRun { out: folder.join(out), size: 40, shard: Shard::WHOLE, threads, lanes: 0 };
                run_row(of, &run, &Control::new(), &mut Unwatched).unwrap();
                std::fs::read_to_string(folder.join(out).join(row.name()).join("episodes.jsonl")).unwrap()
            };
            let whole = run("whole", 1);
            assert_eq!((whole.lines().count(), run("threads", 3) == whole), (40, true));
            let record = folder.join("threads").join(row.name()).join("episodes.jsonl");
            std::fs::write(&record, &whole[..whole.len() / 3]).unwrap();
            assert!(run("threads", 2) == whole, "killed, it goes on to the same bytes");
        }
        let verified = verify(&folder.join("whole"), None, &Control::new()).unwrap();
        assert!(verified.rows.iter().all(|row| (row.replayed, row.departures.len()) == (40, 0)));
        let report = Report::of(&folder.join("whole")).unwrap().markdown();
        assert!(report.contains("| uct | logged | 11.99 |") && report.contains("11.503"), "{report}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn wrong_rows_are_refused_with_their_place() {
        assert!(refused("simulations = 50", "simulations = 0").contains("simulations: expected a number above 0"));
        assert!(
            refused("name = 'sailing', size = 3, wind = 'any', tack = 'any'", "name = 'nim'").contains("for one player")
        );
        assert!(refused("within = 0.02", "within = -1").contains("within: expected a number of at least 0"));
        assert!(
            refused("'uct memory_mib=4'", "'rave'").starts_with("e.toml:"),
            "{}",
            refused("'uct memory_mib=4'", "'rave'")
        );
        let threads = "'uct parallel.kind=tree parallel.threads=2'";
        let error = refused("'uct memory_mib=4'", threads);
        assert!(error.contains("parallel"), "{error}");
        assert!(refused("player = 'uct", "players = 'uct").contains("unknown field `players`"));
    }
}
