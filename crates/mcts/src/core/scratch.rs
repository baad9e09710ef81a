//! What one thread writes on while it simulates: numbers only.

use crate::amaf::AmafTable;
use crate::backup::Step;
use crate::tree::{Children, Copies, NodeId, ROOT};
use katsura_game::{Played, Player, Rng, Trace};

/// The way down, the numbers of the children, scores, and the generator of one thread. All buffers are kept from simulation to simulation.
pub(crate) struct Scratch {
    pub(crate) path: Vec<Step>,
    pub(crate) trace: Trace,
    pub(crate) children: Children,
    /// Visits of the node whose children these are.
    pub(crate) node_visits: u32,
    pub(crate) scores: Vec<f32>,
    pub(crate) closed: Vec<bool>,
    pub(crate) priors: Vec<f32>,
    pub(crate) rng: Rng,
    pub(crate) ended_in_tree: bool,
    pub(crate) amaf: AmafTable,
    /// Busy nodes, if other threads grow the tree as well.
    pub(crate) copies: Copies,
}

impl Scratch {
    pub(crate) fn new(rng: Rng, amaf: AmafTable, copies: Copies) -> Self {
        Scratch {
            path: Vec::new(),
            trace: Trace::new(),
            children: Children::default(),
            node_visits: 0,
            scores: Vec::new(),
            closed: Vec::new(),
            priors: Vec::new(),
            rng,
            ended_in_tree: false,
            amaf,
            copies,
        }
    }

    /// Back to the root, into which this player moved.
    #[inline]
    pub(crate) fn restart(&mut self, mover: Player) {
        self.path.clear();
        self.path.push(Step::new(ROOT, mover));
        self.trace.clear();
        self.copies.restart();
    }

    /// The node the simulation is at.
    #[inline]
    pub(crate) fn node(&self) -> NodeId {
        self.path[self.path.len() - 1].node
    }

    /// Whether the children of that node are a copy of the thread's own.
    #[inline]
    pub(crate) fn is_at_copy(&self) -> bool {
        self.copies.used() == self.path.len()
    }

    /// One step down: the move of a number leads into a node; `None` for chance.
    #[inline]
    pub(crate) fn step(&mut self, node: NodeId, player: Option<Player>, index: usize) {
        self.path.push(Step { node, mover: player.unwrap_or(Player::FIRST), by_chance: player.is_none() });
        self.trace.push(Played::new(player, index));
    }
}
