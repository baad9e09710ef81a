//! The mean reward [coulom2006; browne2012].

use super::{Backup, Passed};

/// Every node's value is the mean reward of its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Mean;

impl Backup for Mean {
    fn is_mean(&self) -> bool {
        true
    }

    #[inline]
    fn back_up(&self, passed: Passed<'_>) {
        for step in passed.path {
            passed.tree.add(step.node, 1, passed.rewards.of(step.mover));
            passed.tree.set_value(step.node, passed.tree.mean(step.node));
        }
    }
}
