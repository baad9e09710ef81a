//! What is wrong with a configuration.

use thiserror::Error;

/// What is wrong with a configuration: the file and line where they are known, the parameter, and the problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{problem}", place(.file, .line), dotted(.path))]
pub struct ConfigError {
    /// The file, if the configuration came from one.
    pub file: Option<String>,
    /// The line in the file, counted from 1.
    pub line: Option<usize>,
    /// The dotted path of the parameter, if one is to blame.
    pub path: String,
    /// What is wrong, and what is accepted.
    pub problem: Problem,
}

/// A kind of error, with what a program needs to act on it; as text, the sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no such parameter.
    #[error("unknown key; known here: {}", listed(.known, "nothing"))]
    UnknownKey {
        /// The keys that there are.
        known: Vec<String>,
    },
    /// A choice among names, and this is none of them.
    #[error("{found} is not known; known: {}", listed(.known, "none for this game"))]
    UnknownValue {
        /// What was found.
        found: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// A choice of kinds without the key that says which.
    #[error("{key} is missing; known: {}", .known.join(", "))]
    NoKind {
        /// The key.
        key: String,
        /// The kinds that there are.
        known: Vec<String>,
    },
    /// The table `[search]` is missing.
    #[error("the table [search] is missing")]
    NoSearch,
    /// Nobody has this name.
    #[error("unknown preset '{name}'; known: {}", .known.join(", "))]
    UnknownPreset {
        /// The name.
        name: String,
        /// The presets that there are.
        known: Vec<String>,
    },
    /// A number outside the range of its parameter.
    #[error("{found} is out of range: {accepted}")]
    OutOfRange {
        /// The number.
        found: String,
        /// The range in words.
        accepted: String,
    },
    /// A value of the wrong type.
    #[error("expected {expected}, found {found}")]
    WrongType {
        /// The type in words.
        expected: String,
        /// What was found.
        found: String,
    },
    /// A path goes on below something that has nothing below it.
    #[error("is no table")]
    NoTable,
    /// No dotted path.
    #[error("expected a dotted name such as select.explore.c")]
    NoPath,
    /// The game lacks what the parameter asks for; says what.
    #[error("{0}")]
    Unfit(String),
    /// Another part of the configuration excludes this one; says which and why.
    #[error("{0}")]
    Conflict(String),
    /// A program that is not ours where a search is wanted.
    #[error("'{command}': an outside program plays in match, tournament and lab run only; expected a preset or a file")]
    OutsideProgram {
        /// As it was written.
        command: String,
    },
    /// The machine has less memory than the search asks for; says how much.
    #[error("{0}")]
    NoMemory(String),
    /// The file cannot be read; says why.
    #[error("{0}")]
    Unreadable(String),
    /// The file is too large to be read.
    #[error("has {bytes} bytes; a configuration has at most {most}")]
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The largest size that is read.
        most: u64,
    },
    /// The text breaks the rules of TOML at the line of the error.
    #[error("{message}")]
    Syntax {
        /// What the parser says.
        message: String,
        /// The column, counted in characters from 1, if the parser says where.
        column: Option<usize>,
    },
    /// What no other kind says.
    #[error("{0}")]
    Other(String),
}

fn place(file: &Option<String>, line: &Option<usize>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("{file}:{line}: "),
        (Some(file), None) => format!("{file}: "),
        (None, Some(line)) => format!("line {line}: "),
        (None, None) => String::new(),
    }
}

fn dotted(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}

fn listed(known: &[String], none: &str) -> String {
    if known.is_empty() { none.to_string() } else { known.join(", ") }
}

impl Problem {
    /// A value of the wrong type.
    pub fn wrong_type(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Problem::WrongType { expected: expected.into(), found: found.into() }
    }

    /// A choice among names, and this is none of them.
    pub fn unknown_value(found: impl Into<String>, known: impl IntoIterator<Item: Into<String>>) -> Self {
        Problem::UnknownValue { found: found.into(), known: known.into_iter().map(Into::into).collect() }
    }
}

impl ConfigError {
    /// An error about a parameter; the path is empty if none is to blame.
    pub fn of(path: impl Into<String>, problem: Problem) -> Self {
        ConfigError { file: None, line: None, path: path.into(), problem }
    }

    /// An error of no other kind.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        ConfigError::of(path, Problem::Other(message.into()))
    }

    /// The same error, found in this file.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = Some(file.to_string());
        self
    }

    /// The same error, seen from one level further up: `key` stands before its path.
    #[must_use]
    pub fn under(mut self, key: &str) -> Self {
        self.path = join(key, &self.path);
        self
    }
}

/// The game lacks what a part asks for.
pub(crate) fn refused(why: String) -> Result<(), ConfigError> {
    Err(ConfigError::of("", Problem::Unfit(why)))
}

/// Two parts of a dotted path, either of which may be empty.
pub(crate) fn join(path: &str, key: &str) -> String {
    match (path.is_empty(), key.is_empty()) {
        (true, _) => key.to_string(),
        (_, true) => path.to_string(),
        (false, false) => format!("{path}.{key}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_can_act_on_an_error_and_a_person_can_read_it() {
        let known = vec!["max".to_string(), "robust".to_string()];
        let error = ConfigError::of("kind", Problem::unknown_value("\"best\"", known.clone())).under("search.choose");
        assert_eq!(error.problem, Problem::UnknownValue { found: "\"best\"".to_string(), known });
        let error = ConfigError { line: Some(2), ..error.in_file("a.toml") };
        assert_eq!(error.to_string(), "a.toml:2: search.choose.kind: \"best\" is not known; known: max, robust");
    }

    #[test]
    fn where_nothing_is_known_the_error_says_so() {
        let error = ConfigError::of("x", Problem::UnknownKey { known: Vec::new() });
        assert_eq!(error.to_string(), "x: unknown key; known here: nothing");
    }
}
