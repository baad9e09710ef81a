//! A player at the board.

use super::Contest;
use katsura_engine::player::start_search;
use katsura_mcts::{Budget, ConfigError, Control, Searcher};

/// A player at the board: a search that follows the game.
pub(super) struct Player {
    searcher: Box<dyn Searcher>,
    budget: Budget,
}

impl Player {
    pub(super) fn new(contest: &Contest, seat: usize) -> Result<Self, ConfigError> {
        let config = &contest.players[seat].config;
        Ok(Player { searcher: start_search(&contest.game, config)?, budget: config.budget })
    }

    /// A new game with this seed.
    pub(super) fn begin(&mut self, seed: u64) {
        self.searcher.reseed(seed);
        let start = self.searcher.restart(&[]);
        debug_assert!(start.is_ok(), "the start position is always reached");
    }

    /// The number of the move to play; `None` when the game is over.
    pub(super) fn choose(&mut self, control: &Control) -> Option<usize> {
        self.searcher.run(&self.budget, control);
        self.searcher.best()
    }

    /// A move was made, by whomever.
    pub(super) fn watch(&mut self, index: usize) {
        let known = self.searcher.advance(index);
        debug_assert!(known.is_ok(), "referee and player agree on what is legal");
    }
}
