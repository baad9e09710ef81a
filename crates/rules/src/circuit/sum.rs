//! One of several conjunctions, with what they share taken out.

use super::network::{Network, Node, Signal, simplify};
use rustc_hash::FxHashMap;

/// Conjunctions that are compared each with each.
const COMPARED: usize = 200;
/// Conjunctions among which shared parts are looked for.
const FACTORED: usize = 20_000;

impl Network {
    /// Whether all parts of one of these hold: the parts that most of them share are taken out, again and again.
    pub(crate) fn sum(&mut self, products: Vec<Vec<Signal>>) -> Signal {
        let mut products: Vec<Vec<Signal>> = products.into_iter().filter_map(|product| self.reduced(product)).collect();
        products.sort_unstable();
        products.dedup();
        if products.len() <= COMPARED {
            absorb(&mut products);
        }
        self.factored(products)
    }

    /// A product without what follows from its moves. None if it can never hold.
    fn reduced(&self, mut product: Vec<Signal>) -> Option<Vec<Signal>> {
        if !simplify(&mut product) {
            return None;
        }
        let mut implied: Vec<Signal> = Vec::new();
        for part in &product {
            if let Node::Move(mv) = self.nodes[part.node()]
                && !part.is_inverted()
            {
                implied.extend(&self.moves[mv as usize].implies);
            }
        }
        if product.iter().any(|part| implied.contains(&part.inverted())) {
            return None;
        }
        product.retain(|part| !implied.contains(part));
        Some(product)
    }

    fn factored(&mut self, mut products: Vec<Vec<Signal>>) -> Signal {
        let mut parts = Vec::new();
        loop {
            if products.iter().any(Vec::is_empty) {
                return Signal::TRUE;
            }
            let Some(shared) = shared_part(&products) else { break };
            let (mut with, without): (Vec<_>, Vec<_>) = products.into_iter().partition(|product| product.contains(&shared));
            with.iter_mut().for_each(|product| product.retain(|&part| part != shared));
            let inner = self.factored(with);
            parts.push(self.and(vec![shared, inner]));
            products = without;
        }
        for product in products {
            parts.push(self.and(product));
        }
        self.or(parts)
    }
}

/// The part that most products have, if two have it; of several, the first.
fn shared_part(products: &[Vec<Signal>]) -> Option<Signal> {
    if products.len() < 2 || products.len() > FACTORED {
        return None;
    }
    let mut counts: FxHashMap<Signal, usize> = FxHashMap::default();
    for part in products.iter().flatten() {
        *counts.entry(*part).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|&(part, count)| (count, std::cmp::Reverse(part)));
    most.filter(|&(_, count)| count > 1).map(|(part, _)| part)
}

/// Leaves out products that hold only where another, shorter one does.
fn absorb(products: &mut Vec<Vec<Signal>>) {
    let all = products.clone();
    let holds_too =
        |one: &[Signal], other: &[Signal]| one.len() < other.len() && one.iter().all(|part| other.contains(part));
    products.retain(|product| !all.iter().any(|other| holds_too(other, product)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_parts_are_taken_out() {
        let mut network = Network::new(&[], 0);
        let [a, b, c, d] = [0, 1, 2, 3].map(|fact| network.fact(fact));
        let sum = network.sum(vec![vec![a, b], vec![a, c], vec![d], vec![d, a]]);
        let inner = network.or(vec![b, c]);
        let product = network.and(vec![a, inner]);
        assert_eq!(sum, network.or(vec![product, d]));
    }

    #[test]
    fn a_move_implies_what_made_it_legal() {
        let mut network = Network::new(&[0, 0, 0], 1);
        let made: Vec<Signal> = (0..3).map(|mv| network.make(mv)).collect();
        let (free, other) = (network.fact(0), network.fact(1));
        network.moves[0].implies = vec![free];
        assert_eq!(network.sum(vec![vec![made[0], free]]), made[0]);
        assert_eq!(network.sum(vec![vec![made[0], free.inverted(), other]]), Signal::FALSE);
    }
}
