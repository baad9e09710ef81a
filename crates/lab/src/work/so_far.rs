//! What is known of a row while it runs.

use crate::matches::{Entry, GameRecord, Tally};
use serde_json::{Map, Value};

/// What is known of a row while it runs.
pub trait SoFar<E> {
    /// Adds the next entry.
    fn add(&mut self, entry: &E);

    /// How many whole jobs were added.
    fn jobs(&self) -> u64;

    /// The games, if it is a match.
    fn tally(&self) -> Option<&Tally> {
        None
    }

    /// Adds what there is to say about those who did the jobs.
    fn remark(&mut self, _remarks: Vec<String>) {}

    /// All that is known beside the number of jobs, as JSON.
    fn document(&self) -> Map<String, Value> {
        Map::new()
    }
}

/// Nothing but the number of entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count(u64);

impl<E: Entry> SoFar<E> for Count {
    fn add(&mut self, _entry: &E) {
        self.0 += 1;
    }

    fn jobs(&self) -> u64 {
        self.0 / E::PER_JOB
    }
}

impl SoFar<GameRecord> for Tally {
    fn add(&mut self, game: &GameRecord) {
        Tally::add(self, game);
    }

    fn jobs(&self) -> u64 {
        self.games() / GameRecord::PER_JOB
    }

    fn tally(&self) -> Option<&Tally> {
        Some(self)
    }

    fn remark(&mut self, remarks: Vec<String>) {
        Tally::remark(self, remarks);
    }

    fn document(&self) -> Map<String, Value> {
        Tally::document(self)
    }
}
