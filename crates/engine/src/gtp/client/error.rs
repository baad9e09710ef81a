//! What an outside program can do wrong.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

/// An outside program has failed a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientError {
    /// The program as it was started.
    pub program: String,
    /// The command it was sent.
    pub command: String,
    /// What it did.
    pub fault: Fault,
    /// The last it wrote to standard error.
    pub stderr: String,
}

/// What an outside program did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started.
    NotStarted(String),
    /// It answered that the command failed, with this text. It goes on running.
    Refused(String),
    /// It ended, with this status if it is known.
    Crashed(Option<ExitStatus>),
    /// It did not answer in this time, and was killed.
    Hung(Duration),
    /// It wrote this line where an answer should begin, and was killed.
    Garbage(String),
    /// It answered another command, or none, and was killed.
    WrongId {
        /// The id that was sent.
        sent: u32,
        /// The id of the answer.
        found: Option<u32>,
    },
    /// It wrote more than so many bytes in one answer, and was killed.
    TooLong(usize),
    /// Nobody waited for its answer any more, and it was killed.
    Stopped,
    /// It was not running, because of what it did before.
    Down,
    /// The command has a line break, a comment sign or nothing in it, and was not sent.
    NoCommand,
}

impl Fault {
    /// Whether the program has to be started again.
    pub fn is_fatal(&self) -> bool {
        !matches!(self, Fault::Refused(_) | Fault::NoCommand)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted(reason) => write!(f, "cannot be started: {reason}"),
            Fault::Refused(text) => write!(f, "refused: {text}"),
            Fault::Crashed(Some(status)) => write!(f, "ended without an answer ({status})"),
            Fault::Crashed(None) => f.write_str("closed its output without an answer"),
            Fault::Hung(limit) => write!(f, "no answer within {limit:?}"),
            Fault::Garbage(line) => write!(f, "expected an answer beginning with '=' or '?', found '{line}'"),
            Fault::WrongId { sent, found: Some(found) } => write!(f, "expected an answer to {sent}, found one to {found}"),
            Fault::WrongId { sent, found: None } => write!(f, "expected an answer to {sent}, found one without a number"),
            Fault::TooLong(limit) => write!(f, "an answer of more than {limit} bytes"),
            Fault::Stopped => f.write_str("was stopped"),
            Fault::Down => f.write_str("is not running"),
            Fault::NoCommand => f.write_str("expected one line without '#'"),
        }
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.program)?;
        if !self.command.is_empty() {
            write!(f, "{}: ", self.command)?;
        }
        self.fault.fmt(f)?;
        match self.stderr.trim().lines().last() {
            Some(last) if self.fault.is_fatal() => write!(f, "; its last words: {last}"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for ClientError {}
