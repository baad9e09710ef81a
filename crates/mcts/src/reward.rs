//! What a simulation counts for: wins, or the scores of [bruegmann1993].

use katsura_game::{About, Outcome, Points, Rewards};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a simulation counts for: `search.reward`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RewardKind {
    /// The result: 1 for a win, ½ for a draw, 0 for a loss.
    #[default]
    Win,
    /// The score, linearly: ½ is even, 1 the largest possible difference. For games that have a score.
    Score,
}

impl RewardKind {
    /// The rewards of a finished game.
    #[inline]
    pub fn of<S: Points>(self, state: &S) -> Rewards {
        match self {
            RewardKind::Win => state.rewards(),
            RewardKind::Score => state.score_rewards().unwrap_or_else(|| state.rewards()),
        }
    }

    /// The rewards of a playout.
    #[inline]
    pub fn of_outcome(self, outcome: &Outcome) -> Rewards {
        match self {
            RewardKind::Win => outcome.rewards,
            RewardKind::Score => outcome.score.unwrap_or(outcome.rewards),
        }
    }

    /// How many points a reward of 1 is: for scores twice the largest difference, for results 1.
    pub fn points(self, about: &About) -> f64 {
        match self {
            RewardKind::Win => 1.0,
            RewardKind::Score => about.payoff.score_range.map_or(1.0, |range| 2.0 * f64::from(range)),
        }
    }
}
