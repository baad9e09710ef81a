//! A game by name, with the parameters that a file gives.

use crate::setup;
use katsura_game::Customs;
use katsura_games::{GameSpec, RuleFile};
use katsura_mcts::ConfigError;
use serde_json::{Map, Value as Json};

/// A game by name and parameters: what a file says, whether or not there is such a game here.
///
/// ```
/// use katsura_engine::sgf::NamedGame;
/// use katsura_games::GameSpec;
/// let spec = GameSpec::named("tic-tac-toe").unwrap();
/// let game = NamedGame::of(&spec);
/// assert_eq!(game.name, "tic-tac-toe");
/// assert_eq!(game.spec().unwrap(), spec);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct NamedGame {
    /// The name, as in [`GameSpec::named`].
    pub name: String,
    /// The parameters that are known, by their names in configuration files.
    pub parameters: Map<String, Json>,
}

impl NamedGame {
    /// The game as people write it: by its name, or by the file of its rules.
    ///
    /// ```
    /// use katsura_engine::sgf::NamedGame;
    /// assert_eq!(NamedGame::written("hex").name, "hex");
    /// assert_eq!(NamedGame::written("my/hex.kif").parameters["file"], "my/hex.kif");
    /// ```
    pub fn written(text: &str) -> Self {
        if RuleFile::is_named(text) {
            let file = ("file".to_string(), Json::String(text.to_string()));
            return NamedGame { name: RuleFile::GAME.to_string(), parameters: Map::from_iter([file]) };
        }
        NamedGame { name: text.to_string(), parameters: Map::new() }
    }

    /// The name and the parameters of a game.
    pub fn of(spec: &GameSpec) -> Self {
        let mut parameters = match serde_json::to_value(spec) {
            Ok(Json::Object(fields)) => fields,
            _ => Map::new(),
        };
        parameters.remove("name");
        NamedGame { name: spec.about().name.into_owned(), parameters }
    }

    /// The game with these parameters, and its defaults for the others.
    ///
    /// # Errors
    /// If the name, a parameter or a value is not known; the error names what is.
    pub fn spec(&self) -> Result<GameSpec, ConfigError> {
        setup::game(Json::Object(self.fields()))
    }

    /// How the game is known; nothing unusual is known of a game that is not here.
    pub(crate) fn customs(&self) -> Customs {
        customs(&self.name)
    }

    fn fields(&self) -> Map<String, Json> {
        let mut fields = Map::from_iter([("name".to_string(), Json::String(self.name.clone()))]);
        fields.extend(self.parameters.clone());
        fields
    }

    /// Whether both are the same game with the same parameters.
    pub(crate) fn same(&self, other: &NamedGame) -> bool {
        match (self.spec(), other.spec()) {
            (Ok(a), Ok(b)) => a == b,
            _ => self == other,
        }
    }

    /// Reads `{"name": …, parameters …}`.
    pub(crate) fn from_json(text: &str) -> Option<Self> {
        let mut parameters: Map<String, Json> = serde_json::from_str(text).ok()?;
        match parameters.remove("name") {
            Some(Json::String(name)) => Some(NamedGame { name, parameters }),
            _ => None,
        }
    }

    /// Writes what [`from_json`](NamedGame::from_json) reads.
    pub(crate) fn to_json(&self) -> String {
        Json::Object(self.fields()).to_string()
    }
}

/// How the game of a name is known.
pub(crate) fn customs(game: &str) -> Customs {
    GameSpec::named(game).map_or_else(|_| Customs::titled(game.to_string()), |spec| spec.customs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn unknown_games_and_parameters_are_named() {
        let game =
            |name: &str, fields: Json| NamedGame { name: name.to_string(), parameters: fields.as_object().unwrap().clone() };
        assert!(game("tic-tac-toe", json!({})).spec().is_ok());
        let message = |name, fields| game(name, fields).spec().unwrap_err().to_string();
        assert!(message("tic-tac-toe", json!({"size": 4})).contains("size"));
        let message = message("whist", json!({}));
        assert!(message.contains("whist") && message.contains("tic-tac-toe"), "{message}");
    }

    #[test]
    fn a_game_survives_json() {
        let game = NamedGame { name: "go".into(), parameters: Map::from_iter([("size".into(), json!(9))]) };
        assert_eq!(NamedGame::from_json(&game.to_json()), Some(game));
        assert_eq!(NamedGame::from_json("{\"size\": 9}"), None);
        assert_eq!(NamedGame::from_json("nonsense"), None);
    }
}
