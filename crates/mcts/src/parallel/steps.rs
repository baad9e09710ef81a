//! A run that stops at every playout, so that somebody else can make it together with those of other searches.

use crate::budget::{Budget, Report};
use crate::choose::Choose;
use crate::play::{Search, Worker};
use crate::prune::Prune;
use crate::tree::ROOT;
use katsura_game::{Game, Knowledge, LightPlayout, Outcome, Rng, fetch_ahead};
use std::mem::swap;

/// Where a run in steps is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steps {
    planned: Budget,
    done: u64,
    /// Whether the run ends as soon as the final choice is certain.
    early: bool,
    /// Where the generator of the playout that is wanted comes from.
    seed: u64,
}

/// Where a simulation in steps is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// On its way down.
    UnderWay,
    /// At a leaf: a playout from where the worker is comes next.
    WantsPlayout,
    /// Over, and counted.
    Ended,
}

impl<G: Game<State: Knowledge>> Search<G> {
    /// Whether runs can be made in steps: with [batches](crate::parallel::Parallel::Batch) of one leaf and one playout, and no rule that prunes
    /// or asks for more than the budget.
    pub(crate) fn has_steps(&self) -> bool {
        let policies = &self.core.policies;
        let choose = policies.choose.traits();
        self.core.batch_shape().is_some_and(|shape| shape.simulations() == 1)
            && choose.wants_search
            && choose.patience <= 1.0
            && !policies.prune.is_active()
    }

    /// Begins a run in steps. It comes to the same tree as [`think`](Search::think). Of the budget, the simulations count.
    ///
    /// As long as [`begin_simulation`](Search::begin_simulation) begins one: [`go_down`](Search::go_down) until it is at its end or wants a
    /// playout, and then [`count_playout`](Search::count_playout) with what became of that. Callers with many searches go through them by
    /// turns, so that what one of them waits for comes while the others go on.
    pub(crate) fn begin_steps(&mut self, budget: &Budget) {
        let (planned, early) = (self.core.planned(budget), self.core.may_end_early());
        self.steps = Steps { planned, early, ..Steps::default() };
    }

    /// A worker for steps. Searches of one game can share it by turns: what it holds is needed only from a step until the playout begins.
    pub(crate) fn worker_for_steps(&self) -> Worker<G::State> {
        self.new_worker(0)
    }

    /// Begins a simulation, whose worker stands at the root then; false when the run is over.
    pub(crate) fn begin_simulation(&mut self, worker: &mut Worker<G::State>) -> bool {
        let (Steps { planned, done, early, .. }, core) = (self.steps, &mut self.core);
        let left = planned.simulations.map_or(u64::MAX, |limit| limit.saturating_sub(done));
        let children = &mut worker.scratch.children;
        if left == 0 || core.is_settled() || core.is_told_enough(children, done, early, || left as f64) {
            let report = Report { simulations: done, seconds: 0.0 };
            core.simulations += done;
            core.saved = if core.leaves_rest() { planned.rest(&report) } else { 0 };
            return false;
        }
        swap(&mut worker.scratch.rng, &mut self.workers[0].scratch.rng);
        self.restart(worker);
        true
    }

    /// One step of a simulation.
    #[inline]
    pub(crate) fn go_down(&mut self, worker: &mut Worker<G::State>) -> Stage {
        if self.core.leads_on(worker.scratch.node()) {
            self.step_down(worker);
            return Stage::UnderWay;
        }
        self.expand(worker);
        self.steps.done += 1;
        let stage = if self.ends_here(worker) {
            self.finish(worker);
            Stage::Ended
        } else {
            self.steps.seed = worker.scratch.rng.next_u64();
            swap_way(worker, &mut self.workers[0]);
            Stage::WantsPlayout
        };
        swap(&mut worker.scratch.rng, &mut self.workers[0].scratch.rng);
        stage
    }

