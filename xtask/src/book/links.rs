//! Everything that a page points to is there.

use super::Fault;
use super::page::{Page, files_below};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Where the book lies.
const BOOK: &str = "docs/book/src";

/// How paths of the repository begin.
const FOLDERS: [&str; 6] = ["crates/", "docs/", "experiments/", "results/", "bench/", "xtask/"];

/// What stands for something else in a path, or is not kept in the repository.
const PLACEHOLDERS: [&str; 8] = ["NAME", "ROW", "MATCH", "DATE", "*", "{", "…", "results/quick"];

/// The pages of the book: links, anchors, the summary, included files, and named paths.
pub fn check_book(root: &Path, pages: &[Page]) -> Vec<Fault> {
    let anchors = anchors(pages);
    let mut faults = check_summary(pages);
    for page in pages {
        faults.extend(check_links(root, page, &anchors));
        faults.extend(check_paths(root, page));
        faults.extend(check_includes(root, page));
    }
    faults
}

/// Pages outside the book: links and named paths.
pub fn check_others(root: &Path, pages: &[Page]) -> Vec<Fault> {
    let all: Vec<Page> = Page::all_below(root, Path::new(BOOK)).unwrap_or_default();
    let mut anchors = anchors(&all);
    anchors.extend(self::anchors(pages));
    pages.iter().flat_map(|page| [check_links(root, page, &anchors), check_paths(root, page)]).flatten().collect()
}

/// Sources that name a page: it must be there.
pub fn check_sources(root: &Path) -> Result<Vec<Fault>, String> {
    let mut faults = Vec::new();
    for folder in ["crates", "experiments"] {
        for file in files_below(&root.join(folder), &["rs", "py", "js", "toml"])? {
            let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let page = Page { path: file.strip_prefix(root).unwrap_or(&file).to_owned(), text };
            faults.extend(check_mentions(root, &page));
        }
    }
    Ok(faults)
}

type Anchors = BTreeMap<PathBuf, Vec<String>>;

fn anchors(pages: &[Page]) -> Anchors {
    pages.iter().map(|page| (page.path.clone(), page.anchors())).collect()
}

/// Every page is in the summary, or it would not be in the book.
fn check_summary(pages: &[Page]) -> Vec<Fault> {
    let summary = Path::new(BOOK).join("SUMMARY.md");
    let text = pages.iter().find(|page| page.path == summary).map_or("", |page| &page.text);
    let is_missing = |page: &&Page| {
        let name = page.path.strip_prefix(BOOK).unwrap_or(&page.path).display().to_string();
        page.path != summary && !text.contains(&format!("({name})"))
    };
    let fault = |page: &Page| Fault { page: page.path.clone(), line: 1, what: "is not in SUMMARY.md".into() };
    pages.iter().filter(is_missing).map(fault).collect()
}

fn check_links(root: &Path, page: &Page, anchors: &Anchors) -> Vec<Fault> {
    let prose = page.parts().prose;
    let mut faults = Vec::new();
    for (index, line) in prose.lines().enumerate() {
        for link in links(line) {
            if let Err(what) = check_link(root, page, link, anchors) {
                faults.push(Fault { page: page.path.clone(), line: index + 1, what });
            }
        }
    }
    faults
}

/// The targets of the links and pictures in a line.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

fn check_link(root: &Path, page: &Page, link: &str, anchors: &Anchors) -> Result<(), String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return Ok(());
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() { page.path.clone() } else { joined(&page.path, path) };
    if !root.join(&target).exists() {
        return Err(format!("{link}: no such file"));
    }
    if page.path.starts_with(BOOK) && !target.starts_with(BOOK) {
        return Err(format!("{link}: leaves the book, whose readers may not have the repository: name the path as code"));
    }
    let is_known = anchor.is_empty() || anchors.get(&target).is_some_and(|known| known.iter().any(|name| name == anchor));
    if is_known { Ok(()) } else { Err(format!("{link}: no such heading")) }
}

