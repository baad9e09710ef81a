//! Whether matches can be played, found out before the first game.

use super::seat::Player;
use super::{Contest, Contestant};
use katsura_games::GameSpec;
use katsura_mcts::ConfigError;

/// Remembers which players can play which games: those of many matches are tried once.
#[derive(Default)]
pub struct PlayerCheck {
    tried: Vec<(GameSpec, Contestant)>,
}

impl PlayerCheck {
    /// Starts both players of a match and sends them away again: searches must fit the game, outside programs must start and take it.
    ///
    /// # Errors
    /// If one of them cannot play, or the game is not for two.
    ///
    /// ```
    /// use katsura_games::GameSpec;
    /// use katsura_lab::matches::{Contest, Contestant, Openings, PlayerCheck};
    /// let player = |text| Contestant::parse(text, None).unwrap();
    /// let game = GameSpec::named("tic-tac-toe").unwrap();
    /// let players = [player("uct"), player("gtp: /no/such/program")];
    /// let contest = Contest { game, players, openings: Openings::None, seed: 1, resign: None };
    /// assert!(PlayerCheck::default().check(&contest).unwrap_err().to_string().contains("cannot be started"));
    /// ```
    pub fn check(&mut self, contest: &Contest) -> Result<(), ConfigError> {
        let about = contest.game.about();
        if about.players != 2 {
            let why = format!("a match is between two players, and {} has {}", about.name, about.players);
            return Err(ConfigError::new("game", why));
        }
        for (seat, player) in contest.players.iter().enumerate() {
            let one = (contest.game.clone(), player.clone());
            if !self.tried.contains(&one) {
                Player::new(contest, seat)?;
                self.tried.push(one);
            }
        }
        Ok(())
    }
}
