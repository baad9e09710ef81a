//! How games begin.

use super::repertoire::Repertoire;
use katsura_game::{Rng, Turn};
use katsura_games::GameSpec;
use katsura_mcts::ConfigError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How the games of a match begin. Both games of a pair begin alike.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Openings {
    /// With the start position.
    #[default]
    None,
    /// With uniformly random legal moves. Positions do not repeat while there are new ones.
    Random {
        /// The number of moves.
        plies: u32,
    },
    /// With the openings of a file, in its order, again from the top after the last: moves separated by spaces, one opening a line. Empty
    /// lines and lines that begin with `#` are left out.
    File {
        /// The file.
        path: String,
        /// The hash of the openings; filled in when the file is read.
        #[serde(default)]
        hash: String,
        /// The openings; filled in when the file is read, so that a match can be repeated without it.
        #[serde(default)]
        lines: Vec<String>,
    },
}

/// The largest file of openings.
const LARGEST: u64 = 16 << 20;

impl Openings {
    /// The openings with their file read, if they have one that is not yet, and checked: every opening must be legal and leave a game to play.
    ///
    /// # Errors
    /// If the file cannot be read or an opening cannot be played; the error names the line.
    pub fn loaded(self, game: &GameSpec) -> Result<Self, ConfigError> {
        let Openings::File { path, lines, .. } = &self else { return Ok(self) };
        if !lines.is_empty() {
            return Ok(self);
        }
        let fail = |message: String| ConfigError::new("", message).in_file(path);
        let size = std::fs::metadata(Path::new(path)).map_err(|error| fail(error.to_string()))?.len();
        if size > LARGEST {
            return Err(fail(format!("has {size} bytes; a file of openings has at most {LARGEST}")));
        }
        let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
        let mut lines = Vec::new();
        for (place, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let checked = checked(game, line);
            lines.push(checked.map_err(|message| ConfigError { line: Some(place + 1), ..fail(message) })?);
        }
        if lines.is_empty() {
            return Err(fail("has no opening".to_string()));
        }
        Ok(Openings::File { path: path.clone(), hash: hash(&lines), lines })
    }

    /// The openings of the pairs of a match.
    pub(super) fn repertoire<'a>(&'a self, game: &'a GameSpec, seed: u64) -> Repertoire<'a> {
        Repertoire::new(self, game, seed)
    }
}

/// The moves of an opening as the game writes them.
fn checked(game: &GameSpec, line: &str) -> Result<String, String> {
    let mut position = game.start();
    let mut moves = Vec::new();
    for mv in line.split_whitespace() {
        moves.push(position.normalise(mv).map_err(|error| error.to_string())?);
        position.play(mv).map_err(|error| error.to_string())?;
    }
    if position.turn() == Turn::Over { Err("the game is over after this".to_string()) } else { Ok(moves.join(" ")) }
}

/// The hash of some lines in hexadecimal digits.
fn hash(lines: &[String]) -> String {
    let words: Vec<u64> = lines.join("\n").bytes().map(u64::from).collect();
    format!("{:016x}", Rng::stream(&words).next_u64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_mcts::Control;

    #[test]
    fn openings_of_a_file_come_in_order_and_again() {
        let path = std::env::temp_dir().join(format!("katsura-openings-{}.txt", std::process::id()));
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let load = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let path = path.to_str().unwrap().to_string();
            Openings::File { path, hash: String::new(), lines: Vec::new() }.loaded(&game)
        };
        let loaded = load("# two\nB2  a1\n\nc3\n").unwrap();
        let repertoire = loaded.repertoire(&game, 1);
        let plan: Vec<Vec<String>> = (0..3).map(|pair| repertoire.of_pair(pair, &Control::new()).unwrap()).collect();
        assert_eq!(plan, [vec!["b2", "a1"], vec!["c3"], vec!["b2", "a1"]]);
        let Openings::File { hash: one, .. } = &loaded else { panic!("{loaded:?}") };
        let Openings::File { hash: two, .. } = load("c3\nb2 a1").unwrap() else { panic!("no file") };
        assert!(one.len() == 16 && *one != two);
        let message = |text: &str| load(text).unwrap_err().to_string();
        assert!(message("b2\nb2 b2\n").contains(".txt:2"), "{}", message("b2\nb2 b2\n"));
        assert!(message("# nothing\n").contains("has no opening"));
        assert!(message("a1 a2 b1 b2 c1").contains("the game is over"));
        std::fs::remove_file(path).unwrap();
    }
}
