//! A leaf that waits for its evaluation.

use crate::backup::Step;
use crate::core::{Choices, Gain, Returns, Scratch};
use crate::play::Worker;
use katsura_game::{LightPlayout, Outcome, Rng, Start, State, Trace, fetch_ahead};
use std::mem::swap;

/// The way down to a leaf, and what is asked and answered about it.
pub(crate) struct Slot<S: State> {
    pub(super) state: S,
    /// The moves that become children when the answer comes; none if the leaf has children, or is to have none yet.
    pub(super) moves: Vec<S::Move>,
    path: Vec<Step>,
    trace: Trace,
    gains: Vec<Gain>,
    choices: Choices,
    rest: Option<Returns>,
    seed: u64,
    /// An outcome for each evaluation that is wanted.
    pub(super) outcomes: Vec<Option<Outcome>>,
    pub(super) priors: Vec<f32>,
}

impl<S: LightPlayout> Slot<S> {
    /// A slot for leaves like this.
    pub(super) fn like(state: &S) -> Self {
        Slot {
            state: state.clone(),
            moves: Vec::new(),
            path: Vec::new(),
            trace: Trace::new(),
            gains: Vec::new(),
            choices: Choices::new(1.0),
            rest: None,
            seed: 0,
            outcomes: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Takes over the leaf that a worker has reached, to be evaluated so many times.
    pub(super) fn take(&mut self, worker: &mut Worker<S>, evaluations: usize) {
        swap(&mut self.state, &mut worker.state);
        self.swap_way(&mut worker.scratch);
        self.seed = worker.scratch.rng.next_u64();
        self.priors.clear();
        self.outcomes.clear();
        self.outcomes.resize(evaluations, None);
    }

    /// Exchanges the way down with that of a thread.
    pub(super) fn swap_way(&mut self, scratch: &mut Scratch) {
        swap(&mut self.path, &mut scratch.path);
        swap(&mut self.trace, &mut scratch.trace);
        swap(&mut self.gains, &mut scratch.gains);
        swap(&mut self.choices, &mut scratch.choices);
        swap(&mut self.rest, &mut scratch.rest);
    }

    /// The leaf, as those see it who evaluate.
    pub(super) fn start(&self, ticket: u64, number: usize) -> Start<'_, S> {
        Start { ticket, state: &self.state, moves: &self.moves, rng: Rng::stream(&[self.seed, number as u64]) }
    }

    /// Keeps an answer.
    pub(super) fn answer(&mut self, number: usize, outcome: &Outcome, priors: &[f32]) {
        let before = self.outcomes[number].replace(*outcome);
        assert!(before.is_none(), "a leaf is answered once");
        self.priors.clear();
        self.priors.extend_from_slice(priors);
    }

    /// The nodes passed, from the root to the leaf.
    pub(super) fn path(&self) -> &[Step] {
        &self.path
    }

    /// Asks for the memory of the way down.
    pub(super) fn fetch_ahead(&self) {
        fetch_ahead(&*self.path);
        fetch_ahead(&*self.trace);
    }
}
