//! One repetition in progress: the arms, what was seen of them, and the generator.

use super::instance::Reward;
use katsura_game::Rng;

/// What was seen of each arm, in columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// How often each arm was pulled.
    pub(super) visits: Vec<f64>,
    /// The sum of its rewards.
    pub(super) sums: Vec<f64>,
    /// The sum of their squares.
    pub(super) squares: Vec<f64>,
    /// The mean reward; 0 before the first pull.
    pub(super) means: Vec<f64>,
    /// A number that depends on the visits of the arm alone, which the policy wants kept at hand: see
    /// [`Index::visit_term`](super::policy::Index::visit_term).
    pub(super) terms: Vec<f64>,
    /// The pulls of all arms.
    pub(super) pulls: u32,
}

impl Tally {
    fn reset(&mut self, arms: usize) {
        for column in [&mut self.visits, &mut self.sums, &mut self.squares, &mut self.means, &mut self.terms] {
            column.clear();
            column.resize(arms, 0.0);
        }
        self.pulls = 0;
    }

    fn record(&mut self, arm: usize, reward: f64) {
        self.pulls += 1;
        self.visits[arm] += 1.0;
        self.sums[arm] += reward;
        self.squares[arm] += reward * reward;
        self.means[arm] = self.sums[arm] / self.visits[arm];
    }

    /// The variance of an arm's rewards with divisor n, never below 0.
    #[inline]
    pub(super) fn variance(&self, arm: usize) -> f64 {
        (self.squares[arm] / self.visits[arm] - self.means[arm] * self.means[arm]).max(0.0)
    }

    /// How many arms.
    pub(super) fn arms(&self) -> usize {
        self.visits.len()
    }
}

/// One repetition in progress. The buffers are reused from repetition to repetition.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The true means.
    pub(super) means: Vec<f64>,
    pub(super) tally: Tally,
    /// Room for one score per arm.
    pub(super) scores: Vec<f64>,
    pub(super) rng: Rng,
    reward: Reward,
}

impl Table {
    pub(super) fn new(reward: Reward) -> Table {
        let [means, scores] = [Vec::new(), Vec::new()];
        Table { means, tally: Tally::default(), scores, rng: Rng::new(0), reward }
    }

    /// Forgets all pulls; the arms stay as they are.
    pub(super) fn restart(&mut self, rng: Rng) {
        self.tally.reset(self.means.len());
        self.scores.clear();
        self.scores.resize(self.means.len(), 0.0);
        self.rng = rng;
    }

    /// Pulls an arm.
    #[inline]
    pub(super) fn pull(&mut self, arm: usize) {
        let reward = self.reward.pull(self.means[arm], &mut self.rng);
        self.tally.record(arm, reward);
    }

    /// The arms in random order.
    pub(super) fn shuffled(&mut self) -> Vec<usize> {
        let mut arms: Vec<usize> = (0..self.means.len()).collect();
        self.rng.shuffle(&mut arms);
        arms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_by_hand() {
        let mut tally = Tally::default();
        tally.reset(2);
        [1.0, 0.0, 0.5].into_iter().for_each(|reward| tally.record(1, reward));
        assert_eq!((tally.pulls, tally.visits[1], tally.means[1]), (3, 3.0, 0.5));
        assert!((tally.variance(1) - 0.5 / 3.0).abs() < 1e-15);
        assert_eq!((tally.visits[0], tally.means[0]), (0.0, 0.0));
    }
}
