//! A game: rules with their parameters.

use crate::State;

/// Rules with their parameters, such as Hex on an 11x11 board. Cold: asked once, never in the inner loop.
pub trait Game: Clone + Send + Sync + 'static {
    /// The positions of this game.
    type State: State + 'static;

    /// The name on the command line and in configuration files, in kebab case.
    const NAME: &'static str;

    /// Raised whenever the behaviour of the game changes, so that old records are not mixed with new ones.
    const VERSION: u32;

    /// The position before the first move.
    fn start(&self) -> Self::State;

    /// The number of players, 1 to [`crate::MAX_PLAYERS`].
    fn players(&self) -> usize;

    /// All move numbers are below this.
    fn move_count(&self) -> usize;

    /// The number of the move that takes the first move over, in games that have one. It can be made at one moment only, so that "all moves as first"
    /// knows nothing of it.
    fn swap(&self) -> Option<usize> {
        None
    }

    /// The score difference, in points, that separates a reward of ½ from 1 in [`State::score_rewards`]; `None` for a game
    /// without a score.
    fn score_range(&self) -> Option<f32> {
        None
    }
}

/// A position with a key: equal for equal positions, different for different ones up to accidents of 64 bits.
///
/// Two positions are equal if the same moves are legal, now and later, with the same results.
pub trait Keyed: State {
    /// The key.
    fn key(&self) -> u64;
}

/// A fixed pseudo-random key for a number: the building block of Zobrist keys, the same on every machine.
///
/// ```
/// use katsura_game::mix_key;
/// assert_ne!(mix_key(0), mix_key(1));
/// ```
pub const fn mix_key(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
