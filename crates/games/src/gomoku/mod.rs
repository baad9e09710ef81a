//! Gomoku, freestyle: five or more stones in a row win, for both players alike.

use crate::frame::{self, FirstRow, Frame};
use crate::grid::{Letters, cell_name, parse_cell};
use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Cell, Customs, Draw, Game, Keyed, Knowledge, Knows, ParseMoveError, Picture, Player, PlayerLook, Rewards, Rng,
    Shape, State, Text, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod lines;
#[cfg(test)]
mod tests;

use lines::{Point, Stones};

/// The rules of freestyle gomoku.
///
/// ```
/// use katsura_game::{Game, State, Text, Turn};
/// use katsura_games::gomoku::Gomoku;
/// let mut board = Gomoku { size: 9 }.start();
/// for mv in ["c3", "a1", "d4", "b1", "e5", "c1", "f6", "d1", "g7"] {
///     board.apply(board.parse_move(mv).unwrap());
/// }
/// assert_eq!((board.turn(), board.rewards()[0]), (Turn::Over, 1.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Gomoku {
    /// The number of rows and of columns.
    #[schemars(range(min = 7, max = 19))]
    pub size: u8,
}

checked_parameters!(Gomoku);

impl Default for Gomoku {
    fn default() -> Self {
        Gomoku { size: 15 }
    }
}

impl Gomoku {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("size", self.size, 7..=lines::MAX_SIZE as u8)
    }
}

/// A point, numbered along the rows from a1.
pub type Move = u16;

/// A position of gomoku.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    stones: [Stones; 2],
    size: u16,
    /// 2¹⁶ divided by the size and rounded up: `number * reciprocal >> 16` is the row of a point.
    reciprocal: u32,
    /// The number of points that are free.
    free: u16,
    to_move: Player,
    /// Whether the last move made five in a row.
    won: bool,
    last: Option<Move>,
}

impl Game for Gomoku {
    type State = Board;

    /// The moves are the points.
    fn about(&self) -> About {
        let knows = Knows { transpositions: true, winning_moves: true, ..Knows::default() };
        About { knows, ..About::board("gomoku", 1, usize::from(self.size).pow(2)) }
    }

    /// # Panics
    /// If [`check`](Gomoku::check) refuses the parameters.
    fn start(&self) -> Board {
        self.check().expect("the parameters were checked");
        let size = u16::from(self.size);
        Board {
            stones: [Stones::NONE; 2],
            size,
            reciprocal: (1u32 << 16).div_ceil(u32::from(size)),
            free: size * size,
            to_move: Player::FIRST,
            won: false,
            last: None,
        }
    }

    fn customs(&self) -> Customs {
        Customs::titled("Gomoku")
    }
}

impl Board {
    #[inline]
    fn points(&self) -> u16 {
        self.size * self.size
    }

    #[inline]
    fn point(&self, mv: Move) -> Point {
        let row = (u32::from(mv) * self.reciprocal) >> 16;
        Point { column: usize::from(mv) - row as usize * usize::from(self.size), row: row as usize }
    }

    fn number(&self, point: Point) -> Move {
        point.row as Move * self.size + point.column as Move
    }

    #[inline]
    fn is_free(&self, mv: Move) -> bool {
        let point = self.point(mv);
        let row = self.stones[0].row(point.row) | self.stones[1].row(point.row);
        row >> point.column & 1 == 0
    }
}

impl State for Board {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Turn {
        if self.won || self.free == 0 { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if !self.won {
            moves.extend((0..self.points()).filter(|&mv| self.is_free(mv)));
        }
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        self.won = self.stones[self.to_move.index()].place(self.point(mv));
        self.free -= 1;
        self.to_move = self.to_move.opponent();
        self.last = Some(mv);
    }

    fn rewards(&self) -> Rewards {
        if self.won { Rewards::win(self.to_move.opponent()) } else { Rewards::draw() }
    }

    /// The number of the point.
    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        usize::from(mv)
    }

    #[inline]
    fn move_at(&self, index: usize) -> Move {
        index as Move
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        !self.won && mv < self.points() && self.is_free(mv)
    }

    /// Draws points until one is free. Games end long before the board is full, so that this takes few draws.
    #[inline]
    fn random_move(&self, _moves: &mut Vec<Move>, rng: &mut Rng) -> Move {
        loop {
            let mv = rng.below(u32::from(self.points())) as Move;
            if self.is_free(mv) {
                return mv;
            }
        }
    }
}

plain!(Board: Points, LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Board {
    fn key(&self) -> u64 {
        let [black, white] = &self.stones;
        let rows = (0..usize::from(self.size)).map(|row| u64::from(black.row(row)) << 32 | u64::from(white.row(row)));
        rows.fold(0, |key, row| mix_key(key ^ row))
    }
}

impl Text for Board {
    fn format_move(&self, mv: Move) -> String {
        let point = self.point(mv);
        cell_name(Letters::All, point.column, point.row)
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let size = usize::from(self.size);
        let (column, row) = parse_cell(Letters::All, (size, size), text)?;
        Ok(self.number(Point { column, row }))
    }
}

const LOOKS: [PlayerLook; 2] =
    [PlayerLook { name: "Black", letter: 'X', colour: "black" }, PlayerLook { name: "White", letter: 'O', colour: "white" }];

impl Draw for Board {
    fn picture(&self) -> Picture {
        let size = usize::from(self.size);
        let frame = Frame { width: size, height: size, shape: Shape::Lines, first_row: FirstRow::Bottom };
        let marked = |line: usize| size >= 13 && (line == 3 || line == size - 4);
        frame.picture(LOOKS, frame::caption(self, &LOOKS), |column, row| {
            let point = Point { column, row };
            let number = self.number(point);
            Cell {
                mark: frame::mark(|player| self.stones[player].has(point)),
                move_index: Some(usize::from(number)),
                last: self.last == Some(number),
                winning: self.won && self.stones.iter().any(|stones| stones.in_five(point)),
                dot: marked(column) && marked(row) || size % 2 == 1 && column == size / 2 && row == column,
                ..Cell::default()
            }
        })
    }
}

impl Knowledge for Board {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }

    fn winning_move(&self, player: Player, _moves: &mut Vec<Move>) -> Option<Move> {
        if self.won {
            return None;
        }
        let (mine, theirs) = (&self.stones[player.index()], &self.stones[player.opponent().index()]);
        mine.completing_point(theirs, usize::from(self.size)).map(|point| self.number(point))
    }
}
