//! Leaf parallelism: one descent, several playouts from its leaf [cazenave2007; chaslot2008parallel].

use super::panics::join;
use super::signals::Signals;
use crate::backup::Step;
use crate::core::{Choices, Clock, Returns};
use crate::play::{Search, Worker};
use katsura_game::{Game, Knowledge, LightPlayout, Rewards, State, Trace};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A leaf, as the helping threads get it.
struct Job<S> {
    state: S,
    path: Vec<Step>,
    trace: Trace,
    choices: Choices,
    rest: Option<Returns>,
}

/// What a helper has played.
#[derive(Default)]
struct Played {
    rewards: Rewards,
    trace: Trace,
    /// The rules have failed on the way.
    failed: bool,
}

/// What the threads share: the leader posts a job, and every helper does it once and leaves its result in its own place.
/// Nobody writes to the tree before all are done, so the result depends on the seed only.
struct Relay<S> {
    job: Mutex<Job<S>>,
    results: Vec<Mutex<Played>>,
    signals: Signals,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Simulates until the clock says stop; every playout counts as a simulation.
pub(super) fn drive<G: Game<State: Knowledge>>(
    search: &Search<G>,
    workers: &mut [Worker<G::State>],
    clock: Clock<'_>,
) -> u64 {
    let [leader, helpers @ ..] = workers else { return 0 };
    let relay = Relay {
        job: Mutex::new(Job {
            state: leader.state.clone(),
            path: Vec::new(),
            trace: Trace::new(),
            choices: Choices::new(1.0),
            rest: None,
        }),
        results: helpers.iter().map(|_| Mutex::default()).collect(),
        signals: Signals::new(),
    };
    let relay = &relay;
    std::thread::scope(|scope| {
        let places = helpers.iter_mut().enumerate();
        let threads = places.map(|(place, helper)| scope.spawn(move || help(search, helper, relay, place))).collect();
        let done = lead(search, leader, relay, clock);
        join(threads);
        done
    })
}

fn lead<G: Game<State: Knowledge>>(
    search: &Search<G>,
    leader: &mut Worker<G::State>,
    relay: &Relay<G::State>,
    clock: Clock<'_>,
) -> u64 {
    let _leaving = relay.signals.leaving();
    let (core, mut done) = (&search.core, 0);
    loop {
        let at_once = 1 + relay.results.len() as u64;
        let allowed = core.allowance(&mut leader.scratch.children, done, at_once, &clock);
        if allowed == 0 {
            return done;
        }
        search.restart(leader);
        search.descend(leader);
        search.expand(leader);
        let helpers = if search.ends_here(leader) { 0 } else { relay.results.len() };
        if helpers > 0 {
            relay.post(leader);
        }
        let rewards = search.play_out(leader);
        let are_done = helpers == 0 || relay.signals.wait_for_helpers(helpers);
        if !are_done || !search.back_up(leader, rewards) {
            return done;
        }
        // at the end of the budget there may be more playouts than it has room for
        let counted = helpers.min(allowed as usize - 1);
        let mut made = 1;
        for result in &relay.results[..counted] {
            let result = lock(result);
            leader.scratch.trace.clone_from(&result.trace);
            made += u64::from(!result.failed && search.back_up(leader, result.rewards));
        }
        done += made;
        clock.control.count(made);
    }
}

impl<S: LightPlayout> Relay<S> {
    /// Gives the helpers the leaf that the leader has reached.
    fn post(&self, leader: &Worker<S>) {
        let mut job = lock(&self.job);
        job.state.clone_from(&leader.state);
        job.path.clone_from(&leader.scratch.path);
        job.trace.clone_from(&leader.scratch.trace);
        (job.choices, job.rest) = (leader.scratch.choices, leader.scratch.rest);
        drop(job);
        self.signals.post();
    }

    /// Gives a helper the leaf that was posted.
    fn take(&self, helper: &mut Worker<S>) {
        let job = lock(&self.job);
        helper.state.clone_from(&job.state);
        helper.scratch.path.clone_from(&job.path);
        helper.scratch.trace.clone_from(&job.trace);
        (helper.scratch.choices, helper.scratch.rest) = (job.choices, job.rest);
    }
}

fn help<G: Game<State: Knowledge>>(
    search: &Search<G>,
    helper: &mut Worker<G::State>,
    relay: &Relay<G::State>,
    place: usize,
) {
    let _leaving = relay.signals.leaving();
    let mut seen = 0;
    while relay.signals.wait_for_job(seen) {
        seen += 1;
        relay.take(helper);
        let rewards = search.play_out(helper);
        let mut result = lock(&relay.results[place]);
        result.rewards = rewards;
        result.trace.clone_from(&helper.scratch.trace);
        result.failed = helper.state.has_failed();
        drop(result);
        relay.signals.finish();
    }
}
