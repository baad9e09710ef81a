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
use katsura_lab::folder::Manifest;
use katsura_lab::matches::{Contest, Contestant, GameRecord, Openings, Plan, StopRule, read_record, resign_limit};
use katsura_lab::provenance::Provenance;
use katsura_lab::report::{Report, Table};
use katsura_lab::stats::{EloModel, Gsprt};
use katsura_lab::work::{AnyWork, Book, BookError, Extent, MatchError, RunFolder};
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
    rule: StopRule,
    manifest: Manifest,
}

#[pymethods]
impl Ledger {
    /// The record of so many jobs of this work. With a folder it goes on where the one there ends, by the rules of the command: it is refused if this
    /// program does not make the last entry as it is recorded. `sprt` are the bounds of a sequential test that ends it.
    #[new]
    #[pyo3(signature = (work, jobs, folder=None, claimed=None, sprt=None))]
    fn new(
        py: Python<'_>,
        work: &str,
        jobs: Number<u64>,
        folder: Option<PathBuf>,
        claimed: Option<&str>,
        sprt: Option<[Number<f64>; 2]>,
    ) -> PyResult<Self> {
        let manifest = Manifest::new(read(work)?, claimed.map(read::<Claimed>).transpose()?);
        let test = sprt.map(|bounds| Gsprt::new(EloModel::Normalised, bounds.map(|Number(bound)| bound)));
        let rule = StopRule { sprt: test.transpose().map_err(value_error)?, width: None };
        let extent = Extent { jobs: jobs.0, shard: Shard::WHOLE, rule };
        let folder = folder.map(|path| RunFolder { path, manifest: manifest.clone() });
        let (pool, control) = (pool(py)?, Control::new());
        let open = || pool.install(|| Book::open(&manifest.work, folder.as_ref(), extent, &control));
        let book = watched(py, || control.stop(), open)?.map_err(match_error)?;
        Ok(Ledger { book, rule, manifest })
    }

    /// A sentence if another program made what is recorded, and this one goes on with it.
    #[getter]
    fn change_of_program(&self) -> Option<&str> {
        self.book.change_of_program()
    }

    /// The number of the first job that is not recorded.
    #[getter]
    fn next_job(&self) -> u64 {
        self.book.next_job()
    }

    /// Whether all that was asked for is recorded, or the sequential test has decided.
    #[getter]
    fn is_over(&self) -> bool {
        self.book.is_over()
    }

    /// Writes down the lines of the jobs from `first` on that are not recorded, up to the last that is asked for, or that with which the sequential test
    /// decides.
    fn append(&mut self, first: Number<u64>, lines: &str) -> PyResult<()> {
        self.book.append(first.0, lines).map_err(book_error)
    }

    /// The score so far as JSON; for work that is no match the number of jobs.
    fn tally(&self) -> PyResult<String> {
        let mut document = self.book.document();
        if let AnyWork::Match(work) = &self.manifest.work {
            document.extend(self.of_match(&work.contest));
        }
        write(&document)
    }

    /// Notes how long it took to record what was recorded since the beginning, with so many jobs side by side.
    fn note_time(&self, threads: Number<usize>) -> PyResult<()> {
        self.book.note_time(threads.0).map_err(record_error)
    }
}

impl Ledger {
    /// What the score of a match has beside the games.
    fn of_match(&self, contest: &Contest) -> Map<String, Value> {
        let players = contest.players.each_ref().map(|player| player.name.as_str());
        let decision = self.rule.sprt.zip(self.book.pairs()).map(|(test, pairs)| test.decide(&pairs).word());
        let document = json!({ "players": players, "sprt": decision, "config_hash": self.manifest.config_hash });
        document.as_object().cloned().unwrap_or_default()
    }
}

/// This program, and the machine it runs on, as JSON.
#[pyfunction]
pub fn program() -> PyResult<String> {
    write(&Provenance::here())
}

/// Whether a text is what [`program`] says where the same program runs.
#[pyfunction]
pub fn is_same_program(text: &str) -> bool {
    read::<Provenance>(text).is_ok_and(|other| Provenance::here().is_same_program(&other))
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

/// What playing the games of a row again showed: its folder, how many are recorded, how many were played again, and how many departed; or why they could
/// not be played again.
type Verified = (PathBuf, Option<[usize; 3]>, Option<String>);

/// Plays recorded games again, row by row.
#[pyfunction]
#[pyo3(signature = (folder, games=None))]
pub fn verify(py: Python<'_>, folder: PathBuf, games: Option<Number<u64>>) -> PyResult<Vec<Verified>> {
    let (pool, control, games) = (pool(py)?, Control::new(), games.map(|Number(games)| games));
    let verify = || pool.install(|| experiment::verify(&folder, games, &control));
    let all = watched(py, || control.stop(), verify)?.map_err(record_error)?;
    let rows = all.rows.into_iter().map(|row| (row.folder, Some([row.recorded, row.replayed, row.departures.len()]), None));
    Ok(rows.chain(all.unchecked.into_iter().map(|row| (row.folder, None, Some(row.reason)))).collect())
}
