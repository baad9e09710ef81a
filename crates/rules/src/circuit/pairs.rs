//! Gates of two inputs: conjunctions are cut into pairs, and a pair that many have is made once.
//!
//! The pair that most conjunctions share is taken first, as "fast extract" does with products [rajski1992].

use super::network::Signal;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Conjunctions with more parts are cut into pairs without a look at the others.
const WIDEST: usize = 24;
/// Pairs that are counted; beyond, conjunctions are cut as they come.
const MOST_PAIRS: usize = 4_000_000;

/// Conjunctions by the number of their node: each has two parts in the end. New nodes are added behind.
pub(crate) struct Pairs {
    pub parts: Vec<Vec<Signal>>,
    /// The conjunctions that have a pair of parts, or had it.
    users: FxHashMap<(Signal, Signal), Vec<u32>>,
    heap: BinaryHeap<(usize, Reverse<(Signal, Signal)>)>,
}

/// Cuts all conjunctions; a list of fewer than two parts is no conjunction and stays as it is.
pub(crate) fn cut(parts: Vec<Vec<Signal>>) -> Vec<Vec<Signal>> {
    let total: usize = parts.iter().filter(|parts| parts.len() <= WIDEST).map(|parts| parts.len() * parts.len() / 2).sum();
    let mut pairs = Pairs { parts, users: FxHashMap::default(), heap: BinaryHeap::new() };
    if total <= MOST_PAIRS {
        pairs.share();
    }
    pairs.cut_rest();
    pairs.parts
}

fn ordered(a: Signal, b: Signal) -> (Signal, Signal) {
    if a < b { (a, b) } else { (b, a) }
}

impl Pairs {
    fn share(&mut self) {
        for node in 0..self.parts.len() as u32 {
            let parts = &self.parts[node as usize];
            if parts.len() > WIDEST {
                continue;
            }
            for (place, &a) in parts.iter().enumerate() {
                for &b in &parts[place + 1..] {
                    self.users.entry(ordered(a, b)).or_default().push(node);
                }
            }
        }
        let counted = self.users.iter().filter(|(_, users)| users.len() > 1);
        self.heap = counted.map(|(&pair, users)| (users.len(), Reverse(pair))).collect();
        while let Some((count, Reverse(pair))) = self.heap.pop() {
            let users = self.users.get_mut(&pair).map(std::mem::take).unwrap_or_default();
            let has = |node: &u32| {
                let parts = &self.parts[*node as usize];
                parts.contains(&pair.0) && parts.contains(&pair.1)
            };
            let users: Vec<u32> = users.into_iter().filter(has).collect();
            match users.len() {
                0 | 1 => {}
                now if now < count => {
                    self.heap.push((now, Reverse(pair)));
                    self.users.insert(pair, users);
                }
                _ => self.take_out(pair, &users),
            }
        }
    }

    /// Makes a pair once for all that have it.
    fn take_out(&mut self, pair: (Signal, Signal), users: &[u32]) {
        let made = match users.iter().find(|&&node| self.parts[node as usize].len() == 2) {
            Some(&node) => node,
            None => {
                self.parts.push(vec![pair.0, pair.1]);
                self.parts.len() as u32 - 1
            }
        };
        let signal = Signal(made << 1);
        for &node in users.iter().filter(|&&node| node != made) {
            let parts = &mut self.parts[node as usize];
            parts.retain(|&part| part != pair.0 && part != pair.1 && part != signal);
            parts.push(signal);
            if parts.len() == 1 {
                // it had the pair's gate as well: it is that gate
                parts.push(signal);
            }
            for &other in self.parts[node as usize].iter().filter(|&&part| part != signal) {
                let key = ordered(other, signal);
                let users = self.users.entry(key).or_default();
                users.push(node);
                if users.len() > 1 {
                    self.heap.push((users.len(), Reverse(key)));
                }
            }
        }
    }

    /// Cuts what is left into halves.
    fn cut_rest(&mut self) {
        let mut node = 0;
        while node < self.parts.len() {
            if self.parts[node].len() > 2 {
                let mut parts = std::mem::take(&mut self.parts[node]);
                while parts.len() > 2 {
                    let mut halves = Vec::with_capacity(parts.len().div_ceil(2));
                    for pair in parts.chunks(2) {
                        match *pair {
                            [a, b] => {
                                self.parts.push(vec![a, b]);
                                halves.push(Signal((self.parts.len() as u32 - 1) << 1));
                            }
                            [a] => halves.push(a),
                            _ => {}
                        }
                    }
                    parts = halves;
                }
                self.parts[node] = parts;
            }
            node += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a node holds, where these of the first few nodes do.
    fn holds(parts: &[Vec<Signal>], inputs: u32, node: usize) -> bool {
        if parts[node].is_empty() {
            return inputs >> node & 1 == 1;
        }
        parts[node].iter().all(|part| holds(parts, inputs, part.node()) != part.is_inverted())
    }

    #[test]
    fn what_is_cut_into_pairs_means_the_same() {
        let mut rng = katsura_game::Rng::new(3);
        for round in 0..50 {
            let inputs = 6;
            let mut parts: Vec<Vec<Signal>> = vec![Vec::new(); inputs];
            for node in inputs..20 {
                let mut chosen: Vec<u32> = (0..node as u32).collect();
                rng.shuffle(&mut chosen);
                let width = 1 + rng.index(6.min(node));
                let mut signals: Vec<Signal> =
                    chosen[..width].iter().map(|&part| Signal(part << 1 | rng.below(2))).collect();
                signals.sort_unstable();
                parts.push(signals);
            }
            let cut = cut(parts.clone());
            assert!(cut.iter().all(|parts| parts.len() <= 2));
            for bits in 0..1 << inputs {
                assert!((0..20).all(|node| holds(&parts, bits, node) == holds(&cut, bits, node)), "round {round}");
            }
        }
    }

    #[test]
    fn a_pair_that_two_have_is_made_once() {
        let [a, b, c, d] = [0, 1, 2, 3].map(|node| Signal(node << 1));
        let cut = cut(vec![vec![], vec![], vec![], vec![], vec![a, b, c], vec![a, b, d]]);
        assert_eq!(cut.len(), 7);
        assert_eq!(cut[6], [a, b]);
    }
}
