//! Answers as they are sent.

use std::fmt::Write;

/// An answer: `=id text` or `?id text`, with an empty line after it.
///
/// Empty lines inside the text would end the answer too early and are left out, except at the beginning, where a board may
/// start on a line of its own. Control characters are left out, too.
pub(super) fn response(sign: char, id: Option<u32>, text: &str) -> String {
    let mut out = head(sign, id);
    out.push(' ');
    out.push_str(&body(text));
    out.push_str("\n\n");
    out
}

/// The beginning of an answer.
pub(super) fn head(sign: char, id: Option<u32>) -> String {
    let mut out = String::from(sign);
    if let Some(id) = id {
        let _ = write!(out, "{id}");
    }
    out
}

/// A text without control characters and without empty lines, except the first.
pub(super) fn body(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.trim_end().lines().enumerate() {
        let start = out.len();
        if number > 0 {
            out.push('\n');
        }
        let line = line.trim_end().chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_ascii_control());
        out.extend(line);
        if number > 0 && out.len() == start + 1 {
            out.truncate(start);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_repeat_the_id_and_end_with_an_empty_line() {
        assert_eq!(response('=', None, ""), "= \n\n");
        assert_eq!(response('=', Some(3), "E5"), "=3 E5\n\n");
        assert_eq!(response('?', Some(0), "unknown command"), "?0 unknown command\n\n");
    }

    #[test]
    fn nothing_in_a_text_can_end_an_answer_early() {
        assert_eq!(response('=', None, "a\n\n\nb\r\n\r\n  \nc\n\n"), "= a\nb\nc\n\n");
        assert_eq!(response('=', None, "\n. . .\n. X .\n"), "= \n. . .\n. X .\n\n");
        assert_eq!(response('=', None, "a\tb\x1bc\x00"), "= a bc\n\n");
    }
}
