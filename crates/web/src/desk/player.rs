//! Players that a server lets in: presets and configurations within its limits, no files.

use super::command::PlayerChoice;
use crate::Limits;
use katsura_engine::PlayerSpec;
use katsura_games::GameSpec;
use katsura_mcts::SearchConfig;
use katsura_mcts::config::{path, presets};

/// A player with its name and configuration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Player {
    pub name: String,
    pub config: SearchConfig,
}

impl Player {
    /// The player of a choice; its tree is no larger than the server allows.
    ///
    /// # Errors
    /// If there is no such preset or parameter, or it asks for more threads than there are.
    pub fn new(choice: PlayerChoice, game: &GameSpec, limits: &Limits) -> Result<Self, String> {
        let mut player = match choice {
            PlayerChoice::Text(text) => named(&text, &game.about().name)?,
            PlayerChoice::Configured { name, config } => {
                let config = path::from_value(config).map_err(|error| error.to_string())?;
                Player { name: name.chars().take(80).collect(), config }
            }
        };
        if player.config.parallel.threads() > limits.threads {
            let most = limits.threads;
            return Err(format!("search.parallel.threads: this server has {most}; ask for at most so many"));
        }
        player.config.memory_mib = player.config.memory_mib.min(limits.search_mib);
        katsura_games::with_game!(game, game => player.config.check(game)).map_err(|error| error.to_string())?;
        Ok(player)
    }
}

/// A preset with `key=value`, in the form it has for the game. The first word must be a preset: a path is never opened.
fn named(text: &str, game: &str) -> Result<Player, String> {
    let first = text.split_whitespace().next().unwrap_or_default();
    if !presets().iter().any(|preset| preset.name == first) {
        let known: Vec<&str> = presets().iter().map(|preset| preset.name).collect();
        let shown: String = first.chars().take(40).collect();
        return Err(format!("unknown preset '{shown}'; known: {}", known.join(", ")));
    }
    let spec = PlayerSpec::parse_for(text, game).map_err(|error| error.to_string())?;
    let words: Vec<&str> = text.split_whitespace().filter(|word| !word.starts_with("budget.")).collect();
    Ok(Player { name: words.join(" ").chars().take(80).collect(), config: spec.config })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(text: &str) -> Result<Player, String> {
        let game = GameSpec::named("go").unwrap();
        Player::new(PlayerChoice::Text(text.to_string()), &game, &Limits { threads: 2, ..Limits::default() })
    }

    #[test]
    fn files_are_never_read() {
        for text in ["/etc/passwd", "../secret.toml", "player.toml", "gtp: sh", "uct/../../x.toml", ""] {
            assert!(player(text).unwrap_err().starts_with("unknown preset"), "{text}");
        }
    }

    #[test]
    fn a_preset_has_the_form_of_the_game_and_the_name_without_its_budget() {
        let strong = player("strong budget.simulations=7").unwrap();
        assert_eq!(strong.name, "strong");
        let config = katsura_mcts::config::preset("strong-go").unwrap();
        assert_eq!((strong.config.budget.simulations, &strong.config.playout), (Some(7), &config.playout));
    }

    #[test]
    fn memory_is_bounded_and_threads_are_refused() {
        assert_eq!(player("uct memory_mib=100000").unwrap().config.memory_mib, 256);
        let error = player("uct parallel.kind=tree parallel.threads=64").unwrap_err();
        assert!(error.contains("at most"), "{error}");
        assert!(player("uct select.explore.cc=1").unwrap_err().contains("known here: c, form, kind"));
    }
}
