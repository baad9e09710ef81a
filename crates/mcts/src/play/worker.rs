//! What one thread owns: a position, scratch space, a generator, a copy of the playout policy.

use crate::core::Scratch;
use crate::playout::AnyPlayout;
use crate::tree::NodeId;
use katsura_game::{LightPlayout, Player};

/// The belongings of one thread. After warm-up a simulation allocates nothing: all buffers are kept. Two workers never share a cache
/// line.
#[repr(align(128))]
pub(crate) struct Worker<S: LightPlayout> {
    pub(crate) scratch: Scratch,
    pub(crate) state: S,
    pub(crate) moves: Vec<S::Move>,
    ranked: Vec<(f32, usize)>,
    /// The moves in another order.
    reordered: Vec<S::Move>,
    pub(crate) playout: AnyPlayout<S>,
}

impl<S: LightPlayout> Worker<S> {
    pub(crate) fn new(state: S, playout: AnyPlayout<S>, scratch: Scratch) -> Self {
        Worker { scratch, state, moves: Vec::new(), ranked: Vec::new(), reordered: Vec::new(), playout }
    }

    /// Back to the root, into which this player moved.
    #[inline]
    pub(crate) fn restart(&mut self, root: &S, mover: Player) {
        self.state.clone_from(root);
        self.scratch.restart(mover);
    }

    /// Puts moves and priors in the order of the priors, the highest first; equal ones stay in their order.
    pub(crate) fn order_moves(&mut self) {
        rank(&mut self.scratch.priors, &mut self.ranked);
        self.reordered.clear();
        self.reordered.extend(self.ranked.iter().map(|&(_, place)| self.moves[place]));
        std::mem::swap(&mut self.moves, &mut self.reordered);
    }

    /// The last move of the way down, if there is one.
    pub(crate) fn last_move(&self) -> Option<S::Move> {
        self.scratch.trace.last().map(|played| self.state.move_at(played.index()))
    }

    /// One step down: the move of a number, by this player or by chance, leads into a node.
    #[inline(always)]
    pub(crate) fn step(&mut self, node: NodeId, player: Option<Player>, index: usize) {
        self.scratch.step(node, player, index);
        self.state.apply(self.state.move_at(index));
    }
}

/// Puts priors in order, the highest first, and says where each of them stood; equal ones stay in their order.
fn rank(priors: &mut [f32], ranked: &mut Vec<(f32, usize)>) {
    ranked.clear();
    ranked.extend(priors.iter().copied().zip(0..));
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    priors.iter_mut().zip(ranked).for_each(|(prior, ranked)| *prior = ranked.0);
}
