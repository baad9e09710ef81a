//! Python functions that a search asks, and what happens when one of them raises an exception.

use crate::batch::{Batcher, Question};
use crate::failure::value_error;
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

/// One Python function: asked about one position at a time, or about many at once.
pub enum Caller {
    One(Py<PyAny>),
    Many(Batcher),
}

impl Caller {
    fn function(&self) -> &Py<PyAny> {
        match self {
            Caller::One(function) => function,
            Caller::Many(batcher) => batcher.function(),
        }
    }
}

/// The Python side of a search. After the first exception every position of the search is over and has [failed](katsura_game::State::has_failed), so
/// that it ends soon and the simulations under way do not count; the caller of the search gets the exception.
pub struct Hooks {
    pub players: usize,
    pub moves: usize,
    /// The worst and the best result that `returns` may give.
    pub utility: [f64; 2],
    /// Copies a position.
    pub clone: Option<Py<PyAny>>,
    pub playout: Option<Caller>,
    pub prior: Option<Caller>,
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
            clone: None,
            playout: None,
            prior: None,
            failure: Mutex::new(None),
            failed: AtomicBool::new(false),
            control: Mutex::new(Control::new()),
        }
    }

    /// The Python functions.
    pub fn functions(&self) -> impl Iterator<Item = &Py<PyAny>> {
        let callers = [&self.playout, &self.prior].into_iter().flatten().map(Caller::function);
        self.clone.iter().chain(callers)
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

    /// Keeps the first exception and ends the search.
    pub fn fail(&self, error: PyErr) {
        lock(&self.failure).get_or_insert(error);
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

    /// Asks a function about a position; the answer is a list of numbers.
    pub fn ask(&self, caller: &Caller, question: Question) -> Option<Vec<f64>> {
        match caller {
            Caller::One(function) => self.call(|py| {
                let Question { state, actions } = question;
                let answer = match actions {
                    Some(actions) => function.bind(py).call1((state, actions))?,
                    None => function.bind(py).call1((state,))?,
                };
                numbers(&answer)
            }),
            Caller::Many(batcher) => batcher.ask(question, self),
        }
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
