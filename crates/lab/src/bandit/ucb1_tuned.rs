//! UCB1-Tuned.

use super::choice::argmax;
use super::policy::Index;
use super::table::Tally;
use katsura_game::{Rng, math};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// UCB1-Tuned [auer2002, section 4]: mean + sqrt(ln t / n · min(¼, V)), V = variance + sqrt(2 ln t / n).
///
/// ¼ is the largest variance that rewards in [0, 1] can have.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ucb1Tuned {}

impl Index for Ucb1Tuned {
    fn visit_term(&self, visits: f64) -> f64 {
        1.0 / visits
    }

    fn choose(&self, tally: &Tally, scores: &mut [f64], rng: &mut Rng) -> usize {
        let ln_t = math::ln(tally.pulls.into());
        for (arm, score) in scores.iter_mut().enumerate() {
            let ratio = ln_t * tally.terms[arm];
            let variance = (tally.variance(arm) + (2.0 * ratio).sqrt()).min(0.25);
            *score = tally.means[arm] + (ratio * variance).sqrt();
        }
        argmax(scores, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::policy::testing::{scores_of, tally};

    #[test]
    fn scores_by_hand() {
        // 100 pulls with mean ½ and 10,000 pulls with mean 0: ratios ln 10100/100 and ln 10100/10000
        let scores = scores_of(&Ucb1Tuned {}, &tally(&[(100, 50.0), (10_000, 0.0)]));
        let ln_t = 10_100f64.ln();
        let second = (ln_t / 1e4 * (2.0 * ln_t / 1e4).sqrt()).sqrt();
        // the first variance ¼ + sqrt(..) is cut to ¼
        assert!((scores[0] - (0.5 + (ln_t / 100.0 * 0.25).sqrt())).abs() < 1e-12);
        assert!((scores[1] - second).abs() < 1e-12);
    }
}
