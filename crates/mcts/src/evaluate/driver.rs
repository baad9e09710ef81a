//! The driver: takes simulations of one search or of many down to their leaves, hands these out, and counts what comes back.

use super::Evaluate;
use super::slot::Slot;
use crate::core::{Core, Returns, Scratch};
use crate::parallel::BatchPlayouts;
use crate::play::{Search, Worker};
use crate::tree::{Children, ROOT};
use katsura_game::{Game, Knowledge, Lanes, Outcome, Rewards, Source, Start, State, Turn, fetch_ahead};

/// The searches that a driver serves, by their places.
pub(crate) trait Searches<G: Game<State: Knowledge>> {
    /// The search at a place, one that has been [allowed](Searches::allowance) simulations.
    fn search(&self, place: usize) -> &Search<G>;

    /// How many simulations the search at a place may make now; 0 when nothing is left to do there.
    fn allowance(&mut self, place: usize, children: &mut Children) -> u64;

    /// A round at a place has made so many simulations; none if the rules have failed.
    fn count(&mut self, place: usize, made: u64);

    /// Nothing more is done at a place.
    fn close(&mut self, place: usize);

    /// Exchanges what the search at a place has of its own, its generator and its best line, with that of a thread.
    fn swap_own(&mut self, place: usize, scratch: &mut Scratch);

    /// Whether what is under way is to be dropped.
    fn is_stopped(&self) -> bool;
}

/// The round of a search: leaves that are counted together.
struct Round<S: State> {
    slots: Vec<Slot<S>>,
    /// The slots that are in use.
    waiting: usize,
    /// The next evaluation to be handed out: slot and number.
    next: (usize, usize),
    /// Evaluations that have not been answered.
    open: usize,
    /// Simulations that the round has yet to begin.
    left: usize,
    /// Simulations that ended in the tree; they are counted at once.
    made: u64,
    /// Whether the round has begun, and is not counted yet.
    begun: bool,
}

impl<S: State> Round<S> {
    fn new() -> Self {
        Round { slots: Vec::new(), waiting: 0, next: (0, 0), open: 0, left: 0, made: 0, begun: false }
    }

    /// The next evaluation to be handed out: slot and number.
    fn next_wanted(&mut self) -> Option<(usize, usize)> {
        while self.next.0 < self.waiting {
            let (slot, number) = self.next;
            if number < self.slots[slot].outcomes.len() {
                self.next.1 += 1;
                return Some((slot, number));
            }
            self.next = (slot + 1, 0);
        }
        None
    }
}

/// An evaluation that is wanted: of the leaf in a slot at a place, and which one.
#[derive(Clone, Copy)]
struct Ticket {
    place: usize,
    slot: usize,
    number: usize,
}

/// Slots and numbers are below this: a round has no more simulations.
const BITS: u32 = 16;

impl Ticket {
    fn number(self) -> u64 {
        (self.place as u64) << (2 * BITS) | (self.slot as u64) << BITS | self.number as u64
    }

    fn of(number: u64) -> Self {
        let low = |number: u64| (number & ((1 << BITS) - 1)) as usize;
        Ticket { place: (number >> (2 * BITS)) as usize, slot: low(number >> BITS), number: low(number) }
    }
}

/// Searches whose leaves are evaluated together, as their evaluator sees them.
pub(crate) struct Driver<'a, G: Game<State: Knowledge>> {
    searches: &'a mut dyn Searches<G>,
    rounds: Vec<Round<G::State>>,
    /// Places whose round is over, or that have none.
    idle: Vec<usize>,
    /// Places with leaves to be handed out.
    full: Vec<usize>,
    ready: Vec<Ticket>,
    /// Places at which simulations are on their way down, and the numbers of their workers.
    under_way: Vec<(usize, usize)>,
    workers: &'a mut Vec<Worker<G::State>>,
    gives_priors: bool,
    /// Whether answers are looked at: those of evaluators, which may be anybody's.
    checks: bool,
}

