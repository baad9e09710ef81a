//! A configuration that may be run.

use super::{ConfigError, Part, Problem, SearchConfig, fit};
use crate::core::Policies;
use katsura_game::About;
use std::ops::Deref;

/// A configuration of which every parameter lies in its range, whose parts go together, and which fits a game. There is no
/// other way to one than [`SearchConfig::check`], and a search is made of nothing else.
///
/// ```
/// use katsura_game::Game;
/// use katsura_games::tic_tac_toe::TicTacToe;
/// use katsura_mcts::{Search, SearchConfig};
///
/// let checked = SearchConfig::default().check(&TicTacToe {}.about()).unwrap();
/// assert_eq!(checked.seed, 1);
/// let search = Search::of(&TicTacToe {}, &checked.with_seed(7)).unwrap();
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    config: SearchConfig,
    about: About,
}

impl SearchConfig {
    /// Checks every parameter against its range, that the parts go together, and that the configuration fits the game.
    ///
    /// # Errors
    /// [`ConfigError`] names the parameter and what is accepted.
    pub fn check(&self, about: &About) -> Result<Checked, ConfigError> {
        self.check_ranges().and_then(|()| self.check_fit(about)).map_err(|error| error.under("search"))?;
        fit::check(self, &Policies::new(self, about), about)?;
        Ok(Checked { config: self.clone(), about: about.clone() })
    }
}

impl Checked {
    /// The configuration.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// The game it fits.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The same with another seed: every seed is good.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        let mut other = self.clone();
        other.config.seed = seed;
        other
    }

    /// Refuses policies that the rest of the configuration, or the game, does not allow: they need not be those that were checked with it.
    ///
    /// # Errors
    /// If they are not allowed.
    pub(crate) fn goes_with(&self, policies: &Policies) -> Result<(), ConfigError> {
        fit::check(&self.config, policies, &self.about)
    }

    /// Refuses another game than the one it was checked for.
    ///
    /// # Errors
    /// If it is another.
    pub(crate) fn is_for(&self, about: &About) -> Result<(), ConfigError> {
        if self.about == *about {
            return Ok(());
        }
        let why = format!("was checked for {}, and this is {}", self.about.name, about.name);
        Err(ConfigError::of("search", Problem::Unfit(why)))
    }
}

impl Deref for Checked {
    type Target = SearchConfig;

    fn deref(&self) -> &SearchConfig {
        &self.config
    }
}
