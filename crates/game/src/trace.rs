//! The moves of a simulation, taken down.

use crate::Player;

/// One move of a game as the statistics see it: who played, and the move's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played(u32);

impl Played {
    const CHANCE: u32 = 7;

    /// A move by a player, or by chance.
    #[inline]
    pub fn new(player: Option<Player>, index: usize) -> Self {
        Played((index as u32) << 3 | player.map_or(Self::CHANCE, |p| u32::from(p.0)))
    }

    /// Who played, `None` for chance.
    #[inline]
    pub fn player(self) -> Option<Player> {
        let who = self.0 & 7;
        (who != Self::CHANCE).then_some(Player(who as u8))
    }

    /// The move's number.
    #[inline]
    pub fn index(self) -> usize {
        (self.0 >> 3) as usize
    }
}

/// The moves of one simulation, in order.
pub type Trace = Vec<Played>;

/// Something that takes down the moves of a playout: a [`Trace`], or `()` for nobody.
pub trait Record {
    /// Takes down one move.
    fn push(&mut self, played: Played);
}

impl Record for Trace {
    #[inline]
    fn push(&mut self, played: Played) {
        Vec::push(self, played);
    }
}

impl Record for () {
    #[inline]
    fn push(&mut self, _played: Played) {}
}
