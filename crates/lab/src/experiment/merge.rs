//! Putting the shards of a run together.

use super::{Shard, Whole, row_folders};
use crate::folder::{Manifest, Timing, manifest_path, says_something};
use crate::matches::locked::Locked;
use crate::matches::record::read_part;
use crate::matches::{Broken, Entry, RecordError, StopRule};
use crate::provenance::Provenance;
use crate::work::{MatchError, Work, check_repeated, with_work};
use katsura_mcts::Control;
use std::collections::{BTreeMap, BTreeSet};
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
    /// A sentence if the parts are not known to be of one program.
    pub remark: Option<String>,
}

/// A folder of a row, and its manifest.
type Part = (PathBuf, Manifest);

/// Puts the shards found in the folders together in `out`, row by row, with what `out` has already: the record is then what one run would have
/// written. What the parts noted of their time and their stop rules is put together as well. Where they are of several programs, this one must make the end
/// of each again as it is recorded. `out` is the folder of an experiment, or that of its one row.
///
/// # Errors
/// If records are of different runs, of programs that get other results, contradict each other or leave a gap, if a shard is not there or not finished, or
/// `out` cannot be written or is being written.
pub fn merge(folders: &[PathBuf], out: &Path) -> Result<Vec<Merged>, MatchError> {
    let mut rows: BTreeMap<String, Vec<Part>> = BTreeMap::new();
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
        return Err(RecordError::new(out, Broken::OneRow { rows: rows.into_keys().collect() }).into());
    }
    rows.into_values().map(|parts| merge_row(out, parts)).collect()
}

fn merge_row(folder: &Path, mut parts: Vec<Part>) -> Result<Merged, MatchError> {
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
    let programs = programs(&parts);
    let together = with_work!(&manifest.work, work => put_together(work, folder, &files, programs.len() > 1));
    if together.is_err() && record.is_empty() {
        let _ = std::fs::remove_file(whole);
    }
    let Together { lines, ends } = together?;
    let settled = parts.iter().filter_map(|(_, part)| part.settled).max();
    let looks: BTreeSet<u64> = parts.iter().flat_map(|(_, part)| part.looks.iter().copied()).collect();
    let looks = looks.into_iter().collect();
    Manifest { stop_rules: stop_rules(&parts, &ends), settled, looks, ..manifest }.write(folder)?;
    record.replace(lines.concat().as_bytes())?;
    Timing::gather(&parts.iter().map(|(path, _)| path.as_path()).collect::<Vec<_>>(), folder)?;
    Ok(Merged { folder: folder.to_path_buf(), parts: files.len(), lines: lines.len(), remark: remark(&programs) })
}

/// The programs that made the parts, as far as is known.
fn programs(parts: &[Part]) -> Vec<Provenance> {
    let mut programs: Vec<Provenance> = Vec::new();
    for (folder, manifest) in parts {
        let later = Timing::read(folder).into_iter().map(|timing| timing.provenance);
        for program in std::iter::once(manifest.provenance.clone()).chain(later) {
            if !programs.iter().any(|known| known.is_same_program(&program)) {
                programs.push(program);
            }
        }
    }
    programs
}

fn remark(programs: &[Provenance]) -> Option<String> {
    let names: Vec<String> = programs.iter().map(Provenance::program).collect();
    let names = names.join("; ");
    (programs.len() > 1).then(|| format!("recorded by {names}; the end of each part is as this program makes it"))
}

