//! Keeping the part of the tree below a move that was played, as the student report does [seksaoui].

use super::publish::{CLAIMED, LEAF};
use super::{NodeId, ROOT, Tree};
use crate::needs::Needs;
use std::sync::atomic::Ordering::Relaxed;

/// A block of children that stays, and the node it belongs to.
struct Block {
    first: NodeId,
    len: u32,
    parent: NodeId,
}

impl Tree {
    /// Makes a child of the root the new root, keeps its subtree and forgets the rest.
    ///
    /// Kept blocks slide down to the start of the arena in their old order: no second arena is needed, and the time is
    /// proportional to what is kept (times its logarithm, for sorting the blocks).
    pub fn advance(&mut self, child: NodeId) {
        let mut blocks = self.blocks_below(child);
        blocks.sort_unstable_by_key(|block| block.first);
        let mut end = 1;
        for block in &blocks {
            *self.columns.first[block.parent as usize].get_mut() = end;
            end += self.room_for(block.len);
        }
        self.copy_node(child, ROOT);
        let mut to = 1;
        for block in &blocks {
            for place in 0..block.len {
                self.copy_node(block.first + place, to + place);
            }
            to += self.room_for(block.len);
        }
        *self.growth.used.get_mut() = end;
        *self.growth.full.get_mut() = false;
    }

    fn blocks_below(&self, top: NodeId) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open = vec![top];
        while let Some(parent) = open.pop() {
            let children = self.children(parent);
            if !children.is_empty() {
                blocks.push(Block { first: children.start, len: children.end - children.start, parent });
                open.extend(children.filter(|&child| self.is_expanded(child)));
            }
        }
        blocks
    }

    fn copy_node(&mut self, from: NodeId, to: NodeId) {
        self.columns.copy(from as usize, to as usize);
        let first = self.columns.first[to as usize].get_mut();
        *first = if *first == CLAIMED { LEAF } else { *first };
    }
}

impl Tree {
    /// Adds the statistics of the root and of its children in another tree to this one, child by child of the same move.
    pub(crate) fn absorb(&mut self, other: &Tree, is_move: impl Fn(NodeId) -> bool) {
        self.absorb_node(ROOT, other, ROOT);
        for child in other.children(ROOT).filter(|&child| is_move(child)) {
            let index = other.move_index(child);
            let mine = self.children(ROOT).find(|&mine| self.move_index(mine) == index);
            if let Some(mine) = mine {
                self.absorb_node(mine, other, child);
            }
        }
    }

    fn absorb_node(&mut self, mine: NodeId, other: &Tree, theirs: NodeId) {
        let (to, from) = (mine as usize, theirs as usize);
        let value = blend((self.value(mine), self.visits(mine)), (other.value(theirs), other.visits(theirs)));
        self.set_value(mine, value);
        let columns = &mut self.columns;
        *columns.visits[to].get_mut() += other.visits(theirs);
        *columns.sum[to].get_mut() += other.columns.sum[from].load(Relaxed);
        if let (Some(squares), Some(more)) = (columns.squares.get_mut(to), other.columns.squares.get(from)) {
            *squares.get_mut() += more.load(Relaxed);
        }
        if self.needs.has(Needs::AMAF) {
            self.add_amaf_totals(mine, other.amaf_totals(theirs));
        }
        self.narrow_bounds(mine, other.bounds(theirs));
        if let (Some(mine), Some(theirs)) = (self.columns.prior.get(to), other.columns.prior.get(from)) {
            mine.store(theirs.load(Relaxed), Relaxed);
        }
        if let (Some(mine), Some(theirs)) = (self.columns.group.get(to), other.columns.group.get(from)) {
            mine.store(theirs.load(Relaxed), Relaxed);
        }
        self.set_closed(mine, self.is_closed(mine) && other.is_closed(theirs));
    }
}

/// The mean of two values weighted by their visits; the first if there are none.
fn blend((a, visits_a): (f32, u32), (b, visits_b): (f32, u32)) -> f32 {
    let total = f64::from(visits_a) + f64::from(visits_b);
    if total == 0.0 { a } else { ((f64::from(a) * f64::from(visits_a) + f64::from(b) * f64::from(visits_b)) / total) as f32 }
}
