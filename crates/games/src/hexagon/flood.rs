//! Slow and plain: searching the whole board. For pictures, and as the judge of the fast routines in tests.

use super::grid::Grid;

/// The cells that can be reached from `start` along cells for which `open` holds.
pub(crate) fn reach(grid: &Grid, start: impl IntoIterator<Item = u16>, open: impl Fn(u16) -> bool) -> Vec<bool> {
    let mut reached = vec![false; grid.len()];
    let mut todo: Vec<u16> = start.into_iter().filter(|&cell| open(cell)).collect();
    while let Some(cell) = todo.pop() {
        if !std::mem::replace(&mut reached[usize::from(cell)], true) {
            todo.extend(grid.near(cell).filter(|&near| open(near)));
        }
    }
    reached
}

/// Takes away cell after cell as long as `holds` does: what remains holds, and does not if any one cell is missing.
pub(crate) fn least(mut cells: Vec<bool>, holds: impl Fn(&[bool]) -> bool) -> Vec<u16> {
    for cell in 0..cells.len() {
        if cells[cell] {
            cells[cell] = false;
            cells[cell] = !holds(&cells);
        }
    }
    (0u16..).zip(cells).filter(|&(_, kept)| kept).map(|(cell, _)| cell).collect()
}
