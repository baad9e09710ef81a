//! A game whose rules are read from a file, as data: where the file is, and what was in it.

use katsura_game::mix_key;
use katsura_rules::{Ruled, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// The endings of the files that are read.
const ENDINGS: [&str; 1] = ["kif"];
/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 24;

/// A rule file and the game in it.
///
/// Whoever reads a record later gets the same game or an error: the hash of the text is written with the name of the file.
///
/// ```
/// use katsura_games::{GameSpec, RuleFile};
/// let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/examples/tic-tac-toe.kif");
/// let game = GameSpec::Rules(RuleFile::read(file).unwrap());
/// assert_eq!(game.start().legal_moves().len(), 9);
/// ```
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Written", into = "Written")]
#[schemars(with = "Written")]
pub struct RuleFile {
    written: Written,
    game: Ruled,
}

/// What is written of a rule file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Written {
    /// The file, which ends in `.kif`.
    file: String,
    /// The hash of its text, 16 hexadecimal digits; if it is given, another text is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
}

/// Why a rule file gives no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleFileError(String);

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RuleFileError {}

impl RuleFile {
    /// What all games from files are called where games have names.
    pub const GAME: &str = "rules";

    /// Whether a name is that of a rule file rather than of a game.
    ///
    /// ```
    /// use katsura_games::RuleFile;
    /// assert!(RuleFile::is_named("my/chess.kif") && !RuleFile::is_named("chess"));
    /// ```
    pub fn is_named(name: &str) -> bool {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
    }

    /// The game of a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no game: with file, line, column and remedy.
    pub fn read(file: &str) -> Result<RuleFile, RuleFileError> {
        let error = |why: String| RuleFileError(format!("{file}: {why}"));
        if !RuleFile::is_named(file) {
            return Err(error(format!("a rule file ends in .{}", ENDINGS.join(" or ."))));
        }
        let length = std::fs::metadata(file).map_err(|why| error(why.to_string()))?.len();
        if length > LONGEST {
            return Err(error(format!("the file has {length} bytes, and at most {LONGEST} are read")));
        }
        let text = std::fs::read(file).map_err(|why| error(why.to_string()))?;
        let hash = Some(hash(&text));
        let rules = Rules::gdl(file, &String::from_utf8_lossy(&text)).map_err(|why| RuleFileError(why.to_string()))?;
        let game = Ruled::new(rules).map_err(|why| error(why.to_string()))?;
        Ok(RuleFile { written: Written { file: file.to_string(), hash }, game })
    }

    /// The game.
    pub fn game(&self) -> &Ruled {
        &self.game
    }

    /// The file.
    pub fn file(&self) -> &str {
        &self.written.file
    }

    /// The hash of its text.
    pub fn hash(&self) -> &str {
        self.written.hash.as_deref().unwrap_or_default()
    }
}

impl PartialEq for RuleFile {
    /// The same text is the same game, wherever it lies.
    fn eq(&self, other: &Self) -> bool {
        self.written.hash == other.written.hash
    }
}

impl TryFrom<Written> for RuleFile {
    type Error = RuleFileError;

    fn try_from(written: Written) -> Result<Self, RuleFileError> {
        let read = RuleFile::read(&written.file)?;
        match written.hash {
            Some(hash) if hash != read.hash() => Err(RuleFileError(format!(
                "{}: the text has changed: its hash is {}, and {hash} was written; take the file of that time, or leave the hash out",
                written.file,
                read.hash()
            ))),
            _ => Ok(read),
        }
    }
}

impl From<RuleFile> for Written {
    fn from(file: RuleFile) -> Written {
        file.written
    }
}

/// The hash of a text: the same on every machine.
fn hash(text: &[u8]) -> String {
    let start = mix_key(text.len() as u64);
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    format!("{:016x}", text.chunks(8).fold(start, |hash, bytes| mix_key(hash ^ word(bytes))))
}
