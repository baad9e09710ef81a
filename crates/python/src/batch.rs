//! Leaves that are evaluated together, by one call of a Python function.

use crate::failure::value_error;
use crate::hooks::{Hooks, numbers, priors_of};
use crate::scripted::Position;
use katsura_game::{Outcome, Rewards, Source, Start};
use katsura_mcts::Evaluate;
use pyo3::prelude::*;
use std::sync::Arc;

type Leaf<'a> = Start<'a, Position>;

/// Evaluates leaves by the functions that answer for many positions at once. Where there is none for playouts, each leaf has its own: that of
/// the function for one position, or a light one. After an exception the answers mean nothing; the positions have failed, and nobody counts them.
pub struct BatchEvaluator {
    hooks: Arc<Hooks>,
}

impl Evaluate<Position> for BatchEvaluator {
    fn gives_priors(&self) -> bool {
        self.hooks.prior_batch.is_some()
    }

    fn evaluate(&mut self, source: &mut dyn Source<Position>) {
        while let count @ 1.. = source.prepare(self.hooks.batch) {
            let leaves: Vec<Leaf<'_>> = (0..count).map(|place| source.start(place)).collect();
            let (priors, outcomes) = (self.priors(&leaves), self.outcomes(&leaves));
            let tickets: Vec<u64> = leaves.iter().map(|leaf| leaf.ticket).collect();
            for ((ticket, outcome), priors) in tickets.into_iter().zip(&outcomes).zip(&priors) {
                source.end(ticket, outcome, priors);
            }
        }
    }
}

impl BatchEvaluator {
    pub fn new(hooks: Arc<Hooks>) -> Self {
        BatchEvaluator { hooks }
    }

    /// The priors of the moves of each leaf; after an exception any.
    fn priors(&self, leaves: &[Leaf<'_>]) -> Vec<Vec<f32>> {
        let open: Vec<&Leaf<'_>> = leaves.iter().filter(|leaf| !leaf.moves.is_empty()).collect();
        let mut answers = self.asked_priors(&open).unwrap_or_default().into_iter();
        let mut answer = |leaf: &Leaf<'_>| if leaf.moves.is_empty() { None } else { answers.next() };
        leaves.iter().map(|leaf| answer(leaf).unwrap_or_else(|| vec![0.5; leaf.moves.len()])).collect()
    }

    /// What the prior function says about the moves of some leaves.
    fn asked_priors(&self, leaves: &[&Leaf<'_>]) -> Option<Vec<Vec<f32>>> {
        let function = self.hooks.prior_batch.as_ref().filter(|_| !leaves.is_empty())?;
        let states = leaves.iter().map(|leaf| leaf.state.shown()).collect::<Option<Vec<_>>>()?;
        let actions: Vec<Vec<u32>> = leaves.iter().map(|leaf| leaf.moves.to_vec()).collect();
        self.hooks.call(|py| {
            let answers = answers(&function.bind(py).call1((states, actions))?, leaves.len())?;
            answers.iter().zip(leaves).map(|(answer, leaf)| priors_of(answer, leaf.moves.len())).collect()
        })
    }

    fn outcomes(&self, leaves: &[Leaf<'_>]) -> Vec<Outcome> {
        let Some(function) = &self.hooks.playout_batch else { return leaves.iter().map(Start::play).collect() };
        let rewards = self.asked_rewards(function, leaves).unwrap_or_else(|| vec![Rewards::default(); leaves.len()]);
        rewards.into_iter().map(|rewards| Outcome { rewards, ..Outcome::default() }).collect()
    }

    /// What the playout function says about some leaves.
    fn asked_rewards(&self, function: &Py<PyAny>, leaves: &[Leaf<'_>]) -> Option<Vec<Rewards>> {
        let states = leaves.iter().map(|leaf| leaf.state.shown()).collect::<Option<Vec<_>>>()?;
        self.hooks.call(|py| {
            let answers = answers(&function.bind(py).call1((states,))?, leaves.len())?;
            answers.iter().map(|results| self.hooks.rewards(results)).collect()
        })
    }
}

/// The answers of a function that was asked about so many positions.
fn answers(answers: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Vec<f64>>> {
    let answers = answers.try_iter()?.map(|answer| numbers(&answer?)).collect::<PyResult<Vec<_>>>()?;
    if answers.len() != count {
        let message = format!("expected {count} answers, one for each position, found {}", answers.len());
        return Err(value_error(message));
    }
    Ok(answers)
}
