//! Cells of Hex, `GM[11]`: letters for the column from the left, a number for the row from the top.
//!
//! The game writes them the same way. Black joins top and bottom and moves first.

/// Column and row from 0 of a cell such as `c5`, in any case; after `z` columns go on with `aa`.
pub(super) fn cell(text: &str) -> Option<(usize, usize)> {
    let digits = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, number) = text.split_at(digits);
    let plain = letters.len() <= 3 && number.len() <= 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    if letters.is_empty() || !plain {
        return None;
    }
    let index = |number: usize, letter: u8| number * 26 + usize::from(letter.to_ascii_lowercase() - b'a') + 1;
    let column = letters.bytes().fold(0, index) - 1;
    let row = number.parse::<usize>().ok()?.checked_sub(1)?;
    Some((column, row))
}

/// The name of a cell.
pub(super) fn name((column, row): (usize, usize)) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'a' + (left % 26) as u8));
        left /= 26;
    }
    format!("{}{}", letters.iter().rev().collect::<String>(), row + 1)
}

/// The cell on the other side of the long diagonal, where the other colour has what this one has here.
pub(super) fn mirrored(text: &str) -> Option<String> {
    cell(text).map(|(column, row)| name((row, column)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_in_any_case_and_beyond_z() {
        for (text, place, written) in [
            ("a1", (0, 0), "a1"),
            ("G5", (6, 4), "g5"),
            ("d11", (3, 10), "d11"),
            ("z1", (25, 0), "z1"),
            ("aA27", (26, 26), "aa27"),
            ("AZ1", (51, 0), "az1"),
            ("ba1", (52, 0), "ba1"),
            ("zz1", (701, 0), "zz1"),
            ("aaa1", (702, 0), "aaa1"),
        ] {
            assert_eq!(cell(text), Some(place), "{text}");
            assert_eq!(name(place), written);
        }
    }

    #[test]
    fn what_is_no_cell_is_refused() {
        for text in ["", "a", "1", "a0", "1a", "a-1", "a1b", "abcd1", "a99999", "é1", "swap-pieces"] {
            assert_eq!(cell(text), None, "{text}");
        }
    }

    #[test]
    fn mirroring_twice_changes_nothing() {
        assert_eq!(mirrored("f2").as_deref(), Some("b6"));
        assert_eq!(mirrored("b6").as_deref(), Some("f2"));
    }
}
