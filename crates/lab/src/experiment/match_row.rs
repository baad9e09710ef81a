//! One row of a table: two players and what is claimed about them.

use super::numbers::{number_if_any, whole_if_any};
use super::published::{Values, check_claim};
use super::sweep::{Sweep, sweep};
use super::{Experiment, ExperimentError, Published};
use crate::folder::hash_text;
use crate::jobs::{Flow, Plan};
use crate::matches::{self, Contest, Contestant, Departure, GameRecord, Openings, Pair, PlayerCheck, Tally, resign_limit};
use crate::stats::Claim;
use crate::work::{Games, Row, Tables, Words, Work};
use katsura_engine::setup;
use katsura_game::Rng;
use katsura_games::GameSpec;
use katsura_mcts::config::changes_since;
use katsura_mcts::{Budget, ConfigError, Control};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Two players and what is claimed about them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchRow {
    /// The row's name, which is also that of its folder.
    pub name: String,
    /// Parameters of player a with their values: the row stands for one row per combination. Rows that are run have none.
    #[serde(default, skip_serializing)]
    pub sweep: Sweep,
    /// The game, as in a configuration file.
    pub game: Value,
    /// Player a: the one the claim is about.
    pub a: String,
    /// Player b.
    pub b: String,
    /// Simulations per move of both players, unless a player's text sets `budget.…`; without this and `seconds`, each player's own.
    #[serde(default, deserialize_with = "whole_if_any", skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u64>,
    /// Seconds per move of both players.
    #[serde(default, deserialize_with = "number_if_any", skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Seconds that outside programs may take for a reply, instead of [60](crate::matches::Program::REPLY_SECONDS).
    #[serde(default, deserialize_with = "number_if_any", skip_serializing_if = "Option::is_none")]
    pub reply_seconds: Option<f64>,
    /// A search resigns when it expects less than this of its best move.
    #[serde(default, deserialize_with = "number_if_any", skip_serializing_if = "Option::is_none")]
    pub resign: Option<f64>,
    /// How games begin.
    #[serde(default)]
    pub openings: Openings,
    /// How many games.
    pub games: Games,
    /// What is measured.
    #[serde(default)]
    pub measure: Measure,
    /// The published figure; a row without one is a companion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
    /// What the figure is said to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// Where the row's protocol differs from the source, or what the row is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Two players, each with its full configuration, and the row of an experiment they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchWork {
    /// The row, if the match belongs to an experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<MatchRow>,
    /// The game, the players, the openings and the seed.
    pub contest: Contest,
}

/// What a row measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The mean reward of player a: the winning rate, draws one half.
    #[default]
    Score,
    /// The points player a is ahead.
    Points,
}

impl Measure {
    /// The values that it can have.
    fn values(self) -> Values {
        match self {
            Measure::Score => 0.0..=1.0,
            Measure::Points => f64::NEG_INFINITY..=f64::INFINITY,
        }
    }
}

/// What a manifest says about the experiment its run belongs to: the claim, as it was written before the run, or [since](super::describe).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claimed {
    /// The experiment's name.
    pub experiment: String,
    /// Its title.
    pub title: String,
    /// Where the claim was published.
    pub source: String,
    /// What the source did, and what it does not say.
    pub protocol: String,
    /// The row's place in the table.
    pub place: usize,
}

impl MatchRow {
    /// The contest of this row.
    ///
    /// # Errors
    /// If the game or a player is not known, or a player does not fit the game.
    pub fn contest(&self, experiment: &Experiment) -> Result<Contest, ExperimentError> {
        self.contest_of(experiment).map_err(|error| experiment.located(Self::TABLES.rows, &self.name, error))
    }

    /// The work of this row.
    ///
    /// # Errors
    /// As [`contest`](MatchRow::contest).
    pub fn work(&self, experiment: &Experiment) -> Result<MatchWork, ExperimentError> {
        Ok(MatchWork { row: Some(self.clone()), contest: self.contest(experiment)? })
    }

    fn contest_of(&self, experiment: &Experiment) -> Result<Contest, ExperimentError> {
        let budget = match (self.simulations, self.seconds) {
            (None, None) => None,
            (simulations, seconds) => Some(Budget { simulations, seconds }),
        };
        let game = setup::game(self.game.clone()).map_err(|error| ExperimentError::from(error).below("game"))?;
        self.check_points(&game)?;
        self.check_limits()?;
        let player = |seat: &str, text: &str| {
            let player = Contestant::parse_for(&experiment.player(text), &game, budget);
            let player = player.map_err(|error| experiment.bad_player(text, error).below(seat))?;
            Ok::<_, ExperimentError>(player.with_reply_seconds(self.reply_seconds))
        };
        let mut contest = Contest {
            players: [player("a", &self.a)?, player("b", &self.b)?],
            openings: self.openings.clone().loaded(&game)?,
            game,
            seed: self.seed(experiment.seed),
            resign: resign_limit(self.resign)?,
        };
        contest.players[0].name.clone_from(&self.a);
        contest.players[1].name.clone_from(&self.b);
        Ok(contest)
    }

