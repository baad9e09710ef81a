//! Moves as text, boards as pictures.

use super::cells::At;
use super::rules::Rules;
use super::state::{GoState, Point};
use crate::grid::{Letters, cell_name, column_name, parse_cell};
use katsura_game::{Cell, Draw, Ground, Label, Mark, ParseMoveError, Picture, Player, PlayerLook, Shape, State, Text, Turn};

/// GTP coordinates: `A1` at the bottom left, no letter I, `pass`.
impl<const STRIDE: usize, const CELLS: usize> Text for GoState<STRIDE, CELLS> {
    fn format_move(&self, mv: Point) -> String {
        self.point(mv).map_or("pass".to_string(), |at| {
            let (column, row) = at.column_and_row();
            point_name(column, row)
        })
    }

    fn parse_move(&self, text: &str) -> Result<Point, ParseMoveError> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Point::PASS);
        }
        let size = usize::from(self.rules.size);
        let (column, row) = parse_cell(Letters::WithoutI, (size, size), text).map_err(|_| {
            ParseMoveError::new(
                text,
                format!("a point from A1 to {} (there is no I), or pass", point_name(size - 1, size - 1)),
            )
        })?;
        Ok(Point::at(At::<STRIDE, CELLS>::new(column, row)))
    }
}

fn point_name(column: usize, row: usize) -> String {
    cell_name(Letters::WithoutI, column, row).to_ascii_uppercase()
}

impl<const STRIDE: usize, const CELLS: usize> Draw for GoState<STRIDE, CELLS> {
    fn picture(&self) -> Picture {
        let size = usize::from(self.rules.size);
        let dots = self.rules.dots();
        let cells = (0..size).rev().flat_map(|row| (0..size).map(move |column| (column, row)));
        Picture {
            shape: Shape::Lines,
            ground: Ground::Wood,
            cells: cells.map(|(column, row)| self.cell(column, row, dots.contains(&(column, row)))).collect(),
            labels: labels(size),
            players: vec![
                PlayerLook { name: "Black", letter: 'X', colour: "black" },
                PlayerLook { name: "White", letter: 'O', colour: "white" },
            ],
            caption: self.caption(),
        }
    }

    /// Stones belong to their colour, empty points to the only colour that their region touches: the area that is scored.
    fn owners(&self) -> Vec<Option<Player>> {
        let size = usize::from(self.rules.size);
        let place = |at: At<STRIDE, CELLS>| {
            let (column, row) = at.column_and_row();
            (size - 1 - row) * size + column
        };
        let points = (0..size).rev().flat_map(|row| (0..size).map(move |column| At::<STRIDE, CELLS>::new(column, row)));
        let mut owners: Vec<_> = points.map(|at| self.board.colour(at).map(|colour| Player(colour as u8))).collect();
        self.board.for_each_region(|points, owner| {
            points.iter().for_each(|&at| owners[place(at)] = owner.map(|colour| Player(colour as u8)));
        });
        owners
    }

    fn pieces(&self, pieces: &mut [u8]) {
        let size = usize::from(self.rules.size);
        for (row, pieces) in (0..size).rev().zip(pieces.chunks_exact_mut(size)) {
            let first = usize::from(At::<STRIDE, CELLS>::new(0, row).number());
            let strings = &self.board.string.values()[first..first + size];
            pieces.iter_mut().zip(strings).for_each(|(piece, string)| *piece = string.mark() as u8);
        }
    }
}

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    fn cell(&self, column: usize, row: usize, dot: bool) -> Cell {
        let size = usize::from(self.rules.size);
        let at = At::<STRIDE, CELLS>::new(column, row);
        Cell {
            x: column as i32 * 2,
            y: (size - 1 - row) as i32,
            mark: self.board.colour(at).map_or(Mark::Empty, |colour| Mark::Piece(colour as u8)),
            move_index: Some(row * size + column),
            last: self.last == Some(Point::at(at)),
            dot,
            ..Cell::default()
        }
    }

    fn caption(&self) -> String {
        let captures = format!("Captures: Black {}, White {}.", self.taken(Player::SECOND), self.taken(Player::FIRST));
        let passed = if self.last == Some(Point::PASS) { " Pass." } else { "" };
        let turn = match self.turn() {
            Turn::Over => result(self.score()),
            _ => format!("{} to move", ["Black", "White"][self.to_move]),
        };
        format!("{captures}{passed} {turn}.")
    }
}

/// The result as in game records: `B+3.5`, `W+12`, `Draw`.
fn result(score: f32) -> String {
    match score {
        0.0 => "Draw".to_string(),
        score if score > 0.0 => format!("B+{score}"),
        score => format!("W+{}", -score),
    }
}

fn labels(size: usize) -> Vec<Label> {
    let rows = (0..size).map(|row| Label { x: -3, y: (size - 1 - row) as i32, text: (row + 1).to_string() });
    let columns = (0..size).map(|column| {
        let name = column_name(Letters::WithoutI, column).to_ascii_uppercase();
        Label { x: column as i32 * 2, y: size as i32, text: name.to_string() }
    });
    rows.chain(columns).collect()
}

impl Rules {
    /// The points that are marked on the empty board.
    fn dots(&self) -> Vec<(usize, usize)> {
        let mut points = self.star_points();
        if points.len() == 9 && self.size < 15 {
            points.drain(4..8);
        }
        points
    }
}
