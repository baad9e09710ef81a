//! Why a command failed, in the words of the protocol.

use katsura_games::PositionError;

/// Why a command failed. The texts of the standard ones are those that controllers compare with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// There is no such command.
    #[error("unknown command")]
    UnknownCommand,
    /// The arguments are missing or of the wrong kind.
    #[error("syntax error")]
    Syntax,
    /// `boardsize`: there is no such board.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// `play`: the move is not legal.
    #[error("illegal move")]
    IllegalMove,
    /// `undo`: there is no move to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// Handicap commands: there are stones on the board.
    #[error("board not empty")]
    BoardNotEmpty,
    /// Handicap commands: this number of stones cannot be set.
    #[error("invalid number of stones")]
    InvalidStones,
    /// `set_free_handicap`: the points are not all different and empty.
    #[error("bad vertex list")]
    BadVertexList,
    /// `loadsgf`: there is no such file, or no such game in it.
    #[error("cannot load file")]
    CannotLoadFile,
    /// `final_score`: the position has no score.
    #[error("cannot score")]
    CannotScore,
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl Failure {
    /// A failure that the standard has no text for.
    pub fn other(text: impl Into<String>) -> Self {
        Failure::Other(text.into())
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        match error {
            PositionError::Parse(_) => Failure::Syntax,
            PositionError::Illegal { .. } => Failure::IllegalMove,
        }
    }
}
