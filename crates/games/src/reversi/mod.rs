//! Reversi (Othello): a disc turns over the runs of the other's discs that it encloses; most discs win.

use crate::bits::{Bits, cells};
use crate::frame::{self, FirstRow, Frame};
use crate::grid::{Letters, cell_name, parse_cell};
use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Cell, Customs, Draw, Game, Ground, Keyed, Knowledge, Knows, LightPlayout, ParseMoveError, Payoff, Picture,
    Played, Player, PlayerLook, Points, Record, Rewards, Rng, Sgf, SgfDialect, Shape, State, Text, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

mod discs;
#[cfg(test)]
mod tests;

use discs::{Size, with_size};

/// The rules of Reversi.
///
/// ```
/// use katsura_game::{Game, State};
/// use katsura_games::reversi::Reversi;
/// let board = Reversi { size: 6 }.start();
/// let mut moves = Vec::new();
/// board.legal_moves(&mut moves);
/// assert_eq!(moves.len(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Reversi {
    /// The number of rows and of columns: 4, 6, 8 or 10.
    #[schemars(range(min = 4, max = 10), extend("multipleOf" = 2))]
    pub size: u8,
}

checked_parameters!(Reversi);

impl Default for Reversi {
    fn default() -> Self {
        Reversi { size: 8 }
    }
}

impl Reversi {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        if [4, 6, 8, 10].contains(&self.size) {
            return Ok(());
        }
        Err(ParameterError::new("size", self.size, "4, 6, 8 or 10"))
    }

    fn cells(&self) -> usize {
        usize::from(self.size) * usize::from(self.size)
    }
}

/// A cell, numbered along the rows from a1, or the number of cells for a pass.
pub type Move = u8;

/// A position of Reversi.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    discs: [u128; 2],
    /// Where the player to move may place a disc; empty if they have to pass or the game is over.
    moves: u128,
    size: u8,
    to_move: Player,
    over: bool,
    last: Option<Move>,
}

impl Game for Reversi {
    type State = Board;

    /// The moves are the cells, and the pass.
    fn about(&self) -> About {
        About {
            payoff: Payoff { score_range: Some(self.cells() as f32), ..Payoff::POINT },
            knows: Knows { transpositions: true, ..Knows::default() },
            ..About::board("reversi", 1, self.cells() + 1)
        }
    }

    /// # Panics
    /// If [`check`](Reversi::check) refuses the parameters.
    fn start(&self) -> Board {
        self.check().expect("the parameters were checked");
        let middle = u32::from(self.size / 2);
        let disc = |row: u32, column: u32| 1u128 << (row * u32::from(self.size) + column);
        let black = disc(middle - 1, middle) | disc(middle, middle - 1);
        let white = disc(middle - 1, middle - 1) | disc(middle, middle);
        let mut board =
            Board { discs: [black, white], moves: 0, size: self.size, to_move: Player::FIRST, over: false, last: None };
        board.moves = board.moves_of(Player::FIRST);
        board
    }

    fn customs(&self) -> Customs {
        let sgf = Sgf { names: &["2", "othello"], dialect: SgfDialect::Reversi, usual_size: Some(8) };
        Customs { sgf, ..Customs::titled("Reversi") }
    }
}

/// A position seen by the player to move.
struct View<S: Size> {
    mine: S::Set,
    theirs: S::Set,
    moves: S::Set,
}

impl<S: Size> View<S> {
    /// Places a disc and turns the board to the other player.
    #[inline]
    fn place(&mut self, cell: u32) {
        let turned = discs::flips::<S>(cell, self.mine, self.theirs);
        (self.mine, self.theirs) = (self.theirs ^ turned, self.mine | turned | S::Set::one(cell));
        self.moves = discs::moves::<S>(self.mine, self.theirs);
    }

    /// Turns the board to the other player.
    #[inline]
    fn pass(&mut self) {
        (self.mine, self.theirs) = (self.theirs, self.mine);
        self.moves = discs::moves::<S>(self.mine, self.theirs);
    }

    #[inline]
    fn other_has_moves(&self) -> bool {
        discs::moves::<S>(self.theirs, self.mine) != S::Set::EMPTY
    }
}

impl Board {
    #[inline]
    fn pass(&self) -> Move {
        self.size * self.size
    }

    #[inline]
    fn view<S: Size>(&self) -> View<S> {
        let of = |player: Player| S::Set::narrow(self.discs[player.index()]);
        View { mine: of(self.to_move), theirs: of(self.to_move.opponent()), moves: S::Set::narrow(self.moves) }
    }

    /// Takes over the position of a view in which `to_move` is to move.
    #[inline]
    fn set<S: Size>(&mut self, view: &View<S>, to_move: Player) {
        self.discs[to_move.index()] = view.mine.into();
        self.discs[to_move.opponent().index()] = view.theirs.into();
        self.moves = view.moves.into();
        self.to_move = to_move;
        self.over = self.moves == 0 && !view.other_has_moves();
    }

    fn moves_of(&self, player: Player) -> u128 {
        with_size!(self.size, S => self.moves_on::<S>(player))
    }

