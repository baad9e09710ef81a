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
        let (mut place, mut distance) = ([0; MAX_CELLS], [[0; MAX_CELLS]; MAX_CELLS]);
        place[0] = gap as u8;
        for tile in 1..cells {
            let home = if tile <= gap { tile - 1 } else { tile };
            place[tile] = home as u8;
            distance[tile] = distances_to(home, width, cells);
        }
        let beside = std::array::from_fn(|cell| neighbours(cell, width, height));
        let farthest = |tile: &[u8; MAX_CELLS]| u32::from(tile.iter().copied().max().unwrap_or(0));
        let largest_distance = distance.iter().map(farthest).sum();
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

    /// Whether moves lead from these tiles to the goal: exactly if the permutation of all tiles and the gap is as even as
    /// the gap's distance from its place [johnson1879].
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

/// How far each cell is from one of them. On its own: inlined into its caller, it takes the compiler minutes.
#[inline(never)]
fn distances_to(home: usize, width: usize, cells: usize) -> [u8; MAX_CELLS] {
    let apart = |cell: usize| (cell % width).abs_diff(home % width) + (cell / width).abs_diff(home / width);
    std::array::from_fn(|cell| if cell < cells { apart(cell) as u8 } else { 0 })
}

/// The cells above, to the left, to the right and below a cell of the board, and how many they are. On its own for the same
/// reason.
#[inline(never)]
fn neighbours(cell: usize, width: usize, height: usize) -> ([u8; 4], u8) {
    let (column, row) = (cell % width, cell / width);
    let (mut list, mut count) = ([0; 4], 0);
    if row >= height {
        return (list, 0);
    }
    let mut add = |is_there: bool, other: usize| {
        if is_there {
            list[count] = other as u8;
            count += 1;
        }
    };
    add(row > 0, cell.wrapping_sub(width));
    add(column > 0, cell.wrapping_sub(1));
    add(column + 1 < width, cell + 1);
    add(row + 1 < height, cell + width);
    (list, count as u8)
}
