//! The laboratory on the page: the experiments with their claims and reports; at most one runs, one game at a time, so that the windows stay
//! quick.

use crate::hub::lock;
use crate::log::Log;
use katsura_games::{GameSpec, Position};
use katsura_lab::experiment::{self, Amount, Experiment, Observer, Place, Runner, Shard, names};
use katsura_lab::matches::{Flow, GameRecord, Tally};
use katsura_lab::report::Report;
use katsura_lab::work::AnyWork;
use katsura_mcts::Control;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Bytes at the end of a record in which its last game is looked for.
const TAIL: u64 = 256 << 10;

/// The experiments of a results folder.
pub(crate) struct Lab {
    results: PathBuf,
    shared: Arc<Shared>,
    /// The last run.
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    status: Mutex<Status>,
    news: AtomicBool,
}

#[derive(Default)]
struct Status {
    progress: Option<Progress>,
    control: Option<Control>,
    /// What is to be said about the last run.
    ended: Option<String>,
}

/// How far the running experiment is.
#[derive(Clone, Debug, Default, Serialize)]
struct Progress {
    name: String,
    row: String,
    place: usize,
    rows: usize,
    done: u64,
    of: u64,
    score: Option<f64>,
    interval: Option<[f64; 2]>,
    /// The last finished game, with its board.
    last_game: Option<Value>,
}

impl Shared {
    fn report(&self, change: impl FnOnce(&mut Status)) {
        change(&mut lock(&self.status));
        self.news.store(true, Relaxed);
    }

    /// Does the work of a run, which is over then, however it ends; the work says what there is to say about it.
    fn end_with(&self, work: impl FnOnce() -> String) {
        let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        let ended = worked.unwrap_or_else(|_| "an error of this program has ended the experiment".to_string());
        self.report(|status| *status = Status { ended: Some(ended), ..Status::default() });
    }
}

impl Lab {
    pub fn new(results: PathBuf) -> Self {
        Lab { results, shared: Arc::default(), thread: Mutex::default() }
    }

    /// The experiments with their claims.
    pub fn catalogue(&self) -> Value {
        let all = names().filter_map(|name| Experiment::load(name).ok());
        all.map(|experiment| {
            let mut document = experiment.document();
            document["reported"] = json!(self.is_recorded(&experiment.name, false));
            document["reported_quick"] = json!(self.is_recorded(&experiment.name, true));
            document
        })
        .collect()
    }

    /// The folder of a known experiment; never of anything else. Quick runs have one of their own, as on the command line.
    fn folder(&self, name: &str, quick: bool) -> Option<PathBuf> {
        let results = if quick { self.results.join("quick") } else { self.results.clone() };
        names().find(|&known| known == name).map(|known| results.join(known))
    }

    fn is_recorded(&self, name: &str, quick: bool) -> bool {
        self.folder(name, quick).is_some_and(|folder| folder.is_dir())
    }

    /// The report of an experiment as one page.
    ///
    /// # Errors
    /// If there is no such experiment, or nothing is recorded yet.
    pub fn report(&self, name: &str, quick: bool) -> Result<String, String> {
        let folder = self.folder(name, quick).ok_or_else(|| "unknown experiment".to_string())?;
        let nothing = |_| "nothing is recorded yet: start the experiment".to_string();
        Report::of(&folder).map(|report| report.html()).map_err(nothing)
    }

    /// Starts an experiment, or goes on with it.
    ///
    /// # Errors
    /// If it is not known, or one runs already.
    pub fn start(&self, name: &str, quick: bool) -> Result<(), String> {
        let folder = self.folder(name, quick).ok_or_else(|| "unknown experiment".to_string())?;
        let experiment = Experiment::load(name).map_err(|error| error.to_string())?;
        let control = Control::new();
        {
            let mut status = lock(&self.shared.status);
            if let Some(running) = &status.progress {
                return Err(format!("{} is running; stop it first", running.name));
            }
            status.progress = Some(Progress { name: experiment.name.clone(), ..Progress::default() });
            status.control = Some(control.clone());
            status.ended = None;
        }
        self.shared.news.store(true, Relaxed);
        let (chosen, amount) = (experiment.clone(), if quick { Amount::Quick } else { Amount::Full });
        let runner = Runner { experiment, chosen, out: folder, amount, shard: Shard::WHOLE, threads: Some(1), lanes: 0 };
        let run = Run { runner, control, shared: Arc::clone(&self.shared) };
        *lock(&self.thread) = Some(std::thread::spawn(move || run.play_all()));
        Ok(())
    }

    /// Ends the experiment that runs, and waits until its record is closed and its programs are gone, at most this long; whether
    /// it is over.
    pub fn end(&self, limit: Duration) -> bool {
        let _ = self.stop();
        let Some(thread) = lock(&self.thread).take() else { return true };
        let start = Instant::now();
        while !thread.is_finished() && start.elapsed() < limit {
            std::thread::sleep(Duration::from_millis(5));
        }
        thread.is_finished() && thread.join().is_ok()
    }

