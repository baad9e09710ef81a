//! How deep a tree may grow: flat Monte Carlo, flat UCB, and the enumeration of positions down to a depth.

use super::{Expand, LeafView};
use crate::config::parameters;
use crate::techniques::Technique;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "Flat Monte Carlo, flat UCB",
        formula: "a bandit over the root's moves, no tree",
        citation: "browne2012",
        config: "search.expand = { kind = 'root_only' }",
        sources: "slides 8, slides 9",
        test: "flat_methods_grow_no_tree",
        file: file!(),
    },
    Technique {
        name: "Depth-i enumeration",
        formula: "all positions after i moves in equal shares, minimax of their averages",
        citation: "bouzy2004",
        config: "search.expand = { kind = 'to_depth', depth = 2 }",
        sources: "lecture 34",
        test: "the_tree_has_all_positions_of_the_depth_and_none_below",
        file: file!(),
    },
];

/// Only the root has children: flat Monte Carlo, flat UCB [browne2012].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RootOnly;

impl Expand for RootOnly {
    #[inline]
    fn should_expand(&self, leaf: &LeafView<'_>) -> bool {
        leaf.depth() == 0
    }
}

parameters! {
    /// Nodes down to a depth get children at their first visit, deeper ones never: the depth-i enumeration of [bouzy2004],
    /// with 1 for flat Monte Carlo. Minimax over what was enumerated is the business of the backup rule.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ToDepth {
        /// Moves from the root to the deepest nodes. The source compares 1 and 2.
        pub depth: usize = 2, from 1 to 1000;
    }
}

impl Expand for ToDepth {
    #[inline]
    fn should_expand(&self, leaf: &LeafView<'_>) -> bool {
        leaf.depth() < self.depth
    }
}
