//! Weighted simulations [xie2009; browne2012].

use super::{Backup, BackupTraits, Passed};
use crate::config::parameters;
use crate::techniques::Technique;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Weighted simulations",
    formula: "a simulation of weight w counts as w; shorter and later ones weigh more",
    citation: "xie2009, browne2012",
    config: "search.backup = { kind = 'weighted', shorter = 1, later = 1 }",
    sources: "slides 22",
    test: "a_simulation_of_weight_w_counts_as_w_simulations",
    file: file!(),
}];

parameters! {
    /// A simulation of weight w counts as w simulations; shorter and later ones weigh more [xie2009, as the survey describes it].
    ///
    /// The weight is 1, plus `shorter` if the game took at most `plies` moves from the root, plus `later` for every full `segment` of visits
    /// that the root has: a simulation of weight w is w of them, so that weights grow ever faster up to `most`. With both at 0 this is the mean.
    ///
    /// **Differs from the paper:** the source's segments and weights are not in the text that was read; these are ours.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Weighted {
        /// What a short simulation weighs more.
        pub shorter: u32 = 1, from 0 to 1000;
        /// The longest simulation that counts as short, in moves from the root.
        pub plies: u32 = 50, from 0 to 1_000_000;
        /// What a simulation weighs more for every segment before it.
        pub later: u32 = 1, from 0 to 1000;
        /// The visits of a segment.
        pub segment: u32 = 1000, from 1 to 1_000_000_000;
        /// The largest weight.
        pub most: u32 = 8, from 1 to 1000;
    }
}

impl Weighted {
    /// The weight of a simulation of so many moves when the root has so many visits.
    pub fn weight(&self, plies: usize, visits: u32) -> u32 {
        let short = if plies <= self.plies as usize { self.shorter } else { 0 };
        let late = (visits / self.segment.max(1)).saturating_mul(self.later);
        1u32.saturating_add(short).saturating_add(late).min(self.most)
    }
}

impl Backup for Weighted {
    fn traits(&self) -> BackupTraits {
        BackupTraits { heaviest: self.most, ..BackupTraits::default() }
    }

    fn back_up(&self, passed: Passed<'_>) {
        let Passed { tree, path, plies, .. } = passed;
        let weight = self.weight(plies, tree.visits(path[0].node));
        for (depth, step) in path.iter().enumerate() {
            tree.add(step.node, weight, passed.reward(depth));
            tree.set_value(step.node, tree.mean(step.node));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{root_value, tree_of};
    use super::*;
    use crate::tree::ROOT;

    #[test]
    fn weights_are_those_worked_out_by_hand() {
        let rule = Weighted { shorter: 2, plies: 10, later: 1, segment: 100, most: 5 };
        assert_eq!((rule.weight(11, 0), rule.weight(10, 0)), (1, 3));
        assert_eq!((rule.weight(11, 250), rule.weight(10, 250), rule.weight(10, u32::MAX)), (3, 5, 5));
    }

    #[test]
    fn a_simulation_of_weight_w_counts_as_w_simulations() {
        // 4 visits, 2 won by the second player; one more of weight 3 that it loses: 2/7.
        let tree = tree_of(&[(4, 0.5)]);
        let value = root_value(&Weighted { shorter: 2, plies: 9, later: 0, segment: 1, most: 9 }, &tree);
        assert_eq!(tree.visits(ROOT), 7);
        assert!((value - 2.0 / 7.0).abs() < 1e-6);
    }

    #[test]
    fn without_extra_weight_it_is_the_mean() {
        let rule = Weighted { shorter: 0, later: 0, ..Weighted::default() };
        assert_eq!(rule.weight(3, 1_000_000), 1);
    }
}
