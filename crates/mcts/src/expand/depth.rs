//! How deep a tree may grow: flat Monte Carlo, flat UCB, and the enumeration of positions down to a depth.

use super::{Expand, LeafView};
use crate::config::parameters;

/// Only the root has children: flat Monte Carlo, flat UCB [browne2012].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RootOnly;

impl Expand for RootOnly {
    #[inline]
    fn is_ripe(&self, leaf: &LeafView<'_>) -> bool {
        leaf.depth() == 0
    }
}

parameters! {
    /// Nodes down to a depth get children at their first visit, deeper ones never: the depth-i enumeration of [bouzy2004], with 1 for flat
    /// Monte Carlo. Minimax over what was enumerated is the business of the backup rule.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ToDepth {
        /// Moves from the root to the deepest nodes. The source compares 1 and 2.
        pub depth: usize = 2, from 1 to 1000;
    }
}

impl Expand for ToDepth {
    #[inline]
    fn is_ripe(&self, leaf: &LeafView<'_>) -> bool {
        leaf.depth() < self.depth
    }
}