/// A relative path from a page, without `..`.
fn joined(page: &Path, path: &str) -> PathBuf {
    let mut target = page.parent().unwrap_or(Path::new("")).to_owned();
    for component in Path::new(path).components() {
        match component {
            Component::ParentDir => drop(target.pop()),
            Component::Normal(name) => target.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    target
}

/// Paths of the repository that stand as code.
fn check_paths(root: &Path, page: &Page) -> Vec<Fault> {
    let words = page.parts().code.into_iter().flat_map(|(line, code)| {
        let words: Vec<String> = code.split_whitespace().map(str::to_owned).collect();
        words.into_iter().map(move |word| (line, word))
    });
    let is_path = |word: &str| {
        FOLDERS.iter().any(|folder| word.starts_with(folder)) && !PLACEHOLDERS.iter().any(|part| word.contains(part))
    };
    let missing = words.filter(|(_, word)| is_path(word) && !root.join(word).exists());
    missing.map(|(line, word)| Fault { page: page.path.clone(), line, what: format!("{word}: no such file") }).collect()
}

/// `{{#include path:anchor}}`: the file is there, and has the anchor.
fn check_includes(root: &Path, page: &Page) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, line) in page.text.lines().enumerate() {
        let Some(include) = line.split("{{#include ").nth(1).and_then(|rest| rest.split("}}").next()) else { continue };
        let (path, anchor) = include.split_once(':').unwrap_or((include, ""));
        let text = std::fs::read_to_string(root.join(joined(&page.path, path)));
        let has = |word: &str, text: &str| text.lines().any(|line| line.trim_end().ends_with(&format!("{word}: {anchor}")));
        let what = match text {
            Err(_) => "no such file",
            Ok(text) if anchor.is_empty() || has("ANCHOR", &text) && has("ANCHOR_END", &text) => continue,
            Ok(_) => "no such anchor",
        };
        faults.push(Fault { page: page.path.clone(), line: index + 1, what: format!("{include}: {what}") });
    }
    faults
}

/// Paths below `docs` that a source names.
fn check_mentions(root: &Path, source: &Page) -> Vec<Fault> {
    let is_of_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_');
    let mut faults = Vec::new();
    for (index, line) in source.text.lines().enumerate() {
        for rest in line.split("docs/").skip(1) {
            let end = rest.find(|c| !is_of_path(c)).unwrap_or(rest.len());
            let path = format!("docs/{}", rest[..end].trim_end_matches('.'));
            if (path.starts_with("docs/book") || path.starts_with("docs/decisions")) && !root.join(&path).exists() {
                faults.push(Fault { page: source.path.clone(), line: index + 1, what: format!("{path}: no such file") });
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository in a folder of its own.
    struct Repository(PathBuf);

    impl Repository {
        fn new(name: &str, files: &[(&str, &str)]) -> Repository {
            let root = std::env::temp_dir().join(format!("katsura-book-{name}-{}", std::process::id()));
            for (path, text) in files {
                let file = root.join(path);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(file, text).unwrap();
            }
            Repository(root)
        }

        fn faults(&self) -> Vec<String> {
            let pages = Page::all_below(&self.0, Path::new(BOOK)).unwrap();
            check_book(&self.0, &pages).into_iter().map(|fault| fault.what).collect()
        }
    }

    impl Drop for Repository {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn links_to_pages_headings_and_pictures_are_followed() {
        let text = "[b](b/c.md#two-words) ![p](p.png) [out](https://example.invalid/x) [own](#a) `[code](no.md)`";
        let files = [
            ("docs/book/src/SUMMARY.md", "- [a](a.md)\n- [c](b/c.md)"),
            ("docs/book/src/a.md", &format!("# A\n{text}")),
            ("docs/book/src/b/c.md", "# C\n## Two words\n[back](../a.md)"),
            ("docs/book/src/p.png", ""),
        ];
        assert_eq!(Repository::new("good", &files).faults(), Vec::<String>::new());
    }

    #[test]
    fn what_is_not_there_is_named() {
        let files = [
            ("docs/book/src/SUMMARY.md", "- [a](a.md)"),
            ("docs/book/src/a.md", "# A\n[x](no.md) [y](#no) [z](../../../README.md) `crates/no.rs` `results/NAME/x`"),
            ("docs/book/src/lost.md", "{{#include ../../../code.rs:there}}\n{{#include ../../../code.rs:no}}"),
            ("README.md", ""),
            ("code.rs", "// ANCHOR: there\n// ANCHOR_END: there\n"),
        ];
        let faults = Repository::new("bad", &files).faults();
        let said = |part: &str| faults.iter().any(|fault| fault.contains(part));
        assert!(said("no.md: no such file") && said("#no: no such heading") && said("leaves the book"), "{faults:?}");
        assert!(said("crates/no.rs: no such file") && said("is not in SUMMARY.md"), "{faults:?}");
        assert!(said("code.rs:no: no such anchor"), "{faults:?}");
        assert_eq!(faults.len(), 6, "{faults:?}");
    }

    #[test]
    fn sources_name_pages_that_are_there() {
        let repository = Repository::new("sources", &[("docs/book/src/a.md", "")]);
        let text = "// see `docs/book/src/a.md`.\n// see docs/decisions/0001.md\n// see docs/other\n";
        let source = Page { path: "crates/x.rs".into(), text: text.into() };
        let lines: Vec<usize> = check_mentions(&repository.0, &source).iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [2]);
    }
}
