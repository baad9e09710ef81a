//! How pages for readers are written. Tables and blocks of code are exempt from the width, and nothing else is.

use super::Fault;
use super::page::{Kind, Line, Page};

/// The widest line, in characters.
const WIDTH: usize = 100;

/// The most words of a page, those in blocks of code left out.
const WORDS: usize = 1500;

/// What is wrong with the prose of a page.
pub fn check(page: &Page) -> Vec<Fault> {
    let fault = |line, what| Fault { page: page.path.clone(), line, what };
    let mut faults = Vec::new();
    let mut words = 0;
    for Line { number, text, kind } in page.lines().filter(|line| line.kind != Kind::Code) {
        let width = text.chars().count();
        if kind == Kind::Prose && width > WIDTH {
            faults.push(fault(number, format!("{width} characters, more than {WIDTH}")));
        }
        faults.extend(hashes(text).map(|hash| fault(number, format!("{hash} looks like a commit: say it in the notes"))));
        words += text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    }
    if words > WORDS {
        faults.push(fault(1, format!("{words} words, more than {WORDS}: split the page by subject")));
    }
    faults
}

/// The words that look like the hash of a commit: 7 to 40 hexadecimal digits, of which at least one is a letter and one a number.
fn hashes(text: &str) -> impl Iterator<Item = &str> {
    let is_hash = |word: &&str| {
        (7..=40).contains(&word.len())
            && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
            && word.contains(|c: char| c.is_ascii_digit())
            && word.contains(|c: char| c.is_ascii_lowercase())
    };
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(is_hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<(usize, String)> {
        let page = Page { path: "a.md".into(), text: text.into() };
        check(&page).into_iter().map(|fault| (fault.line, fault.what)).collect()
    }

    #[test]
    fn wide_lines_are_faults_outside_tables_and_code() {
        let wide = "ä ".repeat(51);
        assert!(faults(&"ä ".repeat(50)).is_empty());
        assert_eq!(faults(&format!("a\n{wide}")), [(2, "102 characters, more than 100".into())]);
        assert!(faults(&format!("| {wide} |\n```\n{wide}\n```\n")).is_empty());
    }

    #[test]
    fn commits_are_faults_outside_blocks_of_code() {
        assert_eq!(faults("since b948df8")[0].0, 1);
        assert_eq!(faults("| `86c4655` |").len(), 1);
        assert!(faults("```\nb948df8\n```\n").is_empty());
        assert!(faults("a million is 1000000, defaced, b948df8x, abc123").is_empty());
    }

    #[test]
    fn long_pages_are_faults() {
        assert!(faults(&"a | -\n".repeat(1500)).is_empty());
        assert_eq!(faults(&"a\n".repeat(1501)).len(), 1);
    }
}
