//! The board: where cells, lines and the cross of the start are, and sets of cells by line.

use super::Form;

/// The number of columns and rows: enough room around the cross, which is at most ten wide, for the longest games known.
pub(super) const BOARD: usize = 26;
/// The directions of a line: to the right, up, and up to the right and to the left.
pub(super) const DIRECTIONS: usize = 4;
/// From one cell to the next in each direction.
pub(super) const STEPS: [isize; DIRECTIONS] = [1, BOARD as isize, BOARD as isize + 1, BOARD as isize - 1];
/// The same as columns and rows.
const TURNS: [(isize, isize); DIRECTIONS] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
/// The rows, columns or diagonals of one direction.
const ROWS: usize = 2 * BOARD - 1;

/// A cell of the board; both counted from 0, rows from the bottom.
pub(super) fn cell_at(column: usize, row: usize) -> usize {
    row * BOARD + column
}

pub(super) fn column_of(cell: usize) -> usize {
    cell % BOARD
}

pub(super) fn row_of(cell: usize) -> usize {
    cell / BOARD
}

/// The cells of a line, if it is on the board.
pub(super) fn cells_of(start: usize, direction: usize, length: usize) -> Option<impl Iterator<Item = usize>> {
    let (turn, reach) = (TURNS[direction], length as isize - 1);
    let end = [(column_of(start), turn.0), (row_of(start), turn.1)].map(|(at, step)| at as isize + step * reach);
    let is_inside = end.iter().all(|at| (0..BOARD as isize).contains(at));
    is_inside.then(|| (0..=reach).map(move |place| start.wrapping_add_signed(place * STEPS[direction])))
}

/// A set of cells for each direction, in words that follow its rows, columns or diagonals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cells([[u32; ROWS]; DIRECTIONS]);

/// The word of a cell in a direction, and its bit there, which grows along the direction.
#[inline]
fn place_of(cell: usize, direction: usize) -> (usize, usize) {
    let (column, row) = (column_of(cell), row_of(cell));
    match direction {
        0 => (row, column),
        1 => (column, row),
        2 => (row + BOARD - 1 - column, row),
        _ => (row + column, row),
    }
}

impl Cells {
    /// No cells.
    pub(super) const NONE: Cells = Cells([[0; ROWS]; DIRECTIONS]);

    /// What no line may spend: the outside of the board; where the last cell of a line is not spent, also the last cell
    /// before the outside, so that no line ends there.
    pub(super) fn barred(form: Form) -> Cells {
        let mut cells = Cells([[u32::MAX; ROWS]; DIRECTIONS]);
        for (cell, direction) in (0..BOARD * BOARD).flat_map(|cell| (0..DIRECTIONS).map(move |direction| (cell, direction)))
        {
            if form.spent() == form.length() || cells_of(cell, direction, 2).is_some() {
                let (word, bit) = place_of(cell, direction);
                cells.0[direction][word] &= !(1 << bit);
            }
        }
        cells
    }

    /// Adds a cell to the set of one direction.
    #[inline]
    pub(super) fn insert(&mut self, cell: usize, direction: usize) {
        let (word, bit) = place_of(cell, direction);
        self.0[direction][word] |= 1 << bit;
    }

    /// Adds so many cells from this one on in a direction to its set.
    #[inline]
    pub(super) fn insert_line(&mut self, start: usize, direction: usize, count: usize) {
        let (word, bit) = place_of(start, direction);
        self.0[direction][word] |= ((1 << count) - 1) << bit;
    }

    /// Which cells in a row in a direction are in its set, as bits: those from `reach` cells before this one on. Before the
    /// board all are or none is, as `before` says.
    #[inline]
    pub(super) fn around(&self, cell: usize, direction: usize, reach: usize, before: u64) -> u32 {
        let (word, bit) = place_of(cell, direction);
        ((u64::from(self.0[direction][word]) << reach | before) >> bit) as u32
    }

    /// Whether a cell is in the set of a direction.
    pub(super) fn has(&self, cell: usize, direction: usize) -> bool {
        let (word, bit) = place_of(cell, direction);
        self.0[direction][word] >> bit & 1 == 1
    }
}

/// The cross in the middle: an outline of twelve sides, each as many steps long as a line has points less two.
pub(super) fn cross(form: Form) -> Vec<usize> {
    let side = form.length() - 2;
    let origin = (BOARD - 3 * side - 1) / 2;
    let corners = [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)];
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let along = |a: usize, b: usize, step: usize| origin + a * (side - step) + b * step;
    let points = sides.flat_map(|(a, b)| (0..side).map(move |step| cell_at(along(a.0, b.0, step), along(a.1, b.1, step))));
    points.collect()
}
