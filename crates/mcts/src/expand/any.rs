//! The choice of an expansion rule as data.

use super::{AfterVisits, Expand, RootOnly, Siblings, ToDepth, TransitionProbability};
use crate::config::parameters;
use crate::custom::Custom;
use crate::dispatch::dispatch;

parameters! {
    /// Any expansion rule: `[search.expand]`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum AnyExpand by kind {
        /// After a number of visits.
        AfterVisits(AfterVisits),
        /// A new node gets all its children at once: after no visit.
        AllEnds {},
        /// After as many visits as there are siblings.
        Siblings(Siblings),
        /// When the estimated visits are high compared with the siblings.
        TransitionProbability(TransitionProbability),
        /// Only the root has children.
        RootOnly {},
        /// At once down to a depth, never below it.
        ToDepth(ToDepth),
        /// A rule of another crate.
        #[serde(skip)]
        Custom(Custom<dyn Expand>),
    }
}

impl Default for AnyExpand {
    fn default() -> Self {
        AnyExpand::AfterVisits(AfterVisits::default())
    }
}

dispatch! { Expand for AnyExpand {
    Self::AfterVisits(rule) => rule,
    Self::AllEnds {} => &AfterVisits { visits: 0 },
    Self::Siblings(rule) => rule,
    Self::TransitionProbability(rule) => rule,
    Self::RootOnly {} => &RootOnly,
    Self::ToDepth(rule) => rule,
    Self::Custom(rule) => &**rule,
} }

#[cfg(all(test, feature = "files"))]
mod tests {
    use crate::config::{SearchConfig, path};
    use crate::playout::testing::Cells;
    use crate::{Budget, Control, Search};

    /// Nodes and visits of the tree that a rule grows in 400 simulations.
    fn grown(expand: &str) -> Vec<(usize, u32)> {
        let config = path::set(&SearchConfig::default(), "expand", expand).unwrap();
        let mut search = Search::new(&Cells::pairs(8), &config).unwrap();
        search.run(&Budget::simulations(400), &Control::new());
        let tree = search.tree();
        (0..tree.nodes() as u32).map(|node| (tree.move_index(node), tree.visits(node))).collect()
    }

    #[test]
    fn all_ends_is_after_no_visit() {
        assert_eq!(grown("{ kind = 'all_ends' }"), grown("{ kind = 'after_visits', visits = 0 }"));
    }

    #[test]
    fn to_a_depth_every_position_is_enumerated_and_none_below() {
        assert_eq!(grown("{ kind = 'to_depth', depth = 1 }"), grown("{ kind = 'root_only' }"));
        assert_eq!(grown("{ kind = 'to_depth', depth = 2 }").len(), 1 + 8 + 8 * 7);
    }

    #[test]
    fn after_one_visit_every_simulation_visits_one_new_node() {
        let visited = grown("{ kind = 'after_visits', visits = 1 }").iter().filter(|node| node.1 > 0).count();
        // The root, and one node for each of the 400 simulations: nothing is solved in so few.
        assert_eq!(visited, 401);
    }

    #[test]
    fn later_expansion_grows_smaller_trees() {
        let [all, one, siblings, transition, five] = [
            "{ kind = 'all_ends' }",
            "{ kind = 'after_visits', visits = 1 }",
            "{ kind = 'siblings' }",
            "{ kind = 'transition_probability' }",
            "{ kind = 'after_visits', visits = 5 }",
        ]
        .map(|expand| grown(expand).len());
        assert!(all >= one && one > five && five > siblings && siblings > 9, "{all} {one} {five} {siblings}");
        assert!(one > transition && transition > 9, "{one} {transition}");
        assert_eq!(grown("{ kind = 'root_only' }").len(), 9);
    }

    #[test]
    fn a_threshold_of_as_many_visits_as_siblings_is_the_rule_for_siblings() {
        // Every node at depth 1 has eight siblings; nothing deeper is reached with a factor this large.
        let few = |expand: &str| {
            let config = path::set(&SearchConfig::default(), "expand", expand).unwrap();
            let mut search = Search::new(&Cells::pairs(8), &config).unwrap();
            search.run(&Budget::simulations(120), &Control::new());
            let tree = search.tree();
            (0..tree.nodes() as u32).map(|node| tree.visits(node)).collect::<Vec<_>>()
        };
        assert_eq!(few("{ kind = 'siblings' }"), few("{ kind = 'after_visits', visits = 8 }"));
    }
}
