//! A record that is written by somebody who has the lines of jobs, wherever they were done.

use super::{AnyWork, SoFar, Work, with_work};
use crate::matches::{Entry, RecordError, Recorder, StopRule, Tally};
use crate::stats::PairCounts;
use serde_json::{Map, Value, json};
use std::path::Path;
use thiserror::Error;

/// Why lines cannot be written down.
#[derive(Debug, Error)]
pub enum BookError {
    /// A line is no entry of this record.
    #[error("is no line of a record: {0}")]
    NoEntry(#[from] serde_json::Error),
    /// The lines are not those of the next jobs.
    #[error("expected entry {expected}, found {found}")]
    OutOfOrder {
        /// The number of the entry that is due.
        expected: u64,
        /// What is there instead.
        found: String,
    },
    /// The record cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// The record of a row, which takes the lines of jobs in order and knows what they come to so far.
pub struct Book {
    pages: Box<dyn Pages>,
}

/// A book whose kind is not told.
trait Pages: Send + Sync {
    fn next_job(&self) -> u64;
    fn is_decided(&self) -> bool;
    fn append(&mut self, lines: &str) -> Result<(), BookError>;
    fn document(&self) -> Map<String, Value>;
    fn pairs(&self) -> Option<PairCounts>;
}

impl Book {
    /// The record of this work, in a file if there is one, ended early by this rule.
    ///
    /// # Errors
    /// If the record cannot be read or written.
    pub fn open(work: &AnyWork, path: Option<&Path>, rule: StopRule) -> Result<Self, RecordError> {
        with_work!(work, work => Ok(Book { pages: Box::new(Typed::open(work, path, rule)?) }))
    }

    /// The number of the first job that is not written down.
    pub fn next_job(&self) -> u64 {
        self.pages.next_job()
    }

    /// Whether the rule has ended the row.
    pub fn is_decided(&self) -> bool {
        self.pages.is_decided()
    }

    /// Writes down the lines of the next jobs, up to the one with which the rule ends the row.
    ///
    /// # Errors
    /// If they are not those, or cannot be written.
    pub fn append(&mut self, lines: &str) -> Result<(), BookError> {
        self.pages.append(lines)
    }

    /// How the pairs of a match ended.
    pub fn pairs(&self) -> Option<PairCounts> {
        self.pages.pairs()
    }

    /// What is known so far, as JSON.
    pub fn document(&self) -> Map<String, Value> {
        self.pages.document()
    }
}

/// A book of one kind.
struct Typed<W: Work> {
    recorder: Option<Recorder<W::Entry>>,
    so_far: W::SoFar,
    rule: StopRule,
}

impl<W: Work> Typed<W> {
    fn open(work: &W, path: Option<&Path>, rule: StopRule) -> Result<Self, RecordError> {
        let recorder: Option<Recorder<W::Entry>> = path.map(|path| Recorder::open(path, 0)).transpose()?;
        let mut so_far = work.so_far();
        recorder.iter().flat_map(Recorder::entries).for_each(|entry| so_far.add(entry));
        Ok(Typed { recorder, so_far, rule })
    }

    fn append_job(&mut self, lines: &[&str]) -> Result<(), BookError> {
        let job: Vec<W::Entry> = lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>()?;
        let first = self.next_job() * W::Entry::PER_JOB;
        for expected in first..first + W::Entry::PER_JOB {
            let found = job.get((expected - first) as usize).map(Entry::number);
            if found != Some(expected) {
                let found = found.map_or("nothing".to_string(), |number| number.to_string());
                return Err(BookError::OutOfOrder { expected, found });
            }
        }
        job.iter().for_each(|entry| self.so_far.add(entry));
        Ok(self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.append(job))?)
    }
}

impl<W: Work> Pages for Typed<W> {
    fn next_job(&self) -> u64 {
        self.so_far.jobs()
    }

    fn is_decided(&self) -> bool {
        self.so_far.tally().is_some_and(|tally| self.rule.stopped(&tally.pairs()).is_some())
    }

    fn append(&mut self, lines: &str) -> Result<(), BookError> {
        let lines: Vec<&str> = lines.lines().collect();
        for job in lines.chunks(W::Entry::PER_JOB as usize) {
            if self.is_decided() {
                break;
            }
            self.append_job(job)?;
        }
        Ok(())
    }

    fn document(&self) -> Map<String, Value> {
        let mut document = self.so_far.document();
        document.entry(W::WORDS.jobs).or_insert(json!(self.next_job()));
        document
    }

    fn pairs(&self) -> Option<PairCounts> {
        self.so_far.tally().map(Tally::pairs)
    }
}
