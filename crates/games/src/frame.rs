//! The frame of a picture: a rectangular board with coordinates on the rim.

use crate::grid::{Letters, column_name};
use katsura_game::{Cell, Ground, Label, Mark, Picture, PlayerLook, Shape, State, Turn};

/// Where the row numbered 1 lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FirstRow {
    Bottom,
    Top,
}

/// A rectangular board to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub width: usize,
    pub height: usize,
    pub shape: Shape,
    pub first_row: FirstRow,
}

impl Frame {
    /// A picture whose cells come from `cell(column, row)`, which leaves the places to the frame.
    pub fn picture(
        &self,
        players: impl Into<Vec<PlayerLook>>,
        caption: String,
        cell: impl Fn(usize, usize) -> Cell,
    ) -> Picture {
        let mut cells = Vec::with_capacity(self.width * self.height);
        for y in 0..self.height {
            let row = self.flip(y);
            cells.extend((0..self.width).map(|column| Cell { x: column as i32 * 2, y: y as i32, ..cell(column, row) }));
        }
        Picture { shape: self.shape, ground: Ground::Wood, cells, labels: self.labels(), players: players.into(), caption }
    }

    /// The row at this height, or the height of this row.
    fn flip(&self, row: usize) -> usize {
        match self.first_row {
            FirstRow::Bottom => self.height - 1 - row,
            FirstRow::Top => row,
        }
    }

    fn labels(&self) -> Vec<Label> {
        let rim = match self.first_row {
            FirstRow::Bottom => self.height as i32,
            FirstRow::Top => -1,
        };
        let rows = (0..self.height).map(|row| Label { x: -3, y: self.flip(row) as i32, text: (row + 1).to_string() });
        let columns = (0..self.width).map(|column| Label {
            x: column as i32 * 2,
            y: rim,
            text: column_name(Letters::All, column).to_string(),
        });
        rows.chain(columns).collect()
    }
}

/// What stands on a cell, from one question per player.
pub(crate) fn mark(has_piece: impl Fn(usize) -> bool) -> Mark {
    match (0..2).find(|&player| has_piece(player)) {
        Some(player) => Mark::Piece(player as u8),
        None => Mark::Empty,
    }
}

/// Whose turn it is, or how the game ended.
pub(crate) fn caption(state: &impl State, players: &[PlayerLook; 2]) -> String {
    match state.turn() {
        Turn::Player(player) => format!("{} to move", players[player.index()].name),
        Turn::Together(_) | Turn::Chance => String::new(),
        Turn::Over => match players.iter().zip(state.rewards().as_slice()).find(|&(_, &reward)| reward == 1.0) {
            Some((winner, _)) => format!("{} wins", winner.name),
            None => "draw".to_string(),
        },
    }
}
