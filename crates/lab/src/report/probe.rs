//! What probe rows came to: values as simulations grow, and errors against a better search.

use super::cell::{Cell, Form, Table};
use super::svg::{Curve, chart};
use super::{Plot, Reports, RowReport};
use crate::experiment::{Probe, ProbeWork};
use crate::folder::Manifest;
use crate::stats::{Level, Measured, Moments};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a probe row came to.
#[derive(Clone, Debug)]
pub struct ProbeValues {
    /// What it says after each number of simulations.
    pub points: Vec<ProbePoint>,
    probes: Vec<Probe>,
}

/// A search in a report.
type ProbeReport = RowReport<ProbeWork>;

/// What a search says after a number of simulations.
#[derive(Clone, Debug)]
pub struct ProbePoint {
    /// The simulations.
    pub simulations: u64,
    /// How many positions.
    pub positions: u64,
    /// The mean value for the player to move, with its 95 % interval.
    pub value: Measured,
    /// The errors, where there is a reference with twice the simulations.
    pub error: Option<ProbeError>,
}

/// Differences from the reference.
#[derive(Clone, Debug)]
pub struct ProbeError {
    /// The mean difference with its 95 % interval.
    pub bias: Measured,
    /// The root of the mean squared difference with its 95 % interval.
    pub rmse: Measured,
    /// The published root mean square error.
    pub published: Option<f64>,
    /// The published mean difference.
    pub published_bias: Option<f64>,
}

impl Reports for ProbeWork {
    type Sums = ProbeValues;

    /// Yet without errors.
    fn sums(&self, _manifest: &Manifest, probes: Vec<Probe>) -> ProbeValues {
        let point = |(place, &simulations): (usize, &u64)| {
            let values: Moments = probes.iter().filter_map(|probe| probe.values.get(place)).map(|&x| f64::from(x)).collect();
            let value = measured(&values);
            ProbePoint { simulations, positions: values.count(), value, error: None }
        };
        let points = self.row.simulations.iter().enumerate().map(point).collect();
        ProbeValues { points, probes }
    }

    /// Computes the errors of all rows that name a reference that is there.
    fn compare(rows: &mut [ProbeReport]) {
        for place in 0..rows.len() {
            let Some(name) = rows[place].work.row.reference.clone() else { continue };
            let Some(reference) = rows.iter().find(|row| row.name == name) else { continue };
            let errors = rows[place].errors_against(reference);
            rows[place].sums.points.iter_mut().zip(errors).for_each(|(point, error)| point.error = error);
        }
    }

    fn size(row: &ProbeReport) -> u64 {
        row.sums.points.first().map_or(0, |point| point.positions)
    }

    fn document(row: &ProbeReport) -> Value {
        let points: Vec<Value> = row.sums.points.iter().map(document).collect();
        json!({ "row": row.name, "points": points, "config_hash": row.manifest.config_hash })
    }

    fn table(rows: &[ProbeReport]) -> Table {
        table(rows)
    }

    fn plots(rows: &[ProbeReport], _title: &str) -> Vec<Plot> {
        let errors = errors(rows).map(|svg| Plot { file: "errors.svg", svg });
        std::iter::once(Plot { file: "curves.svg", svg: values(rows) }).chain(errors).collect()
    }
}

fn document(point: &ProbePoint) -> Value {
    let error = point.error.as_ref();
    json!({
        "simulations": point.simulations,
        "positions": point.positions,
        "value": point.value,
        "bias": error.map(|error| error.bias),
        "rmse": error.map(|error| error.rmse),
        "published_rmse": error.and_then(|error| error.published),
        "published_bias": error.and_then(|error| error.published_bias),
    })
}

impl ProbeReport {
    fn value_at(&self, number: usize, simulations: u64) -> Option<f64> {
        let place = self.work.row.simulations.iter().position(|&known| known == simulations)?;
        self.sums.probes.get(number)?.values.get(place).map(|&value| f64::from(value))
    }

