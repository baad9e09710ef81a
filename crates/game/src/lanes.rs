//! Many light playouts at once.

use crate::source::outcome_of;
use crate::{Batches, LightPlayout, Rewards, Rng, Source, play_out_alone};

/// Many light playouts, side by side where a game has a form for it. By default they are played one after the other.
pub trait Lanes: LightPlayout {
    /// Plays many light playouts from this position, which must not be changed by playouts already. Number `i` of them draws
    /// from a generator of its own, `Rng::stream(&[seed, i])`, so that its result depends on nothing else.
    ///
    fn play_out_batch(&self, seed: u64, outcomes: &mut [Outcome]) {
        Self::play_out_source(&mut Batches::new(&mut [Batch { start: self, seed, outcomes }]));
    }

    /// Plays all playouts that a source asks for, from positions of one game, until there are none left. A game may play
    /// many side by side.
    ///
    /// A replacement may draw in another way than [`play_out`](LightPlayout::play_out), as long as the moves have the same
    /// distribution, and the outcome depends on the position and the generator only, on every machine and whatever else is
    /// played.
    fn play_out_source(source: &mut dyn Source<Self>) {
        play_out_alone(source);
    }

    /// Whether [`play_out_batch`](Lanes::play_out_batch) plays the playouts side by side here, rather than one after the
    /// other.
    fn plays_side_by_side(&self) -> bool {
        false
    }
}

/// What a playout came to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Each player's result.
    pub rewards: Rewards,
    /// The score of the end, where the game has one ([`crate::Points`]).
    pub score: Option<Rewards>,
    /// The number of moves it made, passes included.
    pub moves: u32,
}

/// Many light playouts from one position, as a [`Source`] ([`Batches`]).
#[derive(Debug)]
pub struct Batch<'a, S> {
    /// The position.
    pub start: &'a S,
    /// Where their generators come from.
    pub seed: u64,
    /// One place for each.
    pub outcomes: &'a mut [Outcome],
}

/// Plays many light playouts one after the other, as [`Lanes::play_out_batch`] does unless a game does it side by side.
#[inline(never)]
pub fn play_out_one_by_one<S: LightPlayout>(start: &S, seed: u64, outcomes: &mut [Outcome]) {
    let (mut state, mut moves) = (start.clone(), Vec::new());
    for (number, outcome) in outcomes.iter_mut().enumerate() {
        state.clone_from(start);
        *outcome = outcome_of(&mut state, &mut moves, Rng::stream(&[seed, number as u64]));
    }
}
