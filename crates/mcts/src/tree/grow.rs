//! New nodes.

use super::publish::Link;
use super::{NodeId, Tree};
use crate::needs::Needs;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

impl Tree {
    /// Gives a leaf its children, one for each move number. Returns whether the node has children afterwards: `false` if there
    /// is no room, or if another thread is just doing the same.
    ///
    /// # Panics
    /// In debug builds, if there are no moves or more than 65,535.
    pub fn expand(&self, node: NodeId, moves: impl ExactSizeIterator<Item = usize>) -> bool {
        self.expand_with(node, moves, |_| ())
    }

    /// As [`expand`](Tree::expand); `note` writes what else is known of the children, before another thread can see them.
    pub(crate) fn expand_with(
        &self,
        node: NodeId,
        moves: impl ExactSizeIterator<Item = usize>,
        note: impl FnOnce(Range<NodeId>),
    ) -> bool {
        let count = moves.len();
        debug_assert!(count > 0 && count <= usize::from(u16::MAX), "a node has 1 to 65,535 children");
        self.columns.first[node as usize].publish(|| {
            let first = self.reserve(self.room_for(count as u32))?;
            let slots = first as usize..first as usize + count;
            self.columns.wipe(slots.clone());
            for (cell, index) in self.columns.index[slots].iter().zip(moves) {
                cell.store(index as u32, Relaxed);
            }
            self.columns.len[node as usize].store(count as u16, Relaxed);
            note(first..first + count as NodeId);
            Some(first)
        })
    }

    /// Gives a leaf the block of children of another node. Returns whether the node has children afterwards.
    pub(crate) fn link(&self, node: NodeId, first: NodeId, len: u32) -> bool {
        self.columns.first[node as usize].publish(|| {
            self.columns.len[node as usize].store(len as u16, Relaxed);
            Some(first)
        })
    }

    fn reserve(&self, count: u32) -> Option<NodeId> {
        let grown = |used: u32| used.checked_add(count).filter(|&end| end as usize <= self.capacity());
        let reserved = self.growth.used.fetch_update(Relaxed, Relaxed, grown).ok();
        if reserved.is_none() {
            self.growth.full.store(true, Relaxed);
        }
        reserved
    }

    /// How many slots a block of so many children has: in a tree whose blocks grow, there is room for some to come.
    pub(super) fn room_for(&self, children: u32) -> u32 {
        if self.needs.has(Needs::GROWS) { children.next_power_of_two() } else { children }
    }

    /// Gives a node one more child, with this move number, and returns its place; `None` if there is no room.
    ///
    /// The block moves when it is full, to another that is twice as long: slots of the children are other ones then. So only one
    /// thread may do this, at a time when nobody holds slots of the node's children.
    pub(crate) fn add_child(&self, node: NodeId, index: usize) -> Option<usize> {
        debug_assert!(self.needs.has(Needs::GROWS), "only in trees whose blocks grow");
        let children = self.children(node);
        let len = children.len();
        if len == 0 {
            return self.expand(node, std::iter::once(index)).then_some(0);
        }
        if len == usize::from(u16::MAX) {
            return None;
        }
        let first = if len.is_power_of_two() { self.move_block(node, &children)? } else { children.start };
        let slot = first as usize + len;
        self.columns.wipe(slot..slot + 1);
        self.columns.index[slot].store(index as u32, Relaxed);
        self.columns.len[node as usize].store(len as u16 + 1, Relaxed);
        Some(len)
    }

    /// Copies a full block of children into one of twice the length, and returns its first slot.
    fn move_block(&self, node: NodeId, children: &Range<NodeId>) -> Option<NodeId> {
        let len = children.end - children.start;
        let first = self.reserve(2 * len)?;
        for place in 0..len {
            self.columns.copy((children.start + place) as usize, (first + place) as usize);
        }
        self.columns.first[node as usize].store(first, Relaxed);
        Some(first)
    }
}