    /// Asks for the memory that [`count_playout`](Search::count_playout) and [`begin_simulation`](Search::begin_simulation) will touch, for
    /// callers who go through many searches by turns: all of them for stage 0, then 1, then 2, each of which finds what the one before has
    /// asked for.
    pub(crate) fn fetch_ahead(&self, stage: usize) {
        let scratch = &self.workers[0].scratch;
        match stage {
            0 => fetch_ahead(self),
            1 => {
                fetch_ahead(&scratch.rng);
                fetch_ahead(&scratch.path);
                fetch_ahead(&scratch.trace);
            }
            _ => {
                scratch.path.iter().for_each(|step| self.core.tree.prefetch_counts(step.node));
                self.core.tree.prefetch(ROOT);
            }
        }
    }

    /// The generator of the playout that is wanted.
    pub(crate) fn playout_rng(&self) -> Rng {
        Rng::stream(&[self.steps.seed, 0])
    }

    /// Counts the playout that was wanted.
    pub(crate) fn count_playout(&mut self, worker: &mut Worker<G::State>, outcome: &Outcome) {
        swap_way(worker, &mut self.workers[0]);
        let (core, scratch) = (&self.core, &mut worker.scratch);
        let plies = scratch.trace.len() + outcome.moves as usize;
        scratch.ended_in_tree = false;
        core.count(scratch, core.config.reward.of_outcome(outcome), plies);
        core.land(scratch);
    }
}

/// Exchanges the ways down that two workers have gone.
fn swap_way<S: LightPlayout>(one: &mut Worker<S>, other: &mut Worker<S>) {
    swap(&mut one.scratch.path, &mut other.scratch.path);
    swap(&mut one.scratch.trace, &mut other.scratch.trace);
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::Stage;
    use crate::budget::{Budget, Control};
    use crate::config::{path, preset};
    use crate::play::Search;
    use crate::tree::ROOT;
    use katsura_game::{Batch, Game, Lanes, Outcome, State};
    use katsura_games::go::{Go9, Rules};

    /// A run in steps grows the tree of a run in one piece, move by move, with a rule at the root that stops and saves.
    #[test]
    fn a_run_in_steps_is_a_run() {
        let game = Go9::new(Rules { size: 5, ..Rules::default() });
        for name in ["uct", "voi"] {
            let mut config = preset(name).unwrap();
            let stop = if name == "voi" { Some(("root.stop", "0.001")) } else { None };
            for (key, value) in
                [("parallel.kind", "batch"), ("parallel.leaves", "1"), ("parallel.playouts", "1")].into_iter().chain(stop)
            {
                config = path::set(&config, key, value).unwrap();
            }
            let (mut whole, mut parts) = (Search::new(&game, &config).unwrap(), Search::new(&game, &config).unwrap());
            assert!(parts.has_steps());
            let mut worker = parts.worker_for_steps();
            let budget = Budget::simulations(150);
            for _ in 0..4 {
                let report = whole.think(&budget, &Control::new());
                parts.begin_steps(&budget);
                while parts.begin_simulation(&mut worker) {
                    let mut stage = Stage::UnderWay;
                    while stage == Stage::UnderWay {
                        stage = parts.go_down(&mut worker);
                    }
                    if stage == Stage::Ended {
                        continue;
                    }
                    let mut outcomes = [Outcome::default()];
                    let (start, seed) = (&worker.state, parts.steps.seed);
                    Lanes::play_out_batches(&mut [Batch { start, seed, outcomes: &mut outcomes }]);
                    parts.count_playout(&mut worker, &outcomes[0]);
                }
                assert_eq!(
                    (whole.core.simulations, whole.core.saved),
                    (parts.core.simulations, parts.core.saved),
                    "{report:?}"
                );
                assert_eq!(whole.tree().visits(ROOT), parts.tree().visits(ROOT));
                let (one, other) = (whole.analysis(), parts.analysis());
                assert_eq!(one, other);
                let mv = game.start().move_at(one.best.unwrap());
                whole.advance(mv).unwrap();
                parts.advance(mv).unwrap();
            }
        }
    }

    #[test]
    fn only_single_playouts_come_in_steps() {
        let game = Go9::new(Rules::default());
        for text in ["none", "batch"] {
            let config = path::set(&preset("uct").unwrap(), "parallel.kind", text).unwrap();
            assert!(!Search::new(&game, &config).unwrap().has_steps(), "{text}: by default a batch has many");
        }
    }
}
