//! Pages of Markdown: prose, tables and code told apart.

use std::path::{Path, PathBuf};

/// The pages outside the book whose links are checked.
const OTHERS: [&str; 5] = ["README.md", "GUIDE.md", "CONTRIBUTING.md", "CHANGELOG.md", "experiments/README.md"];

/// Those of them that are written for readers like the book.
const FOR_READERS: [&str; 3] = ["README.md", "CONTRIBUTING.md", "experiments/README.md"];

/// How pages begin that are printed from the code.
const GENERATED: [&str; 2] = ["Generated from the code", "Printed from the tables"];

/// A page.
pub struct Page {
    /// Its path from the root of the repository.
    pub path: PathBuf,
    /// Its text as it is written.
    pub text: String,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Anything that is not one of the others.
    Prose,
    /// A row of a table.
    Table,
    /// A line of a block of code, or its fence.
    Code,
}

/// A line of a page.
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// The line.
    pub text: &'a str,
    /// What it is.
    pub kind: Kind,
}

/// The text outside blocks of code, with the code inside lines taken out.
pub struct Parts {
    /// Blanks stand in the place of code; lines keep their numbers.
    pub prose: String,
    /// Code inside lines, with the number of the line it begins in.
    pub code: Vec<(usize, String)>,
}

impl Page {
    /// The pages below a folder, in order.
    pub fn all_below(root: &Path, folder: &Path) -> Result<Vec<Page>, String> {
        let mut pages = Vec::new();
        for file in files_below(&root.join(folder), &["md"])? {
            pages.push(Page::read(root, &file)?);
        }
        Ok(pages)
    }

    /// The pages outside the book, and the notes beside records and measurements.
    pub fn others(root: &Path) -> Result<Vec<Page>, String> {
        let mut notes = files_below(&root.join("results"), &["md"])?;
        notes.extend(files_below(&root.join("bench"), &["md"])?);
        let is_note = |file: &PathBuf| file.file_name().is_some_and(|name| name != "REPORT.md");
        let named = OTHERS.iter().map(|name| root.join(name));
        named.chain(notes.into_iter().filter(is_note)).map(|file| Page::read(root, &file)).collect()
    }

    fn read(root: &Path, file: &Path) -> Result<Page, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(Page { path: file.strip_prefix(root).unwrap_or(file).to_owned(), text })
    }

    /// Whether the page is printed from the code.
    pub fn is_generated(&self) -> bool {
        self.text.lines().take(4).any(|line| GENERATED.iter().any(|beginning| line.starts_with(beginning)))
    }

    /// Whether a page outside the book is written for readers like the book.
    pub fn is_for_readers(&self) -> bool {
        FOR_READERS.iter().any(|name| self.path == Path::new(name))
    }

    /// The lines, each with what it is.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut in_code = false;
        self.text.lines().enumerate().map(move |(index, text)| {
            let is_fence = text.trim_start().starts_with("```");
            let kind = match (in_code || is_fence, text.starts_with('|')) {
                (true, _) => Kind::Code,
                (false, true) => Kind::Table,
                (false, false) => Kind::Prose,
            };
            in_code ^= is_fence;
            Line { number: index + 1, text, kind }
        })
    }

    /// The text outside blocks of code, in two parts.
    pub fn parts(&self) -> Parts {
        let mut parts = Parts { prose: String::new(), code: Vec::new() };
        let mut is_open = false;
        for Line { number, text, kind } in self.lines() {
            is_open &= kind == Kind::Prose && !text.trim().is_empty();
            if kind != Kind::Code {
                is_open = parts.take(number, text, is_open);
            }
            parts.prose.push('\n');
        }
        parts
    }

    /// The anchors of the headings, as mdBook makes them.
    pub fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        for line in self.lines().filter(|line| line.kind == Kind::Prose && line.text.starts_with('#')) {
            let anchor = anchor(line.text.trim_start_matches('#').trim());
            let before = anchors.iter().filter(|known| **known == anchor).count();
            anchors.push(if before == 0 { anchor } else { format!("{anchor}-{before}") });
        }
        anchors
    }
}

impl Parts {
    /// Takes in a line, in which code may be open from the line before; says whether code is open at its end.
    fn take(&mut self, number: usize, text: &str, mut is_open: bool) -> bool {
        for (index, piece) in text.split('`').enumerate() {
            is_open ^= index > 0;
            match (is_open, index, self.code.last_mut()) {
                (true, 0, Some((_, code))) => *code = format!("{code} {}", piece.trim_start()),
                (true, ..) => self.code.push((number, piece.to_owned())),
                (false, ..) => self.prose.push_str(piece),
            }
            self.prose.push(' ');
        }
        is_open
    }
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-') || c.is_whitespace());
    kept.map(|c| if c.is_whitespace() { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// The files below a folder that have one of the endings, in order; hidden folders and what is installed or built are left out.
pub fn files_below(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_foreign = name.starts_with('.') || name == "target" || name == "node_modules";
        if path.is_dir() && !is_foreign {
            files.extend(files_below(&path, endings)?);
        } else if path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)) {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        Page { path: "docs/book/src/a.md".into(), text: text.into() }
    }

    #[test]
    fn tables_and_code_are_told_from_prose() {
        let page = page("a\n| b |\n```\n| c |\n```\nd");
        let kinds: Vec<Kind> = page.lines().map(|line| line.kind).collect();
        assert_eq!(kinds, [Kind::Prose, Kind::Table, Kind::Code, Kind::Code, Kind::Code, Kind::Prose]);
    }

    #[test]
    fn code_inside_lines_is_taken_out_and_may_go_over_the_end_of_a_line() {
        let parts = page("one `two` three\n`four\nfive` six\n\nlone ` here\n\nseven").parts();
        assert_eq!(parts.code, [(1, "two".into()), (2, "four five".into()), (5, " here".into())]);
        assert!(parts.prose.contains("six") && parts.prose.contains("seven") && !parts.prose.contains("five"));
        assert_eq!(parts.prose.lines().count(), 7);
    }

    #[test]
    fn anchors_are_those_of_mdbook() {
        let page = page("# RAVE against GNU Go, level 1\n## `hints.`\n## It\n## It\n```\n# none\n```");
        assert_eq!(page.anchors(), ["rave-against-gnu-go-level-1", "hints", "it", "it-1"]);
    }

    #[test]
    fn generated_pages_say_so_at_the_top() {
        assert!(page("# A\n\nGenerated from the code by `cargo xtask bless`; do not edit.\n").is_generated());
        assert!(!page("# A\n\nWritten by hand.\n").is_generated());
    }
}
