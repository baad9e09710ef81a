//! What solve rows came to: the points of lines, instance by instance.

use super::cell::{Cell, Form, Table};
use super::{Judged, Part, Reports, RowReport, verdicts};
use crate::experiment::{SolveWork, Trial};
use crate::folder::Manifest;
use crate::stats::{Claim, Interval, Judgement, Level, Measured, Moments, Sample, judge, wilson};
use serde::Serialize;
use serde_json::{Value, json};

/// What a solve row came to.
#[derive(Clone, Debug)]
pub struct SolveSums {
    /// The instances, in their order.
    pub instances: Vec<InstanceSums>,
    /// The mean of an instance's mean points, with its 95 % interval: over the instances if they are drawn from more,
    /// over the seeds if the claim is about their sum.
    pub mean: Measured,
    /// The sum over the instances of their mean points, if all of them have a line.
    pub total: Option<Measured>,
    /// The sum over the instances of their best points, if all of them have a line.
    pub best_total: Option<f64>,
    /// How many lines solve the task, of how many that could, and their share.
    pub solved: Option<(u64, u64, Interval)>,
    /// The mean difference from the row it is compared with, over the instances that both have.
    pub difference: Option<Measured>,
    judgement: Option<Judgement>,
}

/// What the lines of an instance came to.
#[derive(Clone, Debug, Serialize)]
pub struct InstanceSums {
    /// The value of the parameter that tells it from the others.
    pub instance: String,
    /// How many lines.
    pub lines: u64,
    /// The mean of their points.
    pub mean: f64,
    /// The most points.
    pub best: Option<f64>,
    /// The line that brings them, the shortest and then the first of equal ones.
    pub line: Vec<String>,
    #[serde(skip)]
    points: Moments,
}

type SolveReport = RowReport<SolveWork>;

impl InstanceSums {
    fn of(instance: String) -> Self {
        InstanceSums { instance, lines: 0, mean: 0.0, best: None, line: Vec::new(), points: Moments::default() }
    }

    fn add(&mut self, trial: &Trial) {
        let Some(points) = trial.points.map(f64::from) else { return };
        self.points.push(points);
        (self.lines, self.mean) = (self.points.count(), self.points.mean());
        let beats = |best: f64| points > best || points == best && trial.line.len() < self.line.len();
        if self.best.is_none_or(beats) {
            (self.best, self.line) = (Some(points), trial.line.clone());
        }
    }
}

fn measured(values: &Moments) -> Measured {
    Measured { value: values.mean(), interval: values.interval(Level::P95) }
}

/// The sums of the points of all instances, a number for each seed that all of them have.
fn totals(work: &SolveWork, trials: &[Trial]) -> Moments {
    let whole = trials.chunks_exact(work.games.len());
    whole.filter_map(|run| run.iter().map(|trial| trial.points.map(f64::from)).sum::<Option<f64>>()).collect()
}

impl Reports for SolveWork {
    type Sums = SolveSums;

    fn sums(&self, manifest: &Manifest, trials: Vec<Trial>) -> SolveSums {
        let mut instances: Vec<_> = (0..self.games.len()).map(|number| InstanceSums::of(self.instance(number))).collect();
        let count = instances.len();
        trials.iter().for_each(|trial| instances[trial.trial as usize % count].add(trial));
        let means: Moments = instances.iter().filter(|instance| instance.lines > 0).map(|instance| instance.mean).collect();
        let totals = totals(self, &trials);
        let judged: Vec<bool> = trials.iter().filter_map(|trial| trial.solved).collect();
        let solves = judged.iter().filter(|&&solved| solved).count() as u64;
        let share = wilson(solves as f64, judged.len() as f64, Level::P95);
        let design = manifest.design(trials.len() as u64);
        let sample = Sample::numbers(if self.row.total { totals } else { means }, 1, design);
        SolveSums {
            mean: measured(&means),
            total: (totals.count() > 0).then(|| measured(&totals)),
            best_total: instances.iter().map(|instance| instance.best).sum(),
            solved: (!judged.is_empty()).then_some((solves, judged.len() as u64, share)),
            difference: None,
            judgement: judgement(self, &sample),
            instances,
        }
    }

