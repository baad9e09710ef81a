//! Many searches of one game in one thread, whose playouts are made together.
//!
//! Each search stops where it wants a playout; the game plays those of all searches side by side, and as soon as some have ended their
//! searches go on. Every search keeps its own generator, so that it grows the tree that it would grow alone.

use super::steps::Stage;
use crate::budget::Budget;
use crate::play::{Search, Searcher, Worker};
use katsura_game::{Game, Knowledge, Lanes, Outcome, Source, Start};
use std::any::Any;

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

    /// Whether what is under way is to be dropped.
    fn is_stopped(&self) -> bool;
}

/// Runs searches of one game side by side.
pub trait SideBySide {
    /// Runs the searches at all places until nothing is left to do at any of them.
    fn run(&mut self, tables: &mut dyn Tables);
}

/// Searches of one game side by side.
pub(crate) struct Lockstep<G: Game<State: Knowledge>> {
    workers: Vec<Worker<G::State>>,
}

impl<G: Game<State: Knowledge>> Lockstep<G> {
    pub(crate) fn new() -> Self {
        Lockstep { workers: Vec::new() }
    }
}

impl<G: Game<State: Knowledge>> SideBySide for Lockstep<G> {
    fn run(&mut self, tables: &mut dyn Tables) {
        let places = (0..tables.places()).map(|_| Place::default()).collect();
        let idle = (0..tables.places()).rev().collect();
        let (ready, under_way, workers) = (Vec::new(), Vec::new(), std::mem::take(&mut self.workers));
        let mut round = Round::<G> { tables, places, idle, ready, under_way, workers };
        G::State::play_out_source(&mut round);
        self.workers = round.workers;
    }
}

/// Where the search at a place is.
#[derive(Clone, Default)]
struct Place {
    /// Whether a search is under way.
    searches: bool,
    /// What became of the playout that was wanted, until it is counted.
    outcome: Option<Outcome>,
}

/// All places, as the game's lanes ask them for playouts.
struct Round<'a, G: Game<State: Knowledge>> {
    tables: &'a mut dyn Tables,
    places: Vec<Place>,
    /// Places at which no playout is under way.
    idle: Vec<usize>,
    /// Places whose playouts are about to begin, and the numbers of the workers that stand where these start.
    ready: Vec<(usize, usize)>,
    /// Places at which simulations are on their way down, likewise.
    under_way: Vec<(usize, usize)>,
    workers: Vec<Worker<G::State>>,
}

impl<G: Game<State: Knowledge>> Round<'_, G> {
    /// Goes on at a place until a simulation begins with the worker of this number; false when nothing is left to do there.
    fn begin_simulation(&mut self, place: usize, worker: usize) -> bool {
        loop {
            if self.tables.is_stopped() {
                self.places[place] = Place::default();
            }
            if !self.places[place].searches && !self.begin_search(place) {
                return false;
            }
            if self.workers.len() == worker {
                self.workers.push(search_of::<G>(&*self.tables, place).worker_for_steps());
            }
            let worker = &mut self.workers[worker];
            let search = search_of_mut::<G>(self.tables, place);
            if let Some(outcome) = self.places[place].outcome.take() {
                search.count_playout(worker, &outcome);
            }
            if search.begin_simulation(worker) {
                return true;
            }
            self.places[place].searches = false;
            self.tables.end(place);
        }
    }

    fn begin_search(&mut self, place: usize) -> bool {
        let Some(budget) = self.tables.begin(place) else { return false };
        search_of_mut::<G>(self.tables, place).begin_steps(&budget);
        self.places[place].searches = true;
        true
    }

    /// One step of the simulation at a place; false when none is on its way down there any more.
    fn go_down(&mut self, place: usize, worker: usize) -> bool {
        match search_of_mut::<G>(self.tables, place).go_down(&mut self.workers[worker]) {
            Stage::UnderWay => true,
            Stage::WantsPlayout => {
                self.ready.push((place, worker));
                false
            }
            Stage::Ended => self.begin_simulation(place, worker),
        }
    }
}

/// The search at a place, which is one of this game.
fn search_of<G: Game<State: Knowledge>>(tables: &dyn Tables, place: usize) -> &Search<G> {
    (tables.search(place) as &dyn Any).downcast_ref().expect(SEARCHES)
}

/// As [`search_of`], to go on with.
fn search_of_mut<G: Game<State: Knowledge>>(tables: &mut dyn Tables, place: usize) -> &mut Search<G> {
    (tables.search_mut(place) as &mut dyn Any).downcast_mut().expect(SEARCHES)
}

const SEARCHES: &str = "all searches are those of one game, with one tree each";

impl<G: Game<State: Knowledge>> Source<G::State> for Round<'_, G> {
    fn prepare(&mut self, at_most: usize) -> usize {
        self.ready.clear();
        for stage in 0..3 {
            for &place in self.idle.iter().filter(|&&place| self.places[place].outcome.is_some()) {
                search_of::<G>(&*self.tables, place).fetch_ahead(stage);
            }
        }
        let mut under_way = std::mem::take(&mut self.under_way);
        while under_way.len() < at_most
            && let Some(place) = self.idle.pop()
        {
            if self.begin_simulation(place, under_way.len()) {
                under_way.push((place, under_way.len()));
            }
        }
        while !under_way.is_empty() {
            under_way.retain(|&(place, worker)| self.go_down(place, worker));
        }
        self.under_way = under_way;
        self.ready.len()
    }

    fn start(&self, place: usize) -> Start<'_, G::State> {
        let (place, worker) = self.ready[place];
        let rng = search_of::<G>(&*self.tables, place).playout_rng();
        Start { ticket: place as u64, state: &self.workers[worker].state, rng }
    }

    fn end(&mut self, ticket: u64, outcome: &Outcome) {
        let place = ticket as usize;
        self.places[place].outcome = Some(*outcome);
        self.idle.push(place);
    }
}
