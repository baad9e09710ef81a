//! The generalised sequential probability ratio test on pairs.

use super::PairCounts;
use super::elo::{EloModel, NORMALISED_UNIT, logistic_score};
use super::quantile::crossing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A test of "at most `elo0`" against "at least `elo1`" that looks after every pair [wald1945].
///
/// The match goes on while the logarithm of the likelihood ratio (LLR) stays between ln(β/(1 − α)) and ln((1 − β)/α). At a
/// true difference of `elo0` it accepts the second hypothesis with probability α, at `elo1` the first with probability β;
/// in between it decides either way and takes longest.
///
/// After such a stop the observed Elo is biased away from zero: report the decision, or a
/// [`confidence_sequence`](super::confidence_sequence), which also fits differences that are large.
///
/// ```
/// use katsura_lab::stats::{Decision, EloModel, Gsprt, PairCounts};
/// let test = Gsprt::new(EloModel::Normalised, [0.0, 10.0]).unwrap();
/// assert_eq!(test.decide(&PairCounts::new([1, 1, 1, 1, 1])), Decision::Continue);
/// assert_eq!(test.decide(&PairCounts::new([500, 0, 0, 0, 0])), Decision::AcceptLow);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gsprt {
    /// What the two Elo numbers mean.
    pub model: EloModel,
    /// The first hypothesis.
    pub elo0: f64,
    /// The second hypothesis, above the first.
    pub elo1: f64,
    /// The probability of accepting the second hypothesis when the first is true.
    pub alpha: f64,
    /// The probability of accepting the first hypothesis when the second is true.
    pub beta: f64,
}

/// What a sequential test says now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// The difference is `elo0` or less.
    AcceptLow,
    /// The difference is `elo1` or more.
    AcceptHigh,
}

impl Decision {
    /// The decision in a word.
    pub fn word(self) -> &'static str {
        match self {
            Decision::AcceptLow => "low",
            Decision::AcceptHigh => "high",
            Decision::Continue => "undecided",
        }
    }
}

/// A sequential test that cannot be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadGsprt {
    /// The two hypotheses are not two numbers within ±100,000 in ascending order.
    #[error("the two Elo bounds of a sequential test must lie within ±100000, the lower one first")]
    Bounds,
    /// An error probability is not between 0 and ½.
    #[error("alpha and beta of a sequential test must lie between 0 and 0.5")]
    Errors,
}

impl Gsprt {
    /// The test between two Elo differences with α = β = 5 %.
    ///
    /// # Errors
    /// [`BadGsprt::Bounds`] unless both lie within ±100,000 and the first is the lower.
    pub fn new(model: EloModel, [elo0, elo1]: [f64; 2]) -> Result<Gsprt, BadGsprt> {
        Gsprt { model, elo0, elo1, alpha: 0.05, beta: 0.05 }.checked()
    }

    /// The test itself, if it can be run: for tests that were read from a file.
    ///
    /// # Errors
    /// [`BadGsprt`] says what is wrong.
    pub fn checked(self) -> Result<Gsprt, BadGsprt> {
        let errors = [self.alpha, self.beta].into_iter().all(|error| error > 0.0 && error < 0.5);
        let bounds = -1e5 <= self.elo0 && self.elo0 < self.elo1 && self.elo1 <= 1e5;
        match (errors, bounds) {
            (false, _) => Err(BadGsprt::Errors),
            (_, false) => Err(BadGsprt::Bounds),
            _ => Ok(self),
        }
    }

