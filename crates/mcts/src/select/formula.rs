//! A selection rule as a sum of terms.

use super::{Select, SelectTraits};
use crate::needs::Needs;
use crate::tree::NodeView;
use katsura_game::Rng;

/// What a [`Formula`] must know of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TermTraits {
    /// The visits from which on a node's AMAF values are used: see [`SelectTraits::reference`].
    pub reference: u32,
    /// How many visits every child gets before the scores count: see [`SelectTraits::trials`].
    pub trials: u32,
    /// The term need not be asked while children must be tried: it draws no random numbers, and no score that it gives a
    /// visited child is infinite.
    pub waits_for_trials: bool,
    /// The term reads how large the game's units are: see [`SelectTraits::measures`].
    pub measures: bool,
}

/// One part of a [`Formula`]: changes the scores of all children of a node in one loop.
pub trait Term: Send + Sync {
    /// The statistics the term reads.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// What a formula must know of the term.
    fn traits(&self) -> TermTraits {
        TermTraits::default()
    }

    /// Adds the term to the scores.
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]);
}

#[deny(clippy::missing_trait_methods)]
impl<T: Term> Term for &T {
    fn needs(&self) -> Needs {
        (**self).needs()
    }

    fn traits(&self) -> TermTraits {
        (**self).traits()
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

    fn traits(&self) -> SelectTraits {
        let [value, explore, bias] = [self.value.traits(), self.explore.traits(), self.bias.traits()];
        let others_wait = value.waits_for_trials && explore.waits_for_trials && bias.waits_for_trials;
        let trials = if others_wait { self.unvisited.traits().trials } else { 0 };
        let measures = [value, explore, bias].iter().any(|term| term.measures);
        SelectTraits { reference: value.reference, trials, measures, stopping: None }
    }
}

/// A term that adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Nothing;

impl Term for Nothing {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, ..TermTraits::default() }
    }

    #[inline]
    fn apply(&self, _node: &NodeView<'_>, _rng: &mut Rng, _scores: &mut [f32]) {}
}
