//! Cells of Havannah, `GM[Havannah]`.
//!
//! Three ways to write a cell meet here. On a board of side 4, with columns running from the upper right to the lower left:
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
//!       the game           HavannahGui          LittleGolem
//! ```
//!
//! Files of HavannahGui and castro have the letter of the row first; files of LittleGolem too, and count the cells of a row
//! from its first one. A file is LittleGolem's if its `SO` property says so. White moves first in all of them.

use super::hex;

/// The cell of a file of HavannahGui as the game writes it.
pub(super) fn from_gui(text: &str, side: usize) -> Option<String> {
    let (number, letter) = swapped(text)?;
    named(number, letter, side)
}

/// The cell of a LittleGolem file as the game writes it.
pub(super) fn from_little_golem(text: &str, side: usize) -> Option<String> {
    let (number, letter) = swapped(text)?;
    named(number + (letter + 1).saturating_sub(side), letter, side)
}

/// A cell of the game as HavannahGui writes it.
pub(super) fn to_gui(text: &str, side: usize) -> Option<String> {
    let (column, row) = hex::cell(text)?;
    named(column, row, side)?;
    Some(hex::name((row, column)))
}

/// The number and the letter of a cell, both from 0.
fn swapped(text: &str) -> Option<(usize, usize)> {
    hex::cell(text).map(|(letter, number)| (number, letter))
}

fn named(column: usize, row: usize, side: usize) -> Option<String> {
    let inside = column.max(row) + 1 < 2 * side && column.abs_diff(row) < side;
    inside.then(|| hex::name((column, row)))
}

/// The side of a board from a size: `5`, or `d=9` for a board of diameter 9.
pub(super) fn side(size: &str) -> Option<usize> {
    match size.trim().strip_prefix("d=") {
        Some(diameter) => diameter.trim().parse::<usize>().ok().filter(|d| d % 2 == 1).map(|d| d.div_ceil(2)),
        None => size.trim().parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_three_notations_of_the_drawing_agree() {
        for (game, gui, little_golem) in [
            ("a1", "a1", "A1"),
            ("b4", "d2", "D2"),
            ("e6", "f5", "F3"),
            ("g7", "g7", "G4"),
            ("d7", "g4", "G1"),
            ("g4", "d7", "D7"),
        ] {
            assert_eq!(from_gui(gui, 4).as_deref(), Some(game));
            assert_eq!(from_gui(&gui.to_uppercase(), 4).as_deref(), Some(game));
            assert_eq!(from_little_golem(little_golem, 4).as_deref(), Some(game));
            assert_eq!(to_gui(game, 4).as_deref(), Some(gui));
        }
    }

    #[test]
    fn every_cell_has_one_name_in_each_notation() {
        for side in 2..=10 {
            let cells = 3 * side * (side - 1) + 1;
            let texts = || (0..2 * side).flat_map(|row| (0..2 * side).map(move |column| hex::name((row, column))));
            let count = |read: fn(&str, usize) -> Option<String>| {
                texts().filter_map(|t| read(&t, side)).collect::<HashSet<_>>().len()
            };
            assert_eq!((count(from_gui), count(from_little_golem)), (cells, cells), "side {side}");
            for game in texts().filter_map(|text| from_gui(&text, side)) {
                assert_eq!(from_gui(&to_gui(&game, side).unwrap(), side), Some(game));
            }
        }
    }

    #[test]
    fn cells_beside_the_board_are_refused() {
        for text in ["a5", "e1", "h8", "a0", "swap"] {
            assert_eq!(from_gui(text, 4), None, "{text}");
        }
        for text in ["A5", "G5", "H1", "E7"] {
            assert_eq!(from_little_golem(text, 4), None, "{text}");
        }
    }

    #[test]
    fn a_size_is_the_side_unless_it_says_diameter() {
        assert_eq!((side("5"), side("d=9"), side(" d= 15 ")), (Some(5), Some(5), Some(8)));
        assert_eq!((side("d=8"), side("x"), side("")), (None, None, None));
    }
}
