//! What a match came to.

use super::cell::Table;
use super::plot::{forest, running};
use super::{Body, Form, Judged, Part, Plot, Reports, RowReport, WAYS, command, match_tables, wins};
use crate::experiment::{MatchRow, MatchWork, Measure};
use crate::folder::Manifest;
use crate::matches::{GameRecord, Seat, Stopped, Tally};
use crate::stats::{Claim, Design, Judgement, Level, Measured, Sample, holm, judge};
use serde_json::{Map, Value, json};

/// What the games of a match come to.
#[derive(Clone, Debug)]
pub struct MatchSums {
    /// The sums of its games.
    pub tally: Tally,
    /// Our value: the score of player a, or the points, with its 95 % interval; `None` without games, and where no pair has points.
    pub ours: Option<Measured>,
    /// The published value, if there is one.
    pub published: Option<Measured>,
    /// What our value says about the claim, if there is one.
    pub judgement: Option<Judgement>,
    /// The p-value of "the value is the threshold of the claim", or of an even match where there is no threshold; `None` for
    /// a claim of a value and before there are games.
    pub p_value: Option<f64>,
    /// The same, corrected for the rows of the report.
    pub p_holm: Option<f64>,
    /// How it was settled how many games there are: intervals and p-values fit it.
    pub design: Design,
    /// The score after each of some numbers of games.
    pub course: Vec<(u64, f64)>,
    /// How often player a, and player b, won each of the [`WAYS`]; `None` for games that have no such ways.
    pub wins: Option<[[u64; 3]; 2]>,
}

impl Reports for MatchWork {
    type Sums = MatchSums;

    fn sums(&self, manifest: &Manifest, games: Vec<GameRecord>) -> MatchSums {
        let tally = Tally::of_contest(&self.contest, &games);
        let row = self.row.as_ref();
        let design = manifest.design(games.len() as u64);
        let sample = sample(row, &tally, design);
        let published = row.and_then(|row| row.published.as_ref()).map(|published| published.figure());
        let claimed = row.and_then(|row| row.claim).zip(published).filter(|_| tally.games() > 1);
        let judgement = claimed.zip(sample.as_ref()).map(|((claim, published), sample)| judge(&claim, &published, sample));
        let (wins, course) = (wins::count(&self.contest, &games), course(&games));
        MatchSums {
            ours: sample.as_ref().map(|sample| sample.measured(Level::P95)),
            published: published.map(|published| published.measured(Level::P95)),
            p_value: p_value(row, sample.as_ref()),
            p_holm: None,
            judgement,
            design,
            course,
            wins,
            tally,
        }
    }

    /// Corrects the p-values.
    fn compare(rows: &mut [RowReport<Self>]) {
        let tested = || rows.iter().filter_map(|row| row.sums.p_value);
        let corrected = holm(&tested().collect::<Vec<f64>>());
        let rows = rows.iter_mut().filter(|row| row.sums.p_value.is_some());
        for (row, p) in rows.zip(corrected) {
            row.sums.p_holm = Some(p);
            row.sums.judgement.iter_mut().filter_map(|judgement| judgement.side.as_mut()).for_each(|side| side.p_holm = p);
        }
    }

    fn judged(row: &RowReport<Self>) -> Vec<Judged> {
        let judged = |judgement| Judged { name: row.name.clone(), form: Form::of(row.measure()), judgement };
        row.sums.judgement.map(judged).into_iter().collect()
    }

    fn judgements(row: &mut RowReport<Self>) -> Vec<&mut Judgement> {
        row.sums.judgement.as_mut().into_iter().collect()
    }

    fn size(row: &RowReport<Self>) -> u64 {
        row.sums.tally.games()
    }

