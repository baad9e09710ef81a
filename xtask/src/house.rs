//! Rules of the house that no lint knows.

use std::path::{Path, PathBuf};

/// What makes a search of a game: it is compiled anew for each game in every crate that does so.
const MAKERS: [&str; 5] = ["searcher_of(", "searcher_with(", "searcher(&", "Search::of(", "katsura_mcts::Search;"];

/// Files that may make searches: the one that turns a game and a configuration into a search, and Python's, whose games are made while
/// the program runs.
const ALLOWED: [&str; 2] = ["crates/searcher/src/lib.rs", "crates/python/src/search.rs"];

/// Crates that make searches for themselves, or none at all.
const SEARCHED: [&str; 5] = ["engine", "lab", "web", "cli", "python"];

/// One crate turns a game and a configuration into a search.
pub fn check() -> Result<(), String> {
    eprintln!("==> rules of the house");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut faults = Vec::new();
    for name in SEARCHED {
        let folder = root.join("crates").join(name).join("src");
        for file in sources(&folder)? {
            let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
            faults.extend(makers(&name, &text));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("rules of the house:\n{}", faults.join("\n"))) }
}

/// The lines of a file that make a search and may not.
fn makers(name: &str, text: &str) -> Vec<String> {
    if ALLOWED.contains(&name) {
        return Vec::new();
    }
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let made = code
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim_start().starts_with("//") && MAKERS.iter().any(|maker| line.contains(maker)));
    made.map(|(_, number)| format!("{name}:{number}: make searches with katsura_engine::player::start_search")).collect()
}

fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_is_made_elsewhere_is_found_with_its_line() {
        let text =
            "use a;\nlet search = katsura_mcts::searcher_of(&game, &config)?;\n// searcher_of(\n#[cfg(test)]\nsearcher_of(";
        let found = makers("crates/lab/src/a.rs", text);
        assert_eq!(found, ["crates/lab/src/a.rs:2: make searches with katsura_engine::player::start_search"]);
        assert!(makers("crates/searcher/src/lib.rs", text).is_empty());
    }

    #[test]
    fn nobody_else_makes_searches() {
        check().unwrap();
    }
}
