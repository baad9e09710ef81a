//! Cells of Havannah, `GM[Havannah]`.
//!
//! Files of HavannahGui and castro have the letter of the row first; files of LittleGolem too, and count the cells of a row
//! from its first one. [`katsura_games::havannah::notation`] has the drawings. A file is LittleGolem's if its `SO` property
//! says so. White moves first in all of them.

use super::hex;
use katsura_games::havannah::Havannah;
use katsura_games::havannah::notation::{Notation, translate};

/// A cell from one notation to another, on a board of this side. The side must be one that the game has.
pub(super) fn cell(text: &str, side: u8, from: Notation, to: Notation) -> Option<String> {
    hex::cell(text)?;
    translate(side, text, from, to).ok()
}

/// The side of a board from a size: `5`, or `d=9` for a board of diameter 9.
pub(super) fn side(size: &str) -> Option<usize> {
    match size.trim().strip_prefix("d=") {
        Some(diameter) => diameter.trim().parse::<usize>().ok().filter(|d| d % 2 == 1).map(|d| d.div_ceil(2)),
        None => size.trim().parse().ok(),
    }
}

/// The side as the game has it.
///
/// # Errors
/// What the game says about it.
pub(super) fn checked(side: usize) -> Result<u8, String> {
    let size = u8::try_from(side).unwrap_or(u8::MAX);
    Havannah { size, ..Havannah::default() }.check().map_err(|error| error.to_string())?;
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_notations_agree() {
        for (game, gui, little_golem) in [("a1", "a1", "A1"), ("b4", "d2", "D2"), ("e6", "f5", "F3"), ("d7", "g4", "G1")] {
            assert_eq!(cell(gui, 4, Notation::HavannahGui, Notation::Main).as_deref(), Some(game));
            assert_eq!(cell(little_golem, 4, Notation::LittleGolem, Notation::Main).as_deref(), Some(game));
            assert_eq!(cell(game, 4, Notation::Main, Notation::HavannahGui).as_deref(), Some(gui));
        }
        for text in ["a5", "e1", "h8", "a0", "swap", ""] {
            assert_eq!(cell(text, 4, Notation::HavannahGui, Notation::Main), None, "{text}");
        }
    }

    #[test]
    fn a_size_is_the_side_unless_it_says_diameter() {
        assert_eq!((side("5"), side("d=9"), side(" d= 15 ")), (Some(5), Some(5), Some(8)));
        assert_eq!((side("d=8"), side("x"), side("")), (None, None, None));
    }

    #[test]
    fn sides_that_the_game_does_not_have_are_refused() {
        assert_eq!(checked(10), Ok(10));
        assert!(checked(1).is_err() && checked(16).is_err() && checked(300).is_err());
    }
}
