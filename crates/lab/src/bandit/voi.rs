//! The value of information of a pull.

use super::choice::{argmax, maximum, maximum_by};
use super::policy::Index;
use super::table::Tally;
use katsura_game::{Rng, math};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The VOI policy [tolpin2012, eq. 4]: pull the arm with the largest bound on the value of the information it may bring.
///
/// With α the best arm, β the second best, n visits and N pulls left:
///
/// - α itself: 2N·mean_β/n_α · exp(−φ(mean_α − mean_β)²·n_α), the chance that it turns out worse than β;
/// - any other arm i: 2N·(1 − mean_α)/n_i · exp(−φ(mean_α − mean_i)²·n_i), the chance that it turns out better than α.
///
/// For rewards in [0, 1]. The factor 2N is common to all arms and left out; it would matter only for stopping early. Arms are
/// compared by the logarithm of the bound, which needs no exponentials and does not underflow; arms that are equal in exact
/// arithmetic through different quotients may differ there in the last bit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Voi {
    /// How equation 4 is read.
    pub form: VoiForm,
    /// φ: 1.37 in the paper, 2 in the program that made its figure.
    pub exponent: f64,
    /// n in the first factor.
    pub divisor: Divisor,
}

/// How equation 4 is read where arms tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoiForm {
    /// As printed: one arm α, chosen uniformly among the best, and β the best of the others, whose mean may be the same.
    Literal,
    /// As in the authors' program: mean_β is the second *distinct* mean (0 if there is none), and every arm above it counts as α.
    Authors,
}

/// What the bound divides by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Divisor {
    /// n, as in the paper.
    Visits,
    /// n + 1, as in the authors' later program.
    VisitsPlusOne,
}

impl Voi {
    /// Equation 4 as printed.
    pub fn literal() -> Voi {
        Voi { form: VoiForm::Literal, exponent: 1.37, divisor: Divisor::Visits }
    }

    /// The program behind figure 1 of the paper.
    pub fn authors() -> Voi {
        Voi { form: VoiForm::Authors, exponent: 2.0, divisor: Divisor::Visits }
    }

    pub(super) fn problem(&self) -> Option<&'static str> {
        (!(self.exponent >= 0.0 && self.exponent.is_finite())).then_some("the exponent of voi must not be negative")
    }

    /// The logarithm of the bound: `gain` is what there is to win, `gap` how far the mean is from where it is won, on
    /// either side.
    #[inline]
    fn ln_bound(&self, ln_gain: f64, gap: f64, visits: f64, ln_divisor: f64) -> f64 {
        ln_gain - ln_divisor - self.exponent * gap * gap * visits
    }

    fn literal_scores(&self, tally: &Tally, scores: &mut [f64], rng: &mut Rng) {
        let alpha = argmax(&tally.means, rng);
        let (before, after) = (&tally.means[..alpha], &tally.means[alpha + 1..]);
        let best = tally.means[alpha];
        let second = maximum(before).max(maximum(after)).max(0.0);
        let ln_rest = ln_gain(1.0 - best);
        for (score, (mean, visits, term)) in scores.iter_mut().zip(columns(tally)) {
            *score = self.ln_bound(ln_rest, best - mean, visits, term);
        }
        scores[alpha] = self.ln_bound(ln_gain(second), best - second, tally.visits[alpha], tally.terms[alpha]);
    }

    fn authors_scores(&self, tally: &Tally, scores: &mut [f64]) {
        let best = maximum(&tally.means).max(0.0);
        let second = maximum_by(&tally.means, |mean| if mean < best { mean } else { 0.0 }).max(0.0);
        let (ln_second, ln_rest) = (ln_gain(second), ln_gain(1.0 - best));
        for (score, (mean, visits, term)) in scores.iter_mut().zip(columns(tally)) {
            let (ln_gain, goal) = if mean > second { (ln_second, second) } else { (ln_rest, best) };
            *score = self.ln_bound(ln_gain, goal - mean, visits, term);
        }
    }
}

impl Default for Voi {
    fn default() -> Self {
        Voi::literal()
    }
}

/// Mean, visits and term of each arm.
fn columns(tally: &Tally) -> impl Iterator<Item = (f64, f64, f64)> {
    let columns = tally.means.iter().zip(&tally.visits).zip(&tally.terms);
    columns.map(|((&mean, &visits), &term)| (mean, visits, term))
}

/// The logarithm of what there is to win; nothing below 0 can be won.
fn ln_gain(gain: f64) -> f64 {
    math::ln(gain.max(0.0))
}

impl Index for Voi {
    fn visit_term(&self, visits: f64) -> f64 {
        match self.divisor {
            Divisor::Visits => math::ln(visits),
            Divisor::VisitsPlusOne => math::ln(visits + 1.0),
        }
    }

