//! A search of any game, chosen while the program runs.
//!
//! A search is compiled for each game. This crate does that, once, and hands them out as [`Searcher`]s; who wants a search of a game
//! that a [`GameSpec`] names gets it here. It does nothing else, so that nothing of it is compiled anew when a program changes.
//!
//! ```
//! use katsura_games::GameSpec;
//! use katsura_mcts::{Budget, Control, SearchConfig};
//! use katsura_searcher::start_search;
//!
//! let mut search = start_search(&GameSpec::named("tic-tac-toe").unwrap(), &SearchConfig::default()).unwrap();
//! search.run(&Budget::simulations(1000), &Control::new());
//! assert_eq!(search.best(), Some(4), "the centre");
//! ```

pub mod measure;

use katsura_games::{GameSpec, with_game};
use katsura_mcts::{Checked, ConfigError, SearchConfig, Searcher, searcher_of};

/// A search of this game with this configuration.
///
/// # Errors
/// If the configuration does not fit the game.
pub fn start_search(game: &GameSpec, config: &SearchConfig) -> Result<Box<dyn Searcher>, ConfigError> {
    start_checked(game, &config.check(&game.about())?)
}

/// A search of this game with a checked configuration.
///
/// # Errors
/// If it was checked for another game, or asks for more memory than there is.
pub fn start_checked(game: &GameSpec, config: &Checked) -> Result<Box<dyn Searcher>, ConfigError> {
    with_game!(game, game => searcher_of(game, config))
}
