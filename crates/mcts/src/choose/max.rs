//! The child with the highest mean [chaslot2008, sec. 3.4; browne2012].

use super::{Choice, Choose, best_visited};
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Max child",
    formula: "the highest mean",
    citation: "chaslot2008, browne2012",
    config: "search.choose = { kind = 'max' }",
    sources: "slides 7, lecture 21, student 8, student 12",
    test: "the_highest_mean_is_chosen",
    file: file!(),
}];

/// Max child: the highest mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Max;

impl Choose for Max {
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, _last: bool) -> Choice {
        Choice::Child(best_visited(root, rng, |i| root.children.value[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::chosen;
    use super::*;

    #[test]
    fn the_highest_mean_is_chosen() {
        assert_eq!(chosen(&Max, &[10.0, 90.0, 0.0], &[0.8, 0.6, 1.0], true), Choice::Child(0));
    }
}
