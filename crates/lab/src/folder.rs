//! A folder with the record of a run: `manifest.json` says what was run, `games.jsonl` (for bandits `batches.jsonl`, for probes `probes.jsonl`, for episodes `episodes.jsonl`) what came of it,
//! `timing.jsonl` how long it took. A record may be packed: `games.jsonl.zst`.
//!
//! A shard writes `games.3-of-64.jsonl` instead, and `shards.json`, which says how much all shards have to do together; [`merge`](crate::experiment::merge) puts
//! them together.

use crate::experiment::{Claimed, Shard};
use crate::matches::{BadFolder, Contest, RecordError, StopRule, packed_path};
use crate::provenance::Provenance;
use crate::stats::Design;
use crate::work::AnyWork;
use katsura_engine::files;
use katsura_game::Rng;
use katsura_mcts::config::YOUNGER_THAN_RECORDS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What a folder holds: everything needed to run it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The experiment the run belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<Claimed>,
    /// A number that differs for runs that differ in anything, in hexadecimal digits.
    pub config_hash: String,
    /// The version of the game; `None` for bandits.
    pub game_version: Option<u32>,
    /// The program and the machine that began the run.
    pub provenance: Provenance,
    /// The rules that could end the match before its last game, those of its first run first; empty if there never was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stop_rules: Vec<StopRule>,
    /// How many games, instances or positions the last run asked for; `None` in records of programs that did not note it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<u64>,
    /// After how many of them another number was asked for; empty if it was settled before the first how many there would
    /// be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<u64>,
    /// What is run.
    pub work: AnyWork,
}

impl Manifest {
    /// The manifest of work done here.
    pub fn new(work: AnyWork, claimed: Option<Claimed>) -> Self {
        Manifest {
            claimed,
            config_hash: work.hash(),
            game_version: work.game_version(),
            provenance: Provenance::here(),
            stop_rules: Vec::new(),
            settled: None,
            looks: Vec::new(),
            work,
        }
    }

    /// A sentence if this program goes on with what another one recorded in the folder: as far as is known, since a stretch that was killed is not noted.
    pub(crate) fn change_of_program(&self, folder: &Path) -> Option<String> {
        let last = Timing::read(folder).pop().map(|timing| timing.provenance);
        let (before, here) = (last.as_ref().unwrap_or(&self.provenance), Provenance::here());
        let sentence = || format!("recorded by {}, going on with {}", before.program(), here.program());
        (!here.is_same_program(before)).then(sentence)
    }

    /// The rule of the last run.
    pub fn stop_rule(&self) -> StopRule {
        self.stop_rules.last().copied().unwrap_or_default()
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// If there is none, or it is not one.
    pub fn read(folder: &Path) -> Result<Self, RecordError> {
        let path = manifest_path(folder);
        let text = std::fs::read_to_string(&path).map_err(|error| RecordError::system(&path, error))?;
        serde_json::from_str(&text).map_err(|error| RecordError::new(&path, BadFolder::BadManifest(error.to_string())))
    }

    /// Makes the folder one of this run: writes the manifest, or checks that the one there is of the same run, whose description
    /// [may be another](crate::experiment::describe).
    ///
    /// # Errors
    /// If the folder cannot be written, belongs to another run, or has a record of which nobody knows what was run.
    pub fn establish(&self, folder: &Path) -> Result<(), RecordError> {
        let path = manifest_path(folder);
        if folder.is_file() {
            return Err(RecordError::new(folder, BadFolder::NoFolder));
        }
        std::fs::create_dir_all(folder).map_err(|error| RecordError::system(folder, error))?;
        if path.exists() {
            return self.check_same(&Manifest::read(folder)?, &path);
        }
        match self.records(folder).into_iter().find(|record| says_something(record)) {
            Some(record) => Err(RecordError::new(&record, BadFolder::NoManifest)),
            None => self.write(folder),
        }
    }

    /// Adds a stop rule to the manifest of a folder, before the first game that is played under it, if it is another than that of the games before.
    ///
    /// # Errors
    /// If the manifest cannot be read or written.
    pub(crate) fn add_stop_rule(folder: &Path, rule: StopRule) -> Result<(), RecordError> {
        let mut there = Manifest::read(folder)?;
        if there.stop_rule() == rule {
            return Ok(());
        }
        there.stop_rules.push(rule);
        there.write(folder)
    }

    /// Notes in the manifest of a folder, before a run adds anything to its record, how many games, instances or positions
    /// the run asks for. If there are some already and another number was asked for, or nobody knows which, what they came
    /// to may be the reason: that is a look.
    ///
    /// # Errors
    /// If the manifest cannot be read or written.
    pub fn settle(folder: &Path, there: u64, asked: u64) -> Result<(), RecordError> {
        let mut manifest = Manifest::read(folder)?;
        if asked <= there || manifest.settled == Some(asked) {
            return Ok(());
        }
        manifest.looks.extend((there > 0).then_some(there));
        manifest.settled = Some(asked);
        manifest.write(folder)
    }

    /// How it was settled that there are so many games, instances or positions: before the first, or by a rule, after a
    /// look, or not yet.
    pub fn design(&self, there: u64) -> Design {
        let is_whole = self.settled.is_none_or(|settled| there >= settled);
        if is_whole && self.stop_rules.is_empty() && self.looks.is_empty() { Design::Fixed } else { Design::Sequential }
    }

    /// Writes the manifest into a folder, over the one there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), RecordError> {
        let path = manifest_path(folder);
        let text = serde_json::to_string_pretty(self).map_err(|error| RecordError::system(&path, error))?;
        write_whole(&path, format!("{text}\n").as_bytes())
    }

