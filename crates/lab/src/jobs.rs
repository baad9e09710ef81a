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
    /// Jobs side by side.
    pub threads: usize,
}

/// Whether to go on after a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Enough.
    Stop,
}

/// Does the jobs of a plan, each worker on a thread of its own. `sink` gets the results in the order of their numbers, whatever
/// order they end in, and says whether to go on.
///
/// `work` returns `None` when the control it is given is stopped. `control` ends the run early: jobs under way are dropped,
/// nothing is handed over out of order.
pub(crate) fn in_order<W: Send, T: Send>(
    plan: Plan,
    workers: Vec<W>,
    control: &Control,
    work: impl Fn(&mut W, u64, &Control) -> Option<T> + Sync,
    mut sink: impl FnMut(T) -> Flow,
) {
    let next = AtomicU64::new(plan.from);
    let (sender, receiver) = mpsc::channel();
    let inner = Control::new();
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (sender, next, inner, work) = (sender.clone(), &next, &inner, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.to || inner.is_stopped() {
                        return;
                    }
                    let Some(result) = work(&mut worker, number, inner) else { return };
                    if sender.send((number, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        hand_over(&receiver, plan.from, control, &mut sink);
        inner.stop();
    });
}

fn hand_over<T>(receiver: &mpsc::Receiver<(u64, T)>, mut due: u64, control: &Control, sink: &mut impl FnMut(T) -> Flow) {
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
