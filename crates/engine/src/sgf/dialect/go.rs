//! Points of Go, `GM[1]`.
//!
//! A file counts columns from the left and rows from the top, both as letters: `a` to `z`, then `A` to `Z`. The game has the
//! vertices of GTP: a letter without I, and a number from the bottom.

use serde_json::{Map, Value as Json, json};

const VERTEX_LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The number of a letter in a file.
fn place(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

fn letter(place: usize) -> Option<char> {
    let place = u8::try_from(place).ok()?;
    match place {
        0..26 => Some(char::from(b'a' + place)),
        26..52 => Some(char::from(b'A' + place - 26)),
        _ => None,
    }
}

/// Column and row, from the upper left, of two letters.
pub(super) fn point(text: &str) -> Option<(usize, usize)> {
    let &[column, row] = text.as_bytes() else { return None };
    Some((place(column)?, place(row)?))
}

/// Whether this is a pass: nothing, or `tt` on boards up to 19x19.
pub(super) fn is_pass(text: &str, (columns, rows): (usize, usize)) -> bool {
    text.is_empty() || (text == "tt" && columns <= 19 && rows <= 19)
}

/// The vertex of a point.
pub(super) fn vertex((column, row): (usize, usize), (columns, rows): (usize, usize)) -> Option<String> {
    if column >= columns || row >= rows {
        return None;
    }
    Some(format!("{}{}", char::from(*VERTEX_LETTERS.get(column)?), rows - row))
}

/// The letters of a vertex.
pub(super) fn from_vertex(vertex: &str, (columns, rows): (usize, usize)) -> Option<String> {
    let name = vertex.chars().next()?.to_ascii_uppercase();
    let column = VERTEX_LETTERS.iter().position(|&known| char::from(known) == name).filter(|&column| column < columns)?;
    let digits = &vertex[1..];
    let number: usize = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let row = rows.checked_sub(number).filter(|_| number > 0)?;
    Some([letter(column)?, letter(row)?].iter().collect())
}

/// The komi of a file in points.
///
/// Some servers count stones, so that 3.75 stones are 7.5 points, and some write hundredths, so that 375 is the same again.
pub(super) fn komi(number: f64) -> f64 {
    let units = if number.abs() >= 100.0 { number / 100.0 } else { number };
    if (units * 2.0).fract() != 0.0 && (units * 4.0).fract() == 0.0 { units * 2.0 } else { units }
}

/// Rule sets by the names that files and protocols give them: the ko rule, whether suicide is allowed, and other names.
/// The first name is the one that is written; rule sets that count territory are only read.
const RULES: [(&str, &str, &str, &[&str]); 6] = [
    ("Chinese", "positional", "forbidden", &["cn", "chinese-kgs", "chinese-ogs"]),
    ("AGA", "situational", "forbidden", &["aga-button", "bga", "french"]),
    ("NZ", "situational", "allowed", &["new zealand", "new_zealand", "new-zealand"]),
    ("Tromp-Taylor", "positional", "allowed", &["tromp taylor", "tt", "logical", "goe", "ing"]),
    ("Japanese", "simple", "forbidden", &["jp", "nihon kiin", "territory"]),
    ("Korean", "simple", "forbidden", &["kr"]),
];

const COUNT_AREA: usize = 4;

/// The place of a rule set in the table. A name that begins with a known one is taken for it, as in `Chinese, Pair Go`.
fn find(name: &str) -> Option<usize> {
    let name = name.trim().to_ascii_lowercase();
    let named = |known: &str| {
        let known = known.to_ascii_lowercase();
        name.strip_prefix(&known).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    };
    RULES.iter().position(|(first, _, _, others)| named(first) || others.iter().any(|n| named(n)))
}

/// Whether this is the name of a rule set that counts territory, which the game does not.
pub(super) fn counts_territory(name: &str) -> bool {
    find(name).is_some_and(|place| place >= COUNT_AREA)
}

/// The parameters of the game for a rule set of this name; `None` if it is not known. The game counts area whatever the name is.
pub(super) fn rules(name: &str) -> Option<Map<String, Json>> {
    let (_, ko, suicide, _) = RULES[find(name)?];
    Some(Map::from_iter([("ko".to_string(), json!(ko)), ("suicide".to_string(), json!(suicide))]))
}

/// The name of the rule set with these parameters, if one counts area.
pub(super) fn rules_name(parameters: &Map<String, Json>) -> Option<&'static str> {
    let is = |key: &str, value: &str| parameters.get(key).and_then(Json::as_str) == Some(value);
    let mut counting_area = RULES[..COUNT_AREA].iter();
    counting_area.find(|(_, ko, suicide, _)| is("ko", ko) && is("suicide", suicide)).map(|(name, ..)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_count_from_the_top_and_vertices_from_the_bottom() {
        for (size, text, expected) in
            [(19, "aa", "A19"), (19, "ss", "T1"), (19, "pd", "Q16"), (9, "cg", "C3"), (9, "ii", "J1"), (25, "ya", "Z25")]
        {
            assert_eq!(vertex(point(text).unwrap(), (size, size)).as_deref(), Some(expected));
            assert_eq!(from_vertex(expected, (size, size)).as_deref(), Some(text));
            assert_eq!(from_vertex(&expected.to_lowercase(), (size, size)).as_deref(), Some(text));
        }
        assert_eq!(vertex(point("ca").unwrap(), (3, 5)).as_deref(), Some("C5"), "rectangular boards");
    }

    #[test]
    fn capital_letters_go_on_after_z() {
        assert_eq!(point("zA"), Some((25, 26)));
        assert_eq!(point("ZZ"), Some((51, 51)));
        assert_eq!((letter(25), letter(26), letter(51), letter(52)), (Some('z'), Some('A'), Some('Z'), None));
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for text in ["", "a", "aaa", "a1", "é", "a-"] {
            assert_eq!(point(text), None, "{text}");
        }
        assert_eq!(vertex((9, 0), (9, 9)), None);
        assert_eq!(vertex((30, 0), (52, 52)), None, "GTP has no column for it");
        for text in ["", "I3", "A0", "A10", "K1", "A", "A1x", "éa", "A+1"] {
            assert_eq!(from_vertex(text, (9, 9)), None, "{text}");
        }
    }

    #[test]
    fn tt_is_a_pass_only_where_it_is_off_the_board() {
        assert!(is_pass("", (19, 19)) && is_pass("tt", (19, 19)) && is_pass("tt", (9, 9)));
        assert!(!is_pass("tt", (21, 21)) && !is_pass("aa", (19, 19)));
    }

    #[test]
    fn komi_in_stones_and_in_hundredths_is_komi_in_points() {
        for (written, points) in [(7.5, 7.5), (0.0, 0.0), (-5.5, -5.5), (3.75, 7.5), (375.0, 7.5), (650.0, 6.5), (2.75, 5.5)]
        {
            assert_eq!(komi(written), points, "{written}");
        }
    }

    #[test]
    fn rule_sets_are_known_by_many_names_and_written_only_if_they_count_area() {
        let parameters = |name| rules(name).map(|map| (map["ko"].clone(), map["suicide"].clone()));
        assert_eq!(parameters("Chinese"), Some((json!("positional"), json!("forbidden"))));
        assert_eq!(parameters("Japanese, Pair Go"), Some((json!("simple"), json!("forbidden"))));
        assert_eq!(parameters("new_zealand"), Some((json!("situational"), json!("allowed"))));
        assert_eq!(parameters("Japanesely"), None);
        assert_eq!(parameters(""), None);
        for name in ["Chinese", "AGA", "NZ", "Tromp-Taylor"] {
            assert_eq!(rules_name(&rules(name).unwrap()), Some(name));
        }
        assert_eq!(rules_name(&rules("Japanese").unwrap()), None);
        let territory = ["Japanese, Pair Go", "korean", "Chinese", "NZ", "House rules"].map(counts_territory);
        assert_eq!(territory, [true, true, false, false, false]);
    }
}
