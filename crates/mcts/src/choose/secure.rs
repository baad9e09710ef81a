//! The child with the highest lower bound [chaslot2008, sec. 3.4; browne2012].

use super::{Choice, Choose, best_visited};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Secure child",
    formula: "the highest v − A/√n, A = 4",
    citation: "chaslot2008",
    config: "search.choose = { kind = 'secure' }",
    sources: "slides 7, student 8",
    test: "secure_prefers_the_more_visited_of_equal_means",
    file: file!(),
}];

parameters! {
    /// Secure child: the highest lower confidence bound v − a/√n.
    ///
    /// **Differs from the paper:** [chaslot2008, sec. 3.4] prints v + A/√n, which is no lower bound.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Secure {
        /// The weight of uncertainty. The source uses 4 for rewards in [0, 1].
        pub a: f64 = 4.0, from 0.0 to 1000.0;
    }
}

impl Choose for Secure {
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, _last: bool) -> Choice {
        let (children, a) = (root.children, self.a as f32);
        Choice::Child(best_visited(root, rng, |i| children.value[i] - a / children.visits[i].max(1.0).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::chosen;
    use super::*;

    #[test]
    fn secure_prefers_the_more_visited_of_equal_means() {
        // 0.9 − 4/√16 = −0.1 and 0.6 − 4/√400 = 0.4
        assert_eq!(chosen(&Secure::default(), &[16.0, 400.0], &[0.9, 0.6], true), Choice::Child(1));
        assert_eq!(chosen(&Secure::default(), &[16.0, 17.0], &[0.5, 0.5], true), Choice::Child(1));
        assert_eq!(chosen(&Secure { a: 0.0 }, &[16.0, 400.0], &[0.9, 0.6], true), Choice::Child(0));
    }
}
