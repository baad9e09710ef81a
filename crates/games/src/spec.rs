//! Games as data: what a configuration file says, and the one list of all games.

use crate::havannah::Havannah;
use crate::hex::Hex;
use crate::position::Position;
use crate::tic_tac_toe::TicTacToe;
use katsura_game::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A game with its parameters, as in `game = { name = "tic-tac-toe" }`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum GameSpec {
    /// Rings, bridges and forks on a hexagonal board.
    Havannah(Havannah),
    /// Joining opposite sides of a rhombus of hexagons.
    Hex(Hex),
    /// Three in a row on a 3x3 board.
    TicTacToe(TicTacToe),
}

/// Runs code compiled for the game that a [`GameSpec`] names: `with_game!(&spec, game => expression)`.
///
/// ```
/// use katsura_game::Game;
/// use katsura_games::{GameSpec, with_game};
/// let spec = GameSpec::named("tic-tac-toe").unwrap();
/// assert_eq!(with_game!(&spec, game => game.move_count()), 9);
/// ```
#[macro_export]
macro_rules! with_game {
    ($spec:expr, $game:ident => $body:expr) => {
        match $spec {
            $crate::GameSpec::Havannah($game) => $body,
            $crate::GameSpec::Hex($game) => $body,
            $crate::GameSpec::TicTacToe($game) => $body,
        }
    };
}

impl GameSpec {
    /// Every game with its default parameters, in the order of the documentation.
    pub fn all() -> Vec<GameSpec> {
        vec![
            GameSpec::Havannah(Havannah::default()),
            GameSpec::Hex(Hex::default()),
            GameSpec::TicTacToe(TicTacToe::default()),
        ]
    }

    /// The game of this name with its default parameters.
    ///
    /// # Errors
    /// [`UnknownGame`] names the games there are.
    pub fn named(name: &str) -> Result<GameSpec, UnknownGame> {
        Self::all().into_iter().find(|spec| spec.name() == name).ok_or_else(|| UnknownGame(name.to_string()))
    }

    /// The game's name.
    pub fn name(&self) -> &'static str {
        fn name_of<G: Game>(_: &G) -> &'static str {
            G::NAME
        }
        with_game!(self, game => name_of(game))
    }

    /// The game's version.
    pub fn version(&self) -> u32 {
        fn version_of<G: Game>(_: &G) -> u32 {
            G::VERSION
        }
        with_game!(self, game => version_of(game))
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        with_game!(self, game => game.players())
    }

    /// The position before the first move.
    pub fn start(&self) -> Box<dyn Position> {
        with_game!(self, game => Box::new(game.start()))
    }
}

/// There is no game of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = GameSpec::all().iter().map(GameSpec::name).collect();
        write!(f, "unknown game '{}': known are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownGame {}
