//! Python functions that a search asks, and what happens when one of them raises an exception.

use crate::failure::value_error;
use crate::held::Objects;
use crate::number::Number;
use katsura_game::{MAX_PLAYERS, Rewards};
use katsura_mcts::Control;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock that a panic elsewhere does not spoil.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The Python side of a search. After the first exception every position of the search is over and has [failed](katsura_game::State::has_failed), so
/// that it ends soon and the simulations under way do not count; the caller of the search gets the exception.
pub struct Hooks {
    pub players: usize,
    pub moves: usize,
    /// The worst and the best result that `returns` may give.
    pub utility: [f64; 2],
    /// Whether there are two players, whose results always add up to the sum of these.
    pub shares: bool,
    /// Copies a position.
    pub clone: Option<Py<PyAny>>,
    /// Asked about one position at a time.
    pub playout: Option<Py<PyAny>>,
    pub prior: Option<Py<PyAny>>,
    /// Asked about many positions at once.
    pub playout_batch: Option<Py<PyAny>>,
    pub prior_batch: Option<Py<PyAny>>,
    /// The most positions that one call is about.
    pub batch: usize,
    /// What the positions hold.
    pub objects: Objects,
    failure: Mutex<Option<PyErr>>,
    failed: AtomicBool,
    control: Mutex<Control>,
}

impl Hooks {
    pub fn new(players: usize, moves: usize, utility: [f64; 2]) -> Self {
        Hooks {
            players,
            moves,
            utility,
            shares: false,
            clone: None,
            playout: None,
            prior: None,
            playout_batch: None,
            prior_batch: None,
            batch: 1,
            objects: Objects::default(),
            failure: Mutex::new(None),
            failed: AtomicBool::new(false),
            control: Mutex::new(Control::new()),
        }
    }

    /// The Python functions.
    pub fn functions(&self) -> impl Iterator<Item = &Py<PyAny>> {
        [&self.clone, &self.playout, &self.prior, &self.playout_batch, &self.prior_batch].into_iter().flatten()
    }

    /// Whether positions are asked about together.
    pub fn asks_many(&self) -> bool {
        self.playout_batch.is_some() || self.prior_batch.is_some()
    }

    /// Whether a function says something about moves.
    pub fn gives_priors(&self) -> bool {
        self.prior.is_some() || self.prior_batch.is_some()
    }

    /// A run begins that this handle stops.
    pub fn begin(&self, control: &Control) {
        *lock(&self.control) = control.clone();
    }

    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// The exception, if there was one; what comes after starts afresh.
    pub fn take_failure(&self) -> Option<PyErr> {
        self.failed.store(false, Ordering::Relaxed);
        lock(&self.failure).take()
    }

    /// Keeps the first exception and ends the search. A later one is dropped after the lock is let go: what it holds may run Python code, which may let go of
    /// the interpreter to a thread that waits here.
    pub fn fail(&self, error: PyErr) {
        let mut late = Some(error);
        let mut first = lock(&self.failure);
        if first.is_none() {
            *first = late.take();
        }
        drop(first);
        drop(late);
        self.interrupt();
    }

    /// Ends the search as an exception does; who calls this has it.
    pub fn interrupt(&self) {
        self.failed.store(true, Ordering::Relaxed);
        lock(&self.control).stop();
    }

    /// Runs Python code; `None` after an exception, which is kept. Ctrl-C is one.
    pub fn call<T>(&self, work: impl for<'py> FnOnce(Python<'py>) -> PyResult<T>) -> Option<T> {
        if self.has_failed() {
            return None;
        }
        Python::attach(|py| py.check_signals().and_then(|()| work(py)).map_err(|error| self.fail(error)).ok())
    }

    /// The rewards of results as OpenSpiel gives them: one number per player, or that of the first of two.
    pub fn rewards(&self, results: &[f64]) -> PyResult<Rewards> {
        let [low, high] = self.utility;
        let results = match *results {
            [first] if self.players == 2 => vec![first, low + high - first],
            ref all if all.len() == self.players => all.to_vec(),
            ref all => {
                let message = format!("expected {} results, one for each player, found {}", self.players, all.len());
                return Err(value_error(message));
            }
        };
        let sum: f64 = results.iter().sum();
        if self.shares && (sum - low - high).abs() > 1e-6 {
            let expected = low + high;
            return Err(value_error(format!(
                "the results of the two players add up to {sum}, and not to {expected} as min_utility and max_utility do: give the \
                 game a method utility_sum that returns None"
            )));
        }
        let mut rewards = [0.0; MAX_PLAYERS];
        for (reward, result) in rewards.iter_mut().zip(results) {
            if !(low - 1e-9..=high + 1e-9).contains(&result) {
                return Err(value_error(format!("the result {result} is out of range: {low} to {high}")));
            }
            *reward = ((result - low) / (high - low)).clamp(0.0, 1.0) as f32;
        }
        Ok(Rewards::new(rewards))
    }
}

/// The priors of so many moves, checked.
pub fn priors_of(answer: &[f64], moves: usize) -> PyResult<Vec<f32>> {
    if answer.len() != moves {
        let message = format!("expected {moves} priors, one for each action, found {}", answer.len());
        return Err(value_error(message));
    }
    match answer.iter().find(|prior| !(0.0..=1.0).contains(*prior)) {
        Some(bad) => Err(value_error(format!("the prior {bad} is out of range: 0 to 1"))),
        None => Ok(answer.iter().map(|&prior| prior as f32).collect()),
    }
}

/// One number or many, from a Python object.
pub fn numbers(object: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    match object.extract::<Number<f64>>() {
        Ok(Number(one)) => return Ok(vec![one]),
        Err(error) if error.is_instance_of::<PyValueError>(object.py()) => return Err(error),
        Err(_) => {}
    }
    let list = if object.hasattr("tolist")? { object.call_method0("tolist")? } else { object.clone() };
    let many: Vec<Number<f64>> = list.extract()?;
    Ok(many.into_iter().map(|Number(number)| number).collect())
}
