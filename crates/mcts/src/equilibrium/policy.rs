//! What every player does wherever they may come to be.

use super::tree::{GameTree, InformationSet};
use katsura_game::Rng;

/// A probability for each move of each set of positions that look the same.
///
/// ```
/// use katsura_games::kuhn::Kuhn;
/// use katsura_mcts::equilibrium::{GameTree, Policy};
/// let tree = GameTree::of(&Kuhn::default(), 1000).unwrap();
/// assert_eq!(Policy::uniform(&tree).of(&tree.sets()[0]), [0.5, 0.5]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    shares: Vec<f64>,
}

impl Policy {
    /// All moves alike.
    pub fn uniform(tree: &GameTree) -> Policy {
        Policy::of_weights(tree, &vec![0.0; tree.width()])
    }

    /// In proportion to these weights, one for each move of each set; all moves alike where none has any.
    pub fn of_weights(tree: &GameTree, weights: &[f64]) -> Policy {
        let mut policy = Policy { shares: vec![0.0; tree.width()] };
        for set in tree.sets() {
            in_proportion(&weights[set.slots()], &mut policy.shares[set.slots()]);
        }
        policy
    }

    /// The probabilities of the moves of a set.
    pub fn of(&self, set: &InformationSet) -> &[f64] {
        &self.shares[set.slots()]
    }

    /// Sets the probabilities of the moves of a set: numbers in proportion to these weights.
    ///
    /// # Panics
    /// If there are not as many as moves.
    pub fn set(&mut self, set: &InformationSet, weights: &[f64]) {
        in_proportion(weights, &mut self.shares[set.slots()]);
    }
}

/// Writes shares in proportion to weights that are above zero; equal ones if there are none.
pub(super) fn in_proportion(weights: &[f64], shares: &mut [f64]) {
    assert_eq!(weights.len(), shares.len(), "a weight for each move");
    let sum: f64 = weights.iter().map(|&weight| weight.max(0.0)).sum();
    for (share, &weight) in shares.iter_mut().zip(weights) {
        *share = if sum > 0.0 { weight.max(0.0) / sum } else { 1.0 / weights.len() as f64 };
    }
}

/// A place, drawn with these probabilities.
pub(super) fn draw(shares: impl Iterator<Item = f64> + Clone, rng: &mut Rng) -> usize {
    let (mut rest, mut last) = (rng.unit(), 0);
    for (place, share) in shares.enumerate() {
        if share > 0.0 {
            last = place;
        }
        rest -= share;
        if rest < 0.0 {
            return place;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_in_proportion_to_what_is_above_zero() {
        let shares = |weights: &[f64]| {
            let mut shares = vec![0.0; weights.len()];
            in_proportion(weights, &mut shares);
            shares
        };
        assert_eq!(shares(&[1.0, -5.0, 3.0]), [0.25, 0.0, 0.75]);
        assert_eq!(shares(&[-1.0, 0.0]), [0.5, 0.5]);
    }

    #[test]
    fn what_has_no_probability_is_never_drawn() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 4];
        (0..10_000).for_each(|_| counts[draw([0.0, 0.25, 0.75, 0.0].into_iter(), &mut rng)] += 1);
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!((2300..2700).contains(&counts[1]), "{counts:?}");
        assert_eq!(draw([0.0, 0.5, 0.0].into_iter(), &mut Rng::from_words([u64::MAX; 4])), 1, "sums below 1 by rounding");
    }
}
