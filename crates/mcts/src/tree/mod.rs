//! The tree: an arena with contiguous children and statistics in columns.
//!
//! A *node* is a slot number; slot *i* of every column belongs to it. A node stands for the edge that leads into it as well:
//! its numbers are rewards of the player who moved along that edge. The children of a node are a contiguous block of slots,
//! so that the selection loop reads memory in order. Slot 0 is the root.
//!
//! Which columns there are, and who writes them, is declared in `columns.rs`.
//!
//! Sums are fixed-point numbers, so that adding them in any order gives the same bits.

mod children;
mod column;
mod columns;
mod copies;
mod grow;
mod node_view;
mod proof;
mod publish;
mod reuse;
mod room;

pub use children::Children;
pub(crate) use copies::Copies;
pub use node_view::{Measure, NodeView};
pub(crate) use room::room_for;

use crate::needs::Needs;
use crate::solve::Bounds;
use column::{add_pair, load_pair, pack, prefetch, store_pair, update_pairs, with_pair};
use columns::Columns;
use proof::Proof;
use publish::{CLAIMED, Link};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};

/// A node's slot in the arena.
pub type NodeId = u32;

/// The root's slot.
pub const ROOT: NodeId = 0;

/// One unit of a fixed-point sum.
const UNIT: f64 = 1.0 / (1u64 << 32) as f64;
/// AMAF counts end here, where single precision still counts one by one.
const AMAF_FULL: f32 = (1u32 << 24) as f32;

/// What expansion writes: in cache lines of its own, so that threads which only read the columns' addresses do not wait for it.
#[repr(align(128))]
struct Growth {
    /// Slots that are handed out.
    used: AtomicU32,
    /// Whether an expansion was refused for want of room.
    full: AtomicBool,
}

/// The tree of one search.
pub struct Tree {
    needs: Needs,
    growth: Growth,
    columns: Columns,
}

impl Tree {
    /// An empty tree (a root without children) that never takes more than `memory` bytes and stores what `needs` says.
    pub fn new(needs: Needs, memory: usize) -> Self {
        let capacity = (memory / Self::bytes_per_node(needs)).clamp(1, CLAIMED as usize - 1);
        Tree {
            needs,
            growth: Growth { used: AtomicU32::new(1), full: AtomicBool::new(false) },
            columns: Columns::new(needs, capacity),
        }
    }

    /// The bytes one node takes with these statistics.
    pub const fn bytes_per_node(needs: Needs) -> usize {
        Columns::bytes_per_node(needs)
    }

    /// Forgets everything but the root, whose statistics become zero.
    pub fn clear(&mut self) {
        *self.growth.used.get_mut() = 1;
        *self.growth.full.get_mut() = false;
        self.columns.wipe(0..1);
    }

    /// What the tree stores.
    pub fn needs(&self) -> Needs {
        self.needs
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.growth.used.load(Relaxed).min(self.capacity() as u32) as usize
    }

    /// The bytes of its nodes.
    pub fn bytes(&self) -> usize {
        self.nodes() * Self::bytes_per_node(self.needs)
    }

    /// The number of nodes there is room for.
    pub fn capacity(&self) -> usize {
        self.columns.first.len()
    }

    /// Whether an expansion had to be refused for want of room.
    pub fn is_full(&self) -> bool {
        self.growth.full.load(Relaxed)
    }

    /// The slots of a node's children; empty for a leaf.
    #[inline]
    pub fn children(&self, node: NodeId) -> Range<NodeId> {
        match self.columns.first[node as usize].first_child() {
            Some(first) => first..first + NodeId::from(self.columns.len[node as usize].load(Relaxed)),
            None => 0..0,
        }
    }

    /// The children's places in the columns.
    #[inline]
    fn slots(&self, node: NodeId) -> Range<usize> {
        let children = self.children(node);
        children.start as usize..children.end as usize
    }

    /// Starts to bring what the rest of a simulation needs of a node into the caches: the statistics that backup adds to, and the
    /// numbers of the children that selection reads. Worth its while as soon as the node is known and before its move is made.
    #[inline]
    pub(crate) fn prefetch(&self, node: NodeId) {
        // Six lines are the numbers of 96 children; for more the processor has noticed the direction.
        let children = self.columns.first[node as usize].load(Relaxed) as usize;
        prefetch::<1, _>(&self.columns.sum, node as usize);
        for column in [&self.columns.visits, &self.columns.value, &self.columns.index, &self.columns.first] {
            prefetch::<6, _>(column, children);
        }
        if self.needs.has(Needs::IN_FLIGHT) {
            prefetch::<6, _>(&self.columns.in_flight, children);
        }
        if self.needs.has(Needs::AMAF) {
            prefetch::<12, _>(&self.columns.amaf, children);
        }
    }

