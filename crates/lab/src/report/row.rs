//! What one row came to.

use crate::experiment::{Measure, Row, Shard};
use crate::folder::{Manifest, MatchWork, Timing};
use crate::matches::{Entry, GameRecord, RecordError, Tally, packed_path, read_record};
use crate::stats::{Claim, Judgement, Measured, gaffke_p_value, judge};
use std::path::Path;

/// What one row came to.
#[derive(Clone, Debug)]
pub struct RowReport {
    /// What was run.
    pub manifest: Manifest,
    /// The match.
    pub work: MatchWork,
    /// The sums of its games.
    pub tally: Tally,
    /// Our value: the score of player a, or the points, with its 95 % interval.
    pub ours: Measured,
    /// The published value, if there is one.
    pub published: Option<Measured>,
    /// What our value says about the claim, if there is one.
    pub judgement: Option<Judgement>,
    /// The p-value of "the value is the threshold of the claim", or of an even match where there is no threshold, before any
    /// correction; `None` for a claim of a value and before there are games.
    pub p_value: Option<f64>,
    /// The score after each of some numbers of games.
    pub course: Vec<(u64, f64)>,
    /// How long the run took where.
    pub timing: Vec<Timing>,
}

impl RowReport {
    /// The report of a row's folder.
    ///
    /// # Errors
    /// If its record cannot be read.
    pub fn of(folder: &Path, manifest: Manifest, work: MatchWork) -> Result<Self, RecordError> {
        let games: Vec<GameRecord> = whole_record(folder, &manifest)?;
        let tally = Tally::of(&games);
        let row = work.row.as_ref();
        let ours = measured(row, &tally);
        let published = row.and_then(|row| row.published.as_ref()).map(|published| published.measured());
        let claim = row.and_then(|row| row.claim);
        let judgement = claim.zip(published).filter(|_| tally.games() > 1);
        let judgement = judgement.map(|(claim, published)| judge(&claim, &published, &ours, tally.games()));
        let (timing, p_value) = (Timing::read(folder), p_value(row, &tally));
        Ok(RowReport { p_value, ours, published, judgement, course: course(&games), timing, manifest, work, tally })
    }

    /// The row as the experiment states it; `None` for a match of no experiment.
    pub fn row(&self) -> Option<&Row> {
        self.work.row.as_ref()
    }

    /// The row's name.
    pub fn name(&self) -> &str {
        self.row().map_or("match", |row| row.name.as_str())
    }

    /// What is measured.
    pub fn measure(&self) -> Measure {
        self.row().map(|row| row.measure).unwrap_or_default()
    }
}

/// The record of a folder, which must not be in shards.
pub(super) fn whole_record<E: Entry>(folder: &Path, manifest: &Manifest) -> Result<Vec<E>, RecordError> {
    let path = manifest.record_path(folder, Shard::WHOLE);
    if !path.exists() && !packed_path(&path).exists() {
        return Err(RecordError::new(folder, "has no whole record; put shards together with katsura lab merge"));
    }
    read_record(&path)
}

fn p_value(row: Option<&Row>, tally: &Tally) -> Option<f64> {
    let threshold = match row.and_then(|row| row.claim) {
        Some(Claim::Value { .. }) => return None,
        Some(Claim::Side { threshold }) => Some(threshold),
        None => None,
    };
    match row.map(|row| row.measure).unwrap_or_default() {
        Measure::Points => tally.points_p_value(threshold.unwrap_or(0.0)),
        Measure::Score if tally.games() > 1 => Some(gaffke_p_value(&tally.pairs().histogram(), threshold.unwrap_or(0.5))),
        Measure::Score => None,
    }
}

fn measured(row: Option<&Row>, tally: &Tally) -> Measured {
    let points = row.is_some_and(|row| row.measure == Measure::Points).then(|| tally.points_a()).flatten();
    points.unwrap_or_else(|| tally.score_a())
}

/// About a hundred points of the running score.
fn course(games: &[GameRecord]) -> Vec<(u64, f64)> {
    let step = (games.len() / 200).max(1) * 2;
    let (mut sum, mut course) = (0.0, Vec::new());
    for (place, game) in games.iter().enumerate() {
        sum += game.reward_a;
        let played = place + 1;
        if played.is_multiple_of(step) || (played == games.len() && played.is_multiple_of(2)) {
            course.push((played as u64, sum / played as f64));
        }
    }
    course
}
