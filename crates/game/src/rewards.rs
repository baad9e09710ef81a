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

/// Some of the players.
///
/// ```
/// use katsura_game::{Player, Players};
/// let both = Players::first(2);
/// assert!(both.has(Player::FIRST) && !both.has(Player(2)));
/// assert_eq!(both.iter().collect::<Vec<_>>(), [Player(0), Player(1)]);
/// assert_eq!(both.without(Player(0)).next(), Some(Player(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Players(u8);

impl Players {
    /// The first so many players.
    pub const fn first(count: usize) -> Self {
        Players(((1u16 << count) - 1) as u8)
    }

    /// These players, one left out.
    #[must_use]
    pub const fn without(self, player: Player) -> Self {
        Players(self.0 & !(1 << player.0))
    }

    /// Whether a player is one of them.
    pub const fn has(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }

    /// How many they are.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first of them, if there is one.
    pub const fn next(self) -> Option<Player> {
        if self.0 == 0 { None } else { Some(Player(self.0.trailing_zeros() as u8)) }
    }

    /// The players, in order.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        (0..MAX_PLAYERS as u8).map(Player).filter(move |&player| self.has(player))
    }
}

/// What happens next in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This player chooses a move.
    Player(Player),
    /// These players choose at the same time, and none sees what the others choose.
    ///
    /// The position takes their moves one by one, in the order of the players: [`crate::State::legal_moves`] and
    /// [`crate::State::apply`] are about the first of those who are left, and what is legal for one does not depend on what others have
    /// chosen. When the last has chosen, all moves take effect.
    Together(Players),
    /// Chance chooses: [`crate::State::random_move`] samples the outcome.
    Chance,
    /// The game has ended; [`crate::State::rewards`] tells how.
    Over,
}

impl Turn {
    /// The player whose move the position takes next, if it is a player's.
    #[inline]
    pub const fn player(self) -> Option<Player> {
        match self {
            Turn::Player(player) => Some(player),
            Turn::Together(players) => players.next(),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Whether the game has ended.
    #[inline]
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over)
    }
}

/// Each player's result, or what each gains with a move, in the game's own units ([`crate::Payoff`]). In most games of two a point is
/// shared: 1 is a win, 0 a loss, ½ a draw.
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

    /// The sum, player by player.
    #[must_use]
    pub fn plus(self, other: Rewards) -> Self {
        Rewards(std::array::from_fn(|player| self.0[player] + other.0[player]))
    }

    /// As many times as much for every player.
    #[must_use]
    pub fn times(self, factor: f32) -> Self {
        Rewards(self.0.map(|reward| reward * factor))
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
