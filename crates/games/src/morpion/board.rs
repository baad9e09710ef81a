//! The board: where cells, lines and the cross of the start are.

use super::Form;

/// The number of columns and rows: enough room around the cross, which is at most ten wide, for the longest games known.
pub(super) const BOARD: usize = 26;
/// The cells of a row with those that no line may use: enough for a line that leaves the board at one side not to come in at the other.
const STRIDE: usize = 32;
/// The rows above and below the board.
const RIM: usize = 4;
/// All cells.
pub(super) const AREA: usize = (BOARD + 2 * RIM + 1) * STRIDE;
/// The directions of a line: to the right, up, and up to the right and to the left.
pub(super) const DIRECTIONS: usize = 4;
/// From one cell to the next in each direction.
pub(super) const STEPS: [isize; DIRECTIONS] = [1, STRIDE as isize, STRIDE as isize + 1, STRIDE as isize - 1];

/// A cell of the board; both counted from 0, rows from the bottom.
pub(super) fn cell_at(column: usize, row: usize) -> usize {
    (row + RIM) * STRIDE + column + RIM
}

pub(super) fn column_of(cell: usize) -> usize {
    cell % STRIDE - RIM
}

pub(super) fn row_of(cell: usize) -> usize {
    cell / STRIDE - RIM
}

pub(super) fn is_inside(cell: usize) -> bool {
    let inside = RIM..RIM + BOARD;
    inside.contains(&(cell % STRIDE)) && inside.contains(&(cell / STRIDE))
}

/// A board without points: what lies outside is spent in all directions, and where the end of a line is not spent, so is the last cell
/// before the outside.
pub(super) fn bare(form: Form) -> [u8; AREA] {
    let mut cells = [0; AREA];
    let ends_free = form.spent() < form.length();
    for (cell, spent) in cells.iter_mut().enumerate() {
        let leaves = |step: isize| !is_inside(cell) || ends_free && !is_inside(cell.wrapping_add_signed(step));
        for (direction, step) in STEPS.into_iter().enumerate() {
            *spent |= u8::from(leaves(step)) << direction;
        }
    }
    cells
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