    /// What has [changed](katsura_mcts::config::changes_since) for the searches of the run since it was made: nothing if they
    /// play as they did.
    pub fn search_changes(&self) -> Vec<&'static str> {
        self.work.changes_since(self.provenance.search)
    }

    /// Checks that this program reads the manifest as the one that wrote it did, and that the searches in it are what
    /// they were.
    ///
    /// # Errors
    /// If it does not: the run can then not be repeated.
    pub fn check_readable(&self, folder: &Path) -> Result<(), RecordError> {
        let (hash, version) = (self.work.hash(), self.work.game_version());
        let fail = |folder_is: BadFolder| Err(RecordError::new(&manifest_path(folder), folder_is));
        let changes = self.search_changes();
        if !changes.is_empty() {
            return fail(BadFolder::OtherSearch { recorded: self.provenance.search, changes });
        }
        match (self.game_version, version) {
            (Some(recorded), Some(here)) if recorded != here => fail(BadFolder::OtherVersion { recorded, here }),
            _ if hash != self.config_hash => {
                fail(BadFolder::OtherConfiguration { recorded: self.config_hash.clone(), here: hash })
            }
            _ => Ok(()),
        }
    }

    /// Checks that the run belongs to this experiment, or to none.
    ///
    /// # Errors
    /// If it belongs to another one.
    pub(crate) fn check_experiment(&self, name: &str, path: &Path) -> Result<(), RecordError> {
        match &self.claimed {
            Some(Claimed { experiment, .. }) if experiment != name => {
                let (recorded, here) = (experiment.clone(), name.to_string());
                Err(RecordError::new(path, BadFolder::OtherExperiment { recorded, here }))
            }
            _ => Ok(()),
        }
    }

    fn check_same(&self, there: &Manifest, path: &Path) -> Result<(), RecordError> {
        if let Some(claimed) = &self.claimed {
            there.check_experiment(&claimed.experiment, path)?;
        }
        if (&self.config_hash, self.game_version) != (&there.config_hash, there.game_version) {
            return Err(RecordError::new(path, BadFolder::OtherRun));
        }
        there.check_unchanged(&self.work, path)
    }

    /// Checks that the manifest says the same as this work of the same hash. The two are compared with each other, not with the hash, because a later
    /// program may read both differently from the one that wrote them.
    ///
    /// # Errors
    /// If it does not: somebody has changed it.
    pub(crate) fn check_unchanged(&self, work: &AnyWork, path: &Path) -> Result<(), RecordError> {
        if self.work.hash() == work.hash() {
            return Ok(());
        }
        Err(RecordError::new(path, BadFolder::ChangedManifest { hash: self.config_hash.clone() }))
    }

    /// Where the record of this run, or of a part of it, is in a folder.
    pub fn record_path(&self, folder: &Path, shard: Shard) -> PathBuf {
        let stem = self.work.words().record;
        match shard {
            Shard { of: 1, .. } => folder.join(format!("{stem}.jsonl")),
            Shard { number, of } => folder.join(format!("{stem}.{number}-of-{of}.jsonl")),
        }
    }

    /// All records of this run in a folder, whole or of shards; packed ones under the names that they have otherwise.
    pub fn records(&self, folder: &Path) -> Vec<PathBuf> {
        let record = |path: PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str())?;
            let plain = name.strip_suffix(".zst").unwrap_or(name);
            let known = plain.starts_with(&format!("{}.", self.work.words().record)) && plain.ends_with(".jsonl");
            known.then(|| folder.join(plain))
        };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| record(entry.path())).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// Whether a record, packed or not, has anything in it.
