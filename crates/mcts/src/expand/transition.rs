//! Children when simulations are likely to come back.

use super::{Expand, LeafView};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeId;
use katsura_game::math;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "transition probability",
    formula: "children when N·Πp ≥ threshold, the last p estimated from values and variances",
    citation: "yajima2011, coulom2006",
    config: "search.expand = { kind = 'transition_probability', threshold = 5.0 }",
    sources: "lecture 31",
    test: "the_share_is_the_one_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// "Transition probability" [yajima2011, as the lecture notes give it]: expansion waits until the estimated visits of
    /// the leaf are high compared with its siblings. The formula is ours:
    ///
    /// N · Π p ≥ `threshold`, the product over the path from the root, N the visits of the root. The p of a step is its
    /// share of the visits, except for the last step, into the leaf, which has seen too few. Its share is estimated from the
    /// values μ and the variances σ² of the means of all siblings by the urgency of [coulom2006]:
    ///
    /// p = u / Σ u, u = exp(−2.4 (μ₀ − μ) / √(2 (σ₀² + σ²))), 0 for the best sibling, σ² = 1/(4·max(n, 1)).
    ///
    /// The shares of the visits telescope, so N · Π p is that p times the simulations that went on from the parent. Siblings
    /// without visits have the mean value of those that have some. A leaf without a visit is never ripe.
    ///
    /// **Differs from the paper:** no formula of it could be read. With visit shares on all steps the product would be the
    /// visits of the leaf itself, which is the rule `after_visits`. ¼ is the largest variance of a reward in [0, 1].
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct TransitionProbability {
        /// Estimated visits before a leaf gets children. 5 is not tuned.
        pub threshold: f64 = 5.0, from 0.0 to 1_000_000_000.0;
        /// How sharply worse siblings lose their share. [coulom2006] has 2.4; 0 gives all the same.
        pub sharpness: f64 = 2.4, from 0.0 to 100.0;
    }
}

impl TransitionProbability {
    /// The estimated part of the parent's simulations that goes to the leaf.
    fn share(&self, leaf: &LeafView<'_>) -> f64 {
        let (tree, siblings) = (leaf.tree(), leaf.siblings());
        let visited = |node: &NodeId| tree.visits(*node) > 0;
        let value = |node: NodeId| f64::from(tree.value(node));
        let total: u64 = siblings.clone().map(|node| u64::from(tree.visits(node))).sum();
        let sum: f64 = siblings.clone().map(|node| value(node) * f64::from(tree.visits(node))).sum();
        let unknown = if total == 0 { 0.5 } else { sum / total as f64 };
        let mean = |node: NodeId| if visited(&node) { value(node) } else { unknown };
        let variance = |node: NodeId| 0.25 / f64::from(tree.visits(node).max(1));
        let best = siblings.clone().fold(leaf.node(), |best, node| if mean(node) > mean(best) { node } else { best });
        let urgency = |node: NodeId| {
            let spread = (2.0 * (variance(best) + variance(node))).sqrt();
            math::exp(-self.sharpness * (mean(best) - mean(node)) / spread)
        };
        urgency(leaf.node()) / siblings.map(urgency).sum::<f64>()
    }
}

impl Expand for TransitionProbability {
    fn should_expand(&self, leaf: &LeafView<'_>) -> bool {
        let parent: u64 = leaf.siblings().map(|node| u64::from(leaf.tree().visits(node))).sum();
        leaf.visits() > 0 && parent as f64 * self.share(leaf) >= self.threshold
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::should_expand;
    use super::*;

    #[test]
    fn equal_siblings_have_equal_shares() {
        // 20 visits in all, a quarter each: 5 estimated visits, however they were distributed.
        assert!(should_expand(&TransitionProbability::default(), &[(1, 0.5), (9, 0.5), (9, 0.5), (1, 0.5)]));
        assert!(!should_expand(&TransitionProbability::default(), &[(1, 0.5), (9, 0.5), (8, 0.5), (1, 0.5)]));
    }

    #[test]
    fn the_share_is_the_one_worked_out_by_hand() {
        // μ₀ = 0.8 and μ = 0.6, 25 visits each: σ² = 0.01, √(2·0.02) = 0.2, u = e^(−2.4·0.2/0.2) = e^(−2.4) = 0.0907180.
        // p = 0.0907180 / 1.0907180 = 0.0831728, times 50 visits 4.158640; the better one gets 45.841360.
        let (worse, better) = ([(25, 0.6), (25, 0.8)], [(25, 0.8), (25, 0.6)]);
        let at = |threshold| TransitionProbability { threshold, ..TransitionProbability::default() };
        assert!(should_expand(&at(4.1586), &worse) && !should_expand(&at(4.1587), &worse));
        assert!(should_expand(&at(45.8413), &better) && !should_expand(&at(45.8414), &better));
    }

    #[test]
    fn without_sharpness_only_the_parent_counts() {
        let flat = TransitionProbability { threshold: 10.0, sharpness: 0.0 };
        assert!(should_expand(&flat, &[(1, 0.0), (19, 1.0)]));
        assert!(!should_expand(&flat, &[(1, 0.0), (18, 1.0)]));
    }

    #[test]
    fn a_leaf_without_a_visit_waits() {
        assert!(!should_expand(&TransitionProbability { threshold: 0.0, sharpness: 2.4 }, &[(0, 0.5), (1000, 0.0)]));
        assert!(!should_expand(&TransitionProbability::default(), &[(0, 0.5)]));
    }
}
