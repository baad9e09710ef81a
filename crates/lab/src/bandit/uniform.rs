//! Any arm.

use super::policy::Index;
use super::table::Tally;
use katsura_game::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pulls an arm chosen uniformly: the policy that learns nothing from the rewards, for comparison.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Uniform {}

impl Index for Uniform {
    fn choose(&self, tally: &Tally, _scores: &mut [f64], rng: &mut Rng) -> usize {
        rng.index(tally.arms())
    }
}
