//! Who is to move, and what everyone gets at the end.

use std::ops::Index;

/// The largest number of players a game may have.
pub const MAX_PLAYERS: usize = 4;

/// A player, counted from zero in order of the first move: in Go player 0 is Black, in Havannah player 0 is White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Player(pub u8);

impl Player {
    /// The player who moves first.
    pub const FIRST: Player = Player(0);
    /// The other player of a two-player game.
    pub const SECOND: Player = Player(1);

    /// The other player of a two-player game.
    ///
    /// ```
    /// use katsura_game::Player;
    /// assert_eq!(Player::FIRST.opponent(), Player::SECOND);
    /// assert_eq!(Player::SECOND.opponent(), Player::FIRST);
    /// ```
    #[inline]
    pub const fn opponent(self) -> Player {
        Player(self.0 ^ 1)
    }

    /// The player's number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What happens next in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This player chooses a move.
    Player(Player),
    /// Chance chooses: [`crate::State::random_move`] samples the outcome.
    Chance,
    /// The game has ended; [`crate::State::rewards`] tells how.
    Over,
}

impl Turn {
    /// The player to move, if a player is to move.
    #[inline]
    pub const fn player(self) -> Option<Player> {
        match self {
            Turn::Player(player) => Some(player),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Whether the game has ended.
    #[inline]
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over)
    }
}

/// Each player's result in [0, 1]: 1 is a win, 0 a loss, ½ a draw between two.
///
/// Every number in a search tree is the reward of the player who moved along that edge, so no code ever flips a sign.
///
/// ```
/// use katsura_game::{Player, Rewards};
/// let result = Rewards::win(Player::SECOND);
/// assert_eq!((result[0], result[1]), (0.0, 1.0));
/// assert_eq!(Rewards::draw().of(Player::FIRST), 0.5);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rewards([f32; MAX_PLAYERS]);

impl Rewards {
    /// Rewards in order of the players; players that the game does not have get 0.
    #[inline]
    pub const fn new(rewards: [f32; MAX_PLAYERS]) -> Self {
        Rewards(rewards)
    }

    /// A two-player result from the first player's reward; the second gets the rest.
    #[inline]
    pub const fn two(first: f32) -> Self {
        Rewards([first, 1.0 - first, 0.0, 0.0])
    }

    /// One of two players has won.
    #[inline]
    pub const fn win(winner: Player) -> Self {
        Rewards::two(if winner.0 == 0 { 1.0 } else { 0.0 })
    }

    /// Two players share the point.
    #[inline]
    pub const fn draw() -> Self {
        Rewards::two(0.5)
    }

    /// This player's reward.
    #[inline]
    pub const fn of(self, player: Player) -> f32 {
        self.0[player.0 as usize]
    }

    /// All rewards, as many as [`MAX_PLAYERS`].
    #[inline]
    pub const fn as_slice(&self) -> &[f32] {
        &self.0
    }
}

impl Index<usize> for Rewards {
    type Output = f32;

    #[inline]
    fn index(&self, player: usize) -> &f32 {
        &self.0[player]
    }
}
