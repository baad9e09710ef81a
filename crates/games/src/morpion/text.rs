//! How Morpion solitaire is written and drawn.

use super::board::{BOARD, DIRECTIONS, cell_at, column_of, row_of};
use super::{Line, Paper, board};
use crate::frame::{FirstRow, Frame};
use crate::grid::{Letters, cell_name, parse_cell};
use katsura_game::{Cell, Draw, ParseMoveError, Picture, PlayerLook, Shape, State, Text, Tile, Tint, Turn};

impl Text for Paper {
    /// The ends of the line.
    fn format_move(&self, line: Line) -> String {
        // of the numbers of moves, some are of lines that leave the board: they are written by their direction
        let name = |cell| cell_name(Letters::All, column_of(cell), row_of(cell));
        match self.cells_of(line).last() {
            Some(end) => format!("{}-{}", name(line.start()), name(end)),
            None => format!("{}{}", name(line.start()), OUTWARDS[line.direction()]),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Line, ParseMoveError> {
        let text = text.trim().to_ascii_lowercase();
        let length = self.form.length();
        let fail = || {
            ParseMoveError::new(&text, format!("the ends of a line of {length} cells, as in c3-{}3", ["f", "g"][length - 4]))
        };
        let cell = |name: &str| parse_cell(Letters::All, (BOARD, BOARD), name).ok().map(|(x, y)| cell_at(x, y));
        if let Some((name, direction)) =
            OUTWARDS.iter().enumerate().find_map(|(d, mark)| Some((text.strip_suffix(mark)?, d)))
        {
            let start = cell(name).ok_or_else(fail)?;
            let line = Line::new(start, direction);
            return if self.cells_of(line).next().is_none() { Ok(line) } else { Err(fail()) };
        }
        let (a, b) = text.split_once('-').and_then(|(a, b)| Some((cell(a)?, cell(b)?))).ok_or_else(fail)?;
        let forwards = self.direction_between(a, b).map(|direction| Line::new(a, direction));
        forwards.or_else(|| self.direction_between(b, a).map(|direction| Line::new(b, direction))).ok_or_else(fail)
    }
}

/// How a line is written that leaves the board: such lines have numbers, and are never legal.
const OUTWARDS: [&str; 4] = [">", "^", "/", "\\"];

impl Paper {
    /// The direction of a line with these ends, if they are its start and its end.
    fn direction_between(&self, start: usize, end: usize) -> Option<usize> {
        (0..DIRECTIONS).find(|&direction| self.cells_of(Line::new(start, direction)).last() == Some(end))
    }
}

impl Draw for Paper {
    /// The points of the cross are round, those of the line that was made last are marked, and so are the cells where a
    /// point can be added.
    fn picture(&self) -> Picture {
        let cross = board::cross(self.form);
        let made: Vec<usize> = self.last.iter().flat_map(|last| self.cells_of(last.line)).collect();
        let frame = Frame { width: BOARD, height: BOARD, shape: Shape::Lines, first_row: FirstRow::Bottom };
        let caption = match self.turn() {
            Turn::Over => format!("{} moves, no more lines", self.made),
            _ => format!("{} moves, {} lines can be made", self.made, self.candidates.len()),
        };
        let player = PlayerLook { name: "Player", letter: 'X', colour: "black" };
        frame.picture([player], caption, |column, row| {
            let cell = cell_at(column, row);
            let lines: Vec<Line> = self.through(cell).collect();
            let (text, tint) = if cross.contains(&cell) { ("o", Tint::Dark) } else { ("x", Tint::Blue) };
            Cell {
                move_index: if let [line] = lines[..] { Some(self.move_index(line)) } else { None },
                last: self.last.is_some_and(|last| usize::from(last.lacks) == cell),
                winning: made.contains(&cell),
                dot: !lines.is_empty(),
                tile: self.has_point(cell).then(|| Tile::new(text, tint)),
                ..Cell::default()
            }
        })
    }
}
