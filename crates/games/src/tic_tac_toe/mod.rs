//! Tic-tac-toe: three in a row on a 3x3 board. The smallest complete game, and the model for the others.

use crate::grid::{Letters, cell_name, column_name, parse_cell};
use katsura_game::{
    About, Cell, Customs, Draw, Game, Ground, Keyed, Knowledge, Knows, Label, Mark, ParseMoveError, Picture, Player,
    PlayerLook, Rewards, Rng, Shape, State, Text, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

/// The rules of tic-tac-toe. They have no parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TicTacToe {}

/// A square: number 0 is a1, counted along the rows from the bottom.
pub type Square = u8;

/// All squares.
pub(crate) const FULL: u16 = 0x1ff;
/// Rows, columns, diagonals as sets of squares.
pub(crate) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

/// A position of tic-tac-toe: the squares of each player as sets of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    stones: [u16; 2],
    to_move: Player,
    last: Option<Square>,
}

impl Game for TicTacToe {
    type State = Board;

    fn about(&self) -> About {
        About { knows: Knows { transpositions: true, ..Knows::default() }, ..About::board("tic-tac-toe", 1, 9) }
    }

    fn start(&self) -> Board {
        Board { stones: [0, 0], to_move: Player::FIRST, last: None }
    }

    fn customs(&self) -> Customs {
        Customs::titled("Tic-tac-toe")
    }
}

impl Board {
    /// The line that ended the game, and whose it is: only who moved last can have one.
    fn line(&self) -> Option<(Player, u16)> {
        let player = self.to_move.opponent();
        let stones = self.stones[player.index()];
        LINES.into_iter().find(|line| stones & line == *line).map(|line| (player, line))
    }

    fn empty(&self) -> u16 {
        FULL & !(self.stones[0] | self.stones[1])
    }
}

impl State for Board {
    type Move = Square;

    fn turn(&self) -> Turn {
        if self.empty() == 0 || self.line().is_some() { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn legal_moves(&self, moves: &mut Vec<Square>) {
        moves.clear();
        if self.line().is_none() {
            moves.extend((0..9).filter(|square| self.empty() >> square & 1 == 1));
        }
    }

    fn apply(&mut self, mv: Square) {
        self.stones[self.to_move.index()] |= 1 << mv;
        self.to_move = self.to_move.opponent();
        self.last = Some(mv);
    }

    fn rewards(&self) -> Rewards {
        self.line().map_or(Rewards::draw(), |(winner, _)| Rewards::win(winner))
    }

    fn move_index(&self, mv: Square) -> usize {
        usize::from(mv)
    }

    fn move_at(&self, index: usize) -> Square {
        index as Square
    }

    fn is_legal(&self, mv: Square) -> bool {
        self.line().is_none() && self.empty() >> mv & 1 == 1
    }

    fn random_move(&self, _moves: &mut Vec<Square>, rng: &mut Rng) -> Square {
        let mut empty = self.empty();
        for _ in 0..rng.below(empty.count_ones()) {
            empty &= empty - 1;
        }
        empty.trailing_zeros() as Square
    }
}

plain!(Board: Points, LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Board {
    fn key(&self) -> u64 {
        mix_key(u64::from(self.stones[0]) << 16 | u64::from(self.stones[1]))
    }
}

/// The name of a square, such as `b2`.
pub(crate) fn name_of(square: Square) -> String {
    cell_name(Letters::All, usize::from(square % 3), usize::from(square / 3))
}

/// The square of a name.
pub(crate) fn square_of(text: &str) -> Result<Square, ParseMoveError> {
    let (column, row) = parse_cell(Letters::All, (3, 3), text)?;
    Ok((row * 3 + column) as Square)
}

impl Text for Board {
    fn format_move(&self, mv: Square) -> String {
        name_of(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Square, ParseMoveError> {
        square_of(text)
    }
}

/// How the players look.
pub(crate) const LOOKS: [PlayerLook; 2] =
    [PlayerLook { name: "X", letter: 'X', colour: "blue" }, PlayerLook { name: "O", letter: 'O', colour: "red" }];

/// A picture of the board whose cells come from `cell`, which leaves the places to it.
pub(crate) fn picture(caption: String, cell: impl Fn(Square) -> Cell) -> Picture {
    let rows = (0..3).map(|row| Label { x: -3, y: 2 - row, text: (row + 1).to_string() });
    let columns = (0..3).map(|c| Label { x: c * 2, y: 3, text: column_name(Letters::All, c as usize).to_string() });
    let placed = |square: Square| Cell { x: i32::from(square % 3) * 2, y: 2 - i32::from(square / 3), ..cell(square) };
    Picture {
        shape: Shape::Square,
        ground: Ground::Wood,
        cells: [6, 7, 8, 3, 4, 5, 0, 1, 2].into_iter().map(placed).collect(),
        labels: rows.chain(columns).collect(),
        players: LOOKS.to_vec(),
        caption,
    }
}

impl Draw for Board {
    fn picture(&self) -> Picture {
        let winning = self.line().map_or(0, |(_, line)| line);
        let cell = |square: u8| Cell {
            mark: match self.stones.iter().position(|stones| stones >> square & 1 == 1) {
                Some(player) => Mark::Piece(player as u8),
                None => Mark::Empty,
            },
            move_index: Some(usize::from(square)),
            last: self.last == Some(square),
            winning: winning >> square & 1 == 1,
            ..Cell::default()
        };
        picture(String::new(), cell)
    }
}

impl Knowledge for Board {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}
