//! Quantiles, and the one root finder.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::beta_reg;

/// The value that a standard normal variable stays below with this probability.
pub(super) fn normal(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// The probability that a standard normal variable stays below the value.
pub(super) fn normal_cdf(value: f64) -> f64 {
    Normal::standard().cdf(value)
}

/// The value that Student's variable stays below with this probability (at least one degree of freedom).
pub(super) fn student(probability: f64, freedom: f64) -> f64 {
    if freedom > MANY {
        let z = normal(probability);
        return z + (z.powi(3) + z) / (4.0 * freedom);
    }
    let student = StudentsT::new(0.0, 1.0, freedom.max(1.0)).expect("scale and freedom are positive");
    student.inverse_cdf(probability)
}

/// Above so many degrees of freedom Student's quantile is the expansion of Cornish and Fisher to rounding.
const MANY: f64 = 1e6;

/// The probability that Student's variable is at most this (at least one degree of freedom).
pub(super) fn student_cdf(value: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom.max(1.0)).expect("scale and freedom are positive").cdf(value)
}

/// The value that a Beta(a, b) variable stays below with this probability; a and b must be positive.
pub(super) fn beta(a: f64, b: f64, probability: f64) -> f64 {
    crossing(0.0, 1.0, |x| beta_reg(a, b, x) - probability)
}

/// Where an increasing function crosses zero between `low` and `high`, to rounding.
///
/// Bisection until both sides have been seen, then the ITP method [oliveira2021], which needs about a dozen values where
/// bisection needs fifty and never more than a dozen above that. The function may be infinite at the ends: they are not asked
/// for. The end that is returned has a function value of zero or below, or is `low` itself.
pub(super) fn crossing(low: f64, high: f64, increasing: impl Fn(f64) -> f64) -> f64 {
    let range = high - low;
    let mut bracket = Bracket { low, high, at_low: f64::NEG_INFINITY, at_high: f64::INFINITY };
    for left in (0..STEPS).rev() {
        let guess = bracket.guess(range, 1e-16 * range * 2f64.powi(left));
        if !(guess > bracket.low && guess < bracket.high) {
            break;
        }
        bracket.narrow(guess, increasing(guess));
    }
    bracket.low
}

/// Halvings from the whole range to a 10⁻¹⁶th of it, and a dozen to spare for interpolation that goes wrong.
const STEPS: i32 = 65;

/// A zero lies between `low` and `high`.
struct Bracket {
    low: f64,
    high: f64,
    at_low: f64,
    at_high: f64,
}

impl Bracket {
    /// Interpolate, truncate towards the middle, and project to where plain bisection could still catch up: `longest` is half
    /// the bracket that it would have now.
    fn guess(&self, range: f64, longest: f64) -> f64 {
        let (width, middle) = (self.high - self.low, 0.5 * (self.low + self.high));
        if !(self.at_low.is_finite() && self.at_high.is_finite()) {
            return middle;
        }
        let line = (self.at_high * self.low - self.at_low * self.high) / (self.at_high - self.at_low);
        let away = middle - line;
        let truncation = 0.2 * width * width / range;
        let truncated = if truncation <= away.abs() { line + truncation.copysign(away) } else { middle };
        let radius = (longest - 0.5 * width).max(0.0);
        let step = (4.0 * f64::EPSILON * middle.abs()).min(0.5 * width);
        truncated.clamp(middle - radius, middle + radius).max(self.low + step).min(self.high - step)
    }

    fn narrow(&mut self, at: f64, value: f64) {
        if value > 0.0 {
            (self.high, self.at_high) = (at, value);
        } else {
            (self.low, self.at_low) = (at, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beta_quantiles_are_those_of_scipy() {
        // SciPy 1.17.1: stats.beta.ppf(q, a, b)
        let table = [
            (0.025, 3.0, 5.0, 0.09898827844250786),
            (0.975, 10001.0, 4.0, 0.9998910466374815),
            (0.025, 1e5, 1e5, 0.49780870143169204),
            (0.975, 0.5, 100.5, 0.02474527001526989),
        ];
        for (q, a, b, expected) in table {
            let ours = beta(a, b, q);
            assert!((ours - expected).abs() < 1e-10, "beta({a}, {b}) at {q}: {ours} instead of {expected}");
        }
    }

    #[test]
    fn the_root_of_two_is_found() {
        assert!((crossing(0.0, 2.0, |x| x * x - 2.0) - 2f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn a_function_without_a_zero_gives_an_end_and_an_empty_range_itself() {
        assert_eq!(crossing(0.0, 1.0, |_| 1.0), 0.0);
        assert!((crossing(0.0, 1.0, |_| -1.0) - 1.0).abs() < 1e-15);
        assert_eq!(crossing(0.3, 0.3, |x| x), 0.3);
    }

    #[test]
    fn steep_flat_and_infinite_functions_take_few_values() {
        type Function = fn(f64) -> f64;
        let table: [(Function, f64); 4] = [
            (|x| (x - 0.7).powi(9), 0.7),
            (|x| (50.0 * (x - 0.2)).tanh(), 0.2),
            (|x| 1.0 / (1.0 - x) - 1.0 / x, 0.5),
            (|x| if x < 1e-3 { f64::NEG_INFINITY } else { x.ln() + 2.0 }, (-2f64).exp()),
        ];
        for (number, (function, zero)) in table.into_iter().enumerate() {
            let asked = std::cell::Cell::new(0);
            let found = crossing(0.0, 1.0, |x| {
                asked.set(asked.get() + 1);
                function(x)
            });
            assert!((found - zero).abs() < 1e-9 && asked.get() <= STEPS, "{number}: {found} after {}", asked.get());
        }
    }
}
