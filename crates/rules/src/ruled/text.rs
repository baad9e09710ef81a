//! Moves as people write them.

use super::position::Position;
use crate::rules::{MoveNumber, written};
use katsura_game::{ParseMoveError, Text};

impl Text for Position {
    /// The words of the move with dots between them: `mark.1.2`.
    fn format_move(&self, mv: MoveNumber) -> String {
        self.rules().texts[mv as usize].clone()
    }

    /// With dots, or as the rules write it: `(mark 1 2)`. A move that several roles have is that of the player to move.
    fn parse_move(&self, text: &str) -> Result<MoveNumber, ParseMoveError> {
        let found = self.rules().by_text.get(&written(text)).map_or(&[][..], |found| &found[..]);
        let mine =
            |mv: &&MoveNumber| self.turn.player().is_some_and(|player| self.rules().of_role[player.index()].contains(mv));
        let mv = found.iter().find(mine).or(found.first()).copied();
        mv.ok_or_else(|| ParseMoveError::new(text, format!("a move of {}, as {}", self.rules().name(), self.example())))
    }
}

impl Position {
    fn example(&self) -> String {
        let first = self.turn.player().map_or(0, |player| self.rules().of_role[player.index()].start);
        self.rules().texts.get(first as usize).cloned().unwrap_or_default()
    }
}
