//! One value of a property, and how texts are escaped in it.

use std::fmt;

/// A value between brackets, kept as it stands in the file: escapes included, so that writing gives back what was read.
///
/// What the characters mean depends on the property, so the reader of a value says how to take it: [`text`](Value::text) for
/// comments, [`simple_text`](Value::simple_text) for names, [`pair`](Value::pair) for values with a colon.
///
/// ```
/// use katsura_engine::sgf::Value;
/// let value = Value::from_text("a [b] \\ c");
/// assert_eq!(value.raw(), "a [b\\] \\\\ c");
/// assert_eq!(value.text(), "a [b] \\ c");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Value {
    raw: Box<str>,
}

impl Value {
    /// The value that means this text.
    pub fn from_text(text: &str) -> Self {
        Value { raw: escape(text, |c| matches!(c, ']' | '\\')) }
    }

    /// The value that means these two texts, with a colon between them.
    ///
    /// ```
    /// use katsura_engine::sgf::Value;
    /// let value = Value::from_pair("Katsura", "1:0");
    /// assert_eq!(value.raw(), "Katsura:1\\:0");
    /// ```
    pub fn from_pair(left: &str, right: &str) -> Self {
        let part = |text| escape(text, |c| matches!(c, ']' | '\\' | ':'));
        Value { raw: format!("{}:{}", part(left), part(right)).into() }
    }

    /// A value as it stands between brackets in a file. The caller guarantees that it ends where the bracket does.
    pub(super) fn from_raw(raw: impl Into<Box<str>>) -> Self {
        Value { raw: raw.into() }
    }

    /// The value as it stands in the file, without the brackets.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// The value as a text: escapes resolved, line breaks kept as `\n`, other white space made spaces.
    ///
    /// A backslash before a line break joins the lines; before any other character it makes the character stand for itself.
    pub fn text(&self) -> String {
        self.unescape('\n')
    }

    /// The value as a text of one line: as [`text`](Value::text), with spaces for line breaks.
    pub fn simple_text(&self) -> String {
        self.unescape(' ')
    }

    /// The two parts around the first colon that is not escaped.
    ///
    /// ```
    /// use katsura_engine::sgf::Value;
    /// let (left, right) = Value::from_pair("a:b", "c").pair().unwrap();
    /// assert_eq!((left.text(), right.text()), ("a:b".to_string(), "c".to_string()));
    /// assert_eq!(Value::from_text("ab").pair(), None);
    /// ```
    pub fn pair(&self) -> Option<(Value, Value)> {
        let mut escaped = false;
        let colon = self.raw.find(|c| {
            let found = c == ':' && !escaped;
            escaped = c == '\\' && !escaped;
            found
        })?;
        Some((Value::from_raw(&self.raw[..colon]), Value::from_raw(&self.raw[colon + 1..])))
    }

    /// The value as a whole number.
    pub fn number(&self) -> Option<i64> {
        self.simple_text().trim().parse().ok()
    }

    /// The value as a finite number; a comma is taken for a point.
    pub fn real(&self) -> Option<f64> {
        let number: f64 = self.simple_text().trim().replace(',', ".").parse().ok()?;
        number.is_finite().then_some(number)
    }

    fn unescape(&self, line_break: char) -> String {
        let mut out = String::with_capacity(self.raw.len());
        let mut chars = self.raw.chars().peekable();
        while let Some(c) = chars.next() {
            let (c, escaped) = if c == '\\' { (chars.next().unwrap_or('\\'), true) } else { (c, false) };
            if matches!(c, '\n' | '\r') {
                chars.next_if(|&next| matches!(next, '\n' | '\r') && next != c);
                if !escaped {
                    out.push(line_break);
                }
            } else {
                out.push(if matches!(c, '\t' | '\x0b' | '\x0c') { ' ' } else { c });
            }
        }
        out
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.raw)
    }
}

fn escape(text: &str, special: impl Fn(char) -> bool) -> Box<str> {
    let mut raw = String::with_capacity(text.len());
    for c in text.chars() {
        if special(c) {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(raw: &str) -> String {
        Value::from_raw(raw).text()
    }

    #[test]
    fn a_backslash_joins_lines_and_protects_other_characters() {
        assert_eq!(text("a\\\nb"), "ab");
        assert_eq!(text("a\\\r\nb"), "ab");
        assert_eq!(text("a\\]b\\:c\\\\d\\e"), "a]b:c\\de");
        assert_eq!(text("\\"), "\\", "a lone backslash at the end stands for itself");
    }

    #[test]
    fn line_breaks_of_all_systems_become_one_kind() {
        assert_eq!(text("a\r\nb\n\rc\nd\re"), "a\nb\nc\nd\ne");
        assert_eq!(text("a\n\nb\r\r"), "a\n\nb\n\n");
        assert_eq!(Value::from_raw("a\r\nb\tc\\\nd").simple_text(), "a b cd");
    }

    #[test]
    fn other_white_space_becomes_a_space() {
        assert_eq!(text("a\tb\x0bc\\\td"), "a b c d");
    }

    #[test]
    fn a_pair_is_split_at_the_first_free_colon() {
        let pair = |raw: &str| Value::from_raw(raw).pair().map(|(a, b)| (a.text(), b.text()));
        assert_eq!(pair("a\\:b:c:d"), Some(("a:b".into(), "c:d".into())));
        assert_eq!(pair("a\\\\:b"), Some(("a\\".into(), "b".into())));
        assert_eq!(pair("Castro\\:0.1"), None);
        assert_eq!(pair(":"), Some((String::new(), String::new())));
    }

    #[test]
    fn numbers_are_read_with_spaces_around_them() {
        assert_eq!(Value::from_raw(" 19 ").number(), Some(19));
        assert_eq!(Value::from_raw("+7").number(), Some(7));
        assert_eq!(Value::from_raw("6,5").real(), Some(6.5));
        for raw in ["", "x", "NaN", "inf", "1e999"] {
            assert_eq!(Value::from_raw(raw).real(), None, "{raw}");
        }
    }
}
