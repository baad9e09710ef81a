//! Exploration by drawing from what is believed.

use super::Term;
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Thompson sampling",
    formula: "a draw from Beta(a + n_j·X̄_j, a + n_j·(1 − X̄_j))",
    citation: "thompson1933",
    config: "search.select.explore = { kind = 'thompson' }",
    sources: "poolRave 1",
    test: "draws_have_the_moments_of_the_beta_distribution",
    file: file!(),
}];

parameters! {
    /// Thompson sampling [thompson1933]: each child's score is a draw from the Beta posterior of its mean,
    /// Beta(a + n_j·X̄_j, a + n_j·(1 − X̄_j)).
    ///
    /// n_j is the number of visits of the child, X̄_j its mean, a the prior. The term adds the difference between the draw and X̄_j, so
    /// that with the mean as value the score is the draw. Rewards between 0 and 1 count as parts of a win and of a loss.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Thompson {
        /// The wins, and the losses, that each child has on account. 1 is the uniform prior.
        pub prior: f64 = 1.0, from 0.001 to 1_000_000.0;
    }
}

impl Term for Thompson {
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        let children = node.children;
        for ((score, &visits), &mean) in scores.iter_mut().zip(&children.visits).zip(&children.value) {
            let wins = f64::from(visits * mean).max(0.0);
            let losses = f64::from(visits * (1.0 - mean)).max(0.0);
            *score += beta(self.prior + wins, self.prior + losses, rng) as f32 - mean;
        }
    }
}

/// A draw from the Beta distribution, as the share of one Gamma draw in the sum of two.
fn beta(a: f64, b: f64, rng: &mut Rng) -> f64 {
    let (x, y) = (gamma(a, rng), gamma(b, rng));
    if x + y > 0.0 { x / (x + y) } else { a / (a + b) }
}

/// A draw from the Gamma distribution of this shape [marsaglia2000]; shapes below 1 by their power trick.
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * math::pow(1.0 - rng.unit(), 1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let root = 1.0 + c * x;
        let v = root * root * root;
        let log_u = math::ln(1.0 - rng.unit());
        if v > 0.0 && log_u < 0.5 * x * x + d * (1.0 - v + math::ln(v)) {
            return d * v;
        }
    }
}

/// A draw from the standard normal distribution [box1958].
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * math::ln(1.0 - rng.unit())).sqrt() * math::cos(std::f64::consts::TAU * rng.unit())
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::testing::{grow, root_visits, scores_of};
    use crate::tree::Children;
    use katsura_game::toy::ToyGame;

    fn moments(draws: impl Iterator<Item = f64>) -> (f64, f64) {
        let draws: Vec<f64> = draws.collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        (mean, draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64)
    }

    #[test]
    fn draws_have_the_moments_of_the_beta_distribution() {
        let mut rng = Rng::new(6);
        for (a, b) in [(1.0, 1.0), (0.5, 0.5), (3.0, 1.0), (40.0, 60.0)] {
            let (mean, variance) = moments((0..40_000).map(|_| beta(a, b, &mut rng)));
            let (m, v) = (a / (a + b), a * b / ((a + b) * (a + b) * (a + b + 1.0)));
            assert!((mean - m).abs() < 5.0 * (v / 40_000.0f64).sqrt(), "Beta({a}, {b}): mean {mean}, expected {m}");
            assert!((variance / v - 1.0).abs() < 0.05, "Beta({a}, {b}): variance {variance}, expected {v}");
        }
    }

    #[test]
    fn the_score_with_the_mean_is_a_draw_between_zero_and_one() {
        let children = Children::of(&[0.0, 1.0, 1.0, 1000.0], &[0.5, 0.0, 1.0, 0.3]);
        for _ in 0..100 {
            let scores = scores_of(&Thompson::default(), 1002.0, &children);
            for (score, mean) in scores.iter().zip(&children.value) {
                assert!(score.is_finite() && (-1e-6..=1.000_001).contains(&(score + mean)));
            }
            assert!(scores[3].abs() < 0.1, "seven standard deviations of 0.0145");
        }
    }

    /// With a million wins and losses on account, 400 simulations move the means by less than a quarter of their deviation.
    #[test]
    fn a_strong_prior_keeps_exploring_and_a_weak_one_settles() {
        let game: ToyGame = "(0: {3 [1 0] 1 [0 1]} {1 [1 0] 3 [0 1]})".parse().unwrap();
        let best = |prior: f64| {
            let explore = format!("explore = {{ kind = 'thompson', prior = {prior:.1} }}");
            root_visits(&grow(
                &game,
                &format!("[search]\nexpand = {{ kind = 'root_only' }}\n[search.select]\n{explore}"),
                400,
            ))[0]
        };
        assert!(best(1.0) > 340, "{}", best(1.0));
        assert!((150..270).contains(&best(1e6)), "{}", best(1e6));
    }
}
