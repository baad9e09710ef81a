//! What an engine may be told beyond game and player.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How an engine behaves, whoever plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EngineOptions {
    /// Resign when the best move's mean reward is below this; 0 never resigns.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub resign: f64,
    /// Resign only if the best move has at least this many visits.
    pub resign_visits: u32,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// Seconds that an answer may take to arrive.
    #[schemars(range(min = 0.0, max = 60.0))]
    pub lag: f64,
    /// Send pictures of the search to GoGui while it runs.
    pub live_gfx: bool,
    /// Light playouts behind judgements of life and death.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub playouts: u32,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions { resign: 0.0, resign_visits: 500, ponder: false, lag: 0.1, live_gfx: false, playouts: 1000 }
    }
}
