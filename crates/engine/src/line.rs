//! A line of play by colours, as protocols and records give it: players may move twice in a row, and go on after the end.

use crate::Color;
use katsura_game::{Mark, Turn};
use katsura_games::{GameSpec, Position, PositionError, SKIP_NAME};

const PASS: &str = "pass";

/// The moves of a game by colour, turned into moves that the game itself makes.
///
/// Protocols let a player move out of turn, and let a game of Go go on after two passes. Where the game knows how, the turn is then
/// [skipped](katsura_game::Skip::skip); where it only knows a pass, the other player passes.
///
/// ```
/// use katsura_engine::{Color, Line};
/// use katsura_games::GameSpec;
/// let mut line = Line::new(&GameSpec::named("go").unwrap());
/// for (color, mv) in [(Color::Black, "E5"), (Color::Black, "C3"), (Color::White, "pass"), (Color::Black, "pass"), (Color::White, "G3")] {
///     line.play(color, mv).unwrap();
/// }
/// assert_eq!(line.moves(), ["E5", "skip", "C3", "pass", "pass", "skip", "G3"]);
/// ```
pub struct Line {
    first: Color,
    start: Box<dyn Position>,
    position: Box<dyn Position>,
    moves: Vec<String>,
}

/// Why a move could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// It is the other player's turn, who cannot pass.
    #[error("it is not {0}'s turn")]
    Turn(Color),
    /// A move of the game changes more than the cell of the piece that is to be placed, or not that.
    #[error("a stone has no liberty, changes others, or is a pass")]
    Place,
    /// The game refuses the move.
    #[error("{0}")]
    Move(#[from] PositionError),
}

impl Clone for Line {
    fn clone(&self) -> Self {
        Line { first: self.first, start: self.start.boxed(), position: self.position.boxed(), moves: self.moves.clone() }
    }
}

impl Line {
    /// A game without moves.
    pub fn new(spec: &GameSpec) -> Self {
        let first = Color::first_in(&spec.customs());
        Line { first, start: spec.start(), position: spec.start(), moves: Vec::new() }
    }

