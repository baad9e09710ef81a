//! One search with a budget, whose leaves are evaluated together: without an evaluator by many light playouts of each leaf, which is leaf
//! parallelism [cazenave2007] in the lanes of vector instructions.

use super::driver::{Driver, Searches};
use crate::core::Clock;
use crate::parallel::BatchPlayouts;
use crate::play::{Search, Worker};
use crate::tree::Children;
use katsura_game::{Game, Knowledge, Rng};
use std::sync::PoisonError;

struct One<'a, G: Game<State: Knowledge>> {
    search: &'a Search<G>,
    clock: Clock<'a>,
    /// Simulations of a round.
    round: u64,
    begun: bool,
    done: u64,
}

/// Simulates until the clock says stop, in rounds of this shape; every evaluation counts as a simulation.
pub(crate) fn drive<G: Game<State: Knowledge>>(
    search: &Search<G>,
    workers: &mut Vec<Worker<G::State>>,
    clock: Clock<'_>,
    shape: BatchPlayouts,
) -> u64 {
    let mut one = One { search, clock, round: shape.simulations(), begun: false, done: 0 };
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

    /// Nothing if a round has made no simulation: the rules have failed.
    fn allowance(&mut self, _place: usize, made: u64, children: &mut Children) -> u64 {
        self.done += made;
        self.clock.control.count(made);
        if std::mem::replace(&mut self.begun, true) && made == 0 {
            return 0;
        }
        self.search.core.allowance(children, self.done, self.round, &self.clock)
    }

    fn swap_rng(&mut self, _place: usize, _rng: &mut Rng) {}

    /// A round that has begun is counted.
    fn is_stopped(&self) -> bool {
        false
    }
}
