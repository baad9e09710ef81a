//! The interval from the variance of pairs.

use super::pairs::{mirrored, moments};
use super::{Histogram, Interval, Level, Moments};

/// Student's interval from the variance of the units, kept honest near 0 and 1 by one unit more.
///
/// Mean ± t·sqrt(variance/n) over pairs is what match tools print as error bars; it is right where the two games of a pair
/// are correlated. On its own it has no width when all pairs end alike. So, as the Clopper-Pearson interval does for shares,
/// the lower end is computed from the sample and one lost unit more, the upper end from the sample and one won unit more.
///
/// An approximation that takes the mean as normal: at a stated 95 % `tests/coverage.rs` finds 94.8 % at worst, over all scores
/// and correlations tried. [`gaffke`](super::gaffke) computes the same two ends without it.
///
/// ```
/// use katsura_lab::stats::{Level, PairCounts, pair_variance};
/// let all_won = pair_variance(&PairCounts::new([0, 0, 0, 0, 100]).histogram(), Level::P95);
/// assert!(all_won.low < 0.98 && all_won.high == 1.0);
/// ```
pub fn pair_variance(units: &Histogram, level: Level) -> Interval {
    let high = 1.0 - lower(&mirrored(units), level);
    Interval::clamped(lower(units, level), high)
}

fn lower(units: &Histogram, level: Level) -> f64 {
    let mut sample = moments(units);
    sample.merge(&Moments::constant(0.0, 1));
    sample.interval(level).low.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::PairCounts;

    #[test]
    fn a_sample_by_hand() {
        // ten pairs 0, ½ ×8, 1 and one lost pair more: eleven scores with sum 5, mean 5/11, sum of squares 3,
        // variance (3 − 25/11)/10 = 8/110, standard error sqrt(8/1210); t of 10 degrees of freedom 2.228139
        let ours = pair_variance(&PairCounts::new([1, 0, 8, 0, 1]).histogram(), Level::P95);
        let low = 5.0 / 11.0 - 2.228138852 * (8f64 / 1210.0).sqrt();
        assert!((ours.low - low).abs() < 1e-8 && (ours.high - (1.0 - low)).abs() < 1e-8, "{ours:?}");
    }

    #[test]
    fn nothing_known_is_the_whole_range() {
        assert_eq!(pair_variance(&[], Level::P95), Interval::UNIT);
        assert_eq!(pair_variance(&PairCounts::default().histogram(), Level::P95), Interval::UNIT);
    }

    #[test]
    fn the_interval_contains_the_mean() {
        for counts in [[1, 0, 0, 0, 0], [0, 0, 0, 0, 3], [0, 0, 9, 0, 0], [5, 1, 0, 0, 2]] {
            let pairs = PairCounts::new(counts);
            assert!(pair_variance(&pairs.histogram(), Level::P95).contains(pairs.score()), "{counts:?}");
        }
    }
}
