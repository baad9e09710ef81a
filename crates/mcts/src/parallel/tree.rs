//! Tree parallelism: threads grow one tree without locks [chaslot2008parallel].

use super::panics::{OnPanic, join};
use super::{Simulator, several};
use crate::backup::Backup;
use crate::budget::Meter;
use crate::core::{Clock, Core};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Simulates with all threads on one tree whose root has children.
pub(super) fn drive(core: &Core, simulators: Vec<&mut (dyn Simulator + Send)>, clock: Clock<'_>) -> u64 {
    let run = &Run { core, clock, before: core.moves_made(), taken: AtomicU64::new(0), stopped: AtomicBool::new(false) };
    std::thread::scope(|scope| {
        let threads = simulators.into_iter().map(|simulator| scope.spawn(move || run.simulate(simulator)));
        join(threads.collect()).iter().sum()
    })
}

/// A run of several threads on one tree.
struct Run<'a> {
    core: &'a Core,
    clock: Clock<'a>,
    /// The visits of the root's children before the run.
    before: u64,
    /// Simulations that threads have taken upon them.
    taken: AtomicU64,
    stopped: AtomicBool,
}

impl Run<'_> {
    /// What one of the threads does; how many simulations count.
    fn simulate(&self, simulator: &mut dyn Simulator) -> u64 {
        let _end_others = OnPanic(|| self.stopped.store(true, Relaxed));
        let mut done = 0;
        loop {
            let start = self.taken.fetch_add(Meter::STRIDE, Relaxed);
            let allowed = self.clock.meter.allowance(start, Meter::STRIDE);
            let children = &mut simulator.scratch().children;
            if self.core.should_stop(children, start, self.clock.early, || self.left(start)) {
                self.stopped.store(true, Relaxed);
            }
            if allowed == 0 || self.core.is_settled() || self.stopped.load(Relaxed) {
                break;
            }
            let made = several(simulator, allowed);
            done += made;
            self.clock.control.count(made);
            if made < allowed {
                break;
            }
        }
        simulator.scratch().copies.close(&self.core.tree);
        done
    }

    /// How many simulations the tree does not know yet, after so many were taken: those to come, those under way, and those
    /// in the copies of threads.
    fn left(&self, taken: u64) -> f64 {
        let known = (self.core.moves_made() - self.before) as f64 / f64::from(self.core.policies.backup.traits().heaviest);
        (self.clock.meter.left(taken) + taken as f64 - known).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::{AnyChoose, Robust};
    use crate::core::Scratch;
    use crate::parallel::{Parallel, TreeThreads};
    use crate::tree::ROOT;
    use crate::{Budget, Control, Search, SearchConfig};
    use katsura_games::tic_tac_toe::TicTacToe;

    /// Every simulation makes the same move of the root.
    struct Same<'a> {
        core: &'a Core,
        scratch: Scratch,
        child: u32,
        /// Whether the tree is told at once.
        tells: bool,
    }

    impl Simulator for Same<'_> {
        fn simulate(&mut self) -> bool {
            self.core.tree.add(self.child, u32::from(self.tells), 0.5);
            true
        }

        fn scratch(&mut self) -> &mut Scratch {
            &mut self.scratch
        }
    }

    /// How many of 512 simulations are made if the search ends early, and the first move is 300 visits ahead.
    fn made(child: u32, tells: bool) -> u64 {
        let parallel = Parallel::Tree(TreeThreads { threads: 2, virtual_loss: 1.0 });
        let choose = AnyChoose::Robust(Robust { early: true });
        let config = SearchConfig { parallel, choose, memory_mib: 1, ..SearchConfig::default() };
        let mut search = Search::new(&TicTacToe {}, &config).unwrap();
        let mut worker = search.workers.remove(0);
        search.open_root(&mut worker);
        let core = &search.core;
        let first = core.tree.children(ROOT).start;
        core.tree.add(first, 1000, 0.5);
        core.tree.add(first + 1, 700, 0.5);
        let control = Control::new();
        let clock = Clock { meter: &Meter::new(&Budget::simulations(512), &control), control: &control, early: true };
        let mut same = Same { core, scratch: worker.scratch, child: first + child, tells };
        drive(core, vec![&mut same], clock)
    }

    #[test]
    fn a_choice_is_certain_when_neither_what_is_to_come_nor_what_is_under_way_can_change_it() {
        assert_eq!(made(0, true), 256, "556 visits ahead, with 256 to come");
        assert_eq!(made(1, true), 512, "44 visits ahead, with 256 to come");
        assert_eq!(made(1, false), 512, "300 visits ahead, with 256 to come and 256 that the tree does not know");
    }
}
