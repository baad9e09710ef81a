//! Many jobs side by side, handed over in order.
//!
//! A job is a pure function of its number, so that the results depend neither on the threads nor on interruptions.

use katsura_mcts::Control;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// Which jobs to do: a pair of games, or a batch of bandits, each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of the first job.
    pub from: u64,
    /// The number after the last.
    pub to: u64,
    /// Jobs side by side, each on a thread.
    pub threads: usize,
    /// How many games a thread plays side by side where their playouts can be made together; 0 for as many as it has room for.
    pub lanes: usize,
}

/// Whether to go on after a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Enough.
    Stop,
}

/// Where a worker gets the numbers of its jobs and hands in what it made.
pub(crate) struct JobQueue<'a, T> {
    next: &'a AtomicU64,
    to: u64,
    sender: mpsc::Sender<(u64, T)>,
    /// Stopped when nobody wants more.
    pub(crate) control: &'a Control,
}

impl<T> JobQueue<'_, T> {
    /// The number of the next job, unless there is none or nobody wants it.
    pub(crate) fn take(&self) -> Option<u64> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.to && !self.control.is_stopped()).then_some(number)
    }

    /// Hands in the result of a job.
    pub(crate) fn hand_in(&self, number: u64, result: T) {
        // nobody listens any more when the run was stopped
        let _ = self.sender.send((number, result));
    }
}

/// Does the jobs of a plan, each worker on a thread of its own. `sink` gets the results in the order of their numbers, whatever
/// order they end in, and says whether to go on.
///
/// `work` takes jobs from its queue until there are none. `control` ends the run early: jobs under way are dropped, nothing is handed over out of order.
pub(crate) fn run_workers<W: Send, T: Send>(
    plan: Plan,
    workers: Vec<W>,
    control: &Control,
    work: &(dyn Fn(&mut W, &JobQueue<'_, T>) + Sync),
    sink: &mut dyn FnMut(T) -> Flow,
) {
    let next = AtomicU64::new(plan.from);
    let (sender, receiver) = mpsc::channel();
    let inner = Control::new();
    std::thread::scope(|scope| {
        for mut worker in workers {
            let queue = JobQueue { next: &next, to: plan.to, sender: sender.clone(), control: &inner };
            scope.spawn(move || work(&mut worker, &queue));
        }
        drop(sender);
        hand_over(&receiver, plan.from, control, sink);
        inner.stop();
    });
}

/// As [`run_workers`], one job after the other. `work` returns `None` when the control it is given is stopped.
pub(crate) fn in_order<W: Send, T: Send>(
    plan: Plan,
    workers: Vec<W>,
    control: &Control,
    work: &(dyn Fn(&mut W, u64, &Control) -> Option<T> + Sync),
    sink: &mut dyn FnMut(T) -> Flow,
) {
    let all = |worker: &mut W, queue: &JobQueue<'_, T>| {
        while let Some(number) = queue.take()
            && let Some(result) = work(worker, number, queue.control)
        {
            queue.hand_in(number, result);
        }
    };
    run_workers(plan, workers, control, &all, sink);
}

fn hand_over<T>(receiver: &mpsc::Receiver<(u64, T)>, mut due: u64, control: &Control, sink: &mut dyn FnMut(T) -> Flow) {
    let mut waiting = BTreeMap::new();
    while !control.is_stopped() {
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok((number, result)) => {
                waiting.insert(number, result);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => continue,
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        }
        while let Some(result) = waiting.remove(&due) {
            due += 1;
            if sink(result) == Flow::Stop {
                return;
            }
        }
    }
}
