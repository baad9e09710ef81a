//! Moves as people write them.

use crate::State;
use std::fmt;

/// Reading and writing moves: needed by GTP, the page, SGF and tests, not by search.
pub trait Text: State {
    /// The move in the game's main notation.
    fn format_move(&self, mv: Self::Move) -> String;

    /// Reads a move in the game's main notation; upper and lower case are the same. The move need not be legal.
    ///
    /// # Errors
    /// [`ParseMoveError`] says what was read and what is accepted.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseMoveError>;
}

/// A text that is no move of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMoveError {
    text: String,
    accepted: String,
}

impl ParseMoveError {
    /// An error for this text; `accepted` completes the sentence "expected …".
    pub fn new(text: &str, accepted: impl Into<String>) -> Self {
        let mut shown: String = text.chars().filter(|c| !c.is_control()).take(24).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        ParseMoveError { text: shown, accepted: accepted.into() }
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a move: expected {}", self.text, self.accepted)
    }
}

impl std::error::Error for ParseMoveError {}
