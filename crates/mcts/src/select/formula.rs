//! A selection rule as a sum of terms.

use super::Select;
use crate::needs::Needs;
use crate::tree::NodeView;
use katsura_game::Rng;

/// One part of a [`Formula`]: changes the scores of all children of a node in one loop.
pub trait Term: Send + Sync {
    /// The statistics the term reads.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// The visits from which on a node's AMAF values are used: see [`Select::reference`].
    fn reference(&self) -> u32 {
        0
    }

    /// How many visits every child gets before the scores count: see [`Select::trials`].
    fn trials(&self) -> u32 {
        0
    }

    /// Whether the term need not be asked while children must be tried: it draws no random numbers, and no score that it gives a
    /// visited child is infinite.
    fn waits_for_trials(&self) -> bool {
        false
    }

    /// Adds the term to the scores.
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]);
}

#[deny(clippy::missing_trait_methods)]
impl<T: Term> Term for &T {
    fn needs(&self) -> Needs {
        (**self).needs()
    }

    fn reference(&self) -> u32 {
        (**self).reference()
    }

    fn trials(&self) -> u32 {
        (**self).trials()
    }

    fn waits_for_trials(&self) -> bool {
        (**self).waits_for_trials()
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        (**self).apply(node, rng, scores);
    }
}

/// Value, then exploration, then bias, then the rule for children without visits.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Formula<V, E, B, U> {
    /// What a child is worth by what is known.
    pub value: V,
    /// What is added for what is not known.
    pub explore: E,
    /// What is added for what the game says.
    pub bias: B,
    /// What children without visits get.
    pub unvisited: U,
}

impl<V: Term, E: Term, B: Term, U: Term> Select for Formula<V, E, B, U> {
    fn needs(&self) -> Needs {
        self.value.needs() | self.explore.needs() | self.bias.needs() | self.unvisited.needs()
    }

    #[inline]
    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        self.value.apply(node, rng, scores);
        self.explore.apply(node, rng, scores);
        self.bias.apply(node, rng, scores);
        self.unvisited.apply(node, rng, scores);
    }

    fn reference(&self) -> u32 {
        self.value.reference()
    }

    fn trials(&self) -> u32 {
        let others_wait = self.value.waits_for_trials() && self.explore.waits_for_trials() && self.bias.waits_for_trials();
        if others_wait { self.unvisited.trials() } else { 0 }
    }
}

/// A term that adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Nothing;

impl Term for Nothing {
    fn waits_for_trials(&self) -> bool {
        true
    }

    #[inline]
    fn apply(&self, _node: &NodeView<'_>, _rng: &mut Rng, _scores: &mut [f32]) {}
}
