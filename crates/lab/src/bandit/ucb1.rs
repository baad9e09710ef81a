//! UCB1.

use super::choice::argmax;
use super::policy::Index;
use super::table::Tally;
use katsura_game::{Rng, math};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// UCB1 [auer2002]: pull the arm with the largest mean + c·sqrt(ln t / n), t being all pulls so far and n those of the arm.
///
/// The paper's sqrt(2 ln t / n) is c = √2, the default.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Ucb1 {
    /// The exploration constant, at least 0.
    pub c: f64,
}

impl Default for Ucb1 {
    fn default() -> Self {
        Ucb1 { c: std::f64::consts::SQRT_2 }
    }
}

impl Ucb1 {
    pub(super) fn problem(&self) -> Option<&'static str> {
        (!(self.c >= 0.0 && self.c.is_finite())).then_some("c of ucb1 must not be negative")
    }
}

impl Index for Ucb1 {
    fn visit_term(&self, visits: f64) -> f64 {
        1.0 / visits.sqrt()
    }

    fn choose(&self, tally: &Tally, scores: &mut [f64], rng: &mut Rng) -> usize {
        let scale = self.c * math::ln(tally.pulls.into()).sqrt();
        for ((score, mean), term) in scores.iter_mut().zip(&tally.means).zip(&tally.terms) {
            *score = mean + scale * term;
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
        // 4 of 4 and 1 of 4 after 8 pulls: 1 + sqrt(2 ln 8 / 4) and ¼ + the same
        let scores = scores_of(&Ucb1::default(), &tally(&[(4, 4.0), (4, 1.0)]));
        let bonus = (2.0 * 8f64.ln() / 4.0).sqrt();
        assert!((scores[0] - (1.0 + bonus)).abs() < 1e-12 && (scores[1] - (0.25 + bonus)).abs() < 1e-12);
    }

    #[test]
    fn without_exploration_it_is_greedy_and_with_much_it_takes_the_least_visited() {
        let tally = tally(&[(9, 8.0), (1, 0.0)]);
        let mut rng = Rng::new(1);
        let mut choose = |c| {
            let policy = Ucb1 { c };
            let mut scores = [0.0; 2];
            policy.choose(&tally.clone().with_terms(&policy), &mut scores, &mut rng)
        };
        assert_eq!((choose(0.0), choose(100.0)), (0, 1));
    }
}
