//! When a leaf gets children.
//!
//! | file | technique |
//! |---|---|
//! | `after_visits.rs` | after a number of visits; "all ends" is after none |
//! | `siblings.rs` | after as many visits as there are siblings |
//! | `transition.rs` | when its share of the parent's visits, estimated from the values, is large enough |
//! | `depth.rs` | only the root, or only nodes down to a depth |
//! | `any.rs` | the choice of a rule as data |

mod after_visits;
mod any;
mod depth;
mod siblings;
mod transition;

pub use after_visits::AfterVisits;
pub use any::AnyExpand;
pub use depth::{RootOnly, ToDepth};
pub use siblings::Siblings;
pub use transition::TransitionProbability;

use crate::backup::Step;
use crate::techniques::Technique;
use crate::tree::{NodeId, Tree};

/// The lines of this kind on the page of techniques.
pub(crate) const TECHNIQUES: &[&[Technique]] =
    &[after_visits::TECHNIQUES, siblings::TECHNIQUES, transition::TECHNIQUES, depth::TECHNIQUES];

/// A leaf as expansion sees it: nothing is looked up before a rule asks.
#[derive(Clone, Copy, Debug)]
pub struct LeafView<'a> {
    tree: &'a Tree,
    path: &'a [Step],
}

impl<'a> LeafView<'a> {
    /// The last node of a path from the root.
    ///
    /// # Panics
    /// In debug builds, if the path is empty.
    pub fn new(tree: &'a Tree, path: &'a [Step]) -> Self {
        debug_assert!(!path.is_empty(), "a path starts with the root");
        LeafView { tree, path }
    }

    /// Finished simulations through the leaf, the present one not counted.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.tree.visits(self.node())
    }

    /// Moves from the root to the leaf.
    #[inline]
    pub fn depth(&self) -> usize {
        self.path.len() - 1
    }

    /// The children of the leaf's parent, the leaf included; the root has only itself.
    #[inline]
    pub fn siblings(&self) -> std::ops::Range<NodeId> {
        match self.path {
            [.., parent, _] => self.tree.children(parent.node),
            _ => self.node()..self.node() + 1,
        }
    }

    /// The leaf.
    #[inline]
    pub fn node(&self) -> NodeId {
        self.path[self.path.len() - 1].node
    }

    /// The tree.
    #[inline]
    pub fn tree(&self) -> &'a Tree {
        self.tree
    }
}

/// Decides when a leaf that a simulation has reached gets children. If it does, the simulation goes one step further, into
/// one of them.
pub trait Expand: Send + Sync {
    /// Whether the leaf is ripe. The root is always expanded.
    fn should_expand(&self, leaf: &LeafView<'_>) -> bool;
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::needs::Needs;
    use crate::tree::ROOT;
    use katsura_game::Player;

    /// Asks about the first of the root's children, which have these visits and means.
    pub(super) fn should_expand(rule: &impl Expand, children: &[(u32, f32)]) -> bool {
        let tree = Tree::new(Needs::NONE, 1 << 16);
        tree.expand(ROOT, 0..children.len());
        for (child, &(visits, mean)) in tree.children(ROOT).zip(children) {
            tree.add(child, visits, mean);
            tree.add(ROOT, visits, 1.0 - mean);
            tree.set_value(child, mean);
        }
        let path = [Step::new(ROOT, Player::SECOND), Step::new(1, Player::FIRST)];
        rule.should_expand(&LeafView::new(&tree, &path))
    }
}
