//! Players as people write them.

use katsura_games::GameSpec;
use katsura_mcts::config::file::ConfigFile;
use katsura_mcts::config::{Problem, path, preset, preset_for};
use katsura_mcts::{ConfigError, SearchConfig};
pub use katsura_searcher::{start_checked, start_search};
use std::path::Path;

/// A player: a search with its configuration.
///
/// Written `preset`, `preset key=value key=value`, or `path/to/player.toml`, which may be followed by `key=value` as well.
/// Keys are dotted names of parameters.
///
/// ```
/// use katsura_engine::PlayerSpec;
/// let player = PlayerSpec::parse("uct select.explore.c=0.4 seed=7").unwrap();
/// assert_eq!(player.config.seed, 7);
/// assert!(PlayerSpec::parse("utc").unwrap_err().to_string().contains("known: random"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// As it was written.
    pub text: String,
    /// The configuration.
    pub config: SearchConfig,
    /// The game a configuration file names, if any.
    pub game: Option<GameSpec>,
}

impl PlayerSpec {
    /// Reads a player.
    ///
    /// # Errors
    /// If the preset, the file or a key is not known; the error names what is.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        WrittenPlayer::read(text)?.player(preset)
    }

    /// Reads a player of a game: a preset that has a form of its own for the game, as `strong` has, is that.
    ///
    /// # Errors
    /// As [`parse`](PlayerSpec::parse).
    ///
    /// ```
    /// use katsura_engine::PlayerSpec;
    /// let strong = PlayerSpec::parse_for("strong seed=7", "go").unwrap();
    /// assert_eq!(strong.config, PlayerSpec::parse("strong-go seed=7").unwrap().config);
    /// ```
    pub fn parse_for(text: &str, game: &str) -> Result<Self, ConfigError> {
        WrittenPlayer::read(text)?.player_for(game)
    }

    /// Whether the words after the preset or the file set a parameter, or a part of it.
    ///
    /// ```
    /// use katsura_engine::PlayerSpec;
    /// let player = PlayerSpec::parse("uct search.budget.simulations=100").unwrap();
    /// assert!(player.sets("budget") && !player.sets("seed"));
    /// ```
    pub fn sets(&self, parameter: &str) -> bool {
        let key = |word: &str| word.split(['.', '=']).next() == Some(parameter);
        self.text.split_whitespace().skip(1).any(|word| key(word.trim_start_matches("search.")))
    }
}

/// A player as it was written, with its file read, before the game is known: the file may name it.
#[derive(Clone, Debug)]
pub struct WrittenPlayer {
    text: String,
    base: Base,
    game: Option<GameSpec>,
}

#[derive(Clone, Debug)]
enum Base {
    Preset(String),
    File(Box<SearchConfig>),
}

impl WrittenPlayer {
    /// Reads a player's file, if it is one.
    ///
    /// # Errors
    /// If there is no such file or it says something wrong, or if it is the text of an outside program.
    ///
    /// ```
    /// use katsura_engine::player::WrittenPlayer;
    /// let written = WrittenPlayer::read("strong seed=7").unwrap();
    /// assert!(written.game().is_none(), "a preset names no game");
    /// assert_eq!(written.player_for("hex").unwrap().config.seed, 7);
    /// ```
    pub fn read(text: &str) -> Result<Self, ConfigError> {
        let name = text.split_whitespace().next();
        let name = name.ok_or_else(|| ConfigError::of("", Problem::wrong_type("a preset or a file", "nothing")))?;
        if name.starts_with("gtp:") {
            return Err(ConfigError::of("", Problem::OutsideProgram { command: name.to_string() }));
        }
        let text = text.trim().to_string();
        if !name.ends_with(".toml") && !name.contains('/') {
            return Ok(WrittenPlayer { base: Base::Preset(name.to_string()), text, game: None });
        }
        let file = ConfigFile::read(Path::new(name))?;
        let game = file.game.clone().map(crate::setup::game).transpose().map_err(|error| file.locate(error))?;
        Ok(WrittenPlayer { base: Base::File(Box::new(file.search)), text, game })
    }

    /// The game that its file names, if any.
    pub fn game(&self) -> Option<&GameSpec> {
        self.game.as_ref()
    }

    /// The player of a game, by name.
    ///
    /// # Errors
    /// If the preset or a key is not known; the error names what is.
    pub fn player_for(self, game: &str) -> Result<PlayerSpec, ConfigError> {
        self.player(|name| preset_for(name, game))
    }

    fn player(self, preset: impl Fn(&str) -> Result<SearchConfig, ConfigError>) -> Result<PlayerSpec, ConfigError> {
        let mut config = match self.base {
            Base::Preset(name) => preset(&name)?,
            Base::File(config) => *config,
        };
        for word in self.text.split_whitespace().skip(1) {
            let (key, value) = split_assignment(word)?;
            config = path::set(&config, key, value)?;
        }
        Ok(PlayerSpec { text: self.text, config, game: self.game })
    }
}

/// Splits `key=value`.
///
/// # Errors
/// If there is no `=`, or nothing before it.
pub fn split_assignment(word: &str) -> Result<(&str, &str), ConfigError> {
    match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key, value)),
        _ => Err(ConfigError::of("", Problem::wrong_type("key=value", format!("'{word}'")))),
    }
}
