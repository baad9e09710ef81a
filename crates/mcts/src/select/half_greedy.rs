//! ½-greedy: the best child half of the time [tolpin2012simple].

use super::Term;
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "½-greedy",
    formula: "the best child with probability ½, else one of the others",
    citation: "tolpin2012simple",
    config: "search.root = { kind = 'formula', explore = { kind = 'half_greedy' } }",
    sources: "",
    test: "the_best_child_gets_its_share_and_the_others_the_rest",
    file: file!(),
}];

parameters! {
    /// ½-greedy [tolpin2012simple, sec. 3]: with probability ε one of the *other* children, all alike, else the best by the other terms.
    ///
    /// [ε-greedy](super::EpsilonGreedy) draws from all children: with k of them this rule is that one with ε·k/(k − 1). The rule draws from
    /// the others only as long as they are at least as many as ε allows: with ε above (k − 1)/k all children have equal chances.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct HalfGreedy {
        /// The probability ε that it is not the best.
        pub epsilon: f64 = 0.5, from 0.0 to 1.0;
    }
}

impl Term for HalfGreedy {
    fn apply(&self, _node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        let count = scores.len() as f64;
        if count > 1.0 && rng.chance(self.epsilon * count / (count - 1.0)) {
            // the choice among equals is left to those who know which children are closed
            scores.fill(f32::INFINITY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Formula, Mean, Nothing, TryAll, pick};
    use crate::tree::Children;

    fn counts(epsilon: f64, value: &[f32]) -> Vec<u32> {
        let children = Children::of(&vec![3.0; value.len()], value);
        let node = NodeView::new(9.0, &children);
        let rule = Formula { value: Mean, explore: HalfGreedy { epsilon }, bias: Nothing, unvisited: TryAll::default() };
        let (mut rng, mut scores, mut counts) = (Rng::new(4), Vec::new(), vec![0; value.len()]);
        for _ in 0..12_000 {
            counts[pick(&rule, &node, &mut rng, &mut scores)] += 1;
        }
        counts
    }

    /// 12,000 draws: ½ for the best, 1/6 for each of three others; standard deviations 55 and 41.
    #[test]
    fn the_best_child_gets_its_share_and_the_others_the_rest() {
        let shares = counts(0.5, &[0.2, 0.9, 0.4, 0.1]);
        assert!(shares[1].abs_diff(6000) < 220, "{shares:?}");
        assert!([0, 2, 3].iter().all(|&other| shares[other].abs_diff(2000) < 165), "{shares:?}");
        // two children, half of the time each
        assert!(counts(0.5, &[0.9, 0.1])[0].abs_diff(6000) < 220);
    }

    #[test]
    fn a_single_child_is_no_choice_and_no_probability_changes_nothing() {
        assert_eq!(counts(0.5, &[0.3]), [12_000]);
        assert_eq!(counts(0.0, &[0.3, 0.2]), [12_000, 0]);
    }
}
