//! Players that a server lets in: presets and configurations within its limits, no files.

use super::command::PlayerChoice;
use crate::Limits;
use katsura_engine::PlayerSpec;
use katsura_games::GameSpec;
use katsura_mcts::config::{Problem, path, presets};
use katsura_mcts::{Checked, SearchConfig};

/// A player with its name and configuration, which fits the game of the desk.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Player {
    pub name: String,
    pub config: Checked,
}

impl Player {
    /// The player of a choice; its tree is no larger than the server allows.
    ///
    /// # Errors
    /// If there is no such preset or parameter, or it asks for more threads than there are.
    pub fn new(choice: PlayerChoice, game: &GameSpec, limits: &Limits) -> Result<Self, String> {
        let about = game.about();
        let (name, mut config) = match choice {
            PlayerChoice::Text(text) => named(&text, &about.name)?,
            PlayerChoice::Configured { name, config } => {
                (name, path::from_value(config).map_err(|error| error.to_string())?)
            }
        };
        if config.parallel.threads() > limits.threads {
            let most = limits.threads;
            return Err(format!("search.parallel.threads: this server has {most}; ask for at most so many"));
        }
        config.memory_mib = config.memory_mib.min(limits.search_mib);
        let config = config.check(&about).map_err(|error| error.to_string())?;
        Ok(Player { name: name.chars().take(80).collect(), config })
    }

    /// The player at another game, if it can play that.
    pub fn at(self, game: &GameSpec) -> Option<Self> {
        let config = self.config.config().check(&game.about()).ok()?;
        Some(Player { config, ..self })
    }
}

/// A preset with `key=value`, in the form it has for the game, and its name. The first word must be a preset: a path is
/// never opened.
fn named(text: &str, game: &str) -> Result<(String, SearchConfig), String> {
    let first = text.split_whitespace().next().unwrap_or_default();
    if !presets().iter().any(|preset| preset.name == first) {
        let known = presets().iter().map(|preset| preset.name.to_string()).collect();
        return Err(Problem::UnknownPreset { name: first.chars().take(40).collect(), known }.to_string());
    }
    let spec = PlayerSpec::parse_for(text, game).map_err(|error| error.to_string())?;
    let words: Vec<&str> = text.split_whitespace().filter(|word| !word.starts_with("budget.")).collect();
    Ok((words.join(" "), spec.config))
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
