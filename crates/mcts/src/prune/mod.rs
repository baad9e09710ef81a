//! Which children selection may look at.

use crate::custom::Custom;
use crate::tree::NodeView;
use katsura_game::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Closes children, for good or for a while. Selection chooses among the open ones.
pub trait Prune: Send + Sync {
    /// Whether the rule ever closes a child. If not, it costs nothing.
    fn is_active(&self) -> bool {
        true
    }

    /// Marks the closed children. At least one must stay open.
    fn review(&self, node: &NodeView<'_>, rng: &mut Rng, closed: &mut [bool]);
}

/// Any pruning rule: `[search.prune]`.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyPrune {
    /// All children stay open.
    #[default]
    None,
    /// A rule of another crate.
    #[serde(skip)]
    Custom(Custom<dyn Prune>),
}

impl Prune for AnyPrune {
    #[inline]
    fn is_active(&self) -> bool {
        match self {
            AnyPrune::None => false,
            AnyPrune::Custom(rule) => rule.is_active(),
        }
    }

    fn review(&self, node: &NodeView<'_>, rng: &mut Rng, closed: &mut [bool]) {
        match self {
            AnyPrune::None => {}
            AnyPrune::Custom(rule) => rule.review(node, rng, closed),
        }
    }
}
