//! Work with its record: begun, gone on with and ended by the same rules, whoever does the jobs.

use super::{SoFar, Work};
use crate::experiment::{ExperimentError, Shard, Whole};
use crate::folder::{Manifest, Timing};
use crate::jobs::{Flow, Plan};
use crate::matches::record::read_part;
use crate::matches::{Broken, Entry, RecordError, Recorder, StopRule, Tally};
use crate::provenance::Provenance;
use katsura_mcts::{ConfigError, Control};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;
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

/// Where a run is kept.
#[derive(Clone, Debug)]
pub struct RunFolder {
    /// The folder.
    pub path: PathBuf,
    /// The manifest that it has, or gets.
    pub manifest: Manifest,
}

/// How much of the work is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// How many jobs there are in all.
    pub jobs: u64,
    /// Which part of them.
    pub shard: Shard,
    /// What may end them before the last.
    pub rule: StopRule,
}

/// Who does the jobs.
#[derive(Clone, Copy, Debug)]
pub struct Workers {
    /// Jobs side by side, each on a thread.
    pub threads: usize,
    /// Games side by side in a thread ([`Plan::lanes`]).
    pub lanes: usize,
}

/// Work that may have a record in a folder, and goes on where that ends.
pub struct Recorded<W: Work> {
    work: W,
    extent: Extent,
    so_far: W::SoFar,
    stretch: Option<Stretch<W::Entry>>,
}

/// What is added to a record.
struct Stretch<E> {
    folder: PathBuf,
    recorder: Recorder<E>,
    /// The first job that is added.
    from: u64,
    start: Instant,
    /// A sentence if another program made what is there.
    change: Option<String>,
}

impl Extent {
    /// The first job and the one after the last.
    pub fn part(&self) -> Range<u64> {
        self.shard.jobs(self.jobs)
    }
}

impl RunFolder {
    /// Makes the folder one of this run and opens its record. A shard notes how many jobs there are in all, for the merge.
    fn open<E: Entry>(&self, extent: &Extent) -> Result<Recorder<E>, RecordError> {
        self.manifest.establish(&self.path)?;
        if extent.shard != Shard::WHOLE {
            Whole { jobs: extent.jobs }.note(&self.path)?;
        }
        Recorder::open(&self.manifest.record_path(&self.path, extent.shard), extent.part().start)
    }

    /// The last entry of the record, or of that of another shard where this one is not begun, with its file.
    fn last_entry<E: Entry + Clone>(&self, recorder: &Recorder<E>) -> Option<(PathBuf, E)> {
        let last = |path: PathBuf| read_part::<E>(&path).ok().and_then(|mut entries| Some((path, entries.pop()?)));
        let own = recorder.entries().last().map(|last| (recorder.path().to_path_buf(), last.clone()));
        own.or_else(|| self.manifest.records(&self.path).into_iter().rev().find_map(last))
    }
}

impl<W: Work> Recorded<W> {
    /// Takes in what is recorded. Where more is to be done, this program must make the last entry again as it is recorded: a record is of one program. The
    /// rule and how much is asked for are then noted in the manifest, before the first game that is played under them.
    ///
    /// # Errors
    /// If the folder cannot be written or belongs to another run, or the record is of a program that gets other results.
    pub fn open(work: &W, folder: Option<&RunFolder>, extent: Extent, control: &Control) -> Result<Self, MatchError> {
        let mut recorded = Recorded { work: work.clone(), extent, so_far: work.so_far(), stretch: None };
        if let Some(folder) = folder {
            let recorder = folder.open(&extent)?;
            recorded.count(recorder.entries());
            let change = if recorded.is_over() { None } else { recorded.go_on(folder, &recorder, control)? };
            let (from, start) = (recorded.next_job(), Instant::now());
            recorded.stretch = Some(Stretch { folder: folder.path.clone(), recorder, from, start, change });
        }
        Ok(recorded)
    }

    /// Takes in recorded jobs, as far as they are asked for, as if they were just done: a run that is resumed ends where an undisturbed one does.
    fn count(&mut self, recorded: &[W::Entry]) {
        for job in recorded.chunks_exact(W::Entry::PER_JOB as usize) {
            if self.is_over() {
                return;
            }
            job.iter().for_each(|entry| self.so_far.add(entry));
        }
    }

