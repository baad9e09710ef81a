//! The epsilon-greedy policy.

use super::choice::argmax;
use super::policy::Index;
use super::table::Tally;
use katsura_game::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// With probability epsilon any arm, otherwise the arm with the best mean [sutton2018, section 2.4].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EpsilonGreedy {
    /// The probability of any arm, in [0, 1].
    pub epsilon: f64,
}

impl Default for EpsilonGreedy {
    fn default() -> Self {
        EpsilonGreedy { epsilon: 0.1 }
    }
}

impl EpsilonGreedy {
    pub(super) fn problem(&self) -> Option<&'static str> {
        (!(0.0..=1.0).contains(&self.epsilon)).then_some("epsilon of epsilon_greedy must lie between 0 and 1")
    }
}

impl Index for EpsilonGreedy {
    fn choose(&self, tally: &Tally, _scores: &mut [f64], rng: &mut Rng) -> usize {
        if rng.chance(self.epsilon) { rng.index(tally.arms()) } else { argmax(&tally.means, rng) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::policy::testing::tally;

    #[test]
    fn the_best_arm_gets_its_share_by_hand() {
        // epsilon 0.4 of four arms: the best arm with 0.6 + 0.4/4 = 0.7
        let (policy, tally, mut rng) =
            (EpsilonGreedy { epsilon: 0.4 }, tally(&[(2, 0.0), (2, 2.0), (2, 1.0), (2, 1.0)]), Rng::new(1));
        let best = (0..20_000).filter(|_| policy.choose(&tally, &mut [], &mut rng) == 1).count();
        assert!((best as f64 / 20_000.0 - 0.7).abs() < 0.015, "{best}");
    }
}
