//! A rule file that has been compiled.

use crate::circuit::program::{Output, Program};
use crate::error::{RulesError, Warning};
use crate::gdl;
use crate::limits::Limits;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A move, by its number.
pub(crate) type MoveNumber = u32;

/// A move as the rules write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveName {
    pub role: usize,
    pub term: String,
}

/// What a role may get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Goal {
    pub points: u8,
    pub holds: Output,
}

/// What a language makes of a rule file.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub language: &'static str,
    pub roles: Vec<String>,
    /// The facts that may be true.
    pub facts: Vec<String>,
    /// The moves, role by role.
    pub moves: Vec<MoveName>,
    pub start: Vec<bool>,
    pub terminal: Output,
    pub legal: Vec<Output>,
    /// For each role what it may get, the most first.
    pub goals: Vec<Vec<Goal>>,
    /// Whether there are two roles, and what one of them gets of a hundred points is what the other does not.
    pub shares_hundred: bool,
    pub next: Vec<Output>,
    pub program: Program,
    pub warnings: Vec<Warning>,
    /// The rounds after which a game is over.
    pub longest: u32,
}

/// The rules of a game, compiled from a file.
///
/// ```
/// use katsura_rules::Rules;
/// let sheet = "(role me) (init (lamp off)) (legal me press) (<= terminal (true (lamp on)))
///     (<= (next (lamp on)) (does me press)) (<= (goal me 100) (true (lamp on))) (<= (goal me 0) (not (true (lamp on))))";
/// let rules = Rules::gdl("lamp.kif", sheet).unwrap();
/// assert_eq!((rules.roles(), rules.move_count()), (&["me".to_string()][..], 1));
///
/// let error = Rules::gdl("lamp.kif", "(role me)\n(legal me").unwrap_err();
/// assert_eq!(error.to_string(), "lamp.kif:2:1: '(' is never closed; add the ')' it belongs to");
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    name: String,
    pub(crate) parts: Parts,
    /// The moves of each role.
    pub(crate) of_role: Vec<Range<MoveNumber>>,
    /// Whether a move changes nothing by itself: it is made to pass the time while somebody else moves.
    pub(crate) is_idle: Vec<bool>,
    /// Whether a move is made while another role chooses, because there is no other.
    pub(crate) is_wait: Vec<bool>,
    /// The moves that are written so, role by role.
    pub(crate) by_text: FxHashMap<String, Vec<MoveNumber>>,
    /// The texts of the moves.
    pub(crate) texts: Vec<String>,
}

impl Rules {
    /// The rules of a sheet in the Game Description Language; `file` is named in errors, and names the game.
    ///
    /// # Errors
    /// [`RulesError`] says what is wrong, where, and what to do about it.
    pub fn gdl(file: &str, text: &str) -> Result<Rules, RulesError> {
        Self::gdl_within(file, text, &Limits::default())
    }

    /// The same within limits of one's own.
    ///
    /// # Errors
    /// As [`gdl`](Rules::gdl).
    pub fn gdl_within(file: &str, text: &str, limits: &Limits) -> Result<Rules, RulesError> {
        gdl::compile(text, limits).map(|parts| Rules::new(file, parts)).map_err(|error| error.in_file(file))
    }

    fn new(file: &str, parts: Parts) -> Rules {
        let is_of = |role: usize| move |mv: &MoveName| mv.role == role;
        let range = |role| {
            let first = parts.moves.iter().position(is_of(role)).unwrap_or(0);
            first as MoveNumber..(first + parts.moves.iter().filter(|mv| mv.role == role).count()) as MoveNumber
        };
        let of_role: Vec<Range<MoveNumber>> = (0..parts.roles.len()).map(range).collect();
        let read = parts.program.moves_read();
        let is_idle = (0..parts.moves.len()).map(|mv| !read[mv] && !parts.is_output(parts.program.mv(mv))).collect();
        let texts: Vec<String> = parts.moves.iter().map(|mv| written(&mv.term)).collect();
        let mut by_text: FxHashMap<String, Vec<MoveNumber>> = FxHashMap::default();
        for (number, text) in texts.iter().enumerate() {
            by_text.entry(text.clone()).or_default().push(number as MoveNumber);
        }
        let is_wait = vec![false; parts.moves.len()];
        Rules { name: name_of(file), parts, of_role, is_idle, is_wait, by_text, texts }
    }

    /// The name of the game: that of the file, in lower case, without folder and ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The language of the file: `gdl`.
    pub fn language(&self) -> &'static str {
        self.parts.language
    }

    /// The roles, in the order of the file.
    pub fn roles(&self) -> &[String] {
        &self.parts.roles
    }

    /// How many moves there are, those of all roles together.
    pub fn move_count(&self) -> usize {
        self.parts.moves.len()
    }

    /// A move as the file writes it.
    ///
    /// # Panics
    /// If there are not so many moves.
    pub fn term(&self, mv: u32) -> &str {
        &self.parts.moves[mv as usize].term
    }

    /// How many facts may be true.
    pub fn fact_count(&self) -> usize {
        self.parts.facts.len()
    }

    /// How many gates the circuit has.
    pub fn gates(&self) -> usize {
        self.parts.program.gates()
    }

    /// What was accepted although it may not be meant.
    pub fn warnings(&self) -> &[Warning] {
        &self.parts.warnings
    }
}

impl Parts {
    fn is_output(&self, register: usize) -> bool {
        self.next.iter().any(|output| output.register as usize == register)
    }
}

/// A term as a move is written: `mark.1.2` for `(mark 1 2)`, so that it is one word everywhere.
pub(crate) fn written(term: &str) -> String {
    let inner = term.trim();
    let inner = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner);
    let words = inner.split_whitespace().collect::<Vec<_>>().join(".");
    words.to_lowercase()
}

/// The name of a file without folder and ending, of letters that names have.
fn name_of(file: &str) -> String {
    let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = last.split('.').next().unwrap_or(last);
    let name: String = stem.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    if name.is_empty() { "rules".to_string() } else { name }
}
