//! The laboratory: experiments, jobs, records and reports.
//!
//! A job is a pure function of (work, number), and work is a JSON document: any process on any machine can do it, and the [`Ledger`] writes down
//! what came of it, each job once and in order. So threads, clusters and interruptions give the same record.

use crate::failure::{config_error, record_error, value_error};
use crate::number::Number;
use crate::pool::pool;
use crate::watched::watched;
use katsura_engine::setup;
use katsura_lab::experiment::{self, Amount, Claimed, Experiment, MatchWork, Runner, Shard};
use katsura_lab::folder::{Manifest, Timing};
use katsura_lab::matches::{
    Broken, Contest, Contestant, GameRecord, Openings, Plan, RecordError, StopRule, read_record, resign_limit,
};
use katsura_lab::report::{Report, Table};
use katsura_lab::stats::{EloModel, Gsprt};
use katsura_lab::work::{AnyWork, Book, BookError, MatchError};
use katsura_mcts::{Budget, Control};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

fn read<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(value_error)
}

fn write<T: Serialize>(value: &T) -> PyResult<String> {
    serde_json::to_string(value).map_err(value_error)
}

/// The names of the experiments.
#[pyfunction]
pub fn experiments() -> Vec<&'static str> {
    experiment::names().collect()
}

/// An experiment as JSON: the claim and the rows.
#[pyfunction]
pub fn experiment_json(name: &str) -> PyResult<String> {
    let experiment = Experiment::load(name).map_err(value_error)?;
    write(&experiment.document())
}

/// What is run of an experiment, row by row: the name, the work and what the manifest says about the claim, both as JSON, and the number of jobs.
#[pyfunction]
#[pyo3(signature = (name, rows=None, quick=false, games=None))]
pub fn planned(
    name: &str,
    rows: Option<Vec<String>>,
    quick: bool,
    games: Option<Number<u64>>,
) -> PyResult<Vec<(String, String, String, u64)>> {
    if rows.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Vec::new());
    }
    let experiment = Experiment::load(name).map_err(value_error)?;
    let chosen = experiment.clone().select(&rows.unwrap_or_default()).map_err(value_error)?;
    let amount = match games {
        Some(Number(games)) => Amount::Of(games),
        None if quick => Amount::Quick,
        None => Amount::Full,
    };
    let (shard, out) = (Shard::WHOLE, PathBuf::new());
    let runner = Runner { experiment, chosen, out, amount, shard, threads: None, lanes: 0 };
    let row = |row: experiment::Planned| {
        let claimed = write(&runner.experiment.claimed(&row.name))?;
        Ok((row.name, write(&row.work)?, claimed, row.jobs))
    };
    runner.planned().map_err(value_error)?.into_iter().map(row).collect()
}

/// Gives the manifests below a folder the description that the experiment has now: a sentence for every row whose manifest has changed.
#[pyfunction]
pub fn describe(name: &str, folder: PathBuf) -> PyResult<Vec<String>> {
    let experiment = Experiment::load(name).map_err(value_error)?;
    experiment::describe(&experiment, &folder).map_err(record_error)
}

/// The work of a match of two players, as JSON.
#[pyfunction]
pub fn match_work(
    game: &str,
    players: [String; 2],
    budget: (Option<Number<u64>>, Option<Number<f64>>),
    openings_plies: Number<u32>,
    seed: Number<u64>,
    resign: Option<Number<f64>>,
) -> PyResult<String> {
    let (simulations, seconds) = (budget.0.map(|Number(n)| n), budget.1.map(|Number(seconds)| seconds));
    let budget = (simulations.is_some() || seconds.is_some()).then_some(Budget { simulations, seconds });
    let game = setup::game(read::<Value>(game)?).map_err(config_error)?;
    let [a, b] = players.map(|player| Contestant::parse_for(&player, &game, budget));
    let openings = if openings_plies.0 == 0 { Openings::None } else { Openings::Random { plies: openings_plies.0 } };
    let contest = Contest {
        openings: openings.loaded(&game).map_err(config_error)?,
        game,
        players: [a.map_err(config_error)?, b.map_err(config_error)?],
        seed: seed.0,
        resign: resign_limit(resign.map(|Number(limit)| limit)).map_err(config_error)?,
    };
    write(&AnyWork::Match(MatchWork { row: None, contest }))
}

