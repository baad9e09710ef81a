//! What is the same for all boards of one shape and goal.

use super::Goal;
use super::ida_star::Conflicts;
use std::sync::OnceLock;

/// The cells of the largest board.
pub(super) const MAX_CELLS: usize = 25;

/// A shape, and where its tiles belong.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The place of every tile, and of the gap.
    pub(super) place: [u8; MAX_CELLS],
    /// How far a tile on a cell is from its place; none for the gap.
    pub(super) distance: [[u8; MAX_CELLS]; MAX_CELLS],
    /// The cells beside each cell, and how many they are.
    beside: [([u8; 4], u8); MAX_CELLS],
    /// No position has a larger distance: the sum of the largest distances from all places but the gap's.
    pub(super) largest_distance: u32,
    conflicts: OnceLock<Conflicts>,
}

impl Shape {
    /// The one for a board of 2 to 5 columns and rows.
    pub(super) fn of(width: u8, height: u8, goal: Goal) -> &'static Shape {
        static SHAPES: [OnceLock<Shape>; 48] = [const { OnceLock::new() }; 48];
        let goal_number = match goal {
            Goal::BlankFirst => 0,
            Goal::BlankCentre => 1,
            Goal::BlankLast => 2,
        };
        let number = (usize::from(width) - 2) * 12 + (usize::from(height) - 2) * 3 + goal_number;
        SHAPES[number].get_or_init(|| Shape::new(usize::from(width), usize::from(height), goal))
    }

    fn new(width: usize, height: usize, goal: Goal) -> Shape {
        let cells = width * height;
        let gap = match goal {
            Goal::BlankFirst => 0,
            Goal::BlankCentre => cells / 2,
            Goal::BlankLast => cells - 1,
        };
        let mut place = [0; MAX_CELLS];
        place[0] = gap as u8;
        for (tile, cell) in (1..).zip((0..cells).filter(|&cell| cell != gap)) {
            place[tile] = cell as u8;
        }
        let apart = |a: usize, b: usize| ((a % width).abs_diff(b % width) + (a / width).abs_diff(b / width)) as u8;
        let mut distance = [[0; MAX_CELLS]; MAX_CELLS];
        let mut beside = [([0; 4], 0); MAX_CELLS];
        for cell in 0..cells {
            for tile in 1..cells {
                distance[tile][cell] = apart(usize::from(place[tile]), cell);
            }
            let (list, count) = &mut beside[cell];
            for other in (0..cells).filter(|&other| apart(cell, other) == 1) {
                list[usize::from(*count)] = other as u8;
                *count += 1;
            }
        }
        let farthest = |tile: &[u8; MAX_CELLS]| u32::from(tile.iter().copied().max().unwrap_or(0));
        let largest_distance = distance[1..cells].iter().map(farthest).sum();
        Shape { width, height, place, distance, beside, largest_distance, conflicts: OnceLock::new() }
    }

    pub(super) fn cells(&self) -> usize {
        self.width * self.height
    }

    /// What linear conflicts cost, worked out when it is first asked for.
    pub(super) fn conflicts(&self) -> &Conflicts {
        self.conflicts.get_or_init(|| Conflicts::new(self))
    }

    /// The cells beside a cell, in order.
    #[inline]
    pub(super) fn around(&self, cell: u8) -> &[u8] {
        let (list, count) = &self.beside[usize::from(cell)];
        &list[..usize::from(*count)]
    }

    /// Whether moves lead from these tiles to the goal: exactly if the permutation of all tiles and the gap is as even as the gap's distance
    /// from its place [johnson1879].
    pub(super) fn is_solvable(&self, tiles: &[u8]) -> bool {
        let (mut seen, mut swaps) = ([false; MAX_CELLS], 0);
        for first in 0..tiles.len() {
            let mut cell = first;
            while !seen[cell] {
                seen[cell] = true;
                cell = usize::from(self.place[usize::from(tiles[cell])]);
                swaps += usize::from(cell != first);
            }
        }
        let gap = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        let home = usize::from(self.place[0]);
        let apart = (gap % self.width).abs_diff(home % self.width) + (gap / self.width).abs_diff(home / self.width);
        swaps % 2 == apart % 2
    }
}
