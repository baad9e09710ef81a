//! What a simulation counts for: wins, or the scores of [bruegmann1993].

use crate::config::{ConfigError, parameters, refused};
use katsura_game::{About, Outcome, Points, Rewards};

parameters! {
    /// What a simulation counts for: `search.reward`.
    pub enum RewardKind by name checked by RewardKind::check {
        /// The result: 1 for a win, ½ for a draw, 0 for a loss.
        #[default]
        Win,
        /// The score, linearly: ½ is even, 1 the largest possible difference. For games that have a score.
        Score,
    }
}

impl RewardKind {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if *self == RewardKind::Win || about.payoff.score_range.is_some() {
            return Ok(());
        }
        refused(format!("counts scores, and {} has none", about.name))
    }

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