    /// Asks for the numbers of a node itself.
    #[inline]
    pub(crate) fn prefetch_counts(&self, node: NodeId) {
        for column in [&self.columns.visits, &self.columns.value] {
            prefetch::<1, _>(column, node as usize);
        }
        prefetch::<1, _>(&self.columns.sum, node as usize);
    }

    /// Whether a node has children.
    #[inline]
    pub fn is_expanded(&self, node: NodeId) -> bool {
        !self.children(node).is_empty()
    }

    /// The number of the move that leads into a node.
    #[inline]
    pub fn move_index(&self, node: NodeId) -> usize {
        self.columns.index[node as usize].load(Relaxed) as usize
    }

    /// The number of the move that leads into the child at a place.
    pub(crate) fn child_index(&self, node: NodeId, place: usize) -> usize {
        self.move_index(self.children(node).start + place as NodeId)
    }

    /// The place of the child of a move.
    pub(crate) fn place_of(&self, node: NodeId, index: usize) -> Option<usize> {
        self.columns.index[self.slots(node)].iter().position(|cell| cell.load(Relaxed) as usize == index)
    }

    /// The place of the child with this move number and this key.
    pub(crate) fn place_of_key(&self, node: NodeId, index: usize, key: u64) -> Option<usize> {
        self.children(node).position(|child| self.move_index(child) == index && self.key(child) == key)
    }

    /// Writes all rewards anew, each r as a·r + b. For a thread that has the tree to itself.
    pub(crate) fn rescale(&self, a: f64, b: f64) {
        for slot in 0..self.nodes() {
            let visits = f64::from(self.columns.visits[slot].load(Relaxed));
            if let Some(cell) = self.columns.amaf.get(slot) {
                let [count, sum] = load_pair(cell);
                store_pair(cell, [count, a as f32 * sum + b as f32 * count]);
            }
            if visits == 0.0 {
                continue;
            }
            let sum = self.columns.sum[slot].load(Relaxed) as f64 * UNIT;
            if let Some(cell) = self.columns.squares.get(slot) {
                let squares = cell.load(Relaxed) as f64 * UNIT;
                cell.store(to_units_wide(a * a * squares + 2.0 * a * b * sum + b * b * visits), Relaxed);
            }
            self.columns.sum[slot].store(to_units_wide(a * sum + b * visits), Relaxed);
            let value = load(&self.columns.value[slot]);
            store(&self.columns.value[slot], (a * f64::from(value) + b) as f32);
        }
    }

    /// Finished simulations through a node.
    #[inline]
    pub fn visits(&self, node: NodeId) -> u32 {
        self.columns.visits[node as usize].load(Relaxed)
    }

    /// Simulations that went on to a child of the node, by whatever way they came to its position.
    pub(crate) fn visits_below(&self, node: NodeId) -> u32 {
        self.children(node).map(|child| self.visits(child)).sum()
    }

    /// The mean reward of the node's mover; ½ without visits.
    pub fn mean(&self, node: NodeId) -> f32 {
        match self.visits(node) {
            0 => 0.5,
            visits => (self.columns.sum[node as usize].load(Relaxed) as f64 * UNIT / f64::from(visits)) as f32,
        }
    }

    /// What selection reads as the node's mean: the mean itself, unless the backup policy says otherwise.
    #[inline]
    pub fn value(&self, node: NodeId) -> f32 {
        f32::from_bits(self.columns.value[node as usize].load(Relaxed))
    }

    /// Sets what selection reads as the node's mean.
    #[inline]
    pub fn set_value(&self, node: NodeId, value: f32) {
        self.columns.value[node as usize].store(value.to_bits(), Relaxed);
    }

    /// The mean of the squared rewards; the squared mean where squares are not stored or there is no visit.
    pub fn mean_square(&self, node: NodeId) -> f32 {
        match (self.columns.squares.get(node as usize), self.visits(node)) {
            (Some(squares), visits) if visits > 0 => (squares.load(Relaxed) as f64 * UNIT / f64::from(visits)) as f32,
            _ => self.mean(node) * self.mean(node),
        }
    }

    /// AMAF visits and mean of a node; (0, ½) where they are not stored.
    pub fn amaf(&self, node: NodeId) -> (f32, f32) {
        let (visits, sum) = self.amaf_totals(node);
        (visits, if visits > 0.0 { sum / visits } else { 0.5 })
    }

