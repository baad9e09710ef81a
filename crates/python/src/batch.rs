//! Questions of many threads, answered by one call of a Python function.

use crate::failure::value_error;
use crate::hooks::{Hooks, lock, numbers};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A question about a position, and about moves in it.
pub struct Question {
    pub state: Py<PyAny>,
    pub actions: Option<Vec<u32>>,
}

/// Gathers questions until there are `size` of them, or no more come for a moment, and has them answered together. The thread that completes a
/// batch makes the call; the others sleep. Which questions meet in a batch is a matter of chance, so the function must answer each by itself.
pub struct Batcher {
    function: Py<PyAny>,
    size: usize,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<(u64, Question)>,
    answers: HashMap<u64, Option<Vec<f64>>>,
    next: u64,
}

/// How long a batch that is not full waits for more.
const PATIENCE: Duration = Duration::from_millis(2);

impl Batcher {
    pub fn new(function: Py<PyAny>, size: usize) -> Self {
        Batcher { function, size, queue: Mutex::default(), changed: Condvar::new() }
    }

    pub fn function(&self) -> &Py<PyAny> {
        &self.function
    }

    /// The answer; `None` after an exception. The calling thread must not hold the interpreter.
    pub fn ask(&self, question: Question, hooks: &Hooks) -> Option<Vec<f64>> {
        let mut queue = lock(&self.queue);
        let number = queue.next;
        queue.next += 1;
        queue.waiting.push((number, question));
        let mut patient = true;
        loop {
            if let Some(answer) = queue.answers.remove(&number) {
                return answer;
            }
            let is_waiting = queue.waiting.iter().any(|&(other, _)| other == number);
            if is_waiting && (queue.waiting.len() >= self.size || !patient) {
                let batch = std::mem::take(&mut queue.waiting);
                drop(queue);
                let (numbers, questions): (Vec<u64>, Vec<Question>) = batch.into_iter().unzip();
                let answers = self.answer(questions, hooks);
                queue = lock(&self.queue);
                queue.answers.extend(numbers.into_iter().zip(answers));
                self.changed.notify_all();
                continue;
            }
            let (locked, waited) = self.changed.wait_timeout(queue, PATIENCE).unwrap_or_else(PoisonError::into_inner);
            (queue, patient) = (locked, !waited.timed_out());
        }
    }

    fn answer(&self, questions: Vec<Question>, hooks: &Hooks) -> Vec<Option<Vec<f64>>> {
        let count = questions.len();
        let answers = hooks.call(|py| {
            let (states, actions): (Vec<_>, Vec<_>) = questions.into_iter().map(|q| (q.state, q.actions)).unzip();
            let function = self.function.bind(py);
            let actions: Option<Vec<Vec<u32>>> = actions.into_iter().collect();
            let answers = match actions {
                Some(actions) => function.call1((states, actions))?,
                None => function.call1((states,))?,
            };
            let answers = answers.try_iter()?.map(|answer| numbers(&answer?)).collect::<PyResult<Vec<_>>>()?;
            if answers.len() != count {
                return Err(value_error(format!(
                    "expected {count} answers, one for each position, found {}",
                    answers.len()
                )));
            }
            Ok(answers)
        });
        answers.map_or_else(|| (0..count).map(|_| None).collect(), |answers| answers.into_iter().map(Some).collect())
    }
}
