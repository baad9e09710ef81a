//! Which move is played when the search has ended.

use super::Core;
use crate::choose::{Choice, Choose};
use crate::needs::Needs;
use crate::tree::{Children, NodeView, ROOT, Tree};
use katsura_game::Rng;

impl Core {
    /// What the rule for the final move says about the root now.
    pub(crate) fn choice(&self, rng: &mut Rng, last: bool) -> Choice {
        self.choice_in(&self.tree, self.needs, rng, last)
    }

    /// As [`choice`](Core::choice), for the root of another tree.
    pub(crate) fn choice_in(&self, tree: &Tree, needs: Needs, rng: &mut Rng, last: bool) -> Choice {
        let mut children = Children::default();
        children.gather(tree, ROOT, needs, 0.0);
        if self.is_amaf_over() {
            children.forget_amaf();
        }
        children.hide_hopeless(tree, ROOT);
        let view = NodeView { visits: tree.visits(ROOT) as f32, children: &children };
        if children.is_empty() && self.wants_search() {
            return Choice::AnyLegal;
        }
        self.policies.choose.choose(&view, rng, last)
    }
}
