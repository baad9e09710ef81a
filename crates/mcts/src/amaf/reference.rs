//! Reading the AMAF values of a node further up, for GRAVE.

use super::AmafTable;
use crate::backup::Step;
use crate::tree::{Children, NodeId, Tree};
use katsura_game::{Player, Trace};

/// The nearest node of the path, its end included, that has `visits` visits and this player to move; if there is none, the
/// first node of the path with this player to move.
pub(crate) fn reference_node(tree: &Tree, path: &[Step], trace: &Trace, visits: u32, player: Player) -> NodeId {
    let last = path.len() - 1;
    let mut found = path[last].node;
    for depth in (0..=last).rev() {
        if depth == last || trace[depth].player() == Some(player) {
            found = path[depth].node;
            if tree.visits(found) >= visits {
                break;
            }
        }
    }
    found
}

impl AmafTable {
    /// Replaces the AMAF values of `node`'s children by those that the same moves have among the children of `source`; a
    /// move that is not there has none.
    pub(crate) fn refer(&mut self, tree: &Tree, source: NodeId, node: NodeId, children: &mut Children) {
        if source == node {
            return;
        }
        self.slots.resize(self.played.len(), 0);
        let known = tree.children(source);
        for child in known.clone() {
            self.slots[tree.move_index(child)] = child;
        }
        children.forget_amaf();
        for child in tree.children(node) {
            let index = tree.move_index(child);
            let slot = self.slots[index];
            let is_there = known.contains(&slot) && tree.move_index(slot) == index;
            let (visits, sum) = if is_there { tree.amaf_totals(slot) } else { (0.0, 0.0) };
            children.amaf_visits.push(visits);
            children.amaf_sum.push(sum);
        }
    }
}
