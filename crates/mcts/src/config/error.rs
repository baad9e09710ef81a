//! What is wrong with a configuration.

use thiserror::Error;

/// What is wrong with a configuration: the file and line where they are known, the parameter, and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{message}", place(.file, .line), dotted(.path))]
pub struct ConfigError {
    /// The file, if the configuration came from one.
    pub file: Option<String>,
    /// The line in the file, counted from 1.
    pub line: Option<usize>,
    /// The dotted path of the parameter, if one is to blame.
    pub path: String,
    /// What is wrong, and what is accepted.
    pub message: String,
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

impl ConfigError {
    /// An error about a parameter.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        ConfigError { file: None, line: None, path: path.into(), message: message.into() }
    }

    /// The same error, found in this file.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = Some(file.to_string());
        self
    }
}
