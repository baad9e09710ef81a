//! Sequential halving.

use super::policy::Schedule;
use super::table::{Table, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sequential halving [karnin2013]: ⌈log₂ arms⌉ rounds with equal shares of the pulls; each round drops the worse half.
///
/// In each round every arm left gets ⌊pulls / (arms left · rounds)⌋ pulls, then the better half (rounded up) stays; ties are cut at
/// random. Pulls that the rounding leaves over are not made.
///
/// Differs from the paper: where a round has less than one pull for each arm they get one, and a round that the budget does
/// not cover is not finished; the best mean of the arms left is then recommended.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SequentialHalving {
    /// Which pulls an arm is judged by.
    pub evidence: Evidence,
}

/// Which pulls an arm is judged by at the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// All pulls so far.
    #[default]
    All,
    /// The pulls of the round, as in the paper.
    Round,
}

impl Schedule for SequentialHalving {
    fn play(&self, pulls: u32, table: &mut Table) -> Vec<usize> {
        let mut left = table.shuffled();
        let rounds = (usize::BITS - (left.len() - 1).leading_zeros()).max(1);
        while left.len() > 1 {
            let each = (u64::from(pulls) / (left.len() as u64 * u64::from(rounds))).max(1);
            let before = table.tally.clone();
            for turn in 0..each * left.len() as u64 {
                if table.tally.pulls == pulls {
                    return left;
                }
                table.pull(left[(turn % left.len() as u64) as usize]);
            }
            let mean = |arm: &usize| self.mean(*arm, &table.tally, &before);
            left.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
            left.truncate(left.len().div_ceil(2));
        }
        left
    }
}

impl SequentialHalving {
    fn mean(&self, arm: usize, now: &Tally, before: &Tally) -> f64 {
        match self.evidence {
            Evidence::All => now.means[arm],
            Evidence::Round => (now.sums[arm] - before.sums[arm]) / (now.visits[arm] - before.visits[arm]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::Reward;
    use katsura_game::Rng;

    fn table(means: &[f64]) -> Table {
        let mut table = Table::new(Reward::Bernoulli);
        table.means = means.to_vec();
        table.restart(Rng::new(5));
        table
    }

    #[test]
    fn visits_by_hand() {
        // 4 arms, 2 rounds, 40 pulls: 5 each for four arms, then 10 each for two
        let mut table = table(&[0.0, 1.0, 0.0, 1.0]);
        let left = SequentialHalving::default().play(40, &mut table);
        assert_eq!(table.tally.visits, [5.0, 15.0, 5.0, 15.0]);
        assert!(left == [1] || left == [3]);
    }

    #[test]
    fn the_budget_is_never_exceeded_and_something_is_left() {
        for evidence in [Evidence::All, Evidence::Round] {
            for arms in [1, 2, 3, 5, 32] {
                for pulls in [0, 1, 7, 32, 33, 200] {
                    let mut table = table(&vec![0.5; arms]);
                    let left = SequentialHalving { evidence }.play(pulls, &mut table);
                    assert!(table.tally.pulls <= pulls && !left.is_empty(), "{arms} arms, {pulls} pulls");
                }
            }
        }
    }

    #[test]
    fn evidence_of_the_round_forgets_earlier_rounds() {
        let (mut now, mut before) = (Tally::default(), Tally::default());
        (now.sums, now.visits, now.means) = (vec![6.0], vec![10.0], vec![0.6]);
        (before.sums, before.visits) = (vec![5.0], vec![5.0]);
        assert_eq!(SequentialHalving { evidence: Evidence::Round }.mean(0, &now, &before), 0.2);
        assert_eq!(SequentialHalving { evidence: Evidence::All }.mean(0, &now, &before), 0.6);
    }
}
