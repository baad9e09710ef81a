//! The score of a position, and what is still to come.

use crate::{Rewards, State};

/// What a position is worth before the end, by a count or by a rule of thumb. By default neither is known.
pub trait Points: State {
    /// The result as a linear function of the score: ½ is an even score, 0 and 1 are the largest possible differences. May
    /// be asked before the end as an estimate. `None`, always, in a game without a score ([`crate::Payoff::score_range`]).
    #[inline]
    fn score_rewards(&self) -> Option<Rewards> {
        None
    }

    /// What is still to come, in the game's own units, where moves pay on the way: a rule of thumb, for playouts that end before the
    /// game does. It is asked only if [`Knows::to_go`](crate::Knows::to_go) says so, and of positions that are not the end.
    #[inline]
    fn to_go(&self) -> Rewards {
        Rewards::default()
    }
}
