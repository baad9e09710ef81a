//! What one row came to.

use super::wins;
use crate::experiment::{Measure, Row, Shard};
use crate::folder::{Manifest, MatchWork, Timing};
use crate::matches::{Entry, GameRecord, RecordError, Stopped, Tally, packed_path, read_record};
use crate::stats::{Claim, Judgement, Measured, judge, score_p_value};
use std::path::Path;

/// What one row came to.
#[derive(Clone, Debug)]
pub struct RowReport {
    name: String,
    /// What was run.
    pub manifest: Manifest,
    /// The match.
    pub work: MatchWork,
    /// The sums of its games.
    pub tally: Tally,
    /// Our value: the score of player a, or the points, with its 95 % interval; `None` without games, and where no pair has points.
    pub ours: Option<Measured>,
    /// The published value, if there is one.
    pub published: Option<Measured>,
    /// What our value says about the claim, if there is one.
    pub judgement: Option<Judgement>,
    /// The p-value of "the value is the threshold of the claim", or of an even match where there is no threshold, before any
    /// correction, the anytime-valid one of a match that a rule could stop; `None` for a claim of a value and before there are games.
    pub p_value: Option<f64>,
    /// The score after each of some numbers of games.
    pub course: Vec<(u64, f64)>,
    /// How long the run took where.
    pub timing: Vec<Timing>,
    /// How often player a, and player b, won each of the [`WAYS`](super::WAYS); `None` for games that have no such ways.
    pub wins: Option<[[u64; 3]; 2]>,
}

impl RowReport {
    /// The report of a row's folder.
    ///
    /// # Errors
    /// If its record cannot be read.
    pub fn of(folder: &Path, manifest: Manifest, work: MatchWork) -> Result<Self, RecordError> {
        let games: Vec<GameRecord> = whole_record(folder, &manifest)?;
        let tally = Tally::of_contest(&work.contest, &games);
        let row = work.row.as_ref();
        let ours = measured(row, &tally);
        let published = row.and_then(|row| row.published.as_ref()).map(|published| published.measured());
        let claim = row.and_then(|row| row.claim);
        let judgement = claim.zip(published).zip(ours).filter(|_| tally.games() > 1);
        let counted = 2 * pairs_measured(row, &tally);
        let judgement = judgement.map(|((claim, published), ours)| judge(&claim, &published, &ours, counted));
        let (timing, p_value) = (Timing::read(folder), p_value(row, &tally, !manifest.stop_rules.is_empty()));
        let (name, wins, course) = (name(folder, row), wins::count(&work.contest, &games), course(&games));
        Ok(RowReport { name, p_value, ours, published, judgement, course, timing, wins, manifest, work, tally })
    }

    /// The row as the experiment states it; `None` for a match of no experiment.
    pub fn row(&self) -> Option<&Row> {
        self.work.row.as_ref()
    }

    /// The row's name; that of its folder for a match of no experiment.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Games a second, as far as they were timed.
    pub fn games_per_second(&self) -> Option<f64> {
        let games: u64 = self.timing.iter().map(|timing| 2 * (timing.jobs[1] - timing.jobs[0])).sum();
        let seconds: f64 = self.timing.iter().map(|timing| timing.seconds).sum();
        (seconds > 0.0).then(|| games as f64 / seconds)
    }

    /// The rule that ended the match before its last game, if one did.
    pub fn stopped(&self) -> Option<Stopped> {
        self.manifest.stop_rule().stopped(&self.tally.pairs())
    }

    /// How many pairs count.
    pub fn pairs_measured(&self) -> u64 {
        pairs_measured(self.row(), &self.tally)
    }

    /// What is measured.
    pub fn measure(&self) -> Measure {
        self.row().map(|row| row.measure).unwrap_or_default()
    }
}

fn name(folder: &Path, row: Option<&Row>) -> String {
    let of_folder = || Some(folder.canonicalize().ok()?.file_name()?.to_string_lossy().into_owned());
    row.map(|row| row.name.clone()).or_else(of_folder).unwrap_or("match".to_string())
}

