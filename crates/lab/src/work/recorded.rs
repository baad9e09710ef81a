//! Work with its record.

use super::{SoFar, Work};
use crate::experiment::ExperimentError;
use crate::jobs::{Flow, Plan};
use crate::matches::{Entry, RecordError, Recorder};
use katsura_mcts::{ConfigError, Control};
use thiserror::Error;

/// Why recorded work could not go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The work cannot be done: a configuration does not fit the game.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The experiment says something wrong.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The record cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A job ended without entries, and nobody stopped it.
    #[error("{job} {number} could not be played to its end")]
    Unfinished {
        /// What a job is.
        job: &'static str,
        /// Which one.
        number: u64,
    },
}

/// Work that may have a record on disk, and goes on where that ends.
pub struct Recorded<'a, W: Work> {
    /// What is run.
    pub work: &'a W,
    /// The record, if there is one.
    pub recorder: Option<Recorder<W::Entry>>,
    /// Whether another program made the record: this one goes on with it only if it makes the last entry again as it is recorded.
    pub begun_elsewhere: bool,
    /// The first job and the one after the last.
    pub jobs: std::ops::Range<u64>,
    /// Jobs side by side, each on a thread.
    pub threads: usize,
    /// Games side by side in a thread ([`Plan::lanes`]).
    pub lanes: usize,
}

impl<W: Work> Recorded<'_, W> {
    /// Does the work to its end, or until `watch`, who sees what is known after every job, or `control` ends it.
    ///
    /// `watch` sees the recorded jobs as well, as if they were just done, so that a match that is resumed stops where an
    /// undisturbed one does.
    ///
    /// # Errors
    /// If the work cannot be done, the record is of a program that gets other results, or it cannot be written.
    pub fn play(mut self, control: &Control, watch: &mut dyn FnMut(&W::SoFar) -> Flow) -> Result<W::SoFar, MatchError> {
        let mut so_far = self.work.so_far();
        let old = self.recorder.as_ref().map_or(&[][..], |recorder| recorder.entries());
        let wanted = self.jobs.end - self.jobs.start;
        for job in old.chunks_exact(W::Entry::PER_JOB as usize).take(wanted as usize) {
            job.iter().for_each(|entry| so_far.add(entry));
            if watch(&so_far) == Flow::Stop {
                return Ok(so_far);
            }
        }
        let from = self.jobs.start + so_far.jobs();
        if from >= self.jobs.end {
            return Ok(so_far);
        }
        self.check_repeated(control)?;
        let (mut failed, mut enough) = (None, false);
        let plan = Plan { from, to: self.jobs.end, threads: self.threads, lanes: self.lanes };
        let remarks = self.work.run(plan, control, &mut |job: Vec<W::Entry>| {
            job.iter().for_each(|entry| so_far.add(entry));
            failed = self.recorder.as_mut().and_then(|recorder| recorder.append(job).err());
            enough = failed.is_some() || watch(&so_far) == Flow::Stop;
            if enough { Flow::Stop } else { Flow::Continue }
        })?;
        so_far.remark(remarks);
        let number = self.jobs.start + so_far.jobs();
        match failed {
            Some(error) => Err(error.into()),
            None if enough || control.is_stopped() || number >= self.jobs.end => Ok(so_far),
            None => Err(MatchError::Unfinished { job: W::WORDS.job, number }),
        }
    }

    /// Checks that the last entry of a record that another program made is made again as it is recorded.
    fn check_repeated(&self, control: &Control) -> Result<(), MatchError> {
        let Some(recorder) = self.recorder.as_ref().filter(|_| self.begun_elsewhere) else { return Ok(()) };
        let last = recorder.entries().last().map_or(&[][..], std::slice::from_ref);
        match self.work.again(last, control)?.first() {
            Some(departure) if !control.is_stopped() => Err(recorder.not_repeated(departure).into()),
            _ => Ok(()),
        }
    }
}