    fn document(row: &RowReport<Self>) -> Value {
        let (sums, tally) = (&row.sums, &row.sums.tally);
        let [wins_a, wins_b] = tally.wins();
        let mut document = json!({
            "row": row.name,
            "games": tally.games(),
            "wins_a": wins_a,
            "wins_b": wins_b,
            "draws": tally.draws(),
            "pairs": tally.pairs().counts(),
            "ours": sums.ours,
            "pairs_measured": row.pairs_measured(),
            "pairs_left_out": tally.pairs_left_out(),
            "published": sums.published,
            "judgement": sums.judgement,
            "p_value": sums.p_value,
            "p_holm": sums.p_holm,
            "looks": row.manifest.looks,
            "anytime": sums.design == Design::Sequential,
            "faults": Seat::BOTH.map(|seat| tally.faults(seat)),
            "games_per_second": row.games_per_second(),
            "win_types": sums.wins.map(win_types),
            "command": Self::command(row),
            "restarts": Seat::BOTH.map(|seat| tally.restarts(seat)),
            "late_moves": Seat::BOTH.map(|seat| tally.late_moves(seat)),
            "config_hash": row.manifest.config_hash,
        });
        document["stop"] = Value::Object(row.manifest.stop_rule().document(&tally.pairs()));
        document
    }

    fn table(rows: &[RowReport<Self>]) -> Table {
        match_tables::main(rows)
    }

    fn rules(rows: &[RowReport<Self>]) -> Option<Table> {
        match_tables::stops(rows).if_any()
    }

    fn plots(rows: &[RowReport<Self>], title: &str) -> Vec<Plot> {
        vec![Plot { file: "plot.svg", svg: forest(rows, title) }]
    }

    fn parts(rows: &[RowReport<Self>]) -> Vec<Part> {
        let course = Part { title: "The course of the score", body: Body::Drawing(running(rows)) };
        let some = [("Win types", wins::table(rows)), ("Faults and restarts", match_tables::faults(rows))];
        let some = some.into_iter().filter_map(|(title, table)| Some(Part::table(title, table.if_any()?)));
        let games = Part::table("Games", match_tables::details(rows));
        let players = Part::table("Players", match_tables::players(rows));
        [course, games].into_iter().chain(some).chain([players]).collect()
    }

    fn command(row: &RowReport<Self>) -> Option<String> {
        command::of_match(row)
    }
}

/// How often each player won in each way.
fn win_types(wins: [[u64; 3]; 2]) -> Value {
    let of_player = |counts: [u64; 3]| -> Map<String, Value> {
        WAYS.iter().zip(counts).map(|(way, count)| (way.to_string(), json!(count))).collect()
    };
    json!({ "a": of_player(wins[0]), "b": of_player(wins[1]) })
}

impl RowReport<MatchWork> {
    /// The row as the experiment states it; `None` for a match of no experiment.
    pub fn row(&self) -> Option<&MatchRow> {
        self.work.row.as_ref()
    }

    /// Games a second, as far as they were timed.
    pub fn games_per_second(&self) -> Option<f64> {
        let games: u64 = self.timing.iter().map(|timing| 2 * (timing.jobs[1] - timing.jobs[0])).sum();
        let seconds: f64 = self.timing.iter().map(|timing| timing.seconds).sum();
        (seconds > 0.0).then(|| games as f64 / seconds)
    }

    /// The rule that ended the match before its last game, if one did.
    pub fn stopped(&self) -> Option<Stopped> {
        self.manifest.stop_rule().stopped(&self.sums.tally.pairs())
    }

    /// How many pairs count.
    pub fn pairs_measured(&self) -> u64 {
        pairs_measured(self.row(), &self.sums.tally)
    }

    /// What is measured.
    pub fn measure(&self) -> Measure {
        self.row().map(|row| row.measure).unwrap_or_default()
    }
}

fn p_value(row: Option<&MatchRow>, sample: Option<&Sample>) -> Option<f64> {
    let threshold = match row.and_then(|row| row.claim) {
        Some(Claim::Value { .. }) => return None,
        Some(Claim::Side { threshold }) => Some(threshold),
        None => None,
    };
    let even = match row.map(|row| row.measure).unwrap_or_default() {
        Measure::Points => 0.0,
        Measure::Score => 0.5,
    };
    Some(sample.filter(|sample| sample.games() > 1)?.p_value(threshold.unwrap_or(even)))
}

/// What is measured; `None` without games, and where no pair has points.
fn sample(row: Option<&MatchRow>, tally: &Tally, design: Design) -> Option<Sample> {
    let sample = match row.map(|row| row.measure).unwrap_or_default() {
        Measure::Points => Sample::numbers(*tally.points(), 2, design),
        Measure::Score => Sample::pairs(&tally.pairs(), design),
    };
    (sample.units() > 0).then_some(sample)
}

