//! Playing from the leaf to the end of the game.
//!
//! A playout policy has a life cycle: begin at the leaf, suggest moves or have no opinion, look at the end. The loop itself
//! exists once, in [`Playout::run`]; where a policy has no opinion the game's own light playout moves.
//!
//! | file | technique |
//! |---|---|
//! | `uniform.rs` | the light playout, nothing else |
//! | `pool_rave.rs` | poolRave: moves with good RAVE values |
//! | `softmax.rs` | moves by the exponential of their value, constant or annealed |
//! | `gobble.rs` | GOBBLE: moves in the order of their value, with annealed noise |
//! | `mast.rs` | MAST: moves by their average reward, whenever they were played |
//! | `last_good_reply.rs` | last good replies, with forgetting, after one or two moves |
//! | `balanced.rs` | moves by weights of what they look like, trained by simulation balancing |
//! | `decisive.rs` | moves that win at once, and moves that prevent it |
//! | `suggest.rs` | the rules a game offers by name |
//! | `tabu.rs` | moves of one group kept for later |
//! | `cut_off.rs` | an end after some moves, judged by the score |
//! | `chain.rs` | this, else that, each with its probability |
//! | `any.rs` | the choice of a policy as data |
//! | `values.rs`, `gibbs.rs` | what several of them share: values of moves, draws by weight |

mod any;
mod balanced;
mod chain;
mod cut_off;
mod decisive;
mod gibbs;
mod gobble;
mod last_good_reply;
mod mast;
mod pool_rave;
mod softmax;
mod suggest;
mod tabu;
mod uniform;
mod values;

#[cfg(test)]
pub(crate) mod testing;

pub use any::{AnyPlayout, CustomPlayout, PlayoutConfig};
pub use balanced::{Balance, Balanced, BalancedPolicy, Weights};
pub use chain::{Chain, Rules, Then, With};
pub use cut_off::{CutOff, Estimate};
pub use decisive::{Decisive, DecisivePolicy};
pub use gobble::{Gobble, GobblePolicy};
pub use last_good_reply::{LastGoodReply, LastGoodReplyPolicy};
pub use mast::{Mast, MastDraw, MastPolicy};
pub use pool_rave::{PoolColours, PoolDraw, PoolRave, PoolRavePolicy};
pub use softmax::{Softmax, SoftmaxPolicy};
pub use suggest::{Suggest, SuggestPolicy};
pub use tabu::{Tabu, TabuFrom, TabuPolicy, TabuTies};
pub use uniform::Uniform;

use crate::backup::Step;
use crate::core::{Returns, Scale};
use crate::needs::Needs;
use crate::reward::RewardKind;
use crate::techniques::Technique;
use crate::tree::Tree;
use katsura_game::{About, LightPlayout, Played, Rewards, Rng, Trace, Turn};

/// The lines of this kind on the page of techniques.
pub(crate) const TECHNIQUES: &[&[Technique]] = &[
    uniform::TECHNIQUES,
    pool_rave::TECHNIQUES,
    suggest::TECHNIQUES,
    tabu::TECHNIQUES,
    softmax::TECHNIQUES,
    gobble::TECHNIQUES,
    balanced::TECHNIQUES,
    mast::TECHNIQUES,
    last_good_reply::TECHNIQUES,
    decisive::TECHNIQUES,
    chain::TECHNIQUES,
    cut_off::TECHNIQUES,
];

/// Where a playout starts: the way through the tree that led to the leaf.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The nodes passed, from the root to the leaf.
    pub path: &'a [Step],
    /// Whether AMAF values are used: not after their cut-off.
    pub has_amaf: bool,
}

/// A simulation on its way to the end: the position, the moves so far, scratch space and the generator.
#[derive(Debug)]
pub struct Playing<'a, S: LightPlayout> {
    /// The position.
    pub state: &'a mut S,
    /// The moves from the root on.
    pub trace: &'a mut Trace,
    /// Scratch space for moves.
    pub moves: &'a mut Vec<S::Move>,
    /// The generator.
    pub rng: &'a mut Rng,
    /// What the end counts for.
    pub reward: RewardKind,
    /// The move before this one, if there was one since the root.
    pub last: Option<S::Move>,
    /// What the moves bring, in games that pay on the way.
    pub(crate) returns: Option<Returns>,
    /// How results become rewards, for policies that learn from them; `None` if they are rewards.
    pub(crate) scale: Option<&'a Scale>,
}

