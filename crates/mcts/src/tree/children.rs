//! What selection sees: the numbers of a node's children as plain slices.

use super::column::{gather, gather_pairs};
use super::{NodeId, Tree};
use crate::needs::Needs;
use crate::solve::close_worse;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// The numbers of a node's children, one slice per statistic, in the order of the children.
///
/// A worker owns one and fills it at every node of the descent. Statistics that no policy needs are empty slices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Children {
    /// Visits, simulations under way included.
    pub visits: Vec<f32>,
    /// The mover's mean reward, as the backup policy leaves it; simulations under way count as losses.
    pub value: Vec<f32>,
    /// The mean of the squared rewards ([`Needs::SQUARES`]).
    pub mean_square: Vec<f32>,
    /// AMAF visits ([`Needs::AMAF`]).
    pub amaf_visits: Vec<f32>,
    /// Sum of the AMAF rewards ([`Needs::AMAF`]).
    pub amaf_sum: Vec<f32>,
    /// The game's prior ([`Needs::PRIOR`]).
    pub prior: Vec<f32>,
    /// The mean of the child's simulations, whatever the backup rule makes of them ([`Needs::MEAN`]).
    pub mean: Vec<f32>,
    /// The game's group ([`Needs::GROUP`]).
    pub group: Vec<u8>,
    /// How often the child could have been chosen ([`Needs::AVAILABLE`]).
    pub available: Vec<f32>,
    /// The best reward of any simulation through the child ([`Needs::TOP`]).
    pub top: Vec<f32>,
    /// The losses that simulations under way count for ([`Needs::IN_FLIGHT`]).
    pub in_flight: Vec<f32>,
    /// Which of them can be chosen, while that is being found out; rules see only those, and nothing here.
    pub open: Vec<bool>,
}

impl Children {
    /// Fills the slices from the tree; `loss` is how many losses a simulation under way counts for.
    #[inline]
    pub fn gather(&mut self, tree: &Tree, node: NodeId, needs: Needs, loss: f32) {
        self.gather_visits(tree, node, needs, loss);
        self.gather_rest(tree, node, needs);
    }

    /// Fills the visits, simulations under way included.
    #[inline]
    pub(crate) fn gather_visits(&mut self, tree: &Tree, node: NodeId, needs: Needs, loss: f32) {
        let slots = tree.slots(node);
        gather(&tree.columns.visits[slots.clone()], &mut self.visits, |visits| visits as f32);
        if needs.has(Needs::IN_FLIGHT) {
            gather(&tree.columns.in_flight[slots], &mut self.in_flight, |flying| loss * flying as f32);
            for (visits, flying) in self.visits.iter_mut().zip(&self.in_flight) {
                *visits += flying;
            }
        }
    }

    /// Fills the other slices, after the visits.
    #[inline]
    pub(crate) fn gather_rest(&mut self, tree: &Tree, node: NodeId, needs: Needs) {
        let slots = tree.slots(node);
        gather(&tree.columns.value[slots.clone()], &mut self.value, f32::from_bits);
        if needs != Needs::NONE {
            self.gather_more(tree, slots, needs);
        }
    }

    fn gather_more(&mut self, tree: &Tree, slots: Range<usize>, needs: Needs) {
        if needs.has(Needs::AMAF) {
            gather_pairs(&tree.columns.amaf[slots.clone()], [&mut self.amaf_visits, &mut self.amaf_sum]);
        }
        if needs.has(Needs::SQUARES) {
            self.gather_squares(tree, slots.clone());
        }
        if needs.has(Needs::MEAN) {
            self.mean.clear();
            self.mean.extend(slots.clone().map(|slot| tree.mean(slot as NodeId)));
        }
        if needs.has(Needs::PRIOR) {
            gather(&tree.columns.prior[slots.clone()], &mut self.prior, f32::from_bits);
        }
        if needs.has(Needs::AVAILABLE) {
            gather(&tree.columns.available[slots.clone()], &mut self.available, |count| count as f32);
        }
        if needs.has(Needs::TOP) {
            gather(&tree.columns.top[slots.clone()], &mut self.top, f32::from_bits);
        }
        if needs.has(Needs::GROUP) {
            self.group.clear();
            self.group.extend(tree.columns.group[slots].iter().map(|cell| cell.load(Relaxed)));
        }
        if needs.has(Needs::IN_FLIGHT) {
            let finished = |visits: f32, flying: f32| if flying > 0.0 { (visits - flying) / visits } else { 1.0 };
            let shares = self.visits.iter().zip(&self.in_flight).map(|(&visits, &flying)| finished(visits, flying));
            self.value.iter_mut().zip(shares.clone()).for_each(|(value, share)| *value *= share);
            self.mean_square.iter_mut().zip(shares).for_each(|(square, share)| *square *= share);
        }
    }

