//! Equal shares.

use super::Term;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "MCS_pure",
    formula: "the same number of games for every move, average score, best average",
    citation: "bruegmann1993, hsu",
    config: "search.root = { kind = 'even' }",
    sources: "lecture 5",
    test: "the_least_visited_child_is_next",
    file: file!(),
}];

/// The least visited child is next, so that all get the same number of simulations: the bandit that does not learn. With it
/// at the root and no tree below, the search is MCS_pure of the lecture notes [bruegmann1993; hsu]: so many games for every
/// move, then the best average.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Even;

impl Term for Even {
    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        for (score, visits) in scores.iter_mut().zip(&node.children.visits) {
            *score = -visits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Children;

    #[test]
    fn the_least_visited_child_is_next() {
        let children = Children::of(&[3.0, 1.0, 2.0], &[0.9, 0.1, 0.5]);
        let mut scores = [0.9, 0.1, 0.5];
        Even.apply(&NodeView::new(6.0, &children), &mut Rng::new(1), &mut scores);
        assert_eq!(scores, [-3.0, -1.0, -2.0]);
    }
}
