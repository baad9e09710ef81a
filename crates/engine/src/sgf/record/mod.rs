//! Games as typed records: which game, who played, the moves with variations, setups, comments, values and the result.
//!
//! A record is made from a [`GameTree`](super::GameTree) and turned into one again. Moves are texts in the notation of the game, as
//! [`katsura_games::Position::play`] takes them, whatever notation the file had.

mod named_game;
mod outcome;
mod read;
mod replay;
mod write;

#[cfg(test)]
mod tests;

pub use named_game::NamedGame;
pub(super) use named_game::customs;
pub(crate) use outcome::lead;
pub use outcome::{Margin, Outcome, ParseOutcomeError};
pub(crate) use replay::pieces;

use super::dialect::counts_territory;
use super::{At, NodeId, Place, Property, Tree};
use crate::{Color, LineError};
use katsura_games::GameSpec;

/// A game with everything a file says about it.
///
/// ```
/// use katsura_engine::sgf::{GameRecord, read, write};
/// let games = read(b"(;FF[4]GM[tic-tac-toe];B[b2]C[the middle](;W[a1])(;W[b1]))").unwrap();
/// let record = GameRecord::from_tree(&games[0]).unwrap();
/// assert_eq!(record.moves_to(record.end()).unwrap(), ["b2", "a1"]);
/// let text = write(&[record.to_tree().unwrap()]);
/// assert!(text.contains(";B[b2]C[the middle]\n(;W[a1])\n(;W[b1])"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// The game.
    pub game: NamedGame,
    /// Who played, when, and how it ended.
    pub info: Info,
    /// The moves. The root has a setup or nothing; the main line follows the first children.
    pub steps: Tree<Step>,
}

/// Facts about a game as a whole.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// The name of the player with the black pieces.
    pub black: Option<String>,
    /// The name of the player with the white pieces.
    pub white: Option<String>,
    /// How it ended.
    pub result: Option<Outcome>,
    /// The name of the rules.
    pub rules: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// Where it was played.
    pub place: Option<String>,
    /// Where the record comes from.
    pub source: Option<String>,
}

/// One node of a record: at most one move, and what is said about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Step {
    /// Stones put on the board or taken from it before the move.
    pub setup: Setup,
    /// The move.
    pub play: Option<Play>,
    /// The comment, empty if there is none.
    pub comment: String,
    /// Black's chance to win after the move, from 0 to 1.
    pub black_win_rate: Option<f64>,
    /// All other properties, as the file has them.
    pub other: Vec<Property>,
    /// Where the node begins in its file.
    pub place: Place,
}

/// Who did what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// Who.
    pub color: Color,
    /// What.
    pub action: Action,
}

/// What a player did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A move in the notation of the game.
    Move(String),
    /// The exchange of sides after the first move: its stone changes its colour (and in Hex its place), as by
    /// `swap-pieces`.
    Swap,
    /// Resigned.
    Resign,
    /// Forfeited.
    Forfeit,
}

impl Action {
    /// What a move of a game is in a record.
    pub(crate) fn of(mv: &str) -> Action {
        if mv.starts_with("swap") { Action::Swap } else { Action::Move(mv.to_string()) }
    }

    pub(super) fn pass() -> Action {
        Action::Move("pass".to_string())
    }

    /// The text that [`katsura_games::Position::play`] takes, if the action changes the position.
    pub fn as_move(&self) -> Option<&str> {
        match self {
            Action::Move(text) => Some(text),
            Action::Swap => Some("swap"),
            Action::Resign | Action::Forfeit => None,
        }
    }
}

/// Changes of a position other than by moves. Cells are in the notation of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// Cells that get a black piece.
    pub black: Vec<String>,
    /// Cells that get a white piece.
    pub white: Vec<String>,
    /// Cells that become empty.
    pub empty: Vec<String>,
    /// Who is to move.
    pub to_move: Option<Color>,
}

impl Setup {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        *self == Setup::default()
    }

    /// Whether cells get or lose pieces.
    pub(crate) fn changes_cells(&self) -> bool {
        [&self.black, &self.white, &self.empty].into_iter().any(|cells| !cells.is_empty())
    }
}

/// Why a tree is no record, or a record cannot be played or written.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The file's game or its parameters are not known or do not fit.
    #[error("{0}")]
    Game(String),
    /// The game that the root of a file names, or its parameters, are not known or do not fit.
    #[error("{place}: {reason}")]
    Root {
        /// Where the root is.
        place: Place,
        /// What is wrong.
        reason: String,
    },
    /// A property has a value that is none of its game.
    #[error("{at}: {property}[{value}]: expected {expected}")]
    Value {
        /// Where.
        at: At,
        /// The property.
        property: String,
        /// Its value.
        value: String,
        /// What would be accepted.
        expected: &'static str,
    },
    /// A move cannot be played.
    #[error("{at}: {error}")]
    Move {
        /// Where.
        at: At,
        /// Why.
        error: LineError,
    },
    /// A setup cannot be made by moves of the game.
    #[error("{at}: a setup that moves of the game cannot make: {reason}; write the moves that lead to the position instead")]
    Setup {
        /// Where.
        at: At,
        /// What is in the way.
        reason: String,
    },
}

impl RecordError {
    /// What is wrong with the game of a record whose root is there, if it comes from a file.
    fn of_game(place: Place, reason: String) -> Self {
        if place.line > 0 { RecordError::Root { place, reason } } else { RecordError::Game(reason) }
    }
}

impl GameRecord {
    /// A record without moves.
    pub fn new(game: NamedGame) -> Self {
        GameRecord { game, info: Info::default(), steps: Tree::new(Step::default()) }
    }

    /// The game with its parameters.
    ///
    /// # Errors
    /// If the workbench does not know the game, or the game refuses its parameters.
    pub fn spec(&self) -> Result<GameSpec, RecordError> {
        self.game.spec().map_err(|error| RecordError::of_game(self.steps[self.steps.root()].place, error.to_string()))
    }

    /// What the game here does otherwise than the rules that the record names.
    pub fn caveat(&self) -> Option<String> {
        self.info
            .rules
            .as_ref()
            .filter(|rules| counts_territory(&self.game, rules))
            .map(|rules| format!("its rules, {rules}, count territory; the game is played and counted by area here"))
    }

    /// The colour that makes the first move of the game.
    pub fn first(&self) -> Color {
        Color::first_in(&self.game.customs())
    }

    /// The last node of the main line.
    pub fn end(&self) -> NodeId {
        self.steps.line(self.steps.root()).last().unwrap_or(self.steps.root())
    }

    /// Adds a move after a node.
    pub fn add(&mut self, after: NodeId, color: Color, action: Action) -> NodeId {
        self.steps.add(after, Step { play: Some(Play { color, action }), ..Step::default() })
    }

    /// The node that follows `from` by these moves, in the main line or in variations.
    pub fn find<'a>(&self, from: NodeId, moves: impl IntoIterator<Item = &'a str>) -> Option<NodeId> {
        let is_move = |id: &NodeId, text: &str| {
            self.steps[*id]
                .play
                .as_ref()
                .and_then(|play| play.action.as_move())
                .is_some_and(|mv| mv.eq_ignore_ascii_case(text))
        };
        moves.into_iter().try_fold(from, |node, text| self.steps.children(node).find(|child| is_move(child, text)))
    }
}
