//! Playouts in batches, side by side in one thread: leaf parallelism [cazenave2007] in the lanes of vector instructions.
//!
//! Some descents collect leaves, each counting as visits under way for the next; then the playouts of all leaves run together, and
//! then all results are counted.

use super::BatchPlayouts;
use crate::backup::Step;
use crate::core::{Clock, Core, Scratch};
use crate::play::{Search, Worker};
use katsura_game::{Batch, Game, Knowledge, Lanes, Outcome, State, Trace};

/// A leaf that waits for its playouts.
struct Leaf<S> {
    state: S,
    path: Vec<Step>,
    trace: Trace,
    seed: u64,
    outcomes: Vec<Outcome>,
}

impl<S> Leaf<S> {
    fn batch(&mut self) -> Batch<'_, S> {
        Batch { start: &self.state, seed: self.seed, outcomes: &mut self.outcomes }
    }
}

/// Simulates until the clock says stop; every playout counts as a simulation.
pub(super) fn drive<G: Game<State: Knowledge>>(
    search: &Search<G>,
    worker: &mut Worker<G::State>,
    clock: Clock<'_>,
    shape: BatchPlayouts,
) -> u64 {
    let mut leaves = Vec::new();
    let mut done = 0;
    loop {
        let allowed = search.core.allowance(&mut worker.scratch.children, done, shape.simulations(), &clock);
        let made = simulate(search, worker, &mut leaves, shape.shares(allowed));
        done += made;
        clock.control.count(made);
        if made == 0 {
            return done;
        }
    }
}

/// One batch: a descent for every share of playouts. Returns the number of simulations that count.
fn simulate<G: Game<State: Knowledge>>(
    search: &Search<G>,
    worker: &mut Worker<G::State>,
    leaves: &mut Vec<Leaf<G::State>>,
    shares: impl Iterator<Item = usize>,
) -> u64 {
    let (mut made, mut waiting) = (0, 0);
    for playouts in shares {
        if search.reach_leaf(worker) {
            made += u64::from(search.finish(worker));
            continue;
        }
        if leaves.len() == waiting {
            let (path, trace, outcomes) = (Vec::new(), Trace::new(), Vec::new());
            leaves.push(Leaf { state: worker.state.clone(), path, trace, seed: 0, outcomes });
        }
        let leaf = &mut leaves[waiting];
        leaf.state.clone_from(&worker.state);
        leaf.path.clone_from(&worker.scratch.path);
        leaf.trace.clone_from(&worker.scratch.trace);
        leaf.seed = worker.scratch.rng.next_u64();
        leaf.outcomes.clear();
        leaf.outcomes.resize(playouts, Outcome::default());
        waiting += 1;
    }
    let mut batches: Vec<_> = leaves[..waiting].iter_mut().map(Leaf::batch).collect();
    G::State::play_out_batches(&mut batches);
    made + leaves[..waiting].iter_mut().map(|leaf| count(&search.core, &mut worker.scratch, leaf)).sum::<u64>()
}

/// Counts the playouts of a leaf, none if the rules failed; how many. Their lengths are known, not their moves: nobody who reads the moves is served here.
fn count<S: State>(core: &Core, scratch: &mut Scratch, leaf: &mut Leaf<S>) -> u64 {
    std::mem::swap(&mut scratch.path, &mut leaf.path);
    std::mem::swap(&mut scratch.trace, &mut leaf.trace);
    scratch.ended_in_tree = false;
    let depth = scratch.trace.len();
    let counted = if leaf.state.has_failed() { &[] } else { &leaf.outcomes[..] };
    for outcome in counted {
        core.count(scratch, core.config.reward.of_outcome(outcome), depth + outcome.moves as usize);
    }
    core.land(scratch);
    counted.len() as u64
}
