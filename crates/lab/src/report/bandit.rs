//! What a bandit row came to.

use super::row::whole_record;
use super::svg::{Scale, Svg};
use super::table::verdict;
use super::{COURSES, FAINT, Report};
use crate::experiment::{BanditWork, Batch};
use crate::folder::{Manifest, Timing};
use crate::matches::RecordError;
use crate::stats::{Claim, Judgement, Level, Measured, Moments, judge};
use serde::Serialize;
use std::path::Path;

/// What a bandit row came to.
#[derive(Clone, Debug)]
pub struct BanditReport {
    /// What was run.
    pub manifest: Manifest,
    /// The problem and the policy.
    pub work: BanditWork,
    /// The simple regret at each budget.
    pub points: Vec<RegretPoint>,
    /// How long the run took where.
    pub timing: Vec<Timing>,
}

/// The simple regret at one budget.
#[derive(Clone, Debug, Serialize)]
pub struct RegretPoint {
    /// The budget as stated.
    pub budget: u32,
    /// Instances.
    pub instances: u64,
    /// Our regret with its 95 % interval.
    pub ours: Measured,
    /// Our cumulative regret, if it is recorded.
    pub cumulative: Option<Cumulative>,
    /// The published regret.
    pub published: Option<Measured>,
    /// What our regret says about the published one.
    pub judgement: Option<Judgement>,
}

/// The cumulative regret at one budget.
#[derive(Clone, Debug, Serialize)]
pub struct Cumulative {
    /// The instances whose record has it.
    pub instances: u64,
    /// The regret with its 95 % interval.
    pub ours: Measured,
}

impl BanditReport {
    /// The report of a row's folder.
    ///
    /// # Errors
    /// If its record cannot be read.
    pub fn of(folder: &Path, manifest: Manifest, work: BanditWork) -> Result<Self, RecordError> {
        let batches: Vec<Batch> = whole_record(folder, &manifest)?;
        let mut sums = vec![[Moments::default(); 2]; work.row.protocol.budgets.len()];
        for batch in &batches {
            sums.iter_mut().zip(&batch.regrets).for_each(|([sum, _], part)| sum.merge(part));
            sums.iter_mut().zip(&batch.cumulative).for_each(|([_, sum], part)| sum.merge(part));
        }
        let points = sums.iter().enumerate().map(|(place, sums)| point(&work, place, sums)).collect();
        Ok(BanditReport { points, timing: Timing::read(folder), manifest, work })
    }
}

fn measured(sum: &Moments) -> Measured {
    Measured { value: sum.mean(), interval: sum.interval(Level::P95) }
}

fn point(work: &BanditWork, place: usize, [sum, cumulative]: &[Moments; 2]) -> RegretPoint {
    let (row, ours) = (&work.row, measured(sum));
    let instances = cumulative.count();
    let cumulative = (instances > 0).then(|| Cumulative { instances, ours: measured(cumulative) });
    let published = row.published.get(place).map(|figure| match row.published_repetitions {
        Some(count) => {
            let error = (sum.variance() / count.max(1) as f64).sqrt();
            Measured::with_standard_error(figure.value, error, Level::P95)
        }
        None => figure.measured(),
    });
    let claim = row.within.zip(published).filter(|_| sum.count() > 1);
    let judgement = claim
        .map(|(share, published)| judge(&Claim::Value { within: share * published.value }, &published, &ours, sum.count()));
    RegretPoint { budget: row.protocol.budgets[place], instances: sum.count(), ours, cumulative, published, judgement }
}

/// One line per row and budget.
pub(super) fn table(report: &Report) -> Vec<Vec<String>> {
    let header = ["row", "budget", "published", "ours", "95 % interval", "instances", "cumulative", "verdict"];
    let header = header.map(str::to_string).to_vec();
    let of_row = |row: &BanditReport| {
        let name = row.work.row.name.clone();
        let lines = row.points.iter().map(move |point| {
            let (is_measured, interval) = (point.instances > 0, point.ours.interval);
            let has_claim = row.work.row.within.is_some() && point.published.is_some();
            let cell = |text: String, is_known: bool| if is_known { text } else { "–".to_string() };
            vec![
                name.clone(),
                point.budget.to_string(),
                point.published.map_or("–".to_string(), |published| format!("{:.5}", published.value)),
                cell(format!("{:.5}", point.ours.value), is_measured),
                cell(format!("{:.5} to {:.5}", interval.low, interval.high), interval.low.is_finite()),
                point.instances.to_string(),
                point.cumulative.as_ref().map_or("–".to_string(), |cumulative| cumulative_cell(point, cumulative)),
                point.judgement.as_ref().map_or_else(|| cell("companion".to_string(), !has_claim), verdict),
            ]
        });
        lines.collect::<Vec<_>>()
    };
    std::iter::once(header).chain(report.bandits.iter().flat_map(of_row)).collect()
}

/// The cumulative regret with its interval, and of how many instances if not of all.
fn cumulative_cell(point: &RegretPoint, Cumulative { instances, ours }: &Cumulative) -> String {
    let of = if *instances == point.instances { String::new() } else { format!(", {instances} instances") };
    format!("{:.3} ({:.3} to {:.3}{of})", ours.value, ours.interval.low, ours.interval.high)
}

