//! What earlier matches tell about those that are planned: how their pairs vary, and how long a game takes.

use super::{Shard, row_folders};
use crate::folder::Timing;
use crate::matches::{Broken, GameRecord, RecordError, Tally, read_record};
use crate::provenance::Provenance;
use crate::stats::{PairCounts, plan};
use crate::work::AnyWork;
use std::path::Path;

/// The matches below a folder.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// The pairs, match by match.
    pub pairs: Vec<PairCounts>,
    /// How long a game took.
    pub seconds_per_game: f64,
    /// Another machine than this one, if they were played there.
    pub elsewhere: Option<String>,
}

impl Earlier {
    /// Reads them.
    ///
    /// # Errors
    /// If there is no pair, or no game was timed.
    pub fn read(folder: &Path) -> Result<Self, RecordError> {
        let (mut pairs, mut stretches) = (Vec::new(), Vec::new());
        for (row, manifest) in row_folders(folder)? {
            if let AnyWork::Match(work) = &manifest.work {
                let games: Vec<GameRecord> = read_record(&manifest.record_path(&row, Shard::WHOLE))?;
                pairs.push(Tally::of_contest(&work.contest, &games).pairs());
                stretches.extend(Timing::read(&row));
            }
        }
        if plan::pair_variance(&pairs).is_none() {
            return Err(RecordError::new(folder, Broken::NoPairs));
        }
        let games: u64 = stretches.iter().map(|timing| 2 * (timing.jobs[1] - timing.jobs[0])).sum();
        if games == 0 {
            return Err(RecordError::new(folder, Broken::NoTime));
        }
        let here = Provenance::here();
        let elsewhere = stretches.iter().find(|timing| !timing.provenance.is_same_machine(&here));
        Ok(Earlier {
            pairs,
            seconds_per_game: stretches.iter().map(|timing| timing.seconds).sum::<f64>() / games as f64,
            elsewhere: elsewhere.map(|timing| timing.provenance.machine()),
        })
    }
}
