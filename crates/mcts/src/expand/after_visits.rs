//! Children after a number of visits.

use super::{Expand, LeafView};
use crate::config::parameters;
use crate::techniques::Technique;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "all ends",
        formula: "a new node gets all its children at once",
        citation: "yajima2011",
        config: "search.expand = { kind = 'all_ends' }",
        sources: "lecture 29",
        test: "a_leaf_is_ripe_after_its_visits",
        file: file!(),
    },
    Technique {
        name: "visit count",
        formula: "children after T visits",
        citation: "coulom2006, yajima2011, rimmel2010",
        config: "search.expand = { kind = 'after_visits', visits = 5 }",
        sources: "poolRave 5, lecture 16, lecture 30",
        test: "a_leaf_is_ripe_after_its_visits",
        file: file!(),
    },
];

parameters! {
    /// A leaf gets children when it is reached after this many finished simulations ("visit count" in [yajima2011]): 1 adds
    /// one node per simulation [coulom2006], 0 gives a new node its children at once ("all ends").
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
    fn should_expand(&self, leaf: &LeafView<'_>) -> bool {
        leaf.visits() >= self.visits
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::should_expand;
    use super::*;

    #[test]
    fn a_leaf_is_ripe_after_its_visits() {
        let rule = AfterVisits { visits: 5 };
        assert!(!should_expand(&rule, &[(4, 0.5), (90, 0.5)]));
        assert!(should_expand(&rule, &[(5, 0.5), (90, 0.5)]));
        assert!(should_expand(&AfterVisits { visits: 0 }, &[(0, 0.5)]));
    }
}
