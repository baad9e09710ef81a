//! Turns that are left out.

use crate::State;

/// The number that stands for [`Skip::skip`] in a list of moves.
pub const SKIP: usize = usize::MAX;

/// Games in which a turn can be left out. By default none can.
pub trait Skip: State {
    /// Gives the turn to the other player without a move, as controllers and files want it that put stones of one colour on
    /// the board in a row. A game that has ended by passes goes on instead, with the player who would have been next. A game
    /// that can do neither says false and is as it was.
    fn skip(&mut self) -> bool {
        false
    }
}
