//! The commands as a page of the book.

use super::{For, GROUPS};
use katsura_games::GameSpec;
use std::fmt::Write;

/// The table of all commands, in Markdown.
pub fn page() -> String {
    let mut out = String::from(
        "# Commands of the engine\n\nPrinted from the tables in `crates/engine/src/gtp/engine/`. Every game has the standard commands \
         `protocol_version`, `name`, `version`, `known_command`, `list_commands` and `quit`, and those below.\n",
    );
    for (title, entries) in GROUPS {
        let _ = write!(out, "\n## {title}\n\n| command | games | what it does |\n|---|---|---|\n");
        for entry in entries {
            let games = match entry.games {
                For::All => "all".to_string(),
                For::Go | For::Cells => titles(entry.games),
            };
            let usage = format!("{} {}", entry.name, entry.arguments).trim().replace('|', "\\|");
            let _ = writeln!(out, "| `{usage}` | {games} | {} |", entry.about.replace('|', "\\|"));
        }
    }
    out
}

/// The games for which a command is.
fn titles(games: For) -> String {
    let titles = GameSpec::all().into_iter().filter(|game| games.fits(game)).map(|game| game.customs().title);
    titles.collect::<Vec<_>>().join(", ")
}