    /// The LLR at which the first and the second hypothesis are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of the generalised likelihood ratio of the two hypotheses; 0 before the first pair, always finite.
    ///
    /// Classes that were not seen count as 0.001 pairs. With mean μ and variance of the score of a pair:
    ///
    /// - normalised [vandenbergh2020, section 4.2]: games/2 · ln((1 + (t − t0)²)/(1 + (t − t1)²)) with
    ///   t = (μ − ½)/sqrt(2·variance) and t0, t1 the two Elo differences divided by 800/ln 10;
    /// - logistic [vandenbergh2019]: Σ counts · ln(p1/p0), where p0 and p1 are the most likely distributions whose mean is the
    ///   score of `elo0` and of `elo1`.
    pub fn llr(&self, pairs: &PairCounts) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.counts().map(|count| if count == 0 { 1e-3 } else { count as f64 });
        match self.model {
            EloModel::Normalised => self.llr_normalised(&counts),
            EloModel::Logistic => self.llr_logistic(&counts),
        }
    }

    /// The logarithm of the ratio that decides: the [LLR](Gsprt::llr), but for one case.
    ///
    /// When one player has won every game, the variance in the normalised formula is only that of the 0.001 pairs, and the LLR grows with
    /// the square root of the pairs: [0, 10] would take 175,000 pairs to see that a player who always loses is not better. The exact ratio of
    /// that case is simple (all weight on won and lost pairs) and takes 71; so it decides instead.
    pub fn deciding_llr(&self, pairs: &PairCounts) -> f64 {
        self.swept(pairs).unwrap_or_else(|| self.llr(pairs))
    }

    /// What to do after these pairs: the [ratio that decides](Gsprt::deciding_llr) against its bounds.
    pub fn decide(&self, pairs: &PairCounts) -> Decision {
        let [low, high] = self.bounds();
        match self.deciding_llr(pairs) {
            llr if llr <= low => Decision::AcceptLow,
            llr if llr >= high => Decision::AcceptHigh,
            _ => Decision::Continue,
        }
    }

    fn llr_normalised(&self, counts: &[f64; 5]) -> f64 {
        let n: f64 = counts.iter().sum();
        let average = |f: &dyn Fn(f64) -> f64| {
            counts.iter().zip(PairCounts::SCORES).map(|(count, score)| count * f(score)).sum::<f64>() / n
        };
        let mean = average(&|score| score);
        let variance = average(&|score| (score - mean).powi(2));
        let t = (mean - 0.5) / (2.0 * variance).sqrt();
        let [t0, t1] = [self.elo0, self.elo1].map(|elo| elo / NORMALISED_UNIT);
        n * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln()
    }

    fn llr_logistic(&self, counts: &[f64; 5]) -> f64 {
        let inside = |score: f64| score.clamp(1e-9, 1.0 - 1e-9);
        let [fit0, fit1] = [self.elo0, self.elo1].map(|elo| most_likely(counts, inside(logistic_score(elo))));
        counts.iter().zip(fit0).zip(fit1).map(|((count, p0), p1)| count * (p1 / p0).ln()).sum()
    }

    /// The exact normalised LLR when every pair was won, or every pair lost.
    fn swept(&self, pairs: &PairCounts) -> Option<f64> {
        let [lost, .., won] = pairs.counts();
        let swept =
            self.model == EloModel::Normalised && pairs.pairs() > 0 && (pairs.pairs() == lost || pairs.pairs() == won);
        // a share p of won pairs and 1 − p of lost ones has t = (p − ½)/sqrt(2p(1 − p))
        let share = |elo: f64| {
            let t = elo / NORMALISED_UNIT;
            0.5 + t / (2.0 + 4.0 * t * t).sqrt()
        };
        let ratio = |p0: f64, p1: f64| (p1 / p0).ln();
        let of = |count: u64, p0: f64, p1: f64| if count == 0 { 0.0 } else { count as f64 * ratio(p0, p1) };
        let [p0, p1] = [share(self.elo0), share(self.elo1)];
        swept.then(|| of(won, p0, p1) + of(lost, 1.0 - p0, 1.0 - p1))
    }
}