/// How many jobs so many games, instances or positions are.
#[pyfunction]
pub fn job_count(work: &str, size: Number<u64>) -> PyResult<u64> {
    Ok(read::<AnyWork>(work)?.jobs(size.0))
}

/// Does the jobs `from` to `to` - 1: the lines of the record that they make.
#[pyfunction]
pub fn play(py: Python<'_>, work: &str, from: Number<u64>, to: Number<u64>, threads: Number<usize>) -> PyResult<String> {
    let work: AnyWork = read(work)?;
    let (plan, control) = (Plan { from: from.0, to: to.0, threads: threads.0, lanes: 0 }, Control::new());
    watched(py, || control.stop(), || work.lines(plan, &control))?.map_err(match_error)
}

fn match_error(error: MatchError) -> PyErr {
    match error {
        MatchError::Record(error) => record_error(error),
        MatchError::Config(_) | MatchError::Experiment(_) | MatchError::Unfinished { .. } => value_error(error),
    }
}

fn book_error(error: BookError) -> PyErr {
    match error {
        BookError::Record(error) => record_error(error),
        BookError::NoEntry(_) | BookError::OutOfOrder { .. } => value_error(error),
    }
}

/// The record of a run: takes the lines of jobs in order, on disk if it has a folder, and counts them.
#[pyclass(module = "katsura._native")]
pub struct Ledger {
    book: Book,
    sprt: Option<Gsprt>,
    folder: Option<PathBuf>,
    manifest: Manifest,
}

#[pymethods]
impl Ledger {
    /// The record of this work. With a folder it goes on where the one there ends; `sprt` are the bounds of a sequential test that ends it.
    #[new]
    #[pyo3(signature = (work, folder=None, claimed=None, sprt=None))]
    fn new(work: &str, folder: Option<PathBuf>, claimed: Option<&str>, sprt: Option<[Number<f64>; 2]>) -> PyResult<Self> {
        let manifest = Manifest::new(read(work)?, claimed.map(read::<Claimed>).transpose()?);
        let sprt = sprt
            .map(|bounds| Gsprt::new(EloModel::Normalised, bounds.map(|Number(bound)| bound)))
            .transpose()
            .map_err(value_error)?;
        let rule = StopRule { sprt, width: None };
        let manifest = manifest.with_stop_rule(rule);
        let path = folder.as_ref().map(|folder| manifest.record_path(folder, Shard::WHOLE));
        if let Some(folder) = &folder {
            manifest.establish(folder).map_err(record_error)?;
        }
        let book = Book::open(&manifest.work, path.as_deref(), rule).map_err(record_error)?;
        Ok(Ledger { book, sprt, folder, manifest })
    }

    /// The number of the first job that is not recorded.
    #[getter]
    fn next_job(&self) -> u64 {
        self.book.next_job()
    }

    /// Whether the sequential test has decided.
    #[getter]
    fn is_decided(&self) -> bool {
        self.book.is_decided()
    }

    /// Notes how many jobs the run asks for, before it adds any.
    fn settle(&self, jobs: u64) -> PyResult<()> {
        let unit = self.manifest.work.job_size();
        let note = |folder: &PathBuf| Manifest::settle(folder, self.book.next_job() * unit, jobs * unit);
        self.folder.as_ref().map_or(Ok(()), note).map_err(record_error)
    }

    /// Writes down the lines of the next jobs, up to the one with which the sequential test decides.
    fn append(&mut self, lines: &str) -> PyResult<()> {
        self.book.append(lines).map_err(book_error)
    }