    fn gather_squares(&mut self, tree: &Tree, slots: Range<usize>) {
        self.mean_square.clear();
        self.mean_square.extend(slots.map(|slot| tree.mean_square(slot as NodeId)));
    }

    /// The losses that all simulations under way through the children count for.
    #[inline]
    pub(crate) fn under_way(&self) -> f32 {
        let (blocks, rest) = self.in_flight.as_chunks::<8>();
        let mut sums = [0.0; 8];
        for block in blocks {
            sums = std::array::from_fn(|lane| sums[lane] + block[lane]);
        }
        sums.iter().chain(rest).sum()
    }

    /// Leaves simulations under way out of visits, values and squares: of what they will bring nothing is known yet.
    pub(crate) fn leave_out_in_flight(&mut self, tree: &Tree, node: NodeId, needs: Needs) {
        let slots = tree.slots(node);
        self.gather_visits(tree, node, needs, 0.0);
        gather(&tree.columns.value[slots.clone()], &mut self.value, f32::from_bits);
        if needs.has(Needs::SQUARES) {
            self.gather_squares(tree, slots);
        }
    }

    /// Writes all rewards anew, each r as a·r + b; what was not visited stays as it is.
    pub(crate) fn stretch(&mut self, a: f32, b: f32) {
        for numbers in [&mut self.value, &mut self.mean] {
            for (value, &visits) in numbers.iter_mut().zip(&self.visits) {
                if visits > 0.0 {
                    *value = a * *value + b;
                }
            }
        }
        for ((square, &value), &visits) in self.mean_square.iter_mut().zip(&self.value).zip(&self.visits) {
            if visits > 0.0 {
                // E(ar+b)² = a²E(r²) + 2ab·E(r) + b², and a·E(r) is the new value less b
                *square = a * a * *square + 2.0 * b * (value - b) + b * b;
            }
        }
        for (sum, &visits) in self.amaf_sum.iter_mut().zip(&self.amaf_visits) {
            *sum = a * *sum + b * visits;
        }
    }

    /// Leaves the AMAF slices empty: rules that read them then read the means.
    pub fn forget_amaf(&mut self) {
        self.amaf_visits.clear();
        self.amaf_sum.clear();
    }

    /// Marks as not open what is not to be the final move: children that a pruning rule has closed, or that are proven not to be best. Where
    /// all that is left is closed, the best of that is chosen.
    pub(crate) fn mark_hopeless(&mut self, tree: &Tree, node: NodeId) {
        self.open.clear();
        self.open.resize(self.len(), true);
        if tree.needs().has(Needs::BOUNDS) {
            close_worse(tree, node, &self.value, &mut self.open);
        }
        let is_left = |(&open, child): (&bool, NodeId)| open && !tree.is_closed(child);
        if self.open.iter().zip(tree.children(node)).any(is_left) {
            self.open.iter_mut().zip(tree.children(node)).for_each(|(open, child)| *open &= !tree.is_closed(child));
        }
    }

    /// Leaves out the children that are not open.
    pub(crate) fn keep(&mut self, open: &[bool]) {
        let floats = [
            &mut self.visits,
            &mut self.value,
            &mut self.mean_square,
            &mut self.mean,
            &mut self.amaf_visits,
            &mut self.amaf_sum,
            &mut self.prior,
            &mut self.available,
            &mut self.top,
            &mut self.in_flight,
        ];
        floats.into_iter().for_each(|numbers| keep(numbers, open));
        keep(&mut self.group, open);
    }

    /// Takes the visits from the children that are not open: they do not come into question.
    pub(crate) fn forget_closed(&mut self) {
        let visits = self.visits.iter_mut().zip(&self.open);
        visits.filter(|(_, open)| !**open).for_each(|(visits, _)| *visits = 0.0);
        self.open.clear();
    }

    /// The number of children.
    #[inline]
    pub fn len(&self) -> usize {
        self.visits.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.visits.is_empty()
    }

    /// Children with these visits and values, for tests and for bandits without a tree.
    pub fn of(visits: &[f32], value: &[f32]) -> Self {
        Children { visits: visits.to_vec(), value: value.to_vec(), ..Children::default() }
    }
}

/// Keeps the numbers of the children that are open.
fn keep<T>(numbers: &mut Vec<T>, open: &[bool]) {
    let mut open = open.iter();
    numbers.retain(|_| open.next().copied().unwrap_or(true));
}
