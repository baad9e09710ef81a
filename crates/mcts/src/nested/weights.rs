//! Weights of moves by their codes: a table with open addressing.

use katsura_game::math;

/// The largest exponent: products of two powers, and sums of many, are still numbers.
pub(super) const LARGEST: f64 = 300.0;

/// What is known of a code.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The code plus one, so that 0 is an empty place.
    key: u64,
    weight: f64,
    /// exp(weight/τ), made anew whenever the weight has changed: a move of a playout costs a sum and no exponential. No
    /// number between a change and that.
    exponential: f64,
}

const EMPTY: Entry = Entry { key: 0, weight: 0.0, exponential: 1.0 };

/// A weight for every code; 0 for one that has not been met.
#[derive(Debug)]
pub(super) struct Weights {
    entries: Vec<Entry>,
    used: usize,
    /// Places whose exponential is that of an earlier weight.
    changed: Vec<usize>,
    temperature: f64,
}

impl Clone for Weights {
    fn clone(&self) -> Self {
        Weights { entries: self.entries.clone(), used: self.used, changed: Vec::new(), temperature: self.temperature }
    }

    fn clone_from(&mut self, from: &Self) {
        self.entries.clone_from(&from.entries);
        (self.used, self.temperature) = (from.used, from.temperature);
        self.changed.clear();
    }
}

impl Weights {
    const LEAST: usize = 64;

    pub(super) fn new(temperature: f64) -> Self {
        Weights { entries: vec![EMPTY; Self::LEAST], used: 0, changed: Vec::new(), temperature }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.entries.resize(Self::LEAST, EMPTY);
        self.used = 0;
    }

    fn key(code: u64) -> u64 {
        code.wrapping_add(1).max(1)
    }

    /// Where a code is, or would be.
    #[inline]
    fn place(&self, code: u64) -> usize {
        let (key, mask) = (Self::key(code), self.entries.len() - 1);
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.entries[place].key != key && self.entries[place].key != 0 {
            place = (place + 1) & mask;
        }
        place
    }

    /// exp(w/τ).
    #[inline]
    pub(super) fn exponential(&self, code: u64) -> f64 {
        self.entries[self.place(code)].exponential
    }

    #[cfg(test)]
    pub(super) fn weight(&self, code: u64) -> f64 {
        self.entries[self.place(code)].weight
    }

    /// Adds to a weight, whose exponential may not be asked for until [`settle`](Weights::settle).
    pub(super) fn add(&mut self, code: u64, change: f64) {
        let mut place = self.place(code);
        if self.entries[place].key == 0 {
            if 2 * (self.used + 1) > self.entries.len() {
                self.grow();
                place = self.place(code);
            }
            self.entries[place].key = Self::key(code);
            self.used += 1;
        }
        let entry = &mut self.entries[place];
        entry.weight += change;
        if !entry.exponential.is_nan() {
            entry.exponential = f64::NAN;
            self.changed.push(place);
        }
    }

    /// Makes the exponentials anew.
    pub(super) fn settle(&mut self) {
        for place in self.changed.drain(..) {
            let entry = &mut self.entries[place];
            entry.exponential = math::exp((entry.weight / self.temperature).clamp(-LARGEST, LARGEST));
        }
    }

    fn grow(&mut self) {
        self.settle();
        let larger = vec![EMPTY; 2 * self.entries.len()];
        for entry in std::mem::replace(&mut self.entries, larger).into_iter().filter(|entry| entry.key != 0) {
            let place = self.place(entry.key.wrapping_sub(1));
            self.entries[place] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_game::{Rng, mix_key};
    use std::collections::HashMap;

    #[test]
    fn the_table_agrees_with_a_map_while_it_grows() {
        let (mut table, mut map, mut rng) = (Weights::new(0.5), HashMap::new(), Rng::new(1));
        for round in 0..200u64 {
            for _ in 0..20 {
                let code = mix_key(u64::from(rng.below(600)));
                let change = rng.unit() - 0.5;
                table.add(code, change);
                *map.entry(code).or_insert(0.0) += change;
            }
            table.settle();
            let copy = table.clone();
            for (&code, &weight) in &map {
                assert_eq!((table.weight(code), copy.weight(code)), (weight, weight), "round {round}");
                assert_eq!(table.exponential(code), math::exp(weight / 0.5));
            }
            assert_eq!((table.weight(5), table.exponential(5)), (0.0, 1.0), "a code that was not met");
        }
        table.clear();
        assert!(map.keys().all(|&code| table.exponential(code) == 1.0));
    }
}
