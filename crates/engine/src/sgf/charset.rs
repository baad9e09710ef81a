//! The characters of a file.
//!
//! A file without a `CA` property is in Latin-1 by the standard, but nearly all real files of today are in UTF-8, and many
//! declare one and are in the other. So a lenient reader takes every value that is valid UTF-8 for UTF-8 and every other
//! for Latin-1, which loses nothing; only a declared Latin-1 is believed as it stands. A strict reader follows the standard.
//! Other character sets (Shift-JIS, GB 18030, Big5, …) are not known: a strict reader refuses them, a lenient one reads
//! their texts as UTF-8 or Latin-1, and moves are right in any case as long as no byte of a text looks like a bracket.

use super::read::Mode;
use std::borrow::Cow;

/// How the bytes of a value become characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Charset {
    Utf8,
    Latin1,
    /// UTF-8 if it is valid, else Latin-1.
    Guess,
}

/// The character set that a game declares, or its name if it is not known.
pub(super) fn declared(value: Option<&[u8]>, mode: Mode) -> Result<Charset, String> {
    let name = value.map(|bytes| String::from_utf8_lossy(bytes).trim().to_ascii_lowercase());
    match (name.as_deref(), mode) {
        (Some("utf-8" | "utf8"), Mode::Strict) => Ok(Charset::Utf8),
        (None, Mode::Strict) => Ok(Charset::Latin1),
        (Some("iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin-1" | "latin1" | "us-ascii" | "ascii"), _) => {
            Ok(Charset::Latin1)
        }
        (Some(other), Mode::Strict) => Err(other.chars().take(24).collect()),
        (_, Mode::Lenient) => Ok(Charset::Guess),
    }
}

impl Charset {
    /// The characters, or `None` for bytes that the declared character set does not have.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        let latin1 = || Cow::Owned(bytes.iter().copied().map(char::from).collect());
        match (self, std::str::from_utf8(bytes)) {
            (Charset::Latin1, _) if !bytes.is_ascii() => Some(latin1()),
            (_, Ok(text)) => Some(Cow::Borrowed(text)),
            (Charset::Guess, Err(_)) => Some(latin1()),
            (_, Err(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lenient_reader_takes_valid_utf8_for_utf8_and_the_rest_for_latin1() {
        for name in [None, Some(&b"UTF-8"[..]), Some(b"GB2312")] {
            let charset = declared(name, Mode::Lenient).unwrap();
            assert_eq!(charset.decode("é".as_bytes()).unwrap(), "é");
            assert_eq!(charset.decode(b"\xe9").unwrap(), "é");
        }
        let latin1 = declared(Some(b"ISO-8859-1"), Mode::Lenient).unwrap();
        assert_eq!(latin1.decode("é".as_bytes()).unwrap(), "Ã©");
    }

    #[test]
    fn a_strict_reader_follows_the_standard() {
        assert_eq!(declared(None, Mode::Strict), Ok(Charset::Latin1));
        let utf8 = declared(Some(b" utf-8 "), Mode::Strict).unwrap();
        assert_eq!(utf8.decode(b"\xe9"), None);
        assert_eq!(declared(Some(b"GB2312"), Mode::Strict), Err("gb2312".to_string()));
    }
}
