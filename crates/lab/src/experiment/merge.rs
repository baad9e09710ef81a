//! Putting the shards of a run together.

use super::shard::Whole;
use super::{Shard, row_folders};
use crate::folder::{Manifest, Timing, manifest_path, says_something};
use crate::matches::locked::Locked;
use crate::matches::record::read_part;
use crate::matches::{Broken, Entry, RecordError};
use crate::work::{Work, with_work};
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

/// Puts the shards found in the folders together in `out`, row by row, with what `out` has already: the record is then what one run would have
/// written. What the parts noted of their time is put together as well. `out` is the folder of an experiment, or that of its one row.
///
/// # Errors
/// If records are of different runs, contradict each other or leave a gap, if a shard is not there or not finished, or `out` cannot be written or is being
/// written.
pub fn merge(folders: &[PathBuf], out: &Path) -> Result<Vec<Merged>, RecordError> {
    let mut rows: BTreeMap<String, Vec<(PathBuf, Manifest)>> = BTreeMap::new();
    for folder in folders {
        for (path, manifest) in row_folders(folder)? {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("row").to_string();
            rows.entry(name).or_default().push((path, manifest));
        }
    }
    if !manifest_path(out).exists() {
        return rows.into_iter().map(|(name, parts)| merge_row(&out.join(name), parts)).collect();
    }
    if rows.len() > 1 {
        return Err(RecordError::new(out, Broken::OneRow { rows: rows.into_keys().collect() }));
    }
    rows.into_values().map(|parts| merge_row(out, parts)).collect()
}

fn merge_row(folder: &Path, mut parts: Vec<(PathBuf, Manifest)>) -> Result<Merged, RecordError> {
    for (_, manifest) in &parts {
        manifest.establish(folder)?;
    }
    let manifest = Manifest::read(folder)?;
    let whole = manifest.record_path(folder, Shard::WHOLE);
    let mut record = Locked::open(&whole)?;
    parts.push((folder.to_path_buf(), manifest.clone()));
    let mut files: Vec<PathBuf> = parts.iter().filter_map(|(path, manifest)| records(path, manifest)).flatten().collect();
    files.sort();
    files.dedup();
    let lines = with_work!(&manifest.work, work => put_together(work, folder, &files));
    if lines.is_err() && record.is_empty() {
        let _ = std::fs::remove_file(whole);
    }
    let lines = lines?;
    record.replace(lines.concat().as_bytes())?;
    Timing::gather(&parts.iter().map(|(path, _)| path.as_path()).collect::<Vec<_>>(), folder)?;
    Ok(Merged { folder: folder.to_path_buf(), parts: files.len(), lines: lines.len() })
}

/// The records of a run that say something, if only that a shard was begun, under the one name that a folder has.
fn records(folder: &Path, manifest: &Manifest) -> Option<impl Iterator<Item = PathBuf>> {
    let folder = folder.canonicalize().ok()?;
    let told = |path: &PathBuf| says_something(path) || Shard::of_record(path).is_some();
    Some(manifest.records(&folder).into_iter().filter(told))
}

/// How many jobs there must be if this record is there: none but its own if it is no shard.
fn jobs_of_all<E: Entry>(file: &Path, entries: &[E]) -> u64 {
    let Some(shard) = Shard::of_record(file) else { return 0 };
    let noted = file.parent().and_then(Whole::read).map_or(0, |whole| whole.jobs);
    let [first, last] = [entries.first(), entries.last()].map(|entry| entry.map_or(0, |entry| entry.number() / E::PER_JOB));
    noted.max(if entries.is_empty() { 0 } else { shard.least_of_all(&(first..last + 1)) })
}

