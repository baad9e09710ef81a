//! Counts of game pairs.

use super::Moments;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Values in [0, 1] with how often each was seen.
///
/// Pairs of games have five values, single games three (0, ½, 1).
pub type Histogram = [(f64, u64)];

/// How often a pair of games gave the first player of the match 0, ½, 1, 1½ or 2 points: LL, LD, DD or WL, WD, WW.
///
/// ```
/// use katsura_lab::stats::PairCounts;
/// let mut pairs = PairCounts::default();
/// pairs.record([1.0, 0.5]); // a win and a draw
/// pairs.record([0.0, 1.0]);
/// assert_eq!(pairs.counts(), [0, 0, 1, 1, 0]);
/// assert_eq!(pairs.score(), 0.625);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PairCounts([u64; 5]);

impl PairCounts {
    /// The score of a pair of each class.
    pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// From the five counts LL, LD, DD or WL, WD, WW.
    pub fn new(counts: [u64; 5]) -> Self {
        PairCounts(counts)
    }

    /// Takes in one pair: the rewards of the same player in both games, rounded to the nearest class.
    pub fn record(&mut self, rewards: [f64; 2]) {
        self.0[((rewards[0] + rewards[1]) * 2.0).round().clamp(0.0, 4.0) as usize] += 1;
    }

    /// The five counts LL, LD, DD or WL, WD, WW.
    pub fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// How many pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many games: two a pair.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// The counts with the score of each class.
    pub fn histogram(&self) -> [(f64, u64); 5] {
        std::array::from_fn(|class| (Self::SCORES[class], self.0[class]))
    }

    /// The mean score of a game; ½ before the first.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 { 0.5 } else { moments(&self.histogram()).mean() }
    }

    /// The unbiased variance of the score of a pair; 0 of fewer than two pairs.
    pub fn variance(&self) -> f64 {
        moments(&self.histogram()).variance()
    }

    /// The same match seen by the other player.
    pub fn reversed(&self) -> PairCounts {
        let mut counts = self.0;
        counts.reverse();
        PairCounts(counts)
    }
}

/// Mean and variance of what a histogram holds.
pub(super) fn moments(histogram: &Histogram) -> Moments {
    let mut all = Moments::default();
    for &(value, count) in histogram {
        all.merge(&Moments::constant(value, count));
    }
    all
}

/// The histogram of one minus the value.
pub(super) fn mirrored(histogram: &Histogram) -> Vec<(f64, u64)> {
    histogram.iter().map(|&(value, count)| (1.0 - value, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_and_variance_by_hand() {
        // scores 0, ½, ½, 1: mean ½, squares ¼ + ¼, variance ½ / 3
        let pairs = PairCounts::new([1, 0, 2, 0, 1]);
        assert_eq!((pairs.pairs(), pairs.games(), pairs.score()), (4, 8, 0.5));
        assert!((pairs.variance() - 1.0 / 6.0).abs() < 1e-15);
    }

    #[test]
    fn every_pair_of_results_has_its_class() {
        let mut pairs = PairCounts::default();
        for first in [0.0, 0.5, 1.0] {
            for second in [0.0, 0.5, 1.0] {
                pairs.record([first, second]);
            }
        }
        assert_eq!(pairs.counts(), [1, 2, 3, 2, 1]);
        assert_eq!(pairs.reversed(), pairs);
    }

    #[test]
    fn an_empty_match_is_even_and_rewards_out_of_range_do_no_harm() {
        let mut pairs = PairCounts::default();
        assert_eq!((pairs.score(), pairs.variance()), (0.5, 0.0));
        pairs.record([7.0, 7.0]);
        pairs.record([f64::NAN, 0.0]);
        assert_eq!(pairs.counts(), [1, 0, 0, 0, 1]);
    }

    #[test]
    fn the_counts_are_written_as_five_numbers() {
        let pairs = PairCounts::new([1, 2, 3, 4, 5]);
        assert_eq!(serde_json::to_string(&pairs).unwrap(), "[1,2,3,4,5]");
        assert_eq!(serde_json::from_str::<PairCounts>("[1,2,3,4,5]").unwrap(), pairs);
    }
}
