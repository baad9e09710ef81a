//! Playing from the leaf to the end of the game.
//!
//! A playout policy has a life cycle: begin at the leaf, suggest moves or have no opinion, look at the end. The loop itself
//! exists once, in [`Playout::run`]; where a policy has no opinion the game's own light playout moves.

use crate::backup::Step;
use crate::needs::Needs;
use crate::tree::Tree;
use katsura_game::{Played, Rewards, Rng, State, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a playout starts: the way through the tree that led to the leaf.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The nodes passed, from the root to the leaf.
    pub path: &'a [Step],
}

/// A simulation on its way to the end: the position, the moves so far, scratch space and the generator.
#[derive(Debug)]
pub struct Playing<'a, S: State> {
    /// The position.
    pub state: &'a mut S,
    /// The moves from the root on.
    pub trace: &'a mut Trace,
    /// Scratch space for moves.
    pub moves: &'a mut Vec<S::Move>,
    /// The generator.
    pub rng: &'a mut Rng,
}

/// Plays a simulation to the end. Each worker has its own copy, which may learn.
pub trait Playout<S: State>: Send {
    /// The statistics the policy reads.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// A playout starts at this leaf.
    fn begin(&mut self, _leaf: Leaf<'_>, _state: &S) {}

    /// The next move, or `None` for no opinion. It must be one the light playout could make.
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move>;

    /// The playout has ended with this result.
    fn end(&mut self, _trace: &Trace, _rewards: &Rewards) {}

    /// The whole playout.
    #[inline]
    fn run(&mut self, leaf: Leaf<'_>, mut playing: Playing<'_, S>) -> Rewards {
        playing.state.begin_playout();
        self.begin(leaf, playing.state);
        loop {
            let turn = playing.state.turn();
            if turn.is_over() {
                break;
            }
            let suggested = turn.player().and_then(|_| self.next_move(&mut playing));
            let mv = suggested.unwrap_or_else(|| playing.state.playout_move(playing.moves, playing.rng));
            playing.trace.push(Played::new(turn.player(), playing.state.move_index(mv)));
            playing.state.apply(mv);
        }
        let rewards = playing.state.rewards();
        self.end(playing.trace, &rewards);
        rewards
    }
}

/// The game's light playout, nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Uniform;

impl<S: State> Playout<S> for Uniform {
    #[inline]
    fn next_move(&mut self, _playing: &mut Playing<'_, S>) -> Option<S::Move> {
        None
    }

    #[inline]
    fn run(&mut self, _leaf: Leaf<'_>, playing: Playing<'_, S>) -> Rewards {
        playing.state.play_out(playing.moves, playing.rng, playing.trace)
    }
}

/// A playout policy as data: `[search.playout]`.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayoutConfig {
    /// The game's light playout.
    #[default]
    Uniform,
}

/// A playout policy of another crate: an object that can be copied for every worker.
pub trait CustomPlayout<S: State>: Playout<S> + Sync {
    /// A copy that has learnt nothing yet.
    fn boxed(&self) -> Box<dyn CustomPlayout<S>>;
}

/// Any playout policy: matched once per playout.
pub enum AnyPlayout<S: State> {
    /// The game's light playout.
    Uniform(Uniform),
    /// A policy of another crate.
    Custom(Box<dyn CustomPlayout<S>>),
}

impl<S: State> AnyPlayout<S> {
    /// The policy of a configuration.
    pub fn new(config: &PlayoutConfig) -> Self {
        match config {
            PlayoutConfig::Uniform => AnyPlayout::Uniform(Uniform),
        }
    }
}

impl<S: State> Clone for AnyPlayout<S> {
    fn clone(&self) -> Self {
        match self {
            AnyPlayout::Uniform(policy) => AnyPlayout::Uniform(*policy),
            AnyPlayout::Custom(policy) => AnyPlayout::Custom(policy.boxed()),
        }
    }
}

impl<S: State> Playout<S> for AnyPlayout<S> {
    fn needs(&self) -> Needs {
        match self {
            AnyPlayout::Uniform(policy) => Playout::<S>::needs(policy),
            AnyPlayout::Custom(policy) => policy.needs(),
        }
    }

    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        match self {
            AnyPlayout::Uniform(policy) => policy.next_move(playing),
            AnyPlayout::Custom(policy) => policy.next_move(playing),
        }
    }

    #[inline]
    fn run(&mut self, leaf: Leaf<'_>, playing: Playing<'_, S>) -> Rewards {
        match self {
            AnyPlayout::Uniform(policy) => policy.run(leaf, playing),
            AnyPlayout::Custom(policy) => policy.run(leaf, playing),
        }
    }
}
