//! Lines as they arrive, and commands as they are meant (GTP version 2, draft 2, sections 2.5 and 3.1).

/// The largest number of an id.
pub(super) const MAX_ID: u32 = i32::MAX as u32;

/// A command: an id if it was given one, a name, and the rest of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The number that the answer must repeat.
    pub id: Option<u32>,
    /// The name; empty if there was only an id.
    pub name: String,
    /// The arguments, separated by spaces.
    pub arguments: String,
}

impl Request {
    /// The command in a line; `None` if there is nothing but white space and comments.
    ///
    /// Control characters are dropped, a comment ends at the line's end, a tab is a space. A number above 2³¹ − 1 is no id.
    ///
    /// ```
    /// use katsura_engine::gtp::Request;
    /// let request = Request::parse(b"7\tplay  black E5 # the middle\r\n").unwrap();
    /// assert_eq!((request.id, request.name.as_str(), request.arguments.as_str()), (Some(7), "play", "black E5"));
    /// assert_eq!(Request::parse(b" # nothing"), None);
    /// ```
    pub fn parse(line: &[u8]) -> Option<Request> {
        let line = clean(line.split(|&byte| byte == b'#').next().unwrap_or_default());
        let (first, rest) = split(line.trim());
        if first.is_empty() {
            return None;
        }
        let (id, (name, arguments)) = match id(first) {
            Some(id) => (Some(id), split(rest)),
            None => (None, (first, rest)),
        };
        Some(Request { id, name: name.to_string(), arguments: arguments.to_string() })
    }
}

/// Whether a line is the comment with which GoGui interrupts a command.
pub(super) fn is_interrupt(line: &[u8]) -> bool {
    clean(line).trim() == "# interrupt"
}

/// The text of a line without control characters, tabs made spaces.
pub(super) fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().filter_map(|c| if c == '\t' { Some(' ') } else { (!c.is_ascii_control()).then_some(c) }).collect()
}

/// The first word of a text, and the rest.
fn split(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    (first, rest.trim_start())
}

fn id(word: &str) -> Option<u32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|&id| digits && id <= MAX_ID)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &[u8]) -> Option<(Option<u32>, String, String)> {
        Request::parse(line).map(|request| (request.id, request.name, request.arguments))
    }

    fn command(id: Option<u32>, name: &str, arguments: &str) -> Option<(Option<u32>, String, String)> {
        Some((id, name.to_string(), arguments.to_string()))
    }

    #[test]
    fn empty_lines_and_comments_are_nothing() {
        for line in [&b""[..], b" ", b"\t\r", b"#", b"# play black A1", b"  # x", b"\x00\x07\x7f"] {
            assert_eq!(parse(line), None, "{line:?}");
        }
    }

    #[test]
    fn control_characters_are_dropped_even_inside_words() {
        assert_eq!(parse(b"pl\x00ay\r bl\x1back\x7f A1\r"), command(None, "play", "black A1"));
        assert_eq!(parse(b"play\tblack\t\tA1"), command(None, "play", "black  A1"));
    }

    #[test]
    fn an_id_is_a_number_that_fits() {
        assert_eq!(parse(b"0 name"), command(Some(0), "name", ""));
        assert_eq!(parse(b"007 name"), command(Some(7), "name", ""));
        assert_eq!(parse(b"2147483647 name"), command(Some(MAX_ID), "name", ""));
        assert_eq!(parse(b"2147483648 name"), command(None, "2147483648", "name"));
        for word in ["-1", "+1", "1.5", "0x1", "99999999999999999999999"] {
            assert_eq!(parse(format!("{word} name").as_bytes()), command(None, word, "name"), "{word}");
        }
        assert_eq!(parse(b"5"), command(Some(5), "", ""));
        assert_eq!(parse(b"5 6 name"), command(Some(5), "6", "name"));
    }

    #[test]
    fn bytes_that_are_no_text_do_not_stop_a_command() {
        assert_eq!(parse(b"na\xffme"), command(None, "na\u{fffd}me", ""));
    }

    #[test]
    fn an_interrupt_is_one_particular_comment() {
        assert!(is_interrupt(b"# interrupt\r\n") && is_interrupt(b" # interrupt"));
        assert!(!is_interrupt(b"#interrupt") && !is_interrupt(b"name # interrupt"));
    }
}
