//! Running the rows of an experiment.

use super::shard::Whole;
use super::verify::departure;
use super::{BanditRow, BanditWork, Experiment, ProbeRow, Row, Shard};
use crate::folder::{Manifest, Timing, Work, manifest_path};
use crate::jobs::in_order;
use crate::matches::{Entry, Flow, MatchError, Plan, RecordError, Recorded, Recorder, Tally};
use katsura_mcts::Control;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How a row is run.
#[derive(Clone, Debug)]
pub struct RowRun {
    /// The experiment's folder; the row gets a folder of its name in it.
    pub out: PathBuf,
    /// How many games, or bandit instances, the whole row has.
    pub size: u64,
    /// Which part of it to play.
    pub shard: Shard,
    /// Jobs side by side, each on a thread.
    pub threads: usize,
    /// Games side by side in a thread ([`Plan::lanes`](crate::matches::Plan::lanes)).
    pub lanes: usize,
}

/// What a run of a row began with and did.
struct Begun {
    folder: PathBuf,
    manifest: Manifest,
    /// Whether the record that is there was begun by another program.
    elsewhere: bool,
    start: Instant,
}

impl Begun {
    fn new(run: &RowRun, (experiment, row): (&Experiment, &str), work: Work) -> Result<Self, RecordError> {
        let folder = run.out.join(row);
        let manifest = Manifest::new(work, Some(experiment.claimed(row)));
        manifest.establish(&folder)?;
        let elsewhere = Manifest::read(&folder)?.change_of_program().is_some();
        Ok(Begun { folder, manifest, elsewhere, start: Instant::now() })
    }

    /// The jobs of this part of so many. A shard notes how many there are, for the merge.
    fn jobs(&self, run: &RowRun, all: u64) -> Result<Range<u64>, RecordError> {
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
}

/// Plays a row, or goes on with it: `watch` sees the tally after every pair.
///
/// # Errors
/// If a player or the game is not known, or the folder cannot be written, belongs to another run or to a program that plays otherwise.
pub fn run_row(
    (experiment, row): (&Experiment, &Row),
    run: &RowRun,
    control: &Control,
    watch: &mut dyn FnMut(&Tally) -> Flow,
) -> Result<Tally, MatchError> {
    let work = row.work(experiment)?;
    let contest = work.contest.clone();
    let begun = Begun::new(run, (experiment, &row.name), Work::Match(work))?;
    let pairs = begun.jobs(run, run.size.div_ceil(2))?;
    let recorder = Recorder::open(&begun.manifest.record_path(&begun.folder, run.shard), pairs.start)?;
    let from = recorder.next_job();
    let recorded = Recorded {
        contest: &contest,
        recorder: Some(recorder),
        begun_elsewhere: begun.elsewhere,
        pairs: pairs.clone(),
        threads: run.threads,
        lanes: run.lanes,
    };
    let tally = recorded.play(control, watch)?;
    begun.end(run, [from, pairs.start + tally.games() / 2])?;
    Ok(tally)
}

/// How far a row of bandits or probes has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Batches of instances, or positions, that are recorded in this part.
    pub jobs: u64,
    /// How many this part has.
    pub of: u64,
}

/// Runs a bandit row, or goes on with it: `watch` sees how far it is after every batch.
///
/// # Errors
/// If the row cannot be run, or the folder cannot be written, belongs to another run or to a program that gets other results.
pub fn run_bandit(
    (experiment, row): (&Experiment, &BanditRow),
    run: &RowRun,
    control: &Control,
    watch: &mut dyn FnMut(Ran),
) -> Result<Ran, MatchError> {
    let work = row.work(experiment)?;
    let begun = Begun::new(run, (experiment, &row.name), Work::Bandit(work.clone()))?;
    let jobs = begun.jobs(run, run.size.div_ceil(BanditWork::BATCH))?;
    let make = |number: u64, control: &Control| (!control.is_stopped()).then(|| work.batch(number));
    Ok(begun.run_entries(run, jobs, control, &make, watch)?)
}

/// Runs a probe row, or goes on with it: `watch` sees how far it is after every position.
///
/// # Errors
/// If the row cannot be run, or the folder cannot be written, belongs to another run or to a program that gets other results.
pub fn run_probe(
    (experiment, row): (&Experiment, &ProbeRow),
    run: &RowRun,
    control: &Control,
    watch: &mut dyn FnMut(Ran),
) -> Result<Ran, MatchError> {
    let work = row.work(experiment)?;
    let begun = Begun::new(run, (experiment, &row.name), Work::Probe(work.clone()))?;
    let jobs = begun.jobs(run, run.size)?;
    let make = |number: u64, control: &Control| work.probe(number, control);
    Ok(begun.run_entries(run, jobs, control, &make, watch)?)
}

impl Begun {
    /// Makes the entries of these jobs that are not recorded, each a function of its number.
    fn run_entries<E: Entry + Send + PartialEq>(
        self,
        run: &RowRun,
        jobs: Range<u64>,
        control: &Control,
        make: &(dyn Fn(u64, &Control) -> Option<E> + Sync),
        watch: &mut dyn FnMut(Ran),
    ) -> Result<Ran, RecordError> {
        let mut recorder: Recorder<E> = Recorder::open(&self.manifest.record_path(&self.folder, run.shard), jobs.start)?;
        let from = recorder.next_job();
        let last = recorder.entries().last().filter(|_| self.elsewhere && from < jobs.end);
        let departure = last.and_then(|last| departure(last, make(last.number(), control).as_ref()));
        if let Some(departure) = departure.filter(|_| !control.is_stopped()) {
            return Err(recorder.not_repeated(&departure));
        }
        let ran = |next: u64| Ran { jobs: next - jobs.start, of: jobs.end - jobs.start };
        let mut result = Ok(());
        let work = |_: &mut (), number: u64, inner: &Control| make(number, inner);
        let plan = Plan { from, to: jobs.end, threads: run.threads, lanes: run.lanes };
        in_order(plan, vec![(); run.threads.max(1)], control, &work, &mut |entry: E| {
            result = recorder.append(vec![entry]);
            watch(ran(recorder.next_job()));
            if result.is_ok() { Flow::Continue } else { Flow::Stop }
        });
        result?;
        let next = recorder.next_job();
        self.end(run, [from, next])?;
        Ok(ran(next))
    }
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
    RecordError::new(out, "holds no run: expected manifest.json here or in a folder below")
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
    let entries = std::fs::read_dir(out).map_err(|error| RecordError::new(out, error.to_string()))?;
    let folders = entries.flatten().map(|entry| entry.path()).filter(|path| manifest_path(path).exists());
    let mut runs: Vec<MaybeRun> = folders.map(|folder| (folder.clone(), Manifest::read(&folder))).collect();
    let claimed = |run: &MaybeRun| run.1.as_ref().ok().and_then(|manifest| manifest.claimed.clone());
    let place = |run: &MaybeRun| claimed(run).map_or(usize::MAX, |claimed| claimed.place);
    runs.sort_by_cached_key(|run| (run.1.is_err(), place(run), run.0.clone()));
    Ok(runs)
}