    /// AMAF visits of a node and the sum of their rewards; zeros where they are not stored.
    pub(crate) fn amaf_totals(&self, node: NodeId) -> (f32, f32) {
        self.columns.amaf.get(node as usize).map_or((0.0, 0.0), |cell| load_pair(cell).into())
    }

    /// The game's prior for the move into a node; ½ where priors are not stored.
    pub fn prior(&self, node: NodeId) -> f32 {
        self.columns.prior.get(node as usize).map_or(0.5, load)
    }

    /// Sets the prior of a node.
    pub fn set_prior(&self, node: NodeId, prior: f32) {
        store(&self.columns.prior[node as usize], prior);
    }

    /// The game's group of the move into a node; 0 where groups are not stored.
    pub fn group(&self, node: NodeId) -> u8 {
        self.columns.group.get(node as usize).map_or(0, |cell| cell.load(Relaxed))
    }

    /// Sets the group of a node.
    pub fn set_group(&self, node: NodeId, group: u8) {
        self.columns.group[node as usize].store(group, Relaxed);
    }

    /// What is proven about a node's mover's reward.
    #[inline]
    pub fn bounds(&self, node: NodeId) -> Bounds {
        self.columns.bounds.get(node as usize).map_or(Bounds::OPEN, Proof::bounds)
    }

    /// Whether nothing is proven about any child of a node.
    #[inline]
    pub(crate) fn are_children_open(&self, node: NodeId) -> bool {
        let children = self.children(node);
        let cells = self.columns.bounds.get(children.start as usize..children.end as usize).unwrap_or_default();
        cells.iter().fold(0, |all, cell| all | cell.load(Relaxed)) == 0
    }

    /// Adds what has been proven about a node to what is known. Whether it is news.
    pub fn narrow_bounds(&self, node: NodeId, bounds: Bounds) -> bool {
        self.columns.bounds.get(node as usize).is_some_and(|cell| cell.narrow(bounds))
    }

    /// The key of a node: of its position, in transposition tables; of who made the move, or of what a player has seen, in games that hide
    /// something; 0 where it is not known.
    #[inline]
    pub fn key(&self, node: NodeId) -> u64 {
        self.columns.key.get(node as usize).map_or(0, |cell| cell.load(Relaxed))
    }

    /// Sets the key of a node's position.
    #[inline]
    pub fn set_key(&self, node: NodeId, key: u64) {
        self.columns.key[node as usize].store(key, Relaxed);
    }

    /// The simulations that ended at a node while it was a leaf: visits and mean reward. The lecture notes [hsu] keep them in a "default" child, so that a
    /// node's counters are the sums of its children's; here that child is what is left when the others are taken away.
    pub fn default_child(&self, node: NodeId) -> (u32, f32) {
        let below = self.visits_below(node);
        let visits = self.visits(node).saturating_sub(below);
        let movers_view = self.columns.sum[node as usize].load(Relaxed) as f64 * UNIT;
        let taken: f64 = self.children(node).map(|child| self.columns.sum[child as usize].load(Relaxed) as f64 * UNIT).sum();
        let mean = if visits == 0 { 0.5 } else { (movers_view - (f64::from(below) - taken)) / f64::from(visits) };
        (visits, mean as f32)
    }

    /// Wins, draws and losses of a node's mover, for games whose rewards are 1, ½ and 0. Exact where squares are stored; without them there are
    /// no draws.
    pub fn win_draw_loss(&self, node: NodeId) -> (u32, u32, u32) {
        let visits = self.visits(node);
        let sum = self.columns.sum[node as usize].load(Relaxed) as f64 * UNIT;
        let squares = self.columns.squares.get(node as usize).map_or(sum, |cell| cell.load(Relaxed) as f64 * UNIT);
        let draws = (4.0 * (sum - squares)).round() as u32;
        let wins = (sum - f64::from(draws) / 2.0).round() as u32;
        (wins, draws, visits.saturating_sub(wins + draws))
    }

    /// Takes note of a reward, if the best is stored.
    #[inline]
    pub(crate) fn raise_top(&self, node: NodeId, reward: f32) {
        if let Some(cell) = self.columns.top.get(node as usize) {
            cell.fetch_max(reward.max(0.0).to_bits(), Relaxed);
        }
    }

    /// Whether a pruning rule has closed a node; `false` where that is not stored.
    #[inline]
    pub fn is_closed(&self, node: NodeId) -> bool {
        self.columns.closed.get(node as usize).is_some_and(|cell| cell.load(Relaxed) != 0)
    }

