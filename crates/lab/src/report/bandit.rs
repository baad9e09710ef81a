//! What a bandit row came to.

use super::cell::{Cell, Form, Table};
use super::svg::{Scale, Svg};
use super::{COURSES, FAINT, Judged, Plot, Reports, RowReport, verdicts};
use crate::experiment::{BanditWork, Batch};
use crate::folder::Manifest;
use crate::stats::{Claim, Design, Figure, Judgement, Level, Measured, Moments, Precision, Sample, judge};
use crate::work::Work;
use serde::Serialize;
use serde_json::{Value, json};

/// What a bandit row came to.
#[derive(Clone, Debug)]
pub struct Regrets {
    /// The simple regret at each budget.
    pub points: Vec<RegretPoint>,
}

/// A bandit in a report.
type BanditReport = RowReport<BanditWork>;

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

impl Reports for BanditWork {
    type Sums = Regrets;

    fn sums(&self, manifest: &Manifest, batches: Vec<Batch>) -> Regrets {
        let design = manifest.design(batches.len() as u64 * Self::JOB_SIZE);
        let mut sums = vec![[Moments::default(); 2]; self.row.protocol.budgets.len()];
        for batch in &batches {
            sums.iter_mut().zip(&batch.regrets).for_each(|([sum, _], part)| sum.merge(part));
            sums.iter_mut().zip(&batch.cumulative).for_each(|([_, sum], part)| sum.merge(part));
        }
        Regrets { points: sums.iter().enumerate().map(|(place, sums)| point(self, place, sums, design)).collect() }
    }

    fn judged(row: &BanditReport) -> Vec<Judged> {
        let of_point = |point: &RegretPoint| {
            Some(Judged {
                name: format!("{} {}", row.name, point.budget),
                form: Form::Digits(5),
                judgement: point.judgement?,
            })
        };
        row.sums.points.iter().filter_map(of_point).collect()
    }

    fn judgements(row: &mut BanditReport) -> Vec<&mut Judgement> {
        row.sums.points.iter_mut().filter_map(|point| point.judgement.as_mut()).collect()
    }

    fn size(row: &BanditReport) -> u64 {
        row.sums.points.first().map_or(0, |point| point.instances)
    }

    fn document(row: &BanditReport) -> Value {
        json!({ "row": row.name, "points": row.sums.points, "config_hash": row.manifest.config_hash })
    }

    /// One line per row and budget.
    fn table(rows: &[BanditReport]) -> Table {
        let header = ["row", "budget", "published", "ours", "95 % interval", "instances", "cumulative"];
        let header = header.into_iter().chain(verdicts::HEADER).map(str::to_string).collect();
        let lines = rows.iter().flat_map(|row| row.sums.points.iter().map(|point| line(row, point)));
        Table { header, rows: lines.collect() }
    }

    fn plots(rows: &[BanditReport], _title: &str) -> Vec<Plot> {
        vec![Plot { file: "regrets.svg", svg: regrets(rows) }]
    }
}

fn point(work: &BanditWork, place: usize, [sum, cumulative]: &[Moments; 2], design: Design) -> RegretPoint {
    let row = &work.row;
    let sample = |moments: &Moments| Sample::numbers(*moments, 1, design);
    let instances = cumulative.count();
    let cumulative = (instances > 0).then(|| Cumulative { instances, ours: sample(cumulative).measured(Level::P95) });
    let published = row.published.get(place).map(|figure| match row.published_repetitions {
        Some(count) => {
            let error = (sum.variance() / count.max(1) as f64).sqrt();
            Figure { value: figure.value, precision: Precision::StandardError(error) }
        }
        None => figure.figure(),
    });
    let ours = sample(sum);
    let claimed = row.within.zip(published).filter(|_| sum.count() > 1);
    let judgement =
        claimed.map(|(within, published)| judge(&Claim::Value { within: within * published.value }, &published, &ours));
    RegretPoint {
        budget: row.protocol.budgets[place],
        instances: sum.count(),
        ours: ours.measured(Level::P95),
        cumulative,
        published: published.map(|published| published.measured(Level::P95)),
        judgement,
    }
}

