//! One row of a table: two players and what is claimed about them.

use super::file::Checked;
use super::published::{Values, check_claim};
use super::{Experiment, Published};
use crate::folder::MatchWork;
use crate::matches::{Contest, Contestant, Openings, resign_limit};
use crate::stats::Claim;
use katsura_engine::setup;
use katsura_game::Rng;
use katsura_games::GameSpec;
use katsura_mcts::{Budget, ConfigError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The row's name, which is also that of its folder.
    pub name: String,
    /// The game, as in a configuration file.
    pub game: Value,
    /// Player a: the one the claim is about.
    pub a: String,
    /// Player b.
    pub b: String,
    /// Simulations per move of both players, unless a player's text sets `budget.…`; without this and `seconds`, each player's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u64>,
    /// Seconds per move of both players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Seconds that outside programs may take for a reply, instead of [60](crate::matches::Program::REPLY_SECONDS).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_seconds: Option<f64>,
    /// A search resigns when it expects less than this of its best move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

/// How many games, or instances, a row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// With `--quick`.
    pub quick: u64,
    /// Otherwise.
    pub full: u64,
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

impl Row {
    /// The contest of this row.
    ///
    /// # Errors
    /// If the game or a player is not known, or a player does not fit the game.
    pub fn contest(&self, experiment: &Experiment) -> Result<Contest, ConfigError> {
        self.contest_of(experiment).map_err(|error| experiment.located(format!("rows.{}", self.name), &error))
    }

    /// The work of this row.
    ///
    /// # Errors
    /// As [`contest`](Row::contest).
    pub fn work(&self, experiment: &Experiment) -> Result<MatchWork, ConfigError> {
        Ok(MatchWork { row: Some(self.clone()), contest: self.contest(experiment)? })
    }

    fn contest_of(&self, experiment: &Experiment) -> Result<Contest, ConfigError> {
        let budget = match (self.simulations, self.seconds) {
            (None, None) => None,
            (simulations, seconds) => Some(Budget { simulations, seconds }),
        };
        let game = setup::game(self.game.clone())?;
        self.check_points(&game)?;
        self.check_limits()?;
        let player = |seat: &str, text: &str| {
            let player = Contestant::parse_for(&experiment.player(text), &game, budget);
            let player = player.map_err(|error| ConfigError::new(seat, experiment.with_own_players(&error)))?;
            Ok::<_, ConfigError>(player.with_reply_seconds(self.reply_seconds))
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
    fn check_limits(&self) -> Result<(), ConfigError> {
        let seconds = [("seconds", self.seconds), ("reply_seconds", self.reply_seconds)];
        let bad = seconds.into_iter().find(|(_, limit)| limit.is_some_and(|limit| !(limit > 0.0 && limit <= 1e6)));
        match (self.simulations, bad) {
            (Some(0), _) => Err(ConfigError::new("simulations", "expected a number above 0")),
            (_, Some((key, _))) => Err(ConfigError::new(key, "expected seconds above 0, at most 1000000")),
            _ => Ok(()),
        }
    }

    /// Points need games that have some and are played to their end.
    fn check_points(&self, game: &GameSpec) -> Result<(), ConfigError> {
        match (self.measure, game.about().payoff.score_range, self.resign) {
            (Measure::Points, None, _) => {
                Err(ConfigError::new("measure", format!("{} has no points; measure the score", game.about().name)))
            }
            (Measure::Points, _, Some(_)) => {
                Err(ConfigError::new("resign", "a resigned game has no points; leave it out or measure the score"))
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

impl Checked for Row {
    fn check(&self) -> Result<(), String> {
        let values = self.measure.values();
        self.published.as_ref().map_or(Ok(()), |published| published.check(&values))?;
        self.claim.as_ref().map_or(Ok(()), |claim| check_claim(claim, &values))
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
            experiment.rows[0].contest(&experiment).err().map(|error| error.to_string())
        };
        assert_eq!(refused("go", ""), None);
        assert!(refused("tic-tac-toe", "").unwrap().contains("tic-tac-toe has no points"));
        assert!(refused("go", "resign = 0.1\n").unwrap().contains("a resigned game has no points"));
    }
}