    /// The errors of this row against another.
    fn errors_against(&self, reference: &ProbeReport) -> Vec<Option<ProbeError>> {
        let at = |&simulations: &u64| {
            let difference = |number: usize| {
                let ours = self.value_at(number, simulations)?;
                Some((ours - reference.value_at(number, 2 * simulations)?) * self.work.unit())
            };
            let differences: Vec<f64> = (0..self.sums.probes.len()).filter_map(difference).collect();
            let (bias, squares): (Moments, Moments) =
                (differences.iter().copied().collect(), differences.iter().map(|x| x * x).collect());
            let root = |x: f64| x.max(0.0).sqrt();
            let mean_square = measured(&squares);
            let rmse = Measured { value: root(mean_square.value), interval: mean_square.interval.map(root) };
            let known = |figures: &BTreeMap<String, f64>| figures.get(&simulations.to_string()).copied();
            let (published, published_bias) = (known(&self.work.row.published), known(&self.work.row.published_bias));
            (bias.count() > 1).then(|| ProbeError { bias: measured(&bias), rmse, published, published_bias })
        };
        self.work.row.simulations.iter().map(at).collect()
    }
}

fn measured(values: &Moments) -> Measured {
    Measured { value: values.mean(), interval: values.interval(Level::P95) }
}

/// One line for every row and doubling of the simulations; with errors if any row has some.
fn table(rows: &[ProbeReport]) -> Table {
    let values = ["row", "simulations", "positions", "mean value", "95 % interval"];
    let errors =
        ["bias", "RMSE", "95 % interval of the RMSE", "published RMSE", "95 % interval of the bias", "published bias"];
    let seen = || rows.iter().flat_map(|row| &row.sums.points).filter_map(|point| point.error.as_ref());
    let shown = match (seen().next(), seen().any(|error| error.published_bias.is_some())) {
        (None, _) => 0,
        (Some(_), false) => 4,
        (Some(_), true) => errors.len(),
    };
    let header = values.into_iter().chain(errors.into_iter().take(shown)).map(str::to_string).collect();
    let line = |row: &ProbeReport, point: &ProbePoint| {
        let interval = Some(point.value.interval).filter(|interval| interval.low.is_finite());
        let value = (point.positions > 0).then_some(point.value.value);
        let values = [
            Cell::text(&row.name),
            Cell::Count(point.simulations),
            Cell::Count(point.positions),
            Cell::known(value, |value| Cell::Number(value, Form::Digits(4))),
            Cell::known(interval, |interval| Cell::Interval(interval, Form::Digits(4))),
        ];
        values.into_iter().chain(error_cells(point.error.as_ref()).into_iter().take(shown)).collect()
    };
    let lines = rows.iter().flat_map(|row| doublings(&row.sums.points).map(move |point| line(row, point)));
    Table { header, rows: lines.collect() }
}

fn error_cells(error: Option<&ProbeError>) -> [Cell; 6] {
    let three = Form::Digits(3);
    [
        Cell::known(error, |error| Cell::Number(error.bias.value, Form::Signed(3))),
        Cell::known(error, |error| Cell::Number(error.rmse.value, three)),
        Cell::known(error, |error| Cell::Interval(error.rmse.interval, three)),
        Cell::known(error.and_then(|error| error.published), |value| Cell::Number(value, Form::Plain)),
        Cell::known(error, |error| Cell::Interval(error.bias.interval, three)),
        Cell::known(error.and_then(|error| error.published_bias), |value| Cell::Number(value, Form::Plain)),
    ]
}

/// The first point, each that has twice the simulations of the last one shown, and the last of all.
fn doublings(points: &[ProbePoint]) -> impl Iterator<Item = &ProbePoint> {
    let (mut due, last) = (0, points.last().map_or(0, |point| point.simulations));
    points.iter().filter(move |point| {
        let shown = point.simulations >= due || point.simulations == last;
        due = if shown { 2 * point.simulations } else { due };
        shown
    })
}

