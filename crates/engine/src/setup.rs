//! Games as people write them: a name and `key=value` pairs, or the table `game` of a configuration file.

use crate::sgf::NamedGame;
use katsura_games::GameSpec;
use katsura_mcts::ConfigError;
use katsura_mcts::config::path::parse_value;
use katsura_mcts::config::schema::Schema;
use serde_json::Value;
use std::sync::LazyLock;

static SCHEMA: LazyLock<Schema> = LazyLock::new(Schema::of::<GameSpec>);

/// The game of a table such as `{ name = "go", size = 9 }`.
///
/// # Errors
/// If the name, a key or a value is not known; the error names what is.
///
/// ```
/// use katsura_engine::setup::game;
/// let spec = game(serde_json::json!({ "name": "tic-tac-toe" })).unwrap();
/// assert_eq!(spec.about().name, "tic-tac-toe");
/// assert!(game(serde_json::json!({ "name": "tic-tac-toe", "size": 4 })).is_err());
/// ```
pub fn game(table: Value) -> Result<GameSpec, ConfigError> {
    SCHEMA.check(&table, "game")?;
    serde_json::from_value(table).map_err(|error| ConfigError::new("game", error.to_string()))
}

/// The game of a name or of a rule file, with some parameters set.
///
/// # Errors
/// As [`game`].
///
/// ```
/// use katsura_engine::setup::game_with;
/// let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/examples/nim.kif");
/// assert_eq!(game_with(file, &[]).unwrap().customs().title, "nim");
/// ```
pub fn game_with(name: &str, parameters: &[(String, String)]) -> Result<GameSpec, ConfigError> {
    let mut game = NamedGame::written(name);
    game.parameters.extend(parameters.iter().map(|(key, value)| (key.clone(), parse_value(value))));
    game.spec()
}

/// The game on the board that a person is offered first.
///
/// ```
/// use katsura_engine::setup::at_first;
/// use katsura_games::GameSpec;
/// let go = at_first(&GameSpec::named("go").unwrap());
/// assert_eq!(go.about().move_count(), Some(9 * 9 + 1));
/// ```
pub fn at_first(game: &GameSpec) -> GameSpec {
    let size = game.customs().first_size.map(|size| ("size".to_string(), size.to_string()));
    let first = size.and_then(|size| game_with(&game.about().name, &[size]).ok());
    first.unwrap_or_else(|| game.clone())
}

/// The komi that the game has for a number of points. Every number is good: between two halves it decides as the half between the same points, and
/// beyond all scores it does not matter how far.
pub(crate) fn komi(points: f64) -> f64 {
    let points = points.clamp(-1000.0, 1000.0);
    if (points * 2.0).fract() == 0.0 { points } else { points.floor() + 0.5 }
}
