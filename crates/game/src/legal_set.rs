//! The legal moves as a set of bits.

use crate::State;

/// The legal moves as a set, for environments that tell what is legal after every move. A game may make it faster.
pub trait LegalSet: State {
    /// Sets the bit of every legal move's number in these words, lowest first, and clears the others. `moves` is scratch
    /// space.
    fn legal_set(&self, moves: &mut Vec<Self::Move>, set: &mut [u64]) {
        self.legal_moves(moves);
        set.fill(0);
        moves.iter().map(|&mv| self.move_index(mv)).for_each(|index| set[index / 64] |= 1 << (index % 64));
    }
}