/// The mean values of all rows as the simulations grow.
fn values(rows: &[ProbeReport]) -> String {
    let curve = |row: &ProbeReport| -> Curve {
        let point = |point: &ProbePoint| [point.simulations as f64, point.value.value];
        (row.name.clone(), row.sums.points.iter().map(point).collect())
    };
    let curves: Vec<Curve> = rows.iter().map(curve).collect();
    chart("The value of the root as simulations grow", &curves, |x| format!("{x:.0}"), |y| format!("{y:.3}"))
}

/// The root mean square errors of the rows that have some, both scales logarithmic; `None` if none has.
fn errors(rows: &[ProbeReport]) -> Option<String> {
    let curve = |row: &ProbeReport| -> Curve {
        let at = |point: &ProbePoint| {
            let error = point.error.as_ref().filter(|error| error.rmse.value > 0.0)?;
            Some([(point.simulations as f64).log2(), error.rmse.value.log2()])
        };
        (row.name.clone(), row.sums.points.iter().filter_map(at).collect())
    };
    let curves: Vec<Curve> = rows.iter().map(curve).filter(|(_, points)| !points.is_empty()).collect();
    let title = "The root mean square error as simulations grow";
    (!curves.is_empty()).then(|| chart(title, &curves, |x| format!("{:.0}", x.exp2()), |y| format!("{:.3}", y.exp2())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::work::AnyWork;

    /// A report of positions with the value 0.5 + noise, made without a search.
    fn report(name: &str, simulations: &[u64], values: &[&[f32]]) -> ProbeReport {
        let text = format!(
            "title = 't'\nsource = 's'\nprotocol = 'p'\n[[probes]]\nname = '{name}'\ngame = {{ name = 'go', size = 2, komi = 0.5 }}\n\
            player = 'uct reward=score'\nsimulations = {simulations:?}\nrepetitions = {{ quick = 1, full = 1 }}\n\
            published = {{ '4' = 1.5 }}\n"
        );
        let experiment = Experiment::parse(&text, "e").unwrap();
        let mut work = experiment.probes().next().unwrap().work(&experiment).unwrap();
        work.row.reference = Some("good".to_string());
        let probe = |(number, values): (usize, &&[f32])| Probe { probe: number as u64, plies: 0, values: values.to_vec() };
        let probes: Vec<Probe> = values.iter().enumerate().map(probe).collect();
        let manifest = Manifest::new(AnyWork::Probe(work.clone()), None);
        let point =
            |&simulations: &u64| ProbePoint { simulations, positions: 2, value: measured(&Moments::default()), error: None };
        let sums = ProbeValues { points: simulations.iter().map(point).collect(), probes };
        RowReport { name: name.to_string(), manifest, work, sums, timing: Vec::new() }
    }

    #[test]
    fn errors_are_against_the_reference_with_twice_the_simulations_by_hand() {
        let mut reports =
            [report("bad", &[4, 8], &[&[0.5, 0.5], &[0.75, 0.5]]), report("good", &[8, 16], &[&[0.75, 0.5], &[0.5, 0.5]])];
        ProbeWork::compare(&mut reports);
        let unit = reports[0].work.unit();
        let error = reports[0].sums.points[0].error.as_ref().unwrap();
        // differences −¼ and +¼
        assert!(error.bias.value.abs() < 1e-9 && (error.rmse.value - 0.25 * unit).abs() < 1e-6, "{error:?}");
        assert_eq!(error.published, Some(1.5));
        let exact = reports[0].sums.points[1].error.as_ref().unwrap();
        assert_eq!((exact.rmse.value, exact.published), (0.0, None));
        assert!(reports[1].sums.points[1].error.is_none(), "nothing has 32 simulations");
    }

    #[test]
    fn few_of_many_points_are_shown() {
        let simulations: Vec<u64> = (1..=30).map(|n| 100 * n).collect();
        let many = report("many", &simulations, &[]);
        let shown: Vec<u64> = doublings(&many.sums.points).map(|point| point.simulations).collect();
        assert_eq!(shown, [100, 200, 400, 800, 1600, 3000]);
    }
}
