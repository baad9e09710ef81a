//! In which units an exploration constant is.

use crate::config::{ConfigError, parameters, refused};
use crate::tree::NodeView;
use katsura_game::About;

parameters! {
    /// What an exploration constant is multiplied by, so that it fits the values of a game that pays in units of its own.
    pub enum ExploreScale by name checked by ExploreScale::check {
        /// The distance between the smallest and the largest result: that of the game if it is known, else that seen so far.
        #[default]
        Range,
        /// 1 in the game's own units: the constant is a cost [tolpin2012simple].
        Units,
        /// The absolute value of the node [keller2013].
        NodeValue,
        /// The absolute value of the root: the average cost of all simulations so far [eyerich2010]. For games of one player.
        RootValue,
    }
}

impl ExploreScale {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if *self == ExploreScale::RootValue && about.players > 1 {
            return refused(format!("is the value of one player, and {} has {}", about.name, about.players));
        }
        Ok(())
    }

    /// Whether a node must know the game's units.
    pub(super) fn measures(self) -> bool {
        self != ExploreScale::Range
    }

    /// The factor, on the scale of the values that a node sees. Before two different results were seen it is 0: then all are alike.
    pub(super) fn factor(self, node: &NodeView<'_>) -> f32 {
        let measure = node.measure;
        let units = match self {
            ExploreScale::Range => return 1.0,
            ExploreScale::Units => 1.0,
            ExploreScale::NodeValue => node.value().map_or(0.0, |value| measure.low + value * measure.span).abs(),
            ExploreScale::RootValue => measure.root.abs(),
        };
        if measure.span > 0.0 { units / measure.span } else { 0.0 }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tree::{Children, Measure};

    /// Results from −40 to −15: a value of 0.6 is a cost of 25, and that of the root is 30.
    pub(crate) fn costs(children: &Children) -> NodeView<'_> {
        let measure = Measure { low: -40.0, span: 25.0, root: -30.0 };
        NodeView { measure, ..NodeView::new(16.0, children) }
    }

    #[test]
    fn the_factors_are_those_worked_out_by_hand() {
        let children = Children::of(&[4.0, 12.0], &[0.3, 0.7]);
        let factor = |scale: ExploreScale| scale.factor(&costs(&children));
        assert_eq!((factor(ExploreScale::Range), factor(ExploreScale::Units)), (1.0, 0.04));
        assert!((factor(ExploreScale::NodeValue) - 1.0).abs() < 1e-6, "25/25");
        assert!((factor(ExploreScale::RootValue) - 1.2).abs() < 1e-6, "30/25");
    }

    #[test]
    fn nothing_is_undefined_before_two_results_were_seen() {
        let children = Children::of(&[1.0, 0.0], &[0.0, 0.0]);
        let node = NodeView { measure: Measure { low: -7.0, span: 0.0, root: -7.0 }, ..NodeView::new(1.0, &children) };
        for scale in [ExploreScale::Units, ExploreScale::NodeValue, ExploreScale::RootValue] {
            assert_eq!(scale.factor(&node), 0.0);
        }
    }
}