    /// Computes the differences of all rows that name another that is there.
    fn compare(rows: &mut [SolveReport]) {
        for place in 0..rows.len() {
            let Some(name) = rows[place].work.row.against.clone() else { continue };
            let Some(other) = rows.iter().find(|row| row.name == name) else { continue };
            let pairs = rows[place].sums.instances.iter().filter_map(|mine| {
                let theirs =
                    other.sums.instances.iter().find(|theirs| theirs.instance == mine.instance && theirs.lines > 0)?;
                (mine.lines > 0).then_some(mine.mean - theirs.mean)
            });
            let differences: Moments = pairs.collect();
            rows[place].sums.difference = (differences.count() > 0).then(|| measured(&differences));
        }
    }

    fn judged(row: &SolveReport) -> Vec<Judged> {
        let judged = |judgement| Judged { name: row.name.clone(), form: Form::Digits(1), judgement };
        row.sums.judgement.map(judged).into_iter().collect()
    }

    fn judgements(row: &mut SolveReport) -> Vec<&mut Judgement> {
        row.sums.judgement.iter_mut().collect()
    }

    fn size(row: &SolveReport) -> u64 {
        row.sums.instances.iter().map(|instance| instance.lines).sum()
    }

    fn document(row: &SolveReport) -> Value {
        let SolveSums { instances, mean, total, best_total, solved, difference, .. } = &row.sums;
        json!({
            "row": row.name,
            "mean": mean,
            "total": total,
            "best_total": best_total,
            "solved": solved.map(|(solved, of, interval)| json!({ "solved": solved, "of": of, "interval_95": interval })),
            "difference": difference,
            "instances": instances,
            "config_hash": row.manifest.config_hash,
        })
    }

    /// One line for every row.
    fn table(rows: &[SolveReport]) -> Table {
        let header = ["row", "published", "mean", "total", "best", "solved", "difference", "lines"];
        let header = header.into_iter().chain(verdicts::HEADER).map(str::to_string).collect();
        Table { header, rows: rows.iter().map(line).collect() }
    }

    fn parts(rows: &[SolveReport]) -> Vec<Part> {
        let header = ["row", "instance", "lines", "mean", "best", "moves"];
        let line = |row: &SolveReport, instance: &InstanceSums| {
            vec![
                Cell::text(&row.name),
                Cell::text(&instance.instance),
                Cell::Count(instance.lines),
                Cell::Number(instance.mean, Form::Digits(1)),
                Cell::known(instance.best, |best| Cell::Number(best, Form::Plain)),
                Cell::Count(instance.line.len() as u64),
            ]
        };
        let lines = rows.iter().flat_map(|row| row.sums.instances.iter().map(move |instance| line(row, instance)));
        vec![Part::table("Instances", Table::new(header, lines))]
    }
}

fn judgement(work: &SolveWork, sample: &Sample) -> Option<Judgement> {
    let published = work.row.published.as_ref()?.figure();
    let within = work.row.within?;
    (sample.units() > 1).then(|| judge(&Claim::Value { within: within * published.value.abs() }, &published, sample))
}

