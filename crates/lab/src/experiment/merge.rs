//! Putting the shards of a run together.

use super::{Batch, Probe, Shard, row_folders};
use crate::folder::{Manifest, Work, write_whole};
use crate::matches::{Entry, GameRecord, RecordError, read_record};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What was put together for one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The row's folder.
    pub folder: PathBuf,
    /// How many records it was made of.
    pub parts: usize,
    /// How many games, batches of bandits or positions there are now.
    pub lines: usize,
}

/// Puts the shards found in the folders together in `out`, row by row: the record is then what one run would have written.
///
/// # Errors
/// If records are of different runs, contradict each other or leave a gap, or `out` cannot be written.
pub fn merge(folders: &[PathBuf], out: &Path) -> Result<Vec<Merged>, RecordError> {
    let mut rows: BTreeMap<String, Vec<(PathBuf, Manifest)>> = BTreeMap::new();
    for folder in folders {
        for (path, manifest) in row_folders(folder)? {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("row").to_string();
            rows.entry(name).or_default().push((path, manifest));
        }
    }
    rows.into_iter().map(|(name, parts)| merge_row(&out.join(name), &parts)).collect()
}

fn merge_row(folder: &Path, parts: &[(PathBuf, Manifest)]) -> Result<Merged, RecordError> {
    for (_, manifest) in parts {
        manifest.establish(folder)?;
    }
    let files: Vec<PathBuf> = parts.iter().flat_map(|(path, manifest)| manifest.records(path)).collect();
    let manifest = Manifest::read(folder)?;
    let lines = match manifest.work {
        Work::Match(_) => put_together::<GameRecord>(folder, &files)?,
        Work::Bandit(_) => put_together::<Batch>(folder, &files)?,
        Work::Probe(_) => put_together::<Probe>(folder, &files)?,
    };
    write_whole(&manifest.record_path(folder, Shard::WHOLE), lines.concat().as_bytes())?;
    Ok(Merged { folder: folder.to_path_buf(), parts: files.len(), lines: lines.len() })
}

/// The lines of all records in order, each once.
fn put_together<E: Entry>(folder: &Path, files: &[PathBuf]) -> Result<Vec<String>, RecordError> {
    let mut lines: BTreeMap<u64, String> = BTreeMap::new();
    for file in files {
        for entry in read_record::<E>(file)? {
            let line = serde_json::to_string(&entry).map_err(|error| RecordError::new(file, error.to_string()))? + "\n";
            if lines.get(&entry.number()).is_some_and(|other| *other != line) {
                return Err(RecordError::new(file, format!("line {} differs from that of another record", entry.number())));
            }
            lines.insert(entry.number(), line);
        }
    }
    let gap = lines.keys().enumerate().find(|&(place, &number)| number != place as u64);
    match gap {
        Some((place, _)) => {
            Err(RecordError::new(folder, format!("number {place} is missing: a shard is not there or not finished")))
        }
        None => Ok(lines.into_values().collect()),
    }
}