    /// Ends the experiment that runs; what is recorded stays.
    ///
    /// # Errors
    /// If none runs.
    pub fn stop(&self) -> Result<(), String> {
        let status = lock(&self.shared.status);
        let control = status.control.as_ref().filter(|_| status.progress.is_some());
        control.map(Control::stop).ok_or_else(|| "no experiment is running".to_string())
    }

    /// Whether something has changed since this was last asked.
    pub fn has_news(&self) -> bool {
        self.shared.news.swap(false, Relaxed)
    }

    /// Shows how far the running experiment is.
    pub fn show(&self, log: &Log) {
        let status = lock(&self.shared.status);
        log.show("lab", &json!({ "running": status.progress, "ended": status.ended }));
    }
}

/// One run of an experiment.
struct Run {
    runner: Runner,
    control: Control,
    shared: Arc<Shared>,
}

impl Run {
    fn play_all(self) {
        let name = &self.runner.experiment.name;
        let about = Progress { name: name.clone(), ..Progress::default() };
        let mut watching = Watching { about, game: None, out: &self.runner.out, shared: &self.shared };
        self.shared.end_with(|| match self.runner.run(&self.control, &mut watching) {
            Ok(()) if self.control.is_stopped() => format!("{name} was stopped; starting it again goes on from there"),
            Ok(()) => format!("{name} is finished"),
            Err(error) => format!("{name}: {error}"),
        });
    }
}

/// Shows the row that runs on the page.
struct Watching<'a> {
    /// What is the same for the whole row.
    about: Progress,
    /// The game that is played, if it is a match.
    game: Option<GameSpec>,
    out: &'a Path,
    shared: &'a Shared,
}

impl Observer for Watching<'_> {
    fn begin(&mut self, place: &Place<'_>) {
        self.about = Progress {
            name: self.about.name.clone(),
            row: place.row.name().to_string(),
            place: place.place,
            rows: place.rows,
            of: place.units,
            ..Progress::default()
        };
        self.game = if let AnyWork::Match(work) = place.work { Some(work.contest.game.clone()) } else { None };
    }

    fn step(&mut self, progress: &experiment::Progress<'_>) -> Flow {
        let score = progress.tally.map(Tally::score_a);
        let done = Progress {
            done: progress.done(),
            score: score.map(|score| score.value),
            interval: score.map(|score| [score.interval.low, score.interval.high]),
            last_game: self.game.as_ref().and_then(|game| last_game(&self.out.join(progress.row), game)),
            ..self.about.clone()
        };
        self.shared.report(|status| status.progress = Some(done));
        Flow::Continue
    }
}

/// The last finished game of a row, with its board.
fn last_game(folder: &Path, game: &GameSpec) -> Option<Value> {
    let record = last_line(folder)?;
    let mut position = game.start();
    record.moves.split(' ').filter(|mv| !mv.is_empty()).all(|mv| position.play(mv).is_ok());
    Some(told(&record, &*position))
}

fn told(record: &GameRecord, position: &dyn Position) -> Value {
    json!({
        "game": record.game,
        "first": record.first,
        "reward_a": record.reward_a,
        "plies": record.plies(),
        "board": crate::desk::BoardView::of(position),
    })
}

/// The last whole game of a row's record.
fn last_line(folder: &Path) -> Option<GameRecord> {
    let mut file = std::fs::File::open(folder.join("games.jsonl")).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL))).ok()?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail).ok()?;
    tail.split(|&byte| byte == b'\n').rev().find_map(|line| serde_json::from_slice(line).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("katsura-page-lab-{}-{name}", std::process::id()))
    }

    #[test]
    fn only_known_experiments_have_reports() {
        let lab = Lab::new(scratch("none"));
        for name in ["..", "../../etc", "/etc", "voi-go/..", "", "poolrave"] {
            assert_eq!(lab.report(name, false).unwrap_err(), "unknown experiment", "{name}");
            assert!(lab.start(name, true).is_err());
        }
        assert!(lab.report("voi-go", true).unwrap_err().starts_with("nothing is recorded yet"));
        assert!(lab.stop().is_err());
    }

    #[test]
    fn a_run_that_panics_is_over() {
        let lab = Lab::new(scratch("panics"));
        let progress = Progress { name: "voi-go".to_string(), ..Progress::default() };
        lab.shared.report(|status| status.progress = Some(progress));
        assert!(lab.start("voi-go", true).unwrap_err().contains("is running"));
        let shared = Arc::clone(&lab.shared);
        let run = std::thread::spawn(move || shared.end_with(|| panic!("as a game may")));
        assert!(run.join().is_ok());
        assert!(lock(&lab.shared.status).ended.as_ref().is_some_and(|ended| ended.contains("an error of this program")));
        assert!(lab.stop().is_err(), "nothing runs");
    }

    #[test]
    fn the_catalogue_has_the_claims() {
        let all = Lab::new(scratch("claims")).catalogue();
        assert_eq!(all.as_array().unwrap().len(), names().count());
        assert!(all[0]["rows"][0]["published"].is_object(), "{}", all[0]);
    }
}
