//! What a simulation leaves behind in the nodes it passed.

use crate::custom::Custom;
use crate::tree::{NodeId, Tree};
use katsura_game::{Player, Rewards};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One node of the way down: the slot, and who moved along the edge into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node.
    pub node: NodeId,
    /// The player whose reward the node's numbers are. For a chance outcome, and for the root of a new game, the first player.
    pub mover: Player,
}

/// A finished simulation.
#[derive(Clone, Copy, Debug)]
pub struct Passed<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The nodes it passed, from the root to the leaf.
    pub path: &'a [Step],
    /// The result.
    pub rewards: Rewards,
}

/// Counts a simulation in the nodes it passed.
pub trait Backup: Send + Sync {
    /// Updates every node of the path.
    fn back_up(&self, passed: Passed<'_>);
}

/// Every node's value is the mean reward of its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Mean;

impl Backup for Mean {
    #[inline]
    fn back_up(&self, passed: Passed<'_>) {
        for step in passed.path {
            passed.tree.add(step.node, 1, passed.rewards.of(step.mover));
            passed.tree.set_value(step.node, passed.tree.mean(step.node));
        }
    }
}

/// Any backup rule: `[search.backup]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyBackup {
    /// The mean reward of the mover.
    Mean {},
    /// A rule of another crate.
    #[serde(skip)]
    Custom(Custom<dyn Backup>),
}

impl Default for AnyBackup {
    fn default() -> Self {
        AnyBackup::Mean {}
    }
}

impl Backup for AnyBackup {
    #[inline]
    fn back_up(&self, passed: Passed<'_>) {
        match self {
            AnyBackup::Mean {} => Mean.back_up(passed),
            AnyBackup::Custom(rule) => rule.back_up(passed),
        }
    }
}