    /// Closes or opens a node, if that is stored.
    #[inline]
    pub fn set_closed(&self, node: NodeId, closed: bool) {
        if let Some(cell) = self.columns.closed.get(node as usize) {
            cell.store(u8::from(closed), Relaxed);
        }
    }

    /// Simulations under way through a node.
    pub fn in_flight(&self, node: NodeId) -> u32 {
        self.columns.in_flight.get(node as usize).map_or(0, |cell| cell.load(Relaxed))
    }

    /// Counts a simulation that starts to pass through a node.
    #[inline]
    pub fn add_in_flight(&self, node: NodeId) {
        if let Some(cell) = self.columns.in_flight.get(node as usize) {
            cell.fetch_add(1, Relaxed);
        }
    }

    /// Counts a simulation that has passed.
    #[inline]
    pub fn remove_in_flight(&self, node: NodeId) {
        if let Some(cell) = self.columns.in_flight.get(node as usize) {
            cell.fetch_sub(1, Relaxed);
        }
    }

    /// Adds `weight` simulations with this reward of the node's mover.
    #[inline]
    pub fn add(&self, node: NodeId, weight: u32, reward: f32) {
        let slot = node as usize;
        self.add_units(node, weight, to_units(reward) * u64::from(weight));
        if let Some(squares) = self.columns.squares.get(slot) {
            self.bump_wide(squares, to_units(reward * reward) * u64::from(weight));
        }
    }

    /// Adds simulations whose rewards have this sum.
    #[inline]
    fn add_units(&self, node: NodeId, visits: u32, units: u64) {
        self.bump(&self.columns.visits[node as usize], visits);
        self.bump_wide(&self.columns.sum[node as usize], units);
    }

    /// Additions need the bus only where threads share the tree.
    #[inline]
    fn bump(&self, cell: &AtomicU32, by: u32) {
        if self.needs.has(Needs::IN_FLIGHT) {
            cell.fetch_add(by, Relaxed);
        } else {
            cell.store(cell.load(Relaxed).wrapping_add(by), Relaxed);
        }
    }

    #[inline]
    fn bump_wide(&self, cell: &AtomicU64, by: u64) {
        if self.needs.has(Needs::IN_FLIGHT) {
            cell.fetch_add(by, Relaxed);
        } else {
            cell.store(cell.load(Relaxed).wrapping_add(by), Relaxed);
        }
    }

    /// Adds one AMAF sample with this reward to every child of `node` whose move `played` says was played: 1 for yes, 0 for no.
    #[inline]
    pub fn add_amaf(&self, node: NodeId, reward: f32, played: impl Fn(usize) -> f32) {
        // Which moves were played is as good as random, so every child is written and nothing has to be foreseen. Threads that do so at the same
        // time lose samples of each other; of busy nodes they have copies.
        let slots = self.slots(node);
        let sample = pack([1.0, reward]);
        update_pairs(&self.columns.amaf[slots.clone()], &self.columns.index[slots], |totals, index| {
            // 1 as a number has bit 29, 0 has none: a mask without a comparison
            let is_played = (played(index as usize).to_bits() as i32) << 2 >> 31;
            with_pair(totals, sample & is_played as u64)
        });
    }

    /// Adds one AMAF sample with this reward to a node.
    #[inline]
    pub fn add_amaf_sample(&self, node: NodeId, reward: f32) {
        self.add_amaf_totals(node, (1.0, reward));
    }

    /// Adds AMAF visits and the sum of their rewards to a node, as far as there is room for them.
    #[inline]
    fn add_amaf_totals(&self, node: NodeId, (visits, sum): (f32, f32)) {
        let cell = &self.columns.amaf[node as usize];
        if self.needs.has(Needs::IN_FLIGHT) {
            add_pair(cell, [visits, sum]);
        } else {
            cell.store(with_pair(cell.load(Relaxed), pack([visits, sum])), Relaxed);
        }
    }
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree").field("needs", &self.needs).field("nodes", &self.nodes()).finish_non_exhaustive()
    }
}

#[inline]
fn load(cell: &AtomicU32) -> f32 {
    f32::from_bits(cell.load(Relaxed))
}

#[inline]
fn store(cell: &AtomicU32, number: f32) {
    cell.store(number.to_bits(), Relaxed);
}

#[inline]
fn to_units(reward: f32) -> u64 {
    (f64::from(reward) * (1.0 / UNIT)) as u64
}

/// A sum as a fixed-point number, rounded to the nearest.
fn to_units_wide(sum: f64) -> u64 {
    (sum * (1.0 / UNIT)).round() as u64
}

#[cfg(test)]
mod tests;
