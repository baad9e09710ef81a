//! The panic of one of the threads of a run: it ends the run, and goes on where the run was begun.

use std::panic::resume_unwind;
use std::thread::{ScopedJoinHandle, panicking};

/// Does something if its thread panics: tells the other threads of the run to end.
pub(super) struct OnPanic<F: Fn()>(pub(super) F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if panicking() {
            (self.0)();
        }
    }
}

/// What the threads return, once all have ended. The panic of one of them goes on here.
pub(super) fn join<T>(threads: Vec<ScopedJoinHandle<'_, T>>) -> Vec<T> {
    let ended: Vec<_> = threads.into_iter().map(ScopedJoinHandle::join).collect();
    ended.into_iter().map(|end| end.unwrap_or_else(|panic| resume_unwind(panic))).collect()
}
