//! `katsura solve`

use crate::args::{Chosen, GameArgs, PlayerArgs, check_target};
use crate::failure::Failure;
use crate::print;
use crate::progress::watched;
use clap::Args;
use katsura_engine::files::write_whole;
use katsura_engine::solve::{Method, Solved, Task, check, is_solved, unsolvable};
use katsura_games::GameSpec;
use katsura_lab::experiment::hash_task;
use katsura_mcts::parallel::Parallel;
use katsura_mcts::{BestLine, Control};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura solve --game samegame --set game.board=standard:7 --seconds 60\n  \
    katsura solve --game samegame --player nrpa --simulations 100000 \\\n    --out line.json\n  \
    katsura solve --game samegame --player sp-mcts --restarts 100 --threads 2 \\\n    --simulations 1000000 --json\n  \
    katsura solve --game samegame --board my-board.txt --seconds 10\n  katsura solve --check line.json")]
pub struct Solve {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// Searches with seeds of their own that share the simulations or seconds; the best line of all is kept. --threads
    /// says how many run at once, and changes nothing of what they find in so many simulations.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    restarts: u64,
    /// Share the budget among so many moves, and make the next move of the best line after each.
    #[arg(long, value_name = "N", default_value_t = 0)]
    moves: u64,
    /// Read the board from a file, as with --set game.board=TEXT.
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// Keep the best line in a file, which is written anew, whole or not at all, whenever a better one is found.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Look for nothing; make the moves of a line that --out has kept one by one, and say what they bring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "size", "simulations", "seconds", "out", "board"])]
    check: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

/// What is read of a line that was kept.
#[derive(Deserialize)]
struct Kept {
    game: GameSpec,
    points: f32,
    line: Vec<String>,
}

/// The time between two looks for a better line.
const LOOK: Duration = Duration::from_millis(20);

impl Solve {
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(file) = &self.check {
            return self.check(file);
        }
        if let Some(out) = &self.out {
            check_target(out)?;
        }
        let (task, threads) = self.task()?;
        let control = Control::new();
        let start = Instant::now();
        let solved = self
            .keeping(&task, &control, start, || watched(&task.config.budget, &control, || task.run(threads, &control)))??;
        let document = document(&task, &solved)?;
        self.keep(&document)?;
        if self.json { print::json(&document) } else { show(&task, &solved, &document) }
    }

    /// The task of the flags, and its threads.
    fn task(&self) -> Result<(Task, usize), Failure> {
        let mut player = self.player.clone();
        if let Some(file) = &self.board {
            let wrong = |error| Failure::Usage(format!("{}: {error}", file.display()));
            let text = std::fs::read_to_string(file).map_err(wrong)?;
            player.set.push(format!("game.board={}", json!(text.trim().replace('\n', "/"))));
        }
        // threads run searches side by side; they share no tree
        let threads = usize::from(player.threads.take().unwrap_or(1));
        let Chosen { game, player } = player.choose(&self.game)?;
        if let Some(why) = unsolvable(&game) {
            return Err(Failure::Usage(format!("{} {why}", game.about().name)));
        }
        if threads > 1 && player.config.parallel != Parallel::None {
            let why = "--threads runs searches side by side; leave search.parallel at none";
            return Err(Failure::Usage(why.to_string()));
        }
        let method = Method { restarts: self.restarts, moves: self.moves };
        Ok((Task { game, config: player.config, method }, threads))
    }

    /// Does some work, and meanwhile keeps what is best in the file.
    fn keeping<T: Send>(
        &self,
        task: &Task,
        control: &Control,
        start: Instant,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, Failure> {
        if self.out.is_none() {
            return Ok(work());
        }
        let finished = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let keeper = scope.spawn(|| -> Result<(), Failure> {
                let mut kept: Option<BestLine> = None;
                while !finished.load(Ordering::Relaxed) {
                    std::thread::sleep(LOOK);
                    let best = control.best_line();
                    if best.is_some() && best != kept {
                        let so_far = Solved {
                            line: best.clone(),
                            simulations: control.done(),
                            seconds: start.elapsed().as_secs_f64(),
                        };
                        let written = document(task, &so_far).and_then(|document| self.keep(&document));
                        written.inspect_err(|_| control.stop())?;
                        kept = best;
                    }
                }
                Ok(())
            });
            let result = work();
            finished.store(true, Ordering::Relaxed);
            keeper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            Ok(result)
        })
    }

    fn keep(&self, document: &Value) -> Result<(), Failure> {
        let Some(out) = &self.out else { return Ok(()) };
        let text = format!("{}\n", serde_json::to_string_pretty(document)?);
        write_whole(out, text.as_bytes()).map_err(|error| Failure::Work(format!("{}: {error}", out.display())))
    }

    fn check(&self, file: &Path) -> Result<(), Failure> {
        let wrong = |error: String| Failure::Usage(format!("{}: {error}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        let kept: Kept = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        let failed = |why: String| Failure::Work(format!("{}: {why}", file.display()));
        let points = check(&kept.game, &kept.line).map_err(|error| failed(error.to_string()))?;
        if points != kept.points {
            return Err(failed(format!("the line brings {points} points, not {}", kept.points)));
        }
        let solved = is_solved(&kept.game, points);
        if self.json {
            return print::json(&json!({ "game": kept.game, "points": points, "solved": solved, "moves": kept.line.len() }));
        }
        print::line(&format!("{} moves bring {points} points, as kept{}", kept.line.len(), told(solved)))
    }
}

/// Whether the task is solved, in words.
fn told(solved: Option<bool>) -> &'static str {
    match solved {
        None => "",
        Some(true) => "; solved",
        Some(false) => "; not solved",
    }
}

fn document(task: &Task, solved: &Solved) -> Result<Value, Failure> {
    let line = solved.line.as_ref();
    let names = line.map(|line| task.names(line)).transpose().map_err(|error| Failure::Work(error.to_string()))?;
    let points = line.map(|line| line.points);
    Ok(json!({
        "game": task.game,
        "points": points,
        "solved": points.and_then(|points| is_solved(&task.game, points)),
        "line": names.unwrap_or_default(),
        "simulations": solved.simulations,
        "seconds": solved.seconds,
        "seed": task.config.seed,
        "config_hash": hash_task(task),
    }))
}

fn show(task: &Task, solved: &Solved, document: &Value) -> Result<(), Failure> {
    let Some(line) = &solved.line else { return print::line("No line was found: raise the budget") };
    let names: Vec<&str> = document["line"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    print::line(&names.join(" "))?;
    let per_second = solved.simulations as f64 / solved.seconds.max(1e-9);
    print::line(&format!(
        "{} points in {} moves{}; {} simulations in {:.2} s, {per_second:.0} per second",
        line.points,
        line.moves.len(),
        told(is_solved(&task.game, line.points)),
        solved.simulations,
        solved.seconds,
    ))
}
