//! A position, as the inner loop of a search sees it.

use crate::{Rewards, Rng, Turn};
use std::fmt::{self, Debug};
use std::hash::Hash;

/// A position: the rules, and nothing else.
///
/// Six methods describe them, two more ([`random_move`](State::random_move),
/// [`chance_probability`](State::chance_probability)) those of chance if there is any; the others have a correct default
/// that a game may replace by a faster one. The conformance kit ([`crate::testing::check`]) compares every replacement with
/// what it replaces.
pub trait State: Clone + Send + Sync {
    /// A move. Small and plain.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Who is to move.
    fn turn(&self) -> Turn;

    /// Clears `moves` and fills it with all legal moves, in a fixed order, without duplicates. In a chance node: all
    /// outcomes. Empty exactly when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Makes a move. The caller guarantees that it is legal; [`try_apply`](State::try_apply) is the checked twin.
    fn apply(&mut self, mv: Self::Move);

    /// The result. Meaningful when the turn is [`Turn::Over`].
    fn rewards(&self) -> Rewards;

    /// The move's number, dense and injective: below the count of [`crate::Moves::Dense`], different for different moves,
    /// the same in every position of the game. Tables of statistics about moves (AMAF, MAST) are indexed by it.
    fn move_index(&self, mv: Self::Move) -> usize;

    /// The move of a number: the inverse of [`move_index`](State::move_index).
    fn move_at(&self, index: usize) -> Self::Move;

    /// Whether a move is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Makes a move after checking it; an illegal one leaves the position as it was.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not legal here.
    fn try_apply(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.apply(mv);
        Ok(())
    }

    /// A legal move, uniformly at random; in a chance node an outcome by its probability. `moves` is scratch space.
    ///
    /// The game must not be over.
    fn random_move(&self, moves: &mut Vec<Self::Move>, rng: &mut Rng) -> Self::Move {
        debug_assert!(self.turn() != Turn::Chance, "a game with chance samples its outcomes itself");
        self.legal_moves(moves);
        moves[rng.index(moves.len())]
    }

    /// The probability of a chance outcome. Only called in chance nodes.
    fn chance_probability(&self, _outcome: Self::Move) -> f64 {
        unreachable!("the game has no chance nodes")
    }

    /// Whether the rules failed on the way here, as rules that are somebody's code at work can: a search counts no
    /// simulation that ends in such a position. The rules of most games cannot fail.
    #[inline]
    fn has_failed(&self) -> bool {
        false
    }
}

/// The move is not legal in the position it was offered to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("illegal move")
    }
}

impl std::error::Error for IllegalMove {}