fn line(row: &SolveReport) -> Vec<Cell> {
    let SolveSums { mean, total, best_total, solved, difference, judgement, .. } = &row.sums;
    let one = Form::Digits(1);
    let figure = |measured: Measured, form| {
        if measured.interval.low.is_finite() {
            Cell::Measured(measured, form, None)
        } else {
            Cell::Number(measured.value, form)
        }
    };
    let claim = row.work.row.within.zip(row.work.row.published.as_ref());
    let claim = claim.map(|(within, published)| Claim::Value { within: within * published.value.abs() });
    let cells = [
        Cell::text(&row.name),
        Cell::known(row.work.row.published.clone(), |published| Cell::Published(published, Form::Plain)),
        figure(*mean, one),
        Cell::known(*total, |total| figure(total, Form::Digits(0))),
        Cell::known(*best_total, |best| Cell::Number(best, Form::Plain)),
        Cell::known(*solved, |(solved, of, share)| {
            Cell::Noted(Box::new(Cell::Interval(share, Form::Percent)), format!("{solved} of {of}"))
        }),
        Cell::known(*difference, |difference| figure(difference, Form::Signed(1))),
        Cell::Count(SolveWork::size(row)),
    ];
    cells.into_iter().chain(verdicts::cells(claim, judgement.as_ref())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::work::{AnyWork, Work};

    const TEXT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\nseed = 5\n[solve_defaults]\ngame = { name = 'samegame' }\n\
        instances = { key = 'board', values = ['1122/2211', '112/221'] }\nplayer = 'nmcs algorithm.level=1 memory_mib=1'\n\
        simulations = 30\nruns = { quick = 2, full = 4 }\n[[solves]]\nname = 'x'\npublished = { value = 10 }\nwithin = 0.5\ntotal = true\n\
        [[solves]]\nname = 'y'\nagainst = 'x'\n";

    /// A report of lines with these points, two instances by turns.
    fn report(name: &str, points: &[Option<f32>]) -> SolveReport {
        let experiment = Experiment::parse(TEXT, "e").unwrap();
        let row = experiment.solves().find(|row| row.name == name).unwrap();
        let work = SolveWork::of(row, &experiment).unwrap();
        let trial = |(number, &points): (usize, &Option<f32>)| {
            let line = vec!["a1".to_string(); number + 1];
            Trial { trial: number as u64, points, solved: points.map(|points| points > 5.0), simulations: 1, line }
        };
        let trials = points.iter().enumerate().map(trial).collect();
        let manifest = Manifest::new(AnyWork::Solve(work.clone()), None);
        let sums = work.sums(&manifest, trials);
        RowReport { name: name.to_string(), manifest, work, sums, timing: Vec::new() }
    }

    /// Points 4, 6 | 8, 6: means 6 and 6, sums 10 and 14 with mean 12, best 8 + 6, three of four above 5.
    #[test]
    fn means_totals_and_bests_are_worked_out_by_hand() {
        let sums = report("x", &[Some(4.0), Some(6.0), Some(8.0), Some(6.0)]).sums;
        assert_eq!((sums.mean.value, sums.total.unwrap().value, sums.best_total), (6.0, 12.0, Some(14.0)));
        assert_eq!((sums.instances[0].best, sums.instances[0].line.len()), (Some(8.0), 3));
        assert_eq!(sums.instances[1].line.len(), 2, "the shorter of equal lines");
        let (solved, of, share) = sums.solved.unwrap();
        assert_eq!((solved, of), (3, 4));
        // statsmodels: proportion_confint(3, 4, method="wilson")
        assert!((share.low - 0.300_642).abs() < 1e-5 && (share.high - 0.954_413).abs() < 1e-5, "{share:?}");
        let size = sums.judgement.unwrap().size.unwrap();
        assert_eq!(size.published, 10.0);
    }

    #[test]
    fn a_run_without_a_line_has_no_total() {
        let sums = report("x", &[Some(4.0), None, Some(8.0), Some(6.0)]).sums;
        assert_eq!((sums.instances[1].lines, sums.total.unwrap().value), (1, 14.0));
        assert!(report("x", &[Some(4.0), None]).sums.best_total.is_none());
    }

    /// 6 and 8 against 4 and 7: +2 and +1.
    #[test]
    fn differences_are_paired_over_the_instances() {
        let mut rows = [report("x", &[Some(4.0), Some(7.0)]), report("y", &[Some(6.0), Some(8.0)])];
        SolveWork::compare(&mut rows);
        assert_eq!(rows[1].sums.difference.unwrap().value, 1.5);
        assert!(rows[0].sums.difference.is_none());
        let table = SolveWork::table(&rows).texts();
        assert!(table[2].join(" ").contains("+1.5"), "{table:?}");
    }
}
