//! Running the rows of an experiment.

use super::shard::Whole;
use super::{Experiment, Observer, Shard};
use crate::folder::{Manifest, Timing, manifest_path};
use crate::matches::{BadFolder, RecordError, Recorder, Tally};
use crate::work::{AnyRow, AnyWork, MatchError, Recorded, SoFar, Words, Work, with_work};
use katsura_mcts::Control;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A row of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct RowOf<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The row.
    pub row: &'a AnyRow,
}

/// How a row is run.
#[derive(Clone, Debug)]
pub struct RowRun {
    /// The experiment's folder; the row gets a folder of its name in it.
    pub out: PathBuf,
    /// How many games, bandit instances or positions the whole row has.
    pub size: u64,
    /// Which part of it to play.
    pub shard: Shard,
    /// Jobs side by side, each on a thread.
    pub threads: usize,
    /// Games side by side in a thread ([`Plan::lanes`](crate::matches::Plan::lanes)).
    pub lanes: usize,
}

/// How far a row has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Jobs that are recorded in this part.
    pub jobs: u64,
    /// How many this part has.
    pub of: u64,
}

/// What is known of a row while it runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The row's name.
    pub row: &'a str,
    /// What things are called.
    pub words: Words,
    /// How many games, instances or positions a job is.
    pub job_size: u64,
    /// How far it is.
    pub ran: Ran,
    /// The games, if it is a match.
    pub tally: Option<&'a Tally>,
}

impl<'a> Progress<'a> {
    fn of<W: Work>(row: &'a str, so_far: &'a W::SoFar, of: u64) -> Self {
        let ran = Ran { jobs: so_far.jobs(), of };
        Progress { row, words: W::WORDS, job_size: W::JOB_SIZE, ran, tally: so_far.tally() }
    }

    /// How many games, instances or positions are recorded in this part.
    pub fn done(&self) -> u64 {
        self.ran.jobs * self.job_size
    }

    /// How many jobs there are, in words: `3 of 7 positions`.
    pub fn jobs(&self) -> String {
        let Words { jobs, units, .. } = self.words;
        let of_units = if self.job_size == 1 { String::new() } else { format!(" of {} {units}", self.job_size) };
        format!("{} of {} {jobs}{of_units}", self.ran.jobs, self.ran.of)
    }
}

/// What a run of a row began with.
struct Begun<'a> {
    row: &'a str,
    folder: PathBuf,
    manifest: Manifest,
    /// Whether the record that is there was begun by another program.
    elsewhere: bool,
    start: Instant,
}

impl<'a> Begun<'a> {
    fn new(of: RowOf<'a>, run: &RowRun, work: AnyWork) -> Result<Self, RecordError> {
        let row = of.row.name();
        let folder = run.out.join(row);
        let manifest = Manifest::new(work, Some(of.experiment.claimed(row)));
        manifest.establish(&folder)?;
        let elsewhere = Manifest::read(&folder)?.change_of_program().is_some();
        Ok(Begun { row, folder, manifest, elsewhere, start: Instant::now() })
    }

    /// The jobs of this part. A shard notes how many there are in all, for the merge.
    fn jobs(&self, run: &RowRun) -> Result<Range<u64>, RecordError> {
        let all = self.manifest.work.jobs(run.size);
        if run.shard != Shard::WHOLE {
            Whole { jobs: all }.note(&self.folder)?;
        }
        Ok(run.shard.jobs(all))
    }

    fn end(self, run: &RowRun, [from, to]: [u64; 2]) -> Result<(), RecordError> {
        if to <= from {
            return Ok(());
        }
        let seconds = self.start.elapsed().as_secs_f64();
        Timing { jobs: [from, to], seconds, threads: run.threads, provenance: self.manifest.provenance }.note(&self.folder)
    }

    /// Does the jobs that are not recorded.
    fn play<W: Work>(
        self,
        work: &W,
        run: &RowRun,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Ran, MatchError> {
        let jobs = self.jobs(run)?;
        let recorder = Recorder::open(&self.manifest.record_path(&self.folder, run.shard), jobs.start)?;
        let from = recorder.next_job();
        let (unit, asked) = (W::JOB_SIZE, self.manifest.work.jobs(run.size));
        Manifest::settle(&self.folder, (from - jobs.start) * unit, asked * unit)?;
        let of = jobs.end - jobs.start;
        let recorded = Recorded {
            work,
            recorder: Some(recorder),
            begun_elsewhere: self.elsewhere,
            jobs: jobs.clone(),
            threads: run.threads,
            lanes: run.lanes,
        };
        let so_far = recorded.play(control, &mut |so_far| observer.step(&Progress::of::<W>(self.row, so_far, of)))?;
        observer.end(&Progress::of::<W>(self.row, &so_far, of));
        self.end(run, [from, jobs.start + so_far.jobs()])?;
        Ok(Ran { jobs: so_far.jobs(), of })
    }
}

/// Runs a row, or goes on with it.
///
/// # Errors
/// If the row cannot be run, or the folder cannot be written, belongs to another run or to a program that gets other results.
pub fn run_row(of: RowOf<'_>, run: &RowRun, control: &Control, observer: &mut dyn Observer) -> Result<Ran, MatchError> {
    run_work(of, of.row.work(of.experiment)?, run, control, observer)
}

/// As [`run_row`], when it is known what the row runs.
pub(super) fn run_work(
    of: RowOf<'_>,
    work: AnyWork,
    run: &RowRun,
    control: &Control,
    observer: &mut dyn Observer,
) -> Result<Ran, MatchError> {
    let begun = Begun::new(of, run, work.clone())?;
    with_work!(&work, work => begun.play(work, run, control, observer))
}

/// The folders with a manifest: the given one, or those in it, in the order of the experiment's table.
///
/// # Errors
/// If there is none.
pub fn row_folders(out: &Path) -> Result<Vec<(PathBuf, Manifest)>, RecordError> {
    let folders = folders_below(out)?;
    if folders.is_empty() { Err(no_run(out)) } else { Ok(folders) }
}

/// What is said of a folder that is none of a run.
pub(super) fn no_run(out: &Path) -> RecordError {
    RecordError::new(out, BadFolder::NoRun)
}

/// As [`row_folders`]; there may be none.
pub(super) fn folders_below(out: &Path) -> Result<Vec<(PathBuf, Manifest)>, RecordError> {
    manifests_below(out)?.into_iter().map(|(folder, manifest)| Ok((folder, manifest?))).collect()
}

/// A folder, and its manifest if it can be read.
pub(super) type MaybeRun = (PathBuf, Result<Manifest, RecordError>);

/// As [`folders_below`], with those whose manifest cannot be read, which come last.
pub(super) fn manifests_below(out: &Path) -> Result<Vec<MaybeRun>, RecordError> {
    if manifest_path(out).exists() {
        return Ok(vec![(out.to_path_buf(), Manifest::read(out))]);
    }
    let entries = std::fs::read_dir(out).map_err(|error| RecordError::system(out, error))?;
    let folders = entries.flatten().map(|entry| entry.path()).filter(|path| manifest_path(path).exists());
    let mut runs: Vec<MaybeRun> = folders.map(|folder| (folder.clone(), Manifest::read(&folder))).collect();
    let claimed = |run: &MaybeRun| run.1.as_ref().ok().and_then(|manifest| manifest.claimed.clone());
    let place = |run: &MaybeRun| claimed(run).map_or(usize::MAX, |claimed| claimed.place);
    runs.sort_by_cached_key(|run| (run.1.is_err(), place(run), run.0.clone()));
    Ok(runs)
}
