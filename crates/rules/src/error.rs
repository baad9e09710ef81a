//! What is wrong with a rule file, where, and what to do about it.

use std::fmt;

/// A place in a text, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl Place {
    /// The first character.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What kind of thing is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Fault {
    /// The text is no rule sheet: parentheses, words.
    Syntax,
    /// A relation that every game has is missing, or is used in another form than the language says.
    Form,
    /// A variable gets no value.
    Unsafe,
    /// A relation depends on its own negation, or what must not change depends on the position or the moves.
    Dependence,
    /// The sheet asks for more than the stated limits allow.
    Limit,
}

impl Fault {
    /// One word for tables.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Syntax => "syntax",
            Fault::Form => "form",
            Fault::Unsafe => "unsafe",
            Fault::Dependence => "dependence",
            Fault::Limit => "limit",
        }
    }
}

/// Why a rule file is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{place}: {what}; {remedy}")]
pub struct RulesError {
    /// What kind of thing is wrong.
    pub fault: Fault,
    /// The file, as it was named by who asked for it.
    pub file: String,
    /// Where in the file.
    pub place: Place,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

impl RulesError {
    /// An error in a file that is not named yet.
    pub(crate) fn new(fault: Fault, place: Place, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        RulesError { fault, file: String::new(), place, what: what.into(), remedy: remedy.into() }
    }

    /// The same error, in this file.
    pub(crate) fn in_file(self, file: &str) -> Self {
        RulesError { file: file.to_string(), ..self }
    }
}

/// Something in a rule file that is accepted, although the language does not allow it or its author cannot have meant it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// What.
    pub what: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}
