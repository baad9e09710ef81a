//! The value of a child is its mean reward.

use super::{Term, TermTraits};
use crate::tree::NodeView;
use katsura_game::Rng;

/// The mean reward of the mover, as the backup policy leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Mean;

impl Term for Mean {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, ..TermTraits::default() }
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        for (score, value) in scores.iter_mut().zip(&node.children.value) {
            *score += value;
        }
    }
}
