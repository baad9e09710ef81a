//! What is wrong with a record.

use super::Departure;
use std::fmt;
use std::path::{Path, PathBuf};

/// What is wrong with a record: the file, the line where it is known, what, and what to do about it.
#[derive(Debug)]
pub struct RecordError {
    /// The file or folder.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub kind: Box<Broken>,
}

/// What is wrong with a record, or the folder it is in.
#[derive(Debug, PartialEq)]
pub enum Broken {
    /// The system refuses: its words.
    System(String),
    /// Another process writes the record.
    Busy,
    /// The file system has no locks: its words.
    NoLocks(String),
    /// A line is too long to be one of a record.
    LongLine,
    /// An entry has so many bytes that its line could not be read again.
    LongEntry {
        /// The entry's number.
        number: u64,
        /// Its bytes.
        bytes: usize,
    },
    /// A line is no entry: the reader's words.
    NoEntry(String),
    /// An entry is not the one that stands here.
    WrongNumber {
        /// The entry's number.
        found: u64,
        /// That of the one that stands here.
        expected: u64,
    },
    /// An entry says something that none can say.
    Flaw(String),
    /// The packed file is none: the reader's words.
    NotPacked(String),
    /// Packing changes the record.
    PackedOtherwise,
    /// The folder is not that of the run.
    Folder(BadFolder),
    /// The program that made the record gets other results.
    NotRepeated(Departure),
    /// An entry differs from that of another record.
    Contradiction {
        /// The entry's number.
        number: u64,
    },
    /// An entry is missing.
    Missing {
        /// The entry's number.
        number: u64,
    },
    /// Several rows do not go into the folder of one.
    OneRow {
        /// The rows.
        rows: Vec<String>,
    },
    /// There is no game to learn from.
    NoPairs,
    /// No game was timed.
    NoTime,
}

/// Why a folder is not that of a run.
#[derive(Debug, PartialEq)]
pub enum BadFolder {
    /// There is a file where a folder is needed.
    NoFolder,
    /// There is no run in the folder.
    NoRun,
    /// The record is in shards.
    InShards,
    /// There is a record and nobody knows what was run.
    NoManifest,
    /// The manifest is none: the reader's words.
    BadManifest(String),
    /// The manifest does not say what it said when it was written.
    ChangedManifest {
        /// The hash it has.
        hash: String,
    },
    /// The run is of another version of the game.
    OtherVersion {
        /// The version.
        recorded: u32,
        /// That of this program.
        here: u32,
    },
    /// A search of the run is another one in this program.
    OtherSearch {
        /// The version of the search that made the record.
        recorded: u32,
        /// What has changed for its searches since.
        changes: Vec<&'static str>,
    },
    /// This program reads the configuration differently.
    OtherConfiguration {
        /// The hash it has.
        recorded: String,
        /// The hash that this program makes of it.
        here: String,
    },
    /// The run belongs to another experiment.
    OtherExperiment {
        /// The experiment it belongs to.
        recorded: String,
        /// The one that was meant.
        here: String,
    },
    /// The run is another one.
    OtherRun,
}

impl From<BadFolder> for Broken {
    fn from(folder: BadFolder) -> Self {
        Broken::Folder(folder)
    }
}

impl RecordError {
    /// An error about a file or folder.
    pub fn new(path: &Path, kind: impl Into<Broken>) -> Self {
        RecordError { path: path.to_path_buf(), line: None, kind: Box::new(kind.into()) }
    }

    /// An error of the system, or of writing what it takes.
    pub(crate) fn system(path: &Path, error: impl fmt::Display) -> Self {
        RecordError::new(path, Broken::System(error.to_string()))
    }

    /// An error in a line.
    pub(super) fn at(path: &Path, line: usize, kind: Broken) -> Self {
        RecordError { line: Some(line), ..RecordError::new(path, kind) }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::System(words) | Broken::Flaw(words) => f.write_str(words),
            Broken::Busy => f.write_str("another process is writing here; wait for it or end it"),
            Broken::NoLocks(words) => write!(f, "cannot be locked ({words}); use a folder of a local disk"),
            Broken::LongLine => f.write_str("is too long for a line of a record"),
            Broken::LongEntry { number, bytes } => write!(f, "entry {number} has {bytes} bytes: too long for a line"),
            Broken::NoEntry(words) => write!(f, "is no line of a record: {words}"),
            Broken::WrongNumber { found, expected } => write!(f, "has number {found}, expected {expected}"),
            Broken::NotPacked(words) => write!(f, "is no packed record (Zstandard): {words}; put a copy of it back"),
            Broken::PackedOtherwise => f.write_str("is not the same after packing and unpacking; it was left as it is"),
            Broken::NotRepeated(departure) => write!(
                f,
                "was made by a program that plays otherwise than this one: {departure}. Go on with that program, or choose another folder"
            ),
            Broken::Contradiction { number } => write!(f, "line {number} differs from that of another record"),
            Broken::Missing { number } => write!(f, "number {number} is missing: a shard is not there or not finished"),
            Broken::OneRow { rows } => {
                write!(f, "is the folder of one row, and {} are more: give the folder above it", rows.join(", "))
            }
            Broken::NoPairs => f.write_str("no pair of games was played"),
            Broken::NoTime => f.write_str("no game was timed"),
            Broken::Folder(folder) => folder.fmt(f),
        }
    }
}

impl fmt::Display for BadFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadFolder::NoFolder => f.write_str("is a file: records need a folder; choose another name"),
            BadFolder::NoRun => f.write_str("holds no run: expected manifest.json here or in a folder below"),
            BadFolder::InShards => f.write_str("has no whole record; put shards together with katsura lab merge"),
            BadFolder::NoManifest => {
                f.write_str("is a record without its manifest.json: put that back, or choose another folder")
            }
            BadFolder::BadManifest(words) => write!(f, "is no manifest: {words}"),
            BadFolder::ChangedManifest { hash } => write!(
                f,
                "does not describe the run of its hash {hash}: it was changed after it was written; put the original back, or choose another folder"
            ),
            BadFolder::OtherVersion { recorded, here } => {
                write!(f, "was played with version {recorded} of the game; this is version {here}")
            }
            BadFolder::OtherSearch { recorded, changes } => {
                write!(f, "was played with version {recorded} of the search; since then {}", changes.join("; "))
            }
            BadFolder::OtherConfiguration { recorded, here } => {
                write!(f, "has the hash {recorded}, this program makes it {here}: configurations have changed")
            }
            BadFolder::OtherExperiment { recorded, here } => {
                write!(f, "belongs to the experiment '{recorded}', not to '{here}'; choose another folder")
            }
            BadFolder::OtherRun => {
                f.write_str("belongs to a run with other players, game, openings, seed or version; choose another folder")
            }
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path.display(), self.kind),
            None => write!(f, "{}: {}", self.path.display(), self.kind),
        }
    }
}

impl std::error::Error for RecordError {}
