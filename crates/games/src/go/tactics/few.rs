//! A handful of points without allocation.

use std::ops::Deref;

/// Up to `MOST` different things, in the order in which they came.
#[derive(Clone, Copy, Debug)]
pub struct Few<T, const MOST: usize> {
    items: [T; MOST],
    count: usize,
}

impl<T: Copy + PartialEq, const MOST: usize> Few<T, MOST> {
    /// Nothing; `filler` is never seen.
    pub fn new(filler: T) -> Self {
        Few { items: [filler; MOST], count: 0 }
    }

    /// Adds a thing unless it is there already or there is no room.
    #[inline]
    pub fn add(&mut self, item: T) {
        if self.count < MOST && !self.contains(&item) {
            self.push(item);
        }
    }

    /// Adds a thing that is not there yet.
    ///
    /// # Panics
    /// If there is no room.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[self.count] = item;
        self.count += 1;
    }

    /// Whether there is no room left.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.count == MOST
    }
}

impl<T, const MOST: usize> Deref for Few<T, MOST> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.count]
    }
}
