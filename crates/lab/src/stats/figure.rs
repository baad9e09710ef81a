//! A published figure, and how exact it is.

use super::{Interval, Level, Measured};

/// A published figure with what is known of its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// The figure.
    pub value: f64,
    /// How exact it is.
    pub precision: Precision,
}

/// How exact a figure is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Precision {
    /// It has no error, as one half by symmetry.
    Exact,
    /// Its standard error is published.
    StandardError(f64),
    /// Its standard error is not published but taken to be this: no verdict about the size of the figure rests on it.
    Assumed(f64),
    /// It is a share of so many games.
    Games(u64),
    /// It is no figure: it only says on which side of a threshold the value is claimed to be.
    SideOnly,
}

impl Figure {
    /// The figure with its interval at this level; without ends where there is no figure.
    ///
    /// ```
    /// use katsura_lab::stats::{Figure, Level, Precision};
    /// let published = Figure { value: 0.5432, precision: Precision::StandardError(0.0046) }.measured(Level::P95);
    /// assert!((published.interval.low - 0.5342).abs() < 1e-4);
    /// ```
    pub fn measured(&self, level: Level) -> Measured {
        let between = |low, high| Measured { value: self.value, interval: Interval { low, high } };
        match self.precision {
            Precision::Exact => between(self.value, self.value),
            Precision::StandardError(error) | Precision::Assumed(error) => {
                Measured::with_standard_error(self.value, error, level)
            }
            Precision::Games(games) => Measured::of_games(self.value, games, level),
            Precision::SideOnly => between(f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// The standard error, as far as there is one.
    pub fn standard_error(&self) -> f64 {
        match self.precision {
            Precision::Exact | Precision::SideOnly => 0.0,
            Precision::StandardError(error) | Precision::Assumed(error) => error,
            Precision::Games(games) => (self.value * (1.0 - self.value) / games.max(1) as f64).sqrt(),
        }
    }
}