    /// Limits are above 0.
    fn check_limits(&self) -> Result<(), ExperimentError> {
        let seconds = [("seconds", self.seconds), ("reply_seconds", self.reply_seconds)];
        let bad = seconds.into_iter().find(|(_, limit)| limit.is_some_and(|limit| !(limit > 0.0 && limit <= 1e6)));
        match (self.simulations, bad) {
            (Some(0), _) => Err(ExperimentError::refused("simulations", "expected a number above 0")),
            (_, Some((key, _))) => Err(ExperimentError::refused(key, "expected seconds above 0, at most 1000000")),
            _ => Ok(()),
        }
    }

    /// Points need games that have some and are played to their end.
    fn check_points(&self, game: &GameSpec) -> Result<(), ExperimentError> {
        match (self.measure, game.about().payoff.score_range, self.resign) {
            (Measure::Points, None, _) => {
                Err(ExperimentError::refused("measure", format!("{} has no points; measure the score", game.about().name)))
            }
            (Measure::Points, _, Some(_)) => {
                Err(ExperimentError::refused("resign", "a resigned game has no points; leave it out or measure the score"))
            }
            _ => Ok(()),
        }
    }

    /// Rows have unrelated seeds, whatever their order. 32 bits: every reader of JSON reads them exactly.
    fn seed(&self, of_experiment: u64) -> u64 {
        let words: Vec<u64> = [of_experiment].into_iter().chain(self.name.bytes().map(u64::from)).collect();
        Rng::stream(&words).next_u64() >> 32
    }
}

impl Row for MatchRow {
    const TABLES: Tables = Tables { rows: "rows", defaults: "defaults", size: "games" };

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Games {
        self.games
    }

    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn published(&self) -> Option<String> {
        self.published.as_ref().map(|published| published.value.to_string())
    }

    fn subject(&self) -> String {
        format!("{} against {}", self.a, self.b)
    }

    fn check(&self) -> Result<(), ExperimentError> {
        let values = self.measure.values();
        self.published.as_ref().map_or(Ok(()), |published| published.check(&values))?;
        self.claim.as_ref().map_or(Ok(()), |claim| check_claim(claim, &values))
    }

    fn expand(self) -> Result<Vec<Self>, ExperimentError> {
        let of_point = |(name, a): (String, String)| MatchRow { name, a, sweep: Sweep::default(), ..self.clone() };
        Ok(sweep(&self.name, &self.a, &self.sweep)?.into_iter().map(of_point).collect())
    }
}

impl Work for MatchWork {
    type Row = MatchRow;
    type Entry = GameRecord;
    type SoFar = Tally;

    const WORDS: Words = Words { record: "games", job: "pair", jobs: "pairs", units: "games" };
    const JOB_SIZE: u64 = 2;

    fn of(row: &MatchRow, experiment: &Experiment) -> Result<Self, ExperimentError> {
        row.work(experiment)
    }

    fn row(&self) -> Option<&MatchRow> {
        self.row.as_ref()
    }

    fn hash(&self) -> String {
        hash_text(&self.contest)
    }

    fn game_version(&self) -> Option<u32> {
        Some(self.contest.game.about().version)
    }

    fn changes_since(&self, search: u32) -> Vec<&'static str> {
        let searches = self.contest.players.iter().filter_map(|player| player.search());
        searches.flat_map(|config| changes_since(search, config, &self.contest.game.about())).collect()
    }

    fn so_far(&self) -> Tally {
        Tally::for_contest(&self.contest)
    }

    fn job(&self, number: u64, _control: &Control) -> Option<Vec<GameRecord>> {
        matches::play_pair(&self.contest, number).ok().map(|pair| pair.games.into())
    }

    fn run(
        &self,
        plan: Plan,
        control: &Control,
        sink: &mut dyn FnMut(Vec<GameRecord>) -> Flow,
    ) -> Result<Vec<String>, ConfigError> {
        matches::run(&self.contest, plan, control, &mut |pair: Pair| sink(pair.games.into()))
    }

    /// Move by move, a recorded player in the place of one that cannot be repeated.
    fn again(&self, recorded: &[GameRecord], control: &Control) -> Result<Vec<Departure>, ConfigError> {
        matches::replay(&self.contest, recorded, control)
    }

    fn unrepeatable(&self) -> Option<String> {
        matches::unrepeatable(&self.contest)
    }

    fn threads(&self) -> usize {
        self.contest.threads()
    }

    fn check_players(&self, players: &mut PlayerCheck) -> Result<(), ConfigError> {
        players.check(&self.contest)
    }

    fn warnings(&self) -> Vec<String> {
        self.contest.warnings()
    }
}

/// Whether a name can be a folder's.
pub(super) fn is_good_name(name: &str) -> bool {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.';
    name.chars().all(good) && name.chars().any(|c| c.is_ascii_alphanumeric()) && !name.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_need_a_game_that_has_some_and_is_played_to_its_end() {
        let refused = |game: &str, more: &str| {
            let text = format!(
                "title = 't'\nsource = 's'\nprotocol = 'p'\n[[rows]]\nname = 'x'\ngame = {{ name = '{game}' }}\na = 'random'\n\
                 b = 'random'\ngames = {{ quick = 2, full = 2 }}\nmeasure = 'points'\n{more}"
            );
            let experiment = Experiment::parse(&text, "e").unwrap();
            experiment.matches().next().unwrap().contest(&experiment).err().map(|error| error.to_string())
        };
        assert_eq!(refused("go", ""), None);
        assert!(refused("tic-tac-toe", "").unwrap().contains("tic-tac-toe has no points"));
        assert!(refused("go", "resign = 0.1\n").unwrap().contains("a resigned game has no points"));
    }
}
