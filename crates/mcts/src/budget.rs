//! How long a search may take, and how to stop it from outside: the search is anytime [browne2012].

use crate::config::parameters;
use crate::core::BestLine;
use crate::techniques::Technique;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Anytime search by time",
    formula: "stop at any simulation; budgets in simulations or seconds",
    citation: "browne2012",
    config: "search.budget = { seconds = 0.1 }",
    sources: "slides 1, slides 27",
    test: "a_search_stops_from_another_thread",
    file: file!(),
}];

parameters! {
    /// The effort of a search: whichever limit is reached first ends it; without a limit it goes on until it is stopped,
    /// the result is proven, or the root has about 4 billion visits, for which the counts have room.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Budget {
        /// Simulations per move.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub simulations: Option<u64> = None, from 1 to 1_000_000_000_000_u64;
        /// Seconds per move.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seconds: Option<f64> = None, from 0.0 to 1_000_000.0;
    }
}

impl Budget {
    /// A number of simulations.
    pub const fn simulations(simulations: u64) -> Self {
        Budget { simulations: Some(simulations), seconds: None }
    }

    /// A time in seconds.
    pub const fn seconds(seconds: f64) -> Self {
        Budget { simulations: None, seconds: Some(seconds) }
    }

    /// A multiple of the budget, at least one simulation.
    pub(crate) fn times(&self, factor: f64) -> Self {
        Budget {
            simulations: self.simulations.map(|n| ((n as f64 * factor) as u64).max(1)),
            seconds: self.seconds.map(|seconds| seconds * factor),
        }
    }

    /// The simulations of the budget that a run has not made.
    pub(crate) fn rest(&self, report: &Report) -> u64 {
        self.simulations.map_or(0, |limit| limit.saturating_sub(report.simulations))
    }

    /// At most this many simulations of what is left after a report.
    pub(crate) fn slice(&self, report: &Report, simulations: u64) -> Self {
        let left = self.simulations.map_or(u64::MAX, |limit| limit.saturating_sub(report.simulations));
        Budget {
            simulations: Some(left.min(simulations)),
            seconds: self.seconds.map(|limit| (limit - report.seconds).max(0.0)),
        }
    }

    /// The smaller of two budgets, in simulations and in seconds.
    pub(crate) fn at_most(&self, other: &Budget) -> Self {
        let least = |one: Option<f64>, two: Option<f64>| one.into_iter().chain(two).reduce(f64::min);
        Budget {
            simulations: self.simulations.into_iter().chain(other.simulations).min(),
            seconds: least(self.seconds, other.seconds),
        }
    }

    pub(crate) fn is_spent(&self, report: &Report) -> bool {
        self.simulations.is_some_and(|limit| report.simulations >= limit)
            || self.seconds.is_some_and(|limit| report.seconds >= limit)
    }
}

/// What a run did.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Report {
    /// Simulations made.
    pub simulations: u64,
    /// Seconds taken.
    pub seconds: f64,
}

impl Report {
    pub(crate) fn and(self, other: Report) -> Report {
        Report { simulations: self.simulations + other.simulations, seconds: self.seconds + other.seconds }
    }
}

/// A handle to watch and stop a running search from another thread. Copies share one state.
///
/// ```
/// use katsura_mcts::Control;
/// let control = Control::new();
/// let handle = control.clone();
/// std::thread::spawn(move || handle.stop()).join().unwrap();
/// assert!(control.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control {
    shared: Arc<Shared>,
    /// Whether this part of the run was stopped, if the handle is that of a part.
    part: Option<Arc<AtomicBool>>,
    /// The moves before the position that is searched.
    made: Arc<[usize]>,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    done: AtomicU64,
    best: Mutex<Option<BestLine>>,
}

impl Control {
    /// A handle that nobody has stopped.
    pub fn new() -> Self {
        Control::default()
    }

    /// A handle for what runs inside a run: it is stopped with the whole or alone, and its simulations are those of the whole.
    pub(crate) fn part(&self) -> Control {
        Control { part: Some(Arc::default()), ..self.clone() }
    }

    /// A handle for a search from the position after these moves: lines that it finds are kept with them.
    ///
    /// ```
    /// use katsura_game::toy::LeftGame;
    /// use katsura_mcts::{Budget, Control, SearchConfig, searcher};
    ///
    /// let mut search = searcher(&LeftGame::moves(3), &SearchConfig::default()).unwrap();
    /// search.advance(0).unwrap();
    /// let control = Control::new();
    /// search.run(&Budget::simulations(100), &control.after(&[0]));
    /// assert_eq!(control.best_line().unwrap().moves, [0, 0, 0]);
    /// ```
    pub fn after(&self, made: &[usize]) -> Control {
        Control { made: made.into(), ..self.clone() }
    }

    /// Ends the search after the simulations under way.
    pub fn stop(&self) {
        self.part.as_deref().unwrap_or(&self.shared.stop).store(true, Relaxed);
    }

    /// Whether somebody said stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.shared.stop.load(Relaxed) || self.part.as_ref().is_some_and(|part| part.load(Relaxed))
    }

    /// Simulations made so far by all runs under this handle; a little behind while a search runs.
    pub fn done(&self) -> u64 {
        self.shared.done.load(Relaxed)
    }

    /// The best line that a search of one player under this handle has found so far; a little behind while it runs.
    pub fn best_line(&self) -> Option<BestLine> {
        self.shared.best.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps a line if it is better than those before.
    pub(crate) fn offer(&self, line: &BestLine) {
        let mut best = self.shared.best.lock().unwrap_or_else(PoisonError::into_inner);
        let length = self.made.len() + line.moves.len();
        let beats = |best: &BestLine| (line.points, best.moves.len()) > (best.points, length);
        if best.as_ref().is_none_or(beats) {
            let moves = self.made.iter().chain(&line.moves).copied().collect();
            *best = Some(BestLine { points: line.points, moves });
        }
    }

    pub(crate) fn count(&self, simulations: u64) {
        self.shared.done.fetch_add(simulations, Relaxed);
    }
}

/// Measures a run against its budget. The clock is read once in [`Meter::STRIDE`] simulations.
pub(crate) struct Meter<'a> {
    budget: Budget,
    control: &'a Control,
    start: Instant,
}

impl<'a> Meter<'a> {
    /// Simulations between two looks at the clock.
    pub(crate) const STRIDE: u64 = 16;

    pub(crate) fn new(budget: &Budget, control: &'a Control) -> Self {
        Meter { budget: *budget, control, start: Instant::now() }
    }

    /// How many simulations to make before asking again, after `done` of them, at most so many; 0 to stop.
    #[inline]
    pub(crate) fn allowance(&self, done: u64, most: u64) -> u64 {
        if self.control.is_stopped() || self.budget.seconds.is_some_and(|limit| self.seconds() >= limit) {
            return 0;
        }
        self.budget.simulations.map_or(most, |limit| limit.saturating_sub(done).min(most))
    }

    /// About how many simulations are left after `done` of them, if the speed stays the same.
    pub(crate) fn left(&self, done: u64) -> f64 {
        let simulations = self.budget.simulations.map_or(f64::INFINITY, |limit| limit.saturating_sub(done) as f64);
        let seconds = self.seconds();
        let speed = done as f64 / seconds;
        self.budget.seconds.map_or(simulations, |limit| simulations.min((limit - seconds).max(0.0) * speed))
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}
