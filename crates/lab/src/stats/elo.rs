//! Elo differences, always with the name of the model.
//!
//! Show Elo beside the score, never alone: at 0 and 1 it is infinite, and the three models in use (logistic, normalised,
//! Bayesian) give different numbers for the same match.

use super::{Interval, Level, Measured, PairCounts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an Elo number means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EloModel {
    /// The score alone: 400·log₁₀ of the odds [elo1978].
    Logistic,
    /// The score in standard deviations of a game, scaled to agree with logistic Elo for even players without draws
    /// [vandenbergh2020].
    Normalised,
}

/// Normalised Elo of one standard deviation of a game: 800 / ln 10.
pub const NORMALISED_UNIT: f64 = 347.435_585_522_601_5;

/// The logistic Elo difference of a score: −400·log₁₀(1/s − 1); infinite at 0 and 1.
///
/// ```
/// use katsura_lab::stats::elo;
/// assert!((elo::logistic(0.64) - 99.95).abs() < 0.01);
/// ```
pub fn logistic(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The score of a logistic Elo difference.
pub fn logistic_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The logistic Elo interval of an interval of scores.
pub fn logistic_interval(scores: Interval) -> Interval {
    scores.map(logistic)
}

/// The normalised Elo difference of a match, with its interval; `None` when all pairs ended alike: the model has no value there.
///
/// nElo = (μ − ½)/σ · 800/ln 10, σ = sqrt(2·variance of a pair): pairs are weighed as two games [vandenbergh2020].
///
/// The interval begins with the delta method: the variance of t = (μ − ½)/s for a sample of n pairs is (1 − t·skewness + t²(kurtosis − 1)/4)/n. That alone is far too
/// narrow where few pairs are not of the commonest class, because they alone tell the variance. So
///
/// - as in [`pair_variance`](super::pair_variance) the lower end is computed from the sample and one lost pair more, the upper end from the sample and one won pair
///   more: a class that was not seen may be there;
/// - it is computed for asinh t, whose error depends little on t, with Student's quantile;
/// - the error is multiplied by 1 + 1/k, k pairs not being of the commonest class: the end at which a rare class is still rarer is then about that of the Poisson
///   distribution of its count.
///
/// The three were chosen by simulation, among a few variants of each. `tests/coverage.rs` finds the stated 95 % at every truth for which at least half of the matches have an
/// interval, and at every truth wrong ones in at most 5 % of the matches. Where most matches have none, those that have one are unusual, and it may hold the truth less
/// often: 90 % of 20 pairs of which 1 % are lost and the others won, where 82 % have none. In long matches of many classes it is hardly wider than the delta method.
///
/// ```
/// use katsura_lab::stats::{Level, PairCounts, elo};
/// let ours = elo::normalised(&PairCounts::new([10, 20, 40, 25, 12]), Level::P95).unwrap();
/// assert!(ours.interval.contains(ours.value));
/// ```
pub fn normalised(pairs: &PairCounts, level: Level) -> Option<Measured> {
    let unit = NORMALISED_UNIT / 2f64.sqrt();
    let t = Ratio::of(pairs)?.t;
    let [lost, worse, shared, better, won] = pairs.counts();
    let lower = Ratio::of(&PairCounts::new([lost + 1, worse, shared, better, won]))?;
    let upper = Ratio::of(&PairCounts::new([lost, worse, shared, better, won + 1]))?;
    let quantile = level.t(pairs.pairs() as f64);
    let interval = Interval { low: lower.moved(-quantile).min(t), high: upper.moved(quantile).max(t) };
    Some(Measured { value: t * unit, interval: interval.map(|t| t * unit) })
}

/// The score of a match above ½ in standard deviations of a pair, and its standard error.
struct Ratio {
    t: f64,
    error: f64,
}

impl Ratio {
    /// `None` when all pairs ended alike.
    fn of(pairs: &PairCounts) -> Option<Ratio> {
        let n = pairs.pairs() as f64;
        let rare = pairs.pairs() - pairs.counts().into_iter().max().unwrap_or(0);
        let about = |power| {
            let of = |(score, count): (f64, u64)| count as f64 * (score - pairs.score()).powi(power);
            pairs.histogram().into_iter().map(of).sum::<f64>() / n
        };
        if rare == 0 {
            return None;
        }
        let sigma = about(2).sqrt();
        let t = (pairs.score() - 0.5) / sigma;
        let (skewness, kurtosis) = (about(3) / sigma.powi(3), about(4) / sigma.powi(4));
        let variance = (1.0 - t * skewness + t * t * (kurtosis - 1.0) / 4.0) / n;
        Some(Ratio { t, error: variance.max(0.0).sqrt() * (1.0 + 1.0 / rare as f64) })
    }

    /// The ratio so many standard errors away, as they are on the scale of asinh.
    fn moved(&self, errors: f64) -> f64 {
        (self.t.asinh() + errors * self.error / self.t.hypot(1.0)).sinh()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_by_hand() {
        // ten to one is 400 points
        assert!((logistic(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert_eq!((logistic(0.5), logistic(1.0), logistic(0.0)), (0.0, f64::INFINITY, f64::NEG_INFINITY));
        for score in [0.01, 0.3, 0.5, 0.97] {
            assert!((logistic_score(logistic(score)) - score).abs() < 1e-12);
        }
        assert_eq!(logistic_interval(Interval::UNIT), Interval { low: f64::NEG_INFINITY, high: f64::INFINITY });
    }

    #[test]
    fn the_unit_is_eight_hundred_over_ln_ten() {
        assert!((NORMALISED_UNIT - 800.0 / std::f64::consts::LN_10).abs() < 1e-12);
    }

    #[test]
    fn normalised_elo_by_hand() {
        // scores ½ ×2, 1 ×2: mean ¾, variance 1/16, t = 1, nElo = 347.4/√2
        let ours = normalised(&PairCounts::new([0, 0, 2, 0, 2]), Level::P95).unwrap();
        let unit = NORMALISED_UNIT / 2f64.sqrt();
        assert!((ours.value - unit).abs() < 1e-9);
        // one won pair more: mean 0.8, variance 0.06, t = √1.5, t·skewness = −½, kurtosis 7/6, so that the variance of t is (1 + ½ + 1/16)/5 = 0.3125;
        // two pairs are not won, which makes the error 1.5 times as large; Student's quantile of 4 degrees of freedom
        let error = 2.7764451051977987 * 1.5 * 0.3125f64.sqrt() / 2.5f64.sqrt();
        let high = (1.5f64.sqrt().asinh() + error).sinh();
        assert!((ours.interval.high - unit * high).abs() < 1e-5, "{ours:?} {}", unit * high);
        let mirrored = normalised(&PairCounts::new([2, 0, 2, 0, 0]), Level::P95).unwrap();
        assert!((mirrored.value + ours.value).abs() < 1e-9 && (mirrored.interval.low + ours.interval.high).abs() < 1e-6);
    }

    #[test]
    fn one_decisive_pair_of_a_hundred_tells_no_side() {
        let ours = normalised(&PairCounts::new([0, 0, 99, 0, 1]), Level::P95).unwrap();
        assert!(ours.interval.low < -20.0 && ours.interval.high > 49.0, "{ours:?}");
    }

    #[test]
    fn in_a_long_match_the_interval_is_that_of_the_delta_method() {
        // even and symmetric: t = 0, and its error is 1/√n
        let ours = normalised(&PairCounts::new([1000, 2000, 4000, 2000, 1000]), Level::P95).unwrap();
        let half = Level::P95.z() / 100.0 * NORMALISED_UNIT / 2f64.sqrt();
        assert!(ours.value.abs() < 1e-9 && (ours.interval.high / half - 1.0).abs() < 0.02, "{ours:?} {half}");
    }

    #[test]
    fn near_even_without_draws_both_models_agree() {
        // games independent with p = 0.51: pairs 0.2401, 0.4998, 0.2601
        let pairs = PairCounts::new([2401, 0, 4998, 0, 2601]);
        let ours = normalised(&pairs, Level::P95).unwrap().value;
        assert!((ours - logistic(0.51)).abs() < 0.01, "{ours} {}", logistic(0.51));
    }

    #[test]
    fn without_spread_there_is_no_normalised_elo() {
        for counts in [[0; 5], [9, 0, 0, 0, 0], [0, 0, 4, 0, 0], [0, 0, 0, 0, 1]] {
            assert_eq!(normalised(&PairCounts::new(counts), Level::P95), None);
        }
    }
}
