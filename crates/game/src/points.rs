//! The score of a position, for games that count one.

use crate::{Rewards, State};

/// Games with a score. By default there is none.
pub trait Points: State {
    /// The result as a linear function of the score: ½ is an even score, 0 and 1 are the largest possible differences. May
    /// be asked before the end as an estimate. `None`, always, in a game without a score ([`crate::Payoff::score_range`]).
    #[inline]
    fn score_rewards(&self) -> Option<Rewards> {
        None
    }
}
