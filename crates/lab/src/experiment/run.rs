//! Running the rows of an experiment.

use super::{Experiment, Row, Shard};
use crate::folder::{Manifest, Timing, manifest_path, record_path};
use crate::matches::{Flow, MatchError, RecordError, Recorded, Recorder, Tally};
use katsura_mcts::Control;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How a row is run.
#[derive(Clone, Debug)]
pub struct RowRun {
    /// The experiment's folder; the row gets a folder of its name in it.
    pub out: PathBuf,
    /// How many games the whole row has.
    pub games: u64,
    /// Which part of it to play.
    pub shard: Shard,
    /// Games side by side.
    pub threads: usize,
}

/// Plays a row, or goes on with it: `watch` sees the tally after every pair.
///
/// # Errors
/// If a player or the game is not known, or the folder cannot be written or belongs to another run.
pub fn run_row(
    (experiment, row): (&Experiment, &Row),
    run: &RowRun,
    control: &Control,
    watch: impl FnMut(&Tally) -> Flow,
) -> Result<Tally, MatchError> {
    let folder = run.out.join(&row.name);
    let manifest = Manifest::new(row.contest(experiment)?, Some(experiment.claimed(row)));
    manifest.establish(&folder)?;
    let pairs = run.shard.jobs(run.games.div_ceil(2));
    let recorder = Recorder::open(&record_path(&folder, run.shard), pairs.start)?;
    let (from, start) = (recorder.next_job(), Instant::now());
    let recorded =
        Recorded { contest: &manifest.contest, recorder: Some(recorder), pairs: pairs.clone(), threads: run.threads };
    let tally = recorded.play(control, watch)?;
    let to = pairs.start + tally.games() / 2;
    if to > from {
        let seconds = start.elapsed().as_secs_f64();
        Timing { jobs: [from, to], seconds, threads: run.threads, provenance: manifest.provenance }.note(&folder)?;
    }
    Ok(tally)
}

/// The folders with a manifest: the given one, or those in it, in the order of the experiment's table.
///
/// # Errors
/// If there is none.
pub fn row_folders(out: &Path) -> Result<Vec<(PathBuf, Manifest)>, RecordError> {
    if manifest_path(out).exists() {
        return Ok(vec![(out.to_path_buf(), Manifest::read(out)?)]);
    }
    let entries = std::fs::read_dir(out).map_err(|error| RecordError::new(out, error.to_string()))?;
    let mut folders = Vec::new();
    for folder in entries.flatten().map(|entry| entry.path()).filter(|path| manifest_path(path).exists()) {
        let manifest = Manifest::read(&folder)?;
        folders.push((folder, manifest));
    }
    if folders.is_empty() {
        return Err(RecordError::new(out, "holds no run: expected manifest.json here or in a folder below"));
    }
    let place = |manifest: &Manifest| manifest.claimed.as_ref().map_or(usize::MAX, |claimed| claimed.place);
    folders.sort_by(|(path, a), (other, b)| place(a).cmp(&place(b)).then(path.cmp(other)));
    Ok(folders)
}
