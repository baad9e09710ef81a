//! Repeated measurements and their spread.

use std::fmt;

/// Rounds of a measurement; the median is what is reported.
pub const ROUNDS: usize = 5;

/// The median of some rates, and the range they spread over in percent of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    pub median: f64,
    pub spread_percent: f64,
}

impl Rate {
    pub fn of(mut rates: Vec<f64>) -> Self {
        rates.sort_by(f64::total_cmp);
        let median = rates[rates.len() / 2];
        Rate { median, spread_percent: (rates[rates.len() - 1] - rates[0]) / median * 100.0 }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}  (median of {ROUNDS} rounds, spread {:.1} %)", self.median, self.spread_percent)
    }
}
