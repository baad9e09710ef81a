//! Many searches of one game in one thread, whose leaves are evaluated together.
//!
//! Every search keeps its own generator, so that it grows the tree that it would grow alone.

use super::SharedEvaluator;
use super::driver::{Driver, Searches};
use crate::budget::{Budget, Report};
use crate::choose::Choose;
use crate::core::Scratch;
use crate::play::{Search, Searcher, Worker};
use crate::prune::Prune;
use crate::tree::Children;
use katsura_game::{Game, Knowledge, Lanes, State};
use std::any::Any;
use std::sync::PoisonError;

/// The places at which the searches stand, and what becomes of them: the games of a match, for example.
pub trait Tables {
    /// How many places there are.
    fn places(&self) -> usize;

    /// Goes on at a place until a search there is to search for a move, and returns its budget, of which the simulations count; `None`
    /// when nothing is left to do there.
    fn begin(&mut self, place: usize) -> Option<Budget>;

    /// The search at a place that [`begin`](Tables::begin) has spoken of.
    fn search(&self, place: usize) -> &dyn Searcher;

    /// The same, to go on with.
    fn search_mut(&mut self, place: usize) -> &mut dyn Searcher;

    /// The search at a place has spent its budget.
    fn end(&mut self, place: usize);

    /// So many simulations have been counted.
    fn count(&mut self, _simulations: u64) {}

    /// Whether what is under way is to be dropped.
    fn is_stopped(&self) -> bool;

    /// Whether the searches under way are to end with what they have.
    fn is_out_of_time(&self) -> bool {
        false
    }

    /// Whether a move is searched for, and nothing else: such a run may [end early](Search::think).
    fn wants_moves(&self) -> bool {
        true
    }
}

/// Runs searches of one game side by side.
pub trait SideBySide {
    /// Runs the searches at all places until nothing is left to do at any of them.
    fn run(&mut self, tables: &mut dyn Tables);
}

/// Searches of one game side by side.
pub(crate) struct Lockstep<G: Game<State: Knowledge>> {
    workers: Vec<Worker<G::State>>,
    evaluator: Option<SharedEvaluator<G::State>>,
}

impl<G: Game<State: Knowledge>> SideBySide for Lockstep<G> {
    fn run(&mut self, tables: &mut dyn Tables) {
        let places = tables.places();
        let mut many = Many { tables, runs: vec![None; places] };
        match &self.evaluator {
            None => Driver::<G>::run(&mut many, places, &mut self.workers, None),
            Some(shared) => {
                let mut evaluator = shared.lock().unwrap_or_else(PoisonError::into_inner);
                Driver::<G>::run(&mut many, places, &mut self.workers, Some(&mut *evaluator));
            }
        }
    }
}

impl<G: Game<State: Knowledge>> Search<G> {
    /// A runner for searches like this, if many can run side by side: with an evaluator, or with single playouts of a game that plays several
    /// at once. Not with a rule that prunes or asks for more than the budget.
    pub(crate) fn lockstep(&self) -> Option<Lockstep<G>> {
        let choose = self.core.policies.choose.traits();
        let single = self.core.batch_shape().is_some_and(|shape| shape.simulations() == 1);
        let fits = choose.wants_search && choose.patience <= 1.0 && !self.core.policies.prune.is_active();
        let gains = self.evaluator.is_some() || single && self.position.plays_side_by_side();
        (fits && gains).then(|| Lockstep { workers: Vec::new(), evaluator: self.evaluator.clone() })
    }
}

/// How far the run of a search is.
#[derive(Clone, Copy, Debug)]
struct Run {
    planned: Budget,
    done: u64,
    /// Whether the run ends as soon as the final choice is certain.
    early: bool,
    /// Whether the rules have failed.
    failed: bool,
}

struct Many<'a> {
    tables: &'a mut dyn Tables,
    /// The run that is under way at each place.
    runs: Vec<Option<Run>>,
}

impl Many<'_> {
    /// Begins the next run at a place; `None` when nothing is left to do there.
    fn begin<G: Game<State: Knowledge>>(&mut self, place: usize) -> Option<Run> {
        let budget = self.tables.begin(place)?;
        let wants_moves = self.tables.wants_moves();
        let search = self.search_mut::<G>(place);
        let player = search.position.turn().player();
        search.core.forget_other_player(player);
        let early = wants_moves && search.core.may_end_early();
        Some(Run { planned: search.core.plan(&budget), done: 0, early, failed: false })
    }

    /// How many simulations a run may make now.
    fn allowed<G: Game<State: Knowledge>>(&self, place: usize, run: Run, children: &mut Children) -> u64 {
        let Run { planned, done, early, failed } = run;
        let search = Searches::<G>::search(self, place);
        let core = &search.core;
        let left = planned.simulations.map_or(u64::MAX, |limit| limit.saturating_sub(done));
        let is_over = search.position.turn().is_over() || failed || self.tables.is_out_of_time() || core.is_settled();
        if is_over || left == 0 || core.should_stop(children, done, early, || left as f64) {
            return 0;
        }
        left.min(search.door_shape().map_or(1, |shape| shape.simulations()))
    }

    fn search_mut<G: Game<State: Knowledge>>(&mut self, place: usize) -> &mut Search<G> {
        (self.tables.search_mut(place) as &mut dyn Any).downcast_mut().expect(SEARCHES)
    }
}

const SEARCHES: &str = "all searches are those of one game, with one tree each";

impl<G: Game<State: Knowledge>> Searches<G> for Many<'_> {
    fn search(&self, place: usize) -> &Search<G> {
        (self.tables.search(place) as &dyn Any).downcast_ref().expect(SEARCHES)
    }

    fn allowance(&mut self, place: usize, children: &mut Children) -> u64 {
        if self.tables.is_stopped() {
            Searches::<G>::close(self, place);
        }
        loop {
            let Some(run) = self.runs[place] else {
                let Some(run) = self.begin::<G>(place) else { return 0 };
                self.runs[place] = Some(run);
                continue;
            };
            let allowed = self.allowed::<G>(place, run, children);
            if allowed > 0 {
                return allowed;
            }
            Searches::<G>::close(self, place);
            self.tables.end(place);
        }
    }

    fn count(&mut self, place: usize, made: u64) {
        if let Some(run) = &mut self.runs[place] {
            run.done += made;
            run.failed = made == 0;
        }
        self.tables.count(made);
    }

    /// Writes down what the run at a place has come to.
    fn close(&mut self, place: usize) {
        let Some(Run { planned, done, .. }) = self.runs[place].take() else { return };
        let core = &mut self.search_mut::<G>(place).core;
        core.simulations += done;
        core.saved = if core.leaves_rest() { planned.rest(&Report { simulations: done, seconds: 0.0 }) } else { 0 };
    }

    fn swap_own(&mut self, place: usize, scratch: &mut Scratch) {
        let own = &mut self.search_mut::<G>(place).workers[0].scratch;
        std::mem::swap(&mut scratch.rng, &mut own.rng);
        std::mem::swap(&mut scratch.best, &mut own.best);
    }

    fn is_stopped(&self) -> bool {
        self.tables.is_stopped()
    }
}
