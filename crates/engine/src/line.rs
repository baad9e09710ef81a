//! A line of play by colours, as protocols and records give it: players may move twice in a row, and go on after the end.

use crate::Color;
use katsura_game::Turn;
use katsura_games::{GameSpec, Position, PositionError};

/// The moves of a game by colour, turned into moves that the game itself makes.
///
/// Protocols let a player move out of turn, and let a game of Go go on after two passes. A pass is put in for the other player where the game
/// knows a pass, and passes that end the game are taken back when a move follows.
///
/// ```
/// use katsura_engine::{Color, Line};
/// use katsura_games::GameSpec;
/// let mut line = Line::new(&GameSpec::named("go").unwrap());
/// for (color, mv) in [(Color::Black, "E5"), (Color::Black, "C3"), (Color::White, "pass"), (Color::Black, "pass"), (Color::White, "G3")] {
///     line.play(color, mv).unwrap();
/// }
/// assert_eq!(line.moves(), ["E5", "pass", "C3", "G3"]);
/// ```
pub struct Line {
    first: Color,
    position: Box<dyn Position>,
    moves: Vec<String>,
    /// The positions before the passes at the end of the line, with the number of moves that led to them.
    before_passes: Vec<(Box<dyn Position>, usize)>,
}

/// Why a move could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// It is the other player's turn, who cannot pass.
    #[error("it is not {0}'s turn")]
    Turn(Color),
    /// The game refuses the move.
    #[error("{0}")]
    Move(#[from] PositionError),
}

impl Clone for Line {
    fn clone(&self) -> Self {
        Line {
            first: self.first,
            position: self.position.boxed(),
            moves: self.moves.clone(),
            before_passes: self.before_passes.iter().map(|(position, moves)| (position.boxed(), *moves)).collect(),
        }
    }
}

impl Line {
    /// A game without moves.
    pub fn new(spec: &GameSpec) -> Self {
        let first = Color::first_in(spec.name());
        Line { first, position: spec.start(), moves: Vec::new(), before_passes: Vec::new() }
    }

    /// The moves from the start of the game.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// The colour whose turn it is; after the end, the colour that would move if the game went on.
    pub fn to_move(&self) -> Color {
        let resumed = self.before_passes.first().filter(|_| self.is_over()).map(|(position, _)| position);
        self.color_at(&**resumed.unwrap_or(&self.position))
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.position.turn() == Turn::Over
    }

    fn color_at(&self, position: &dyn Position) -> Color {
        position.turn().player().map_or(self.first, |player| Color::of(player, self.first))
    }

    /// Makes a move of a colour.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal; the line is then as it was.
    pub fn play(&mut self, color: Color, mv: &str) -> Result<(), LineError> {
        let mv = self.position.normalise(mv)?;
        if !self.is_over() && self.to_move() == color {
            return self.push(mv);
        }
        let mut other = self.clone();
        other.take_turn(color)?;
        other.push(mv)?;
        *self = other;
        Ok(())
    }

    /// Makes it a colour's turn.
    ///
    /// # Errors
    /// If it is not, and nobody can pass.
    pub fn take_turn(&mut self, color: Color) -> Result<(), LineError> {
        if self.is_over() {
            self.go_back(0);
        }
        if self.to_move() == color || self.go_back(self.before_passes.len().saturating_sub(1)) {
            return Ok(());
        }
        self.push("pass".to_string()).map_err(|_| LineError::Turn(color))
    }

    /// Goes back to before one of the passes at the end of the line; false if there is none.
    fn go_back(&mut self, pass: usize) -> bool {
        let place = self.before_passes.drain(pass..).next();
        if let Some((position, moves)) = place {
            self.position = position;
            self.moves.truncate(moves);
            return true;
        }
        false
    }

    fn push(&mut self, mv: String) -> Result<(), LineError> {
        let before = (mv == "pass").then(|| (self.position.boxed(), self.moves.len()));
        self.position.play(&mv)?;
        match before {
            Some(place) => self.before_passes.push(place),
            None => self.before_passes.clear(),
        }
        self.moves.push(mv);
        Ok(())
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
        for (color, expected) in [(Color::White, &["E5", "C3"][..]), (Color::Black, &["E5", "pass", "C3"])] {
            let mut line = line("go", &passed);
            assert!(line.is_over());
            assert_eq!(line.to_move(), Color::White);
            line.play(color, "C3").unwrap();
            assert_eq!(line.moves(), expected);
        }
    }

    #[test]
    fn a_pass_of_the_other_player_is_taken_back_rather_than_answered() {
        let mut line = line("go", &[(Color::Black, "E5"), (Color::White, "pass")]);
        line.play(Color::White, "C3").unwrap();
        assert_eq!(line.moves(), ["E5", "C3"]);
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
