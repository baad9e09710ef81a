//! What the game says about a move, as long as the search knows little.

use super::Term;
use crate::config::{ConfigError, parameters, refused};
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{About, Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Progressive bias",
    formula: "+ H/(n_j + 1), or H/ln(n_j + 2) in MoGo, or W·P/(n_j + 1) in MC-LOA; needs a game of one's own with `Knowledge::priors`, or Python's `prior`: the nine have none",
    citation: "chaslot2008, winands2010",
    config: "search.select.bias = { kind = 'progressive' }",
    sources: "slides 16",
    test: "the_forms_have_the_values_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// Progressive bias [chaslot2008, sec. 5.2.2]: adds H_j/(n_j + 1), which fades as the visits n_j of the child grow.
    ///
    /// H_j is the weight times the game's prior for the move. Games without priors are refused. To let the bias order the moves
    /// before their first visit, have `unvisited = { kind = "none" }` beside it.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ProgressiveBias checked by ProgressiveBias::check {
        /// The weight of the prior. 50 with transition probabilities as priors in MC-LOA [winands2010].
        pub weight: f64 = 1.0, from 0.0 to 1_000_000.0;
        /// How the bias fades.
        pub form: Fading = Fading::Inverse;
    }
}

parameters! {
    /// How [`ProgressiveBias`] fades.
    pub enum Fading by name {
        /// H/(n_j + 1): [chaslot2008], and MC-LOA [winands2010].
        #[default]
        Inverse,
        /// H/ln(n_j + 2): MoGo, after [chaslot2008, sec. 5.3.2].
        Logarithmic,
    }
}

impl ProgressiveBias {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if about.knows.priors {
            return Ok(());
        }
        refused(format!("progressive bias needs priors, and {} has none", about.name))
    }
}

impl Term for ProgressiveBias {
    fn needs(&self) -> Needs {
        Needs::PRIOR
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let weight = self.weight as f32;
        let edges = scores.iter_mut().zip(&node.children.visits).zip(&node.children.prior);
        match self.form {
            Fading::Inverse => edges.for_each(|((score, visits), prior)| *score += weight * prior / (visits + 1.0)),
            Fading::Logarithmic => {
                edges.for_each(|((score, visits), prior)| *score += weight * prior / math::ln_f32(visits + 2.0));
            }
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::testing::{Hinted, grow, picture, root_visits, scores_of};
    use crate::tree::Children;

    fn bias(term: ProgressiveBias, visits: &[f32], prior: &[f32]) -> Vec<f32> {
        let children = Children { prior: prior.to_vec(), ..Children::of(visits, &vec![0.5; visits.len()]) };
        scores_of(&term, 9.0, &children)
    }

    #[test]
    fn the_forms_have_the_values_worked_out_by_hand() {
        let mc_loa = ProgressiveBias { weight: 50.0, form: Fading::Inverse };
        assert_eq!(bias(mc_loa, &[0.0, 1.0, 99.0], &[0.5, 0.5, 0.2]), [25.0, 12.5, 0.1]);
        // 0.5/ln 2 = 0.721348; 1/ln 3 = 0.910239; 0.5/ln 100 = 0.108574
        let mogo = ProgressiveBias { weight: 1.0, form: Fading::Logarithmic };
        let scores = bias(mogo, &[0.0, 1.0, 98.0], &[0.5, 1.0, 0.5]);
        for (score, expected) in scores.iter().zip([0.721_348, 0.910_239, 0.108_574]) {
            assert!((score - expected).abs() < 1e-5, "{scores:?}");
        }
    }

    #[test]
    fn equal_priors_and_visits_give_equal_scores_and_fading_never_stops() {
        for form in [Fading::Inverse, Fading::Logarithmic] {
            let scores = bias(ProgressiveBias { weight: 3.0, form }, &[5.0, 5.0, 6.0, 1e7], &[0.7; 4]);
            assert!(scores[0] == scores[1] && scores[1] > scores[2] && scores[2] > scores[3] && scores[3] > 0.0);
        }
    }

    /// The game's prior likes the last child, which loses.
    #[test]
    fn the_prior_draws_visits_and_a_weight_of_zero_is_plain_uct() {
        let game = Hinted::new("(0: [0 1] [0 1] [0 1] [0 1])", &[0.1, 0.1, 0.1, 0.9]);
        let search = |select: &str, simulations| grow(&game, &format!("[search.select]\n{select}"), simulations);
        let first = root_visits(&search("bias = { kind = 'progressive' }\nunvisited = { kind = 'none' }", 1));
        assert_eq!(first, [0, 0, 0, 1], "the prior orders the first visits");
        let visits = root_visits(&search("bias = { kind = 'progressive', weight = 50.0 }", 400));
        assert!(visits[3] > visits[0] + 50, "{visits:?}");
        let zero = search("bias = { kind = 'progressive', weight = 0.0 }", 400);
        assert_eq!(picture(zero.tree()), picture(search("", 400).tree()));
    }

    #[test]
    fn a_game_without_priors_is_refused() {
        let game: katsura_game::toy::ToyGame = "(0: [0] [1])".parse().unwrap();
        let config = crate::testing::config("[search.select]\nbias = { kind = 'progressive' }");
        let error = crate::Search::new(&game, &config).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), "search.select.bias: progressive bias needs priors, and toy has none");
    }
}
