//! The Wilson score interval.

use super::{Interval, Level};

/// The Wilson score interval of a share of independent trials [wilson1927].
///
/// (p + z²/2n ± z·sqrt(p(1 − p)/n + z²/4n²)) / (1 + z²/n), p = successes / n. Draws count one half; no trials tell
/// nothing: `[0, 1]`.
///
/// Covers the true share with the stated probability *on average over shares* [brown2001]; for a single share near 0 or 1
/// with less than one success expected it may fall to 84 %. Where every share must be covered, take
/// [`clopper_pearson`](super::clopper_pearson).
///
/// ```
/// use katsura_lab::stats::{Level, wilson};
/// assert!((wilson(0.0, 100.0, Level::P95).high - 0.037).abs() < 1e-4); // never the width 0 of the normal interval
/// ```
pub fn wilson(successes: f64, trials: f64, level: Level) -> Interval {
    if trials <= 0.0 {
        return Interval::UNIT;
    }
    let p = (successes / trials).clamp(0.0, 1.0);
    let z2n = level.z().powi(2) / trials;
    let centre = p + z2n / 2.0;
    let half = (z2n * (p * (1.0 - p) + z2n / 4.0)).sqrt();
    let low = if p == 0.0 { 0.0 } else { (centre - half) / (1.0 + z2n) };
    let high = if p == 1.0 { 1.0 } else { (centre + half) / (1.0 + z2n) };
    Interval::clamped(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_intervals_are_those_of_statsmodels() {
        // statsmodels 0.15.0: proportion_confint(k, n, method="wilson"), the last with alpha=0.01
        let table = [
            (7.0, 13.0, Level::P95, 0.29143795714506004, 0.7679393219046169),
            (0.0, 100.0, Level::P95, 0.0, 0.03699349820698569),
            (1.0, 100.0, Level::P95, 0.001767432064140647, 0.05448619617870533),
            (55.0, 92.0, Level::P95, 0.4956597508920415, 0.6921504120738151),
            (100.0, 100.0, Level::P95, 0.9630065017930143, 1.0),
            (7.0, 13.0, Level::P99, 0.2353831251240346, 0.815546605768869),
        ];
        for (k, n, level, low, high) in table {
            let ours = wilson(k, n, level);
            assert!((ours.low - low).abs() < 1e-12 && (ours.high - high).abs() < 1e-12, "{k}/{n}: {ours:?}");
        }
    }

    #[test]
    fn one_of_two_by_hand() {
        // p = 1/2, n = 2, z² = 3.8415: half = z·sqrt(1/8 + z²/16) = 1.2012, denominator 2.9207, centre stays 1/2
        let ours = wilson(1.0, 2.0, Level::P95);
        assert!((ours.low - 0.0945).abs() < 5e-5 && (ours.high - 0.9055).abs() < 5e-5, "{ours:?}");
    }

    #[test]
    fn no_trials_tell_nothing_and_bad_counts_are_cut_off() {
        assert_eq!(wilson(0.0, 0.0, Level::P95), Interval::UNIT);
        assert_eq!(wilson(11.0, 10.0, Level::P95), wilson(10.0, 10.0, Level::P95));
        assert_eq!(wilson(-1.0, 10.0, Level::P95), wilson(0.0, 10.0, Level::P95));
    }
}
