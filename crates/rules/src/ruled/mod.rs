//! The one game type of all rule files.

mod bits;
mod draw;
mod lanes;
mod position;
mod sample;
mod text;

use crate::rules::Rules;
use katsura_game::{About, Customs, Game, Knows, Payoff, Turns};
use std::sync::Arc;

pub use position::Position;

/// What all games from files are called where games have names.
const NAME: &str = "rules";

/// A game whose rules were read from a file.
///
/// Players are the roles, in the order of the file. Roles that have one legal move make it without being asked: a game in which all but one
/// do nothing at a time is a game in turn. Two roles that share a hundred points by the rules share a point, as in all games of two;
/// other results are the goals of the file, 0 to 100.
///
/// ```
/// use katsura_game::{Game, State, Turn};
/// use katsura_rules::{Ruled, Rules};
/// let sheet = "(role me) (init (lamp off)) (legal me press) (<= terminal (true (lamp on)))
///     (<= (next (lamp on)) (does me press)) (<= (goal me 100) (true (lamp on))) (<= (goal me 0) (not (true (lamp on))))";
/// let game = Ruled::new(Rules::gdl("lamp.kif", sheet).unwrap()).unwrap();
/// let mut position = game.start();
/// position.apply(0);
/// assert_eq!((position.turn(), position.rewards()[0]), (Turn::Over, 100.0));
/// ```
#[derive(Clone, Debug)]
pub struct Ruled {
    rules: Arc<Rules>,
    start: Position,
    turns: Turns,
}

/// The game has more roles than a search knows players.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} has {roles} roles: at most {} can play", katsura_game::MAX_PLAYERS)]
pub struct TooManyRoles {
    name: String,
    roles: usize,
}

impl Ruled {
    /// The game of these rules.
    ///
    /// # Errors
    /// If there are more roles than [`katsura_game::MAX_PLAYERS`].
    pub fn new(rules: Rules) -> Result<Ruled, TooManyRoles> {
        let roles = rules.roles().len();
        if roles > katsura_game::MAX_PLAYERS {
            return Err(TooManyRoles { name: rules.name().to_string(), roles });
        }
        let mut rules = Arc::new(rules);
        let seen = sample::look(&Position::start(Arc::clone(&rules)));
        Arc::make_mut(&mut rules).is_wait = seen.waits;
        let turns = if seen.is_in_turn { Turns::InTurn } else { Turns::Together };
        Ok(Ruled { start: Position::start(Arc::clone(&rules)).with_turns(turns), rules, turns })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Game for Ruled {
    type State = Position;

    fn about(&self) -> About {
        let payoff = if self.rules.parts.shares_hundred { Payoff::POINT } else { Payoff::between(0.0, 100.0) };
        About {
            players: self.rules.roles().len(),
            turns: self.turns,
            payoff,
            knows: Knows { transpositions: true, ..Knows::default() },
            ..About::board(NAME, 1, self.rules.move_count())
        }
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn customs(&self) -> Customs {
        Customs::titled(self.rules.name().to_string())
    }
}
