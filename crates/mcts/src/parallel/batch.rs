//! Playouts in batches, side by side in one thread: leaf parallelism [cazenave2007] in the lanes of vector instructions.
//!
//! Some descents collect leaves, each counting as visits under way for the next; then the playouts of all leaves run together, and
//! then all results are counted.

use super::BatchPlayouts;
use crate::backup::Step;
use crate::budget::{Control, Meter};
use crate::policies::Policies;
use crate::search::Search;
use crate::worker::Worker;
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

/// Simulates until the budget is spent; every playout counts as a simulation.
pub(super) fn drive<G, P>(
    search: &Search<G, P>,
    worker: &mut Worker<G::State, P::Playout>,
    (meter, control): (&Meter<'_>, &Control),
    shape: BatchPlayouts,
) -> u64
where
    G: Game<State: Knowledge>,
    P: Policies<G::State>,
{
    let mut leaves = Vec::new();
    let mut done = 0;
    loop {
        let allowed = meter.allowance_up_to(done, shape.simulations());
        if allowed == 0 || search.is_settled() || search.is_told_enough(&mut worker.children, done, || meter.left(done)) {
            return done;
        }
        let made = simulate(search, worker, &mut leaves, shape.shares(allowed));
        done += made;
        control.count(made);
        if made == 0 {
            return done;
        }
    }
}

/// One batch: a descent for every share of playouts. Returns the number of simulations that count.
fn simulate<G, P>(
    search: &Search<G, P>,
    worker: &mut Worker<G::State, P::Playout>,
    leaves: &mut Vec<Leaf<G::State>>,
    shares: impl Iterator<Item = usize>,
) -> u64
where
    G: Game<State: Knowledge>,
    P: Policies<G::State>,
{
    let (mut made, mut waiting) = (0, 0);
    for playouts in shares {
        worker.restart(&search.position, search.root_mover);
        search.descend(worker);
        search.expand(worker);
        if search.ends_here(worker) {
            let rewards = search.play_out(worker);
            made += u64::from(search.back_up(worker, rewards));
            continue;
        }
        if leaves.len() == waiting {
            let (path, trace, outcomes) = (Vec::new(), Trace::new(), Vec::new());
            leaves.push(Leaf { state: worker.state.clone(), path, trace, seed: 0, outcomes });
        }
        let leaf = &mut leaves[waiting];
        leaf.state.clone_from(&worker.state);
        leaf.path.clone_from(&worker.path);
        leaf.trace.clone_from(&worker.trace);
        leaf.seed = worker.rng.next_u64();
        leaf.outcomes.clear();
        leaf.outcomes.resize(playouts, Outcome::default());
        waiting += 1;
    }
    let mut batches: Vec<_> = leaves[..waiting].iter_mut().map(Leaf::batch).collect();
    G::State::play_out_batches(&mut batches);
    made + leaves[..waiting].iter_mut().map(|leaf| count(search, worker, leaf)).sum::<u64>()
}

/// Counts the playouts of a leaf, none if the rules failed; how many. Their lengths are known, not their moves: nobody who reads the moves is served here.
fn count<G, P>(search: &Search<G, P>, worker: &mut Worker<G::State, P::Playout>, leaf: &mut Leaf<G::State>) -> u64
where
    G: Game<State: Knowledge>,
    P: Policies<G::State>,
{
    std::mem::swap(&mut worker.path, &mut leaf.path);
    std::mem::swap(&mut worker.trace, &mut leaf.trace);
    worker.ended_in_tree = false;
    let depth = worker.trace.len();
    let counted = if leaf.state.has_failed() { &[] } else { &leaf.outcomes[..] };
    for outcome in counted {
        search.count(worker, search.config.reward.of_outcome(outcome), depth + outcome.moves as usize);
    }
    search.land(worker);
    counted.len() as u64
}
