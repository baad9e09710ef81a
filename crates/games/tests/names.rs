//! What is special about a game stands in its folder: no other production code names one, but for the reasons below.

use katsura_games::GameSpec;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a game may be named outside its folder, and why.
const ALLOWED: [(&str, &str); 19] = [
    ("cli/src/analysis.rs", "an example of a query"),
    ("cli/src/args.rs", "the game that is meant where none is named"),
    ("engine/src/analysis/job.rs", "KataGo's protocol is of Go where a query names no game"),
    ("engine/src/analysis/rules.rs", "KataGo's protocol has rules of Go"),
    ("engine/src/gtp/engine/board.rs", "the Go text protocol has commands for Go: komi"),
    ("engine/src/gtp/engine/handicap.rs", "the Go text protocol has commands for Go: handicap"),
    ("engine/src/gtp/engine/mod.rs", "the Go text protocol has commands for Go"),
    ("engine/src/gtp/engine/rules.rs", "GoGui's word for a board of hexagons"),
    ("engine/src/gtp/engine/servers.rs", "the Go text protocol has commands for Go: rules"),
    ("engine/src/sgf/dialect/", "a dialect of SGF is named after the game whose files have it; the games choose one"),
    ("game/src/customs.rs", "a dialect of SGF is named after the game whose files have it"),
    ("lab/src/report/wins.rs", "counts the ways in which Havannah is won"),
    ("mcts/src/config/presets.rs", "players made for one game"),
    ("mcts/src/techniques/", "which techniques were published for which game"),
    ("python/python/katsura/bench.py", "measures beside other programs, which have Go"),
    ("python/python/katsura/gymnasium.py", "a program that speaks the Go text protocol plays Go"),
    ("python/python/katsura/pettingzoo/", "PettingZoo has a module for each game"),
    ("python/src/search.rs", "a search of something small in the place of one that is gone"),
    ("web/assets/main.js", "the button that goes on"),
];

#[test]
fn no_other_production_code_names_a_game() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut files, mut used, mut found) = (Vec::new(), BTreeSet::new(), Vec::new());
    collect(&crates, &mut files);
    for file in files {
        let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
        for (number, line) in production(&name, &fs::read_to_string(&file).unwrap()) {
            let Some(game) = named_in(&line) else { continue };
            match ALLOWED.iter().find(|(place, _)| name.starts_with(place)) {
                Some((place, _)) => _ = used.insert(*place),
                None => found.push(format!("{name}:{number} names {game}: {}", line.trim())),
            }
        }
    }
    assert!(found.is_empty(), "put what is special about a game into its folder:\n{}", found.join("\n"));
    let idle: Vec<_> = ALLOWED.iter().filter(|(place, _)| !used.contains(place)).collect();
    assert!(idle.is_empty(), "nothing named there any more: {idle:?}");
}

/// The files of all crates but this one that are not tests.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    const LEFT_OUT: [&str; 11] = [
        "games",
        "planning",
        "tests",
        "tests.rs",
        "testing.rs",
        "testing",
        "examples",
        "benches",
        "presets",
        "target",
        "node_modules",
    ];
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().to_string();
        if LEFT_OUT.contains(&name.as_str()) || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|kind| ["rs", "js", "css", "html", "py"].iter().any(|known| kind == *known)) {
            files.push(path);
        }
    }
}

/// The numbered lines of a file without its tests, comments and examples of commands.
fn production(name: &str, text: &str) -> Vec<(usize, String)> {
    let is_python = name.ends_with(".py");
    let comments: &[&str] = if is_python { &["#", ">>>", "..."] } else { &["//", "/*", "*"] };
    let (mut in_docs, mut lines) = (false, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with("mod tests {") || line.starts_with("pub(crate) mod tests {") {
            break;
        }
        let was_in_docs = in_docs;
        in_docs ^= is_python && line.matches("\"\"\"").count() % 2 == 1;
        let is_comment = comments.iter().any(|mark| line.trim_start().starts_with(mark));
        let is_example = line.contains("katsura ") || line.contains("--game");
        if !(was_in_docs || in_docs || is_comment || is_example || line.contains("\"\"\"")) {
            lines.push((number, line.split(" // ").next().unwrap_or(line).to_string()));
        }
    }
    lines
}

/// The game that a line names, by its name or its type. The word "go" is a verb unless it stands in quotes alone.
fn named_in(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    let games = GameSpec::all().into_iter().map(|game| game.about().name.into_owned());
    games.into_iter().find(|name| match name.as_str() {
        "go" => line.contains("\"go\"") || line.contains("GameSpec::Go") || line.contains("::go::"),
        _ => [name.clone(), name.replace('-', "_"), name.replace('-', "")].iter().any(|word| has_word(&lower, word)),
    })
}

fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + word.len()..].chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[test]
fn a_name_is_found_as_a_word_only() {
    assert_eq!(named_in("if name == \"connect-four\" {").as_deref(), Some("connect-four"));
    assert_eq!(named_in("GameSpec::TicTacToe(rules)").as_deref(), Some("tic-tac-toe"));
    assert_eq!(named_in("match game { \"go\" => 19 }").as_deref(), Some("go"));
    assert_eq!(named_in("the hexagons go on, as poolrave-havannah does"), None);
    let text = "let hex = 1;\n/// of Hex\n#[cfg(test)]\nmod tests {\n    \"hex\"\n}\n";
    assert_eq!(production("a.rs", text).len(), 2);
    assert_eq!(production("a.py", "\"\"\"Of Hex.\n\nHex\n\"\"\"\nx = 1\n"), [(5, "x = 1".to_string())]);
}
