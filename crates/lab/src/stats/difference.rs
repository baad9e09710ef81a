//! The difference of two measured values.

use super::{Interval, Measured};

/// The first value minus the second, with the interval of the difference.
///
/// Newcombe's square-and-add method [newcombe1998, method 10], which [zou2008] extends to any two intervals: with values p, q
/// and intervals [a, b], [c, d] from p − q − sqrt((p − a)² + (d − q)²) to p − q + sqrt((b − p)² + (q − c)²). It keeps the
/// lopsidedness of intervals near 0 and 1. Both intervals must have the same level, which is also that of the result; the
/// two samples must be independent.
///
/// ```
/// use katsura_lab::stats::{Level, Measured, difference};
/// let (ours, published) = (Measured::of_games(0.66, 100, Level::P95), Measured::of_games(0.543, 1000, Level::P95));
/// assert!(difference(&ours, &published).interval.low > 0.0);
/// ```
pub fn difference(first: &Measured, second: &Measured) -> Measured {
    let value = first.value - second.value;
    let low = value - (first.value - first.interval.low).hypot(second.interval.high - second.value);
    let high = value + (first.interval.high - first.value).hypot(second.value - second.interval.low);
    Measured { value, interval: Interval { low, high } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Level;

    #[test]
    fn the_intervals_are_those_of_statsmodels() {
        // statsmodels 0.15.0: confint_proportions_2indep(k1, n1, k2, n2, method="newcomb", compare="diff")
        let table = [
            ((66.0, 100), (543.0, 1000), 0.015059909473721045, 0.2078315609942309),
            ((0.0, 30), (5.0, 40), -0.261121198388511, 0.008574526394488163),
            ((30.0, 30), (35.0, 40), -0.008574526394488219, 0.261121198388511),
        ];
        for ((k1, n1), (k2, n2), low, high) in table {
            let share = |k: f64, n: u64| Measured::of_games(k / n as f64, n, Level::P95);
            let ours = difference(&share(k1, n1), &share(k2, n2)).interval;
            assert!((ours.low - low).abs() < 1e-12 && (ours.high - high).abs() < 1e-12, "{ours:?}");
        }
    }

    #[test]
    fn by_hand_three_and_four_make_five() {
        let of = |value: f64, half: f64| Measured { value, interval: Interval { low: value - half, high: value + half } };
        let ours = difference(&of(10.0, 3.0), &of(8.0, 4.0));
        assert_eq!((ours.value, ours.interval), (2.0, Interval { low: -3.0, high: 7.0 }));
    }
}