impl<'a, S: LightPlayout> Playing<'a, S> {
    /// A simulation that has come to this position by these moves.
    pub fn new(
        state: &'a mut S,
        trace: &'a mut Trace,
        moves: &'a mut Vec<S::Move>,
        rng: &'a mut Rng,
        reward: RewardKind,
    ) -> Self {
        let last = trace.last().map(|played| state.move_at(played.index()));
        Playing { state, trace, moves, rng, reward, last, returns: None, scale: None }
    }

    /// What came of the game, now that it is over.
    fn result(&self) -> Rewards {
        self.returns.map_or_else(|| self.reward.of(self.state), |returns| returns.sum())
    }

    /// What came of a game that is not played to its end.
    fn cut_off(&self, cut_off: &CutOff) -> Rewards {
        let to_go = || if cut_off.estimate == Estimate::ToGo { self.state.to_go() } else { Rewards::default() };
        self.returns.map_or_else(|| cut_off.judge(self.state), |returns| returns.and_then(to_go()))
    }

    /// A move is about to be made, in a game that pays with each.
    #[cold]
    fn begin_step(&mut self, turn: Turn) {
        self.returns.iter_mut().for_each(|returns| returns.before(turn));
    }

    /// The move has been made.
    #[cold]
    fn end_step(&mut self) {
        let gain = self.state.rewards();
        self.returns.iter_mut().for_each(|returns| returns.add(gain));
    }

    /// Fills the scratch space with all moves the light playout could make.
    #[inline]
    pub fn list_moves(&mut self) {
        self.state.playout_moves(self.moves);
    }

    /// The move of a number, if the light playout could make it.
    #[inline]
    pub fn playable(&self, index: usize) -> Option<S::Move> {
        let mv = self.state.move_at(index);
        self.state.is_playout_move(mv).then_some(mv)
    }
}

/// How large a game's tables of moves are, and the unit of its rewards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The number of players.
    pub players: usize,
    /// The number of different moves.
    pub moves: usize,
    /// How many points a reward of 1 is.
    pub points: f64,
}

impl Shape {
    /// The shape of a game with these rewards.
    pub fn of(about: &About, reward: RewardKind) -> Self {
        Shape { players: about.players, moves: about.move_count().unwrap_or(0), points: reward.points(about) }
    }
}

/// Plays a simulation to the end. Each worker has its own copy, which may learn.
pub trait Playout<S: LightPlayout>: Send {
    /// The statistics the policy reads.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// Whether this is the game's light playout and nothing else: then many may be made at once.
    fn is_light(&self) -> bool {
        false
    }

    /// A playout starts at this leaf; the position follows the playout's rules already.
    fn begin(&mut self, _leaf: Leaf<'_>, _playing: &mut Playing<'_, S>) {}

    /// The next move, or `None` for no opinion. It must be one that the light playout could make or that the game suggests.
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move>;

    /// A simulation has ended with this result, be it in a playout or in the tree.
    fn end(&mut self, _trace: &Trace, _rewards: &Rewards) {}

    /// Where a playout ends before the game does.
    fn cut_off(&self) -> CutOff {
        CutOff::NEVER
    }

    /// A move was made on the board: the simulations to come start from another position.
    fn new_root(&mut self) {}

    /// The whole playout.
    #[inline]
    fn run(&mut self, leaf: Leaf<'_>, mut playing: Playing<'_, S>) -> Rewards {
        playing.state.begin_playout();
        self.begin(leaf, &mut playing);
        let cut_off = self.cut_off();
        let mut plies = 0;
        let rewards = loop {
            let turn = playing.state.turn();
            if turn.is_over() {
                break playing.result();
            }
            if plies >= cut_off.plies {
                break playing.cut_off(&cut_off);
            }
            plies += 1;
            let pays = playing.returns.is_some();
            if pays {
                playing.begin_step(turn);
            }
            let suggested = turn.player().and_then(|_| self.next_move(&mut playing));
            let mv = suggested.unwrap_or_else(|| playing.state.playout_move(playing.moves, playing.rng));
            let is_known = |state: &S| state.is_playout_move(mv) || suggested.is_some() && state.is_legal(mv);
            debug_assert!(turn.player().is_none() || is_known(playing.state), "a playout makes playout moves");
            playing.trace.push(Played::new(turn.player(), playing.state.move_index(mv)));
            playing.state.apply(mv);
            if pays {
                playing.end_step();
            }
            playing.last = Some(mv);
        };
        self.end(playing.trace, &playing.scale.map_or(rewards, |scale| scale.told(rewards)));
        rewards
    }
}
