//! A folder with the record of a run: `manifest.json` says what was run, `games.jsonl` (for bandits `batches.jsonl`, for probes `probes.jsonl`) what came of it,
//! `timing.jsonl` how long it took. A record may be packed: `games.jsonl.zst`.
//!
//! A shard writes `games.3-of-64.jsonl` instead; [`merge`](crate::experiment::merge) puts shards together.

use crate::experiment::{BanditWork, Claimed, ProbeWork, Row, Shard};
use crate::matches::{Contest, RecordError};
use crate::provenance::Provenance;
use katsura_game::Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
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
    /// What is run.
    pub work: Work,
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "there is one per row")]
pub enum Work {
    /// Two players, each with its full configuration.
    Match(MatchWork),
    /// A bandit problem and a policy.
    Bandit(BanditWork),
    /// A search that is asked for the values of positions.
    Probe(ProbeWork),
}

/// Two players, each with its full configuration, and the row of an experiment they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchWork {
    /// The row, if the match belongs to an experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<Row>,
    /// The game, the players, the openings and the seed.
    pub contest: Contest,
}

impl Work {
    /// A number that differs for work that differs in anything that changes its results, in hexadecimal digits.
    pub fn hash(&self) -> String {
        match self {
            Work::Match(work) => hash_text(&work.contest),
            Work::Bandit(work) => {
                let row = &work.row;
                hash_json(&(&row.bandit, &row.protocol, &row.policy, work.seed))
            }
            Work::Probe(ProbeWork { row, game, config, generator, seed }) => {
                hash_json(&((game, game.version(), config, generator), (&row.positions, &row.simulations, seed)))
            }
        }
    }

    fn game_version(&self) -> Option<u32> {
        match self {
            Work::Match(work) => Some(work.contest.game.version()),
            Work::Probe(work) => Some(work.game.version()),
            Work::Bandit(_) => None,
        }
    }

    /// The name of the record without its ending.
    fn stem(&self) -> &'static str {
        match self {
            Work::Match(_) => "games",
            Work::Bandit(_) => "batches",
            Work::Probe(_) => "probes",
        }
    }
}

impl Manifest {
    /// The manifest of work done here.
    pub fn new(work: Work, claimed: Option<Claimed>) -> Self {
        Manifest {
            claimed,
            config_hash: work.hash(),
            game_version: work.game_version(),
            provenance: Provenance::here(),
            work,
        }
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// If there is none, or it is not one.
    pub fn read(folder: &Path) -> Result<Self, RecordError> {
        let path = manifest_path(folder);
        let text = std::fs::read_to_string(&path).map_err(|error| RecordError::new(&path, error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| RecordError::new(&path, format!("is no manifest: {error}")))
    }

    /// Makes the folder one of this run: writes the manifest, or checks that the one there is of the same run, whose description
    /// [may be another](crate::experiment::describe).
    ///
    /// # Errors
    /// If the folder cannot be written, or belongs to another run.
    pub fn establish(&self, folder: &Path) -> Result<(), RecordError> {
        let path = manifest_path(folder);
        std::fs::create_dir_all(folder).map_err(|error| RecordError::new(folder, error.to_string()))?;
        if path.exists() { self.check_same(&Manifest::read(folder)?, &path) } else { self.write(folder) }
    }

    /// Writes the manifest into a folder, over the one there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), RecordError> {
        let path = manifest_path(folder);
        let text = serde_json::to_string_pretty(self).map_err(|error| RecordError::new(&path, error.to_string()))?;
        write_whole(&path, format!("{text}\n").as_bytes())
    }

    /// Checks that this program reads the manifest as the one that wrote it did.
    ///
    /// # Errors
    /// If it does not: the run can then not be repeated.
    pub fn check_readable(&self, folder: &Path) -> Result<(), RecordError> {
        let (hash, version) = (self.work.hash(), self.work.game_version());
        let fail = |message: String| Err(RecordError::new(&manifest_path(folder), message));
        match (self.game_version, version) {
            (Some(old), Some(new)) if old != new => {
                fail(format!("was played with version {old} of the game; this is version {new}"))
            }
            _ if hash != self.config_hash => {
                let old = &self.config_hash;
                fail(format!("has the hash {old}, this program makes it {hash}: configurations have changed"))
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
                let message = format!("belongs to the experiment '{experiment}', not to '{name}'; choose another folder");
                Err(RecordError::new(path, message))
            }
            _ => Ok(()),
        }
    }

    fn check_same(&self, there: &Manifest, path: &Path) -> Result<(), RecordError> {
        if let Some(claimed) = &self.claimed {
            there.check_experiment(&claimed.experiment, path)?;
        }
        if (&self.config_hash, self.game_version) == (&there.config_hash, there.game_version) {
            return Ok(());
        }
        let message = "belongs to a run with other players, game, openings, seed or version; choose another folder";
        Err(RecordError::new(path, message))
    }

    /// Where the record of this run, or of a part of it, is in a folder.
    pub fn record_path(&self, folder: &Path, shard: Shard) -> PathBuf {
        let stem = self.work.stem();
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
            let known = plain.starts_with(&format!("{}.", self.work.stem())) && plain.ends_with(".jsonl");
            known.then(|| folder.join(plain))
        };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| record(entry.path())).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

fn hash_json(value: &impl Serialize) -> String {
    let text = serde_json::to_vec(value).unwrap_or_default();
    let words: Vec<u64> = text.into_iter().map(u64::from).collect();
    format!("{:016x}", Rng::stream(&words).next_u64())
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
        let fail = |error: std::io::Error| RecordError::new(&path, error.to_string());
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(&path).map_err(fail)?;
        let line = serde_json::to_string(self).map_err(|error| RecordError::new(&path, error.to_string()))?;
        file.write_all(format!("{line}\n").as_bytes()).map_err(fail)
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
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    let fail = |error: std::io::Error| RecordError::new(path, error.to_string());
    let partial = path.with_extension(format!("partial-{}", std::process::id()));
    std::fs::write(&partial, bytes).map_err(fail)?;
    std::fs::rename(&partial, path).map_err(fail)
}