/// The stop rules of all parts, in the order of their last games: as if one run had played them. A part without a rule is one of a run without.
fn stop_rules(parts: &[Part], ends: &BTreeMap<PathBuf, u64>) -> Vec<StopRule> {
    let end = |folder: &Path| folder.canonicalize().ok().and_then(|folder| ends.get(&folder)).copied();
    let played = parts.iter().filter_map(|(folder, manifest)| Some((end(folder)?, &manifest.stop_rules)));
    let mut played: Vec<(u64, &Vec<StopRule>)> = played.collect();
    played.sort_by_key(|(end, rules)| (*end, !rules.is_empty()));
    let mut united: Vec<StopRule> = Vec::new();
    for (_, rules) in played {
        let none = [StopRule::default()];
        for rule in if rules.is_empty() { &none[..] } else { rules } {
            united.retain(|other| other != rule);
            united.push(*rule);
        }
    }
    united.into_iter().skip_while(StopRule::is_none).collect()
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

/// What parts come to.
struct Together {
    /// The lines of all records in order, each once and none missing.
    lines: Vec<String>,
    /// The number of the last entry in each folder that has some.
    ends: BTreeMap<PathBuf, u64>,
}

/// Puts the records together; `repeated` if this program must make the last entry of each again as it is recorded.
fn put_together<W: Work>(work: &W, folder: &Path, files: &[PathBuf], repeated: bool) -> Result<Together, MatchError> {
    let (mut lines, mut due, mut last) = (BTreeMap::<u64, String>::new(), 0, Vec::new());
    for file in files {
        let entries = read_part::<W::Entry>(file)?;
        due = due.max(W::Entry::PER_JOB * jobs_of_all(file, &entries));
        last.extend(entries.last().map(|entry| (file.clone(), entry.clone())));
        for entry in entries {
            let line = serde_json::to_string(&entry).map_err(|error| RecordError::system(file, error))? + "\n";
            if lines.get(&entry.number()).is_some_and(|other| *other != line) {
                return Err(RecordError::new(file, Broken::Contradiction { number: entry.number() }).into());
            }
            lines.insert(entry.number(), line);
        }
    }
    let there = (0..).zip(lines.keys()).take_while(|(place, number)| place == *number).count() as u64;
    if there < due.max(lines.len() as u64) {
        return Err(RecordError::new(folder, Broken::Missing { number: there }).into());
    }
    check_repeated(work, if repeated { &last } else { &[] }, &Control::new())?;
    let mut ends = BTreeMap::new();
    for (file, entry) in &last {
        let end = ends.entry(file.parent().unwrap_or(file).to_path_buf()).or_insert(0);
        *end = entry.number().max(*end);
    }
    Ok(Together { lines: lines.into_values().collect(), ends })
}

#[cfg(test)]
mod tests {
    use super::super::{Experiment, RowOf, RowRun, Unwatched, run_row};
    use super::*;
    use crate::matches::{pack_record, packed_path};

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

    #[test]
    fn looks_of_all_parts_are_kept() {
        let folder = std::env::temp_dir().join(format!("katsura-merge-looks-{}", std::process::id()));
        let part = |name: &str, batches: u64, looks: &[u64]| {
            let path = ruled(&folder.join(name), batches, &[]);
            let manifest = Manifest { looks: looks.to_vec(), ..Manifest::read(&path.join("x")).unwrap() };
            manifest.write(&path.join("x")).unwrap();
            path
        };
        let (plain, continued) = (part("plain", 1, &[]), part("continued", 2, &[1]));
        let most = Manifest::read(&continued.join("x")).unwrap().settled;
        assert!(most.is_some());
        merge(&[plain, continued], &folder.join("all")).unwrap();
        let merged = Manifest::read(&folder.join("all/x")).unwrap();
        assert_eq!((merged.looks, merged.settled), (vec![1], most));
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// Runs so many batches into a folder, whose manifest has these stop rules then.
    fn ruled(folder: &Path, batches: u64, rules: &[StopRule]) -> PathBuf {
        run(folder, batches);
        let manifest = Manifest { stop_rules: rules.to_vec(), ..Manifest::read(&folder.join("x")).unwrap() };
        manifest.write(&folder.join("x")).unwrap();
        folder.to_path_buf()
    }

    #[test]
    fn stop_rules_of_all_parts_are_kept_in_the_order_of_their_games() {
        let folder = std::env::temp_dir().join(format!("katsura-merge-rules-{}", std::process::id()));
        let none = StopRule::default();
        let [wide, narrow] = [0.4, 0.2].map(|width| StopRule { width: Some(width), ..none });
        let short = ruled(&folder.join("short"), 1, &[]);
        let long = ruled(&folder.join("long"), 2, &[wide]);
        let longest = ruled(&folder.join("longest"), 3, &[none, narrow]);
        let merged = |parts: &[&PathBuf], name: &str| {
            let (parts, out) = (parts.iter().map(|&part| part.clone()).collect::<Vec<_>>(), folder.join(name));
            let rules = |_| {
                merge(&parts, &out).unwrap();
                Manifest::read(&out.join("x")).unwrap().stop_rules
            };
            let [once, again] = [0, 1].map(rules);
            assert_eq!(once, again, "merging once more changes nothing");
            once
        };
        assert_eq!(merged(&[&short, &long], "a"), [wide], "no rule before the first");
        assert_eq!(merged(&[&long, &short], "b"), [wide], "whatever the order of the folders");
        assert_eq!(merged(&[&longest, &short, &long], "c"), [wide, none, narrow]);
        let unruled = ruled(&folder.join("unruled"), 3, &[]);
        assert_eq!(merged(&[&unruled, &long], "d"), [wide, none], "the last games had no rule");
        let before = ruled(&folder.join("before"), 1, &[narrow]);
        merge(std::slice::from_ref(&long), &before).unwrap();
        assert_eq!(Manifest::read(&before.join("x")).unwrap().stop_rules, [narrow, wide], "those that were there, too");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn parts_of_several_programs_are_put_together_only_if_this_one_repeats_the_end_of_each() {
        let folder = std::env::temp_dir().join(format!("katsura-merge-programs-{}", std::process::id()));
        let nodes = [1, 2].map(|number| folder.join(format!("node-{number}")));
        (1..).zip(&nodes).for_each(|(number, node)| run_shard(node, 4, Shard { number, of: 2 }));
        let row = nodes[1].join("x");
        let record = row.join("batches.2-of-2.jsonl");
        let made = std::fs::read_to_string(&record).unwrap();
        let last = made.lines().last().unwrap();
        let changed = last.replacen("\"mean\":0", "\"mean\":1", 1);
        assert_ne!(changed, last);
        std::fs::write(&record, made.replace(last, &changed)).unwrap();
        assert_eq!(merge(&nodes, &folder.join("one")).unwrap()[0].remark, None, "they are known to be of one program");
        let manifest = Manifest::read(&row).unwrap();
        let provenance = Provenance { binary: Some("0000000000000001".to_string()), ..manifest.provenance.clone() };
        Manifest { provenance, ..manifest }.write(&row).unwrap();
        let refused = merge(&nodes, &folder.join("two")).unwrap_err().to_string();
        assert!(refused.contains("batches.2-of-2.jsonl: was made by a program that plays otherwise"), "{refused}");
        std::fs::write(&record, &made).unwrap();
        let merged = merge(&nodes, &folder.join("two")).unwrap().remove(0);
        assert_eq!(merged.lines, 4);
        let told = merged.remark.unwrap();
        assert!(told.starts_with("recorded by version ") && told.contains(", binary 0000000000000001; "), "{told}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
