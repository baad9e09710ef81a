//! The Clopper-Pearson interval.

use super::quantile::beta;
use super::{Interval, Level};

/// The exact (Clopper-Pearson) interval of a share of independent trials [clopper1934].
///
/// With k successes of n: from the α/2 quantile of Beta(k, n − k + 1) to the 1 − α/2 quantile of Beta(k + 1, n − k). Covers
/// every true share with *at least* the stated probability; the price is width. No trials tell nothing: `[0, 1]`.
///
/// ```
/// use katsura_lab::stats::{Level, clopper_pearson};
/// let all_of_twenty = clopper_pearson(20.0, 20.0, Level::P95);
/// assert!((all_of_twenty.low - 0.025f64.powf(1.0 / 20.0)).abs() < 1e-12 && all_of_twenty.high == 1.0);
/// ```
pub fn clopper_pearson(successes: f64, trials: f64, level: Level) -> Interval {
    if trials <= 0.0 {
        return Interval::UNIT;
    }
    let k = successes.clamp(0.0, trials);
    let tail = level.alpha() / 2.0;
    let low = if k == 0.0 { 0.0 } else { beta(k, trials - k + 1.0, tail) };
    let high = if k == trials { 1.0 } else { 1.0 - beta(trials - k, k + 1.0, tail) };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_intervals_are_those_of_statsmodels() {
        // statsmodels 0.15.0: proportion_confint(k, n, method="beta"), the last with alpha=0.01
        let table = [
            (7.0, 13.0, Level::P95, 0.25134548227030357, 0.807767558198712),
            (0.0, 100.0, Level::P95, 0.0, 0.03621669264517642),
            (1.0, 100.0, Level::P95, 0.00025314603297742064, 0.05445938539208066),
            (543.0, 1000.0, Level::P95, 0.5115367755816966, 0.5742093796781236),
            (100.0, 100.0, Level::P95, 0.9637833073548235, 1.0),
            (7.0, 13.0, Level::P99, 0.18870463473557503, 0.8617290609494169),
        ];
        for (k, n, level, low, high) in table {
            let ours = clopper_pearson(k, n, level);
            assert!((ours.low - low).abs() < 1e-10 && (ours.high - high).abs() < 1e-10, "{k}/{n}: {ours:?}");
        }
    }

    #[test]
    fn one_trial_by_hand() {
        // Beta(1, 2) reaches 0.975 at 1 − sqrt(0.025); no success leaves the share below 1 − 0.025
        let none = clopper_pearson(0.0, 1.0, Level::P95);
        assert!(none.low == 0.0 && (none.high - 0.975).abs() < 1e-12, "{none:?}");
        assert_eq!(clopper_pearson(0.0, 0.0, Level::P95), Interval::UNIT);
    }
}
