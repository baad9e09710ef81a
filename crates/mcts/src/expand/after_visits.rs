//! Children after a number of visits.

use super::{Expand, LeafView};
use crate::config::parameters;

parameters! {
    /// A leaf gets children when it is reached after this many finished simulations ("visit count" in [yajima2011]): 1 adds one node
    /// per simulation [coulom2006], 0 gives a new node its children at once ("all ends").
    ///
    /// Until then its playouts count in the nodes above it only.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct AfterVisits {
        /// Simulations through the leaf before it gets children. [rimmel2010] has 1 for Havannah and 5 for Go.
        pub visits: u32 = 1, from 0 to 1_000_000_000;
    }
}

impl Expand for AfterVisits {
    #[inline]
    fn is_ripe(&self, leaf: &LeafView<'_>) -> bool {
        leaf.visits() >= self.visits
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::is_ripe;
    use super::*;

    #[test]
    fn a_leaf_is_ripe_after_its_visits() {
        let rule = AfterVisits { visits: 5 };
        assert!(!is_ripe(&rule, &[(4, 0.5), (90, 0.5)]));
        assert!(is_ripe(&rule, &[(5, 0.5), (90, 0.5)]));
        assert!(is_ripe(&AfterVisits { visits: 0 }, &[(0, 0.5)]));
    }
}
