//! What probe rows came to: values as simulations grow, and errors against a better search.

use super::row::whole_record;
use super::svg::{Scale, Svg};
use super::{COURSES, FAINT, Report};
use crate::experiment::{Probe, ProbeWork};
use crate::folder::{Manifest, Timing};
use crate::matches::RecordError;
use crate::stats::{Level, Measured, Moments};
use std::path::Path;

/// What a probe row came to.
#[derive(Clone, Debug)]
pub struct ProbeReport {
    /// What was run.
    pub manifest: Manifest,
    /// The search and its positions.
    pub work: ProbeWork,
    /// What it says after each number of simulations.
    pub points: Vec<ProbePoint>,
    /// How long the run took where.
    pub timing: Vec<Timing>,
    probes: Vec<Probe>,
}

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
}

impl ProbeReport {
    /// The report of a row's folder, yet without errors.
    ///
    /// # Errors
    /// If its record cannot be read.
    pub fn of(folder: &Path, manifest: Manifest, work: ProbeWork) -> Result<Self, RecordError> {
        let probes: Vec<Probe> = whole_record(folder, &manifest)?;
        let point = |(place, &simulations): (usize, &u64)| {
            let values: Moments = probes.iter().filter_map(|probe| probe.values.get(place)).map(|&x| f64::from(x)).collect();
            let value = measured(&values);
            ProbePoint { simulations, positions: values.count(), value, error: None }
        };
        let points = work.row.simulations.iter().enumerate().map(point).collect();
        Ok(ProbeReport { points, timing: Timing::read(folder), manifest, work, probes })
    }

    fn value_at(&self, number: usize, simulations: u64) -> Option<f64> {
        let place = self.work.row.simulations.iter().position(|&known| known == simulations)?;
        self.probes.get(number)?.values.get(place).map(|&value| f64::from(value))
    }

    /// The errors of this row against another.
    fn errors_against(&self, reference: &ProbeReport) -> Vec<Option<ProbeError>> {
        let at = |&simulations: &u64| {
            let difference = |number: usize| {
                let ours = self.value_at(number, simulations)?;
                Some((ours - reference.value_at(number, 2 * simulations)?) * self.work.unit())
            };
            let differences: Vec<f64> = (0..self.probes.len()).filter_map(difference).collect();
            let (bias, squares): (Moments, Moments) =
                (differences.iter().copied().collect(), differences.iter().map(|x| x * x).collect());
            let root = |x: f64| x.max(0.0).sqrt();
            let mean_square = measured(&squares);
            let rmse = Measured { value: root(mean_square.value), interval: mean_square.interval.map(root) };
            let published = self.work.row.published.get(&simulations.to_string()).copied();
            (bias.count() > 1).then(|| ProbeError { bias: measured(&bias), rmse, published })
        };
        self.work.row.simulations.iter().map(at).collect()
    }
}

fn measured(values: &Moments) -> Measured {
    Measured { value: values.mean(), interval: values.interval(Level::P95) }
}

/// Computes the errors of all rows that name a reference that is there.
pub(super) fn compare(reports: &mut [ProbeReport]) {
    for place in 0..reports.len() {
        let Some(name) = reports[place].work.row.reference.clone() else { continue };
        let Some(reference) = reports.iter().find(|report| report.work.row.name == name) else { continue };
        let errors = reports[place].errors_against(reference);
        reports[place].points.iter_mut().zip(errors).for_each(|(point, error)| point.error = error);
    }
}

/// One line for every row and doubling of the simulations; with errors if any row has some.
pub(super) fn table(report: &Report) -> Vec<Vec<String>> {
    let values = ["row", "simulations", "positions", "mean value", "95 % interval"];
    let errors = ["bias", "RMSE", "95 % interval of the RMSE", "published RMSE"];
    let with_errors = report.probes.iter().flat_map(|row| &row.points).any(|point| point.error.is_some());
    let shown = if with_errors { errors.len() } else { 0 };
    let header = values.into_iter().chain(errors.into_iter().take(shown)).map(str::to_string).collect();
    let of_row = |row: &ProbeReport| {
        let line = |point: &ProbePoint| {
            let interval = point.value.interval;
            let values = [
                row.work.row.name.clone(),
                point.simulations.to_string(),
                point.positions.to_string(),
                if point.positions > 0 { format!("{:.4}", point.value.value) } else { "–".to_string() },
                if interval.low.is_finite() {
                    format!("{:.4} to {:.4}", interval.low, interval.high)
                } else {
                    "–".to_string()
                },
            ];
            values.into_iter().chain(error_cells(point.error.as_ref()).into_iter().take(shown)).collect()
        };
        doublings(&row.points).map(line).collect::<Vec<Vec<String>>>()
    };
    std::iter::once(header).chain(report.probes.iter().flat_map(of_row)).collect()
}

