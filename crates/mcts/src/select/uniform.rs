//! Every child with equal chances.

use super::Select;
use crate::tree::NodeView;
use katsura_game::Rng;

/// Every child with equal chances: flat Monte Carlo at the root [browne2012].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Uniform;

impl Select for Uniform {
    #[inline]
    fn score(&self, _node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        scores.fill(0.0);
    }
}