pub(crate) fn says_something(record: &Path) -> bool {
    let size = |path: &Path| path.metadata().map_or(0, |file| file.len());
    size(record) > 0 || size(&packed_path(record)) > 0
}

/// The hash of what is written as JSON, in hexadecimal digits.
pub(crate) fn hash_json(value: &impl Serialize) -> String {
    format!("{:016x}", Rng::stream(&words_of(value)).next_u64())
}

/// What a hash is made of: the bytes of the JSON text, without the parameters of searches that came later, where they change nothing.
pub(crate) fn words_of(value: &impl Serialize) -> Vec<u64> {
    let text = serde_json::to_string(value).unwrap_or_default();
    let old = YOUNGER_THAN_RECORDS.iter().fold(text, |text, (key, value)| text.replace(&format!("\"{key}\":{value},"), ""));
    old.bytes().map(u64::from).collect()
}

/// The hash of a contest in hexadecimal digits.
pub fn hash_text(contest: &Contest) -> String {
    format!("{:016x}", contest.hash())
}

/// Where a folder's manifest is.
pub fn manifest_path(folder: &Path) -> PathBuf {
    folder.join("manifest.json")
}

/// One stretch of a run: how long it took where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The first job and the one after the last.
    pub jobs: [u64; 2],
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Jobs side by side.
    pub threads: usize,
    /// The program and the machine.
    pub provenance: Provenance,
}

impl Timing {
    /// Adds the stretch to the folder's `timing.jsonl`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note(&self, folder: &Path) -> Result<(), RecordError> {
        let path = folder.join("timing.jsonl");
        let fail = |error: std::io::Error| RecordError::system(&path, error);
        let mut file = OpenOptions::new().append(true).create(true).open(&path).map_err(fail)?;
        let line = serde_json::to_string(self).map_err(|error| RecordError::system(&path, error))?;
        file.write_all(format!("{line}\n").as_bytes()).map_err(fail)
    }

    /// Notes in a folder those stretches of others that are not noted there, in the order of their jobs.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn gather(folders: &[&Path], into: &Path) -> Result<(), RecordError> {
        let mut noted = Timing::read(into);
        let mut others: Vec<Timing> = folders.iter().flat_map(|folder| Timing::read(folder)).collect();
        others.sort_by_key(|timing| timing.jobs);
        for timing in others {
            if !noted.contains(&timing) {
                timing.note(into)?;
                noted.push(timing);
            }
        }
        Ok(())
    }

    /// The stretches noted in a folder; lines that are none are left out.
    pub fn read(folder: &Path) -> Vec<Timing> {
        let text = std::fs::read_to_string(folder.join("timing.jsonl")).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}