fn error_cells(error: Option<&ProbeError>) -> [String; 4] {
    let dash = || "–".to_string();
    let Some(ProbeError { bias, rmse, published }) = error else { return [dash(), dash(), dash(), dash()] };
    let (bias, root) = (format!("{:+.3}", bias.value), format!("{:.3}", rmse.value));
    let interval = format!("{:.3} to {:.3}", rmse.interval.low, rmse.interval.high);
    [bias, root, interval, published.map_or_else(dash, |value| value.to_string())]
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

/// A curve by name.
type Curve = (String, Vec<[f64; 2]>);

/// The mean values of all rows as the simulations grow.
pub fn values(report: &Report) -> String {
    let curve = |row: &ProbeReport| -> Curve {
        let point = |point: &ProbePoint| [point.simulations as f64, point.value.value];
        (row.work.row.name.clone(), row.points.iter().map(point).collect())
    };
    let curves: Vec<Curve> = report.probes.iter().map(curve).collect();
    chart("The value of the root as simulations grow", &curves, |x| format!("{x:.0}"), |y| format!("{y:.3}"))
}

/// The root mean square errors of the rows that have some, both scales logarithmic; `None` if none has.
pub fn errors(report: &Report) -> Option<String> {
    let curve = |row: &ProbeReport| -> Curve {
        let at = |point: &ProbePoint| {
            let error = point.error.as_ref().filter(|error| error.rmse.value > 0.0)?;
            Some([(point.simulations as f64).log2(), error.rmse.value.log2()])
        };
        (row.work.row.name.clone(), row.points.iter().filter_map(at).collect())
    };
    let curves: Vec<Curve> = report.probes.iter().map(curve).filter(|(_, points)| !points.is_empty()).collect();
    let title = "The root mean square error as simulations grow";
    (!curves.is_empty()).then(|| chart(title, &curves, |x| format!("{:.0}", x.exp2()), |y| format!("{:.3}", y.exp2())))
}

fn chart(title: &str, curves: &[Curve], x_text: impl Fn(f64) -> String, y_text: impl Fn(f64) -> String) -> String {
    let (left, right, top, bottom) = (70.0, 740.0, 15.0, 320.0);
    let mut svg = Svg::new(760.0, bottom + 50.0 + 16.0 * curves.len() as f64);
    let ends = |axis: usize| {
        let all = curves.iter().flat_map(|(_, points)| points.iter().map(move |point| point[axis]));
        all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)])
    };
    let (x, y) = (Scale::new(ends(0), [left, right]), Scale::new(ends(1), [bottom, top]));
    for mark in y.marks() {
        svg.line([left, y.at(mark)], [right, y.at(mark)], FAINT);
        svg.text([left - 8.0, y.at(mark) + 4.0], "end", &y_text(mark));
    }
    for mark in x.marks() {
        svg.text([x.at(mark), bottom + 18.0], "middle", &x_text(mark));
    }
    svg.text([(left + right) / 2.0, bottom + 36.0], "middle", "simulations");
    for (place, (name, points)) in curves.iter().enumerate() {
        let style = format!("stroke=\"{}\" stroke-width=\"1.5\"", COURSES[place % COURSES.len()]);
        svg.path(&points.iter().map(|point| [x.at(point[0]), y.at(point[1])]).collect::<Vec<_>>(), &style);
        let at = bottom + 52.0 + 16.0 * place as f64;
        svg.line([left, at - 4.0], [left + 20.0, at - 4.0], &style);
        svg.text([left + 28.0, at], "start", name);
    }
    svg.finish(title)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::folder::Work;

    /// A report of positions with the value 0.5 + noise, made without a search.
    fn report(name: &str, simulations: &[u64], values: &[&[f32]]) -> ProbeReport {
        let text = format!(
            "title = 't'\nsource = 's'\nprotocol = 'p'\n[[probes]]\nname = '{name}'\ngame = {{ name = 'go', size = 2, komi = 0.5 }}\n\
            player = 'uct reward=score'\nsimulations = {simulations:?}\nrepetitions = {{ quick = 1, full = 1 }}\n\
            published = {{ '4' = 1.5 }}\n"
        );
        let experiment = Experiment::parse(&text, "e").unwrap();
        let mut work = experiment.probes[0].work(&experiment).unwrap();
        work.row.reference = Some("good".to_string());
        let probe = |(number, values): (usize, &&[f32])| Probe { probe: number as u64, plies: 0, values: values.to_vec() };
        let probes: Vec<Probe> = values.iter().enumerate().map(probe).collect();
        let manifest = Manifest::new(Work::Probe(work.clone()), None);
        let point =
            |&simulations: &u64| ProbePoint { simulations, positions: 2, value: measured(&Moments::default()), error: None };
        ProbeReport { points: simulations.iter().map(point).collect(), timing: Vec::new(), manifest, work, probes }
    }

    #[test]
    fn errors_are_against_the_reference_with_twice_the_simulations_by_hand() {
        let mut reports =
            [report("bad", &[4, 8], &[&[0.5, 0.5], &[0.75, 0.5]]), report("good", &[8, 16], &[&[0.75, 0.5], &[0.5, 0.5]])];
        compare(&mut reports);
        let unit = reports[0].work.unit();
        let error = reports[0].points[0].error.as_ref().unwrap();
        // differences −¼ and +¼
        assert!(error.bias.value.abs() < 1e-9 && (error.rmse.value - 0.25 * unit).abs() < 1e-6, "{error:?}");
        assert_eq!(error.published, Some(1.5));
        let exact = reports[0].points[1].error.as_ref().unwrap();
        assert_eq!((exact.rmse.value, exact.published), (0.0, None));
        assert!(reports[1].points[1].error.is_none(), "nothing has 32 simulations");
    }

    #[test]
    fn few_of_many_points_are_shown() {
        let simulations: Vec<u64> = (1..=30).map(|n| 100 * n).collect();
        let many = report("many", &simulations, &[]);
        let shown: Vec<u64> = doublings(&many.points).map(|point| point.simulations).collect();
        assert_eq!(shown, [100, 200, 400, 800, 1600, 3000]);
    }
}
