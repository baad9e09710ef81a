//! The laboratory: experiments, jobs, records and reports.
//!
//! A job is a pure function of (work, number), and work is a JSON document: any process on any machine can do it, and the [`Ledger`] writes down
//! what came of it, each job once and in order. So threads, clusters and interruptions give the same record.

use crate::failure::{config_error, record_error, value_error};
use crate::number::Number;
use crate::pool::pool;
use crate::watched::watched;
use katsura_engine::setup;
use katsura_lab::experiment::{self, BanditWork, Batch, Claimed, Experiment, Probe, Shard};
use katsura_lab::folder::{Manifest, MatchWork, Timing, Work};
use katsura_lab::matches::{
    Contest, Contestant, Entry, Flow, GameRecord, Openings, Pair, Plan, RecordError, Recorder, StopRule, Tally, read_record,
    resign_limit, run,
};
use katsura_lab::report::{BanditReport, ProbeReport, Report, RowReport};
use katsura_lab::stats::{Decision, EloModel, Gsprt};
use katsura_mcts::{Budget, ConfigError, Control};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
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
    let experiment = Experiment::load(name).map_err(config_error)?;
    write(&experiment.document())
}

/// The work of a row and what its manifest says about the claim, both as JSON.
#[pyfunction]
pub fn row_work(name: &str, row: &str) -> PyResult<(String, String)> {
    let experiment = Experiment::load(name).map_err(config_error)?;
    let work = experiment.work(row).map_err(config_error)?;
    Ok((write(&work)?, write(&experiment.claimed(row))?))
}

/// Gives the manifests below a folder the description that the experiment has now: a sentence for every row whose manifest has changed.
#[pyfunction]
pub fn describe(name: &str, folder: PathBuf) -> PyResult<Vec<String>> {
    let experiment = Experiment::load(name).map_err(config_error)?;
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
    write(&Work::Match(MatchWork { row: None, contest }))
}

/// How many jobs so many games, or bandit instances, are.
#[pyfunction]
pub fn job_count(work: &str, size: Number<u64>) -> PyResult<u64> {
    let size = size.0;
    Ok(match read::<Work>(work)? {
        Work::Match(_) => size.div_ceil(2),
        Work::Bandit(_) => size.div_ceil(BanditWork::BATCH),
        Work::Probe(_) => size,
    })
}

/// Does the jobs `from` to `to` - 1: the lines of the record that they make.
#[pyfunction]
pub fn play(py: Python<'_>, work: &str, from: Number<u64>, to: Number<u64>, threads: Number<usize>) -> PyResult<String> {
    let work: Work = read(work)?;
    let (plan, control) = (Plan { from: from.0, to: to.0, threads: threads.0, lanes: 0 }, Control::new());
    watched(py, || control.stop(), || lines(&work, plan, &control))?
}

fn lines(work: &Work, plan: Plan, control: &Control) -> PyResult<String> {
    let mut lines = String::new();
    let mut put = |line: PyResult<String>| line.map(|line| lines += &(line + "\n"));
    match work {
        Work::Match(work) => {
            let mut done = 0;
            let mut written = Ok(());
            run(&work.contest, plan, control, &mut |pair: Pair| {
                written = pair.games.iter().try_for_each(|game| put(write(game)));
                done += 1;
                if written.is_ok() { Flow::Continue } else { Flow::Stop }
            })
            .map_err(config_error)?;
            written?;
            if done < plan.to.saturating_sub(plan.from) && !control.is_stopped() {
                let message = format!("pair {} could not be played to its end", plan.from + done);
                return Err(config_error(ConfigError::new("", message)));
            }
        }
        Work::Bandit(work) => {
            for number in plan.from..plan.to {
                if control.is_stopped() {
                    break;
                }
                put(write(&work.batch(number)))?;
            }
        }
        Work::Probe(work) => {
            let probes = (plan.from..plan.to).map_while(|number| work.probe(number, control));
            probes.into_iter().try_for_each(|probe| put(write(&probe)))?;
        }
    }
    Ok(lines)
}

