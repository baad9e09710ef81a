//! Thompson sampling.

use super::choice::argmax;
use super::policy::Index;
use super::sample;
use super::table::Tally;
use katsura_game::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Thompson sampling [thompson1933]: draw a mean for each arm from what is believed about it, pull the arm with the largest.
///
/// Differs from the papers: as with all policies here, every arm is pulled once first.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Thompson {
    /// What is believed about an arm.
    pub posterior: Posterior,
}

/// What is believed about an arm after n pulls with sum s.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Posterior {
    /// Beta(1 + s, 1 + n − s), for rewards in [0, 1]. Rewards between 0 and 1 count as fractions; [agrawal2012] tosses a coin.
    #[default]
    Beta,
    /// Normal with mean s/(n + 1) and variance sd²/(n + 1), for rewards of this standard deviation [agrawal2013].
    Gaussian {
        /// The standard deviation of rewards.
        sd: f64,
    },
}

impl Thompson {
    pub(super) fn problem(&self) -> Option<&'static str> {
        let bad = matches!(self.posterior, Posterior::Gaussian { sd } if !(sd >= 0.0 && sd.is_finite()));
        bad.then_some("the standard deviation of thompson must not be negative")
    }
}

impl Index for Thompson {
    fn choose(&self, tally: &Tally, scores: &mut [f64], rng: &mut Rng) -> usize {
        match self.posterior {
            Posterior::Beta => {
                for (arm, score) in scores.iter_mut().enumerate() {
                    let (n, s) = (tally.visits[arm], tally.sums[arm].clamp(0.0, tally.visits[arm]));
                    *score = sample::beta(1.0 + s, 1.0 + n - s, rng);
                }
            }
            Posterior::Gaussian { sd } => {
                for (arm, score) in scores.iter_mut().enumerate() {
                    let n = tally.visits[arm] + 1.0;
                    *score = tally.sums[arm] / n + sd / n.sqrt() * sample::normal(rng);
                }
            }
        }
        argmax(scores, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::policy::testing::tally;

    #[test]
    fn an_arm_is_drawn_as_often_as_it_is_believed_best_by_hand() {
        // Beta(2, 1) against Beta(1, 2): P(X > Y) = ∫ 2x·(1 − (1 − x)²) dx = 5/6
        let (tally, mut rng) = (tally(&[(1, 1.0), (1, 0.0)]), Rng::new(1));
        let first = (0..20_000).filter(|_| Thompson::default().choose(&tally, &mut [0.0; 2], &mut rng) == 0).count();
        assert!((first as f64 / 20_000.0 - 5.0 / 6.0).abs() < 0.012, "{first}");
        // N(½, ½) against N(0, ½) at sd 1: difference N(½, 1), P = Φ(½) = 0.6915
        let gaussian = Thompson { posterior: Posterior::Gaussian { sd: 1.0 } };
        let first = (0..20_000).filter(|_| gaussian.choose(&tally, &mut [0.0; 2], &mut rng) == 0).count();
        assert!((first as f64 / 20_000.0 - 0.6915).abs() < 0.015, "{first}");
    }
}