    fn go_on(
        &self,
        folder: &RunFolder,
        recorder: &Recorder<W::Entry>,
        control: &Control,
    ) -> Result<Option<String>, MatchError> {
        let last = folder.last_entry(recorder);
        check_repeated(&self.work, last.as_slice(), control)?;
        let change = last.map(|_| Manifest::read(&folder.path)).transpose()?;
        Manifest::add_stop_rule(&folder.path, self.extent.rule)?;
        Manifest::settle(&folder.path, self.so_far.jobs() * W::JOB_SIZE, self.extent.jobs * W::JOB_SIZE)?;
        Ok(change.and_then(|manifest| manifest.change_of_program(&folder.path)))
    }

    /// A sentence if another program made what is recorded, and this one goes on with it.
    pub fn change_of_program(&self) -> Option<&str> {
        self.stretch.as_ref().and_then(|stretch| stretch.change.as_deref())
    }

    /// How many jobs this part has.
    pub fn jobs(&self) -> u64 {
        let part = self.extent.part();
        part.end - part.start
    }

    /// The number of the first job that is not done.
    pub fn next_job(&self) -> u64 {
        self.extent.part().start + self.so_far.jobs()
    }

    /// Whether all that was asked for is done, or the rule has ended it.
    pub fn is_over(&self) -> bool {
        let decided = |tally: &Tally| self.extent.rule.stopped(&tally.pairs()).is_some();
        self.next_job() >= self.extent.part().end || self.so_far.tally().is_some_and(decided)
    }

    /// What is known so far.
    pub fn so_far(&self) -> &W::SoFar {
        &self.so_far
    }

    /// Writes down the entries of the next job.
    pub(super) fn add(&mut self, job: Vec<W::Entry>) -> Result<(), RecordError> {
        if let Some(stretch) = &mut self.stretch {
            stretch.recorder.append(job.clone())?;
        }
        job.iter().for_each(|entry| self.so_far.add(entry));
        Ok(())
    }

    /// Does the work to its end, or until `watch`, who sees what is known at first and after every job, or `control` ends it.
    ///
    /// # Errors
    /// If the work cannot be done, or the record cannot be written.
    pub fn play(
        mut self,
        workers: Workers,
        control: &Control,
        watch: &mut dyn FnMut(&W::SoFar) -> Flow,
    ) -> Result<W::SoFar, MatchError> {
        let (work, to) = (self.work.clone(), self.extent.part().end);
        let mut enough = (self.so_far.jobs() > 0 && watch(&self.so_far) == Flow::Stop) || self.is_over();
        let mut failed = None;
        if !enough {
            let plan = Plan { from: self.next_job(), to, threads: workers.threads, lanes: workers.lanes };
            let remarks = work.run(plan, control, &mut |job: Vec<W::Entry>| {
                failed = self.add(job).err();
                enough = failed.is_some() || watch(&self.so_far) == Flow::Stop || self.is_over();
                if enough { Flow::Stop } else { Flow::Continue }
            })?;
            self.so_far.remark(remarks);
        }
        failed.map_or(Ok(()), Err)?;
        if !enough && !control.is_stopped() {
            return Err(MatchError::Unfinished { job: W::WORDS.job, number: self.next_job() });
        }
        self.note_time(workers.threads)?;
        Ok(self.so_far)
    }

    /// Notes beside the record how long it took to add what was added, with so many jobs side by side.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn note_time(&self, threads: usize) -> Result<(), RecordError> {
        let to = self.next_job();
        let Some(stretch) = self.stretch.as_ref().filter(|stretch| stretch.from < to) else { return Ok(()) };
        let (seconds, provenance) = (stretch.start.elapsed().as_secs_f64(), Provenance::here());
        Timing { jobs: [stretch.from, to], seconds, threads, provenance }.note(&stretch.folder)
    }
}

/// Checks that this program makes entries, each with the file it is in, as they are recorded.
///
/// # Errors
/// If it does not, or cannot do the work.
pub(crate) fn check_repeated<W: Work>(
    work: &W,
    recorded: &[(PathBuf, W::Entry)],
    control: &Control,
) -> Result<(), MatchError> {
    let entries: Vec<W::Entry> = recorded.iter().map(|(_, entry)| entry.clone()).collect();
    let departures = work.again(&entries, control)?;
    let file = |number: u64| recorded.iter().find(|(_, entry)| entry.number() == number).map(|(path, _)| path);
    match departures.first().and_then(|departure| Some((file(departure.game)?, departure))) {
        Some((path, departure)) if !control.is_stopped() => {
            Err(RecordError::new(path, Broken::NotRepeated(departure.clone())).into())
        }
        _ => Ok(()),
    }
}
