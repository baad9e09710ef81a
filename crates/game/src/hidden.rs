//! What a player does not see.

use crate::{Player, Rng, State};

/// Games in which not everything is seen ([`crate::Information::Hidden`]). By default all is seen.
///
/// ```
/// use katsura_game::{Game, Hidden, Player, Rng, State, toy::ToyGame};
///
/// // Chance hides a coin; player 0 guesses, and cannot tell the two positions apart: both are marked 7.
/// let game: ToyGame = "{1 (0#7: [1] [0]) 1 (0#7: [0] [1])}".parse().unwrap();
/// let mut heads = game.start();
/// heads.apply(0);
/// let seen = heads.view_key(Player::FIRST);
/// let mut positions = std::collections::BTreeSet::new();
/// for seed in 0..20 {
///     let mut other = heads.clone();
///     other.determinize(Player::FIRST, &mut Rng::new(seed));
///     assert_eq!(other.view_key(Player::FIRST), seen);
///     other.apply(0);
///     positions.insert(other.rewards()[0] == 1.0);
/// }
/// assert_eq!(positions.len(), 2, "a coin that shows heads, and one that shows tails");
/// ```
pub trait Hidden: State {
    /// Replaces the position by one that looks the same to `viewer`, drawn by its probability among all that do, as if the others had
    /// chosen their moves uniformly at random. What is drawn depends on nothing that the viewer does not see. Called where the viewer is to
    /// move; the conformance kit tries it ([`crate::testing::check_hidden`]).
    fn determinize(&mut self, _viewer: Player, _rng: &mut Rng) {}

    /// What `viewer` has seen so far, as a key: equal for positions that look the same to them, different for others up to accidents of
    /// 64 bits. Only asked of games in which something is hidden.
    fn view_key(&self, _viewer: Player) -> u64 {
        0
    }

    /// Whether `viewer` sees which move this is, if it is made here, by whomever. In most games all moves are seen.
    fn sees_move(&self, _viewer: Player, _mv: Self::Move) -> bool {
        true
    }
}
