//! What an episode row came to.

use super::cell::{Cell, Form, Table};
use super::{Judged, Reports, RowReport, verdicts};
use crate::episodes::Episode;
use crate::experiment::EpisodeWork;
use crate::folder::Manifest;
use crate::stats::{Claim, Figure, Judgement, Level, Measured, Moments, Precision, Sample, judge};
use serde::Serialize;
use serde_json::{Value, json};

/// Positions that a problem may have whose exact values are wanted.
const MOST_POSITIONS: usize = 2_000_000;

/// What an episode row came to.
#[derive(Clone, Debug, Serialize)]
pub struct EpisodeSums {
    /// How many episodes.
    pub episodes: u64,
    /// How many of them were broken off.
    pub broken_off: u64,
    /// The mean return, or the mean cost, with its 95 % interval.
    pub mean: Measured,
    /// Decisions of an episode.
    pub decisions_mean: f64,
    /// The exact values beside it, where they are wanted.
    pub exact: Option<ExactSums>,
    /// What it says about published figures.
    pub figures: Vec<PublishedMean>,
}

/// What exact values say.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ExactSums {
    /// The best mean that there can be.
    pub optimum: f64,
    /// How much worse the first decision is than the best, with its 95 % interval.
    pub first_regret: Measured,
    /// The same for all decisions.
    pub regret: Measured,
}

/// A published mean.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedMean {
    /// Where it stands.
    pub place: String,
    /// The figure.
    pub value: f64,
    /// What ours says about it.
    pub judgement: Option<Judgement>,
}

/// An episode row in a report.
type EpisodeReport = RowReport<EpisodeWork>;

impl Reports for EpisodeWork {
    type Sums = EpisodeSums;

    fn sums(&self, manifest: &Manifest, episodes: Vec<Episode>) -> EpisodeSums {
        let sign = if self.row.costs { -1.0 } else { 1.0 };
        let points: Moments = episodes.iter().map(|episode| sign * episode.points).collect();
        let decisions: Moments = episodes.iter().map(|episode| f64::from(episode.decisions)).collect();
        let ours = Sample::numbers(points, 1, manifest.design(episodes.len() as u64));
        EpisodeSums {
            episodes: points.count(),
            broken_off: episodes.iter().filter(|episode| episode.broken_off).count() as u64,
            mean: ours.measured(Level::P95),
            decisions_mean: decisions.mean(),
            exact: self.row.optimum.then(|| exact(self, sign, &episodes)).flatten(),
            figures: self.figures(&points, &ours),
        }
    }

    fn judged(row: &EpisodeReport) -> Vec<Judged> {
        let of_figure = |figure: &PublishedMean| {
            let name = format!("{} {}", row.name, figure.place);
            Some(Judged { name, form: Form::Digits(3), judgement: figure.judgement? })
        };
        row.sums.figures.iter().filter_map(of_figure).collect()
    }

    fn judgements(row: &mut EpisodeReport) -> Vec<&mut Judgement> {
        row.sums.figures.iter_mut().filter_map(|figure| figure.judgement.as_mut()).collect()
    }

    fn size(row: &EpisodeReport) -> u64 {
        row.sums.episodes
    }

    fn document(row: &EpisodeReport) -> Value {
        json!({ "row": row.name, "sums": row.sums, "config_hash": row.manifest.config_hash })
    }

    /// One line for each published figure, or one.
    fn table(rows: &[EpisodeReport]) -> Table {
        let header =
            ["row", "figure", "published", "ours", "95 % interval", "optimum", "first regret", "decisions", "episodes"];
        let header = header.into_iter().chain(verdicts::HEADER).map(str::to_string).collect();
        let lines = rows.iter().flat_map(|row| {
            let figures: Vec<_> = row.sums.figures.iter().map(Some).collect();
            let figures = if figures.is_empty() { vec![None] } else { figures };
            figures.into_iter().map(move |figure| line(row, figure))
        });
        Table { header, rows: lines.collect() }
    }
}

impl EpisodeWork {
    /// What our mean says about the published ones.
    fn figures(&self, points: &Moments, ours: &Sample) -> Vec<PublishedMean> {
        let judged = |(place, &value): (&String, &f64)| {
            let precision = self.row.published_episodes.map_or(Precision::Exact, |episodes| {
                Precision::StandardError((points.variance() / episodes.max(1) as f64).sqrt())
            });
            let within = self.row.within.filter(|_| points.count() > 1);
            let claim = within.map(|within| Claim::Value { within: within * value.abs() });
            let judgement = claim.map(|claim| judge(&claim, &Figure { value, precision }, ours));
            PublishedMean { place: place.clone(), value, judgement }
        };
        self.row.published.iter().map(judged).collect()
    }
}

/// What the exact values say about the decisions of all episodes; `None` if there are none.
fn exact(work: &EpisodeWork, sign: f64, episodes: &[Episode]) -> Option<ExactSums> {
    let solved = work.game.solve_exactly(MOST_POSITIONS).ok()?;
    let (mut first, mut all) = (Moments::default(), Moments::default());
    for episode in episodes {
        let regrets = solved.regrets(&episode.moves)?;
        first.extend(regrets.first().copied());
        all.extend(regrets);
    }
    let measured = |moments: &Moments| Measured { value: moments.mean(), interval: moments.interval(Level::P95) };
    Some(ExactSums { optimum: sign * solved.value(), first_regret: measured(&first), regret: measured(&all) })
}

fn line(row: &EpisodeReport, figure: Option<&PublishedMean>) -> Vec<Cell> {
    let (sums, three) = (&row.sums, Form::Digits(3));
    let interval = Some(sums.mean.interval).filter(|interval| interval.low.is_finite());
    let within = row.work.row.within.zip(figure);
    let claim = within.map(|(within, figure)| Claim::Value { within: within * figure.value.abs() });
    let episodes = Cell::Count(sums.episodes);
    let cut = sums.broken_off;
    let cells = vec![
        Cell::text(&row.name),
        Cell::known(figure, |figure| Cell::text(&figure.place)),
        Cell::known(figure, |figure| Cell::Number(figure.value, Form::Plain)),
        Cell::known((sums.episodes > 0).then_some(sums.mean.value), |mean| Cell::Number(mean, three)),
        Cell::known(interval, |interval| Cell::Interval(interval, three)),
        Cell::known(sums.exact, |exact| Cell::Number(exact.optimum, three)),
        Cell::known(sums.exact, |exact| Cell::Number(exact.first_regret.value, three)),
        Cell::Number(sums.decisions_mean, Form::Digits(2)),
        if cut > 0 { Cell::Noted(Box::new(episodes), format!("{cut} broken off")) } else { episodes },
    ];
    cells.into_iter().chain(verdicts::cells(claim, figure.and_then(|figure| figure.judgement.as_ref()))).collect()
}
