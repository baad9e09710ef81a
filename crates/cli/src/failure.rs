//! How a command fails: one line, and the right exit code.

use katsura_engine::SessionError;
use katsura_lab::experiment::ExperimentError;
use katsura_lab::matches::RecordError;
use katsura_lab::work::MatchError;
use katsura_mcts::ConfigError;
use std::fmt;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// The command line or a file says something wrong: exit code 2.
    Usage(String),
    /// Something went wrong while working: exit code 1.
    Work(String),
    /// Nobody reads the output any more.
    ClosedPipe,
}

impl Failure {
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Work(_) => 1,
            Failure::ClosedPipe => 0,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Work(message) => f.write_str(message),
            Failure::ClosedPipe => f.write_str("output closed"),
        }
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<ExperimentError> for Failure {
    fn from(error: ExperimentError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        Failure::Work(error.to_string())
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Config(error) => error.into(),
            MatchError::Experiment(error) => error.into(),
            MatchError::Record(error) => error.into(),
            MatchError::Unfinished { .. } => Failure::Work(error.to_string()),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe { Failure::ClosedPipe } else { Failure::Work(error.to_string()) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::from(std::io::Error::from(error))
    }
}
