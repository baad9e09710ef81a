//! Squares of Reversi, `GM[2]`: a letter for the column from the left and a number for the row from the top, as the game writes
//! them. Files with two letters, as in Go, are read as well.

use super::{go, hex};

/// The name of a square.
pub(super) fn square(text: &str, size: usize) -> Option<String> {
    let place = hex::cell(text).or_else(|| go::point(text))?;
    (place.0.max(place.1) < size).then(|| hex::name(place))
}

/// Whether this is a pass.
pub(super) fn is_pass(text: &str) -> bool {
    ["", "pass", "pa", "tt"].iter().any(|known| text.eq_ignore_ascii_case(known))
}

/// The squares of Black and White before the first move.
pub(super) fn start(size: usize) -> [[String; 2]; 2] {
    let (low, high) = ((size / 2).saturating_sub(1), size / 2);
    let names = |places: [(usize, usize); 2]| places.map(hex::name);
    [names([(high, low), (low, high)]), names([(low, low), (high, high)])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_in_both_ways() {
        assert_eq!(square("D3", 8).as_deref(), Some("d3"));
        assert_eq!(square("dc", 8).as_deref(), Some("d3"));
        for text in ["i1", "a9", "ai", "a", "aaa", ""] {
            assert_eq!(square(text, 8), None, "{text}");
        }
    }

    #[test]
    fn the_usual_start_has_black_on_the_rising_diagonal() {
        assert_eq!(start(8), [["e4", "d5"], ["d4", "e5"]].map(|names| names.map(String::from)));
    }
}
