//! One search with a budget, whose leaves are evaluated together: without an evaluator by many light playouts of each leaf, which is leaf
//! parallelism [cazenave2007] in the lanes of vector instructions.

use super::driver::{Driver, Searches};
use crate::core::{Clock, Scratch};
use crate::parallel::BatchPlayouts;
use crate::play::{Search, Worker};
use crate::tree::Children;
use katsura_game::{Game, Knowledge};
use std::sync::PoisonError;

struct One<'a, G: Game<State: Knowledge>> {
    search: &'a Search<G>,
    clock: Clock<'a>,
    /// Simulations of a round.
    round: u64,
    done: u64,
    failed: bool,
}

/// Simulates until the clock says stop, in rounds of this shape; every evaluation counts as a simulation.
pub(crate) fn drive<G: Game<State: Knowledge>>(
    search: &Search<G>,
    workers: &mut Vec<Worker<G::State>>,
    clock: Clock<'_>,
    shape: BatchPlayouts,
) -> u64 {
    let mut one = One { search, clock, round: shape.simulations(), done: 0, failed: false };
    match &search.evaluator {
        None => Driver::run(&mut one, 1, workers, None),
        Some(shared) => {
            let mut evaluator = shared.lock().unwrap_or_else(PoisonError::into_inner);
            Driver::run(&mut one, 1, workers, Some(&mut *evaluator));
        }
    }
    one.done
}

impl<G: Game<State: Knowledge>> Searches<G> for One<'_, G> {
    fn search(&self, _place: usize) -> &Search<G> {
        self.search
    }

    fn allowance(&mut self, _place: usize, children: &mut Children) -> u64 {
        if self.failed { 0 } else { self.search.core.allowance(children, self.done, self.round, &self.clock) }
    }

    fn count(&mut self, _place: usize, made: u64) {
        self.done += made;
        self.failed = made == 0;
        self.clock.control.count(made);
    }

    fn close(&mut self, _place: usize) {}

    /// The workers are those of the search itself.
    fn swap_own(&mut self, _place: usize, _scratch: &mut Scratch) {}

    /// A round that has begun is counted.
    fn is_stopped(&self) -> bool {
        false
    }
}
