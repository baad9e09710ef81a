//! Playing a record on a position.

use super::{GameRecord, NamedGame, Outcome, RecordError, Setup, Step};
use crate::Color;
use crate::sgf::{Action, Margin, NodeId};
use katsura_game::{Mark, Player, Turn};
use katsura_games::{GameSpec, Position, SKIP_NAME};

const PASS: &str = "pass";

impl GameRecord {
    /// The record of a game from its start.
    ///
    /// # Errors
    /// If a move is not legal, or the game is not one of two players.
    pub fn from_moves(spec: &GameSpec, moves: &[impl AsRef<str>]) -> Result<GameRecord, RecordError> {
        let mut record = GameRecord::new(NamedGame::of(spec));
        let mut replay = Replay::new(&record)?;
        let mut node = record.steps.root();
        for mv in moves {
            let player = replay.position.turn().player().unwrap_or_default();
            let text = replay.make(mv.as_ref())?;
            if text == SKIP_NAME {
                continue;
            }
            let action = if text.starts_with("swap") { Action::Swap } else { Action::Move(text) };
            node = record.add(node, Color::of(player, replay.first), action);
        }
        record.info.result = replay.outcome();
        Ok(record)
    }

    /// All moves from the start of the game to a node. Setups are made by moves, and where players move out of turn or after the end the turn is
    /// [skipped](katsura_game::State::skip), or the others pass.
    ///
    /// # Errors
    /// If a move is not legal, or a setup cannot be made by moves.
    pub fn moves_to(&self, node: NodeId) -> Result<Vec<String>, RecordError> {
        self.replay(node).map(|replay| replay.moves)
    }

    /// The position at a node.
    ///
    /// # Errors
    /// As [`moves_to`](GameRecord::moves_to).
    pub fn position_at(&self, node: NodeId) -> Result<Box<dyn Position>, RecordError> {
        self.replay(node).map(|replay| replay.position)
    }

    fn replay(&self, node: NodeId) -> Result<Replay, RecordError> {
        let mut replay = Replay::new(self)?;
        for id in self.steps.path(node) {
            replay.step(&self.steps[id])?;
        }
        Ok(replay)
    }
}

struct Replay {
    position: Box<dyn Position>,
    moves: Vec<String>,
    first: Color,
}

impl Replay {
    fn new(record: &GameRecord) -> Result<Self, RecordError> {
        let spec = record.game.spec().map_err(|error| RecordError::Game(error.to_string()))?;
        if spec.players() != 2 {
            return Err(RecordError::Game(format!("{}: expected a game of two players", spec.name())));
        }
        Ok(Replay { position: spec.start(), moves: Vec::new(), first: record.first() })
    }

    fn step(&mut self, step: &Step) -> Result<(), RecordError> {
        self.set_up(&step.setup)?;
        let Some(play) = &step.play else { return self.set_turn(step.setup.to_move) };
        let Some(mv) = play.action.as_move() else { return Ok(()) };
        match self.color() {
            None if mv == PASS => return Ok(()),
            None => drop(self.make(SKIP_NAME)),
            Some(_) => {}
        }
        if self.color() != Some(play.color) && !self.pass_to(play.color) {
            return Err(RecordError::Turn { after: self.moves.len(), color: play.color });
        }
        self.make(mv).map(|_| ())
    }

    /// Makes a move; returns it as the game writes it.
    fn make(&mut self, mv: &str) -> Result<String, RecordError> {
        let after = self.moves.len();
        let fail = |error| RecordError::Illegal { after, error };
        let text = self.position.move_name(self.position.move_index(mv).map_err(fail)?);
        self.position.play(&text).map_err(fail)?;
        self.moves.push(text.clone());
        Ok(text)
    }

    /// Who is to move; `None` if the game is over.
    fn color(&self) -> Option<Color> {
        self.position.turn().player().map(|player| Color::of(player, self.first))
    }

    /// Skips the player to move or makes it pass, if the game allows it and it is then this colour's turn.
    fn pass_to(&mut self, color: Color) -> bool {
        let is_other = self.color() == Some(color.other());
        is_other && self.make(SKIP_NAME).or_else(|_| self.make(PASS)).is_ok() && self.color() == Some(color)
    }

    /// Puts stones on the board by moves: each player puts theirs in turn and is skipped or passes when there are none left.
    fn set_up(&mut self, setup: &Setup) -> Result<(), RecordError> {
        let fail =
            |replay: &Self, reason: &str| RecordError::Setup { after: replay.moves.len(), reason: reason.to_string() };
        if !setup.empty.is_empty() {
            return Err(fail(self, "it takes stones from the board"));
        }
        let mut left = [setup.black.iter(), setup.white.iter()];
        while left.iter().any(|cells| cells.len() > 0) {
            let color = self.color().ok_or_else(|| fail(self, "the game is over"))?;
            match left[color as usize].next() {
                Some(cell) => drop(self.make(cell)?),
                None if self.pass_to(color.other()) => {}
                None => return Err(fail(self, &format!("{color} has fewer stones and cannot pass"))),
            }
        }
        Ok(())
    }

    /// Makes it a player's turn. In a node with a move this says nothing: the move tells who plays it, and files that say it
    /// mean the turn after it.
    fn set_turn(&mut self, to_move: Option<Color>) -> Result<(), RecordError> {
        match to_move {
            Some(color) if self.color() != Some(color) && !self.pass_to(color) => {
                let reason = format!("{color} is to move and {} cannot pass", color.other());
                Err(RecordError::Setup { after: self.moves.len(), reason })
            }
            _ => Ok(()),
        }
    }

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome> {
        if self.position.turn() != Turn::Over {
            return None;
        }
        let rewards = self.position.rewards();
        let (first, second) = (rewards.of(Player::FIRST), rewards.of(Player::SECOND));
        Some(if first == second {
            Outcome::Draw
        } else {
            let winner = if first > second { self.first } else { self.first.other() };
            Outcome::Win(winner, Margin::Unsaid)
        })
    }
}

/// The cells on which the two players have pieces, in the notation of the game.
pub(super) fn stones(position: &dyn Position) -> [Vec<String>; 2] {
    let picture = position.picture();
    [0, 1].map(|player| {
        let own = picture.cells.iter().filter(|cell| cell.mark == Mark::Piece(player));
        own.filter_map(|cell| cell.move_index).map(|index| position.move_name(index)).collect()
    })
}
