//! One game being played, with a search that follows it.

use crate::player::start_search;
use katsura_game::Turn;
use katsura_games::{GameSpec, Position, PositionError};
use katsura_mcts::{Analysis, Budget, ConfigError, Control, Report, SearchConfig, Searcher};
use std::fmt;

/// A game in progress: the position, the moves so far, and a search.
///
/// ```
/// use katsura_engine::{PlayerSpec, Session};
/// use katsura_games::GameSpec;
/// use katsura_mcts::{Budget, Control};
///
/// let player = PlayerSpec::parse("uct").unwrap();
/// let mut session = Session::new(GameSpec::named("tic-tac-toe").unwrap(), player.config).unwrap();
/// session.play("b2").unwrap();
/// session.search(&Budget::simulations(500), &Control::new());
/// let reply = session.best().unwrap();
/// session.play(&reply).unwrap();
/// session.undo().unwrap();
/// assert_eq!(session.moves(), ["b2"]);
/// ```
pub struct Session {
    spec: GameSpec,
    config: SearchConfig,
    position: Box<dyn Position>,
    moves: Vec<String>,
    searcher: Box<dyn Searcher>,
}

/// Why a session could not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The move could not be made.
    Move(PositionError),
    /// The game is over.
    Over,
    /// There is no move to take back.
    NothingToUndo,
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Move(error) => error.fmt(f),
            SessionError::Over => f.write_str("the game is over"),
            SessionError::NothingToUndo => f.write_str("there is no move to take back"),
        }
    }
}

impl std::error::Error for SessionError {}

impl Session {
    /// A new game.
    ///
    /// # Errors
    /// If the configuration does not fit the game.
    pub fn new(spec: GameSpec, config: SearchConfig) -> Result<Self, ConfigError> {
        let searcher = start_search(&spec, &config)?;
        Ok(Session { position: spec.start(), spec, config, moves: Vec::new(), searcher })
    }

    /// The game.
    pub fn game(&self) -> &GameSpec {
        &self.spec
    }

    /// The configuration of the search.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Makes a move on the board and in the search, which keeps the part of its tree below it.
    ///
    /// # Errors
    /// If the move is not legal, or the game is over.
    pub fn play(&mut self, mv: &str) -> Result<(), SessionError> {
        let index = self.position.move_index(mv).map_err(SessionError::Move)?;
        let name = self.position.normalise(mv).map_err(SessionError::Move)?;
        if self.position.turn() == Turn::Over {
            return Err(SessionError::Over);
        }
        self.position.play(mv).map_err(SessionError::Move)?;
        let known = self.searcher.advance(index);
        debug_assert!(known.is_ok(), "board and search agree on what is legal");
        self.moves.push(name);
        Ok(())
    }

    /// Takes the last move back; the search starts afresh.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        self.moves.pop().ok_or(SessionError::NothingToUndo)?;
        let mut position = self.spec.start();
        let mut indices = Vec::new();
        for mv in &self.moves {
            indices.push(position.move_index(mv).map_err(SessionError::Move)?);
            position.play(mv).map_err(SessionError::Move)?;
        }
        let known = self.searcher.restart(&indices);
        debug_assert!(known.is_ok(), "moves that were made can be made again");
        self.position = position;
        Ok(())
    }

    /// Searches from the present position.
    pub fn search(&mut self, budget: &Budget, control: &Control) -> Report {
        self.searcher.run(budget, control)
    }

    /// The move to play; `None` when the game is over.
    pub fn best(&mut self) -> Option<String> {
        self.searcher.best().map(|index| self.position.move_name(index))
    }

    /// What the search thinks of the position.
    pub fn analysis(&mut self) -> Analysis {
        self.searcher.analysis()
    }

    /// The names of a line of moves given by their numbers, from the present position on; stops at the first that is not legal.
    pub fn line(&self, indices: &[usize]) -> Vec<String> {
        let mut position = self.position.boxed();
        let mut names = Vec::new();
        for &index in indices {
            let name = position.move_name(index);
            if position.play(&name).is_err() {
                break;
            }
            names.push(name);
        }
        names
    }
}
