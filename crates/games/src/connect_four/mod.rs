//! Connect Four: pieces fall down their column, four in a line win.
//!
//! The board is two words of 64 bits, column by column from the left and each column from the bottom, so that a piece falls
//! by adding one to its column.

use crate::bits::{Bits, cells};
use crate::frame::{self, FirstRow, Frame};
use crate::grid::{Letters, column_name};
use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Cell, Customs, Draw, Game, Ground, Keyed, Knowledge, Knows, LightPlayout, ParseMoveError, Picture, Played,
    Player, PlayerLook, Record, Rewards, Rng, Shape, State, Text, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod lines;
#[cfg(test)]
mod tests;

use lines::Lines;

/// The rules of Connect Four on a board of any shape of at most 64 cells.
///
/// ```
/// use katsura_game::{Game, State, Turn};
/// use katsura_games::connect_four::ConnectFour;
/// let mut board = ConnectFour::default().start();
/// for column in [3, 0, 3, 0, 3, 0, 3] {
///     board.apply(column);
/// }
/// assert_eq!((board.turn(), board.rewards()[0]), (Turn::Over, 1.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct ConnectFour {
    /// The number of columns. Width times height is at most 64.
    #[schemars(range(min = 4, max = 16))]
    pub width: u8,
    /// The number of rows. Width times height is at most 64.
    #[schemars(range(min = 4, max = 16))]
    pub height: u8,
}

checked_parameters!(ConnectFour);

impl Default for ConnectFour {
    fn default() -> Self {
        ConnectFour { width: 7, height: 6 }
    }
}

impl ConnectFour {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("width", self.width, 4..=16)?;
        ParameterError::unless_within("height", self.height, 4..=16)?;
        if usize::from(self.width) * usize::from(self.height) > 64 {
            let accepted = format!("at most {}, for width times height is at most 64", 64 / self.width);
            return Err(ParameterError::new("height", self.height, accepted));
        }
        Ok(())
    }
}

/// A column, counted from 0 on the left.
pub type Column = u8;

/// A position of Connect Four.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pieces: [u64; 2],
    lines: Lines,
    /// The top cell of every column.
    top: u64,
    width: u8,
    height: u8,
    to_move: Player,
    /// Whether the last move made a line.
    won: bool,
    last: Option<u8>,
}

impl Game for ConnectFour {
    type State = Board;

    /// One move per column.
    fn about(&self) -> About {
        let knows = Knows { transpositions: true, winning_moves: true, ..Knows::default() };
        About { knows, ..About::board("connect-four", 1, usize::from(self.width)) }
    }

    /// # Panics
    /// If [`check`](ConnectFour::check) refuses the parameters.
    fn start(&self) -> Board {
        self.check().expect("the parameters were checked");
        let (width, height) = (self.width, self.height);
        let top =
            (0..u32::from(width)).fold(0, |top, column| top | 1 << (column * u32::from(height) + u32::from(height) - 1));
        let lines = Lines::new(u32::from(width), u32::from(height));
        Board { pieces: [0, 0], lines, top, width, height, to_move: Player::FIRST, won: false, last: None }
    }

    fn customs(&self) -> Customs {
        Customs::titled("Connect Four")
    }
}

impl Board {
    #[inline]
    fn occupied(&self) -> u64 {
        self.pieces[0] | self.pieces[1]
    }

    /// The top cell of every column that is not full.
    #[inline]
    fn open(&self) -> u64 {
        self.top & !self.occupied()
    }

    /// The cells on which the next piece may come to rest.
    #[inline]
    fn landings(&self) -> u64 {
        let occupied = self.occupied();
        (occupied + (self.open() >> (self.height - 1))) & !occupied
    }

    /// The bottom cell of a column.
    #[inline]
    fn bottom(&self, column: Column) -> u64 {
        1 << (u32::from(column) * u32::from(self.height))
    }

    fn column_of(&self, cell: u32) -> Column {
        cell as u8 / self.height
    }
}

impl State for Board {
    type Move = Column;

