//! UCB1 with the variance of each child.

use super::{Term, TermTraits, variance};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "UCB1-Tuned",
        formula: "X̄ + c·√((ln n/n_j)·min{c₂, σ² + c₁·√(ln n/n_j)}), c = 1, c₁ = √2, c₂ = ¼",
        citation: "auer2002",
        config: "search.select.explore = { kind = 'ucb1_tuned' }",
        sources: "lecture 15, slides 11",
        test: "the_term_has_the_values_worked_out_by_hand",
        file: file!(),
    },
    Technique {
        name: "UCB with variance",
        formula: "the same with free c, c₁, c₂",
        citation: "auer2002",
        config: "search.select.explore = { kind = 'ucb1_tuned', c = 0.7, c1 = 1.0, c2 = 0.2 }",
        sources: "lecture 15",
        test: "a_variance_that_is_never_believed_is_ucb1",
        file: file!(),
    },
];

parameters! {
    /// UCB1-Tuned [auer2002, sec. 4]: exploration by the variance of each child, c·√((ln n/n_j)·min{c₂, σ_j² + c₁·√(ln n/n_j)}).
    ///
    /// n is the number of visits of the node, n_j that of the child, σ_j² = (1/n_j)·ΣX² − X̄² the variance of its rewards. The
    /// constants are those of the lecture notes' general form; their defaults make it UCB1-Tuned.
    ///
    /// **Differs from the paper:** the survey [browne2012] prints ½·ΣX² for (1/n_j)·ΣX²; this is the form of [auer2002]. A child
    /// without visits counts as one with a single visit. Where the backup rule leaves something other than the mean, σ_j² takes that
    /// for X̄.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Ucb1Tuned {
        /// The weight of the whole term. 1 in [auer2002].
        pub c: f64 = 1.0, from 0.0 to 1000.0;
        /// The weight of the uncertainty of the variance. √2 in [auer2002].
        pub c1: f64 = std::f64::consts::SQRT_2, from 0.0 to 1000.0;
        /// The largest variance believed. ¼ in [auer2002], the most that rewards in [0, 1] can have.
        pub c2: f64 = 0.25, from 0.0 to 1000.0;
    }
}

impl Term for Ucb1Tuned {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, ..TermTraits::default() }
    }

    fn needs(&self) -> Needs {
        Needs::SQUARES
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let (c, c1, c2) = (self.c as f32, self.c1 as f32, self.c2 as f32);
        let (log, children, len) = (math::ln_of_count(node.visits.max(1.0)), node.children, scores.len());
        let (visits, mean, square) = (&children.visits[..len], &children.value[..len], &children.mean_square[..len]);
        for i in 0..len {
            let rate = log / visits[i].max(1.0);
            let bound = variance(mean[i], square[i]) + c1 * rate.sqrt();
            scores[i] += c * (rate * bound.min(c2)).sqrt();
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::testing::{grow, picture, root_visits, scores_of, with_squares};
    use crate::tree::Children;
    use katsura_game::toy::ToyGame;

    fn bonus(term: Ucb1Tuned, node: f32, visits: f32, mean: f32, square: f32) -> f32 {
        scores_of(&term, node, &with_squares(&[(visits, mean, square)]))[0]
    }

    #[test]
    fn the_term_has_the_values_worked_out_by_hand() {
        let tuned = Ucb1Tuned::default();
        // ln 100/25 = 0.184207; σ² = 0.3 − 0.25 = 0.05, V = 0.05 + √(2·0.184207) = 0.656971 > ¼; √(0.184207/4) = 0.214596
        assert!((bonus(tuned, 100.0, 25.0, 0.5, 0.3) - 0.214_597).abs() < 1e-5);
        // ln 10⁶/90000 = 1.535057e-4; V = 0.05 + √(3.070114e-4) = 0.067522; √(1.535057e-4·0.067522) = 0.0032195
        assert!((bonus(tuned, 1e6, 90_000.0, 0.5, 0.3) - 0.003_219_5).abs() < 1e-6);
        // c = 2, c1 = 0, c2 = 1: 2·√(0.184207·0.05) = 0.191941
        let general = Ucb1Tuned { c: 2.0, c1: 0.0, c2: 1.0 };
        assert!((bonus(general, 100.0, 25.0, 0.5, 0.3) - 0.191_941).abs() < 1e-5);
    }

    #[test]
    fn few_visits_give_finite_numbers() {
        for (node, visits) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (2.0, 1.0)] {
            let bonus = bonus(Ucb1Tuned::default(), node, visits, 0.5, 0.2);
            assert!(bonus.is_finite() && bonus >= 0.0);
        }
        let equal = with_squares(&[(7.0, 0.4, 0.2), (7.0, 0.4, 0.2)]);
        let scores = scores_of(&Ucb1Tuned::default(), 14.0, &equal);
        assert_eq!(scores[0], scores[1]);
    }

    #[test]
    fn the_more_variable_of_two_children_is_explored_more() {
        let children: Children = with_squares(&[(5000.0, 0.5, 0.25), (5000.0, 0.5, 0.5)]);
        let scores = scores_of(&Ucb1Tuned::default(), 10_000.0, &children);
        assert!(scores[1] > scores[0]);
    }

    /// Rewards without variance: UCB1-Tuned sees that sooner than UCB1.
    #[test]
    fn sure_losers_are_visited_less_than_by_ucb1() {
        let game: ToyGame = "(0: [0.7 0.3] [0.4 0.6] [0.4 0.6] [0.4 0.6])".parse().unwrap();
        let best = |explore: &str| root_visits(&grow(&game, &format!("[search.select]\nexplore = {explore}"), 4000))[0];
        assert!(best("{ kind = 'ucb1_tuned' }") > best("{ kind = 'ucb1' }"));
    }

    /// With V always cut to c₂ the term is UCB1 with the constant c·√c₂.
    #[test]
    fn a_variance_that_is_never_believed_is_ucb1() {
        let game = ToyGame::random(2, 4, 4, &mut Rng::new(5));
        let tree = |explore: &str| picture(grow(&game, &format!("[search.select]\nexplore = {explore}"), 3000).tree());
        let cut = tree("{ kind = 'ucb1_tuned', c = 1.0, c1 = 1000.0, c2 = 0.25 }");
        assert_eq!(cut, tree("{ kind = 'ucb1', c = 0.5 }"));
        assert_ne!(cut, tree("{ kind = 'ucb1_tuned' }"));
        assert_eq!(tree("{ kind = 'ucb1_tuned', c = 0.0 }"), tree("{ kind = 'none' }"));
    }
}
