//! What one thread owns: a position, the way down, scratch space and a generator.

use crate::amaf::AmafTable;
use crate::backup::Step;
use crate::tree::{Children, Copies, NodeId, ROOT};
use katsura_game::{Played, Player, Rng, State, Trace};

/// The belongings of one thread. After warm-up a simulation allocates nothing: all buffers are kept. Two workers never share a cache
/// line.
#[repr(align(128))]
pub struct Worker<S: State, Play> {
    pub(crate) state: S,
    pub(crate) path: Vec<Step>,
    pub(crate) trace: Trace,
    pub(crate) moves: Vec<S::Move>,
    pub(crate) children: Children,
    /// Visits of the node whose children these are.
    pub(crate) node_visits: u32,
    pub(crate) scores: Vec<f32>,
    pub(crate) closed: Vec<bool>,
    pub(crate) priors: Vec<f32>,
    ranked: Vec<(f32, usize, S::Move)>,
    pub(crate) playout: Play,
    pub(crate) rng: Rng,
    pub(crate) ended_in_tree: bool,
    pub(crate) amaf: AmafTable,
    /// Busy nodes, if other threads grow the tree as well, and how many of them the path begins with.
    pub(crate) copies: Copies,
    pub(crate) copied: usize,
}

impl<S: State, Play> Worker<S, Play> {
    pub(crate) fn new(state: S, playout: Play, rng: Rng, amaf: AmafTable) -> Self {
        Worker {
            state,
            path: Vec::new(),
            trace: Trace::new(),
            moves: Vec::new(),
            children: Children::default(),
            node_visits: 0,
            scores: Vec::new(),
            closed: Vec::new(),
            priors: Vec::new(),
            ranked: Vec::new(),
            playout,
            rng,
            ended_in_tree: false,
            amaf,
            copies: Copies::default(),
            copied: 0,
        }
    }

    /// The position the worker is at.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// Back to the root.
    #[inline]
    pub(crate) fn restart(&mut self, root: &S, mover: Player) {
        self.state.clone_from(root);
        self.path.clear();
        self.path.push(Step::new(ROOT, mover));
        self.trace.clear();
        self.copied = 0;
    }

    /// Puts moves and priors in the order of the priors, the highest first; equal ones stay in their order.
    pub(crate) fn order_moves(&mut self) {
        self.ranked.clear();
        let places = self.priors.iter().zip(&self.moves).enumerate();
        self.ranked.extend(places.map(|(place, (&prior, &mv))| (prior, place, mv)));
        self.ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for ((prior, mv), ranked) in self.priors.iter_mut().zip(&mut self.moves).zip(&self.ranked) {
            (*prior, *mv) = (ranked.0, ranked.2);
        }
    }

    /// The last move of the way down, if there is one.
    pub(crate) fn last_move(&self) -> Option<S::Move> {
        self.trace.last().map(|played| self.state.move_at(played.index()))
    }

    /// Whether the children of the node it is at are a copy of its own.
    #[inline]
    pub(crate) fn is_at_copy(&self) -> bool {
        self.copied == self.path.len()
    }

    /// The node the worker is at.
    #[inline]
    pub(crate) fn node(&self) -> NodeId {
        self.path[self.path.len() - 1].node
    }

    /// One step down: the move of a number leads into a node.
    #[inline]
    pub(crate) fn step(&mut self, node: NodeId, index: usize) {
        let player = self.state.turn().player();
        self.path.push(Step { node, mover: player.unwrap_or(Player::FIRST), by_chance: player.is_none() });
        self.trace.push(Played::new(player, index));
        self.state.apply(self.state.move_at(index));
    }
}