impl<'a, G: Game<State: Knowledge>> Driver<'a, G> {
    /// Runs the searches at so many places until nothing is left to do at any of them; without an evaluator by light playouts in lanes.
    pub(crate) fn run(
        searches: &'a mut dyn Searches<G>,
        places: usize,
        workers: &'a mut Vec<Worker<G::State>>,
        evaluator: Option<&mut dyn Evaluate<G::State>>,
    ) {
        let mut driver = Driver {
            searches,
            rounds: (0..places).map(|_| Round::new()).collect(),
            idle: (0..places).rev().collect(),
            full: Vec::new(),
            ready: Vec::new(),
            under_way: Vec::new(),
            workers,
            gives_priors: evaluator.as_ref().is_some_and(|evaluator| evaluator.gives_priors()),
            checks: evaluator.is_some(),
        };
        match evaluator {
            Some(evaluator) => evaluator.evaluate(&mut driver),
            None => G::State::play_out_source(&mut driver),
        }
        let is_over = |round: &Round<_>| round.waiting == 0;
        assert!(
            driver.searches.is_stopped() || driver.rounds.iter().all(is_over),
            "an evaluator leaves no leaf without an answer"
        );
        for place in 0..places {
            driver.drop_round(place);
            driver.end_round(place);
            driver.searches.close(place);
        }
    }

    /// Hands out evaluations that are wanted, until so many are ready.
    fn hand_out(&mut self, at_most: usize) {
        while self.ready.len() < at_most
            && let Some(&place) = self.full.last()
        {
            match self.rounds[place].next_wanted() {
                Some((slot, number)) => self.ready.push(Ticket { place, slot, number }),
                None => {
                    self.full.pop();
                }
            }
        }
    }

    /// Begins rounds at idle places, no more than so many, and goes down at all of them by turns, so that what one of them waits for comes
    /// while the others go on. Whether there was one.
    fn begin_rounds(&mut self, at_most: usize) -> bool {
        let mut under_way = std::mem::take(&mut self.under_way);
        while under_way.len() < at_most
            && let Some(place) = self.idle.pop()
        {
            if self.begin_round(place, under_way.len()) {
                under_way.push((place, under_way.len()));
            }
        }
        let begun = !under_way.is_empty();
        while !under_way.is_empty() {
            under_way.retain(|&(place, worker)| self.go_down(place, worker));
        }
        self.under_way = under_way;
        begun
    }

    /// Counts the round of a place that is over, and begins the first simulation of the next; false when nothing is left to do there.
    fn begin_round(&mut self, place: usize, worker: usize) -> bool {
        if self.searches.is_stopped() {
            self.drop_round(place);
        }
        self.end_round(place);
        let mut children =
            self.workers.first_mut().map(|worker| std::mem::take(&mut worker.scratch.children)).unwrap_or_default();
        let allowed = self.searches.allowance(place, &mut children);
        if let Some(worker) = self.workers.first_mut() {
            worker.scratch.children = children;
        }
        if allowed == 0 {
            return false;
        }
        let search = self.searches.search(place);
        if self.workers.len() == worker {
            self.workers.push(search.new_worker(0));
        }
        // an evaluator with priors gives the root its children: until they are there, all leaves would be the root
        let is_first = self.gives_priors && !search.core.tree.is_expanded(ROOT);
        let round = &mut self.rounds[place];
        (round.left, round.next, round.begun) = (if is_first { 1 } else { allowed as usize }, (0, 0), true);
        self.begin_simulation(place, worker);
        true
    }

    /// Tells the search at a place what its round has come to, if there was one.
    fn end_round(&mut self, place: usize) {
        let made = self.count_round(place);
        if std::mem::take(&mut self.rounds[place].begun) {
            self.searches.count(place, made);
        }
    }

    fn begin_simulation(&mut self, place: usize, worker: usize) {
        let worker = &mut self.workers[worker];
        self.searches.swap_own(place, &mut worker.scratch);
        self.searches.search(place).restart(worker);
    }

