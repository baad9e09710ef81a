//! What was measured, with an interval that fits how the number of units came about.

use super::pairs::moments;
use super::{Histogram, Interval, Level, Measured, Moments, PairCounts, confidence_sequence, gaffke, gaffke_p_value};

/// How it was settled how many units there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Design {
    /// Before the first unit: the interval is one for a single look.
    #[default]
    Fixed,
    /// Later, by a rule or by somebody who knew what the units so far came to: the interval is one that holds however often
    /// one looks.
    Sequential,
}

/// Independent units, and how it was settled how many there are.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    values: Values,
    design: Design,
    games: u64,
}

/// What the units are.
#[derive(Clone, PartialEq, Debug)]
enum Values {
    /// Values in [0, 1].
    Shares(Vec<(f64, u64)>),
    /// Any numbers.
    Numbers(Moments),
}

impl Sample {
    /// The scores of pairs of games.
    ///
    /// ```
    /// use katsura_lab::stats::{Design, Level, PairCounts, Sample};
    /// let pairs = PairCounts::new([20, 0, 40, 0, 40]);
    /// let [fixed, sequential] = [Design::Fixed, Design::Sequential].map(|design| Sample::pairs(&pairs, design));
    /// assert!(fixed.interval(Level::P95).width() < sequential.interval(Level::P95).width());
    /// ```
    pub fn pairs(pairs: &PairCounts, design: Design) -> Self {
        Sample { values: Values::Shares(pairs.histogram().to_vec()), design, games: 2 }
    }

    /// Numbers of which each is measured in so many games or instances.
    pub fn numbers(numbers: Moments, games: u64, design: Design) -> Self {
        Sample { values: Values::Numbers(numbers), design, games }
    }

    /// How many units.
    pub fn units(&self) -> u64 {
        match &self.values {
            Values::Shares(shares) => count(shares),
            Values::Numbers(numbers) => numbers.count(),
        }
    }

    /// How many games or instances the units are.
    pub fn games(&self) -> u64 {
        self.games * self.units()
    }

    /// How it was settled how many there are.
    pub fn design(&self) -> Design {
        self.design
    }

    /// The mean.
    pub fn value(&self) -> f64 {
        match &self.values {
            Values::Shares(shares) => moments(shares).mean(),
            Values::Numbers(numbers) => numbers.mean(),
        }
    }

    /// The interval of the mean: [`gaffke`] for shares and Student's for other numbers, or a [`confidence_sequence`].
    pub fn interval(&self, level: Level) -> Interval {
        match (&self.values, self.design) {
            (Values::Shares(shares), Design::Fixed) => gaffke(shares, level),
            (Values::Shares(shares), Design::Sequential) => confidence_sequence::interval(shares, level),
            (Values::Numbers(numbers), Design::Fixed) => numbers.interval(level),
            (Values::Numbers(numbers), Design::Sequential) => confidence_sequence::of_numbers(numbers, level),
        }
    }

    /// The mean with its interval.
    pub fn measured(&self, level: Level) -> Measured {
        Measured { value: self.value(), interval: self.interval(level) }
    }

    /// The p-value of "the mean is this", by the same bound.
    pub fn p_value(&self, mean: f64) -> f64 {
        match (&self.values, self.design) {
            (Values::Shares(shares), Design::Fixed) => gaffke_p_value(shares, mean),
            (Values::Shares(shares), Design::Sequential) => confidence_sequence::p_value(shares, mean),
            (Values::Numbers(numbers), Design::Fixed) => numbers.p_value(mean),
            (Values::Numbers(numbers), Design::Sequential) => confidence_sequence::p_value_of_numbers(numbers, mean),
        }
    }

    /// The same units, as judged by somebody who goes on after a look.
    #[must_use]
    pub fn continued(&self) -> Self {
        Sample { design: Design::Sequential, ..self.clone() }
    }
}

fn count(shares: &Histogram) -> u64 {
    shares.iter().map(|share| share.1).sum()
}
