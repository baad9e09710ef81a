//! The choice of a pruning rule as data.

use super::{PowerWidening, ProgressivePruning, ProgressiveUnpruning, ProgressiveWidening, Prune};
use crate::config::parameters;
use crate::custom::Custom;
use crate::dispatch::dispatch;
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

/// All children stay open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NoPruning;

impl Prune for NoPruning {
    #[inline]
    fn is_active(&self) -> bool {
        false
    }

    fn review(&self, _node: &NodeView<'_>, _rng: &mut Rng, _closed: &mut [bool]) {}
}

impl AnyPrune {
    /// The rule for rewards of so many points, where it does not say itself how many they are.
    pub(crate) fn in_points(&self, points: f64) -> Self {
        let mut rule = self.clone();
        if let AnyPrune::ProgressivePruning(pruning) = &mut rule
            && pruning.points == 0.0
        {
            pruning.points = points;
        }
        rule
    }
}

dispatch! { Prune for AnyPrune {
    Self::None => &NoPruning,
    Self::ProgressivePruning(rule) => rule,
    Self::ProgressiveUnpruning(rule) => rule,
    Self::ProgressiveWidening(rule) => rule,
    Self::PowerWidening(rule) => rule,
    Self::Custom(rule) => &**rule,
} }

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
