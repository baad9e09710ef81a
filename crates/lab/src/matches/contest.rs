//! What is compared with what.

use super::Openings;
use katsura_engine::PlayerSpec;
use katsura_game::Rng;
use katsura_games::GameSpec;
use katsura_mcts::{Budget, ConfigError, SearchConfig};
use serde::{Deserialize, Serialize};

/// A player with the name it was given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contestant {
    /// As it was written, for example `uct select.explore.c=0.4`.
    pub name: String,
    /// The full configuration, budget included.
    pub config: SearchConfig,
}

impl Contestant {
    /// The contestant of a player's text, with a budget unless it is `None`.
    ///
    /// # Errors
    /// If the text is no player.
    pub fn parse(text: &str, budget: Option<Budget>) -> Result<Self, ConfigError> {
        let player = PlayerSpec::parse(text)?;
        let config = SearchConfig { budget: budget.unwrap_or(player.config.budget), ..player.config };
        Ok(Contestant { name: player.text, config })
    }
}

/// Player a against player b in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contest {
    /// The game.
    pub game: GameSpec,
    /// Player a and player b.
    pub players: [Contestant; 2],
    /// How games begin.
    pub openings: Openings,
    /// The seed from which those of all games come.
    pub seed: u64,
}

impl Contest {
    /// A number that differs for contests that differ in anything.
    pub fn hash(&self) -> u64 {
        let text = serde_json::to_vec(self).unwrap_or_default();
        let version = u64::from(self.game.version());
        let words: Vec<u64> = text.iter().map(|&byte| u64::from(byte)).chain([version]).collect();
        Rng::stream(&words).next_u64()
    }

    /// The seed of a player in a game: `seat` is 0 for player a.
    pub(super) fn seed_of(&self, game: u64, seat: usize) -> u64 {
        Rng::stream(&[self.seed, game, seat as u64]).next_u64()
    }
}
