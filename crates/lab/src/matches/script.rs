//! A player that repeats what is recorded: it stands in for one whose moves cannot be computed again.

use super::seat::{Choice, Halt, Loss};
use super::{End, GameRecord, Seat};

/// The part of one player in a recorded game.
#[derive(Default)]
pub(super) struct Script {
    moves: Vec<String>,
    /// What the player does after the last move, if it lost the game in another way than by the rules.
    last: Option<Loss>,
    made: usize,
}

impl Script {
    /// The part of this player in a game.
    pub(super) fn of(game: &GameRecord, seat: Seat) -> Self {
        let last = (game.loser() == Some(seat)).then(|| Loss { end: game.end, note: game.note.clone() });
        Script { moves: game.moves.split_whitespace().map(str::to_string).collect(), last, made: 0 }
    }

    pub(super) fn begin(&mut self) -> Result<(), Halt> {
        self.made = 0;
        self.go_on()
    }

    pub(super) fn choose(&mut self) -> Result<Choice, Halt> {
        let next = self.moves.get(self.made).cloned().map(Choice::Play);
        next.ok_or(Halt::Lost(Loss { end: End::Resigned, note: None }))
    }

    pub(super) fn watch(&mut self) -> Result<(), Halt> {
        self.made += 1;
        self.go_on()
    }

    fn go_on(&self) -> Result<(), Halt> {
        match &self.last {
            Some(loss) if self.made >= self.moves.len() => Err(Halt::Lost(loss.clone())),
            _ => Ok(()),
        }
    }
}
