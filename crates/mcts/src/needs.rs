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

    /// Visits and means only.
    pub const NONE: Needs = Needs(0);
    /// The sum of squared rewards, for variances.
    pub const SQUARES: Needs = Needs(1);
    /// All-moves-as-first visits and rewards.
    pub const AMAF: Needs = Needs(2);
    /// The game's prior for each move.
    pub const PRIOR: Needs = Needs(4);
    /// Simulations under way, for threads that share a tree.
    pub const IN_FLIGHT: Needs = Needs(8);
    /// The game's group for each move.
    pub const GROUP: Needs = Needs(16);
    /// What is proven about each node.
    pub const BOUNDS: Needs = Needs(32);
    /// The key of each node's position.
    pub const KEY: Needs = Needs(64);
    /// Which children a pruning rule has closed, for rules that remember it.
    pub const CLOSED: Needs = Needs(1 << 8);
    /// Children in the order of their priors, the highest first; implies [`Needs::PRIOR`].
    pub const ORDERED: Needs = Needs(1 << 9 | 4);
    /// The game's heuristic for each move in the place of its prior; implies [`Needs::PRIOR`].
    pub const HEURISTIC: Needs = Needs(1 << 10 | 4);

    /// How often each child could have been chosen, where that differs from simulation to simulation.
    pub const AVAILABLE: Needs = Needs(1 << 11);
    /// How often chance led to each child by itself.
    pub const DRAWN: Needs = Needs(1 << 12);
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
