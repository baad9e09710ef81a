//! Hex: Black joins the top and the bottom of a rhombus of hexagons, White the left and the right. There are no draws.
//!
//! Black moves first: player 0 is Black. Move number *i* is cell number *i*, counted along the rows from a1 at the top left;
//! with the swap rule there is one move more, whose number is the number of cells. Light playouts are uniform over all legal
//! moves and stop, as the game does, at the stone that connects.
//!
//! ```
//! use katsura_game::{Game, Player, Rewards, State, Text};
//! use katsura_games::hex::Hex;
//!
//! let mut board = Hex { size: 3, swap: false }.start();
//! for mv in "b2 a2 c1 a3 b3".split(' ') {
//!     board.try_apply(board.parse_move(mv).unwrap()).unwrap();
//! }
//! assert_eq!(board.rewards(), Rewards::win(Player::FIRST));
//! assert_eq!(board.winning_chain().len(), 3);
//! ```

mod draw;
#[cfg(test)]
mod tests;

use crate::hexagon::{self, Cell, Grid, Joined, Rules, least, reach};
use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::planes::Plane;
use katsura_game::{About, Customs, Game, Player, Sgf, SgfDialect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The rules of Hex with their parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Hex {
    /// The number of rows and of columns, 3 to 19.
    #[schemars(range(min = 3, max = 19))]
    pub size: u8,
    /// Whether White may take Black's first stone over instead of answering it (the pie rule): a white stone on the mirrored
    /// cell replaces it, a2 for b1.
    pub swap: bool,
}

checked_parameters!(Hex);

impl Default for Hex {
    fn default() -> Self {
        Hex { size: 11, swap: false }
    }
}

impl Hex {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("size", self.size, 3..=19)
    }
}

impl Game for Hex {
    type State = Board;

    fn about(&self) -> About {
        hexagon::about("hex", usize::from(self.size).pow(2), self.swap)
    }

    /// # Panics
    /// If the size is not 3 to 19; a size that was read from a file has been checked.
    fn start(&self) -> Board {
        Board::new(*self)
    }

    fn customs(&self) -> Customs {
        let sgf = Sgf { names: &["11"], dialect: SgfDialect::Hex, usual_size: Some(11) };
        Customs { sgf, ..Customs::titled("Hex") }
    }
}

/// A position of Hex.
pub type Board = hexagon::Board<Hex, 361>;

hexagon::lanes!(Board);

impl Rules for Hex {
    const RINGS: bool = false;
    const SIDES: usize = 4;

    #[inline]
    fn grid(&self) -> &'static Grid {
        grid(self.size)
    }

    fn may_swap(&self) -> bool {
        self.swap
    }

    fn swapped(&self, first: Cell) -> Cell {
        let size = Cell::from(self.size);
        first % size * size + first / size
    }

    #[inline(always)]
    fn sides_of(player: Player) -> u16 {
        GOALS[player.index() & 1]
    }

    #[inline(always)]
    fn wins(player: Player, joined: Joined) -> bool {
        let goal = Self::sides_of(player);
        joined.sides & goal == goal
    }

    #[inline(always)]
    fn wins_in<P: Plane>(player: Player, sides: &[P; 12]) -> P {
        let [top, bottom, left, right, ..] = *sides;
        if player == Player::FIRST { top & bottom } else { left & right }
    }

    /// Beyond the acute corners the rim is nobody's.
    #[inline]
    fn rim_owner(&self, cell: Cell, direction: usize) -> Option<Player> {
        let (column, row) = self.grid().step(cell, direction);
        let outside = |at: i32| !(0..i32::from(self.size)).contains(&at);
        match (outside(row), outside(column)) {
            (true, false) => Some(Player::FIRST),
            (false, true) => Some(Player::SECOND),
            _ => None,
        }
    }
}

impl Board {
    /// The cells of a chain that has won, in order of their numbers: none could be missing. Empty before the end.
    pub fn winning_chain(&self) -> Vec<Cell> {
        let Some(winner) = self.winner() else { return Vec::new() };
        least(self.stones_of(winner), |stones| joins(self.rules().grid(), stones, winner))
    }
}

/// Whether these stones join the two sides of their player, decided by searching the whole board.
fn joins(grid: &Grid, stones: &[bool], player: Player) -> bool {
    let goal = GOALS[player.index()];
    let first = goal & goal.wrapping_neg();
    let on = |sides: u16| (0..grid.len() as Cell).filter(move |&cell| grid.place(cell).sides & sides != 0);
    let reached = reach(grid, on(first), |cell| stones[usize::from(cell)]);
    on(goal ^ first).any(|cell| reached[usize::from(cell)])
}

/// The sides that each player joins, as bits: top and bottom, left and right.
const GOALS: [u16; 2] = [0b0011, 0b1100];

/// The cells of the board of a size.
///
/// # Panics
/// If the size is not 3 to 19.
#[inline]
fn grid(size: u8) -> &'static Grid {
    static GRIDS: [OnceLock<Grid>; 20] = [const { OnceLock::new() }; 20];
    GRIDS[usize::from(size)].get_or_init(|| {
        if let Err(error) = (Hex { size, swap: false }).check() {
            panic!("{error}");
        }
        let end = i32::from(size) - 1;
        Grid::new(end + 1, end + 1, |column, row| {
            let on = [row == 0, row == end, column == 0, column == end];
            Some((0..4).filter(|&side| on[side]).fold(0, |bits, side| bits | 1 << side))
        })
    })
}