fn pairs_measured(row: Option<&MatchRow>, tally: &Tally) -> u64 {
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
    use super::*;
    use crate::experiment::{Experiment, RowOf, RowRun, Shard, Unwatched, run_row};
    use crate::matches::{End, StopRule};
    use crate::report::Report;
    use katsura_mcts::Control;

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[rows]]\nname = 'x'\n\
        game = { name = 'go', size = 3 }\na = 'random'\nb = 'random'\ngames = { quick = 2, full = 2 }\nmeasure = 'points'\n\
        published = { value = 3.0 }\nclaim = { kind = 'side', threshold = 0.0 }\n";

    /// The line of the main table after games with these points.
    fn line(points: &[Option<f64>]) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!("katsura-row-{}-{}", std::process::id(), points.len()));
        let experiment = Experiment::parse(EXPERIMENT, "e").unwrap();
        let manifest = Manifest::new(experiment.work("x").unwrap(), Some(experiment.claimed("x")));
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
        report.tables()[0].texts().pop().unwrap()
    }

    const SCORED: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[rows]]\nname = 'x'\n\
        game = { name = 'tic-tac-toe' }\na = 'random'\nb = 'random'\ngames = { quick = 2, full = 60 }\n\
        published = { value = 0.6, games = 100 }\nclaim = { kind = 'side', threshold = 0.5 }\n";

    /// The report of a row that was run to each of these numbers of games, one after the other.
    fn ran(sizes: &[u64], rule: StopRule) -> RowReport<MatchWork> {
        let out =
            std::env::temp_dir().join(format!("katsura-looks-{}-{}-{}", std::process::id(), sizes.len(), rule.is_none()));
        let experiment = Experiment::parse(SCORED, "e").unwrap();
        for &size in sizes {
            let run = RowRun { out: out.clone(), size, shard: Shard::WHOLE, threads: 1, lanes: 1 };
            run_row(RowOf { experiment: &experiment, row: &experiment.rows[0] }, &run, &Control::new(), &mut Unwatched)
                .unwrap();
        }
        Manifest::add_stop_rule(&out.join("x"), rule).unwrap();
        let report = Report::of(&out).unwrap();
        std::fs::remove_dir_all(out).unwrap();
        report.rows.matches.into_iter().next().unwrap()
    }

    #[test]
    fn a_row_that_was_continued_after_a_look_or_could_be_stopped_by_a_rule_is_judged_by_the_anytime_interval() {
        let whole = ran(&[60], StopRule::default());
        let pairs = whole.sums.tally.pairs();
        let measured = |design| Some(Sample::pairs(&pairs, design).measured(Level::P95));
        assert_eq!((whole.sums.ours, whole.manifest.looks.as_slice()), (measured(Design::Fixed), &[][..]));
        let continued = ran(&[20, 60], StopRule::default());
        assert_eq!((continued.sums.tally.pairs(), continued.manifest.looks.as_slice()), (pairs, &[20][..]));
        let stopped = ran(&[60], StopRule { width: Some(0.1), sprt: None });
        for row in [&continued, &stopped] {
            assert_eq!(row.sums.ours, measured(Design::Sequential));
            let judgement = row.sums.judgement.unwrap();
            assert!(judgement.anytime);
            let apart = judgement.size.unwrap().difference.interval;
            let fixed = whole.sums.judgement.unwrap().size.unwrap().difference.interval;
            assert!(apart.low < fixed.low && fixed.high < apart.high);
        }
    }

    #[test]
    fn points_are_those_of_the_pairs_that_have_some() {
        assert_eq!(line(&[None; 4])[2..], ["–", "–", "4 (0 of 2 pairs have points)", "–", "–", "–", "–"]);
        let cells = line(&[Some(2.0), Some(4.0), Some(1.0), None, Some(3.0), Some(5.0)]);
        assert_eq!([&cells[2], &cells[4]], ["+3.50", "6 (2 of 3 pairs have points)"]);
    }
}
