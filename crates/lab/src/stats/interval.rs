//! Confidence levels, intervals, and values measured with an interval.

use super::quantile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The confidence level of a two-sided interval, strictly between 0 and 1.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Level(f64);

impl Level {
    /// 90 %, the level of two one-sided tests at 5 % each.
    pub const P90: Level = Level(0.90);
    /// 95 %, the level of every report.
    pub const P95: Level = Level(0.95);
    /// 99 %.
    pub const P99: Level = Level(0.99);

    /// The level of this probability; `None` unless it lies strictly between 0 and 1.
    pub fn new(level: f64) -> Option<Level> {
        (level > 0.0 && level < 1.0).then_some(Level(level))
    }

    /// The level itself, for example 0.95.
    pub fn get(self) -> f64 {
        self.0
    }

    /// The probability left outside: one minus the level.
    pub fn alpha(self) -> f64 {
        1.0 - self.0
    }

    /// The two-sided quantile of the normal distribution: 1.96 at 95 %.
    pub fn z(self) -> f64 {
        quantile::normal(1.0 - self.alpha() / 2.0)
    }

    /// The two-sided quantile of Student's distribution with this many degrees of freedom.
    pub fn t(self, freedom: f64) -> f64 {
        quantile::student(1.0 - self.alpha() / 2.0, freedom)
    }
}

/// A closed interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Every possible score: what is known before the first game.
    pub const UNIT: Interval = Interval { low: 0.0, high: 1.0 };

    /// The part of `low..=high` that can be a score.
    pub(super) fn clamped(low: f64, high: f64) -> Interval {
        Interval { low: low.clamp(0.0, 1.0), high: high.clamp(0.0, 1.0) }
    }

    /// Upper minus lower end.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Whether the value lies inside, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval of an increasing function of the value.
    pub fn map(&self, increasing: impl Fn(f64) -> f64) -> Interval {
        Interval { low: increasing(self.low), high: increasing(self.high) }
    }
}

/// A value with its interval, ours or a published one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The estimate.
    pub value: f64,
    /// Its interval; a comparison takes both intervals at the same level.
    pub interval: Interval,
}

impl Measured {
    /// A value published with a standard error (one sigma), by the normal approximation.
    ///
    /// ```
    /// use katsura_lab::stats::{Level, Measured};
    /// let published = Measured::with_standard_error(0.5432, 0.0046, Level::P95);
    /// assert!((published.interval.low - 0.5342).abs() < 1e-4);
    /// ```
    pub fn with_standard_error(value: f64, standard_error: f64, level: Level) -> Measured {
        let half = level.z() * standard_error;
        Measured { value, interval: Interval { low: value - half, high: value + half } }
    }

    /// A share of independent games of which only the number is published: the Wilson interval.
    pub fn of_games(value: f64, games: u64, level: Level) -> Measured {
        let games = games as f64;
        Measured { value, interval: super::wilson(value * games, games, level) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_lies_strictly_between_zero_and_one() {
        assert!([0.0, 1.0, -1.0, 2.0, f64::NAN].into_iter().all(|bad| Level::new(bad).is_none()));
        assert_eq!(Level::new(0.95), Some(Level::P95));
    }

    #[test]
    fn the_quantiles_are_those_of_scipy() {
        // SciPy 1.17.1: stats.norm.ppf([.975, .995]), stats.t.ppf(.975, [9, 99, 3])
        assert!((Level::P95.z() - 1.959963984540054).abs() < 1e-12);
        assert!((Level::P99.z() - 2.5758293035489004).abs() < 1e-12);
        for (freedom, expected) in [(9.0, 2.262157162798205), (99.0, 1.9842169515864174), (3.0, 3.1824463052837078)] {
            assert!((Level::P95.t(freedom) - expected).abs() < 1e-9, "{freedom}: {}", Level::P95.t(freedom));
        }
    }

    #[test]
    fn an_increasing_map_keeps_the_ends_in_order() {
        let doubled = Interval { low: 0.2, high: 0.4 }.map(|x| 2.0 * x);
        assert_eq!(doubled, Interval { low: 0.4, high: 0.8 });
        assert!(doubled.contains(0.4) && !doubled.contains(0.81));
    }
}