/// Writes a file so that it is there whole or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    files::write_whole(path, bytes).map_err(|error| RecordError::system(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, MatchWork, describe};
    use crate::matches::{Contestant, Openings, pack_record};

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[rows]]\nname = 'x'\ngame = { name = 'tic-tac-toe' }\n\
        a = 'uct'\nb = 'random'\nsimulations = 100\ngames = { quick = 2, full = 2 }\n";

    fn experiment() -> Experiment {
        Experiment::parse(EXPERIMENT, "e").unwrap()
    }

    /// The manifest of the row.
    fn manifest() -> Manifest {
        let experiment = experiment();
        Manifest::new(experiment.work("x").unwrap(), Some(experiment.claimed("x")))
    }

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("katsura-folder-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join("x")).unwrap();
        folder
    }

    #[test]
    fn a_record_without_a_manifest_is_not_taken_for_that_of_any_run() {
        let out = scratch("bare");
        let (manifest, record) = (manifest(), out.join("x/games.jsonl"));
        std::fs::write(&record, "").unwrap();
        manifest.establish(&out.join("x")).unwrap();
        std::fs::remove_file(manifest_path(&out.join("x"))).unwrap();
        std::fs::write(&record, "{}\n").unwrap();
        let refused = || manifest.establish(&out.join("x")).unwrap_err().to_string();
        assert!(refused().contains("games.jsonl: is a record without its manifest.json: put that back"), "{}", refused());
        pack_record(&record).unwrap();
        assert!(refused().contains("is a record without its manifest.json"), "packed: {}", refused());
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn a_manifest_that_was_changed_by_hand_is_not_gone_on_with() {
        let out = scratch("edited");
        let (manifest, path) = (manifest(), manifest_path(&out.join("x")));
        manifest.establish(&out.join("x")).unwrap();
        manifest.establish(&out.join("x")).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let edited = text.replacen("\"simulations\": 100", "\"simulations\": 900", 2);
        assert_ne!(text, edited);
        std::fs::write(&path, edited).unwrap();
        let refused = manifest.establish(&out.join("x")).unwrap_err().to_string();
        assert!(refused.contains("manifest.json: does not describe the run of its hash"), "{refused}");
        assert_eq!(describe(&experiment(), &out).unwrap_err().to_string(), refused, "nor given another description");
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn manifests_that_this_program_reads_differently_from_the_one_that_wrote_them_are_of_one_run() {
        let out = scratch("old");
        let old = Manifest { config_hash: "0123456789abcdef".to_string(), ..manifest() };
        old.establish(&out.join("x")).unwrap();
        old.establish(&out.join("x")).unwrap();
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn a_run_that_asks_for_another_number_after_some_games_is_noted_as_a_look() {
        let out = scratch("looks");
        let folder = out.join("x");
        manifest().establish(&folder).unwrap();
        let settle = |there: u64, asked: u64| {
            Manifest::settle(&folder, there, asked).unwrap();
            let manifest = Manifest::read(&folder).unwrap();
            (manifest.settled, manifest.looks.clone(), manifest.design(asked))
        };
        assert_eq!(settle(0, 400), (Some(400), vec![], Design::Fixed));
        assert_eq!(Manifest::read(&folder).unwrap().design(250), Design::Sequential, "not finished");
        assert_eq!(settle(250, 400), (Some(400), vec![], Design::Fixed), "it goes on to what was settled");
        assert_eq!(settle(400, 200), (Some(400), vec![], Design::Sequential), "nothing is added");
        assert_eq!(settle(400, 1000), (Some(1000), vec![400], Design::Sequential));
        assert_eq!(settle(700, 1000), (Some(1000), vec![400], Design::Sequential));
        assert_eq!(settle(1000, 1200), (Some(1200), vec![400, 1000], Design::Sequential));
        std::fs::remove_dir_all(&folder).unwrap();
        manifest().establish(&folder).unwrap();
        assert_eq!(Manifest::read(&folder).unwrap().design(60), Design::Fixed, "nothing is known against it");
        assert_eq!(settle(60, 100), (Some(100), vec![60], Design::Sequential), "nobody knows what was settled before");
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn every_stop_rule_that_a_match_had_is_kept_and_changes_no_hash() {
        let folder = std::env::temp_dir().join(format!("katsura-stop-rules-{}", std::process::id()));
        let player = || Contestant::parse("random", None).unwrap();
        let game = katsura_games::GameSpec::named("tic-tac-toe").unwrap();
        let contest = Contest { game, players: [player(), player()], openings: Openings::None, seed: 1, resign: None };
        let plain = Manifest::new(AnyWork::Match(MatchWork { row: None, contest }), None);
        let narrow = StopRule { width: Some(0.1), ..StopRule::default() };
        let run = |rule: StopRule| {
            plain.establish(&folder).unwrap();
            Manifest::add_stop_rule(&folder, rule).unwrap();
            Manifest::read(&folder).unwrap().stop_rules
        };
        assert!(run(StopRule::default()).is_empty(), "as in manifests without rules");
        assert_eq!((run(narrow), run(narrow)), (vec![narrow], vec![narrow]));
        assert_eq!(run(StopRule::default()), [narrow, StopRule::default()]);
        assert_eq!(Manifest::read(&folder).unwrap().config_hash, plain.config_hash);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
