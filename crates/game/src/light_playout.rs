//! Playing on at random.

use crate::{Played, Points, Record, Rewards, Rng, Turn};

/// Light playouts: uniformly random play to the end.
///
/// A light playout plays uniformly among the moves the game allows in playouts, which are all legal moves unless its
/// documentation says otherwise (Go leaves out the filling of own eyes and superko). It starts with
/// [`begin_playout`](LightPlayout::begin_playout); from then on [`turn`](crate::State::turn) and
/// [`apply`](crate::State::apply) follow the playout's rules, and only moves may be applied for which
/// [`is_playout_move`](LightPlayout::is_playout_move) holds or which the game itself [suggests](crate::Knowledge::suggest),
/// as Go does with a pass in a seki.
///
/// The defaults play by the rules of the game. The conformance kit ([`crate::testing::check`]) compares every replacement
/// with what it replaces.
pub trait LightPlayout: Points {
    /// Switches to the playout's rules, until the end of the game.
    #[inline]
    fn begin_playout(&mut self) {}

    /// A move of the light playout, uniformly at random. `moves` is scratch space. The game must not be over.
    #[inline]
    fn playout_move(&self, moves: &mut Vec<Self::Move>, rng: &mut Rng) -> Self::Move {
        self.random_move(moves, rng)
    }

    /// Whether the light playout could make this move here.
    #[inline]
    fn is_playout_move(&self, mv: Self::Move) -> bool {
        self.is_legal(mv)
    }

    /// Clears `moves` and fills it with all moves the light playout could make here, in the order of
    /// [`legal_moves`](crate::State::legal_moves).
    fn playout_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
        moves.retain(|&mv| self.is_playout_move(mv));
    }

    /// Clears `moves` and fills it, in any order, with all moves among which the light playout chooses, and maybe others
    /// that it could not make: for those who draw first and ask [`is_playout_move`](LightPlayout::is_playout_move) then. A
    /// move that is made only where there is no other may be left out.
    #[inline]
    fn playout_candidates(&self, moves: &mut Vec<Self::Move>) {
        self.playout_moves(moves);
    }

    /// Plays the light playout to the end, recording its moves. `moves` is scratch space.
    ///
    /// A replacement must draw the same numbers from `rng` and make the same moves as this loop.
    fn play_out<R: Record>(&mut self, moves: &mut Vec<Self::Move>, rng: &mut Rng, record: &mut R) -> Rewards {
        self.begin_playout();
        loop {
            let turn = self.turn();
            if turn == Turn::Over {
                return self.rewards();
            }
            let mv = self.playout_move(moves, rng);
            record.push(Played::new(turn.player(), self.move_index(mv)));
            self.apply(mv);
        }
    }
}
