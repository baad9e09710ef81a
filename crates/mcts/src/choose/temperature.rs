//! The final move drawn at random, by visits.

use super::{Choice, Choose, Robust};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Temperature",
    formula: "a child with probability ∝ n^(1/τ)",
    citation: "silver2017",
    config: "search.choose = { kind = 'temperature' }",
    sources: "lecture 32",
    test: "the_probabilities_are_those_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// Temperature [silver2017]: a child drawn with probability proportional to n^(1/τ), the softmax of ln n with
    /// temperature τ.
    ///
    /// n is the number of visits. τ = 1 draws by visits, τ = 0 is the robust child, a large τ draws any visited child.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Temperature {
        /// The temperature τ.
        pub temperature: f64 = 1.0, from 0.0 to 1_000_000.0;
    }
}

impl Temperature {
    /// The probabilities with which moves of so many visits are played. None if it is the most visited one of them.
    pub(crate) fn shares(&self, visits: impl Iterator<Item = f64> + Clone) -> Option<Vec<f64>> {
        let most = visits.clone().fold(0.0, f64::max);
        if self.temperature == 0.0 || most == 0.0 {
            return None;
        }
        let weights: Vec<f64> = visits.map(|n| math::pow(n / most, 1.0 / self.temperature)).collect();
        let sum: f64 = weights.iter().sum();
        Some(weights.into_iter().map(|weight| weight / sum).collect())
    }
}

impl Choose for Temperature {
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, last: bool) -> Choice {
        let visits = &root.children.visits;
        let most = f64::from(visits.iter().copied().fold(0.0, f32::max));
        if self.temperature == 0.0 || most == 0.0 {
            return Robust::default().choose(root, rng, last);
        }
        let weights = || visits.iter().map(|&n| math::pow(f64::from(n) / most, 1.0 / self.temperature));
        let mut rest = rng.unit() * weights().sum::<f64>();
        let drawn = weights().position(|weight| {
            rest -= weight;
            rest < 0.0
        });
        drawn.map_or_else(|| Robust::default().choose(root, rng, last), Choice::Child)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Children;

    fn counts(temperature: f64, visits: &[f32]) -> Vec<u32> {
        let children = Children::of(visits, &vec![0.5; visits.len()]);
        let root = NodeView::new(visits.iter().sum(), &children);
        let (mut rng, mut counts) = (Rng::new(8), vec![0; visits.len()]);
        for _ in 0..10_000 {
            if let Choice::Child(place) = (Temperature { temperature }).choose(&root, &mut rng, true) {
                counts[place] += 1;
            }
        }
        counts
    }

    /// τ = 1: 1/10, 3/10, 6/10. τ = ½: squares 1, 9, 36 of 46. τ = 2: roots 1, 1.7321, 2.4495 of 5.1815.
    #[test]
    fn the_probabilities_are_those_worked_out_by_hand() {
        let near = |counts: &[u32], expected: [f64; 3]| {
            counts
                .iter()
                .zip(expected)
                .all(|(&count, p)| (f64::from(count) - 10_000.0 * p).abs() < 4.5 * (10_000.0 * p * (1.0 - p)).sqrt())
        };
        let visits = [10.0, 30.0, 60.0];
        assert!(near(&counts(1.0, &visits), [0.1, 0.3, 0.6]));
        assert!(near(&counts(0.5, &visits), [1.0 / 46.0, 9.0 / 46.0, 36.0 / 46.0]));
        assert!(near(&counts(2.0, &visits), [0.192_993, 0.334_273, 0.472_734]));
    }

    #[test]
    fn cold_is_the_robust_child_and_hot_is_any_visited_one() {
        assert_eq!(counts(0.0, &[10.0, 11.0, 0.0]), [0, 10_000, 0]);
        assert_eq!(counts(1e-3, &[10.0, 30.0]), [0, 10_000], "finite however cold it is");
        let hot = counts(1e6, &[1.0, 1e6, 0.0]);
        assert!(hot[0].abs_diff(5000) < 250 && hot[2] == 0, "{hot:?}");
    }

    #[test]
    fn without_visits_and_with_equal_ones_all_have_equal_chances() {
        for visits in [[0.0; 2], [1.0; 2], [7.0; 2]] {
            let counts = counts(1.0, &visits);
            assert!(counts[0].abs_diff(5000) < 250, "{counts:?}");
        }
    }
}
