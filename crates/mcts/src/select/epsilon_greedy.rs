//! Exploration by chance alone.

use super::Term;
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "ε-greedy",
    formula: "any child with probability ε, else the best",
    citation: "sutton1998",
    config: "search.select.explore = { kind = 'epsilon_greedy', epsilon = 0.1 }",
    sources: "poolRave 1",
    test: "the_best_child_gets_all_but_its_share_of_epsilon",
    file: file!(),
}];

parameters! {
    /// ε-greedy [sutton1998]: with probability ε any child, else the best by the other terms.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct EpsilonGreedy {
        /// The probability ε.
        pub epsilon: f64 = 0.1, from 0.0 to 1.0;
    }
}

impl Term for EpsilonGreedy {
    #[inline]
    fn apply(&self, _node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        if rng.chance(self.epsilon) {
            // the choice among equals is left to those who know which children are closed
            scores.fill(f32::INFINITY);
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::select::{Formula, Mean, Nothing, TryAll, pick};
    use crate::testing::{grow, root_visits};
    use crate::tree::Children;
    use katsura_game::toy::ToyGame;

    fn counts(epsilon: f64, visits: &[f32], value: &[f32]) -> Vec<u32> {
        let children = Children::of(visits, value);
        let node = NodeView::new(9.0, &children);
        let rule = Formula { value: Mean, explore: EpsilonGreedy { epsilon }, bias: Nothing, unvisited: TryAll::default() };
        let (mut rng, mut scores, mut counts) = (Rng::new(4), Vec::new(), vec![0; visits.len()]);
        for _ in 0..10_000 {
            counts[pick(&rule, &node, &mut rng, &mut scores)] += 1;
        }
        counts
    }

    #[test]
    fn the_best_child_gets_all_but_its_share_of_epsilon() {
        assert_eq!(counts(0.0, &[3.0, 3.0, 3.0], &[0.2, 0.9, 0.4]), [0, 10_000, 0]);
        // expected 10,000·(0.1, 0.8, 0.1), standard deviation 30 and 40
        let counts = counts(0.3, &[3.0, 3.0, 3.0], &[0.2, 0.9, 0.4]);
        assert!(counts[0].abs_diff(1000) < 150 && counts[1].abs_diff(8000) < 200, "{counts:?}");
    }

    #[test]
    fn equal_children_have_equal_chances_and_single_ones_no_choice() {
        let equal = counts(0.5, &[1.0, 1.0], &[0.5, 0.5]);
        assert!(equal[0].abs_diff(5000) < 250, "{equal:?}");
        assert_eq!(counts(0.5, &[0.0], &[0.5]), [10_000]);
    }

    #[test]
    fn bad_moves_get_their_share_of_visits_at_every_node() {
        let game: ToyGame = "(0: [1 0] [0 1] [0 1] [0 1])".parse().unwrap();
        let visits = |explore: &str| root_visits(&grow(&game, &format!("[search.select]\nexplore = {explore}"), 4000));
        assert_eq!(visits("{ kind = 'epsilon_greedy', epsilon = 0.0 }"), [3997, 1, 1, 1]);
        let visits = visits("{ kind = 'epsilon_greedy', epsilon = 0.4 }");
        assert!(visits[1..].iter().all(|&n| n.abs_diff(400) < 100), "{visits:?}");
    }
}
