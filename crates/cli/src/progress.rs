//! Progress bars, and Ctrl-C, which a request to end from elsewhere (SIGTERM) and the end of the terminal (SIGHUP) are taken
//! for.

use indicatif::{ProgressBar, ProgressStyle};
use katsura_engine::gtp::end_programs;
use katsura_mcts::{Budget, Control};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// What Ctrl-C stops.
static RUNNING: Mutex<Option<Control>> = Mutex::new(None);
static INSTALL: Once = Once::new();

/// Runs some work; Ctrl-C stops it through `control`, a second Ctrl-C ends the program.
pub fn interruptible<T>(control: &Control, work: impl FnOnce() -> T) -> T {
    INSTALL.call_once(|| {
        let _ = ctrlc::set_handler(stop);
        stop_on_request();
    });
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(control.clone());
    let result = work();
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = None;
    result
}

/// Stops what is running, or ends the program if nothing is or it was stopped before.
fn stop() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    match running.as_ref().filter(|control| !control.is_stopped()) {
        Some(control) => control.stop(),
        None => {
            end_programs();
            std::process::exit(130)
        }
    }
}

/// SIGTERM stops, too, and SIGHUP where it is not ignored, as `nohup` has it.
#[cfg(unix)]
fn stop_on_request() {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    let known: &[i32] = if ignores_hangup() { &[SIGTERM] } else { &[SIGTERM, SIGHUP] };
    let Ok(mut signals) = signal_hook::iterator::Signals::new(known) else { return };
    std::thread::spawn(move || signals.forever().for_each(|_| stop()));
}

/// Whether this process was started with SIGHUP ignored, or the system does not say.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_none_or(|signals| signals & 1 << (signal_hook::consts::SIGHUP - 1) != 0)
}

#[cfg(not(unix))]
fn stop_on_request() {}

/// Runs a search; Ctrl-C stops it through `control`. On a terminal a bar appears after two seconds.
pub fn watched<T>(budget: &Budget, control: &Control, work: impl FnOnce() -> T) -> T {
    let finished = Arc::new(AtomicBool::new(false));
    let bar = std::io::stderr().is_terminal().then(|| start_bar(*budget, control.clone(), Arc::clone(&finished)));
    let result = interruptible(control, work);
    finished.store(true, Ordering::Relaxed);
    if let Some(bar) = bar {
        let _ = bar.join();
    }
    result
}

/// A bar for many games; nothing where there is no terminal.
pub fn games_bar(games: u64, prefix: &str) -> ProgressBar {
    counting_bar(games, prefix, "games")
}

/// A bar for many things of a kind; nothing where there is no terminal.
pub fn counting_bar(count: u64, prefix: &str, things: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count);
    let template =
        format!("{{prefix}} {{bar:24}} {{pos}}/{{len}} {things}, {{per_sec}}, {{eta}} left {{msg}} (Ctrl-C: stop and keep)");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar.set_prefix(prefix.to_string());
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn start_bar(budget: Budget, control: Control, finished: Arc<AtomicBool>) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        let start = Instant::now();
        let before = control.done();
        let mut bar: Option<ProgressBar> = None;
        while !finished.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
            let seconds = start.elapsed().as_secs_f64();
            if seconds < 2.0 {
                continue;
            }
            let done = control.done() - before;
            let share =
                budget.simulations.map_or(0.0, |n| done as f64 / n as f64).max(budget.seconds.map_or(0.0, |s| seconds / s));
            let bar = bar.get_or_insert_with(new_bar);
            bar.set_position((share.min(1.0) * 1000.0) as u64);
            let best = control.best_line().map_or(String::new(), |line| format!(", best {}", line.points));
            bar.set_message(format!("{done} simulations, {:.0}/s{best}", done as f64 / seconds));
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    })
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::new(1000);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent}% {msg} (Ctrl-C: stop and show)") {
        bar.set_style(style);
    }
    bar
}
