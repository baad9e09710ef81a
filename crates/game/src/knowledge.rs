//! The one door through which a search learns what a game knows.

use crate::{Hidden, Lanes, Player, Rng, Skip};

/// A playout rule that a game offers by name, for example `bridge` in Hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutRule {
    /// The name in configuration files.
    pub name: &'static str,
    /// One sentence: what the rule plays.
    pub about: &'static str,
}

/// Something that a game's heuristic looks at, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The name it has in configurations.
    pub name: &'static str,
    /// What it looks at, in one sentence.
    pub about: &'static str,
}

/// Domain knowledge: every method has an answer for a game that knows nothing.
///
/// A search asks a position for nothing but the rules ([`crate::State`]), playouts ([`Lanes`]), turns left out ([`Skip`]),
/// what is hidden ([`Hidden`]) and this. What a game knows it says in its record as well ([`crate::Knows`]). A search never depends on knowledge; a
/// configuration that asks for what the game does not have is refused.
pub trait Knowledge: Lanes + Skip + Hidden {
    /// Fills `moves` with the moves that playout rule number `rule` suggests after `last`, all of which can be played in a
    /// playout; empty for "no opinion".
    fn suggest(&self, _rule: usize, _last: Option<Self::Move>, moves: &mut Vec<Self::Move>, _rng: &mut Rng) {
        moves.clear();
    }

    /// Fills `priors` with an estimate in [0, 1] of the mover's reward for each of `moves`; ½ is "no opinion".
    fn priors(&self, _moves: &[Self::Move], _last: Option<Self::Move>, priors: &mut [f32]) {
        priors.fill(0.5);
    }

    /// Fills `estimates` with an estimate in (0, 1) of the mover's reward for each of `moves`, for selection rules that
    /// start a move with virtual simulations; ½ is "no opinion". Each of the [hints](crate::Knows::hints) counts as often as
    /// its place in `weights` says; 0 leaves it out.
    ///
    /// Apart from [`priors`](Knowledge::priors), which order moves and bias their scores without a count behind them: a game
    /// may have either.
    fn heuristic(&self, _moves: &[Self::Move], _last: Option<Self::Move>, _weights: &[f32], estimates: &mut [f32]) {
        estimates.fill(0.5);
    }

    /// The group of a move, below [`Knows::groups`](crate::Knows::groups), for bandits over groups of moves.
    fn group(&self, _mv: Self::Move, _last: Option<Self::Move>) -> usize {
        0
    }

    /// What a legal move looks like to its mover, below [`Knows::features`](crate::Knows::features): for example the stones
    /// around it. Playouts can weigh moves by it.
    fn feature(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The key of the position for transposition tables: equal only for positions from which the same moves are legal, now
    /// and later, with the same results. `None` if the way that led here matters, as under superko.
    fn transposition_key(&self) -> Option<u64> {
        None
    }

    /// A move with which `player` would win at once if it were their turn: decisive for the player to move, to be answered
    /// for the other. `moves` is scratch space.
    ///
    /// The default looks at the player to move only, by trying every legal move.
    fn winning_move(&self, player: Player, moves: &mut Vec<Self::Move>) -> Option<Self::Move> {
        if self.turn().player() != Some(player) {
            return None;
        }
        self.legal_moves(moves);
        moves.iter().copied().find(|&mv| {
            let mut next = self.clone();
            next.apply(mv);
            next.turn().is_over() && next.rewards().of(player) == 1.0
        })
    }
}
