//! Playing recorded games again.

use super::{Shard, row_folders};
use crate::folder::{Manifest, record_path};
use crate::matches::{Departure, GameRecord, MatchError, read_record, replay, unrepeatable};
use std::path::{Path, PathBuf};

/// What playing the games of one folder again showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The folder.
    pub folder: PathBuf,
    /// How many games are recorded.
    pub recorded: usize,
    /// How many were played again.
    pub replayed: usize,
    /// Where they left the record.
    pub departures: Vec<Departure>,
    /// Why none was played again, if they cannot be.
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
    let record: Vec<GameRecord> = read_record(&record_path(&folder, Shard::WHOLE))?;
    let recorded = record.len();
    if let Some(reason) = unrepeatable(&manifest.contest) {
        return Ok(Verified { folder, recorded, replayed: 0, departures: Vec::new(), unrepeatable: Some(reason) });
    }
    let sample = spread(&record, games);
    let departures = replay(&manifest.contest, &sample)?;
    Ok(Verified { folder, recorded, replayed: 2 * sample.len(), departures, unrepeatable: None })
}

/// Whole pairs, evenly spread.
fn spread(record: &[GameRecord], games: Option<u64>) -> Vec<[GameRecord; 2]> {
    let all = record.len() / 2;
    let wanted = games.map_or(all, |games| games.div_ceil(2) as usize).min(all);
    let pair = |number: usize| [record[2 * number].clone(), record[2 * number + 1].clone()];
    (0..wanted).map(|place| pair(place * all / wanted)).collect()
}
