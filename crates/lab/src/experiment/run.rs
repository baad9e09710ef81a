//! Running the rows of an experiment.

use super::{Experiment, Observer, Shard};
use crate::folder::{Manifest, manifest_path};
use crate::matches::{BadFolder, RecordError, StopRule, Tally};
use crate::work::{AnyRow, AnyWork, Extent, MatchError, Recorded, RunFolder, SoFar, Words, Work, Workers, with_work};
use katsura_mcts::Control;
use std::path::{Path, PathBuf};

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
    let name = of.row.name();
    let extent = Extent { jobs: work.jobs(run.size), shard: run.shard, rule: StopRule::default() };
    let manifest = Manifest::new(work.clone(), Some(of.experiment.claimed(name)));
    let folder = RunFolder { path: run.out.join(name), manifest };
    with_work!(&work, work => {
        let recorded = Recorded::open(work, Some(&folder), extent, control)?;
        run_recorded(name, recorded, run, control, observer)
    })
}

/// Does the jobs that are not recorded.
fn run_recorded<W: Work>(
    row: &str,
    recorded: Recorded<W>,
    run: &RowRun,
    control: &Control,
    observer: &mut dyn Observer,
) -> Result<Ran, MatchError> {
    if let Some(change) = recorded.change_of_program() {
        observer.remark(&format!("{row}: {change}"));
    }
    let (of, workers) = (recorded.jobs(), Workers { threads: run.threads, lanes: run.lanes });
    let mut step = |so_far: &W::SoFar| observer.step(&Progress::of::<W>(row, so_far, of));
    let so_far = recorded.play(workers, control, &mut step)?;
    observer.end(&Progress::of::<W>(row, &so_far, of));
    Ok(Ran { jobs: so_far.jobs(), of })
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

#[cfg(test)]
mod tests {
    use super::super::Unwatched;
    use super::*;

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[bandits]]\nname = 'x'\nprotocol = { budgets = [16] }\n\
        bandit = { means = { kind = 'uniform', arms = 8 }, reward = { kind = 'bernoulli' } }\npolicy = { kind = 'ucb1' }\n\
        repetitions = { quick = 100, full = 300 }\n";

    fn play(out: &Path, batches: u64, shard: Shard) -> Result<Ran, MatchError> {
        let experiment = Experiment::parse(EXPERIMENT, "e").unwrap();
        let size = batches * super::super::BanditWork::BATCH;
        let run = RowRun { out: out.to_path_buf(), size, shard, threads: 1, lanes: 1 };
        run_row(RowOf { experiment: &experiment, row: &experiment.rows[0] }, &run, &Control::new(), &mut Unwatched)
    }

    /// Writes something else in the place of the last entry.
    fn change_the_end(record: &Path) {
        let made = std::fs::read_to_string(record).unwrap();
        let last = made.lines().last().unwrap();
        let changed = last.replacen("\"mean\":0", "\"mean\":1", 1);
        assert_ne!(changed, last);
        std::fs::write(record, made.replace(last, &changed)).unwrap();
    }

    fn scratch(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("katsura-run-{}-{name}", std::process::id()))
    }

    #[test]
    fn what_was_made_last_is_made_again_whichever_program_the_manifest_names() {
        let out = scratch("again");
        play(&out, 2, Shard::WHOLE).unwrap();
        change_the_end(&out.join("x/batches.jsonl"));
        let refused = play(&out, 3, Shard::WHOLE).unwrap_err().to_string();
        assert!(refused.contains("batches.jsonl: was made by a program that plays otherwise than this one"), "{refused}");
        assert_eq!(play(&out, 2, Shard::WHOLE).unwrap().jobs, 2, "there is nothing to go on with");
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn a_shard_is_begun_only_where_this_program_repeats_what_the_others_have() {
        let out = scratch("shards");
        let shard = |number: u64| Shard { number, of: 2 };
        play(&out, 4, shard(1)).unwrap();
        let record = out.join("x/batches.1-of-2.jsonl");
        let made = std::fs::read(&record).unwrap();
        change_the_end(&record);
        let refused = play(&out, 4, shard(2)).unwrap_err().to_string();
        assert!(refused.contains("batches.1-of-2.jsonl: was made by a program that plays otherwise"), "{refused}");
        std::fs::write(&record, made).unwrap();
        assert_eq!(play(&out, 4, shard(2)).unwrap().jobs, 2);
        std::fs::remove_dir_all(out).unwrap();
    }
}
