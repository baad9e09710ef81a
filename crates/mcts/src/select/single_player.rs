//! Exploration for games of one player.

use super::{Term, variance};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Single-player MCTS",
    formula: "X̄ + C·√(ln n/n_j) + √(σ² + D/n_j)",
    citation: "schadd2008, browne2012",
    config: "search.select.explore = { kind = 'single_player' }",
    sources: "slides 25",
    test: "the_terms_have_the_values_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// Single-player MCTS [schadd2008], [browne2012, sec. 4.4]: UCT with a third term for possible deviations,
    /// C·√(ln n/n_j) + √(σ_j² + D/n_j).
    ///
    /// n is the number of visits of the node, n_j that of the child, σ_j² the variance of its rewards.
    ///
    /// **Differs from the paper:** rewards are in [0, 1], so D is the paper's divided by the square of the score that makes a reward
    /// of 1. D = 10,000 is quoted for SameGame; with 5,000 points for a reward of 1 that is the default. A child without visits
    /// counts as one with a single visit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct SinglePlayer {
        /// The exploration constant C. 0.5 is quoted for SameGame.
        pub c: f64 = 0.5, from 0.0 to 1000.0;
        /// The constant D, which makes rarely visited children look uncertain.
        pub d: f64 = 0.0004, from 0.0 to 1_000_000.0;
    }
}

impl Term for SinglePlayer {
    fn needs(&self) -> Needs {
        Needs::SQUARES
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let (factor, d) = (self.c as f32 * math::ln_of_count(node.visits.max(1.0)).sqrt(), self.d as f32);
        let (children, len) = (node.children, scores.len());
        let (visits, mean, square) = (&children.visits[..len], &children.value[..len], &children.mean_square[..len]);
        for i in 0..len {
            let n = visits[i].max(1.0);
            scores[i] += factor / n.sqrt() + (variance(mean[i], square[i]) + d / n).sqrt();
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::testing::{grow, root_visits, scores_of, with_squares};
    use katsura_game::toy::ToyGame;

    #[test]
    fn the_terms_have_the_values_worked_out_by_hand() {
        // 0.5·√(ln 100/25) + √(0.05 + 0.01/25) = 0.214597 + 0.224499
        let scores = scores_of(&SinglePlayer { c: 0.5, d: 0.01 }, 100.0, &with_squares(&[(25.0, 0.5, 0.3)]));
        assert!((scores[0] - 0.439_096).abs() < 1e-5, "{scores:?}");
    }

    #[test]
    fn few_visits_give_finite_numbers() {
        let children = with_squares(&[(0.0, 0.5, 0.25), (1.0, 0.3, 0.09), (1.0, 0.3, 0.09)]);
        for node in [0.0, 1.0, 2.0] {
            let scores = scores_of(&SinglePlayer::default(), node, &children);
            assert!(scores.iter().all(|score| score.is_finite()) && scores[1] == scores[2]);
        }
        assert_eq!(scores_of(&SinglePlayer { c: 0.0, d: 0.0 }, 9.0, &with_squares(&[(4.0, 0.5, 0.25)])), [0.0]);
    }

    /// A sure 0.6 against a lottery with mean 0.5 that wins everything now and then: without an opponent only the best line
    /// counts, and the third term goes on looking for it.
    #[test]
    fn the_third_term_goes_on_looking_where_rewards_vary() {
        let game: ToyGame = "(0: [0.6] {1 [1] 1 [0]})".parse().unwrap();
        let lottery = |explore: &str| {
            let config = format!("[search]\nexpand = {{ kind = 'root_only' }}\n[search.select]\nexplore = {explore}");
            root_visits(&grow(&game, &config, 4000))[1]
        };
        assert!(lottery("{ kind = 'single_player' }") > 2 * lottery("{ kind = 'ucb1', c = 0.5 }"));
    }
}
