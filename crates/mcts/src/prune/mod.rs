//! Which children selection may look at.
//!
//! | file | technique |
//! |---|---|
//! | `progressive.rs` | progressive pruning: closes what is statistically inferior, hard or soft |
//! | `unpruning.rs` | progressive unpruning: few children at first, more with the visits |
//! | `widening.rs` | progressive widening, by Coulom's thresholds or by a power of the visits |
//! | `any.rs` | the choice of a rule as data |

mod any;
mod progressive;
mod unpruning;
mod widening;

pub use any::{AnyPrune, NoPruning};
pub use progressive::{ProgressivePruning, PruningForm};
pub use unpruning::ProgressiveUnpruning;
pub use widening::{PowerWidening, ProgressiveWidening};

use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// The lines of this kind on the page of techniques.
pub(crate) const TECHNIQUES: &[&[Technique]] = &[progressive::TECHNIQUES, unpruning::TECHNIQUES, widening::TECHNIQUES];

/// Closes children, for good or for a while. Selection chooses among the open ones.
pub trait Prune: Send + Sync {
    /// Whether the rule ever closes a child. If not, it costs nothing.
    fn is_active(&self) -> bool {
        true
    }

    /// The statistics the rule reads. With [`Needs::CLOSED`] the tree remembers what is closed, with [`Needs::ORDERED`] the
    /// children stand in the order of their priors.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// Marks the closed children. At least one must stay open. `closed` starts with what the tree remembers, or with all
    /// open.
    fn review(&self, node: &NodeView<'_>, rng: &mut Rng, closed: &mut [bool]);

    /// Whether more search would not change the choice at the root. It is asked now and then, and ends the search.
    fn should_stop(&self, _root: &NodeView<'_>, _closed: &[bool]) -> bool {
        false
    }
}

/// Leaves the first children open, at least one, and closes the others.
#[inline]
fn open_first(count: usize, closed: &mut [bool]) {
    for (place, closed) in closed.iter_mut().enumerate() {
        *closed = place >= count.max(1);
    }
}
