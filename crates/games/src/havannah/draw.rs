//! Havannah for people: moves as text, the board as a picture.

use super::notation::{self, Notation, letters};
use super::{Board, Win};
use crate::hexagon::{Cell, label, picture, pieces, row_number};
use katsura_game::{Draw, Label, ParseMoveError, Picture, Player, PlayerLook, State, Text, Turn};

const PLAYERS: [PlayerLook; 2] =
    [PlayerLook { name: "White", letter: 'O', colour: "white" }, PlayerLook { name: "Black", letter: 'X', colour: "black" }];

impl Text for Board {
    fn format_move(&self, mv: Cell) -> String {
        notation::write(self.rules().size, mv, Notation::Main)
    }

    fn parse_move(&self, text: &str) -> Result<Cell, ParseMoveError> {
        let size = self.rules().size;
        if self.rules().swap {
            return notation::read(size, text, Notation::Main);
        }
        let accepted = || ParseMoveError::new(text, notation::accepted_cells(size, Notation::Main));
        notation::read_cell(size, text, Notation::Main).ok_or_else(accepted)
    }
}

impl Draw for Board {
    fn picture(&self) -> Picture {
        let win = self.win();
        let board = picture(self, win.as_ref().map_or(&[], |win| &win.cells), PLAYERS);
        Picture { labels: labels(self.rules().size), caption: self.caption(win.as_ref()), ..board }
    }

    fn pieces(&self, into: &mut [u8]) {
        pieces(self, into);
    }
}

impl Board {
    fn caption(&self, win: Option<&Win>) -> String {
        let name = |player: Player| PLAYERS[player.index()].name;
        match (win, self.turn()) {
            (Some(win), _) => format!("{} wins by a {}", name(win.player), win.kind),
            (None, Turn::Player(player)) if self.may_swap() => format!("{} to move or swap", name(player)),
            (None, Turn::Player(player)) => format!("{} to move", name(player)),
            _ => "Draw".to_string(),
        }
    }
}

/// Numbers to the left of the rows, letters above the first row and at the upper right ends of the other columns.
fn labels(size: u8) -> Vec<Label> {
    let (middle, end) = (i32::from(size) - 1, 2 * i32::from(size) - 2);
    let numbers = (0..=end).map(|row| row_number((middle - row).max(0), row));
    let columns = (0..=end).map(|x| {
        let row = (x - middle).max(0) - 1;
        label(x - row + middle, row, 0, letters(x))
    });
    numbers.chain(columns).collect()
}
