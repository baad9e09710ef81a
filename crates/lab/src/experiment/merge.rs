//! Putting the shards of a run together.

use super::{Shard, row_folders};
use crate::folder::{Manifest, record_path, write_whole};
use crate::matches::{GameRecord, RecordError, read_record};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What was put together for one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The row's folder.
    pub folder: PathBuf,
    /// How many records it was made of.
    pub parts: usize,
    /// How many games there are now.
    pub games: usize,
}

/// Puts the shards found in the folders together in `out`, row by row: `games.jsonl` is then what one run would have written.
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
    let files: Vec<PathBuf> = parts.iter().flat_map(|(path, _)| records(path)).collect();
    let mut games: BTreeMap<u64, GameRecord> = BTreeMap::new();
    for file in &files {
        for game in read_record::<GameRecord>(file)? {
            if games.get(&game.game).is_some_and(|other| *other != game) {
                return Err(RecordError::new(file, format!("game {} differs from that of another record", game.game)));
            }
            games.insert(game.game, game);
        }
    }
    let mut lines = Vec::new();
    for (place, game) in games.values().enumerate() {
        if game.game != place as u64 {
            return Err(RecordError::new(folder, format!("game {place} is missing: a shard is not there or not finished")));
        }
        serde_json::to_writer(&mut lines, game).map_err(|error| RecordError::new(folder, error.to_string()))?;
        lines.push(b'\n');
    }
    write_whole(&record_path(folder, Shard::WHOLE), &lines)?;
    Ok(Merged { folder: folder.to_path_buf(), parts: files.len(), games: games.len() })
}

/// The records of a row's folder, whole or of shards.
fn records(folder: &Path) -> Vec<PathBuf> {
    let is_record = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("games.") && name.ends_with("jsonl")
    };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_record).collect();
    files.sort();
    files
}
