//! A position without a type parameter, for code that is not hot.

use katsura_game::{
    Draw, Game, Hidden, IllegalMove, Keyed, Knowledge, LegalSet, ParseMoveError, Picture, Player, Points, Rewards, Rng,
    SKIP, Skip, State, Text, Turn,
};
use std::fmt;

/// A game with everything this workspace expects of one.
pub trait Playable: Game<State: Text + Keyed + Draw + Knowledge + Skip + LegalSet> {}

impl<G: Game<State: Text + Keyed + Draw + Knowledge + Skip + LegalSet>> Playable for G {}

/// The name that stands for [`Skip::skip`] among the moves of a game; its number is [`katsura_game::SKIP`].
pub const SKIP_NAME: &str = "skip";

/// A position of any game: moves are texts in the game's main notation. A list of moves may also have a [`SKIP_NAME`].
pub trait Position: Send + Sync {
    /// Who is to move.
    fn turn(&self) -> Turn;
    /// Who is to move, or would be if a game that passes have ended went on ([`Skip::skip`]).
    fn next_turn(&self) -> Turn;
    /// All legal moves, in the game's order.
    fn legal_moves(&self) -> Vec<String>;
    /// Makes a move.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal here; the position is then as it was.
    fn play(&mut self, mv: &str) -> Result<(), PositionError>;
    /// Makes the move of a number, as [`move_index`](Position::move_index) gives it.
    ///
    /// # Errors
    /// If the move is not legal here; the position is then as it was.
    fn play_index(&mut self, index: usize) -> Result<(), PositionError>;
    /// The move as the game writes it: `E5` for `e5`.
    ///
    /// # Errors
    /// If the text is no move.
    fn normalise(&self, mv: &str) -> Result<String, PositionError>;
    /// The number of a move.
    ///
    /// # Errors
    /// If the text is no move.
    fn move_index(&self, mv: &str) -> Result<usize, PositionError>;
    /// The move of a number below the game's `move_count`.
    fn move_name(&self, index: usize) -> String;
    /// A legal move, uniformly at random; a chance outcome by its probability.
    fn random_move(&self, rng: &mut Rng) -> String;
    /// The result; meaningful when the game is over.
    fn rewards(&self) -> Rewards;
    /// The result as a linear function of the score, for games that have one ([`Points::score_rewards`]).
    fn score_rewards(&self) -> Option<Rewards>;

    /// Who owns each cell of the picture if the game ended here ([`Draw::owners`]).
    fn owners(&self) -> Vec<Option<Player>>;
    /// The key of the position.
    fn key(&self) -> u64;
    /// A picture of the board.
    fn picture(&self) -> Picture;
    /// What one of the players sees of it ([`Draw::picture_for`]).
    fn picture_for(&self, viewer: Player) -> Picture;
    /// Whether a player sees which move this is, if it is made here; all moves are seen of which nothing is known.
    fn sees_move(&self, viewer: Player, mv: &str) -> bool;
    /// A copy.
    fn boxed(&self) -> Box<dyn Position>;
}

/// Why a text could not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The text is no move of the game.
    Parse(ParseMoveError),
    /// The move is not legal here.
    Illegal {
        /// The move as it was written.
        mv: String,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Parse(error) => error.fmt(f),
            PositionError::Illegal { mv } => write!(f, "{mv}: {IllegalMove} in this position"),
        }
    }
}

impl std::error::Error for PositionError {}

impl From<ParseMoveError> for PositionError {
    fn from(error: ParseMoveError) -> Self {
        PositionError::Parse(error)
    }
}

fn make<S: Text>(state: &mut S, mv: S::Move) -> Result<(), PositionError> {
    state.try_apply(mv).map_err(|IllegalMove| PositionError::Illegal { mv: state.format_move(mv) })
}

impl<S: Text + Keyed + Draw + Points + Skip + Hidden + 'static> Position for S {
    fn turn(&self) -> Turn {
        State::turn(self)
    }

    fn next_turn(&self) -> Turn {
        let turn = State::turn(self);
        if !turn.is_over() {
            return turn;
        }
        let mut resumed = self.clone();
        if resumed.skip() { State::turn(&resumed) } else { turn }
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        State::legal_moves(self, &mut moves);
        moves.into_iter().map(|mv| self.format_move(mv)).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), PositionError> {
        if mv == SKIP_NAME && self.skip() {
            return Ok(());
        }
        let parsed = self.parse_move(mv)?;
        make(self, parsed)
    }

    fn play_index(&mut self, index: usize) -> Result<(), PositionError> {
        if index == SKIP {
            return self.play(SKIP_NAME);
        }
        let mv = self.move_at(index);
        make(self, mv)
    }

    fn normalise(&self, mv: &str) -> Result<String, PositionError> {
        Ok(self.format_move(self.parse_move(mv)?))
    }

    fn move_index(&self, mv: &str) -> Result<usize, PositionError> {
        if mv == SKIP_NAME {
            return Ok(SKIP);
        }
        Ok(State::move_index(self, self.parse_move(mv)?))
    }

    fn move_name(&self, index: usize) -> String {
        if index == SKIP {
            return SKIP_NAME.to_string();
        }
        self.format_move(self.move_at(index))
    }

    fn random_move(&self, rng: &mut Rng) -> String {
        self.format_move(State::random_move(self, &mut Vec::new(), rng))
    }

    fn rewards(&self) -> Rewards {
        State::rewards(self)
    }

    fn score_rewards(&self) -> Option<Rewards> {
        Points::score_rewards(self)
    }

    fn owners(&self) -> Vec<Option<Player>> {
        Draw::owners(self)
    }

    fn key(&self) -> u64 {
        Keyed::key(self)
    }

    fn picture(&self) -> Picture {
        Draw::picture(self)
    }

    fn picture_for(&self, viewer: Player) -> Picture {
        Draw::picture_for(self, viewer)
    }

    fn sees_move(&self, viewer: Player, mv: &str) -> bool {
        self.parse_move(mv).map_or(true, |mv| Hidden::sees_move(self, viewer, mv))
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::GameSpec;
    use katsura_game::SKIP;

    #[test]
    fn a_move_is_made_by_its_number_as_by_its_name() {
        for spec in GameSpec::all() {
            for mv in spec.start().legal_moves() {
                let (mut by_name, mut by_number) = (spec.start(), spec.start());
                let index = by_name.move_index(&mv).unwrap();
                assert_eq!(by_name.play(&mv), by_number.play_index(index), "{mv}");
                assert_eq!(by_name.key(), by_number.key(), "{mv}");
                // a name may stand for more than one number: in SameGame any block for its group
                let (again, by_index) = (by_name.play(&mv).is_ok(), by_number.play_index(index).is_ok());
                assert!(again || !by_index, "{}: {mv} once more", spec.about().name);
                assert!(again != by_index || by_name.key() == by_number.key(), "{mv} once more");
            }
            let (mut by_name, mut by_number) = (spec.start(), spec.start());
            assert_eq!(by_name.play("skip"), by_number.play_index(SKIP));
        }
    }
}
