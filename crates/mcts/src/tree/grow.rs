//! New nodes.

use super::publish::{LEAF, Link};
use super::{NodeId, Tree};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

impl Tree {
    /// Gives a leaf its children, one for each move number. Returns whether the node has children afterwards: `false` if there
    /// is no room, or if another thread is just doing the same.
    ///
    /// # Panics
    /// In debug builds, if there are no moves or more than 65,535.
    pub fn expand(&self, node: NodeId, moves: impl ExactSizeIterator<Item = usize>) -> bool {
        let count = moves.len();
        debug_assert!(count > 0 && count <= usize::from(u16::MAX), "a node has 1 to 65,535 children");
        self.first[node as usize].publish(|| {
            let first = self.reserve(count as u32)?;
            let slots = first as usize..first as usize + count;
            self.wipe(slots.clone());
            for (cell, index) in self.index[slots].iter().zip(moves) {
                cell.store(index as u32, Relaxed);
            }
            self.len[node as usize].store(count as u16, Relaxed);
            Some(first)
        })
    }

    /// Gives a leaf the block of children of another node. Returns whether the node has children afterwards.
    pub(crate) fn link(&self, node: NodeId, first: NodeId, len: u32) -> bool {
        self.first[node as usize].publish(|| {
            self.len[node as usize].store(len as u16, Relaxed);
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

    /// Makes slots those of leaves without a visit.
    pub(super) fn wipe(&self, slots: Range<usize>) {
        let nothing = 0.5f32.to_bits();
        let numbers = [(&self.first, LEAF), (&self.visits, 0), (&self.value, nothing)];
        for (column, number) in numbers.into_iter().chain([(&self.prior, nothing), (&self.in_flight, 0)]) {
            present(column, &slots).iter().for_each(|cell| cell.store(number, Relaxed));
        }
        for column in [&self.sum, &self.squares, &self.amaf, &self.key] {
            present(column, &slots).iter().for_each(|cell| cell.store(0, Relaxed));
        }
        for column in [&self.bounds, &self.group, &self.closed] {
            present(column, &slots).iter().for_each(|cell| cell.store(0, Relaxed));
        }
    }
}

/// The slots of a column; none if the column is not stored.
#[inline]
fn present<'a, T>(column: &'a [T], slots: &Range<usize>) -> &'a [T] {
    column.get(slots.clone()).unwrap_or_default()
}
