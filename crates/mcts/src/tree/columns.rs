//! The columns of the tree: each is declared here, and nowhere else.
//!
//! A declaration says what the column holds and who writes it, what its cells are, which need it serves and the bit of that
//! need (`always` for none), what a new node has in it (`written` if expansion writes it itself), and so what a node takes with
//! it when it moves to another slot. A column that is only counted up names the method of [`Tree`] that does so; its value is
//! asked for by its own name.

use super::column::zeroed;
use super::publish::LEAF;
use super::{NodeId, Tree};
use crate::needs::Needs;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// One half, as a cell.
const HALF: u32 = 0.5f32.to_bits();

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $cell:ty, $need:tt, $blank:tt $(, counted by $count:ident)?;)*) => {
        /// One cell a node in every column that is stored; the others are empty.
        pub(super) struct Columns {
            $($(#[$doc])* pub(super) $name: Box<[$cell]>,)*
        }

        impl Columns {
            /// Columns of zeros for so many nodes.
            pub(super) fn new(needs: Needs, capacity: usize) -> Self {
                Columns { $($name: zeroed(if columns!(@stored needs, $need) { capacity } else { 0 }),)* }
            }

            /// The bytes of one node.
            pub(super) const fn bytes_per_node(needs: Needs) -> usize {
                let mut bytes = 0;
                $(if columns!(@stored needs, $need) { bytes += size_of::<$cell>(); })*
                bytes
            }

            /// Makes slots those of leaves without a visit.
            pub(super) fn wipe(&self, slots: Range<usize>) {
                $(columns!(@wipe self, $name, slots, $blank);)*
            }

            /// Puts a node into another slot.
            #[inline]
            pub(super) fn copy(&self, from: usize, to: usize) {
                $(if let (Some(to), Some(from)) = (self.$name.get(to), self.$name.get(from)) {
                    to.store(from.load(Relaxed), Relaxed);
                })*
            }
        }

        impl Needs {
            $(columns!(@need [$(#[$doc])*] $need);)*
        }

        impl Tree {
            $(columns!(@counter [$(#[$doc])*] $name $($count)?);)*
        }
    };
    (@need [$($doc:tt)*] always) => {};
    (@need [$($doc:tt)*] ($need:ident = $bit:literal)) => {
        $($doc)*
        pub const $need: Needs = Needs::bit($bit);
    };
    (@counter [$($doc:tt)*] $name:ident) => {};
    (@counter [$($doc:tt)*] $name:ident $count:ident) => {
        $($doc)*
        ///
        /// 0 where that is not stored.
        pub fn $name(&self, node: NodeId) -> u32 {
            self.columns.$name.get(node as usize).map_or(0, |cell| cell.load(Relaxed))
        }

        /// Counts so many more, if that is stored.
        #[inline]
        pub(crate) fn $count(&self, node: NodeId, times: u32) {
            if let Some(cell) = self.columns.$name.get(node as usize) {
                self.bump(cell, times);
            }
        }
    };
    (@stored $needs:ident, always) => { true };
    (@stored $needs:ident, ($need:ident = $bit:literal)) => { $needs.has(Needs::$need) };
    (@wipe $self:ident, $name:ident, $slots:ident, written) => {};
    (@wipe $self:ident, $name:ident, $slots:ident, $blank:tt) => {
        let cells = $self.$name.get($slots.clone()).unwrap_or_default();
        cells.iter().for_each(|cell| cell.store($blank, Relaxed));
    };
}

columns! {
    /// The number of the move that leads to the node. The thread that expands the parent, before it publishes the block.
    index: AtomicU32, always, written;
    /// The slot of the first child. The thread that expands the node: claims with compare-and-swap, publishes with release.
    first: AtomicU32, always, LEAF;
    /// The number of children. The thread that expands the node, before it publishes them.
    len: AtomicU16, always, written;
    /// Finished simulations. Backup, any thread, relaxed additions.
    visits: AtomicU32, always, 0;
    /// The sum of the mover's rewards. Backup, any thread, relaxed additions.
    sum: AtomicU64, always, 0;
    /// What selection reads as the mean. The backup policy, any thread, relaxed.
    value: AtomicU32, always, HALF;
    /// The sum of squared rewards. Backup.
    squares: AtomicU64, (SQUARES = 0), 0;
    /// AMAF count and sum in one cell, the sum in fixed point. Backup: a thread that adds a sample to all children may overwrite what
    /// another adds meanwhile, whole samples; two that hand over what is in their copies lose nothing.
    amaf: AtomicU64, (AMAF = 1), 0;
    /// The game's prior. The thread that expands the parent.
    prior: AtomicU32, (PRIOR = 2), HALF;
    /// The game's group. The thread that expands the parent.
    group: AtomicU8, (GROUP = 4), 0;
    /// What is proven. The solver, any thread, which adds to it.
    bounds: AtomicU8, (BOUNDS = 5), 0;
    /// The key of the position. The simulation that reaches the node.
    key: AtomicU64, (KEY = 6), 0;
    /// Simulations under way. Descent and backup.
    in_flight: AtomicU32, (IN_FLIGHT = 3), 0;
    /// Whether a pruning rule has closed the node. Descent, any thread, relaxed.
    closed: AtomicU8, (CLOSED = 8), 0;
    /// How often the move could have been chosen. Descent, one thread.
    available: AtomicU32, (AVAILABLE = 11), 0, counted by count_available;
    /// The best reward of any simulation, as bits, which are in the order of rewards. Backup, any thread, relaxed.
    top: AtomicU32, (TOP = 14), 0;
    /// How often chance came here by itself. Descent, one thread.
    drawn: AtomicU32, (DRAWN = 12), 0, counted by count_draw;
}
