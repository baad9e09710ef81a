//! Exploration for games of one player.

use super::{Term, variance};
use crate::config::{ConfigError, parameters, refused};
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{About, Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Single-player MCTS",
    formula: "X̄ + C·√(ln n/n_j) + √(σ² + D/n_j) + W·top",
    citation: "schadd2008, schadd2012, browne2012",
    config: "search.select.explore = { kind = 'single_player' }",
    sources: "slides 25",
    test: "the_terms_have_the_values_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// Single-player MCTS [schadd2008; schadd2012], [browne2012, sec. 4.4]: UCT with a third term for possible deviations,
    /// C·√(ln n/n_j) + √(σ_j² + D/n_j), and W times the best result through the child.
    ///
    /// n is the number of visits of the node, n_j that of the child, σ_j² the variance of its results. C and D are in
    /// the game's own units, as in the papers, which have (C, D) = (0.5, 10,000) for exploration and (0.1, 32) for
    /// exploitation in a game of some 3,000 points; they are divided by the distance between the smallest and the
    /// largest result, and by its square, for a tree whose rewards are in [0, 1]. Where that distance is not known they
    /// are taken as they are.
    ///
    /// A child without visits counts as one with a single visit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct SinglePlayer checked by SinglePlayer::check {
        /// The exploration constant C, in the game's units.
        pub c: f64 = 0.5, from 0.0 to 1_000_000.0;
        /// The constant D, in the square of the game's units, which makes rarely visited children look uncertain.
        pub d: f64 = 10_000.0, from 0.0 to 1_000_000_000_000.0;
        /// The weight W of the best result through the child; 0.02 in [schadd2012].
        pub top: f64 = 0.0, from 0.0 to 10.0;
    }
}

impl SinglePlayer {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if self.top == 0.0 || about.players == 1 && about.payoff.known_range().is_some() {
            return Ok(());
        }
        refused(format!(
            "reads the best result through a move, and {} has several players, gains on the way or no known range",
            about.name
        ))
    }

    /// The constants for rewards of which 1 is so many of the game's units.
    pub(crate) fn in_rewards(self, units: f64) -> Self {
        SinglePlayer { c: self.c / units, d: self.d / (units * units), ..self }
    }
}

impl Term for SinglePlayer {
    fn needs(&self) -> Needs {
        if self.top > 0.0 { Needs::SQUARES | Needs::TOP } else { Needs::SQUARES }
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
        if self.top > 0.0 {
            scores.iter_mut().zip(&children.top).for_each(|(score, &top)| *score += self.top as f32 * top);
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::testing::{grow, root_visits, scores_of, with_squares};
    use crate::tree::Children;
    use katsura_game::Game;
    use katsura_game::toy::ToyGame;

    #[test]
    fn the_terms_have_the_values_worked_out_by_hand() {
        // 0.5·√(ln 100/25) + √(0.05 + 0.01/25) = 0.214597 + 0.224499
        let rule = SinglePlayer { c: 0.5, d: 0.01, top: 0.0 };
        let scores = scores_of(&rule, 100.0, &with_squares(&[(25.0, 0.5, 0.3)]));
        assert!((scores[0] - 0.439_096).abs() < 1e-5, "{scores:?}");
        // and 0.02·0.8
        let children = Children { top: vec![0.8], ..with_squares(&[(25.0, 0.5, 0.3)]) };
        let scores = scores_of(&SinglePlayer { top: 0.02, ..rule }, 100.0, &children);
        assert!((scores[0] - 0.455_096).abs() < 1e-5, "{scores:?}");
    }

    /// A game of up to 75,150 points: C = 0.5 points is 0.5/75150 of a reward, D = 10⁴ points² is 10⁴/75150².
    #[test]
    fn constants_are_in_the_units_of_the_game() {
        let rule = SinglePlayer::default().in_rewards(75_150.0);
        assert!((rule.c - 6.653_36e-6).abs() < 1e-11 && (rule.d - 1.770_69e-6).abs() < 1e-11, "{rule:?}");
        let select = crate::testing::config("[search.select]\nexplore = { kind = 'single_player', c = 1000.0 }").select;
        let unit: ToyGame = "(0: [0] [1])".parse().unwrap();
        assert_eq!(select.on_scale(&unit.about()), select, "rewards as they are");
    }

    #[test]
    fn few_visits_give_finite_numbers() {
        let children = with_squares(&[(0.0, 0.5, 0.25), (1.0, 0.3, 0.09), (1.0, 0.3, 0.09)]);
        for node in [0.0, 1.0, 2.0] {
            let scores = scores_of(&SinglePlayer::default(), node, &children);
            assert!(scores.iter().all(|score| score.is_finite()) && scores[1] == scores[2]);
        }
        assert_eq!(scores_of(&SinglePlayer { c: 0.0, d: 0.0, top: 0.0 }, 9.0, &with_squares(&[(4.0, 0.5, 0.25)])), [0.0]);
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
        assert!(lottery("{ kind = 'single_player', d = 0.0004 }") > 2 * lottery("{ kind = 'ucb1', c = 0.5 }"));
    }
}
