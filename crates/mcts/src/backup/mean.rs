//! The mean reward [coulom2006; browne2012].

use super::{Backup, BackupTraits, Passed, Step};
use crate::techniques::Technique;
use crate::tree::Tree;
use katsura_game::Rewards;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Mean backup, per player",
    formula: "N += 1, Q += Δ(v, p): every node counts the reward of its own mover; any number of players",
    citation: "coulom2006, browne2012",
    config: "search.backup = { kind = 'mean' }",
    sources: "poolRave 3, slides 4, slides 6",
    test: "random_trees_converge_to_their_minimax_value",
    file: file!(),
}];

/// Every node's value is the mean reward of its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Mean;

#[inline(always)]
fn count(tree: &Tree, step: &Step, rewards: &Rewards) {
    tree.add(step.node, 1, rewards.of(step.mover));
    tree.set_value(step.node, tree.mean(step.node));
}

impl Backup for Mean {
    fn traits(&self) -> BackupTraits {
        BackupTraits { is_mean: true, ..BackupTraits::default() }
    }

    #[inline]
    fn back_up(&self, passed: Passed<'_>) {
        let Passed { tree, path, rewards, returns, .. } = passed;
        if returns.is_empty() {
            path.iter().for_each(|step| count(tree, step, &rewards));
        } else {
            path.iter().zip(returns).for_each(|(step, from_here)| count(tree, step, from_here));
        }
    }
}
