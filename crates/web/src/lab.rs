//! The laboratory on the page: the experiments with their claims and reports; at most one runs, one game at a time, so that the windows stay
//! quick.

use crate::hub::lock;
use crate::log::Log;
use katsura_games::Position;
use katsura_lab::experiment::{BanditWork, Experiment, Ran, RowRun, Shard, names, run_bandit, run_probe, run_row};
use katsura_lab::matches::{Flow, GameRecord, MatchError, Tally};
use katsura_lab::report::Report;
use katsura_mcts::Control;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

/// Bytes at the end of a record in which its last game is looked for.
const TAIL: u64 = 256 << 10;

/// The experiments of a results folder.
pub(crate) struct Lab {
    results: PathBuf,
    shared: Arc<Shared>,
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
}

impl Lab {
    pub fn new(results: PathBuf) -> Self {
        Lab { results, shared: Arc::default() }
    }

    /// The experiments with their claims.
    pub fn catalogue(&self) -> Value {
        let all = names().filter_map(|name| Experiment::load(name).ok());
        all.map(|experiment| {
            json!({
                "name": experiment.name,
                "title": experiment.title,
                "source": experiment.source,
                "protocol": experiment.protocol,
                "rows": experiment.rows,
                "bandits": experiment.bandits,
                "probes": experiment.probes,
                "reported": self.is_recorded(&experiment.name, false),
                "reported_quick": self.is_recorded(&experiment.name, true),
            })
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
        let run = Run { experiment, folder, quick, control, shared: Arc::clone(&self.shared) };
        std::thread::spawn(move || run.play_all());
        Ok(())
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
    experiment: Experiment,
    folder: PathBuf,
    quick: bool,
    control: Control,
    shared: Arc<Shared>,
}

impl Run {
    fn play_all(self) {
        let name = &self.experiment.name;
        let ended = match self.rows() {
            Ok(()) if self.control.is_stopped() => format!("{name} was stopped; starting it again goes on from there"),
            Ok(()) => format!("{name} is finished"),
            Err(error) => format!("{name}: {error}"),
        };
        self.shared.report(|status| {
            status.progress = None;
            status.control = None;
            status.ended = Some(ended);
        });
    }

    fn rows(&self) -> Result<(), MatchError> {
        let games = self.experiment.rows.len();
        let rows = games + self.experiment.bandits.len() + self.experiment.probes.len();
        let run = |size| RowRun { out: self.folder.clone(), size, shard: Shard::WHOLE, threads: 1, lanes: 0 };
        for (place, row) in self.experiment.rows.iter().enumerate().take_while(|_| !self.control.is_stopped()) {
            let size = if self.quick { row.games.quick } else { row.games.full };
            let game = row.contest(&self.experiment)?.game;
            let about = Progress { row: row.name.clone(), place, rows, of: size, ..self.progress() };
            run_row((&self.experiment, row), &run(size), &self.control, &mut |tally| {
                self.games(&about, tally, &game);
                Flow::Continue
            })?;
        }
        let about = |place: usize, row: &str, of: u64| Progress { row: row.to_string(), place, rows, of, ..self.progress() };
        let report = |about: &Progress, done: u64| {
            let done = done.min(about.of);
            self.shared.report(|status| status.progress = Some(Progress { done, ..about.clone() }));
        };
        for (place, row) in self.experiment.bandits.iter().enumerate().take_while(|_| !self.control.is_stopped()) {
            let size = if self.quick { row.repetitions.quick } else { row.repetitions.full };
            let about = about(games + place, &row.name, size);
            let mut watch = |ran: Ran| report(&about, ran.jobs * BanditWork::BATCH);
            run_bandit((&self.experiment, row), &run(size), &self.control, &mut watch)?;
        }
        for (place, row) in self.experiment.probes.iter().enumerate().take_while(|_| !self.control.is_stopped()) {
            let size = if self.quick { row.repetitions.quick } else { row.repetitions.full };
            let about = about(games + self.experiment.bandits.len() + place, &row.name, size);
            run_probe((&self.experiment, row), &run(size), &self.control, &mut |ran: Ran| report(&about, ran.jobs))?;
        }
        Ok(())
    }

    fn progress(&self) -> Progress {
        Progress { name: self.experiment.name.clone(), ..Progress::default() }
    }

    fn games(&self, about: &Progress, tally: &Tally, game: &katsura_games::GameSpec) {
        let score = tally.score_a();
        let last_game = last_line(&self.folder.join(&about.row)).map(|record| {
            let mut position = game.start();
            record.moves.split(' ').filter(|mv| !mv.is_empty()).all(|mv| position.play(mv).is_ok());
            told(&record, &*position)
        });
        self.shared.report(|status| {
            status.progress = Some(Progress {
                done: tally.games(),
                score: Some(score.value),
                interval: Some([score.interval.low, score.interval.high]),
                last_game,
                ..about.clone()
            });
        });
    }
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
    fn the_catalogue_has_the_claims() {
        let all = Lab::new(scratch("claims")).catalogue();
        assert_eq!(all.as_array().unwrap().len(), names().count());
        assert!(all[0]["rows"][0]["published"].is_object(), "{}", all[0]);
    }
}
