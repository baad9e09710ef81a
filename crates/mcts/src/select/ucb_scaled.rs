//! UCB1 for values on any scale [tolpin2012simple; keller2013; eyerich2010].

use super::{ExploreScale, Term, TermTraits};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "UCB1 for costs",
    formula: "X̄ + c·B·√(ln n/n_j); B is the range, a unit of the game, |V(node)| or |V(root)|",
    citation: "tolpin2012simple, keller2013, eyerich2010",
    config: "search.select.explore = { kind = 'ucb_scaled', c = 1.0, scale = 'units' }",
    sources: "",
    test: "the_term_has_the_values_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// UCB1 whose constant is on another scale than that of rewards: c·B·√(ln n/n_j).
    ///
    /// n is the number of visits of the node, n_j that of the child. B is 1 in the game's units [tolpin2012simple], the value of the node
    /// [keller2013], the average cost so far [eyerich2010, where c = 0.1 in UCTO], or the range of results, which is UCB1.
    ///
    /// A child without visits counts as one with a single visit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct UcbScaled {
        /// The exploration constant c.
        pub c: f64 = 1.0, from 0.0 to 1_000_000.0;
        /// The scale B.
        pub scale: ExploreScale = ExploreScale::Units;
    }
}

impl Term for UcbScaled {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, measures: self.scale.measures(), ..TermTraits::default() }
    }

    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let factor = self.c as f32 * self.scale.factor(node) * math::ln_of_count(node.visits.max(1.0)).sqrt();
        for (score, visits) in scores.iter_mut().zip(&node.children.visits) {
            *score += factor / visits.max(1.0).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scale::tests::costs;
    use super::*;
    use crate::select::Ucb1;
    use crate::testing::scores_of;
    use crate::tree::Children;

    /// 16 visits, costs of 25 between best and worst: 5·√(ln 16/4)/25 = 5·√(2.772589/4)/25 = 0.166511, and 5·√(2.772589/12)/25 = 0.096135.
    #[test]
    fn the_term_has_the_values_worked_out_by_hand() {
        let children = Children::of(&[4.0, 12.0], &[0.3, 0.7]);
        let mut scores = [0.0; 2];
        UcbScaled { c: 5.0, scale: ExploreScale::Units }.apply(&costs(&children), &mut Rng::new(1), &mut scores);
        assert!((scores[0] - 0.166_511).abs() < 1e-5 && (scores[1] - 0.096_135).abs() < 1e-5, "{scores:?}");
    }

    #[test]
    fn with_the_range_for_a_scale_it_is_ucb1() {
        let children = Children::of(&[4.0, 12.0, 0.0], &[0.3, 0.7, 0.0]);
        let scaled = UcbScaled { c: 0.7, scale: ExploreScale::Range };
        assert_eq!(scores_of(&scaled, 16.0, &children), scores_of(&Ucb1 { c: 0.7, ..Ucb1::default() }, 16.0, &children));
    }

    #[test]
    fn without_a_constant_nothing_is_added() {
        let children = Children::of(&[1.0, 0.0], &[0.3, 0.7]);
        assert_eq!(scores_of(&UcbScaled { c: 0.0, scale: ExploreScale::NodeValue }, 1.0, &children), [0.0; 2]);
    }
}
