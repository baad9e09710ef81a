//! Freeze deadlocks: boxes that can never be pushed again.

use super::Store;
use super::level::{DIRECTIONS, WALL};
use std::ops::ControlFlow;

/// So many boxes that block each other are looked at; of more, nothing is said.
const MOST: usize = 32;

/// The boxes that are taken to be frozen, because they are or because that is being found out.
struct Frozen {
    cells: [u16; MOST],
    count: usize,
}

impl Frozen {
    fn has(&self, cell: u16) -> bool {
        self.cells[..self.count].contains(&cell)
    }
}

impl Store {
    /// Whether a box that is pushed to a cell is frozen there, alone or with others, and one of them is on no goal.
    ///
    /// A box is frozen if it is blocked in both axes: by a wall, by dead cells on both sides, or by a frozen box. While it
    /// is found out whether a neighbour is frozen, the box itself counts as a wall.
    pub(super) fn freezes(&self, from: u16, to: u16) -> bool {
        let mut frozen = Frozen { cells: [0; MOST], count: 0 };
        let is_frozen = self.is_frozen(from, to, &mut frozen) == ControlFlow::Continue(true);
        is_frozen && frozen.cells[..frozen.count].iter().any(|&cell| !self.level.goals.has(cell))
    }

    /// Whether a box on this cell is frozen; breaks off if too many boxes are involved.
    fn is_frozen(&self, left: u16, cell: u16, frozen: &mut Frozen) -> ControlFlow<(), bool> {
        if frozen.has(cell) {
            return ControlFlow::Continue(true);
        }
        if frozen.count == MOST {
            return ControlFlow::Break(());
        }
        let before = frozen.count;
        frozen.cells[before] = cell;
        frozen.count += 1;
        for axis in 0..DIRECTIONS / 2 {
            if !self.is_blocked(left, cell, axis, frozen)? {
                // what was taken to be frozen because of this box may not be
                frozen.count = before;
                return ControlFlow::Continue(false);
            }
        }
        ControlFlow::Continue(true)
    }

    /// Whether a box cannot be pushed along an axis. The box that is being pushed has left its cell.
    fn is_blocked(&self, left: u16, cell: u16, axis: usize, frozen: &mut Frozen) -> ControlFlow<(), bool> {
        let sides = [axis, axis + 2].map(|direction| self.level.beside(cell, direction));
        if sides.contains(&WALL) || sides.iter().all(|&side| self.level.is_dead(side)) {
            return ControlFlow::Continue(true);
        }
        for side in sides {
            let is_box = frozen.has(side) || side != left && self.boxes.has(side);
            if is_box && self.is_frozen(left, side, frozen)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }
}