/// The record of a run: takes the lines of jobs in order, on disk if it has a folder, and counts them.
#[pyclass(module = "katsura._native")]
pub struct Ledger {
    book: Book,
    contest: Option<Contest>,
    sprt: Option<Gsprt>,
    folder: Option<PathBuf>,
    manifest: Manifest,
    next: u64,
}

enum Book {
    Match { recorder: Option<Recorder<GameRecord>>, tally: Box<Tally> },
    Bandit { recorder: Option<Recorder<Batch>> },
    Probe { recorder: Option<Recorder<Probe>> },
}

/// Writes down the line of the job that is due, if it is that.
fn append_line<E: Entry>(recorder: &mut Option<Recorder<E>>, due: u64, line: &str) -> PyResult<()> {
    let entry: E = read(line)?;
    if entry.number() != due {
        return Err(value_error(format!("expected job {due}, found {}", entry.number())));
    }
    recorder.as_mut().map_or(Ok(()), |recorder| recorder.append(vec![entry])).map_err(record_error)
}

#[pymethods]
impl Ledger {
    /// The record of this work. With a folder it goes on where the one there ends; `sprt` are the bounds of a sequential test that ends it.
    #[new]
    #[pyo3(signature = (work, folder=None, claimed=None, sprt=None))]
    fn new(work: &str, folder: Option<PathBuf>, claimed: Option<&str>, sprt: Option<[Number<f64>; 2]>) -> PyResult<Self> {
        let work: Work = read(work)?;
        let manifest = Manifest::new(work.clone(), claimed.map(read::<Claimed>).transpose()?);
        let sprt = sprt
            .map(|bounds| Gsprt::new(EloModel::Normalised, bounds.map(|Number(bound)| bound)))
            .transpose()
            .map_err(value_error)?;
        let manifest = manifest.with_stop_rule(StopRule { sprt, width: None });
        let path = folder.as_ref().map(|folder| manifest.record_path(folder, Shard::WHOLE));
        if let Some(folder) = &folder {
            manifest.establish(folder).map_err(record_error)?;
        }
        let (book, contest) = match work {
            Work::Match(work) => {
                let recorder = path.map(|path| Recorder::open(&path, 0)).transpose().map_err(record_error)?;
                (Book::Match { recorder, tally: Box::new(Tally::for_contest(&work.contest)) }, Some(work.contest))
            }
            Work::Bandit(_) => {
                let recorder = path.map(|path| Recorder::open(&path, 0)).transpose().map_err(record_error)?;
                (Book::Bandit { recorder }, None)
            }
            Work::Probe(_) => {
                let recorder = path.map(|path| Recorder::open(&path, 0)).transpose().map_err(record_error)?;
                (Book::Probe { recorder }, None)
            }
        };
        let mut ledger = Ledger { book, contest, sprt, folder, manifest, next: 0 };
        ledger.count_recorded();
        Ok(ledger)
    }

    /// The number of the first job that is not recorded.
    #[getter]
    fn next_job(&self) -> u64 {
        self.next
    }

    /// Whether the sequential test has decided.
    #[getter]
    fn is_decided(&self) -> bool {
        match (&self.sprt, &self.book) {
            (Some(sprt), Book::Match { tally, .. }) => sprt.decide(&tally.pairs()) != Decision::Continue,
            _ => false,
        }
    }

    /// Writes down the lines of the next jobs, up to the one with which the sequential test decides.
    fn append(&mut self, lines: &str) -> PyResult<()> {
        let lines: Vec<&str> = lines.lines().collect();
        match &self.book {
            Book::Match { .. } => lines.chunks(2).try_for_each(|pair| self.append_pair(pair)),
            Book::Bandit { .. } | Book::Probe { .. } => lines.iter().try_for_each(|line| self.append_job(line)),
        }
    }

    /// The score so far as JSON; for bandits and probes the number of jobs.
    fn tally(&self) -> PyResult<String> {
        match &self.book {
            Book::Match { tally, .. } => write(&self.document(tally)),
            Book::Bandit { .. } => write(&json!({ "batches": self.next })),
            Book::Probe { .. } => write(&json!({ "positions": self.next })),
        }
    }

