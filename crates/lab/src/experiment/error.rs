//! What is wrong with an experiment.

use katsura_mcts::ConfigError;
use katsura_mcts::config::file::LARGEST;
use std::fmt;

/// What is wrong with an experiment: where, what, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentError {
    /// The file, if it is known.
    pub file: Option<String>,
    /// The line in the file, counted from 1.
    pub line: Option<usize>,
    /// The dotted path of the key, such as `rows.NAME.games.quick`; empty if none is to blame.
    pub key: String,
    /// What is wrong.
    pub kind: Box<Wrong>,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// No experiment has this name.
    NoExperiment {
        /// The name.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// The experiment has no row of this name.
    NoRow {
        /// The experiment.
        experiment: String,
        /// The name.
        row: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// The experiment has no rows.
    NoRows {
        /// The tables that rows are written in.
        tables: Vec<&'static str>,
    },
    /// The file cannot be read.
    Unreadable(String),
    /// The file is too long to be an experiment.
    TooLarge {
        /// Its bytes.
        bytes: u64,
    },
    /// The text is not TOML, or a key or value is not one that stands here: the reader's words.
    Misread(String),
    /// A table of this name means nothing.
    UnknownTable {
        /// Those that do.
        known: Vec<&'static str>,
    },
    /// A row has a name that is no name, or that of another row.
    BadName,
    /// A number is none of those that it can be.
    OutOfRange {
        /// Those it can be, in words.
        expected: String,
        /// What it is.
        found: String,
    },
    /// Two things that are said do not go together, or one cannot be.
    Refused(String),
    /// A player cannot be read.
    Player {
        /// Why.
        error: ConfigError,
        /// The players that the experiment names itself, if none of them and no preset has the name.
        own: Vec<String>,
    },
    /// A game, a player or an opening cannot be had.
    Config(ConfigError),
}

impl ExperimentError {
    /// An error at a key.
    pub(crate) fn new(key: impl Into<String>, kind: Wrong) -> Self {
        ExperimentError { file: None, line: None, key: key.into(), kind: Box::new(kind) }
    }

    /// Something that is said and cannot be.
    pub(crate) fn refused(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(key, Wrong::Refused(message.into()))
    }

    /// The same error, its key below this one.
    #[must_use]
    pub(super) fn below(mut self, key: &str) -> Self {
        self.key = [key, &self.key].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
        self
    }

    /// What to do about it, if that does not follow from what is wrong.
    pub fn remedy(&self) -> Option<String> {
        match &*self.kind {
            Wrong::NoExperiment { known, .. } => Some(format!("known: {}, or a file ending in .toml", known.join(", "))),
            Wrong::NoRow { known, .. } => Some(format!("its rows: {}", known.join(", "))),
            Wrong::NoRows { tables } => {
                let tables: Vec<String> = tables.iter().map(|table| format!("[[{table}]]")).collect();
                Some(format!("add a table {}", tables.join(" or ")))
            }
            Wrong::UnknownTable { known } => Some(format!("known: {}", known.join(", "))),
            Wrong::BadName => Some("use letters, digits, '-', '_' and '.'".to_string()),
            Wrong::TooLarge { .. } => Some(format!("an experiment has at most {LARGEST}")),
            Wrong::Player { own, .. } => (!own.is_empty()).then(|| format!("[players] of this file: {}", own.join(", "))),
            Wrong::Unreadable(_) | Wrong::Misread(_) | Wrong::OutOfRange { .. } | Wrong::Refused(_) | Wrong::Config(_) => {
                None
            }
        }
    }
}

impl From<ConfigError> for ExperimentError {
    fn from(error: ConfigError) -> Self {
        Self::new("", Wrong::Config(error))
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::NoExperiment { name, .. } => write!(f, "unknown experiment '{name}'"),
            Wrong::NoRow { experiment, row, .. } => write!(f, "{experiment} has no row '{row}'"),
            Wrong::NoRows { .. } => f.write_str("has no rows"),
            Wrong::TooLarge { bytes } => write!(f, "has {bytes} bytes"),
            Wrong::UnknownTable { .. } => f.write_str("unknown key"),
            Wrong::BadName => f.write_str("a row needs a name of its own"),
            Wrong::OutOfRange { expected, found } => write!(f, "expected {expected}, found {found}"),
            Wrong::Unreadable(message) | Wrong::Misread(message) | Wrong::Refused(message) => f.write_str(message),
            Wrong::Player { error, .. } | Wrong::Config(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}: ")?,
            (Some(file), None) => write!(f, "{file}: ")?,
            (None, _) => {}
        }
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        self.kind.fmt(f)?;
        self.remedy().map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
    }
}

impl std::error::Error for ExperimentError {}