    /// One step of the simulation at a place; false when all simulations of its round are at their leaves.
    fn go_down(&mut self, place: usize, number: usize) -> bool {
        let (search, worker) = (self.searches.search(place), &mut self.workers[number]);
        if search.core.leads_on(worker.scratch.node()) && !worker.scratch.is_outside && search.step_down(worker) {
            return true;
        }
        if !self.reach_leaf(place, number) {
            return true;
        }
        self.searches.swap_own(place, &mut self.workers[number].scratch);
        if self.rounds[place].left > 0 {
            self.begin_simulation(place, number);
            return true;
        }
        let waits = self.rounds[place].waiting > 0;
        (if waits { &mut self.full } else { &mut self.idle }).push(place);
        false
    }

    /// Ends the way down of a simulation: it is counted, or its leaf is to be evaluated. False if it goes on, through what chance has opened.
    fn reach_leaf(&mut self, place: usize, worker: usize) -> bool {
        let (search, worker, round) = (self.searches.search(place), &mut self.workers[worker], &mut self.rounds[place]);
        let chance = worker.state.turn() == Turn::Chance;
        if chance && self.gives_priors && search.open(worker) && search.step_down(worker) {
            return false;
        }
        let grows_later = self.gives_priors && !chance && search.list_children(worker);
        if !self.gives_priors {
            search.expand(worker);
        }
        if search.evaluator.is_some() {
            search.pass_chance(worker);
        }
        let share = search.door_shape().map_or(1, |shape| shape.playouts.min(round.left));
        round.left -= share;
        if search.ends_here(worker) {
            round.made += u64::from(search.finish(worker));
            return true;
        }
        if round.slots.len() == round.waiting {
            round.slots.push(Slot::like(&worker.state));
        }
        let slot = &mut round.slots[round.waiting];
        slot.moves.clear();
        if grows_later {
            std::mem::swap(&mut slot.moves, &mut worker.moves);
        }
        slot.take(worker, share);
        round.waiting += 1;
        round.open += share;
        true
    }

    /// Counts what became of the leaves of a round, in the order in which they were reached; how many simulations the round has made.
    fn count_round(&mut self, place: usize) -> u64 {
        let round = &mut self.rounds[place];
        let mut made = std::mem::take(&mut round.made);
        if round.waiting > 0 {
            let (search, worker) = (self.searches.search(place), &mut self.workers[0]);
            let waiting = std::mem::take(&mut round.waiting);
            made += round.slots[..waiting].iter_mut().map(|slot| search.count_slot(worker, slot)).sum::<u64>();
        }
        made
    }

    /// Forgets the leaves that wait at a place.
    fn drop_round(&mut self, place: usize) {
        let round = &mut self.rounds[place];
        let waiting = std::mem::take(&mut round.waiting);
        if waiting > 0 {
            let (core, scratch) = (&self.searches.search(place).core, &mut self.workers[0].scratch);
            for slot in &mut round.slots[..waiting] {
                slot.swap_way(scratch);
                core.remove_in_flight(scratch);
                slot.swap_way(scratch);
            }
        }
        (round.open, round.left) = (0, 0);
    }

    /// Asks for the memory that counting will touch, for all idle places by turns: each stage finds what the one before has asked for.
    fn fetch_ahead(&self) {
        let pending = || self.idle.iter().filter(|&&place| self.rounds[place].waiting > 0);
        if self.rounds.len() == 1 {
            return;
        }
        pending().for_each(|&place| {
            fetch_ahead(self.searches.search(place));
            self.rounds[place].slots[0].fetch_ahead();
        });
        for &place in pending() {
            let tree = &self.searches.search(place).core.tree;
            self.rounds[place].slots[0].path().iter().for_each(|step| tree.prefetch_counts(step.node));
            tree.prefetch(ROOT);
        }
    }
}

/// Holds an answer to what [`Evaluate::evaluate`] asks for; so many priors are expected.
fn check_answer(core: &Core, rewards: &Rewards, priors: &[f32], moves: usize) {
    let [low, high] = core.scale.known().unwrap_or([f32::MIN, f32::MAX]);
    let is_result = |reward: &f32| (low..=high).contains(reward);
    let players = &rewards.as_slice()[..core.players];
    assert!(players.iter().all(is_result), "an evaluator gives results from {low} to {high}, not {players:?}");
    assert!(moves == priors.len(), "an evaluator gives a prior for each of {moves} moves, not {}", priors.len());
    assert!(priors.iter().all(|prior| (0.0..=1.0).contains(prior)), "an evaluator gives priors from 0 to 1, not {priors:?}");
}