    fn choose(&self, tally: &Tally, scores: &mut [f64], rng: &mut Rng) -> usize {
        match self.form {
            VoiForm::Literal => self.literal_scores(tally, scores, rng),
            VoiForm::Authors => self.authors_scores(tally, scores),
        }
        argmax(scores, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::policy::testing::{scores_of, tally};
    use proptest::prelude::{any, prop, prop_assert, proptest};

    /// Equation 4 as it is printed, without logarithms, for a known α.
    fn printed(voi: &Voi, arms: &[(u32, f64)], alpha: usize) -> Vec<f64> {
        let mean = |arm: usize| arms[arm].1 / f64::from(arms[arm].0);
        let second = (0..arms.len()).filter(|&arm| arm != alpha).map(mean).fold(0.0, f64::max);
        let bound = |arm: usize, gain: f64, gap: f64| {
            let n = f64::from(arms[arm].0);
            let divisor = if voi.divisor == Divisor::Visits { n } else { n + 1.0 };
            2.0 * gain / divisor * (-voi.exponent * gap * gap * n).exp()
        };
        let of = |arm| {
            if arm == alpha {
                bound(arm, second, mean(arm) - second)
            } else {
                bound(arm, 1.0 - mean(alpha), mean(alpha) - mean(arm))
            }
        };
        (0..arms.len()).map(of).collect()
    }

    #[test]
    fn literal_bounds_by_hand() {
        // means 0.8 of 10, 0.5 of 4, 0 of 2
        let arms = [(10, 8.0), (4, 2.0), (2, 0.0)];
        let scores = scores_of(&Voi::literal(), &tally(&arms));
        let expected: [f64; 3] = [
            0.5 / 10.0 * (-1.37f64 * 0.09 * 10.0).exp(),
            0.2 / 4.0 * (-1.37f64 * 0.09 * 4.0).exp(),
            0.2 / 2.0 * (-1.37f64 * 0.64 * 2.0).exp(),
        ];
        assert!(scores.iter().zip(expected).all(|(ours, theirs)| (ours.exp() - theirs).abs() < 1e-12), "{scores:?}");
        let printed = printed(&Voi::literal(), &arms, 0);
        assert!(printed.iter().zip(expected).all(|(a, b)| (a - 2.0 * b).abs() < 1e-12));
    }

    #[test]
    fn the_authors_treat_all_leaders_alike_and_look_for_the_second_distinct_mean() {
        // two arms at 1, one at ½: β = ½; with α = 1 nothing is to be won from the third arm
        let voi = Voi::authors();
        let scores = scores_of(&voi, &tally(&[(1, 1.0), (2, 2.0), (2, 1.0)]));
        assert!((scores[0].exp() - 0.5 * (-2f64 * 0.25).exp()).abs() < 1e-12);
        assert!((scores[1].exp() - 0.5 / 2.0 * (-2f64 * 0.25 * 2.0).exp()).abs() < 1e-12);
        assert_eq!(scores[2], f64::NEG_INFINITY);
        // all means equal: β = 0 and nothing is to be won anywhere; all zero: everything is to be won
        assert!(scores_of(&voi, &tally(&[(2, 1.0), (4, 2.0)])).iter().all(|&score| score == f64::NEG_INFINITY));
        assert!(scores_of(&voi, &tally(&[(2, 0.0), (4, 0.0)])).iter().all(|&score| score.is_finite()));
    }

    #[test]
    fn literal_ties_give_beta_the_mean_of_alpha() {
        let voi = Voi { divisor: Divisor::VisitsPlusOne, ..Voi::literal() };
        let scores = scores_of(&voi, &tally(&[(3, 1.5), (3, 1.5)]));
        // ½/(3 + 1) for α (gap 0, β at ½) and for the other
        assert!(scores.iter().all(|score| (score.exp() - 0.125).abs() < 1e-12), "{scores:?}");
    }

    proptest! {
        #[test]
        fn logarithms_choose_what_the_printed_form_chooses(
            arms in prop::collection::vec((1u32..20, 0.0..1.0f64), 2..12), plus_one in any::<bool>(), seed in any::<u64>(),
        ) {
            let arms: Vec<(u32, f64)> = arms.iter().map(|&(n, share)| (n, share * f64::from(n))).collect();
            let divisor = if plus_one { Divisor::VisitsPlusOne } else { Divisor::Visits };
            for voi in [Voi { divisor, ..Voi::literal() }, Voi { divisor, ..Voi::authors() }] {
                // means drawn from a continuum do not tie, so both forms have one α
                let means: Vec<f64> = arms.iter().map(|&(n, sum)| sum / f64::from(n)).collect();
                let alpha = argmax(&means, &mut Rng::new(seed));
                let expected = printed(&voi, &arms, alpha);
                let tally = tally(&arms).with_terms(&voi);
                let mut scores = vec![0.0; arms.len()];
                let chosen = voi.choose(&tally, &mut scores, &mut Rng::new(seed));
                let most = expected.iter().copied().fold(0.0, f64::max);
                prop_assert!(expected[chosen] >= most * (1.0 - 1e-9), "{:?} {:?}", voi, expected);
            }
        }
    }
}
