//! The choice of a pruning rule as data.

use super::{PowerWidening, ProgressivePruning, ProgressiveUnpruning, ProgressiveWidening, Prune};
use crate::config::parameters;
use crate::custom::Custom;
use crate::needs::Needs;
use crate::tree::NodeView;
use katsura_game::Rng;

parameters! {
    /// Any pruning rule: `[search.prune]`.
    #[derive(Clone, Debug, PartialEq, Default)]
    pub enum AnyPrune by kind {
        /// All children stay open.
        #[default]
        None,
        /// Closes what is statistically inferior.
        ProgressivePruning(ProgressivePruning),
        /// Few children at first, more as the visits grow.
        ProgressiveUnpruning(ProgressiveUnpruning),
        /// One child at first, more at growing distances.
        ProgressiveWidening(ProgressiveWidening),
        /// As many children as a power of the visits.
        PowerWidening(PowerWidening),
        /// A rule of another crate.
        #[serde(skip)]
        Custom(Custom<dyn Prune>),
    }
}

impl AnyPrune {
    /// The rule for rewards of so many points, where it does not say itself how many they are.
    pub(crate) fn in_points(&self, points: f64) -> Self {
        match self {
            AnyPrune::ProgressivePruning(rule) if rule.points == 0.0 => {
                AnyPrune::ProgressivePruning(ProgressivePruning { points, ..*rule })
            }
            rule => rule.clone(),
        }
    }
}

impl Prune for AnyPrune {
    #[inline]
    fn is_active(&self) -> bool {
        match self {
            AnyPrune::None => false,
            AnyPrune::Custom(rule) => rule.is_active(),
            _ => true,
        }
    }

    fn needs(&self) -> Needs {
        match self {
            AnyPrune::None => Needs::NONE,
            AnyPrune::ProgressivePruning(rule) => rule.needs(),
            AnyPrune::ProgressiveUnpruning(rule) => rule.needs(),
            AnyPrune::ProgressiveWidening(rule) => rule.needs(),
            AnyPrune::PowerWidening(rule) => rule.needs(),
            AnyPrune::Custom(rule) => rule.needs(),
        }
    }

    fn review(&self, node: &NodeView<'_>, rng: &mut Rng, closed: &mut [bool]) {
        match self {
            AnyPrune::None => {}
            AnyPrune::ProgressivePruning(rule) => rule.review(node, rng, closed),
            AnyPrune::ProgressiveUnpruning(rule) => rule.review(node, rng, closed),
            AnyPrune::ProgressiveWidening(rule) => rule.review(node, rng, closed),
            AnyPrune::PowerWidening(rule) => rule.review(node, rng, closed),
            AnyPrune::Custom(rule) => rule.review(node, rng, closed),
        }
    }

    fn is_content(&self, root: &NodeView<'_>, closed: &[bool]) -> bool {
        match self {
            AnyPrune::ProgressivePruning(rule) => rule.is_content(root, closed),
            AnyPrune::Custom(rule) => rule.is_content(root, closed),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_says_what_a_point_is_unless_the_rule_does() {
        let rule = |points| AnyPrune::ProgressivePruning(ProgressivePruning { points, ..ProgressivePruning::default() });
        assert_eq!(rule(0.0).in_points(177.0), rule(177.0));
        assert_eq!(rule(3.0).in_points(177.0), rule(3.0));
        assert_eq!(AnyPrune::None.in_points(177.0), AnyPrune::None);
    }
}
