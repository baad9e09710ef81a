//! The Jeffreys interval.

use super::quantile::beta;
use super::{Interval, Level};

/// The Jeffreys interval of a share of independent trials: equal tails of Beta(k + ½, n − k + ½) [brown2001].
///
/// The Bayesian reading: after k successes of n the share lies inside with the stated probability, for a prior Beta(½, ½).
/// As in the paper the lower end is 0 without a success and the upper end 1 without a failure. No trials tell nothing.
///
/// ```
/// use katsura_lab::stats::{Level, jeffreys};
/// assert_eq!(jeffreys(0.0, 100.0, Level::P95).low, 0.0);
/// ```
pub fn jeffreys(successes: f64, trials: f64, level: Level) -> Interval {
    if trials <= 0.0 {
        return Interval::UNIT;
    }
    let k = successes.clamp(0.0, trials);
    let tail = level.alpha() / 2.0;
    let low = if k == 0.0 { 0.0 } else { beta(k + 0.5, trials - k + 0.5, tail) };
    let high = if k == trials { 1.0 } else { 1.0 - beta(trials - k + 0.5, k + 0.5, tail) };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_intervals_are_those_of_statsmodels() {
        // statsmodels 0.15.0: proportion_confint(k, n, method="jeffreys"); the outer ends at 0 and n are ours
        let table = [
            (7.0, 13.0, 0.2828920603992764, 0.7788765861763065),
            (0.0, 100.0, 0.0, 0.024745270015269896),
            (1.0, 100.0, 0.0010811017090800639, 0.045778896600723124),
            (543.0, 1000.0, 0.5120379834568912, 0.5737135084321374),
            (100.0, 100.0, 0.9752547299847301, 1.0),
        ];
        for (k, n, low, high) in table {
            let ours = jeffreys(k, n, Level::P95);
            assert!((ours.low - low).abs() < 1e-10 && (ours.high - high).abs() < 1e-10, "{k}/{n}: {ours:?}");
        }
    }

    #[test]
    fn half_a_success_of_one_is_symmetric() {
        let ours = jeffreys(0.5, 1.0, Level::P95);
        assert!((ours.low + ours.high - 1.0).abs() < 1e-12);
        // Beta(1, 1) is uniform
        assert!((ours.low - 0.025).abs() < 1e-12);
    }
}
