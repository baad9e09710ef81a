//! Where something stands in a file.

use std::fmt;

/// Where something stands in a file; the default is that of things that come from no file.
///
/// It is no part of what stands there, so all places are equal.
#[derive(Clone, Copy, Eq, Debug, Default)]
pub struct Place {
    /// The line, from 1; 0 if there is no file.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

/// Where in a record something is: in its file, if it comes from one, and after how many moves.
///
/// ```
/// use katsura_engine::sgf::{At, Place};
/// assert_eq!(At { place: Place { line: 3, column: 5 }, moves: 12 }.to_string(), "line 3, column 5, after 12 moves");
/// assert_eq!(At { place: Place::default(), moves: 12 }.to_string(), "after 12 moves");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct At {
    /// Where the node begins in the file.
    pub place: Place,
    /// The number of moves before it.
    pub moves: usize,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.line > 0 {
            write!(f, "{}, ", self.place)?;
        }
        write!(f, "after {} moves", self.moves)
    }
}
