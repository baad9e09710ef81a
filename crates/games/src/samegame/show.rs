//! How people see a position, and write moves.

use super::state::{Blocks, Group};
use crate::grid::{Letters, cell_name, column_name, parse_cell};
use katsura_game::{Cell, Draw, Ground, Label, ParseMoveError, Picture, PlayerLook, Shape, State, Text, Tile, Tint, Turn};

/// The colours of the blocks.
const TINTS: [Tint; 8] =
    [Tint::Red, Tint::Green, Tint::Blue, Tint::Yellow, Tint::Purple, Tint::Orange, Tint::Cyan, Tint::Brown];

impl<const WORDS: usize, const STRIDE: usize> Text for Blocks<WORDS, STRIDE> {
    fn format_move(&self, mv: Group) -> String {
        let (column, row) = Self::place(usize::from(mv.0));
        cell_name(Letters::All, column, row)
    }

    /// Any block of a group stands for the group.
    fn parse_move(&self, text: &str) -> Result<Group, ParseMoveError> {
        let (column, row) = parse_cell(Letters::All, (usize::from(self.width), usize::from(self.height)), text)?;
        Ok(Group(self.group_of(column * STRIDE + row).first() as u16))
    }
}

impl<const WORDS: usize, const STRIDE: usize> Draw for Blocks<WORDS, STRIDE> {
    /// A click on any block of a group takes the group.
    fn picture(&self) -> Picture {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let cell = |column: usize, row: usize| {
            let (bit, x, y) = (column * STRIDE + row, column as i32 * 2, (height - 1 - row) as i32);
            if !self.filled.has(bit) {
                return Cell { x, y, ..Cell::default() };
            }
            let colour = self.colour_at(bit);
            let group = Group(self.group_of(bit).first() as u16);
            let tile = Some(Tile::new(colour.to_string(), TINTS[usize::from(colour)]));
            Cell { x, y, tile, move_index: self.is_legal(group).then(|| self.move_index(group)), ..Cell::default() }
        };
        let rows = (0..height).map(|row| Label { x: -3, y: (height - 1 - row) as i32, text: (row + 1).to_string() });
        let columns = (0..width).map(|column| Label {
            x: column as i32 * 2,
            y: height as i32,
            text: column_name(Letters::All, column).to_string(),
        });
        Picture {
            shape: Shape::Square,
            ground: Ground::Wood,
            cells: (0..height).rev().flat_map(|row| (0..width).map(move |column| cell(column, row))).collect(),
            labels: rows.chain(columns).collect(),
            players: vec![PlayerLook { name: "Player", letter: 'X', colour: "blue" }],
            caption: self.caption(),
        }
    }
}

impl<const WORDS: usize, const STRIDE: usize> Blocks<WORDS, STRIDE> {
    fn caption(&self) -> String {
        match (self.turn(), self.blocks()) {
            (Turn::Over, 0) => format!("{} points, all blocks are gone", self.points()),
            (Turn::Over, left) => format!("{} points, {left} blocks are left", self.points()),
            (_, left) => format!("{} points so far, {left} blocks", self.points()),
        }
    }
}
