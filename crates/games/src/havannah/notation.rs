//! The notations of Havannah cells, and the translation between them.
//!
//! On size 4, with x counting the columns and y the rows, both from 0:
//!
//! ```text
//!        a b c d             1 2 3 4              1 2 3 4
//!     1 . . . . e         A . . . . 5          A . . . . .
//!    2 . . . . . f       B . . . . . 6        B . . . . . .
//!   3 . . . . . . g     C . . . . . . 7      C . . . . . . .
//!  4 . . . . . . .     D . . . . . . .      D . . . . . . .
//!   5 . . . . . .       E . . . . . .        E 1 2 3 4 5 6
//!    6 . . . . .         F . . . . .          F 1 2 3 4 5
//!     7 . . . .           G . . . .            G 1 2 3 4
//!
//!    Notation::Main    Notation::HavannahGui   Notation::LittleGolem
//! ```
//!
//! - [`Notation::Main`], also that of OpenSpiel and morat: letter of the column, number of the row. Columns run from the upper
//!   right to the lower left.
//! - [`Notation::HavannahGui`], also that of castro: letter of the row, number of the column.
//! - [`Notation::LittleGolem`], that of its game files: letter of the row, number of the cell in the row from the left.
//!
//! So b4 of the first is d2 of the other two, and e6 is f5 of the second and f3 of the third. After z the letters go on with
//! aa.

use super::grid;
use crate::hexagon::Cell;
use katsura_game::ParseMoveError;

/// A way to write cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Letter of the column, number of the row.
    Main,
    /// Letter of the row, number of the column.
    HavannahGui,
    /// Letter of the row, number of the cell in the row.
    LittleGolem,
}

/// The word for taking the first stone over.
const SWAP: &str = "swap";

/// Writes a cell of a board of this size; the number after the last cell is the swap.
///
/// ```
/// use katsura_games::havannah::notation::{Notation, read, write};
/// let cell = read(4, "e6", Notation::Main).unwrap();
/// assert_eq!(write(4, cell, Notation::HavannahGui), "f5");
/// assert_eq!(write(4, cell, Notation::LittleGolem), "f3");
/// ```
///
/// # Panics
/// If there is no board of this size, or no such cell on it.
pub fn write(size: u8, cell: Cell, notation: Notation) -> String {
    let grid = grid(size);
    if usize::from(cell) == grid.len() {
        return SWAP.to_string();
    }
    let place = grid.place(cell);
    let (y, middle) = (i32::from(place.row), i32::from(size) - 1);
    let x = i32::from(place.column) + y - middle;
    match notation {
        Notation::Main => format!("{}{}", letters(x), y + 1),
        Notation::HavannahGui => format!("{}{}", letters(y), x + 1),
        Notation::LittleGolem => format!("{}{}", letters(y), x + 1 - (y - middle).max(0)),
    }
}

/// Reads a cell of a board of this size, or `swap`; upper and lower case are the same.
///
/// # Errors
/// If the text names no cell; the error shows what is accepted.
///
/// # Panics
/// If there is no board of this size.
pub fn read(size: u8, text: &str, notation: Notation) -> Result<Cell, ParseMoveError> {
    let accepted = || ParseMoveError::new(text, format!("{} or {SWAP}", accepted_cells(size, notation)));
    if text.trim().eq_ignore_ascii_case(SWAP) {
        return Ok(grid(size).len() as Cell);
    }
    read_cell(size, text, notation).ok_or_else(accepted)
}

/// Translates a cell from one notation to another.
///
/// ```
/// use katsura_games::havannah::notation::{Notation, translate};
/// assert_eq!(translate(4, "d2", Notation::HavannahGui, Notation::Main).unwrap(), "b4");
/// ```
///
/// # Errors
/// If the text names no cell.
///
/// # Panics
/// If there is no board of this size.
pub fn translate(size: u8, text: &str, from: Notation, to: Notation) -> Result<String, ParseMoveError> {
    Ok(write(size, read(size, text, from)?, to))
}

/// Reads a cell, not the swap.
pub(super) fn read_cell(size: u8, text: &str, notation: Notation) -> Option<Cell> {
    let middle = i32::from(size) - 1;
    let (letter, number) = split(text.trim())?;
    let (x, y) = match notation {
        Notation::Main => (letter, number - 1),
        Notation::HavannahGui => (number - 1, letter),
        Notation::LittleGolem => (number - 1 + (letter - middle).max(0), letter),
    };
    grid(size).at(x - y + middle, y)
}

/// What the cells of a notation look like, for error messages.
pub(super) fn accepted_cells(size: u8, notation: Notation) -> String {
    let last = grid(size).len() as Cell - 1;
    let (middle, corner) = (write(size, last / 2, notation), write(size, last, notation));
    format!("a cell such as a1 (upper left corner), {middle} (middle) or {corner} (lower right corner)")
}

/// The name of column or row number `index`.
pub(super) fn letters(index: i32) -> String {
    let letter = |i: i32| char::from(b'a' + i as u8);
    if index < 26 { letter(index).to_string() } else { format!("{}{}", letter(index / 26 - 1), letter(index % 26)) }
}

/// A text of one or two letters and a number from 1 without leading zeros; letters count from 0.
fn split(text: &str) -> Option<(i32, i32)> {
    let digits = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, number) = text.split_at(digits);
    let index = |letter: u8| i32::from(letter.to_ascii_lowercase() - b'a');
    let letter = match *letters.as_bytes() {
        [only] => index(only),
        [first, second] => (index(first) + 1) * 26 + index(second),
        _ => return None,
    };
    let plain = !number.starts_with('0') && number.len() <= 3 && number.bytes().all(|digit| digit.is_ascii_digit());
    Some((letter, if plain { number.parse().ok()? } else { return None }))
}
