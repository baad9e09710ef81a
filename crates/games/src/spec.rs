//! Games as data: what a configuration file says, and the one list of all games.

use crate::breakthrough::Breakthrough;
use crate::connect_four::ConnectFour;
use crate::go;
use crate::gomoku::Gomoku;
use crate::havannah::Havannah;
use crate::hex::Hex;
use crate::nim::Nim;
use crate::position::Position;
use crate::reversi::Reversi;
use crate::tic_tac_toe::TicTacToe;
use katsura_game::{About, Customs, Game};
use katsura_planning::exact::{ExactError, Solution, Solved};
use katsura_planning::sailing::Sailing;
use katsura_planning::travel::Travel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A game with its parameters, as in `game = { name = "tic-tac-toe" }`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum GameSpec {
    /// Go: surround more of the board.
    Go(go::Rules),
    /// Rings, bridges and forks on a hexagonal board.
    Havannah(Havannah),
    /// Joining opposite sides of a rhombus of hexagons.
    Hex(Hex),
    /// Discs that turn over what they enclose.
    Reversi(Reversi),
    /// Four in a line on a standing board.
    ConnectFour(ConnectFour),
    /// Five in a row, freestyle.
    Gomoku(Gomoku),
    /// Pieces that race to the far row.
    Breakthrough(Breakthrough),
    /// Three in a row on a 3x3 board.
    TicTacToe(TicTacToe),
    /// Take objects from a heap; the last one wins.
    Nim(Nim),
    /// A boat on a lake whose wind turns.
    Sailing(Sailing),
    /// From place to place by roads that may be closed.
    Travel(Travel),
}

/// Runs code compiled for the game that a [`GameSpec`] names: `with_game!(&spec, game => expression)`.
///
/// ```
/// use katsura_game::{About, Customs, Game};
/// use katsura_games::{GameSpec, with_game};
/// let spec = GameSpec::named("tic-tac-toe").unwrap();
/// assert_eq!(with_game!(&spec, game => game.about().players), 2);
/// ```
#[macro_export]
macro_rules! with_game {
    ($spec:expr, $game:ident => $body:expr) => {
        match $spec {
            $crate::GameSpec::Go(rules) => match &rules.size_class() {
                $crate::go::SizeClass::To9($game) => $body,
                $crate::go::SizeClass::To13($game) => $body,
                $crate::go::SizeClass::To19($game) => $body,
                $crate::go::SizeClass::To25($game) => $body,
            },
            $crate::GameSpec::Havannah($game) => $body,
            $crate::GameSpec::Hex($game) => $body,
            $crate::GameSpec::Reversi($game) => $body,
            $crate::GameSpec::ConnectFour($game) => $body,
            $crate::GameSpec::Gomoku($game) => $body,
            $crate::GameSpec::Breakthrough($game) => $body,
            $crate::GameSpec::TicTacToe($game) => $body,
            $crate::GameSpec::Nim($game) => $body,
            $crate::GameSpec::Sailing($game) => $body,
            $crate::GameSpec::Travel($game) => $body,
        }
    };
}

impl GameSpec {
    /// Every game with its default parameters, in the order of the documentation.
    pub fn all() -> Vec<GameSpec> {
        vec![
            GameSpec::Go(go::Rules::default()),
            GameSpec::Havannah(Havannah::default()),
            GameSpec::Hex(Hex::default()),
            GameSpec::Reversi(Reversi::default()),
            GameSpec::ConnectFour(ConnectFour::default()),
            GameSpec::Gomoku(Gomoku::default()),
            GameSpec::Breakthrough(Breakthrough::default()),
            GameSpec::TicTacToe(TicTacToe::default()),
            GameSpec::Nim(Nim::default()),
            GameSpec::Sailing(Sailing::default()),
            GameSpec::Travel(Travel::default()),
        ]
    }

    /// The game of this name with its default parameters.
    ///
    /// # Errors
    /// [`UnknownGame`] names the games there are.
    pub fn named(name: &str) -> Result<GameSpec, UnknownGame> {
        Self::all().into_iter().find(|spec| spec.about().name == name).ok_or_else(|| UnknownGame(name.to_string()))
    }

    /// What the game says of itself.
    pub fn about(&self) -> About {
        with_game!(self, game => game.about())
    }

    /// How people and files know the game.
    pub fn customs(&self) -> Customs {
        with_game!(self, game => game.customs())
    }

    /// The exact values of a problem for one player with at most so many positions.
    ///
    /// # Errors
    /// [`ExactError`] says why there are none.
    pub fn solve_exactly(&self, most: usize) -> Result<Box<dyn Solution>, ExactError> {
        with_game!(self, game => Ok(Box::new(Solved::new(game, most)?)))
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
        let known: Vec<_> = GameSpec::all().iter().map(|spec| spec.about().name).collect();
        write!(f, "unknown game '{}': known are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownGame {}
