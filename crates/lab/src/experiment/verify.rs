//! Playing recorded games again.

use super::{Batch, Probe, Shard, row_folders};
use crate::folder::{Manifest, Work};
use crate::matches::{Contest, Departure, Entry, GameRecord, MatchError, read_record, replay, unrepeatable};
use katsura_mcts::Control;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// What playing the games of one folder again showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The folder.
    pub folder: PathBuf,
    /// How many games, batches of bandits or positions are recorded.
    pub recorded: usize,
    /// How many were played again.
    pub replayed: usize,
    /// Where they left the record.
    pub departures: Vec<Departure>,
    /// Why moves of a player were taken from the record, and only checked to be legal, if some were.
    pub unrepeatable: Option<String>,
}

/// Plays recorded games of every row below a folder again and compares them move by move: all of them, or at most `games` of each
/// row, spread over the record.
///
/// # Errors
/// If a folder cannot be read, or this program reads its configuration differently.
pub fn verify(out: &Path, games: Option<u64>) -> Result<Vec<Verified>, MatchError> {
    row_folders(out)?.into_iter().map(|(folder, manifest)| verify_row(folder, &manifest, games)).collect()
}

fn verify_row(folder: PathBuf, manifest: &Manifest, games: Option<u64>) -> Result<Verified, MatchError> {
    manifest.check_readable(&folder)?;
    let record = manifest.record_path(&folder, Shard::WHOLE);
    match &manifest.work {
        Work::Match(work) => verify_match(folder, &work.contest, read_record(&record)?, games),
        Work::Bandit(work) => {
            Ok(verify_entries(folder, (read_record(&record)?, games), |old: &Batch| Some(work.batch(old.batch))))
        }
        Work::Probe(work) => {
            Ok(verify_entries(folder, (read_record(&record)?, games), |old: &Probe| work.probe(old.probe, &Control::new())))
        }
    }
}

fn verify_match(
    folder: PathBuf,
    contest: &Contest,
    record: Vec<GameRecord>,
    games: Option<u64>,
) -> Result<Verified, MatchError> {
    let sample = spread(&record, games);
    let departures = replay(contest, &sample)?;
    let (recorded, replayed) = (record.len(), sample.len());
    Ok(Verified { folder, recorded, replayed, departures, unrepeatable: unrepeatable(contest) })
}

/// Makes entries again and compares them whole.
fn verify_entries<E: Entry + PartialEq + Sync>(
    folder: PathBuf,
    (record, games): (Vec<E>, Option<u64>),
    again: impl Fn(&E) -> Option<E> + Sync,
) -> Verified {
    let sample: Vec<&E> = evenly(record.len(), games).map(|place| &record[place]).collect();
    let text = |entry: &E| serde_json::to_string(entry).unwrap_or_default();
    let compare = |recorded: &&E| {
        let again = again(recorded);
        let departure = || Departure {
            game: recorded.number(),
            ply: None,
            recorded: text(recorded),
            replayed: again.as_ref().map(text).unwrap_or_default(),
        };
        (again.as_ref() != Some(*recorded)).then(departure)
    };
    let departures = sample.par_iter().filter_map(compare).collect();
    Verified { folder, recorded: record.len(), replayed: sample.len(), departures, unrepeatable: None }
}

/// Games of whole pairs, evenly spread; of the last pair one, if the number is odd.
fn spread(record: &[GameRecord], games: Option<u64>) -> Vec<GameRecord> {
    let pair = |number: usize| [record[2 * number].clone(), record[2 * number + 1].clone()];
    let pairs = evenly(record.len() / 2, games.map(|games| games.div_ceil(2)));
    pairs.flat_map(pair).take(games.map_or(usize::MAX, |games| games as usize)).collect()
}

/// So many places, evenly spread, or all.
fn evenly(all: usize, wanted: Option<u64>) -> impl Iterator<Item = usize> {
    let wanted = wanted.map_or(all, |wanted| wanted as usize).min(all);
    (0..wanted).map(move |place| place * all / wanted)
}
