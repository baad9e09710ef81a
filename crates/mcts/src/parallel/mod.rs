//! How the threads of a search work together.

use crate::budget::{Budget, Control, Meter, Report};
use crate::policies::Policies;
use crate::search::Search;
use crate::worker::Worker;
use katsura_game::{Game, Knowledge};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

mod batch;
mod leaf;
mod root;
mod steps;
mod threads;
pub use root::RootSearch;
pub use steps::Stage;
pub(crate) use steps::Steps;
pub use threads::{BatchPlayouts, LeafThreads, Parallel, RootThreads, TreeThreads};

impl BatchPlayouts {
    /// The simulations of a batch.
    fn simulations(self) -> u64 {
        self.leaves as u64 * self.playouts as u64
    }

    /// The playouts of each leaf, all together no more than are allowed.
    fn shares(self, allowed: u64) -> impl Iterator<Item = usize> {
        let full = allowed as usize / self.playouts;
        let rest = allowed as usize % self.playouts;
        std::iter::repeat_n(self.playouts, full).chain((rest > 0).then_some(rest))
    }
}

impl Parallel {
    /// Threads that share one tree.
    pub(crate) fn tree_threads(&self) -> usize {
        match self {
            Parallel::Tree(tree) => tree.threads.max(1),
            _ => 1,
        }
    }

    #[inline]
    pub(crate) fn virtual_loss(&self) -> f32 {
        match self {
            Parallel::Tree(tree) => tree.virtual_loss as f32,
            Parallel::Batch(batch) => batch.virtual_loss as f32,
            _ => 0.0,
        }
    }

    /// The simulations after which their results are counted.
    pub(crate) fn at_once(&self) -> u64 {
        match self {
            Parallel::Batch(batch) => batch.simulations(),
            _ => 1,
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
            _ => self.tree_threads(),
        }
    }

    /// Trees, each with its share of the memory.
    pub(crate) fn trees(&self) -> usize {
        match self {
            Parallel::Root(root) => root.threads.max(1),
            _ => 1,
        }
    }

    /// Threads in all.
    pub fn threads(&self) -> usize {
        self.trees() * self.workers()
    }
}

/// Simulates with all workers on one tree until the budget is spent.
pub(crate) fn drive<G, P>(
    search: &Search<G, P>,
    workers: &mut [Worker<G::State, P::Playout>],
    budget: &Budget,
    control: &Control,
) -> Report
where
    G: Game<State: Knowledge>,
    P: Policies<G::State>,
{
    let meter = Meter::new(budget, control);
    let simulations = match workers {
        [worker] if let Some(shape) = search.batch_shape() => batch::drive(search, worker, (&meter, control), shape),
        [worker] => alone(search, worker, &meter, control),
        workers if matches!(search.config.parallel, Parallel::Leaf(_)) => leaf::drive(search, workers, &meter, control),
        workers => together(search, workers, &meter, control),
    };
    Report { simulations, seconds: meter.seconds() }
}

fn alone<G, P>(search: &Search<G, P>, worker: &mut Worker<G::State, P::Playout>, meter: &Meter<'_>, control: &Control) -> u64
where
    G: Game<State: Knowledge>,
    P: Policies<G::State>,
{
    let mut done = 0;
    loop {
        let allowed = meter.allowance(done);
        if allowed == 0 || search.is_settled() || search.is_told_enough(&mut worker.children, done, || meter.left(done)) {
            return done;
        }
        let made = several(search, worker, allowed);
        done += made;
        control.count(made);
        if made < allowed {
            return done;
        }
    }
}

/// Makes so many simulations, fewer if the rules fail; how many count.
fn several<G, P>(search: &Search<G, P>, worker: &mut Worker<G::State, P::Playout>, wanted: u64) -> u64
where
    G: Game<State: Knowledge>,
    P: Policies<G::State>,
{
    (0..wanted).take_while(|_| search.simulate(worker)).count() as u64
}

fn together<G, P>(
    search: &Search<G, P>,
    workers: &mut [Worker<G::State, P::Playout>],
    meter: &Meter<'_>,
    control: &Control,
) -> u64
where
    G: Game<State: Knowledge>,
    P: Policies<G::State>,
{
    search.open_root(&mut workers[0]);
    let taken = AtomicU64::new(0);
    let simulated = AtomicU64::new(0);
    let content = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for worker in workers {
            scope.spawn(|| {
                loop {
                    let start = taken.fetch_add(Meter::STRIDE, Relaxed);
                    let allowed = meter.allowance(start);
                    if search.is_told_enough(&mut worker.children, start, || meter.left(start)) {
                        content.store(true, Relaxed);
                    }
                    if allowed == 0 || search.is_settled() || content.load(Relaxed) {
                        break;
                    }
                    let made = several(search, worker, allowed);
                    simulated.fetch_add(made, Relaxed);
                    control.count(made);
                    if made < allowed {
                        break;
                    }
                }
                worker.copies.close(&search.tree);
            });
        }
    });
    simulated.into_inner()
}