impl<G: Game<State: Knowledge>> Source<G::State> for Driver<'_, G> {
    fn prepare(&mut self, at_most: usize) -> usize {
        self.ready.clear();
        self.fetch_ahead();
        loop {
            self.hand_out(at_most);
            if self.ready.len() >= at_most || !self.begin_rounds(at_most - self.ready.len()) {
                return self.ready.len();
            }
        }
    }

    fn start(&self, place: usize) -> Start<'_, G::State> {
        let ticket = self.ready[place];
        self.rounds[ticket.place].slots[ticket.slot].start(ticket.number(), ticket.number)
    }

    fn end(&mut self, ticket: u64, outcome: &Outcome, priors: &[f32]) {
        let Ticket { place, slot, number } = Ticket::of(ticket);
        let round = &mut self.rounds[place];
        if self.checks {
            let (search, slot) = (self.searches.search(place), &round.slots[slot]);
            assert!(round.open > 0, "a leaf is answered once");
            check_answer(
                &search.core,
                &search.core.config.reward.of_outcome(outcome),
                priors,
                if self.gives_priors { slot.moves.len() } else { 0 },
            );
        }
        round.slots[slot].answer(number, outcome, priors);
        round.open -= 1;
        if round.open == 0 {
            self.idle.push(place);
        }
    }
}

impl<G: Game<State: Knowledge>> Search<G> {
    /// How leaves are evaluated together, if they are.
    pub(crate) fn door_shape(&self) -> Option<BatchPlayouts> {
        if self.evaluator.is_some() { Some(self.core.config.parallel.leaves_together()) } else { self.core.batch_shape() }
    }

    /// Counts the evaluations of a leaf, none if the rules failed; how many. The moves of playouts are not known: nobody who reads them is
    /// served here.
    fn count_slot(&self, worker: &mut Worker<G::State>, slot: &mut Slot<G::State>) -> u64 {
        let mut counted = 0;
        slot.swap_way(&mut worker.scratch);
        // the worker may be on its way down with another simulation
        let knew_line = std::mem::replace(&mut worker.scratch.knows_line, false);
        worker.scratch.ended_in_tree = false;
        if !slot.state.has_failed() {
            if !slot.moves.is_empty() {
                self.grow(worker, slot);
            }
            let depth = worker.scratch.trace.len();
            for outcome in slot.outcomes.iter().flatten() {
                let result = self.result_of(worker, &slot.state, outcome);
                self.core.count(&mut worker.scratch, result, depth + outcome.moves as usize);
            }
            counted = slot.outcomes.len() as u64;
        }
        worker.scratch.knows_line = knew_line;
        self.core.remove_in_flight(&worker.scratch);
        slot.swap_way(&mut worker.scratch);
        counted
    }

    /// What an outcome counts for. In games that pay on the way an evaluation is of what comes from the leaf on, one choice later.
    fn result_of(&self, worker: &Worker<G::State>, leaf: &G::State, outcome: &Outcome) -> Rewards {
        if !self.core.dynamics.pays {
            return self.core.config.reward.of_outcome(outcome);
        }
        let mut returns = worker.scratch.rest.unwrap_or(Returns::after(worker.scratch.choices));
        returns.before(leaf.turn());
        returns.add(outcome.rewards);
        returns.sum()
    }

    /// Gives a leaf its children, with the priors that have come.
    fn grow(&self, worker: &mut Worker<G::State>, slot: &mut Slot<G::State>) {
        let node = worker.scratch.node();
        if self.core.tree.is_expanded(node) {
            return;
        }
        std::mem::swap(&mut worker.state, &mut slot.state);
        std::mem::swap(&mut worker.moves, &mut slot.moves);
        worker.scratch.priors.clear();
        worker.scratch.priors.extend_from_slice(&slot.priors);
        worker.scratch.priors.resize(worker.moves.len(), 0.5);
        self.add_children(worker, node);
        std::mem::swap(&mut worker.state, &mut slot.state);
        std::mem::swap(&mut worker.moves, &mut slot.moves);
    }
}