/// The lines of all records in order, each once and none missing.
fn put_together<W: Work>(_: &W, folder: &Path, files: &[PathBuf]) -> Result<Vec<String>, RecordError> {
    let (mut lines, mut due) = (BTreeMap::<u64, String>::new(), 0);
    for file in files {
        let entries = read_part::<W::Entry>(file)?;
        due = due.max(W::Entry::PER_JOB * jobs_of_all(file, &entries));
        for entry in entries {
            let line = serde_json::to_string(&entry).map_err(|error| RecordError::system(file, error))? + "\n";
            if lines.get(&entry.number()).is_some_and(|other| *other != line) {
                return Err(RecordError::new(file, Broken::Contradiction { number: entry.number() }));
            }
            lines.insert(entry.number(), line);
        }
    }
    let there = (0..).zip(lines.keys()).take_while(|(place, number)| place == *number).count() as u64;
    if there < due.max(lines.len() as u64) {
        return Err(RecordError::new(folder, Broken::Missing { number: there }));
    }
    Ok(lines.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Experiment, RowOf, RowRun, Unwatched, run_row};
    use super::*;
    use crate::matches::{pack_record, packed_path};
    use katsura_mcts::Control;

    const EXPERIMENT: &str = r#"
        title = "t"
        source = "s"
        protocol = "p"
        [[bandits]]
        name = "x"
        bandit = { means = { kind = "uniform", arms = 8 }, reward = { kind = "bernoulli" } }
        protocol = { budgets = [16] }
        policy = { kind = "ucb1" }
        repetitions = { quick = 100, full = 300 }
    "#;

    /// The record of so many batches, in a folder of this name.
    fn run(folder: &Path, batches: u64) -> PathBuf {
        run_shard(folder, batches, Shard::WHOLE);
        folder.join("x/batches.jsonl")
    }

    /// Runs a shard of so many batches into a folder.
    fn run_shard(folder: &Path, batches: u64, shard: Shard) {
        let experiment = Experiment::parse(EXPERIMENT, "e").unwrap();
        let size = batches * super::super::BanditWork::BATCH;
        let run = RowRun { out: folder.to_path_buf(), size, shard, threads: 1, lanes: 1 };
        let of = RowOf { experiment: &experiment, row: &experiment.rows[0] };
        run_row(of, &run, &Control::new(), &mut Unwatched).unwrap();
    }

    #[test]
    fn a_shard_that_is_missing_or_cut_short_is_refused_whichever_it_is() {
        let folder = std::env::temp_dir().join(format!("katsura-merge-shards-{}", std::process::id()));
        let whole = std::fs::read(run(&folder.join("whole"), 7)).unwrap();
        let nodes: Vec<PathBuf> = (1..=3).map(|number| folder.join(format!("node-{number}"))).collect();
        (1..=3).zip(&nodes).for_each(|(number, node)| run_shard(node, 7, Shard { number, of: 3 }));
        let refused = |nodes: &[PathBuf]| merge(nodes, &folder.join("gap")).unwrap_err().to_string();
        for (place, node) in nodes.iter().enumerate() {
            let others: Vec<PathBuf> = nodes.iter().filter(|other| *other != node).cloned().collect();
            assert!(refused(&others).contains("is missing: a shard is not there"), "without shard {}", place + 1);
            let record = node.join(format!("x/batches.{}-of-3.jsonl", place + 1));
            let text = std::fs::read_to_string(&record).unwrap();
            let cut = text.trim_end().rsplit_once('\n').map_or("", |(before, _)| before).to_string() + "\n";
            for shorter in [cut.trim_start(), ""] {
                std::fs::write(&record, shorter).unwrap();
                assert!(refused(&nodes).contains("is missing: a shard is not there"), "shard {} cut short", place + 1);
            }
            std::fs::remove_file(node.join("x/shards.json")).unwrap();
            assert!(refused(&nodes).contains("is missing: a shard is not there"), "shard {} without the note", place + 1);
            std::fs::write(&record, text).unwrap();
        }
        let merged = folder.join("merged");
        for _ in 0..2 {
            assert_eq!(merge(&nodes, &merged).unwrap()[0].lines, 7);
            assert_eq!(std::fs::read(merged.join("x/batches.jsonl")).unwrap(), whole);
            let stretches = Timing::read(&merged.join("x"));
            let jobs: Vec<[u64; 2]> = stretches.iter().map(|timing| timing.jobs).collect();
            assert_eq!(jobs, [[0, 2], [2, 4], [4, 7]], "each stretch once");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_there_already_is_not_lost() {
        let folder = std::env::temp_dir().join(format!("katsura-merge-{}", std::process::id()));
        let [long, short] = [folder.join("long"), folder.join("short")];
        let record = run(&long, 3);
        let whole = std::fs::read(&record).unwrap();
        run(&short, 1);
        let merged = || merge(std::slice::from_ref(&short), &long);
        assert_eq!(merged().unwrap()[0].lines, 3);
        assert_eq!(std::fs::read(&record).unwrap(), whole);
        pack_record(&record).unwrap();
        assert_eq!(merged().unwrap()[0].lines, 3);
        assert!(std::fs::read(&record).unwrap() == whole && !packed_path(&record).exists());
        let lock = Locked::open(&record).unwrap();
        assert!(merged().unwrap_err().to_string().contains("another process is writing here"));
        drop(lock);
        let row = short.join("x");
        assert_eq!(merge(std::slice::from_ref(&row), &row).unwrap()[0].folder, row, "the folder of a row is its own");
        assert!(!row.join("x").exists());
        std::fs::rename(long.join("x"), long.join("y")).unwrap();
        let error = merge(&[long, row.clone()], &row).unwrap_err().to_string();
        assert!(error.contains("is the folder of one row, and x, y are more"), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
