//! The one door through which a search learns what a game knows.

use crate::{Hidden, Lanes, Player, Rng, Skip, math};

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

/// Moves of one group that are kept for later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// The group ([`Knowledge::group`]).
    pub group: usize,
    /// Whether its [spare](Knowledge::is_spare) moves may be made nonetheless.
    pub spares: bool,
    /// Whether nothing is kept as soon as the group has a single move left.
    pub lifts: bool,
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

    /// The groups of which one had best be kept for later, here, as bits: those that will be worth most. Several are
    /// equally good; 0 for none.
    fn reserved(&self) -> u64 {
        0
    }

    /// The same at the start of the game.
    fn reserved_at_start(&self) -> u64 {
        0
    }

    /// Whether a legal move of a group that is kept for later costs little: a small part of what is kept.
    fn is_spare(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Fills `moves` with the legal moves that are left if those of a group are kept, in the order of
    /// [`legal_moves`](crate::State::legal_moves): all of them if there are no others.
    fn free_moves(&self, reserve: &Reserve, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
        let is_kept = |mv: Self::Move| self.group(mv, None) == reserve.group;
        let kept = moves.iter().filter(|&&mv| is_kept(mv)).count();
        if kept == 0 || reserve.lifts && kept == 1 {
            return;
        }
        moves.retain(|&mv| !is_kept(mv) || reserve.spares && self.is_spare(mv));
        if moves.is_empty() {
            self.legal_moves(moves);
        }
    }

    /// One of the [`free_moves`](Knowledge::free_moves), uniformly at random. `moves` is scratch space. The game must
    /// not be over.
    fn free_move(&self, reserve: &Reserve, moves: &mut Vec<Self::Move>, rng: &mut Rng) -> Self::Move {
        self.free_moves(reserve, moves);
        moves[rng.index(moves.len())]
    }

    /// What a search that learns weights of moves takes for the same move wherever it can be made: by default its number.
    fn code(&self, mv: Self::Move) -> u64 {
        self.move_index(mv) as u64
    }

    /// Fills `moves` with the [`free_moves`](Knowledge::free_moves), all legal ones if nothing is kept, and `codes` with the
    /// [code](Knowledge::code) of each. A game may make it faster.
    fn coded_moves(&self, reserve: Option<&Reserve>, moves: &mut Vec<Self::Move>, codes: &mut Vec<u64>) {
        match reserve {
            Some(reserve) => self.free_moves(reserve, moves),
            None => self.legal_moves(moves),
        }
        codes.clear();
        codes.extend(moves.iter().map(|&mv| self.code(mv)));
    }

    /// Fills `biases` with what a search that learns weights of moves adds to the logarithm of the weight of each of
    /// `moves`: by default ln(p/(1 − p)) for a [prior](Knowledge::priors) p.
    fn biases(&self, moves: &[Self::Move], biases: &mut [f32]) {
        self.priors(moves, None, biases);
        for bias in biases.iter_mut().filter(|bias| **bias != 0.5) {
            let p = f64::from(bias.clamp(1e-6, 1.0 - 1e-6));
            *bias = math::ln(p / (1.0 - p)) as f32;
        }
        biases.iter_mut().filter(|bias| **bias == 0.5).for_each(|bias| *bias = 0.0);
    }

    /// The key of what lies ahead: equal only for positions with the same moves, now and later, whose results differ by
    /// as much as what was gained so far. `None` if the game does not know.
    fn rest_key(&self) -> Option<u64> {
        self.transposition_key()
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
