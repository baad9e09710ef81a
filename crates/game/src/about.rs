//! What a game says about itself: one record, asked once.

use crate::{Hint, PlayoutRule};
use std::borrow::Cow;

/// The facts about a game that a search, a laboratory or a protocol asks for before the first simulation.
///
/// A configuration is checked against this record, and against nothing else: no feature is found out by trying a position.
///
/// ```
/// use katsura_game::{About, Moves};
/// let about = About::board("tic-tac-toe", 1, 9);
/// assert_eq!((about.players, about.move_count()), (2, Some(9)));
/// assert_eq!(about.payoff.constant_sum, Some(1.0));
/// assert_eq!(about.moves, Moves::Dense(9));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The name on the command line and in configuration files, in kebab case.
    pub name: Cow<'static, str>,
    /// Raised whenever the behaviour of the game changes, so that old records are not mixed with new ones.
    pub version: u32,
    /// The number of players, 1 to [`crate::MAX_PLAYERS`].
    pub players: usize,
    /// How moves are numbered.
    pub moves: Moves,
    /// The number of the move that takes the first move over, in games that have one. It can be made at one moment only, so
    /// that "all moves as first" knows nothing of it.
    pub swap: Option<usize>,
    /// Whether players move one after the other or together.
    pub turns: Turns,
    /// What chance does.
    pub chance: Chance,
    /// Whether every player sees everything.
    pub information: Information,
    /// What the players get, and when.
    pub payoff: Payoff,
    /// What the game knows about good moves, and what it can do besides its rules.
    pub knows: Knows,
}

/// How moves are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All numbers are below this, the same move has the same number in all positions: tables are indexed by it.
    Dense(usize),
    /// Moves are named by keys; the search numbers those it meets.
    Interned,
}

/// Who moves when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Turns {
    /// One player after the other.
    #[default]
    InTurn,
    /// Several players choose at the same time, at least sometimes.
    Together,
}

/// What chance does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Chance {
    /// Nothing.
    #[default]
    None,
    /// It chooses among outcomes that can be listed, with their probabilities.
    Listed,
    /// It chooses, and outcomes can only be drawn.
    Sampled,
}

/// What the players see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Information {
    /// Everything.
    #[default]
    Perfect,
    /// Not everything: the others' cards, for example.
    Hidden,
}

/// When rewards come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum When {
    /// At the end of the game.
    #[default]
    AtEnd,
    /// With each move.
    EachStep,
}

/// What the players get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoff {
    /// The smallest and the largest result of a player, of the whole game and in its own units, if they are known.
    pub range: Option<[f64; 2]>,
    /// What the results of all players add up to, if that is always the same.
    pub constant_sum: Option<f64>,
    /// When rewards come.
    pub when: When,
    /// What a gain of the next step is worth now. 1 where rewards come at the end.
    pub discount: f64,
    /// The score difference, in points, that separates a reward of ½ from 1 in [`crate::Points::score_rewards`]; `None` for
    /// a game without a score.
    pub score_range: Option<f32>,
    /// For one player: the result, in the game's own units, from which on the task is solved; `None` where there is only better and worse.
    pub solved_from: Option<f64>,
}

impl Payoff {
    /// One point, shared between the players at the end.
    pub const POINT: Payoff = Payoff {
        range: Some([0.0, 1.0]),
        constant_sum: Some(1.0),
        when: When::AtEnd,
        discount: 1.0,
        score_range: None,
        solved_from: None,
    };

    /// A result between these bounds at the end, for one player or for several whose results need not add up.
    pub const fn between(low: f64, high: f64) -> Payoff {
        Payoff { range: Some([low, high]), constant_sum: None, ..Payoff::POINT }
    }

    /// A result at the end whose range is not known.
    pub const fn unbounded() -> Payoff {
        Payoff { range: None, constant_sum: None, ..Payoff::POINT }
    }

    /// The bounds of what can be gained from any position on, if they are known. Where moves pay, nobody knows: the range is that of the
    /// whole game.
    pub fn known_range(&self) -> Option<[f64; 2]> {
        self.range.filter(|_| self.when == When::AtEnd)
    }

    /// Whether results are on the scale of [0, 1] already.
    pub fn is_unit(&self) -> bool {
        self.range == Some([0.0, 1.0])
    }
}

/// What a game knows beside its rules: each fact says that a method of a trait has something to say.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Knows {
    /// [`crate::Knowledge::priors`] says something.
    pub priors: bool,
    /// What [`crate::Knowledge::heuristic`] looks at, in the order of their numbers; empty if it says nothing.
    pub hints: Cow<'static, [Hint]>,
    /// The number of move groups [`crate::Knowledge::group`] distinguishes; 0 if the game has none.
    pub groups: usize,
    /// The number of features [`crate::Knowledge::feature`] distinguishes; 0 if the game has none.
    pub features: usize,
    /// The playout rules the game offers, in the order of their numbers.
    pub playout_rules: Cow<'static, [PlayoutRule]>,
    /// [`crate::Knowledge::transposition_key`] has a key for every position: the way to a position does not matter.
    pub transpositions: bool,
    /// [`crate::Knowledge::winning_move`] sees the opponent's winning moves, too.
    pub winning_moves: bool,
    /// [`crate::Knowledge::reserved`] says which moves are kept for later.
    pub reserves: bool,
    /// [`crate::Points::to_go`] says something: for games that pay on the way.
    pub to_go: bool,
}

impl About {
    /// A game of two on a board: in turn, all is seen, one point at the end.
    pub fn board(name: &'static str, version: u32, moves: usize) -> About {
        About {
            name: Cow::Borrowed(name),
            version,
            players: 2,
            moves: Moves::Dense(moves),
            swap: None,
            turns: Turns::InTurn,
            chance: Chance::None,
            information: Information::Perfect,
            payoff: Payoff::POINT,
            knows: Knows::default(),
        }
    }

    /// The number of moves, if they are dense.
    pub fn move_count(&self) -> Option<usize> {
        match self.moves {
            Moves::Dense(count) => Some(count),
            Moves::Interned => None,
        }
    }
}
