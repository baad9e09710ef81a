//! A game: rules with their parameters.

use crate::{About, Customs, State};

/// Rules with their parameters, such as Hex on an 11x11 board. Cold: asked once, never in the inner loop.
pub trait Game: Clone + Send + Sync + 'static {
    /// The positions of this game.
    type State: State + 'static;

    /// What there is to know about the game before a position is looked at.
    ///
    /// Asked once when something is built; who needs a number of it in a loop keeps the number.
    fn about(&self) -> About;

    /// The position before the first move.
    fn start(&self) -> Self::State;

    /// How people and files know the game. By default it is called by its name, and has nothing unusual.
    fn customs(&self) -> Customs {
        Customs::titled(self.about().name)
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
