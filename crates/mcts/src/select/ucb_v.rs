//! UCB-V: a bound after Bernstein instead of Hoeffding.

use super::{Term, TermTraits, variance};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "UCB-V",
        formula: "X̄ + √(2σ²·ζ ln n/n_j) + 3c·ζ ln n/n_j, ζ = 1.2, c = 1",
        citation: "audibert2009",
        config: "search.select.explore = { kind = 'ucb_v' }",
        sources: "slides 10",
        test: "ucb_v_has_the_value_worked_out_by_hand",
        file: file!(),
    },
    Technique {
        name: "Bernstein's bound",
        formula: "p + √(4K·p(1 − p)·ln(2 + m)/n) + 3√2·K·ln(2 + m)/n",
        citation: "teytaud2009",
        config: "search.select.explore = { kind = 'bernstein', k = 0.01 }",
        sources: "further 10",
        test: "bernstein_has_the_values_worked_out_by_hand",
        file: file!(),
    },
];

parameters! {
    /// UCB-V [audibert2009, eq. 1]: exploration by the empirical Bernstein bound √(2σ_j²·E/n_j) + 3c·E/n_j, with E = ζ·ln n and
    /// rewards in [0, 1].
    ///
    /// n is the number of visits of the node, n_j that of the child, σ_j² the variance of its rewards. A child without visits counts
    /// as one with a single visit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct UcbV {
        /// The exploration rate ζ. 1.2 in [audibert2009]; above 1 the bound holds.
        pub zeta: f64 = 1.2, from 0.0 to 1000.0;
        /// The weight c of the second part. 1 in [audibert2009].
        pub c: f64 = 1.0, from 0.0 to 1000.0;
    }
}

impl Term for UcbV {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, ..TermTraits::default() }
    }

    fn needs(&self) -> Needs {
        Needs::SQUARES
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let (rate, weight) = (self.zeta as f32 * math::ln_of_count(node.visits.max(1.0)), 3.0 * self.c as f32);
        let (children, len) = (node.children, scores.len());
        let (visits, mean, square) = (&children.visits[..len], &children.value[..len], &children.mean_square[..len]);
        for i in 0..len {
            let each = rate / visits[i].max(1.0);
            scores[i] += (2.0 * variance(mean[i], square[i]) * each).sqrt() + weight * each;
        }
    }
}

parameters! {
    /// The Bernstein term of [teytaud2009]: √(4K·p(1 − p)·ln(2 + m)/n) + 3√2·K·ln(2 + m)/n, with m the visits of the node, n those of
    /// the child and p its mean.
    ///
    /// p(1 − p) is the variance of wins and losses; a draw counts as if it were half of each. A child without visits counts as one
    /// with a single visit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Bernstein {
        /// The constant K. 0.01 was best for Havannah of size 5 with 1,000 simulations [teytaud2009].
        pub k: f64 = 0.01, from 0.0 to 1000.0;
    }
}

impl Term for Bernstein {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, ..TermTraits::default() }
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let rate = self.k as f32 * math::ln_of_count(2.0 + node.visits);
        let weight = 3.0 * std::f32::consts::SQRT_2;
        let (children, len) = (node.children, scores.len());
        let (visits, mean) = (&children.visits[..len], &children.value[..len]);
        for i in 0..len {
            let each = rate / visits[i].max(1.0);
            let spread = (mean[i] * (1.0 - mean[i])).max(0.0);
            scores[i] += (4.0 * spread * each).sqrt() + weight * each;
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::testing::{grow, picture, root_visits, scores_of, with_squares};
    use katsura_game::toy::ToyGame;

    #[test]
    fn ucb_v_has_the_value_worked_out_by_hand() {
        // E = 1.2·ln 100 = 5.526204, σ² = 0.05, n_j = 25: √(2·0.05·5.526204/25) + 3·5.526204/25 = 0.148676 + 0.663144
        let scores = scores_of(&UcbV::default(), 100.0, &with_squares(&[(25.0, 0.5, 0.3)]));
        assert!((scores[0] - 0.811_820).abs() < 1e-5, "{scores:?}");
    }

    #[test]
    fn bernstein_has_the_values_worked_out_by_hand() {
        // ln 102 = 4.624973, K = 0.01, p = 0.4: √(0.04·0.24·4.624973/25) + 3√2·0.01·4.624973/25 = 0.042142 + 0.007849
        let scores = scores_of(&Bernstein::default(), 100.0, &with_squares(&[(25.0, 0.4, 0.0), (1.0, 0.4, 0.0)]));
        assert!((scores[0] - 0.049_991).abs() < 1e-5, "{scores:?}");
        // the same for one visit: 0.210711 + 0.196221
        assert!((scores[1] - 0.406_932).abs() < 1e-5, "{scores:?}");
    }

    #[test]
    fn few_visits_give_finite_numbers() {
        let children = with_squares(&[(0.0, 0.5, 0.25), (1.0, 1.0, 1.0), (1.0, 0.0, 0.0), (1.0, 0.0, 0.0)]);
        for node in [0.0, 1.0, 2.0] {
            for scores in [scores_of(&UcbV::default(), node, &children), scores_of(&Bernstein::default(), node, &children)] {
                assert!(scores.iter().all(|score| score.is_finite() && *score >= 0.0));
                assert_eq!(scores[2], scores[3], "equal children have equal scores");
            }
        }
    }

    /// Two children that look the same to UCB1: a sure half, and a coin. The bound after Bernstein explores the coin more.
    #[test]
    fn the_variable_child_is_visited_more_than_the_sure_one() {
        let game: ToyGame = "(0: [0.5 0.5] {1 [1 0] 1 [0 1]})".parse().unwrap();
        let visits = |explore: &str| {
            let config = format!("[search]\nexpand = {{ kind = 'root_only' }}\n[search.select]\nexplore = {explore}");
            root_visits(&grow(&game, &config, 20_000))
        };
        let visits_v = visits("{ kind = 'ucb_v', c = 0.1 }");
        let visits_1 = visits("{ kind = 'ucb1', c = 1.0 }");
        let share = |visits: &[u32]| f64::from(visits[1]) / f64::from(visits[0]);
        assert!(share(&visits_v) > share(&visits_1), "{visits_v:?} {visits_1:?}");
    }

    #[test]
    fn a_weight_of_zero_is_no_exploration() {
        let game = ToyGame::random(2, 4, 4, &mut Rng::new(5));
        let tree = |explore: &str| picture(grow(&game, &format!("[search.select]\nexplore = {explore}"), 2000).tree());
        let greedy = tree("{ kind = 'none' }");
        assert_eq!(tree("{ kind = 'ucb_v', zeta = 0.0 }"), greedy);
        assert_eq!(tree("{ kind = 'bernstein', k = 0.0 }"), greedy);
        assert_ne!(tree("{ kind = 'bernstein' }"), tree("{ kind = 'ucb_v' }"));
    }
}
