//! Coordinates shared by the games on square boards: a letter for the column from the left, a number for the row.

use katsura_game::ParseMoveError;

/// The letters of the columns, in order. Go leaves out the I, the others do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Letters {
    All,
    WithoutI,
}

impl Letters {
    fn table(self) -> &'static [u8] {
        match self {
            Letters::All => b"abcdefghijklmnopqrstuvwxyz",
            Letters::WithoutI => b"abcdefghjklmnopqrstuvwxyz",
        }
    }
}

/// The name of a column.
pub(crate) fn column_name(letters: Letters, column: usize) -> char {
    char::from(letters.table()[column])
}

/// The name of a cell; `row` counts from 0.
pub(crate) fn cell_name(letters: Letters, column: usize, row: usize) -> String {
    format!("{}{}", column_name(letters, column), row + 1)
}

/// Reads a cell name into (column, row), both counted from 0, on a board of this width and height.
pub(crate) fn parse_cell(
    letters: Letters,
    (width, height): (usize, usize),
    text: &str,
) -> Result<(usize, usize), ParseMoveError> {
    let fail = || {
        let last = cell_name(letters, width - 1, height - 1);
        ParseMoveError::new(text, format!("a cell from a1 to {last}"))
    };
    let mut chars = text.trim().chars();
    let letter = chars.next().filter(char::is_ascii).ok_or_else(fail)?.to_ascii_lowercase() as u8;
    let column = letters.table()[..width].iter().position(|&known| known == letter).ok_or_else(fail)?;
    let digits = chars.as_str();
    if digits.is_empty() || digits.len() > 3 || !digits.bytes().all(|b| b.is_ascii_digit()) || digits.starts_with('0') {
        return Err(fail());
    }
    let row: usize = digits.parse().map_err(|_| fail())?;
    if (1..=height).contains(&row) { Ok((column, row - 1)) } else { Err(fail()) }
}
