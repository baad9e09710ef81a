//! The light playout.

use super::{Leaf, Playing, Playout};
use crate::reward::RewardKind;
use katsura_game::{Rewards, State};

/// The game's light playout, nothing else: uniform over the moves the game allows in playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Uniform;

impl<S: State> Playout<S> for Uniform {
    #[inline]
    fn next_move(&mut self, _playing: &mut Playing<'_, S>) -> Option<S::Move> {
        None
    }

    #[inline]
    fn run(&mut self, _leaf: Leaf<'_>, playing: Playing<'_, S>) -> Rewards {
        let rewards = playing.state.play_out(playing.moves, playing.rng, playing.trace);
        if playing.reward == RewardKind::Win { rewards } else { playing.reward.of(playing.state) }
    }
}
