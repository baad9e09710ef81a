//! How the threads of a search work together [chaslot2008parallel].

use crate::budget::Meter;
use crate::core::{Clock, Core, Scratch};
use crate::evaluate;
use crate::play::{Search, Worker};
use katsura_game::{Game, Knowledge};

mod leaf;
mod panics;
mod root;
mod signals;
mod threads;
mod tree;
pub(crate) use root::RootSearch;
pub use threads::{BatchPlayouts, LeafThreads, Parallel, RootThreads, TreeThreads};

impl BatchPlayouts {
    /// The simulations of a batch.
    pub(crate) fn simulations(self) -> u64 {
        self.leaves as u64 * self.playouts as u64
    }
}

impl Parallel {
    /// Threads that share one tree.
    pub(crate) fn tree_threads(&self) -> usize {
        match self {
            Parallel::Tree(tree) => tree.threads.max(1),
            Parallel::None | Parallel::Root(_) | Parallel::Leaf(_) | Parallel::Batch(_) => 1,
        }
    }

    #[inline]
    pub(crate) fn virtual_loss(&self) -> f32 {
        match self {
            Parallel::Tree(tree) => tree.virtual_loss as f32,
            Parallel::Batch(batch) => batch.virtual_loss as f32,
            Parallel::None | Parallel::Root(_) | Parallel::Leaf(_) => 0.0,
        }
    }

    /// The playouts of each leaf.
    pub(crate) fn playouts_of_a_leaf(&self) -> u32 {
        match self {
            Parallel::Batch(batch) => batch.playouts as u32,
            Parallel::Leaf(leaf) => leaf.threads as u32,
            Parallel::None | Parallel::Root(_) | Parallel::Tree(_) => 1,
        }
    }

    /// The simulations after which their results are counted.
    pub(crate) fn at_once(&self) -> u64 {
        match self {
            Parallel::Batch(batch) => batch.simulations(),
            Parallel::None | Parallel::Root(_) | Parallel::Leaf(_) | Parallel::Tree(_) => 1,
        }
    }

    /// The leaves that an evaluator is asked about together, each once.
    pub(crate) fn leaves_together(&self) -> BatchPlayouts {
        match *self {
            Parallel::Batch(batch) => batch,
            Parallel::None | Parallel::Root(_) | Parallel::Leaf(_) | Parallel::Tree(_) => {
                BatchPlayouts { leaves: 1, playouts: 1, virtual_loss: 0.0 }
            }
        }
    }

    /// Whether simulations start before others that are under way have been counted.
    pub(crate) fn overlaps(&self) -> bool {
        self.tree_threads() > 1 || matches!(self, Parallel::Batch(batch) if batch.leaves > 1)
    }

    /// Workers of one search.
    pub(crate) fn workers(&self) -> usize {
        match self {
            Parallel::Leaf(leaf) => leaf.threads.max(1),
            Parallel::None | Parallel::Root(_) | Parallel::Batch(_) | Parallel::Tree(_) => self.tree_threads(),
        }
    }

    /// Trees, each with its share of the memory.
    pub(crate) fn trees(&self) -> usize {
        match self {
            Parallel::Root(root) => root.threads.max(1),
            Parallel::None | Parallel::Leaf(_) | Parallel::Batch(_) | Parallel::Tree(_) => 1,
        }
    }

    /// Threads in all.
    pub fn threads(&self) -> usize {
        self.trees() * self.workers()
    }
}

/// Makes simulations one at a time: a search with one of its workers, as loops see it that know no game.
trait Simulator {
    /// One simulation; whether it counts.
    fn simulate(&mut self) -> bool;

    /// What the worker writes on.
    fn scratch(&mut self) -> &mut Scratch;
}

struct Hand<'a, G: Game<State: Knowledge>> {
    search: &'a Search<G>,
    worker: &'a mut Worker<G::State>,
}

impl<G: Game<State: Knowledge>> Simulator for Hand<'_, G> {
    fn simulate(&mut self) -> bool {
        self.search.simulate(self.worker)
    }

    fn scratch(&mut self) -> &mut Scratch {
        &mut self.worker.scratch
    }
}

/// Simulates with all workers on one tree until the clock says stop.
pub(crate) fn drive<G: Game<State: Knowledge>>(
    search: &Search<G>,
    workers: &mut Vec<Worker<G::State>>,
    clock: Clock<'_>,
) -> u64 {
    if let Some(shape) = search.door_shape() {
        return evaluate::drive(search, workers, clock, shape);
    }
    match &mut workers[..] {
        [worker] => alone(&search.core, &mut Hand { search, worker }, clock),
        workers if matches!(search.core.config.parallel, Parallel::Leaf(_)) => leaf::drive(search, workers, clock),
        workers => {
            search.open_root(&mut workers[0]);
            let mut hands: Vec<Hand<'_, G>> = workers.iter_mut().map(|worker| Hand { search, worker }).collect();
            let mut simulators: Vec<&mut (dyn Simulator + Send)> = Vec::new();
            simulators.extend(hands.iter_mut().map(|hand| hand as &mut (dyn Simulator + Send)));
            tree::drive(&search.core, simulators, clock)
        }
    }
}

fn alone(core: &Core, simulator: &mut dyn Simulator, clock: Clock<'_>) -> u64 {
    let mut done = 0;
    loop {
        let allowed = core.allowance(&mut simulator.scratch().children, done, Meter::STRIDE, &clock);
        if let Some(line) = simulator.scratch().best.as_ref() {
            clock.control.offer(line);
        }
        let made = several(simulator, allowed);
        done += made;
        clock.control.count(made);
        if allowed == 0 || made < allowed {
            return done;
        }
    }
}

/// Makes so many simulations, fewer if the rules fail; how many count.
fn several(simulator: &mut dyn Simulator, wanted: u64) -> u64 {
    (0..wanted).take_while(|_| simulator.simulate()).count() as u64
}
