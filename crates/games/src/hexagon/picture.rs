//! Boards of hexagons as pictures.

use super::board::{Board, Rules};
use super::grid::Place;
use katsura_game::{Cell, Label, Mark, Picture, PlayerLook, Shape};

/// The picture of a board, without labels and caption.
pub(crate) fn picture<R: Rules, const CELLS: usize>(
    board: &Board<R, CELLS>,
    winning: &[u16],
    players: [PlayerLook; 2],
) -> Picture {
    let cell = |(number, place): (u16, &Place)| Cell {
        x: half_cells(i32::from(place.column), i32::from(place.row)),
        y: i32::from(place.row),
        mark: board.stone(number).map_or(Mark::Empty, |player| Mark::Piece(player.0)),
        move_index: Some(usize::from(number)),
        last: board.last() == Some(number),
        winning: winning.contains(&number),
        ..Cell::default()
    };
    Picture {
        shape: Shape::Hexagonal,
        cells: (0..).zip(board.rules().grid().places()).map(cell).collect(),
        players: players.to_vec(),
        ..Picture::default()
    }
}

/// What stands on every cell of a board.
pub(crate) fn pieces<R: Rules, const CELLS: usize>(board: &Board<R, CELLS>, pieces: &mut [u8]) {
    let cells = 0..board.swap_move();
    pieces.iter_mut().zip(cells).for_each(|(piece, cell)| *piece = board.stone(cell).map_or(0, |player| 1 << player.0));
}

/// A label beside the cell in this column and row, `shift` half cells to the right of it.
pub(crate) fn label(column: i32, row: i32, shift: i32, text: String) -> Label {
    Label { x: half_cells(column, row) + shift, y: row, text }
}

/// The number of a row, to the left of its first cell in this column.
pub(crate) fn row_number(column: i32, row: i32) -> Label {
    let text = (row + 1).to_string();
    label(column, row, -2 - text.len() as i32, text)
}

fn half_cells(column: i32, row: i32) -> i32 {
    2 * column + row
}
