//! What selection sees of a node: numbers only, no game.

use super::Children;

/// A node as selection sees it.
///
/// ```
/// use katsura_mcts::tree::{Children, NodeView};
///
/// let children = Children { prior: vec![0.5, 0.3, 0.2], ..Children::of(&[6.0, 2.0, 0.0], &[0.5, 0.9, 0.5]) };
/// let node = NodeView::new(9.0, &children);
/// assert_eq!(node.value(), Some(0.6));
/// assert_eq!(node.visited_prior(), 0.8);
/// assert_eq!(node.planned, None, "nobody has said how many simulations there will be");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'a> {
    /// Visits of the node itself; simulations under way through its children are included, as they are in those of the
    /// children.
    pub visits: f32,
    /// The children.
    pub children: &'a Children,
    /// How many simulations the run is to have in all. Known at the root only, and not where the budget is time.
    pub planned: Option<f32>,
    /// What values are in the game's own units. Only where a rule [reads it](crate::select::SelectTraits::measures).
    pub measure: Measure,
}

/// What the values that a node sees are in the game's own units: `low` + value · `span`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// What a value of 0 is.
    pub low: f32,
    /// How much more a value of 1 is; 0 as long as all results were the same.
    pub span: f32,
    /// What the root is worth to who moved into it, or in a game of one player to that player.
    pub root: f32,
}

impl Measure {
    /// Values are what they are.
    pub const UNIT: Measure = Measure { low: 0.0, span: 1.0, root: 0.0 };
}

impl<'a> NodeView<'a> {
    /// A node below the root.
    pub fn new(visits: f32, children: &'a Children) -> Self {
        NodeView { visits, children, planned: None, measure: Measure::UNIT }
    }

    /// What the node is worth to the player who chooses here: the mean reward of the simulations that went on to a child. `None`
    /// before the first.
    pub fn value(&self) -> Option<f32> {
        self.mean_of(&self.children.value)
    }

    /// The variance of these rewards; 0 where squares are not kept ([`Needs::SQUARES`](crate::Needs::SQUARES)).
    pub fn variance(&self) -> Option<f32> {
        let mean = self.value()?;
        let square = if self.children.mean_square.is_empty() { None } else { self.mean_of(&self.children.mean_square) };
        Some(square.map_or(0.0, |square| (square - mean * mean).max(0.0)))
    }

    /// The sum of the priors of the children with visits ([`Needs::PRIOR`](crate::Needs::PRIOR)).
    pub fn visited_prior(&self) -> f32 {
        let priors = self.children.prior.iter().zip(&self.children.visits);
        priors.filter(|&(_, &visits)| visits > 0.0).map(|(&prior, _)| prior).sum()
    }

    fn mean_of(&self, numbers: &[f32]) -> Option<f32> {
        let children = || numbers.iter().zip(&self.children.visits);
        let visits: f32 = self.children.visits.iter().sum();
        (visits > 0.0).then(|| children().map(|(&number, &visits)| number * visits).sum::<f32>() / visits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (6·0.5 + 2·0.9)/8 = 0.6, and (6·0.4 + 2·0.88)/8 − 0.36 = 0.52 − 0.36 = 0.16.
    #[test]
    fn value_and_variance_are_those_of_the_simulations_that_went_on() {
        let few = Children { mean_square: vec![0.4, 0.88, 0.0], ..Children::of(&[6.0, 2.0, 0.0], &[0.5, 0.9, 0.5]) };
        let node = NodeView::new(9.0, &few);
        assert!((node.value().unwrap() - 0.6).abs() < 1e-6);
        assert!((node.variance().unwrap() - 0.16).abs() < 1e-6);
        assert_eq!(NodeView::new(9.0, &Children::of(&[1.0], &[0.5])).variance(), Some(0.0));
    }

    #[test]
    fn nothing_is_known_before_the_first_visit() {
        let new = Children { prior: vec![0.7, 0.3], ..Children::of(&[0.0, 0.0], &[0.5, 0.5]) };
        let node = NodeView::new(1.0, &new);
        assert_eq!((node.value(), node.variance(), node.visited_prior()), (None, None, 0.0));
        let visited = Children { visits: vec![0.0, 1.0], ..new };
        assert_eq!(NodeView::new(2.0, &visited).visited_prior(), 0.3);
    }
}
