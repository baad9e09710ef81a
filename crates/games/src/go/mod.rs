//! Go: exact rules, area scoring, light playouts.
//!
//! # The rules
//! Black moves first, or White after handicap stones. A move is a stone on an empty point or a pass. Strings of the opponent without a liberty
//! are taken off the board, then, where [`Suicide::Allowed`] says so, the mover's own if they are at least two stones; a single stone never
//! commits suicide, because the board would stay as it was. [`KoRule`] says which boards must not come back; a pass is always legal. Two
//! passes in a row end the game. The score is the area: stones, and empty regions that touch stones of one colour only, with komi for White.
//! Nobody resigns, and a game has no largest length. Parameters and their ranges are in [`Rules`].
//!
//! # The light playout
//! A light playout moves uniformly among the points that are legal under simple ko and the suicide rule and do not fill an own eye
//! ([`EyeRule`], by default the usual rule of the diagonals). It passes only when no such point is left. It ends at two passes in a row, or when
//! it has made [`Rules::playout_cap`] moves for each point of the board (3 by default), and is counted by area: stones, and empty regions that
//! touch one colour only. Superko is not looked at. Speeds are compared on this definition.
//!
//! # The board
//! A move updates what it touches and allocates nothing:
//! - every string is a circle of stones, named by one of them, with a count of its *pseudo-liberties*: pairs of a stone and an empty point
//!   beside it. A move takes one from each string beside it; a string is captured when none is left, and no liberty is ever looked for;
//! - every point has the counts of what stands around it packed into 16 bits, so that an eye is one mask and one comparison;
//! - the empty points are a list. A playout draws from it without replacement until a point is playable, which is uniform over the playable ones.
//!
//! Superko keys are Zobrist keys of 64 bits, looked up behind two filters. The size of the tables follows from the class of the board, so that
//! a position is small to copy: 35 ns on 9x9, 100 ns on 19x19. `tests/` holds a slow twin (flood fill, whole boards as history) that agrees
//! after every move of random games under every rule.
//!
//! # Why it is fast
//! A playout spends its time on branches that nobody can predict: a wrong guess costs as much as seventy instructions. So the four neighbours
//! are asked in the lanes of one word (`lanes.rs`) and not one after the other, a point without a stone counts as a string of its own with many
//! liberties, strings are renamed four stones at a time without a look whether the circle is closed, and the only branches left in a usual
//! move are those for a rejected point, for a capture and for the joining of two strings: 310 instructions a move on 9x9, with everything.
//! Points and strings are numbers known to be in range (`cells.rs`); with checks in place of that the same board was 7 % slower on 9x9 and 10 %
//! on 19x19.
//!
//! Where many playouts are wanted from one position, `batch/` plays some hundred of them side by side, a bit for each board.

mod around;
mod ask;
mod batch;
mod board;
mod cells;
mod empty;
mod knowledge;
mod lanes;
mod legal;
mod place;
mod playout;
mod predict;
mod rules;
mod state;
mod superko;
mod tactics;
mod text;

#[cfg(test)]
mod tests;

pub use rules::{EyeRule, KoRule, Rules, SizeClass, Suicide};
pub use state::{GoState, Point};

use katsura_game::{About, Customs, Game, Payoff, Sgf, SgfDialect};

/// Go on boards of one class of sizes; the rules are data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Go<const STRIDE: usize, const CELLS: usize> {
    rules: Rules,
}

/// Go on boards up to 9x9.
pub type Go9 = Go<10, 112>;
/// Go on boards up to 13x13.
pub type Go13 = Go<14, 212>;
/// Go on boards up to 19x19.
pub type Go19 = Go<20, 422>;
/// Go on boards up to 25x25.
pub type Go25 = Go<26, 704>;

impl<const STRIDE: usize, const CELLS: usize> Go<STRIDE, CELLS> {
    /// The game with these rules. [`Rules::size_class`] finds the class for a size.
    pub fn new(rules: Rules) -> Self {
        Go { rules }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl<const STRIDE: usize, const CELLS: usize> Game for Go<STRIDE, CELLS> {
    type State = GoState<STRIDE, CELLS>;

    /// The moves are the points, and the pass.
    fn about(&self) -> About {
        About {
            payoff: Payoff { score_range: Some(self.rules.largest_score()), ..Payoff::POINT },
            knows: knowledge::knows(),
            ..About::board("go", 1, self.rules.points() + 1)
        }
    }

    /// # Panics
    /// If the rules are out of range ([`Rules::check`]) or the board does not fit this class of sizes.
    fn start(&self) -> GoState<STRIDE, CELLS> {
        self.rules.check().unwrap_or_else(|error| panic!("{error}"));
        assert!(usize::from(self.rules.size) < STRIDE, "the board fits its class");
        GoState::new(self.rules)
    }

    fn customs(&self) -> Customs {
        let sgf = Sgf { names: &["1"], dialect: SgfDialect::Go, usual_size: Some(19) };
        Customs { first_size: Some(9), sgf, ..Customs::titled("Go") }
    }
}
