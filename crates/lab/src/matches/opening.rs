//! How games begin.

use super::repertoire::{Repertoire, check_random};
use katsura_engine::Book;
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
    /// With the lines of an opening book that no other line of it goes on from, the shortest first, again from the top after the last.
    Book {
        /// The book.
        path: String,
        /// The hash of the openings; filled in when the book is read.
        #[serde(default)]
        hash: String,
        /// The openings; filled in when the book is read, so that a match can be repeated without it.
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
    /// If the file cannot be read, is a book of another game, or an opening cannot be played; the error names the line. If random games are over before
    /// the opening is.
    pub fn loaded(self, game: &GameSpec) -> Result<Self, ConfigError> {
        match self {
            Openings::File { path, lines, .. } if lines.is_empty() => {
                let lines = read(&path, |text| lines_of_file(text, game))?;
                Ok(Openings::File { path, hash: hash(&lines), lines })
            }
            Openings::Book { path, lines, .. } if lines.is_empty() => {
                let lines = read(&path, |text| lines_of_book(text, game))?;
                Ok(Openings::Book { path, hash: hash(&lines), lines })
            }
            Openings::Random { plies } => check_random(game, plies).map(|()| self),
            openings => Ok(openings),
        }
    }

    /// The openings of the pairs of a match.
    pub(super) fn repertoire<'a>(&'a self, game: &'a GameSpec, seed: u64) -> Repertoire<'a> {
        Repertoire::new(self, game, seed)
    }
}

/// The openings in the text of a file.
fn read(path: &str, lines: impl Fn(&str) -> Result<Vec<String>, ConfigError>) -> Result<Vec<String>, ConfigError> {
    let fail = |message: String| ConfigError::new("", message).in_file(path);
    let size = std::fs::metadata(Path::new(path)).map_err(|error| fail(error.to_string()))?.len();
    if size > LARGEST {
        return Err(fail(format!("has {size} bytes; a file of openings has at most {LARGEST}")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    let lines = lines(text.trim_start_matches('\u{feff}')).map_err(|error| error.in_file(path))?;
    if lines.is_empty() { Err(fail("has no opening".to_string())) } else { Ok(lines) }
}

fn lines_of_file(text: &str, game: &GameSpec) -> Result<Vec<String>, ConfigError> {
    let given = text.lines().map(|line| line.split('#').next().unwrap_or_default()).enumerate();
    let given = given.filter(|(_, line)| !line.trim().is_empty());
    let located = |place: usize, message: String| ConfigError { line: Some(place + 1), ..ConfigError::new("", message) };
    given.map(|(place, line)| checked(game, line).map_err(|message| located(place, message))).collect()
}

fn lines_of_book(text: &str, game: &GameSpec) -> Result<Vec<String>, ConfigError> {
    let fail = |message: String| ConfigError::new("", message);
    let book = Book::from_json(text).map_err(|error| fail(error.to_string()))?;
    book.check(game).map_err(|error| fail(error.to_string()))?;
    let positions = book.positions();
    let goes_on =
        |moves: &[String]| positions.iter().any(|other| other.moves.len() > moves.len() && other.moves.starts_with(moves));
    let ends = positions.iter().filter(|position| !position.moves.is_empty() && !goes_on(&position.moves));
    ends.map(|position| checked(game, &position.moves.join(" ")).map_err(fail)).collect()
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
    use katsura_engine::PlayerSpec;
    use katsura_engine::book::{BuildOptions, build};
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
        let loaded = load("\u{feff}# two\nB2  a1\n\nc3\n").unwrap();
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

    #[test]
    fn openings_of_a_book_are_its_longest_lines() {
        let path = std::env::temp_dir().join(format!("katsura-openings-{}.json", std::process::id()));
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let player = PlayerSpec::parse("uct memory_mib=16 budget.simulations=200").unwrap();
        let load = |positions: usize, game: &GameSpec| {
            let options = BuildOptions { positions, ..BuildOptions::default() };
            let book = build(&GameSpec::named("tic-tac-toe").unwrap(), &player, &options, &mut |_| true).unwrap();
            std::fs::write(&path, book.to_json().unwrap()).unwrap();
            let path = path.to_str().unwrap().to_string();
            let loaded = Openings::Book { path, hash: String::new(), lines: Vec::new() }.loaded(game);
            (book, loaded.map_err(|error| error.to_string()))
        };
        let (book, Ok(Openings::Book { lines, hash, .. })) = load(12, &game) else { panic!("no book") };
        assert!(hash.len() == 16 && lines.len() > 1 && lines.len() < 12, "{lines:?}");
        let known: Vec<String> = book.positions().iter().map(|position| position.moves.join(" ")).collect();
        for line in &lines {
            assert!(known.contains(line) && !known.iter().any(|other| other.starts_with(&format!("{line} "))), "{line}");
        }
        assert!(load(1, &game).1.unwrap_err().contains("has no opening"), "the start alone is none");
        assert!(load(12, &GameSpec::named("go").unwrap()).1.unwrap_err().contains("opening book: it is for"));
        std::fs::remove_file(path).unwrap();
    }
}
