//! Havannah: on a hexagon of hexagons, whoever first closes a ring, joins two corners or joins three edges has won.
//!
//! White moves first: player 0 is White. Move number *i* is cell number *i*, counted along the rows from the top; with the
//! swap rule there is one move more, whose number is the number of cells. Light playouts are uniform over all legal moves; many of
//! them run side by side (`hexagon/batch.rs`).
//!
//! ```
//! use katsura_game::{Game, Player, State, Text};
//! use katsura_games::havannah::{Havannah, Structure};
//!
//! let mut board = Havannah { size: 3, swap: false }.start();
//! for mv in "a1 c3 a2 b3 a3".split(' ') {
//!     board.try_apply(board.parse_move(mv).unwrap()).unwrap();
//! }
//! let win = board.win().unwrap();
//! assert_eq!((win.kind, win.player, win.cells.len()), (Structure::Bridge, Player::FIRST, 3));
//! ```

mod draw;
pub mod notation;
mod structure;
#[cfg(test)]
mod tests;

pub use structure::{Structure, Win};

use crate::hexagon::{self, Grid, Joined, Rules};
use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::planes::Plane;
use katsura_game::{About, Customs, Game, Player, Sgf, SgfDialect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The rules of Havannah with their parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Havannah {
    /// The number of cells along a side of the hexagon, 2 to 15.
    #[schemars(range(min = 2, max = 15))]
    pub size: u8,
    /// Whether Black may take White's first stone over instead of answering it (the pie rule).
    pub swap: bool,
}

checked_parameters!(Havannah);

impl Default for Havannah {
    fn default() -> Self {
        Havannah { size: 5, swap: false }
    }
}

impl Havannah {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("size", self.size, 2..=15)
    }
}

impl Game for Havannah {
    type State = Board;

    fn about(&self) -> About {
        hexagon::about("havannah", 3 * usize::from(self.size) * (usize::from(self.size) - 1) + 1, self.swap)
    }

    /// # Panics
    /// If the size is not 2 to 15; a size that was read from a file has been checked.
    fn start(&self) -> Board {
        Board::new(*self)
    }

    fn customs(&self) -> Customs {
        let sgf = Sgf { names: &["Havannah", "4100"], dialect: SgfDialect::Havannah, usual_size: None };
        Customs { white_begins: true, sgf, ..Customs::titled("Havannah") }
    }
}

/// A position of Havannah.
pub type Board = hexagon::Board<Havannah, 631>;

hexagon::lanes!(Board);

impl Rules for Havannah {
    const RINGS: bool = true;
    const SIDES: usize = 12;

    #[inline]
    fn grid(&self) -> &'static Grid {
        grid(self.size)
    }

    fn may_swap(&self) -> bool {
        self.swap
    }

    #[inline(always)]
    fn wins(_player: Player, joined: Joined) -> bool {
        joined.ring || WINNING_SIDES[usize::from(joined.sides) % WINNING_SIDES.len()]
    }

    /// Two corners or three edges, counted up to there.
    #[inline(always)]
    fn wins_in<P: Plane>(_player: Player, sides: &[P; 12]) -> P {
        let (mut one, mut two, mut fork) = (P::all(false), P::all(false), P::all(false));
        for &edge in &sides[..6] {
            fork = fork | (two & edge);
            two = two | (one & edge);
            one = one | edge;
        }
        let (mut corner, mut bridge) = (P::all(false), P::all(false));
        for &side in &sides[6..] {
            bridge = bridge | (corner & side);
            corner = corner | side;
        }
        fork | bridge
    }
}

/// Whether a group that touches these sides is a fork or a bridge.
static WINNING_SIDES: [bool; 1 << 12] = {
    let mut all = [false; 1 << 12];
    let mut sides: u16 = 0;
    while sides < 1 << 12 {
        all[sides as usize] = (sides & EDGES).count_ones() >= 3 || (sides & CORNERS).count_ones() >= 2;
        sides += 1;
    }
    all
};

/// The sides of the board as bits, clockwise from the top: 0 to 5 are the edges; 6 is the corner between the edges 0 and 1,
/// and so on around to 11.
const EDGES: u16 = 0b11_1111;
const CORNERS: u16 = EDGES << 6;

/// The cells of the board of a size. Column x and row y of the main notation are x − y + size − 1 and y in the grid.
///
/// # Panics
/// If the size is not 2 to 15.
#[inline]
fn grid(size: u8) -> &'static Grid {
    static GRIDS: [OnceLock<Grid>; 16] = [const { OnceLock::new() }; 16];
    GRIDS[usize::from(size)].get_or_init(|| {
        if let Err(error) = (Havannah { size, swap: false }).check() {
            panic!("{error}");
        }
        let end = 2 * i32::from(size) - 2;
        Grid::new(end + 1, end + 1, |column, row| {
            let x = column + row - end / 2;
            let rim = [row == 0, column == end, x == end, row == end, column == 0, x == 0];
            (0..=end).contains(&x).then(|| sides(rim))
        })
    })
}

/// The edge or corner of a cell that lies on these lines of the rim.
fn sides(rim: [bool; 6]) -> u16 {
    let edges = (0..6).filter(|&edge| rim[edge]).fold(0, |bits, edge| bits | 1 << edge);
    let corners = (0..6).filter(|&edge| rim[edge] && rim[(edge + 1) % 6]).fold(0, |bits, edge| bits | 1 << (6 + edge));
    if corners == 0 { edges } else { corners }
}
