//! A game to show what playout policies do: players take cells in turn, and a rule says who wins.

use super::{Leaf, Playing, Playout};
use crate::backup::Step;
use crate::needs::Needs;
use crate::reward::RewardKind;
use crate::tree::{ROOT, Tree};
use katsura_game::{
    About, Game, Knowledge, Knows, LightPlayout, Payoff, Player, PlayoutRule, Points, Rewards, Rng, State, Trace, Turn,
    plain,
};

/// The largest board.
pub(crate) const CELLS: usize = 16;

/// The owner of each cell, 9 for nobody; `Some` result ends the game, a full board without one is a draw.
type Judge = fn(&[u8]) -> Option<Rewards>;

const NOBODY: u8 = 9;

/// The rules.
#[derive(Clone)]
pub(crate) struct Cells {
    pub(crate) count: usize,
    pub(crate) judge: Judge,
    /// Whether the number of cells is a score.
    pub(crate) scored: bool,
}

/// A position.
#[derive(Clone)]
pub(crate) struct Board {
    owners: [u8; CELLS],
    count: usize,
    taken: usize,
    judge: Judge,
    scored: bool,
}

impl Cells {
    pub(crate) fn new(count: usize, judge: Judge) -> Self {
        Cells { count, judge, scored: false }
    }

    /// Whoever takes cell 0 wins when the board is full: one move is good, the others do not matter.
    pub(crate) fn key(count: usize) -> Self {
        Cells::new(count, |owners| (!owners.contains(&NOBODY)).then(|| Rewards::win(Player(owners[0]))))
    }

    /// The second player wins with a cell of every pair (0, 1), (2, 3), …: a matter of good replies.
    pub(crate) fn pairs(count: usize) -> Self {
        Cells::new(count, |owners| {
            let held = owners.chunks(2).all(|pair| pair.contains(&1));
            (!owners.contains(&NOBODY)).then(|| Rewards::win(Player(u8::from(held))))
        })
    }

    /// Two of the cells 0, 1, 2 win at once.
    pub(crate) fn race(count: usize) -> Self {
        Cells::new(count, |owners| {
            let has = |player: u8| owners[..3].iter().filter(|&&owner| owner == player).count() >= 2;
            (0..2).find(|&player| has(player)).map(|player| Rewards::win(Player(player)))
        })
    }
}

const RULES: [PlayoutRule; 2] = [
    PlayoutRule { name: "lowest", about: "the lowest empty cell" },
    PlayoutRule { name: "next", about: "the cell after the last move, if there was one" },
];

impl Game for Cells {
    type State = Board;

    fn about(&self) -> About {
        let knows =
            Knows { priors: true, features: CELLS, playout_rules: (&RULES).into(), winning_moves: true, ..Knows::default() };
        let payoff = Payoff { score_range: self.scored.then_some(self.count as f32), ..Payoff::POINT };
        About { payoff, knows, ..About::board("cells", 1, self.count) }
    }

    fn start(&self) -> Board {
        let Cells { count, judge, scored } = *self;
        Board { owners: [NOBODY; CELLS], count, taken: 0, judge, scored }
    }
}

impl Board {
    fn to_move(&self) -> Player {
        Player((self.taken % 2) as u8)
    }

    fn result(&self) -> Option<Rewards> {
        (self.judge)(&self.owners[..self.count]).or((self.taken == self.count).then(Rewards::draw))
    }
}

impl State for Board {
    type Move = usize;

    fn turn(&self) -> Turn {
        if self.result().is_some() { Turn::Over } else { Turn::Player(self.to_move()) }
    }

    fn legal_moves(&self, moves: &mut Vec<usize>) {
        moves.clear();
        moves.extend((0..self.count).filter(|&cell| self.owners[cell] == NOBODY && self.result().is_none()));
    }

    fn apply(&mut self, cell: usize) {
        self.owners[cell] = self.to_move().0;
        self.taken += 1;
    }

    fn rewards(&self) -> Rewards {
        self.result().unwrap_or_else(Rewards::draw)
    }

    fn move_index(&self, cell: usize) -> usize {
        cell
    }

    fn move_at(&self, index: usize) -> usize {
        index
    }
}

plain!(Board: LightPlayout, Lanes, Skip, Hidden);