/// A number above 0 with two digits.
fn significant(number: f64) -> String {
    let digits = (1.0 - number.log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{number:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// Regret against budget, both on logarithmic scales; published values are squares.
pub fn regrets(report: &Report) -> String {
    let (left, right, top, bottom) = (70.0, 740.0, 15.0, 320.0);
    let mut svg = Svg::new(760.0, bottom + 45.0 + 16.0 * report.bandits.len() as f64);
    let shown = || report.bandits.iter().flat_map(|row| &row.points).filter(|point| point.ours.value > 0.0);
    let ends = |values: &mut dyn Iterator<Item = f64>| {
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    };
    let x = Scale::new(ends(&mut shown().map(|point| f64::from(point.budget).log2())), [left, right]);
    let published = |point: &RegretPoint| point.published.map(|published| published.value).filter(|&value| value > 0.0);
    let values = || shown().flat_map(|point| [Some(point.ours.value), published(point)]).flatten();
    let y = Scale::new(ends(&mut values().map(f64::log10)), [bottom, top]);
    let powers: Vec<f64> = y.marks().into_iter().filter(|mark| mark.fract().abs() < 1e-9).collect();
    for mark in if powers.is_empty() { y.marks() } else { powers } {
        svg.line([left, y.at(mark)], [right, y.at(mark)], FAINT);
        svg.text([left - 8.0, y.at(mark) + 4.0], "end", &significant(10f64.powf(mark)));
    }
    for mark in x.marks().into_iter().filter(|mark| mark.fract().abs() < 1e-9) {
        svg.text([x.at(mark), bottom + 18.0], "middle", &format!("{:.0}", mark.exp2()));
    }
    svg.text([(left + right) / 2.0, bottom + 36.0], "middle", "pulls");
    for (place, row) in report.bandits.iter().enumerate() {
        let style = format!("stroke=\"{}\" stroke-width=\"1.5\"", COURSES[place % COURSES.len()]);
        let at = |budget: u32, value: f64| [x.at(f64::from(budget).log2()), y.at(value.log10())];
        let positive = || row.points.iter().filter(|point| point.ours.value > 0.0);
        svg.path(&positive().map(|point| at(point.budget, point.ours.value)).collect::<Vec<_>>(), &style);
        for point in positive() {
            if let Some(value) = published(point) {
                svg.square(at(point.budget, value), 3.0, &format!("{style} fill=\"none\""));
            }
        }
        let y = bottom + 52.0 + 16.0 * place as f64;
        svg.line([left, y - 4.0], [left + 20.0, y - 4.0], &style);
        svg.text([left + 28.0, y], "start", &row.work.row.name);
    }
    svg.finish("Simple regret as the budget grows; squares are published")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, RowRun, Shard, run_bandit, verify};
    use katsura_mcts::Control;

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[bandits]]\nname = 'x'\n\
        bandit = { means = { kind = 'uniform', arms = 8 }, reward = { kind = 'bernoulli' } }\n\
        protocol = { budgets = [16, 64] }\npolicy = { kind = 'ucb1' }\nrepetitions = { quick = 100, full = 300 }\n";

    #[test]
    fn cumulative_regret_is_reported_where_it_is_recorded_and_old_records_are_read() {
        let out = std::env::temp_dir().join(format!("katsura-cumulative-{}", std::process::id()));
        let experiment = Experiment::parse(EXPERIMENT, "e").unwrap();
        let run = RowRun { out: out.clone(), size: 300, shard: Shard::WHOLE, threads: 1, lanes: 1 };
        run_bandit((&experiment, &experiment.bandits[0]), &run, &Control::new(), &mut |_| ()).unwrap();
        let points = || Report::of(&out).unwrap().bandits[0].points.clone();
        let [short, long] = [0, 1].map(|place| points()[place].cumulative.clone().unwrap());
        assert_eq!((short.instances, long.instances), (300, 300));
        assert!(0.0 < short.ours.interval.low && short.ours.interval.high < long.ours.value);
        assert!(points()[0].ours.value < short.ours.value, "every pull counts, not only the last choice");
        let record = out.join("x/batches.jsonl");
        let text = std::fs::read_to_string(&record).unwrap();
        let old = |line: &str| line.split_once(",\"cumulative\"").unwrap().0.to_string() + "}\n";
        let mixed: String =
            text.lines().enumerate().map(|(n, line)| if n < 2 { old(line) } else { format!("{line}\n") }).collect();
        std::fs::write(&record, mixed).unwrap();
        assert_eq!((points()[0].instances, points()[0].cumulative.as_ref().unwrap().instances), (300, 100));
        assert!(table(&Report::of(&out).unwrap())[1][6].ends_with(", 100 instances)"));
        assert_eq!(verify(&out, None, &Control::new()).unwrap().rows[0].departures, []);
        std::fs::write(&record, "").unwrap();
        let empty = table(&Report::of(&out).unwrap());
        assert_eq!(empty[1][3..], ["–", "–", "0", "–", "companion"].map(str::to_string));
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn published_regrets_stand_where_they_are() {
        let out = std::env::temp_dir().join(format!("katsura-regrets-{}", std::process::id()));
        let text = format!("{EXPERIMENT}published = [{{ value = 0.9 }}, {{ value = 0.0001 }}]\n");
        let experiment = Experiment::parse(&text, "e").unwrap();
        let run = RowRun { out: out.clone(), size: 300, shard: Shard::WHOLE, threads: 1, lanes: 1 };
        run_bandit((&experiment, &experiment.bandits[0]), &run, &Control::new(), &mut |_| ()).unwrap();
        let plot = regrets(&Report::of(&out).unwrap());
        let curve = plot.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        assert!(!curve.contains(",15.0") && !curve.contains(",320.0"), "ours lies between the published ones: {curve}");
        assert!(plot.contains(">0.01<") && plot.contains(">0.001<"), "{plot}");
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn numbers_are_shown_with_two_digits() {
        let shown = [0.001, 0.01, 1.0, 10.0, 0.0631, 1.58, 250.0].map(significant);
        assert_eq!(shown, ["0.001", "0.01", "1", "10", "0.063", "1.6", "250"]);
    }
}
