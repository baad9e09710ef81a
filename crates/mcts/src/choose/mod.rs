//! The move that is played after the search.
//!
//! Names and definitions after [chaslot2008, sec. 3.4] and [browne2012]; the agents without search are those of [seksaoui].
//!
//! | file | rule |
//! |---|---|
//! | `max.rs` | max child: the highest mean |
//! | `robust.rs` | robust child: the most visits |
//! | `max_robust.rs` | both, or more search |
//! | `secure.rs` | secure child: the highest lower bound |
//! | `rave.rs` | the highest mixture of mean and AMAF value |
//! | `temperature.rs` | drawn by visits |
//! | `unsearched.rs` | any move, without search |
//! | `any.rs` | the choice of a rule as data |

mod any;
mod max;
mod max_robust;
mod rave;
mod robust;
mod secure;
mod temperature;
mod unsearched;

pub use any::AnyChoose;
pub use max::Max;
pub use max_robust::MaxRobust;
pub use rave::RaveChild;
pub use robust::{Robust, lead};
pub use secure::Secure;
pub use temperature::Temperature;
pub use unsearched::Unsearched;

use crate::needs::Needs;
use crate::select::argmax;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// The lines of this kind on the page of techniques.
pub(crate) const TECHNIQUES: &[&[Technique]] = &[
    max::TECHNIQUES,
    robust::TECHNIQUES,
    max_robust::TECHNIQUES,
    secure::TECHNIQUES,
    rave::TECHNIQUES,
    temperature::TECHNIQUES,
    unsearched::TECHNIQUES,
];

/// What to do now that the budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Play the move of this child of the root.
    Child(usize),
    /// The rule wants more: search on, within its limit.
    KeepSearching,
    /// Play any legal move.
    AnyLegal,
    /// Play any move of the light playout.
    AnyPlayout,
}

/// What a search must know of a rule for the final move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChooseTraits {
    /// The rule looks at the tree. If not, no simulation is made.
    pub wants_search: bool,
    /// How many times its budget a search may take if the rule wants more.
    pub patience: f64,
    /// The rule asks to end a search [for a move](crate::Search::think) as soon as its choice
    /// [is certain](Choose::is_certain).
    pub may_end_early: bool,
}

impl Default for ChooseTraits {
    fn default() -> Self {
        ChooseTraits { wants_search: true, patience: 1.0, may_end_early: false }
    }
}

/// Chooses the move to play from the children of the root.
pub trait Choose: Send + Sync {
    /// What a search must know of the rule.
    fn traits(&self) -> ChooseTraits {
        ChooseTraits::default()
    }

    /// The statistics the rule reads.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// The choice. `last` is true when there is no more search to be had.
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, last: bool) -> Choice;

    /// Whether the choice will be the same whatever comes of the simulations that are `left`, unless one of them proves
    /// something.
    fn is_certain(&self, _root: &NodeView<'_>, _left: f64) -> bool {
        false
    }
}

/// The children that have visits, or all if none has.
fn best_visited(root: &NodeView<'_>, rng: &mut Rng, score: impl Fn(usize) -> f32) -> usize {
    let visits = &root.children.visits;
    let any = visits.iter().any(|&visits| visits > 0.0);
    let scores: Vec<f32> =
        (0..visits.len()).map(|i| if !any || visits[i] > 0.0 { score(i) } else { f32::NEG_INFINITY }).collect();
    argmax(&scores, rng)
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::tree::Children;

    pub(super) fn chosen(rule: &impl Choose, visits: &[f32], value: &[f32], last: bool) -> Choice {
        let children = Children::of(visits, value);
        rule.choose(&NodeView::new(visits.iter().sum(), &children), &mut Rng::new(1), last)
    }
}
