//! Which statistics the policies ask for. Only those are stored and gathered.

use std::ops::BitOr;

/// A set of statistics. The search takes the union over its policies once, before the first simulation.
///
/// ```
/// use katsura_mcts::Needs;
/// let needs = Needs::AMAF | Needs::SQUARES;
/// assert!(needs.has(Needs::AMAF) && !needs.has(Needs::PRIOR));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs(u16);

impl Needs {
    /// All of these but some.
    pub(crate) const fn without(self, other: Needs) -> Needs {
        Needs(self.0 & !other.0)
    }

    /// The need with this number: what a column of the tree serves is declared there, in `tree/columns.rs`.
    pub(crate) const fn bit(number: u32) -> Needs {
        Needs(1 << number)
    }

    /// Visits and means only.
    pub const NONE: Needs = Needs(0);
    /// Children in the order of their priors, the highest first; implies [`Needs::PRIOR`].
    pub const ORDERED: Needs = Needs(1 << 9 | Needs::PRIOR.0);
    /// The game's heuristic for each move in the place of its prior; implies [`Needs::PRIOR`].
    pub const HEURISTIC: Needs = Needs(1 << 10 | Needs::PRIOR.0);

    /// The plain means of simulations, beside the values that a backup rule makes of them.
    pub const MEAN: Needs = Needs(1 << 14);

    /// Nodes that get more children later.
    pub const GROWS: Needs = Needs(1 << 13);

    /// Whether all of `other` are in the set.
    #[inline]
    pub const fn has(self, other: Needs) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Needs {
    type Output = Needs;

    fn bitor(self, other: Needs) -> Needs {
        Needs(self.0 | other.0)
    }
}
