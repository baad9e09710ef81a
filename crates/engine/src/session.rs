//! One game being played, with a search that follows it.

use crate::Color;
use crate::player::start_search;
use katsura_game::{Player, Rng, SKIP, Turn};
use katsura_games::{GameSpec, Position, PositionError};
use katsura_mcts::{Analysis, Budget, ConfigError, Control, Report, SearchConfig, Searcher};
use std::fmt;
use std::time::Instant;

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
    /// The only moves that the search may try, if there are any here.
    only: Vec<usize>,
}

/// The shortest time between two reports, in seconds.
const SHORTEST: f64 = 0.001;

/// Whether a search goes on after a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Go {
    /// It goes on.
    On,
    /// It ends.
    Stop,
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
    /// No legal move is among those that were allowed.
    NothingAllowed,
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Move(error) => error.fmt(f),
            SessionError::Over => f.write_str("the game is over"),
            SessionError::NothingToUndo => f.write_str("there is no move to take back"),
            SessionError::NothingAllowed => f.write_str("no legal move is allowed"),
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
        Ok(Session { position: spec.start(), spec, config, moves: Vec::new(), searcher, only: Vec::new() })
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
        if self.position.turn() == Turn::Over && index != SKIP {
            return Err(SessionError::Over);
        }
        let name = self.position.move_name(index);
        self.position.play_index(index).map_err(SessionError::Move)?;
        let known = self.searcher.advance(index);
        debug_assert!(known.is_ok(), "board and search agree on what is legal");
        self.moves.push(name);
        self.only.clear();
        Ok(())
    }

    /// Lets chance move until a player is to move or the game is over.
    ///
    /// ```
    /// use katsura_engine::{PlayerSpec, Session};
    /// use katsura_game::{Player, Rng, Turn};
    /// use katsura_games::GameSpec;
    ///
    /// let player = PlayerSpec::parse("so-ismcts").unwrap();
    /// let mut session = Session::new(GameSpec::named("kuhn").unwrap(), player.config).unwrap();
    /// session.draw_chance(&mut Rng::new(1)).unwrap();
    /// assert_eq!(session.position().turn(), Turn::Player(Player::FIRST));
    /// assert_eq!(session.moves_seen_by(Player::FIRST)[1], None, "the other's card");
    /// ```
    ///
    /// # Errors
    /// As [`play`](Session::play); not if the game knows what chance may do.
    pub fn draw_chance(&mut self, rng: &mut Rng) -> Result<(), SessionError> {
        while self.position.turn() == Turn::Chance {
            let drawn = self.position.random_move(rng);
            self.play(&drawn)?;
        }
        Ok(())
    }

    /// The moves so far as a player has seen them: none where it was not told which move was made.
    pub fn moves_seen_by(&self, viewer: Player) -> Vec<Option<String>> {
        let mut position = self.spec.start();
        let seen = |mv: &String| {
            let seen = position.sees_move(viewer, mv).then(|| mv.clone());
            let made = position.play(mv);
            debug_assert!(made.is_ok(), "moves that were made can be made again");
            seen
        };
        self.moves.iter().map(seen).collect()
    }

    /// Takes the last move back; the search starts afresh.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        let moves = self.moves.split_last().ok_or(SessionError::NothingToUndo)?.1.to_vec();
        self.restart(&moves)
    }

    /// Goes to the position after these moves from the start of the game; the search starts afresh.
    ///
    /// # Errors
    /// If a move is not legal; the session is then as it was.
    pub fn restart(&mut self, moves: &[impl AsRef<str>]) -> Result<(), SessionError> {
        let mut position = self.spec.start();
        let (mut names, mut indices) = (Vec::new(), Vec::new());
        for mv in moves {
            let index = position.move_index(mv.as_ref()).map_err(SessionError::Move)?;
            let name = position.move_name(index);
            position.play_index(index).map_err(SessionError::Move)?;
            names.push(name);
            indices.push(index);
        }
        let known = self.searcher.restart(&indices);
        debug_assert!(known.is_ok(), "moves that were made can be made again");
        (self.position, self.moves) = (position, names);
        self.only.clear();
        Ok(())
    }

    /// Lets the search try only the moves that are wanted, until the next move is made. If they are others than before it starts afresh.
    ///
    /// # Errors
    /// If no legal move is wanted.
    pub fn restrict(&mut self, wants: impl Fn(&str) -> bool) -> Result<(), SessionError> {
        let legal = self.position.legal_moves();
        let wanted: Vec<&String> = legal.iter().filter(|mv| wants(mv)).collect();
        if wanted.is_empty() && !legal.is_empty() {
            return Err(SessionError::NothingAllowed);
        }
        let is_restricted = wanted.len() < legal.len();
        let only = wanted.into_iter().filter(|_| is_restricted).map(|mv| self.position.move_index(mv));
        let only: Vec<usize> = only.collect::<Result<_, _>>().map_err(SessionError::Move)?;
        if only != self.only {
            self.searcher.restrict(&only);
            self.only = only;
        }
        Ok(())
    }

    /// Sets the seed that the next restart begins with.
    pub fn reseed(&mut self, seed: u64) {
        self.searcher.reseed(seed);
    }

    /// Goes to the position after these moves, and keeps what the search knows if they continue those made so far.
    ///
    /// # Errors
    /// As [`restart`](Session::restart).
    pub fn follow(&mut self, moves: &[String]) -> Result<(), SessionError> {
        match moves.strip_prefix(self.moves.as_slice()) {
            Some(rest) => rest.iter().try_for_each(|mv| self.play(mv)),
            None => self.restart(moves),
        }
    }

    /// The colour whose turn it is; after the end, the colour that would move. Chance has the colour that begins.
    pub fn to_move(&self) -> Color {
        let first = Color::first_in(&self.spec.customs());
        let turn = self.position.next_turn();
        let player = turn.player().unwrap_or_else(|| {
            let start = self.spec.start().turn().player().unwrap_or_default();
            if turn == Turn::Chance || self.moves.len().is_multiple_of(2) { start } else { start.opponent() }
        });
        Color::of(player, first)
    }

    /// Searches from the present position.
    pub fn search(&mut self, budget: &Budget, control: &Control) -> Report {
        self.searcher.run(budget, control)
    }

    /// As [`search`](Session::search), for a move to play: it may end early ([`Searcher::think`]).
    pub fn think(&mut self, budget: &Budget, control: &Control) -> Report {
        self.searcher.think(budget, control)
    }

    /// Searches from the present position, and calls `report` every so many seconds while the search goes on. It ends early if `report` says so. The
    /// time that reports take is part of the budget.
    pub fn search_reporting(
        &mut self,
        budget: &Budget,
        control: &Control,
        every: f64,
        report: &mut dyn FnMut(&mut Session) -> Go,
    ) -> Report {
        let every = every.max(SHORTEST);
        let (mut sum, mut slice, start) = (Report::default(), every, Instant::now());
        let simulations_left = |sum: &Report| budget.simulations.map(|limit| limit.saturating_sub(sum.simulations));
        let seconds_left = || budget.seconds.map(|limit| limit - start.elapsed().as_secs_f64());
        let is_spent = |sum: &Report| simulations_left(sum) == Some(0) || seconds_left().is_some_and(|left| left <= 0.0);
        loop {
            if is_spent(&sum) {
                return sum;
            }
            let simulations = simulations_left(&sum);
            let seconds = seconds_left().map_or(slice, |left| left.min(slice)).max(0.0);
            let more = self.search(&Budget { simulations, seconds: Some(seconds) }, control);
            sum = Report { simulations: sum.simulations + more.simulations, seconds: sum.seconds + more.seconds };
            // Nothing more can be searched, or the slice was too short for a simulation.
            let ended = more.simulations == 0 && more.seconds < seconds;
            slice = if more.simulations == 0 { 2.0 * slice } else { every };
            if ended || control.is_stopped() || is_spent(&sum) || report(self) == Go::Stop {
                return sum;
            }
        }
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
            if position.play_index(index).is_err() {
                break;
            }
            names.push(name);
        }
        names
    }
}
