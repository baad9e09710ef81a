//! Moves at random, without search: the agents of the student report [seksaoui].

use super::{Choice, Choose, ChooseTraits};
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Random and wise random agents",
    formula: "any legal move; any move of the light playout",
    citation: "seksaoui",
    config: "search.choose = { kind = 'wise_random' }",
    sources: "student 2, student 3",
    test: "players_without_search_make_no_simulation",
    file: file!(),
}];

/// The same choice whatever the tree says, so that no simulation is made: any legal move, or any move of the light playout [seksaoui].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsearched(pub Choice);

impl Choose for Unsearched {
    fn traits(&self) -> ChooseTraits {
        ChooseTraits { wants_search: false, ..ChooseTraits::default() }
    }

    fn choose(&self, _root: &NodeView<'_>, _rng: &mut Rng, _last: bool) -> Choice {
        self.0
    }
}
