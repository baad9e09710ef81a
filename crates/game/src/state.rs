//! A position, as the inner loop of a search sees it.

use crate::source::outcome_of;
use crate::{Batches, Player, Rewards, Rng, Source, Turn, play_out_alone};
use std::fmt::{self, Debug};
use std::hash::Hash;

/// The number that stands for [`State::skip`] in a list of moves.
pub const SKIP: usize = usize::MAX;

/// A position: what the inner loop needs, nothing else.
///
/// Six methods describe the rules, two more ([`random_move`](State::random_move), [`chance_probability`](State::chance_probability)) those of
/// chance if there is any; the others have a correct default that a game may replace by a faster one. The conformance kit
/// ([`crate::testing::check`]) compares every replacement with what it replaces.
///
/// # Playouts
/// A *light playout* plays uniformly among the moves the game allows in playouts, which are all legal moves unless its
/// documentation says otherwise (Go leaves out the filling of own eyes and superko). It starts with
/// [`begin_playout`](State::begin_playout); from then on [`turn`](State::turn) and [`apply`](State::apply) follow the
/// playout's rules, and only moves may be applied for which [`is_playout_move`](State::is_playout_move) holds or which the game
/// itself [suggests](crate::Knowledge::suggest), as Go does with a pass in a seki.
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

    /// The move's number, dense and injective: below the count of [`crate::Moves::Dense`], different for different moves, the same
    /// in every position of the game. Tables of statistics about moves (AMAF, MAST) are indexed by it.
    fn move_index(&self, mv: Self::Move) -> usize;

    /// The move of a number: the inverse of [`move_index`](State::move_index).
    fn move_at(&self, index: usize) -> Self::Move;

    /// The legal moves as a set: the bit of every legal move's number is set in these words, lowest first, the others are not. `moves` is
    /// scratch space. Environments that tell what is legal after every move call it; a game may make it faster.
    fn legal_set(&self, moves: &mut Vec<Self::Move>, set: &mut [u64]) {
        self.legal_moves(moves);
        set.fill(0);
        moves.iter().map(|&mv| self.move_index(mv)).for_each(|index| set[index / 64] |= 1 << (index % 64));
    }

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

    /// Gives the turn to the other player without a move, as controllers and files want it that put stones of one colour on the board in a row. A
    /// game that has ended by passes goes on instead, with the player who would have been next. By default a game cannot do either: it says false
    /// and is as it was.
    fn skip(&mut self) -> bool {
        false
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

    /// Clears `moves` and fills it with all moves the light playout could make here, in the order of [`legal_moves`](State::legal_moves).
    fn playout_moves(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
        moves.retain(|&mv| self.is_playout_move(mv));
    }

    /// Clears `moves` and fills it, in any order, with all moves among which the light playout chooses, and maybe others that it could not
    /// make: for those who draw first and ask [`is_playout_move`](State::is_playout_move) then. A move that is made only where there is no other may be left out.
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

    /// Plays many light playouts from this position, which must not be changed by playouts already. Number `i` of them draws from a
    /// generator of its own, `Rng::stream(&[seed, i])`, so that its result depends on nothing else.
    ///
    /// A replacement may draw in another way than [`play_out`](State::play_out), as long as the moves have the same distribution, and the
    /// result of a number and a seed is the same on every machine and however many playouts are asked for.
    fn play_out_batch(&self, seed: u64, outcomes: &mut [Outcome]) {
        Self::play_out_batches(&mut [Batch { start: self, seed, outcomes }]);
    }

    /// Plays several batches together, of positions of one game. The outcomes are those of one batch after the other.
    fn play_out_batches(batches: &mut [Batch<'_, Self>]) {
        Self::play_out_source(&mut Batches::new(batches));
    }

    /// Plays all playouts that a source asks for, from positions of one game, until there are none left. A game may play many side by side, in the way of
    /// [`play_out_batch`](State::play_out_batch): the outcome depends on the position and the generator only.
    fn play_out_source(source: &mut dyn Source<Self>) {
        play_out_alone(source);
    }

    /// Whether [`play_out_batch`](State::play_out_batch) plays the playouts side by side here, rather than one after the other.
    fn plays_side_by_side(&self) -> bool {
        false
    }

    /// Whether the rules failed on the way here, as rules that are somebody's code at work can: a search counts no simulation that ends in such a
    /// position. The rules of most games cannot fail.
    #[inline]
    fn has_failed(&self) -> bool {
        false
    }

    /// The result as a linear function of the score, for games that have one: ½ is an even score, 0 and 1 are the largest
    /// possible differences. May be asked before the end as an estimate.
    fn score_rewards(&self) -> Option<Rewards> {
        None
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

/// One move of a game as the statistics see it: who played, and the move's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played(u32);

impl Played {
    const CHANCE: u32 = 7;

    /// A move by a player, or by chance.
    #[inline]
    pub fn new(player: Option<Player>, index: usize) -> Self {
        Played((index as u32) << 3 | player.map_or(Self::CHANCE, |p| u32::from(p.0)))
    }

    /// Who played, `None` for chance.
    #[inline]
    pub fn player(self) -> Option<Player> {
        let who = self.0 & 7;
        (who != Self::CHANCE).then_some(Player(who as u8))
    }

    /// The move's number.
    #[inline]
    pub fn index(self) -> usize {
        (self.0 >> 3) as usize
    }
}

/// What a playout came to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Each player's result.
    pub rewards: Rewards,
    /// The score of the end, where the game has one ([`State::score_rewards`]).
    pub score: Option<Rewards>,
    /// The number of moves it made, passes included.
    pub moves: u32,
}

/// Many light playouts from one position ([`State::play_out_batch`]).
#[derive(Debug)]
pub struct Batch<'a, S> {
    /// The position.
    pub start: &'a S,
    /// Where their generators come from.
    pub seed: u64,
    /// One place for each.
    pub outcomes: &'a mut [Outcome],
}

/// Plays many light playouts one after the other, as [`State::play_out_batch`] does unless a game does it side by side.
pub fn play_out_one_by_one<S: State>(start: &S, seed: u64, outcomes: &mut [Outcome]) {
    let (mut state, mut moves) = (start.clone(), Vec::new());
    for (number, outcome) in outcomes.iter_mut().enumerate() {
        state.clone_from(start);
        *outcome = outcome_of(&mut state, &mut moves, &mut Rng::stream(&[seed, number as u64]));
    }
}

/// The moves of one simulation, in order.
pub type Trace = Vec<Played>;

/// Something that takes down the moves of a playout: a [`Trace`], or `()` for nobody.
pub trait Record {
    /// Takes down one move.
    fn push(&mut self, played: Played);
}

impl Record for Trace {
    #[inline]
    fn push(&mut self, played: Played) {
        Vec::push(self, played);
    }
}

impl Record for () {
    #[inline]
    fn push(&mut self, _played: Played) {}
}