fn line(row: &BanditReport, point: &RegretPoint) -> Vec<Cell> {
    let five = Form::Digits(5);
    let interval = Some(point.ours.interval).filter(|interval| interval.low.is_finite());
    let claimed =
        row.work.row.within.zip(point.published).map(|(share, published)| Claim::Value { within: share * published.value });
    let cells = vec![
        Cell::text(&row.name),
        Cell::Count(point.budget.into()),
        Cell::known(point.published, |published| Cell::Number(published.value, five)),
        Cell::known((point.instances > 0).then_some(point.ours.value), |value| Cell::Number(value, five)),
        Cell::known(interval, |interval| Cell::Interval(interval, five)),
        Cell::Count(point.instances),
        Cell::known(point.cumulative.as_ref(), |cumulative| cumulative_cell(point, cumulative)),
    ];
    cells.into_iter().chain(verdicts::cells(claimed, point.judgement.as_ref())).collect()
}

/// The cumulative regret with its interval, and of how many instances if not of all.
fn cumulative_cell(point: &RegretPoint, Cumulative { instances, ours }: &Cumulative) -> Cell {
    let of = (*instances != point.instances).then(|| format!("{instances} instances"));
    Cell::Measured(*ours, Form::Digits(3), of)
}

/// A number above 0 with two digits.
fn significant(number: f64) -> String {
    let digits = (1.0 - number.log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{number:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// Regret against budget, both on logarithmic scales; published values are squares.
fn regrets(rows: &[BanditReport]) -> String {
    let (left, right, top, bottom) = (70.0, 740.0, 15.0, 320.0);
    let mut svg = Svg::new(760.0, bottom + 45.0 + 16.0 * rows.len() as f64);
    let shown = || rows.iter().flat_map(|row| &row.sums.points).filter(|point| point.ours.value > 0.0);
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
    for (place, row) in rows.iter().enumerate() {
        let style = format!("stroke=\"{}\" stroke-width=\"1.5\"", COURSES[place % COURSES.len()]);
        let at = |budget: u32, value: f64| [x.at(f64::from(budget).log2()), y.at(value.log10())];
        let positive = || row.sums.points.iter().filter(|point| point.ours.value > 0.0);
        svg.path(&positive().map(|point| at(point.budget, point.ours.value)).collect::<Vec<_>>(), &style);
        for point in positive() {
            if let Some(value) = published(point) {
                svg.square(at(point.budget, value), 3.0, &format!("{style} fill=\"none\""));
            }
        }
        let y = bottom + 52.0 + 16.0 * place as f64;
        svg.line([left, y - 4.0], [left + 20.0, y - 4.0], &style);
        svg.text([left + 28.0, y], "start", &row.name);
    }
    svg.finish("Simple regret as the budget grows; squares are published")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, RowOf, RowRun, Shard, Unwatched, run_row, verify};
    use crate::report::Report;
    use katsura_mcts::Control;

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[bandits]]\nname = 'x'\n\
        bandit = { means = { kind = 'uniform', arms = 8 }, reward = { kind = 'bernoulli' } }\n\
        protocol = { budgets = [16, 64] }\npolicy = { kind = 'ucb1' }\nrepetitions = { quick = 100, full = 300 }\n";

    #[test]
    fn cumulative_regret_is_reported_where_it_is_recorded_and_old_records_are_read() {
        let out = std::env::temp_dir().join(format!("katsura-cumulative-{}", std::process::id()));
        let experiment = Experiment::parse(EXPERIMENT, "e").unwrap();
        let run = RowRun { out: out.clone(), size: 300, shard: Shard::WHOLE, threads: 1, lanes: 1 };
        let of = RowOf { experiment: &experiment, row: &experiment.rows[0] };
        run_row(of, &run, &Control::new(), &mut Unwatched).unwrap();
        let table = || Report::of(&out).unwrap().tables()[0].texts();
        let points = || Report::of(&out).unwrap().rows.bandits[0].sums.points.clone();
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
        assert!(table()[1][6].ends_with(", 100 instances)"));
        assert_eq!(verify(&out, None, &Control::new()).unwrap().rows[0].departures, []);
        std::fs::write(&record, "").unwrap();
        let empty = table();
        assert_eq!(empty[1][3..], ["–", "–", "0", "–", "companion", "–", "–", "–"].map(str::to_string));
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn published_regrets_stand_where_they_are() {
        let out = std::env::temp_dir().join(format!("katsura-regrets-{}", std::process::id()));
        let text = format!("{EXPERIMENT}published = [{{ value = 0.9 }}, {{ value = 0.0001 }}]\n");
        let experiment = Experiment::parse(&text, "e").unwrap();
        let run = RowRun { out: out.clone(), size: 300, shard: Shard::WHOLE, threads: 1, lanes: 1 };
        let of = RowOf { experiment: &experiment, row: &experiment.rows[0] };
        run_row(of, &run, &Control::new(), &mut Unwatched).unwrap();
        let plot = regrets(&Report::of(&out).unwrap().rows.bandits);
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
