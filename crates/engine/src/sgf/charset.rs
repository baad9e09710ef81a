//! The characters of a file.
//!
//! A file without a `CA` property is in Latin-1 by the standard, but nearly all real files of today are in UTF-8, and many
//! declare one and are in the other. So a lenient reader takes every value that is valid UTF-8 for UTF-8 and every other
//! for Latin-1, which loses nothing; only a declared Latin-1 is believed as it stands. A strict reader follows the standard.
//! A file whose first game declares another known character set (Shift-JIS, GB 18030, Big5, …) and that is not in UTF-8 is turned into UTF-8 by a
//! lenient reader before anything else, because a byte of such a text may look like a bracket; a strict reader refuses it.

use super::read::Mode;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// Where a file may declare its character set, in bytes from its beginning.
const HEAD: usize = 4096;

/// The file in UTF-8 if its first game declares that it is in another character set, and it is not in UTF-8 nevertheless; otherwise as it is.
pub(super) fn to_utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    match foreign(bytes).filter(|_| std::str::from_utf8(bytes).is_err()) {
        Some(encoding) => Cow::Owned(encoding.decode_without_bom_handling(bytes).0.into_owned().into_bytes()),
        None => Cow::Borrowed(bytes),
    }
}

/// The character set of the first `CA`, if it is neither UTF-8 nor Latin-1.
fn foreign(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let start = head.windows(3).position(|window| window == b"CA[")? + 3;
    let label = head[start..].split(|&byte| byte == b']').next()?;
    Encoding::for_label(label).filter(|&encoding| encoding != UTF_8 && encoding != WINDOWS_1252)
}

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
    fn declared_character_sets_become_utf8_before_brackets_are_looked_for() {
        // 柯洁 in GB 2312, and 表 in Shift-JIS, whose second byte is a backslash
        assert_eq!(&*to_utf8(b"(;CA[GB2312]PB[\xbf\xc2\xbd\xe0])"), "(;CA[GB2312]PB[柯洁])".as_bytes());
        assert_eq!(&*to_utf8(b"(;CA[Shift_JIS]PB[\x95\x5c]PW[B])"), "(;CA[Shift_JIS]PB[表]PW[B])".as_bytes());
        for same in ["(;CA[GB2312]PB[柯洁])", "(;PB[é])", "(;CA[UTF-8]PB[é])", "(;CA[klingon]PB[é])", "(;CA["] {
            assert_eq!(&*to_utf8(same.as_bytes()), same.as_bytes());
        }
        assert_eq!(&*to_utf8(b"(;CA[ISO-8859-1]PB[\xe9])"), b"(;CA[ISO-8859-1]PB[\xe9])");
    }

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