    /// The moves from the start of the game.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// The colour whose turn it is; after the end, the colour that would move if the game went on. Moves of chance are written as those of
    /// the colour that begins.
    pub fn to_move(&self) -> Color {
        let turn = self.position.next_turn();
        match turn.player() {
            Some(player) => Color::of(player, self.first),
            None if turn.is_over() && !self.moves.len().is_multiple_of(2) => self.first.other(),
            None => self.first,
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.position.turn() == Turn::Over
    }

    /// Makes a move of a colour. A pass after the end changes nothing.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal; the line is then as it was.
    pub fn play(&mut self, color: Color, mv: &str) -> Result<(), LineError> {
        let mv = self.position.normalise(mv)?;
        if mv == PASS && self.is_over() {
            return Ok(());
        }
        if !self.is_over() && self.to_move() == color {
            return self.make(mv).map(drop);
        }
        let before = self.moves.len();
        let made = self.take_turn(color).and_then(|()| self.make(mv).map(drop));
        if made.is_err() {
            self.go_back(before)?;
        }
        made
    }

    /// Puts a piece on an empty cell, by a move that changes nothing else.
    ///
    /// # Errors
    /// As [`play`](Line::play), and if the move does more, or something else; the line is then as it was.
    pub fn place(&mut self, color: Color, cell: &str) -> Result<(), LineError> {
        let moves = self.moves.len();
        let marks = |line: &Line| line.position.picture().cells.into_iter().map(|cell| cell.mark).collect::<Vec<_>>();
        let before = marks(self);
        self.play(color, cell)?;
        let after = marks(self);
        let mut changed = before.iter().zip(&after).filter(|(before, after)| before != after);
        if changed.next().is_some_and(|(before, _)| *before == Mark::Empty) && changed.next().is_none() {
            return Ok(());
        }
        self.go_back(moves)?;
        Err(LineError::Place)
    }

    /// Goes back to the position after so many moves. Refused moves are rare, so that they and not all others pay for it.
    fn go_back(&mut self, moves: usize) -> Result<(), LineError> {
        self.moves.truncate(moves);
        self.position = self.start.boxed();
        self.moves.iter().try_for_each(|mv| self.position.play(mv).map(drop))?;
        Ok(())
    }

    /// Makes it a colour's turn.
    ///
    /// # Errors
    /// If it is not, and nobody can skip or pass.
    pub fn take_turn(&mut self, color: Color) -> Result<(), LineError> {
        let is_turn = self.to_move() == color;
        if self.is_over() && self.push(SKIP_NAME).is_err() || is_turn {
            return Ok(());
        }
        let passed = [SKIP_NAME, PASS].into_iter().any(|mv| self.push(mv).is_ok());
        if passed { Ok(()) } else { Err(LineError::Turn(color)) }
    }

    /// Makes a move of the player to move, or skips its turn; returns the move as the game writes it.
    pub(crate) fn push(&mut self, mv: &str) -> Result<&str, LineError> {
        let name = if mv == SKIP_NAME { mv.to_string() } else { self.position.normalise(mv)? };
        self.make(name)
    }

    /// Makes a move that is written as the game writes it, or skips a turn.
    fn make(&mut self, name: String) -> Result<&str, LineError> {
        self.position.play(&name)?;
        Ok(self.moves.push_mut(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, moves: &[(Color, &str)]) -> Line {
        let mut line = Line::new(&GameSpec::named(name).unwrap());
        for &(color, mv) in moves {
            line.play(color, mv).unwrap();
        }
        line
    }

    #[test]
    fn a_game_of_go_goes_on_after_two_passes_with_either_colour() {
        let passed = [(Color::Black, "E5"), (Color::White, "pass"), (Color::Black, "pass")];
        for (color, skips) in [(Color::White, 1), (Color::Black, 2)] {
            let mut line = line("go", &passed);
            assert!(line.is_over());
            assert_eq!(line.to_move(), Color::White);
            line.play(color, "C3").unwrap();
            assert_eq!(line.moves()[3..], [vec!["skip"; skips], vec!["C3"]].concat());
            assert_eq!((line.is_over(), line.to_move()), (false, color.other()));
        }
    }

    #[test]
    fn a_third_pass_leaves_the_game_over() {
        let mut line = line("go", &[(Color::Black, "E5"), (Color::White, "pass"), (Color::Black, "pass")]);
        line.play(Color::White, "pass").unwrap();
        assert!(line.is_over());
        assert_eq!(line.moves(), ["E5", "pass", "pass"]);
    }

    #[test]
    fn a_turn_that_is_taken_does_not_make_the_next_pass_the_second() {
        let mut line = line("go", &[(Color::Black, "E5"), (Color::Black, "pass")]);
        assert!(!line.is_over());
        line.play(Color::Black, "C3").unwrap();
        line.take_turn(Color::Black).unwrap();
        assert_eq!((line.moves().last().map(String::as_str), line.to_move()), (Some("skip"), Color::Black));
    }

    #[test]
    fn nobody_plays_a_skip() {
        let mut line = line("go", &[]);
        assert!(matches!(line.play(Color::Black, "skip"), Err(LineError::Move(PositionError::Parse(_)))));
    }

    #[test]
    fn a_refused_move_leaves_the_line_as_it_was() {
        let mut line = line("go", &[(Color::Black, "E5")]);
        assert!(matches!(line.play(Color::Black, "E5"), Err(LineError::Move(PositionError::Illegal { .. }))));
        assert!(matches!(line.play(Color::White, "Z99"), Err(LineError::Move(PositionError::Parse(_)))));
        assert_eq!(line.moves(), ["E5"]);
        let mut line = Line::new(&GameSpec::named("hex").unwrap());
        assert_eq!(line.play(Color::White, "a1"), Err(LineError::Turn(Color::White)));
    }
}
