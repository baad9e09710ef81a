//! UCB√: exploration that minimises the regret of the final choice [tolpin2012simple].

use super::{ExploreScale, Term, TermTraits};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "UCB√",
    formula: "X̄ + c·B·√(√n/n_j)",
    citation: "tolpin2012simple",
    config: "search.root = { kind = 'formula', explore = { kind = 'ucb_sqrt', c = 1.0, scale = 'units' } }",
    sources: "",
    test: "the_term_has_the_values_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// UCB√ [tolpin2012simple, sec. 3]: UCB1 with √n in the place of ln n, c·B·√(√n/n_j). At the root, with UCB1 below it, it is one of
    /// the schemes SR+CR: simple regret at the root, cumulative regret elsewhere.
    ///
    /// n is the number of visits of the node, n_j that of the child, B the scale of the constant. A child without visits counts as one with
    /// a single visit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct UcbSqrt {
        /// The exploration constant c.
        pub c: f64 = 1.0, from 0.0 to 1_000_000.0;
        /// The scale B.
        pub scale: ExploreScale = ExploreScale::Range;
    }
}

impl Term for UcbSqrt {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, measures: self.scale.measures(), ..TermTraits::default() }
    }

    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let factor = self.c as f32 * self.scale.factor(node) * node.visits.max(1.0).sqrt().sqrt();
        for (score, visits) in scores.iter_mut().zip(&node.children.visits) {
            *score += factor / visits.max(1.0).sqrt();
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::super::scale::tests::costs;
    use super::*;
    use crate::testing::{grow, root_visits, scores_of};
    use crate::tree::Children;
    use katsura_game::toy::ToyGame;

    /// 16 visits: √(√16/4) = 1 and √(4/12) = 0.577350; in units of a range of 25 costs, 5 of them: 0.2 and 0.115470.
    #[test]
    fn the_term_has_the_values_worked_out_by_hand() {
        let children = Children::of(&[4.0, 12.0], &[0.3, 0.7]);
        let plain = scores_of(&UcbSqrt { c: 1.0, scale: ExploreScale::Range }, 16.0, &children);
        assert!((plain[0] - 1.0).abs() < 1e-6 && (plain[1] - 0.577_350).abs() < 1e-5, "{plain:?}");
        let mut scores = [0.0; 2];
        UcbSqrt { c: 5.0, scale: ExploreScale::Units }.apply(&costs(&children), &mut Rng::new(1), &mut scores);
        assert!((scores[0] - 0.2).abs() < 1e-6 && (scores[1] - 0.115_470).abs() < 1e-5, "{scores:?}");
    }

    #[test]
    fn few_visits_give_finite_numbers_and_no_constant_gives_none() {
        let children = Children::of(&[0.0, 1.0], &[0.5, 0.5]);
        assert!(scores_of(&UcbSqrt::default(), 1.0, &children).iter().all(|score| score.is_finite()));
        assert_eq!(scores_of(&UcbSqrt { c: 0.0, ..UcbSqrt::default() }, 9.0, &children), [0.0; 2]);
    }

    /// √n grows faster than ln n: a bad move is looked at more often.
    #[test]
    fn bad_moves_are_visited_more_often_than_by_ucb1() {
        let game: ToyGame = "(0: [1 0] [0 1] [0 1])".parse().unwrap();
        let visits = |explore: &str| {
            let text = format!("[search.select]\nexplore = {{ kind = '{explore}', c = 1.0 }}");
            root_visits(&grow(&game, &text, 4000))[1]
        };
        assert!(visits("ucb_sqrt") > 2 * visits("ucb1"), "{} {}", visits("ucb_sqrt"), visits("ucb1"));
    }
}
