//! How a Sudoku is written and drawn.

use super::{Entry, Grid};
use katsura_game::{Cell, Draw, Ground, Label, ParseMoveError, Picture, PlayerLook, Shape, State, Text, Tile, Tint};

/// 1 to 9, then letters.
pub(super) fn symbol(value: u8) -> char {
    char::from(if value < 10 { b'0' + value } else { b'A' + value - 10 })
}

pub(super) fn value_of(letter: char) -> Option<u8> {
    match letter {
        '1'..='9' => Some(letter as u8 - b'0'),
        'a'..='p' => Some(letter as u8 - b'a' + 10),
        'A'..='P' => Some(letter as u8 - b'A' + 10),
        _ => None,
    }
}

impl Text for Grid {
    fn format_move(&self, mv: Entry) -> String {
        let (cell, size) = (usize::from(mv.cell), self.layout.size);
        format!("r{}c{}={}", cell / size + 1, cell % size + 1, symbol(mv.value))
    }

    fn parse_move(&self, text: &str) -> Result<Entry, ParseMoveError> {
        let size = self.layout.size;
        let fail =
            || ParseMoveError::new(text, format!("row, column and value up to {}, as in r1c{size}=1", symbol(size as u8)));
        self.parse_entry(&text.trim().to_ascii_lowercase()).ok_or_else(fail)
    }
}

impl Grid {
    fn parse_entry(&self, text: &str) -> Option<Entry> {
        let size = self.layout.size;
        let (row, rest) = text.strip_prefix('r')?.split_once('c')?;
        let (column, value) = rest.split_once('=')?;
        let number = |digits: &str| {
            let good = digits.bytes().all(|c| c.is_ascii_digit()) && !digits.starts_with('0');
            digits.parse::<usize>().ok().filter(|number| good && (1..=size).contains(number))
        };
        let mut letters = value.chars();
        let value = letters.next().and_then(value_of).filter(|&value| usize::from(value) <= size)?;
        let cell = (number(row)? - 1) * size + number(column)? - 1;
        letters.next().is_none().then_some(Entry { cell: cell as u16, value })
    }

    /// Boxes are told apart by their colours, like the fields of a chess board.
    fn tile(&self, cell: usize) -> Option<Tile> {
        let layout = self.layout;
        let (row, column) = (cell / layout.size / layout.box_height, cell % layout.size / layout.box_width);
        let tint = if (row + column).is_multiple_of(2) { Tint::Plain } else { Tint::Yellow };
        let value = self.values[cell];
        (value > 0).then(|| Tile::new(symbol(value).to_string(), tint))
    }
}

impl Draw for Grid {
    /// The cell to be filled next has a mark.
    fn picture(&self) -> Picture {
        let size = self.layout.size;
        let next = self.next_cell();
        let only = |cell: usize| next == Some(cell) && self.domains[cell].is_power_of_two();
        let move_of = |cell: usize| Entry { cell: cell as u16, value: self.domains[cell].trailing_zeros() as u8 + 1 };
        let cell = |cell: usize| Cell {
            x: (cell % size) as i32 * 2,
            y: (cell / size) as i32,
            move_index: only(cell).then(|| self.move_index(move_of(cell))),
            last: self.last.is_some_and(|last| usize::from(last.cell) == cell),
            dot: next == Some(cell),
            tile: self.tile(cell),
            ..Cell::default()
        };
        let rows = (0..size).map(|row| Label { x: -3, y: row as i32, text: (row + 1).to_string() });
        let columns = (0..size).map(|column| Label { x: column as i32 * 2, y: -1, text: ((column + 1) % 10).to_string() });
        let left = self.values.len() - usize::from(self.filled);
        let caption = match (left, self.is_stuck()) {
            (0, _) => "solved".to_string(),
            (left, false) => format!("{left} cells left"),
            (left, true) => format!("no value left for a cell, {left} are empty"),
        };
        Picture {
            shape: Shape::Square,
            ground: Ground::Wood,
            cells: (0..size * size).map(cell).collect(),
            labels: rows.chain(columns).collect(),
            players: vec![PlayerLook { name: "Player", letter: 'X', colour: "black" }],
            caption,
        }
    }
}
