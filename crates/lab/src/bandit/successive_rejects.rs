//! Successive rejects.

use super::policy::Schedule;
use super::table::Table;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Successive rejects [audibert2010]: one phase less than arms; each phase drops the worst arm.
///
/// With K arms and n pulls, at the end of phase k every arm left has n_k = ⌈(n − K)/((K + 1 − k)·L)⌉ pulls,
/// L = ½ + Σ_{i=2..K} 1/i; the arm with the worst mean is dropped, ties at random.
///
/// Differs from the paper: with no more pulls than arms, as many arms as there are pulls get one each, and the best mean is
/// recommended.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuccessiveRejects {}

impl Schedule for SuccessiveRejects {
    fn play(&self, pulls: u32, table: &mut Table) -> Vec<usize> {
        let mut left = table.shuffled();
        let arms = left.len();
        if pulls as usize <= arms {
            left.truncate((pulls as usize).max(1));
            left.iter().take(pulls as usize).for_each(|&arm| table.pull(arm));
            return left;
        }
        let lengths = phases(arms, pulls);
        for length in lengths {
            for &arm in &left {
                while table.tally.visits[arm] < length {
                    table.pull(arm);
                }
            }
            let worst = left.iter().enumerate().min_by(|a, b| table.tally.means[*a.1].total_cmp(&table.tally.means[*b.1]));
            if let Some((place, _)) = worst {
                left.swap_remove(place);
            }
        }
        left
    }
}

/// The pulls that every arm left has at the end of each phase.
fn phases(arms: usize, pulls: u32) -> Vec<f64> {
    let log: f64 = 0.5 + (2..=arms).map(|i| 1.0 / i as f64).sum::<f64>();
    let spare = f64::from(pulls) - arms as f64;
    (1..arms).map(|k| (spare / ((arms + 1 - k) as f64 * log)).ceil()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::Reward;
    use katsura_game::Rng;

    #[test]
    fn phases_by_hand() {
        // 3 arms, 30 pulls: L = ½ + ½ + ⅓ = 4/3, n₁ = ⌈27/(3·4/3)⌉ = 7, n₂ = ⌈27/(2·4/3)⌉ = 11
        assert_eq!(phases(3, 30), [7.0, 11.0]);
    }

    #[test]
    fn the_budget_is_kept_and_the_certain_best_arm_is_found() {
        let mut table = Table::new(Reward::Bernoulli);
        table.means = vec![0.0, 0.5, 1.0, 0.2];
        for pulls in [1, 3, 4, 5, 20, 100] {
            table.restart(Rng::new(u64::from(pulls)));
            let left = SuccessiveRejects {}.play(pulls, &mut table);
            assert!(table.tally.pulls <= pulls, "{pulls}: {}", table.tally.pulls);
            assert!(pulls < 100 || left == [2]);
        }
    }
}