    #[inline]
    fn turn(&self) -> Turn {
        if self.won || self.open() == 0 { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn legal_moves(&self, moves: &mut Vec<Column>) {
        moves.clear();
        if !self.won {
            let occupied = self.occupied();
            let tops = (0..self.width).map(|column| (column, self.bottom(column) << (self.height - 1)));
            moves.extend(tops.filter(|&(_, top)| occupied & top == 0).map(|(column, _)| column));
        }
    }

    #[inline]
    fn apply(&mut self, column: Column) {
        let occupied = self.occupied();
        let landing = (occupied + self.bottom(column)) & !occupied;
        let mine = &mut self.pieces[self.to_move.index()];
        *mine |= landing;
        self.won = self.lines.has_four(*mine);
        self.last = Some(landing.trailing_zeros() as u8);
        self.to_move = self.to_move.opponent();
    }

    fn rewards(&self) -> Rewards {
        if self.won { Rewards::win(self.to_move.opponent()) } else { Rewards::draw() }
    }

    /// The number of the column.
    #[inline]
    fn move_index(&self, column: Column) -> usize {
        usize::from(column)
    }

    #[inline]
    fn move_at(&self, index: usize) -> Column {
        index as Column
    }

    #[inline]
    fn is_legal(&self, column: Column) -> bool {
        !self.won && column < self.width && self.open() & (self.bottom(column) << (self.height - 1)) != 0
    }

    #[inline]
    fn random_move(&self, _moves: &mut Vec<Column>, rng: &mut Rng) -> Column {
        let open = self.open();
        let count = open.count();
        let rank = rng.below(count);
        if count == u32::from(self.width) { rank as Column } else { self.column_of(open.select(rank)) }
    }
}

impl LightPlayout for Board {
    fn play_out<R: Record>(&mut self, _moves: &mut Vec<Column>, rng: &mut Rng, record: &mut R) -> Rewards {
        if !self.turn().is_over() {
            match self.height {
                6 => self.play_moves(self.lines.of_height(6), rng, record),
                _ => self.play_moves(self.lines, rng, record),
            }
        }
        self.rewards()
    }
}

plain!(Board: Points, Lanes, Skip, Hidden, LegalSet);

impl Board {
    /// Plays at random to the end. Compiled twice: for the usual height, where all shifts are constants, and for any.
    #[inline(always)]
    fn play_moves<R: Record>(&mut self, lines: Lines, rng: &mut Rng, record: &mut R) {
        let mut open = OpenColumns::new(self);
        let mut player = self.to_move;
        let (mut mine, mut theirs) = (self.pieces[player.index()], self.pieces[player.opponent().index()]);
        loop {
            let place = rng.index(open.count);
            record.push(Played::new(Some(player), usize::from(open.columns[place])));
            let occupied = mine | theirs;
            let landing = (occupied + open.bottoms[place]) & !occupied;
            (mine, theirs) = (theirs, mine | landing);
            player = player.opponent();
            self.won = lines.has_four(theirs);
            if landing & self.top != 0 {
                open.close(place);
            }
            if self.won || open.count == 0 {
                self.last = Some(landing.trailing_zeros() as u8);
                break;
            }
        }
        self.to_move = player;
        self.pieces[player.index()] = mine;
        self.pieces[player.opponent().index()] = theirs;
    }
}

/// The columns that are not full, from the left, and their bottom cells.
struct OpenColumns {
    columns: [Column; 16],
    bottoms: [u64; 16],
    count: usize,
}

impl OpenColumns {
    fn new(board: &Board) -> Self {
        let mut open = OpenColumns { columns: [0; 16], bottoms: [0; 16], count: 0 };
        for column in (0..board.width).filter(|&column| board.is_legal(column)) {
            open.columns[open.count] = column;
            open.bottoms[open.count] = board.bottom(column);
            open.count += 1;
        }
        open
    }

    #[cold]
    fn close(&mut self, place: usize) {
        self.columns.copy_within(place + 1.., place);
        self.bottoms.copy_within(place + 1.., place);
        self.count -= 1;
    }
}

impl Keyed for Board {
    fn key(&self) -> u64 {
        mix_key(mix_key(self.pieces[0]) ^ self.pieces[1])
    }
}

impl Text for Board {
    fn format_move(&self, column: Column) -> String {
        column_name(Letters::All, usize::from(column)).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Column, ParseMoveError> {
        let column = match text.trim().as_bytes() {
            [letter] => letter.to_ascii_lowercase().wrapping_sub(b'a'),
            _ => u8::MAX,
        };
        if column < self.width {
            return Ok(column);
        }
        let last = column_name(Letters::All, usize::from(self.width) - 1);
        Err(ParseMoveError::new(text, format!("a column from a to {last}")))
    }
}

const LOOKS: [PlayerLook; 2] =
    [PlayerLook { name: "Yellow", letter: 'X', colour: "yellow" }, PlayerLook { name: "Red", letter: 'O', colour: "red" }];

impl Draw for Board {
    fn picture(&self) -> Picture {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let landings = if self.won { 0 } else { self.landings() };
        let winning = self.lines.fours(self.pieces[0]) | self.lines.fours(self.pieces[1]);
        let frame = Frame { width, height, shape: Shape::Square, first_row: FirstRow::Bottom };
        let board = frame.picture(LOOKS, frame::caption(self, &LOOKS), |column, row| {
            let cell = column * height + row;
            Cell {
                mark: frame::mark(|player| self.pieces[player] >> cell & 1 == 1),
                move_index: (landings >> cell & 1 == 1).then_some(column),
                last: self.last == Some(cell as u8),
                winning: winning >> cell & 1 == 1,
                ..Cell::default()
            }
        });
        Picture { ground: Ground::Holes, ..board }
    }
}

impl Knowledge for Board {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }

    fn winning_move(&self, player: Player, _moves: &mut Vec<Column>) -> Option<Column> {
        if self.won {
            return None;
        }
        let completing = self.lines.completing(self.pieces[player.index()]) & self.landings();
        cells(completing).next().map(|cell| self.column_of(cell))
    }
}
