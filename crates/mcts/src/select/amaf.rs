//! AMAF values as they are, and mixed with the mean in a fixed proportion.

use super::{Mean, Term, TermTraits};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "AMAF",
        formula: "the mean of the simulations in which the move was played, now or later, by the player first at the point",
        citation: "bruegmann1993, browne2012",
        config: "search.select.value = { kind = 'amaf' }",
        sources: "lecture 25, lecture 26, slides 17",
        test: "the_value_is_that_of_all_moves_as_first",
        file: file!(),
    },
    Technique {
        name: "α-AMAF",
        formula: "αA + (1 − α)U",
        citation: "helmbold2009, browne2012",
        config: "search.select.value = { kind = 'alpha_amaf', alpha = 0.5 }",
        sources: "slides 18",
        test: "alpha_zero_is_plain_uct_and_alpha_one_is_amaf",
        file: file!(),
    },
];

parameters! {
    /// AMAF [bruegmann1993], [browne2012, sec. 5.3]: the value of a child is the mean reward Ã of the simulations in which
    /// its move was played, now or later.
    ///
    /// **Differs from the paper:** only the value is AMAF's; an exploration term beside it counts visits, not AMAF visits.
    /// After a cut-off (`search.amaf.cutoff`) the value is the mean.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Amaf {
        /// The AMAF value of a move that no simulation has seen, neither directly nor later.
        pub unseen: f64 = 0.5, from 0.0 to 1.0;
    }
}

impl Term for Amaf {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, ..TermTraits::default() }
    }

    fn needs(&self) -> Needs {
        Needs::AMAF
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        if node.children.amaf_visits.is_empty() {
            return Mean.apply(node, rng, scores);
        }
        add_mixed(node, self.unseen as f32, scores, |edge| edge.amaf);
    }
}

parameters! {
    /// α-AMAF [helmbold2009], [browne2012, sec. 5.3.2]: αA + (1 − α)U, with A the AMAF value of a child and U its mean.
    ///
    /// **Differs from the paper:** U is the mean; the exploration term of UCT is added after the mixture, undiminished. α =
    /// 0 is then plain UCT and α = 1 AMAF.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct AlphaAmaf {
        /// The share α of the AMAF value. The sources name no best value.
        pub alpha: f64 = 0.5, from 0.0 to 1.0;
        /// The AMAF value of a move that no simulation has seen, neither directly nor later.
        pub unseen: f64 = 0.5, from 0.0 to 1.0;
    }
}

impl Term for AlphaAmaf {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, ..TermTraits::default() }
    }

    fn needs(&self) -> Needs {
        Needs::AMAF
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        if node.children.amaf_visits.is_empty() {
            return Mean.apply(node, rng, scores);
        }
        let alpha = self.alpha as f32;
        add_mixed(node, self.unseen as f32, scores, |edge| convex(alpha, &edge));
    }
}

/// The numbers of one child that mixtures read.
pub(super) struct Edge {
    pub(super) visits: f32,
    pub(super) mean: f32,
    pub(super) amaf_visits: f32,
    pub(super) amaf: f32,
}

/// The convex mixture with this share of the AMAF value.
#[inline]
pub(super) fn convex(share: f32, edge: &Edge) -> f32 {
    share * edge.amaf + (1.0 - share) * edge.mean
}

/// Adds a mixture to the score of every child: one loop over slices of equal length, without branches. A child with
/// visits and no AMAF sample, as there are where moves in the tree are none, has its mean in the place of the AMAF value:
/// as if direct plays were samples.
#[inline]
pub(super) fn add_mixed(node: &NodeView<'_>, unseen: f32, scores: &mut [f32], mixed: impl Fn(Edge) -> f32) {
    let (children, len) = (node.children, scores.len());
    let (visits, mean) = (&children.visits[..len], &children.value[..len]);
    let (amaf_visits, amaf_sum) = (&children.amaf_visits[..len], &children.amaf_sum[..len]);
    for i in 0..len {
        let seen = amaf_sum[i] / amaf_visits[i].max(1.0);
        let unsampled = if visits[i] > 0.0 { mean[i] } else { unseen };
        let amaf = if amaf_visits[i] > 0.0 { seen } else { unsampled };
        scores[i] += mixed(Edge { visits: visits[i], mean: mean[i], amaf_visits: amaf_visits[i], amaf });
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::testing::{grow, picture, scores_of, with_amaf};
    use katsura_games::tic_tac_toe::TicTacToe;

    #[test]
    fn the_value_is_that_of_all_moves_as_first() {
        let rows = [(4.0, 0.5, 10.0, 7.0), (0.0, 0.5, 5.0, 1.0), (0.0, 0.5, 0.0, 0.0), (3.0, 0.9, 0.0, 0.0)];
        let children = with_amaf(&rows);
        assert_eq!(scores_of(&Amaf::default(), 7.0, &children), [0.7, 0.2, 0.5, 0.9]);
        assert_eq!(scores_of(&Amaf { unseen: 1.0 }, 7.0, &children)[2..], [1.0, 0.9]);
    }

    #[test]
    fn alpha_is_the_share_of_the_amaf_value() {
        // ¼·0.8 + ¾·0.4 = 0.5; a child without a sample has its mean; one without a visit either ¼·0.9 + ¾·½ = 0.6
        let children = with_amaf(&[(4.0, 0.4, 10.0, 8.0), (1.0, 0.4, 0.0, 0.0), (0.0, 0.5, 0.0, 0.0)]);
        let scores = scores_of(&AlphaAmaf { alpha: 0.25, unseen: 0.9 }, 5.0, &children);
        assert!(scores.iter().zip([0.5, 0.4, 0.6]).all(|(score, exact)| (score - exact).abs() < 1e-6), "{scores:?}");
    }

    fn tree(value: &str) -> Vec<crate::testing::Line> {
        picture(grow(&TicTacToe {}, &format!("[search.select]\nvalue = {value}"), 2000).tree())
    }

    #[test]
    fn alpha_zero_is_plain_uct_and_alpha_one_is_amaf() {
        let uct = tree("{ kind = 'mean' }");
        let amaf = tree("{ kind = 'amaf' }");
        assert_eq!(tree("{ kind = 'alpha_amaf', alpha = 0.0 }"), uct);
        assert_eq!(tree("{ kind = 'alpha_amaf', alpha = 1.0 }"), amaf);
        let half = tree("{ kind = 'alpha_amaf', alpha = 0.5 }");
        assert!(amaf != uct && half != uct && half != amaf);
    }
}
