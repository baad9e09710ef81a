//! Running means and variances.

use super::quantile::student_cdf;
use super::{Interval, Level};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Mean and variance of a stream of numbers by Welford's update [welford1962], with the merge of [chan1983].
///
/// ```
/// use katsura_lab::stats::Moments;
/// let moments: Moments = [2.0, 4.0, 6.0].into_iter().collect();
/// assert_eq!((moments.mean(), moments.variance()), (4.0, 4.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moments {
    count: u64,
    mean: f64,
    /// The sum of squared deviations from the mean.
    squares: f64,
}

impl Moments {
    /// The same number, seen this often.
    pub fn constant(value: f64, count: u64) -> Moments {
        Moments { count, mean: if count == 0 { 0.0 } else { value }, squares: 0.0 }
    }

    /// Takes one number in.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// Takes in everything the other has seen.
    pub fn merge(&mut self, other: &Moments) {
        let count = self.count + other.count;
        if count == 0 {
            return;
        }
        let apart = other.mean - self.mean;
        let share = other.count as f64 / count as f64;
        self.mean += apart * share;
        self.squares += other.squares + apart * apart * self.count as f64 * share;
        self.count = count;
    }

    /// How many numbers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 of none.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The unbiased variance (divisor n − 1); 0 of fewer than two.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The standard error of the mean; 0 of fewer than two.
    pub fn standard_error(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.variance() / self.count as f64).sqrt() }
    }

    /// Student's interval of the mean: for many numbers, or nearly normal ones; without an end for fewer than two.
    pub fn interval(&self, level: Level) -> Interval {
        if self.count < 2 {
            return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let half = level.t(self.count as f64 - 1.0) * self.standard_error();
        Interval { low: self.mean - half, high: self.mean + half }
    }
}

impl Moments {
    /// The two-sided p-value of Student's test of "the mean is this"; 1 of fewer than two numbers.
    pub fn p_value(&self, mean: f64) -> f64 {
        if self.count < 2 {
            return 1.0;
        }
        let apart = (self.mean - mean).abs();
        match self.standard_error() {
            error if error > 0.0 => 2.0 * student_cdf(-apart / error, self.count as f64 - 1.0),
            _ if apart > 0.0 => 0.0,
            _ => 1.0,
        }
    }
}

impl Extend<f64> for Moments {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut moments = Moments::default();
        moments.extend(values);
        moments
    }
}

/// Mean and variance from two sums, as [hsu] keeps them in a tree node: cheap, exact for small whole rewards.
///
/// Var = (sum2 − 2·μ·sum1)/n + μ², μ = sum1/n: the variance with divisor n. Rounding ruins it when the mean is large
/// against the spread; [`Moments`] does not have that weakness.
///
/// ```
/// use katsura_lab::stats::Sums;
/// let wins_in_four = Sums { count: 4, sum1: 3.0, sum2: 3.0 };
/// assert_eq!((wins_in_four.mean(), wins_in_four.population_variance()), (0.75, 0.1875));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sums {
    /// How many numbers.
    pub count: u64,
    /// Their sum.
    pub sum1: f64,
    /// The sum of their squares.
    pub sum2: f64,
}

impl Sums {
    /// Takes one number in.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        self.sum1 += value;
        self.sum2 += value * value;
    }

    /// The mean; 0 of none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum1 / self.count as f64 }
    }

    /// The variance with divisor n, never below 0; 0 of none.
    pub fn population_variance(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        let mean = self.mean();
        ((self.sum2 - 2.0 * mean * self.sum1) / self.count as f64 + mean * mean).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn two_pass(values: &[f64]) -> (f64, f64) {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        (mean, values.iter().map(|x| (x - mean).powi(2)).sum())
    }

    #[test]
    fn three_numbers_by_hand() {
        // 1, 2, 6: mean 3, squares 4 + 1 + 9 = 14, variance 7, standard error sqrt(7/3)
        let moments: Moments = [1.0, 2.0, 6.0].into_iter().collect();
        assert_eq!((moments.mean(), moments.variance()), (3.0, 7.0));
        assert!((moments.standard_error() - (7f64 / 3.0).sqrt()).abs() < 1e-15);
        // SciPy 1.17.1: stats.t.interval(0.95, 2, loc=3, scale=stats.sem([1, 2, 6]))
        let interval = moments.interval(Level::P95);
        assert!((interval.low - -3.572410607728428).abs() < 1e-8, "{interval:?}");
    }

    #[test]
    fn nothing_and_one_number_have_no_spread() {
        let mut moments = Moments::default();
        assert_eq!((moments.mean(), moments.variance(), moments.standard_error()), (0.0, 0.0, 0.0));
        moments.merge(&Moments::default());
        moments.push(5.0);
        assert_eq!((moments.count(), moments.mean(), moments.standard_error()), (1, 5.0, 0.0));
        assert_eq!(Sums::default().population_variance(), 0.0);
    }

    #[test]
    fn welford_survives_a_large_mean_where_the_two_sums_do_not() {
        let values = [1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0];
        let moments: Moments = values.into_iter().collect();
        assert_eq!(moments.variance(), 30.0);
        let mut sums = Sums::default();
        values.into_iter().for_each(|x| sums.push(x));
        assert!((sums.population_variance() - 22.5).abs() > 1.0, "the documented weakness is gone");
    }

    proptest! {
        #[test]
        fn all_forms_agree_with_two_passes(values in prop::collection::vec(-10.0..10.0f64, 1..60), cut in 0usize..60) {
            let (mean, squares) = two_pass(&values);
            let whole: Moments = values.iter().copied().collect();
            let cut = cut.min(values.len());
            let mut merged: Moments = values[..cut].iter().copied().collect();
            merged.merge(&values[cut..].iter().copied().collect());
            let mut sums = Sums::default();
            values.iter().for_each(|&x| sums.push(x));
            for (m, s) in [(whole.mean, whole.squares), (merged.mean, merged.squares)] {
                prop_assert!((m - mean).abs() < 1e-9 && (s - squares).abs() < 1e-9 * (1.0 + squares));
            }
            prop_assert_eq!(whole.count, merged.count);
            prop_assert!((sums.population_variance() - squares / values.len() as f64).abs() < 1e-9);
        }
    }

    #[test]
    fn the_p_value_is_that_of_students_test() {
        // two degrees of freedom have a closed form: P(|T| > t) = 1 − t/sqrt(2 + t²); 1, 2, 3 against 0 have t = 2·sqrt(3)
        let three: Moments = [1.0, 2.0, 3.0].into_iter().collect();
        assert!((three.p_value(0.0) - (1.0 - (12.0f64 / 14.0).sqrt())).abs() < 1e-9);
        let moments: Moments = [1.0, 2.0, 4.0, 3.0].into_iter().collect();
        assert!((moments.p_value(2.5) - 1.0).abs() < 1e-12);
        let Interval { low, .. } = moments.interval(Level::P95);
        assert!((moments.p_value(low) - 0.05).abs() < 1e-9);
        assert_eq!((Moments::constant(1.0, 5).p_value(1.0), Moments::constant(1.0, 5).p_value(0.0)), (1.0, 0.0));
        assert_eq!(Moments::constant(1.0, 1).p_value(0.0), 1.0);
    }
}
