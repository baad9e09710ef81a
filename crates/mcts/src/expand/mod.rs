//! When a leaf gets children.

use crate::custom::Custom;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A leaf as expansion sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafView {
    /// Finished simulations through the leaf, the present one not counted.
    pub visits: u32,
    /// Moves from the root to the leaf.
    pub depth: usize,
    /// Children of the leaf's parent, the leaf included.
    pub siblings: usize,
}

/// Decides when a leaf that a simulation has reached gets children. If it does, the simulation goes one step further, into one
/// of them.
pub trait Expand: Send + Sync {
    /// Whether the leaf is ripe. The root is always expanded.
    fn is_ripe(&self, leaf: &LeafView) -> bool;
}

/// A leaf gets children when it is reached after this many finished simulations: 1 adds one node per simulation [coulom2006],
/// 0 gives a new node its children at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AfterVisits {
    /// Simulations through the leaf before it gets children.
    #[schemars(range(max = 1_000_000_000))]
    pub visits: u32,
}

impl Default for AfterVisits {
    fn default() -> Self {
        AfterVisits { visits: 1 }
    }
}

impl Expand for AfterVisits {
    #[inline]
    fn is_ripe(&self, leaf: &LeafView) -> bool {
        leaf.visits >= self.visits
    }
}

/// Only the root has children: flat Monte Carlo, flat UCB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RootOnly;

impl Expand for RootOnly {
    #[inline]
    fn is_ripe(&self, leaf: &LeafView) -> bool {
        leaf.depth == 0
    }
}

/// Any expansion rule: `[search.expand]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyExpand {
    /// After a number of visits.
    AfterVisits(AfterVisits),
    /// Only the root has children.
    RootOnly {},
    /// A rule of another crate.
    #[serde(skip)]
    Custom(Custom<dyn Expand>),
}

impl Default for AnyExpand {
    fn default() -> Self {
        AnyExpand::AfterVisits(AfterVisits::default())
    }
}

impl Expand for AnyExpand {
    #[inline]
    fn is_ripe(&self, leaf: &LeafView) -> bool {
        match self {
            AnyExpand::AfterVisits(rule) => rule.is_ripe(leaf),
            AnyExpand::RootOnly {} => RootOnly.is_ripe(leaf),
            AnyExpand::Custom(rule) => rule.is_ripe(leaf),
        }
    }
}
