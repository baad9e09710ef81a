//! Where the cells of a game lie in an array, and the numbers that environments give to its moves.

use katsura_game::{Picture, Shape};

/// Where the cells of a game lie in an array of rows and columns, and the numbers that environments give to its moves.
///
/// In an environment the actions are the cells in reading order, from the top left, and then the moves that are no cell, such as a pass. In a
/// game whose moves are no cells the actions are the moves.
pub struct Layout {
    pub rows: usize,
    pub columns: usize,
    /// The place of each cell of the picture: row times columns plus column.
    pub places: Vec<usize>,
    /// Whether the cells in their order fill the array.
    pub is_dense: bool,
    /// The move of each action.
    pub moves: Vec<u32>,
    /// The action of each move.
    pub actions: Vec<u32>,
    /// Moves that follow each other as moves and as actions.
    runs: Vec<Run>,
}

/// At most 64 moves from one on, and the action of the first.
struct Run {
    mv: usize,
    action: usize,
    count: usize,
}

impl Layout {
    pub fn of(picture: &Picture, count: usize) -> Self {
        let column =
            |x: i32, y: i32| if picture.shape == Shape::Hexagonal { (x - y).div_euclid(2) } else { x.div_euclid(2) };
        let cells: Vec<(i32, i32)> = picture.cells.iter().map(|cell| (cell.y, column(cell.x, cell.y))).collect();
        let (top, left) = (least(cells.iter().map(|cell| cell.0)), least(cells.iter().map(|cell| cell.1)));
        let rows = cells.iter().map(|cell| cell.0 - top + 1).max().unwrap_or(0) as usize;
        let columns = cells.iter().map(|cell| cell.1 - left + 1).max().unwrap_or(0) as usize;
        let places: Vec<usize> =
            cells.iter().map(|&(row, column)| (row - top) as usize * columns + (column - left) as usize).collect();
        let moves = actions_of(picture, count);
        let mut actions = vec![0; count];
        moves.iter().zip(0..).for_each(|(&mv, action)| actions[mv as usize] = action);
        let (runs, is_dense) = (runs(&actions), (0..rows * columns).eq(places.iter().copied()));
        Layout { rows, columns, places, is_dense, moves, actions, runs }
    }

    /// The set of the actions of a set of moves.
    pub fn set_of_actions(&self, moves: &[u64], actions: &mut [u64]) {
        actions.fill(0);
        for run in &self.runs {
            let bits = u128::from(read(moves, run.mv, run.count)) << (run.action % 64);
            actions[run.action / 64] |= bits as u64;
            if bits >> 64 != 0 {
                actions[run.action / 64 + 1] |= (bits >> 64) as u64;
            }
        }
    }
}

fn least(numbers: impl Iterator<Item = i32>) -> i32 {
    numbers.min().unwrap_or(0)
}

/// The moves in the order of the actions.
fn actions_of(picture: &Picture, count: usize) -> Vec<u32> {
    let cells: Option<Vec<u32>> = picture.cells.iter().map(|cell| Some(cell.move_index? as u32)).collect();
    let Some(mut moves) = cells.filter(|moves| !moves.is_empty() && moves.iter().all(|&mv| (mv as usize) < count)) else {
        return (0..count as u32).collect();
    };
    let mut seen = vec![false; count];
    moves.iter().for_each(|&mv| seen[mv as usize] = true);
    moves.extend((0..count as u32).filter(|&mv| !seen[mv as usize]));
    if moves.len() == count { moves } else { (0..count as u32).collect() }
}

fn runs(actions: &[u32]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (mv, action) in actions.iter().map(|&action| action as usize).enumerate() {
        match runs.last_mut() {
            Some(run) if run.count < 64 && run.action + run.count == action => run.count += 1,
            _ => runs.push(Run { mv, action, count: 1 }),
        }
    }
    runs
}

/// So many bits from a place on.
fn read(set: &[u64], place: usize, count: usize) -> u64 {
    let next = set.get(place / 64 + 1).copied().unwrap_or_default();
    let wide = u128::from(set[place / 64]) | u128::from(next) << 64;
    (wide >> (place % 64)) as u64 & u64::MAX >> (64 - count)
}
