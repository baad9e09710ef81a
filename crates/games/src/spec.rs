//! Games as data: what a configuration file says, and the one list of all games.

use crate::breakthrough::Breakthrough;
use crate::connect_four::ConnectFour;
use crate::go;
use crate::gomoku::Gomoku;
use crate::havannah::Havannah;
use crate::hex::Hex;
use crate::kuhn::Kuhn;
use crate::leduc::Leduc;
use crate::liars_dice::LiarsDice;
use crate::morpion::Morpion;
use crate::nim::Nim;
use crate::phantom_ttt::PhantomTtt;
use crate::position::Position;
use crate::reversi::Reversi;
use crate::rule_file::RuleFile;
use crate::samegame::SameGame;
use crate::sliding_puzzle::SlidingPuzzle;
use crate::sokoban::Sokoban;
use crate::sudoku::Sudoku;
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
    /// Tiles with numbers that slide into a gap.
    SlidingPuzzle(SlidingPuzzle),
    /// A grid in which every row, column and box has every value once.
    Sudoku(Sudoku),
    /// Points that are added to a cross, each to complete a line.
    Morpion(Morpion),
    /// Boxes that a keeper pushes to their goals.
    Sokoban(Sokoban),
    /// Groups of one colour, taken from a board that falls together; for one player.
    #[serde(rename = "samegame")]
    SameGame(SameGame),
    /// Poker with one card each and one chip to bet.
    Kuhn(Kuhn),
    /// Poker with one card each, one on the table, and two rounds of betting.
    Leduc(Leduc),
    /// Bids on what all hidden dice show.
    LiarsDice(LiarsDice),
    /// Tic-tac-toe in which nobody sees the other's marks.
    PhantomTtt(PhantomTtt),
    /// A boat on a lake whose wind turns.
    Sailing(Sailing),
    /// A game whose rules are read from a file.
    Rules(RuleFile),
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
            $crate::GameSpec::SlidingPuzzle($game) => $body,
            $crate::GameSpec::Sudoku($game) => $body,
            $crate::GameSpec::Morpion($game) => $body,
            $crate::GameSpec::Sokoban($game) => $body,
            $crate::GameSpec::SameGame(rules) => match &rules.size_class() {
                $crate::samegame::SizeClass::To15($game) => $body,
                $crate::samegame::SizeClass::To20($game) => $body,
            },
            $crate::GameSpec::Kuhn($game) => $body,
            $crate::GameSpec::Leduc($game) => $body,
            $crate::GameSpec::LiarsDice($game) => $body,
            $crate::GameSpec::PhantomTtt($game) => $body,
            $crate::GameSpec::Sailing($game) => $body,
            $crate::GameSpec::Rules(file) => match file.game() {
                $game => $body,
            },
            $crate::GameSpec::Travel($game) => $body,
        }
    };
}

impl GameSpec {
    /// Every game with its default parameters, in the order of the documentation. Games that are read from files are not among them: which
    /// there are, only their files know.
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
            GameSpec::SlidingPuzzle(SlidingPuzzle::default()),
            GameSpec::Sudoku(Sudoku::default()),
            GameSpec::Morpion(Morpion::default()),
            GameSpec::Sokoban(Sokoban::default()),
            GameSpec::SameGame(SameGame::default()),
            GameSpec::Kuhn(Kuhn::default()),
            GameSpec::Leduc(Leduc::default()),
            GameSpec::LiarsDice(LiarsDice::default()),
            GameSpec::PhantomTtt(PhantomTtt::default()),
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
