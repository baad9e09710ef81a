//! A folder with the record of a run: `manifest.json` says what was run, `games.jsonl` what came of it, `timing.jsonl` how long it took.
//!
//! A shard writes `games.3-of-64.jsonl` instead; [`merge`](crate::experiment::merge) puts shards together.

use crate::experiment::{Claimed, Shard};
use crate::matches::{Contest, RecordError};
use crate::provenance::Provenance;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What a folder holds: everything needed to run it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The experiment and its claim, if the run belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<Claimed>,
    /// A number that differs for runs that differ in anything, in hexadecimal digits.
    pub config_hash: String,
    /// The version of the game.
    pub game_version: u32,
    /// The program and the machine that began the run.
    pub provenance: Provenance,
    /// The two players with their full configurations, the game, the openings and the seed.
    pub contest: Contest,
}

impl Manifest {
    /// The manifest of a contest played here.
    pub fn new(contest: Contest, claimed: Option<Claimed>) -> Self {
        Manifest {
            claimed,
            config_hash: hash_text(&contest),
            game_version: contest.game.version(),
            provenance: Provenance::here(),
            contest,
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

    /// Makes the folder one of this run: writes the manifest, or checks that the one there is of the same run.
    ///
    /// # Errors
    /// If the folder cannot be written, or belongs to another run.
    pub fn establish(&self, folder: &Path) -> Result<(), RecordError> {
        let path = manifest_path(folder);
        std::fs::create_dir_all(folder).map_err(|error| RecordError::new(folder, error.to_string()))?;
        if path.exists() {
            return self.check_same(&Manifest::read(folder)?, &path);
        }
        let text = serde_json::to_string_pretty(self).map_err(|error| RecordError::new(&path, error.to_string()))?;
        write_whole(&path, format!("{text}\n").as_bytes())
    }

    /// Checks that this program reads the manifest as the one that wrote it did.
    ///
    /// # Errors
    /// If it does not: the games can then not be repeated.
    pub fn check_readable(&self, folder: &Path) -> Result<(), RecordError> {
        let (hash, version) = (hash_text(&self.contest), self.contest.game.version());
        if version != self.game_version {
            let message = format!("was played with version {} of the game; this is version {version}", self.game_version);
            return Err(RecordError::new(&manifest_path(folder), message));
        }
        if hash != self.config_hash {
            let message =
                format!("has the hash {}, this program makes it {hash}: configurations have changed", self.config_hash);
            return Err(RecordError::new(&manifest_path(folder), message));
        }
        Ok(())
    }

    fn check_same(&self, there: &Manifest, path: &Path) -> Result<(), RecordError> {
        if (&self.config_hash, self.game_version) == (&there.config_hash, there.game_version) {
            return Ok(());
        }
        let message = "belongs to a run with other players, game, openings, seed or version; choose another folder";
        Err(RecordError::new(path, message))
    }
}

/// The hash of a contest in hexadecimal digits.
pub fn hash_text(contest: &Contest) -> String {
    format!("{:016x}", contest.hash())
}

/// Where a folder's manifest is.
pub fn manifest_path(folder: &Path) -> PathBuf {
    folder.join("manifest.json")
}

/// Where a folder's games are.
pub fn record_path(folder: &Path, shard: Shard) -> PathBuf {
    match shard {
        Shard { of: 1, .. } => folder.join("games.jsonl"),
        Shard { number, of } => folder.join(format!("games.{number}-of-{of}.jsonl")),
    }
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
