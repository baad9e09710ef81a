//! The child with both the most visits and the highest mean [chaslot2008, sec. 3.4; browne2012].

use super::{Choice, Choose, ChooseTraits, Robust, best_visited};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Max-robust child",
    formula: "both, or more search",
    citation: "chaslot2008, browne2012",
    config: "search.choose = { kind = 'max_robust' }",
    sources: "slides 7",
    test: "max_robust_searches_on_until_both_agree",
    file: file!(),
}];

parameters! {
    /// Max-robust child: the child with both the most visits and the highest mean. While there is none the search goes on, up to a
    /// limit; then the robust child is played.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct MaxRobust {
        /// The search may take this many times its budget.
        pub patience: f64 = 2.0, from 1.0 to 100.0;
    }
}

impl Choose for MaxRobust {
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, last: bool) -> Choice {
        let robust = Robust::default().choose(root, rng, true);
        let Choice::Child(place) = robust else { return robust };
        let best = root.children.value[best_visited(root, rng, |i| root.children.value[i])];
        if last || root.children.value[place] >= best { robust } else { Choice::KeepSearching }
    }

    fn traits(&self) -> ChooseTraits {
        ChooseTraits { patience: self.patience, ..ChooseTraits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::chosen;
    use super::*;

    #[test]
    fn max_robust_searches_on_until_both_agree() {
        let rule = MaxRobust::default();
        assert_eq!(chosen(&rule, &[10.0, 90.0], &[0.8, 0.6], false), Choice::KeepSearching);
        assert_eq!(chosen(&rule, &[10.0, 90.0], &[0.8, 0.6], true), Choice::Child(1));
        assert_eq!(chosen(&rule, &[10.0, 90.0], &[0.5, 0.6], false), Choice::Child(1));
    }
}