/// The record of a folder, which must not be in shards.
pub(super) fn whole_record<E: Entry>(folder: &Path, manifest: &Manifest) -> Result<Vec<E>, RecordError> {
    let path = manifest.record_path(folder, Shard::WHOLE);
    if !path.exists() && !packed_path(&path).exists() {
        return Err(RecordError::new(folder, "has no whole record; put shards together with katsura lab merge"));
    }
    read_record(&path)
}

fn p_value(row: Option<&Row>, tally: &Tally, has_rule: bool) -> Option<f64> {
    let threshold = match row.and_then(|row| row.claim) {
        Some(Claim::Value { .. }) => return None,
        Some(Claim::Side { threshold }) => Some(threshold),
        None => None,
    };
    match row.map(|row| row.measure).unwrap_or_default() {
        Measure::Points => tally.points_p_value(threshold.unwrap_or(0.0)),
        Measure::Score => {
            (tally.games() > 1).then(|| score_p_value(&tally.pairs().histogram(), threshold.unwrap_or(0.5), has_rule))
        }
    }
}

fn measured(row: Option<&Row>, tally: &Tally) -> Option<Measured> {
    match row.map(|row| row.measure).unwrap_or_default() {
        Measure::Points => tally.points_a(),
        Measure::Score => (tally.games() > 0).then(|| tally.score_a()),
    }
}

fn pairs_measured(row: Option<&Row>, tally: &Tally) -> u64 {
    match row.map(|row| row.measure).unwrap_or_default() {
        Measure::Points => tally.pairs_with_points(),
        Measure::Score => tally.pairs().pairs(),
    }
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

#[cfg(test)]
mod tests {
    use super::super::table;
    use super::*;
    use crate::experiment::Experiment;
    use crate::folder::Work;
    use crate::matches::{End, Seat};
    use crate::report::Report;

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[rows]]\nname = 'x'\n\
        game = { name = 'go', size = 3 }\na = 'random'\nb = 'random'\ngames = { quick = 2, full = 2 }\nmeasure = 'points'\n\
        published = { value = 3.0 }\nclaim = { kind = 'side', threshold = 0.0 }\n";

    /// The line of the main table after games with these points.
    fn line(points: &[Option<f64>]) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!("katsura-row-{}-{}", std::process::id(), points.len()));
        let experiment = Experiment::parse(EXPERIMENT, "e").unwrap();
        let row = experiment.rows[0].clone();
        let contest = row.contest(&experiment).unwrap();
        let manifest = Manifest::new(Work::Match(MatchWork { row: Some(row), contest }), Some(experiment.claimed("x")));
        manifest.establish(&folder).unwrap();
        let game = |(number, points_a): (usize, &Option<f64>)| {
            let first = Seat::BOTH[number % 2];
            let (end, moves) = (End::Rules, number.to_string());
            let game = number as u64;
            let (points_a, note, [restarts, late_moves]) = (*points_a, None, [[0; 2]; 2]);
            let (reward_a, opening) = (1.0, 0);
            let game = GameRecord { game, first, reward_a, end, opening, points_a, note, restarts, late_moves, moves };
            serde_json::to_string(&game).unwrap() + "\n"
        };
        let lines: String = points.iter().enumerate().map(game).collect();
        std::fs::write(manifest.record_path(&folder, Shard::WHOLE), lines).unwrap();
        let report = Report::of(&folder).unwrap();
        assert!(!report.html().is_empty());
        std::fs::remove_dir_all(folder).unwrap();
        table::main(&report).pop().unwrap()
    }

    #[test]
    fn points_are_those_of_the_pairs_that_have_some() {
        assert_eq!(line(&[None; 4])[2..], ["–", "–", "4 (0 of 2 pairs have points)", "–"]);
        let cells = line(&[Some(2.0), Some(4.0), Some(1.0), None, Some(3.0), Some(5.0)]);
        assert_eq!([&cells[2], &cells[4]], ["+3.50", "6 (2 of 3 pairs have points)"]);
    }
}
