//! Hex for people: moves as text, the board as a picture.

use super::Board;
use crate::grid::{Letters, cell_name, column_name, parse_cell};
use crate::hexagon::{Cell, Rules, label, picture, pieces, row_number};
use katsura_game::{Draw, Ground, Label, ParseMoveError, Picture, Player, PlayerLook, State, Text, Turn};

const PLAYERS: [PlayerLook; 2] =
    [PlayerLook { name: "Black", letter: 'X', colour: "black" }, PlayerLook { name: "White", letter: 'O', colour: "white" }];
const SIDES: [&str; 2] = ["top and bottom", "left and right"];

/// The swap as Hex programs write it; `swap` is read as well.
const SWAP: &str = "swap-pieces";

impl Text for Board {
    fn format_move(&self, mv: Cell) -> String {
        if mv == self.swap_move() {
            return SWAP.to_string();
        }
        let place = self.rules().grid().place(mv);
        cell_name(Letters::All, usize::from(place.column), usize::from(place.row))
    }

    fn parse_move(&self, text: &str) -> Result<Cell, ParseMoveError> {
        let size = usize::from(self.rules().size);
        let swaps = |word: &str| text.trim().eq_ignore_ascii_case(word);
        if self.rules().swap && (swaps(SWAP) || swaps("swap")) {
            return Ok(self.swap_move());
        }
        match parse_cell(Letters::All, (size, size), text) {
            Ok((column, row)) => Ok((row * size + column) as Cell),
            Err(_) if self.rules().swap => {
                let last = self.format_move(self.swap_move() - 1);
                Err(ParseMoveError::new(text, format!("a cell from a1 to {last} or {SWAP}")))
            }
            Err(error) => Err(error),
        }
    }
}

impl Draw for Board {
    fn picture(&self) -> Picture {
        let board = picture(self, &self.winning_chain(), PLAYERS);
        Picture { labels: labels(i32::from(self.rules().size)), caption: self.caption(), ground: Ground::Sides, ..board }
    }

    fn pieces(&self, into: &mut [u8]) {
        pieces(self, into);
    }
}

impl Board {
    fn caption(&self) -> String {
        let name = |player: Player| PLAYERS[player.index()].name;
        let side = |player: Player| SIDES[player.index()];
        match (self.turn(), self.winner()) {
            (Turn::Player(player), _) if self.may_swap() => format!("{} to move or swap", name(player)),
            (Turn::Player(player), _) => format!("{} to move, joins {}", name(player), side(player)),
            (_, Some(winner)) => format!("{} wins, has joined {}", name(winner), side(winner)),
            _ => String::new(),
        }
    }
}

/// Letters above and below the columns, numbers on both sides of the rows.
fn labels(size: i32) -> Vec<Label> {
    let letter = |column: i32| column_name(Letters::All, column as usize).to_string();
    let letters = (0..size).flat_map(|c| [label(c, -1, 0, letter(c)), label(c, size, 0, letter(c))]);
    let right = |row: i32| label(size - 1, row, 3, (row + 1).to_string());
    let numbers = (0..size).flat_map(|row| [row_number(0, row), right(row)]);
    letters.chain(numbers).collect()
}
