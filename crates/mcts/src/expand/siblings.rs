//! Children after as many visits as there are siblings.

use super::{Expand, LeafView};
use crate::config::parameters;
use crate::techniques::Technique;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "number of siblings",
    formula: "children after as many visits as the parent has children",
    citation: "yajima2011",
    config: "search.expand = { kind = 'siblings', factor = 1.0 }",
    sources: "lecture 30",
    test: "a_leaf_waits_for_as_many_visits_as_it_has_siblings",
    file: file!(),
}];

parameters! {
    /// A leaf gets children after as many simulations as its parent has children, the leaf included, times a factor
    /// [yajima2011].
    ///
    /// **Differs from the paper:** only its abstract could be read, which says "the number of siblings"; the factor is ours.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Siblings {
        /// Simulations per sibling.
        pub factor: f64 = 1.0, from 0.0 to 1_000_000.0;
    }
}

impl Expand for Siblings {
    #[inline]
    fn should_expand(&self, leaf: &LeafView<'_>) -> bool {
        f64::from(leaf.visits()) >= self.factor * leaf.siblings().len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::should_expand;
    use super::*;

    #[test]
    fn a_leaf_waits_for_as_many_visits_as_it_has_siblings() {
        let three = |visits| [(visits, 0.5), (7, 0.5), (7, 0.5)];
        assert!(!should_expand(&Siblings::default(), &three(2)));
        assert!(should_expand(&Siblings::default(), &three(3)));
        assert!(!should_expand(&Siblings { factor: 2.0 }, &three(5)));
        assert!(should_expand(&Siblings { factor: 2.0 }, &three(6)));
        assert!(should_expand(&Siblings { factor: 0.0 }, &three(0)));
    }
}