    fn moves_on<S: Size>(&self, player: Player) -> u128 {
        let of = |player: Player| S::Set::narrow(self.discs[player.index()]);
        discs::moves::<S>(of(player), of(player.opponent())).into()
    }

    /// Black's discs less White's.
    fn difference(&self) -> i32 {
        self.discs[0].count() as i32 - self.discs[1].count() as i32
    }

    #[inline]
    fn play_moves<S: Size, R: Record>(&mut self, rng: &mut Rng, record: &mut R) {
        let (mut view, mut player) = (self.view::<S>(), self.to_move);
        loop {
            let mv = if view.moves != S::Set::EMPTY {
                let cell = view.moves.select(rng.below(view.moves.count()));
                view.place(cell);
                cell as Move
            } else if view.other_has_moves() {
                view.pass();
                self.pass()
            } else {
                break;
            };
            record.push(Played::new(Some(player), usize::from(mv)));
            self.last = Some(mv);
            player = player.opponent();
        }
        self.set(&view, player);
    }
}

impl State for Board {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Turn {
        if self.over { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(cells(self.moves).map(|cell| cell as Move));
        if moves.is_empty() && !self.over {
            moves.push(self.pass());
        }
    }

    fn apply(&mut self, mv: Move) {
        with_size!(self.size, S => {
            let mut view = self.view::<S>();
            if mv == self.pass() { view.pass() } else { view.place(u32::from(mv)) }
            self.set(&view, self.to_move.opponent());
        });
        self.last = Some(mv);
    }

    fn rewards(&self) -> Rewards {
        match self.difference().cmp(&0) {
            Ordering::Greater => Rewards::win(Player::FIRST),
            Ordering::Equal => Rewards::draw(),
            Ordering::Less => Rewards::win(Player::SECOND),
        }
    }

    /// The number of the cell; the pass has the number of cells.
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
        if mv == self.pass() {
            return self.moves == 0 && !self.over;
        }
        mv < self.pass() && self.moves >> mv & 1 == 1
    }

    /// A forced pass draws no random number.
    #[inline]
    fn random_move(&self, _moves: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if self.moves == 0 {
            return self.pass();
        }
        self.moves.select(rng.below(self.moves.count())) as Move
    }
}

impl LightPlayout for Board {
    fn play_out<R: Record>(&mut self, _moves: &mut Vec<Move>, rng: &mut Rng, record: &mut R) -> Rewards {
        with_size!(self.size, S => self.play_moves::<S, R>(rng, record));
        self.rewards()
    }
}

impl Points for Board {
    /// The difference of the discs on the board; empty cells count for nobody.
    fn score_rewards(&self) -> Option<Rewards> {
        Some(Rewards::two(0.5 + self.difference() as f32 / (2.0 * f32::from(self.pass()))))
    }
}

plain!(Board: Lanes, Skip, Hidden, LegalSet);

impl Keyed for Board {
    fn key(&self) -> u64 {
        let [black, white] = self.discs;
        let words = [black as u64, (black >> 64) as u64, white as u64, (white >> 64) as u64];
        words.into_iter().fold(self.to_move.index() as u64, |key, word| mix_key(key ^ word))
    }
}

impl Text for Board {
    fn format_move(&self, mv: Move) -> String {
        if mv == self.pass() {
            return "pass".to_string();
        }
        cell_name(Letters::All, usize::from(mv % self.size), usize::from(mv / self.size))
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(self.pass());
        }
        let size = usize::from(self.size);
        let (column, row) = parse_cell(Letters::All, (size, size), text).map_err(|_| {
            let last = cell_name(Letters::All, size - 1, size - 1);
            ParseMoveError::new(text, format!("a cell from a1 to {last}, or pass"))
        })?;
        Ok((row * size + column) as Move)
    }
}

const LOOKS: [PlayerLook; 2] =
    [PlayerLook { name: "Black", letter: 'X', colour: "black" }, PlayerLook { name: "White", letter: 'O', colour: "white" }];

impl Draw for Board {
    fn picture(&self) -> Picture {
        let size = usize::from(self.size);
        let frame = Frame { width: size, height: size, shape: Shape::Square, first_row: FirstRow::Top };
        let [black, white] = self.discs.map(u128::count);
        let caption = format!("Black {black}, White {white}: {}", frame::caption(self, &LOOKS));
        let board = frame.picture(LOOKS, caption, |column, row| {
            let cell = row * size + column;
            Cell {
                mark: frame::mark(|player| self.discs[player] >> cell & 1 == 1),
                move_index: Some(cell),
                last: self.last == Some(cell as Move),
                ..Cell::default()
            }
        });
        Picture { ground: Ground::Felt, ..board }
    }

    fn pieces(&self, pieces: &mut [u8]) {
        let bit = |player: usize, cell: usize| (self.discs[player] >> cell & 1) as u8;
        pieces.iter_mut().enumerate().for_each(|(cell, piece)| *piece = bit(0, cell) | bit(1, cell) << 1);
    }
}

impl Knowledge for Board {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}