/// The most likely distribution with this mean: p̂/(1 + x·(score − mean)), x such that the mean is right [vandenbergh2019].
///
/// x lies between the values that would make the weight of a won or a lost pair infinite; there the sum that must vanish
/// decreases, so bisection finds it.
fn most_likely(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let n: f64 = counts.iter().sum();
    let weight = |class: usize, x: f64| counts[class] / n / (1.0 + x * (PairCounts::SCORES[class] - mean));
    let excess = |x: f64| (0..5).map(|class| weight(class, x) * (PairCounts::SCORES[class] - mean)).sum::<f64>();
    let x = crossing(-1.0 / (1.0 - mean), 1.0 / mean, |x| -excess(x));
    std::array::from_fn(|class| weight(class, x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_game::Rng;

    fn test(model: EloModel, bounds: [f64; 2]) -> Gsprt {
        Gsprt::new(model, bounds).unwrap()
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        // ln(0.95 / 0.05) = ln 19
        let [low, high] = test(EloModel::Normalised, [0.0, 5.0]).bounds();
        assert!((high - 19f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
    }

    #[test]
    fn the_ratios_are_those_of_fishtest() {
        // official-stockfish/fishtest at b8eecff2, server/fishtest/stats/LLRcalc.py:
        // LLR_normalized_alt(elo0, elo1, counts) and LLR_logistic(elo0, elo1, counts)
        let table = [
            ([1, 1, 1, 1, 1], [0.0, 10.0], -0.004140393139989987, -0.004140850484902099),
            ([10, 20, 40, 25, 12], [0.0, 10.0], 0.2404667085917741, 0.27409847129775683),
            ([10, 20, 40, 25, 12], [0.0, 5.0], 0.14228995098920955, 0.17250597152572597),
            ([144, 3, 1, 0, 0], [0.0, 10.0], -1.2852898387304503, -4.321077217817886),
            ([144, 3, 1, 0, 0], [-1500.0, -500.0], -228.670874066065, 4.867799477445561),
            ([0, 0, 0, 0, 20], [0.0, 10.0], 0.031526623496731035, 0.5674190961773009),
            ([0, 0, 50, 0, 0], [0.0, 10.0], -0.04140724371441186, -1.452044952441818),
            ([23, 1790, 4182, 2009, 14], [0.0, 5.0], 4.172079340704074, 5.004645123747373),
        ];
        for (counts, bounds, normalised, logistic) in table {
            let pairs = PairCounts::new(counts);
            let ours = test(EloModel::Normalised, bounds).llr(&pairs);
            assert!((ours - normalised).abs() < 1e-9, "{counts:?} {bounds:?}: {ours} instead of {normalised}");
            let ours = test(EloModel::Logistic, bounds).llr(&pairs);
            assert!((ours - logistic).abs() < 2e-5 * logistic.abs(), "{counts:?} {bounds:?}: {ours} instead of {logistic}");
        }
    }

    #[test]
    fn one_pair_by_hand() {
        // 1, 0, 0, 0, 1 without regularised classes: mean ½, so t = 0 and the ratio is n·ln(1/(1 + t1²))
        let ours = test(EloModel::Normalised, [0.0, NORMALISED_UNIT]).llr_normalised(&[1.0, 0.0, 0.0, 0.0, 1.0]);
        assert!((ours - 2.0 * 0.5f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn one_sided_matches_are_decided_and_nothing_is_ever_not_a_number() {
        for model in [EloModel::Normalised, EloModel::Logistic] {
            for bounds in [[0.0, 2.0], [0.0, 10.0], [-5.0, 0.0], [-1500.0, -500.0], [-1e5, 1e5]] {
                let test = test(model, bounds);
                for n in [0u64, 1, 20, 1_000, 1_000_000] {
                    for class in 0..5 {
                        let mut counts = [0; 5];
                        counts[class] = n;
                        assert!(test.llr(&PairCounts::new(counts)).is_finite(), "{test:?} {counts:?}");
                    }
                }
            }
            for (bounds, all_lost, all_won) in [([0.0, 10.0], 200, 200), ([-5.0, 0.0], 500, 500), ([-300.0, 0.0], 20, 20)] {
                let test = test(model, bounds);
                assert_eq!(test.decide(&PairCounts::new([all_lost, 0, 0, 0, 0])), Decision::AcceptLow, "{test:?}");
                assert_eq!(test.decide(&PairCounts::new([0, 0, 0, 0, all_won])), Decision::AcceptHigh, "{test:?}");
                assert_eq!(test.decide(&PairCounts::default()), Decision::Continue);
            }
        }
    }

    #[test]
    fn the_ratio_of_a_swept_match_is_the_exact_one() {
        // fishtest at b8eecff2: LLR_normalized(0, 10, [20, 0, 0, 0, 0]) = -0.8304397966675218 and
        // LLR_normalized(0, 10, [0, 0, 0, 0, 20]) = 0.7973251800223381, which hold 0.001 pairs of each other class
        let test = test(EloModel::Normalised, [0.0, 10.0]);
        let lost = test.swept(&PairCounts::new([20, 0, 0, 0, 0])).unwrap();
        let won = test.swept(&PairCounts::new([0, 0, 0, 0, 20])).unwrap();
        assert!((lost + 0.8304).abs() < 1e-3 && (won - 0.7973).abs() < 1e-3, "{lost} {won}");
        assert_eq!(test.swept(&PairCounts::new([1, 0, 0, 0, 20])), None);
        let decided = (1..).find(|&n| test.decide(&PairCounts::new([n, 0, 0, 0, 0])) != Decision::Continue);
        assert_eq!(decided, Some(71), "the number of the documentation");
    }

    #[test]
    fn bad_tests_are_refused() {
        assert_eq!(Gsprt::new(EloModel::Logistic, [5.0, 0.0]), Err(BadGsprt::Bounds));
        assert_eq!(Gsprt::new(EloModel::Logistic, [f64::NAN, 0.0]), Err(BadGsprt::Bounds));
        let good = test(EloModel::Logistic, [0.0, 5.0]);
        assert_eq!(Gsprt { alpha: 0.0, ..good }.checked(), Err(BadGsprt::Errors));
        assert_eq!(Gsprt { beta: f64::NAN, ..good }.checked(), Err(BadGsprt::Errors));
    }

    /// Draws until the test decides; whether it accepted the second hypothesis.
    fn accepts_high(test: &Gsprt, probabilities: &[f64; 5], rng: &mut Rng) -> bool {
        let mut counts = [0u64; 5];
        loop {
            let mut left = rng.unit();
            let class = probabilities.iter().position(|p| {
                left -= p;
                left < 0.0
            });
            counts[class.unwrap_or(4)] += 1;
            match test.decide(&PairCounts::new(counts)) {
                Decision::Continue => {}
                decision => return decision == Decision::AcceptHigh,
            }
        }
    }

    /// Shifts a symmetric distribution so that its difference in the model is `elo`: weight goes from each class to the next.
    fn shifted(model: EloModel, base: [f64; 5], elo: f64) -> [f64; 5] {
        let at = |by: f64| -> [f64; 5] { std::array::from_fn(|i| base[i] * (1.0 + by * (PairCounts::SCORES[i] - 0.5))) };
        let difference = |by: f64| {
            let p = at(by);
            let mean: f64 = (0..5).map(|i| p[i] * PairCounts::SCORES[i]).sum();
            let variance: f64 = (0..5).map(|i| p[i] * (PairCounts::SCORES[i] - mean).powi(2)).sum();
            match model {
                EloModel::Normalised => (mean - 0.5) / (2.0 * variance).sqrt() * NORMALISED_UNIT,
                EloModel::Logistic => crate::stats::elo::logistic(mean),
            }
        };
        at(crossing(-2.0, 2.0, |by| difference(by) - elo))
    }

    #[test]
    fn the_error_rates_are_the_stated_ones() {
        let runs = 2000;
        // 4 standard errors of 2000 runs around 5 %; overshooting the bounds can only make errors rarer
        let most = 0.05 + 4.0 * (0.05f64 * 0.95 / f64::from(runs)).sqrt();
        for (number, base) in
            [[0.05, 0.2, 0.5, 0.2, 0.05], [0.25, 0.0, 0.5, 0.0, 0.25], [0.45, 0.0, 0.1, 0.0, 0.45]].iter().enumerate()
        {
            for (model, bounds) in [(EloModel::Normalised, [0.0, 30.0]), (EloModel::Logistic, [-30.0, 60.0])] {
                let test = test(model, bounds);
                let mut rng = Rng::stream(&[9, number as u64, model as u64]);
                for (elo, wrong) in [(bounds[0], true), (bounds[1], false)] {
                    let truth = shifted(model, *base, elo);
                    let errors = (0..runs).filter(|_| accepts_high(&test, &truth, &mut rng) == wrong).count();
                    let share = errors as f64 / f64::from(runs);
                    assert!((0.02..most).contains(&share), "{model:?} {base:?} at {elo}: {share}");
                }
            }
        }
    }
}
