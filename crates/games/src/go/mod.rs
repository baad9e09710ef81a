//! Go: exact rules, area scoring, light playouts.
//!
//! # The light playout
//! A light playout moves uniformly among the points that are legal under simple ko and the suicide rule and do not fill an own eye
//! ([`EyeRule`], by default the usual rule of the diagonals). It passes only when no such point is left. It ends at two passes in a row, or when
//! it has made [`Rules::playout_cap`] moves for each point of the board (3 by default), and is counted by area: stones, and empty regions that
//! touch one colour only. Superko is not looked at. Speeds are compared on this definition.
//!
//! # The board
//! Strings are circular lists of stones with a count of their liberties; a move updates what it touches and allocates nothing. Superko keys
//! are Zobrist keys of 64 bits, looked up behind a small filter. The size of the arrays follows from the class of the board, so that a
//! position of 9x9 is small to copy. `tests/` holds a slow twin (flood fill, whole boards as history) that agrees after every move of random games
//! under every rule.

mod around;
mod ask;
mod board;
mod cells;
mod empty;
mod knowledge;
mod lanes;
mod place;
mod playout;
mod rules;
mod state;
mod superko;
mod text;

#[cfg(test)]
mod tests;

pub use rules::{EyeRule, KoRule, Rules, SizeClass, Suicide};
pub use state::{GoState, Point};

use katsura_game::Game;

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
    const NAME: &'static str = "go";
    const VERSION: u32 = 1;

    /// # Panics
    /// If the rules are out of range ([`Rules::check`]) or the board does not fit this class of sizes.
    fn start(&self) -> GoState<STRIDE, CELLS> {
        self.rules.check().unwrap_or_else(|error| panic!("{error}"));
        assert!(usize::from(self.rules.size) < STRIDE, "the board fits its class");
        GoState::new(self.rules)
    }

    fn players(&self) -> usize {
        2
    }

    fn move_count(&self) -> usize {
        self.rules.points() + 1
    }

    fn score_range(&self) -> Option<f32> {
        Some(self.rules.largest_score())
    }
}