    /// Notes that the jobs from `from` on took so long.
    fn note_time(&self, from: u64, seconds: f64, threads: usize) -> PyResult<()> {
        let Some(folder) = self.folder.as_ref().filter(|_| self.next > from) else { return Ok(()) };
        let timing = Timing { jobs: [from, self.next], seconds, threads, provenance: self.manifest.provenance.clone() };
        timing.note(folder).map_err(record_error)
    }
}

impl Ledger {
    fn count_recorded(&mut self) {
        match &mut self.book {
            Book::Match { recorder, tally } => {
                let old = recorder.as_ref().map_or(&[][..], |recorder| recorder.entries());
                old.iter().for_each(|game| tally.add(game));
                self.next = recorder.as_ref().map_or(0, Recorder::next_job);
            }
            Book::Bandit { recorder } => self.next = recorder.as_ref().map_or(0, Recorder::next_job),
            Book::Probe { recorder } => self.next = recorder.as_ref().map_or(0, Recorder::next_job),
        }
    }

    fn append_pair(&mut self, lines: &[&str]) -> PyResult<()> {
        if self.is_decided() {
            return Ok(());
        }
        let games: Vec<GameRecord> = lines.iter().map(|line| read(line)).collect::<PyResult<_>>()?;
        let due = [2 * self.next, 2 * self.next + 1];
        if games.iter().map(|game| game.game).collect::<Vec<_>>() != due {
            return Err(value_error(format!("expected games {} and {}", due[0], due[1])));
        }
        if let Book::Match { recorder, tally } = &mut self.book {
            games.iter().for_each(|game| tally.add(game));
            recorder.as_mut().map_or(Ok(()), |recorder| recorder.append(games)).map_err(record_error)?;
            self.next += 1;
        }
        Ok(())
    }

    fn append_job(&mut self, line: &str) -> PyResult<()> {
        match &mut self.book {
            Book::Bandit { recorder } => append_line(recorder, self.next, line)?,
            Book::Probe { recorder } => append_line(recorder, self.next, line)?,
            Book::Match { .. } => return Err(value_error("games are written down in pairs")),
        }
        self.next += 1;
        Ok(())
    }

    fn document(&self, tally: &Tally) -> Value {
        let players = self.contest.as_ref().map(|contest| contest.players.each_ref().map(|player| player.name.as_str()));
        let mut document = tally.document();
        document.insert("players".to_string(), json!(players));
        document.insert("sprt".to_string(), json!(self.sprt.as_ref().map(|test| test.decide(&tally.pairs()).word())));
        document.insert("config_hash".to_string(), json!(self.manifest.config_hash));
        Value::Object(document)
    }
}

/// The report of the records below a folder as JSON: title, rows, the tables as text, the page in Markdown.
#[pyfunction]
pub fn report(folder: PathBuf) -> PyResult<String> {
    let report = Report::of(&folder).map_err(record_error)?;
    write(&json!({
        "title": report.title(),
        "rows": report.rows.iter().map(RowReport::document).collect::<Vec<_>>(),
        "bandits": report.bandits.iter().map(BanditReport::document).collect::<Vec<_>>(),
        "probes": report.probes.iter().map(ProbeReport::document).collect::<Vec<_>>(),
        "tables": report.tables(),
        "markdown": report.markdown(),
    }))
}

/// Every recorded game below a folder, packed or not: for each row its name and the lines of its record.
#[pyfunction]
pub fn record_lines(folder: PathBuf) -> PyResult<Vec<(String, String)>> {
    let rows = experiment::row_folders(&folder).map_err(record_error)?;
    let matches = rows.into_iter().filter(|(_, manifest)| matches!(manifest.work, Work::Match(_)));
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
        return Err(record_error(RecordError::new(&row.folder, format!("could not be checked: {}", row.reason))));
    }
    Ok(all.rows.into_iter().map(|row| (row.folder, row.recorded, row.replayed, row.departures.len())).collect())
}