impl Points for Board {
    fn score_rewards(&self) -> Option<Rewards> {
        let of = |player| self.owners.iter().filter(|&&owner| owner == player).count() as f32;
        self.scored.then(|| Rewards::two(0.5 + (of(0) - of(1)) / (2.0 * self.count as f32)))
    }
}

impl Knowledge for Board {
    fn suggest(&self, rule: usize, last: Option<usize>, moves: &mut Vec<usize>, _rng: &mut Rng) {
        moves.clear();
        match rule {
            0 => moves.extend((0..self.count).find(|&cell| self.owners[cell] == NOBODY)),
            _ => moves.extend(last.map(|last| (last + 1) % self.count).filter(|&next| self.owners[next] == NOBODY)),
        }
    }

    fn feature(&self, cell: usize) -> usize {
        cell
    }

    fn winning_move(&self, player: Player, moves: &mut Vec<usize>) -> Option<usize> {
        self.legal_moves(moves);
        moves.iter().copied().find(|&cell| {
            let mut owners = self.owners;
            owners[cell] = player.0;
            (self.judge)(&owners[..self.count]).is_some_and(|rewards| rewards.of(player) == 1.0)
        })
    }

    /// Later cells are better.
    fn priors(&self, moves: &[usize], _last: Option<usize>, priors: &mut [f32]) {
        for (prior, &cell) in priors.iter_mut().zip(moves) {
            *prior = cell as f32 / CELLS as f32;
        }
    }
}

/// A position after some moves, with the trace that led there.
pub(crate) fn after<G: Game<State: LightPlayout>>(game: &G, moves: &[usize]) -> (G::State, Trace) {
    let (mut state, mut trace) = (game.start(), Trace::new());
    for &index in moves {
        trace.push(katsura_game::Played::new(state.turn().player(), index));
        state.apply(state.move_at(index));
    }
    (state, trace)
}

/// Asks a policy `times` times for a move in one position, without making it; begins a playout before each.
pub(crate) fn answers<G: Game<State: LightPlayout>>(
    policy: &mut impl Playout<G::State>,
    game: &G,
    moves: &[usize],
    times: usize,
) -> Vec<Option<usize>> {
    let (mut state, mut trace) = after(game, moves);
    let tree = Tree::new(Needs::NONE, 1 << 12);
    let path = [Step::new(ROOT, Player::FIRST)];
    let (mut scratch, mut rng) = (Vec::new(), Rng::new(1));
    let mut playing = Playing::new(&mut state, &mut trace, &mut scratch, &mut rng, RewardKind::Win);
    (0..times)
        .map(|_| {
            policy.begin(Leaf { tree: &tree, path: &path, has_amaf: true }, &mut playing);
            let mv = policy.next_move(&mut playing);
            mv.map(|mv| playing.state.move_index(mv))
        })
        .collect()
}

/// The first player's rewards in playouts from the start, one after the other, and their lengths.
pub(crate) fn play<G: Game<State: LightPlayout>>(
    policy: &mut impl Playout<G::State>,
    game: &G,
    times: usize,
) -> Vec<(f32, usize)> {
    let tree = Tree::new(Needs::NONE, 1 << 12);
    let path = [Step::new(ROOT, Player::FIRST)];
    let (mut scratch, mut rng) = (Vec::new(), Rng::new(2));
    (0..times)
        .map(|_| {
            let (mut state, mut trace) = after(game, &[]);
            let playing = Playing::new(&mut state, &mut trace, &mut scratch, &mut rng, RewardKind::Win);
            let rewards = policy.run(Leaf { tree: &tree, path: &path, has_amaf: true }, playing);
            (rewards.of(Player::FIRST), trace.len())
        })
        .collect()
}

/// The mean of the first player's rewards over the last half.
pub(crate) fn later_mean(results: &[(f32, usize)]) -> f32 {
    let later = &results[results.len() / 2..];
    later.iter().map(|result| result.0).sum::<f32>() / later.len() as f32
}

/// How often each of `count` moves was answered.
pub(crate) fn counts(answers: &[Option<usize>], count: usize) -> Vec<usize> {
    (0..count).map(|index| answers.iter().filter(|&&answer| answer == Some(index)).count()).collect()
}