    /// The score so far as JSON; for work that is no match the number of jobs.
    fn tally(&self) -> PyResult<String> {
        let mut document = self.book.document();
        if let AnyWork::Match(work) = &self.manifest.work {
            document.extend(self.of_match(&work.contest));
        }
        write(&document)
    }

    /// Notes that the jobs from `from` on took so long.
    fn note_time(&self, from: u64, seconds: f64, threads: usize) -> PyResult<()> {
        let Some(folder) = self.folder.as_ref().filter(|_| self.book.next_job() > from) else { return Ok(()) };
        let provenance = self.manifest.provenance.clone();
        let timing = Timing { jobs: [from, self.book.next_job()], seconds, threads, provenance };
        timing.note(folder).map_err(record_error)
    }
}

impl Ledger {
    /// What the score of a match has beside the games.
    fn of_match(&self, contest: &Contest) -> Map<String, Value> {
        let players = contest.players.each_ref().map(|player| player.name.as_str());
        let decision = self.sprt.zip(self.book.pairs()).map(|(test, pairs)| test.decide(&pairs).word());
        let document = json!({ "players": players, "sprt": decision, "config_hash": self.manifest.config_hash });
        document.as_object().cloned().unwrap_or_default()
    }
}

/// The report of the records below a folder as JSON: title, rows, the tables as text, the page in Markdown.
#[pyfunction]
pub fn report(folder: PathBuf) -> PyResult<String> {
    let report = Report::of(&folder).map_err(record_error)?;
    let tables: Vec<Vec<Vec<String>>> = report.tables().iter().map(Table::texts).collect();
    let mut document = json!({ "title": report.title(), "tables": tables, "markdown": report.markdown() });
    for kind in report.documents() {
        document[kind.table] = json!(kind.rows);
    }
    write(&document)
}

/// Every recorded game below a folder, packed or not: for each row its name and the lines of its record.
#[pyfunction]
pub fn record_lines(folder: PathBuf) -> PyResult<Vec<(String, String)>> {
    let rows = experiment::row_folders(&folder).map_err(record_error)?;
    let matches = rows.into_iter().filter(|(_, manifest)| matches!(manifest.work, AnyWork::Match(_)));
    let lines = |(folder, manifest): (PathBuf, Manifest)| {
        let games = read_record::<GameRecord>(&manifest.record_path(&folder, Shard::WHOLE)).map_err(record_error)?;
        let lines: Vec<String> = games.iter().map(|game| Ok(write(game)? + "\n")).collect::<PyResult<_>>()?;
        let name = folder.file_name().map_or("match".into(), |name| name.to_string_lossy().into_owned());
        Ok((name, lines.concat()))
    };
    matches.map(lines).collect()
}

/// Writes the report of a folder into it: the paths of the files.
#[pyfunction]
pub fn write_report(folder: PathBuf) -> PyResult<Vec<PathBuf>> {
    Report::of(&folder).and_then(|report| report.write(&folder)).map_err(record_error)
}

/// Plays recorded games again: for each row its folder, how many are recorded, how many were played again, and how many departed.
#[pyfunction]
#[pyo3(signature = (folder, games=None))]
pub fn verify(py: Python<'_>, folder: PathBuf, games: Option<Number<u64>>) -> PyResult<Vec<(PathBuf, usize, usize, usize)>> {
    let (pool, control, games) = (pool(py)?, Control::new(), games.map(|Number(games)| games));
    let verify = || pool.install(|| experiment::verify(&folder, games, &control));
    let all = watched(py, || control.stop(), verify)?.map_err(record_error)?;
    if let Some(row) = all.unchecked.first() {
        return Err(record_error(RecordError::new(&row.folder, Broken::Unchecked(row.reason.clone()))));
    }
    Ok(all.rows.into_iter().map(|row| (row.folder, row.recorded, row.replayed, row.departures.len())).collect())
}
