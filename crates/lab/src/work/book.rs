//! A record that is written by somebody who has the lines of jobs, wherever they were done.

use super::recorded::{Extent, MatchError, Recorded, RunFolder};
use super::{AnyWork, SoFar, Work, with_work};
use crate::matches::{Entry, RecordError, Tally};
use crate::stats::PairCounts;
use katsura_mcts::Control;
use serde_json::{Map, Value, json};
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
    fn change_of_program(&self) -> Option<&str>;
    fn next_job(&self) -> u64;
    fn is_over(&self) -> bool;
    fn append(&mut self, first: u64, lines: &str) -> Result<(), BookError>;
    fn document(&self) -> Map<String, Value>;
    fn pairs(&self) -> Option<PairCounts>;
    fn note_time(&self, threads: usize) -> Result<(), RecordError>;
}

impl Book {
    /// The record of this work, in a folder if there is one, by the rules of [`Recorded::open`].
    ///
    /// # Errors
    /// As there.
    pub fn open(work: &AnyWork, folder: Option<&RunFolder>, extent: Extent, control: &Control) -> Result<Self, MatchError> {
        with_work!(work, work => Ok(Book { pages: Box::new(Recorded::open(work, folder, extent, control)?) }))
    }

    /// A sentence if another program made what is recorded, and this one goes on with it.
    pub fn change_of_program(&self) -> Option<&str> {
        self.pages.change_of_program()
    }

    /// The number of the first job that is not written down.
    pub fn next_job(&self) -> u64 {
        self.pages.next_job()
    }

    /// Whether all that was asked for is written down, or the rule has ended it.
    pub fn is_over(&self) -> bool {
        self.pages.is_over()
    }

    /// Writes down the lines of the jobs from `first` on that are not written down yet, up to the last that is asked for, or that with which the rule ends
    /// the row.
    ///
    /// # Errors
    /// If they are not those, or cannot be written.
    pub fn append(&mut self, first: u64, lines: &str) -> Result<(), BookError> {
        self.pages.append(first, lines)
    }

    /// How the pairs of a match ended.
    pub fn pairs(&self) -> Option<PairCounts> {
        self.pages.pairs()
    }

    /// What is known so far, as JSON.
    pub fn document(&self) -> Map<String, Value> {
        self.pages.document()
    }

    /// Notes how long it took to add what was added, with so many jobs side by side.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn note_time(&self, threads: usize) -> Result<(), RecordError> {
        self.pages.note_time(threads)
    }
}

impl<W: Work> Pages for Recorded<W> {
    fn change_of_program(&self) -> Option<&str> {
        Recorded::change_of_program(self)
    }

    fn next_job(&self) -> u64 {
        Recorded::next_job(self)
    }

    fn is_over(&self) -> bool {
        Recorded::is_over(self)
    }

    fn append(&mut self, first: u64, lines: &str) -> Result<(), BookError> {
        let lines: Vec<&str> = lines.lines().collect();
        let known = Recorded::next_job(self).saturating_sub(first);
        for job in lines.chunks(W::Entry::PER_JOB as usize).skip(known as usize) {
            if Recorded::is_over(self) {
                break;
            }
            self.add(read_job::<W::Entry>(job, Recorded::next_job(self))?)?;
        }
        Ok(())
    }

    fn document(&self) -> Map<String, Value> {
        let mut document = self.so_far().document();
        document.entry(W::WORDS.jobs).or_insert(json!(Recorded::next_job(self)));
        document
    }

    fn pairs(&self) -> Option<PairCounts> {
        self.so_far().tally().map(Tally::pairs)
    }

    fn note_time(&self, threads: usize) -> Result<(), RecordError> {
        Recorded::note_time(self, threads)
    }
}

/// The entries of the job of this number.
fn read_job<E: Entry>(lines: &[&str], number: u64) -> Result<Vec<E>, BookError> {
    let job: Vec<E> = lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>()?;
    let first = number * E::PER_JOB;
    for expected in first..first + E::PER_JOB {
        let found = job.get((expected - first) as usize).map(Entry::number);
        if found != Some(expected) {
            let found = found.map_or("nothing".to_string(), |number| number.to_string());
            return Err(BookError::OutOfOrder { expected, found });
        }
    }
    Ok(job)
}
