//! UCB-V.

use super::choice::argmax;
use super::policy::Index;
use super::table::Tally;
use katsura_game::{Rng, math};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// UCB-V [audibert2009, eq. 1]: mean + sqrt(2·variance·E / n) + c·3·E / n with E = ζ ln t, for rewards in [0, 1].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UcbV {
    /// How fast exploration grows; the paper proves its bounds for more than 1 and computes with 1.2.
    pub zeta: f64,
    /// The weight of the term that does not shrink with the variance; 1 in the paper.
    pub c: f64,
}

impl Default for UcbV {
    fn default() -> Self {
        UcbV { zeta: 1.2, c: 1.0 }
    }
}

impl UcbV {
    pub(super) fn problem(&self) -> Option<&'static str> {
        let good = |x: f64| x >= 0.0 && x.is_finite();
        (!(good(self.zeta) && good(self.c))).then_some("zeta and c of ucb_v must not be negative")
    }
}

impl Index for UcbV {
    fn visit_term(&self, visits: f64) -> f64 {
        1.0 / visits
    }

    fn choose(&self, tally: &Tally, scores: &mut [f64], rng: &mut Rng) -> usize {
        let exploration = self.zeta * math::ln(tally.pulls.into());
        for (arm, score) in scores.iter_mut().enumerate() {
            let ratio = exploration * tally.terms[arm];
            *score = tally.means[arm] + (2.0 * tally.variance(arm) * ratio).sqrt() + 3.0 * self.c * ratio;
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
        // 4 pulls with mean ½ (variance ¼) and 4 with mean 1 (variance 0) after 8: E = 1.2·ln 8
        let scores = scores_of(&UcbV::default(), &tally(&[(4, 2.0), (4, 4.0)]));
        let e = 1.2 * 8f64.ln();
        assert!((scores[0] - (0.5 + (2.0 * 0.25 * e / 4.0).sqrt() + 3.0 * e / 4.0)).abs() < 1e-12);
        assert!((scores[1] - (1.0 + 3.0 * e / 4.0)).abs() < 1e-12);
    }
}
