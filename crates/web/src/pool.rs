//! A queue with two ends for the threads that do what sessions ask: commands come first, slices of searches take turns.

use crate::hub::lock;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};

pub(crate) struct Pool<T> {
    queues: Mutex<Queues<T>>,
    filled: Condvar,
}

struct Queues<T> {
    first: VecDeque<T>,
    last: VecDeque<T>,
    closed: bool,
}

impl<T> Pool<T> {
    pub fn new() -> Self {
        let queues = Queues { first: VecDeque::new(), last: VecDeque::new(), closed: false };
        Pool { queues: Mutex::new(queues), filled: Condvar::new() }
    }

    /// Something that people wait for.
    pub fn push_first(&self, item: T) {
        lock(&self.queues).first.push_back(item);
        self.filled.notify_one();
    }

    /// Something that waits for its turn.
    pub fn push_last(&self, item: T) {
        lock(&self.queues).last.push_back(item);
        self.filled.notify_one();
    }

    /// The next thing to do, as soon as there is one; `None` when the pool is closed.
    pub fn pop(&self) -> Option<T> {
        let mut queues = lock(&self.queues);
        loop {
            if queues.closed {
                return None;
            }
            let Queues { first, last, .. } = &mut *queues;
            if let Some(item) = first.pop_front().or_else(|| last.pop_front()) {
                return Some(item);
            }
            queues = self.filled.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sends everyone home.
    pub fn close(&self) {
        lock(&self.queues).closed = true;
        self.filled.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_wait_for_comes_first_and_the_rest_in_turn() {
        let pool = Pool::new();
        pool.push_last(1);
        pool.push_last(2);
        pool.push_first(3);
        assert_eq!([pool.pop(), pool.pop(), pool.pop()], [Some(3), Some(1), Some(2)]);
        pool.close();
        assert_eq!(pool.pop(), None);
    }
}
