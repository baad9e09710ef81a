//! What one thread writes on while it simulates: numbers only.

use super::line::BestLine;
use super::returns::{Choices, Gain, Returns};
use crate::amaf::AmafTable;
use crate::backup::Step;
use crate::tree::{Children, Copies, NodeId, ROOT};
use katsura_game::{MAX_PLAYERS, Played, Player, Rewards, Rng, Trace, Turn};

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
    /// What each step of the path has brought, and what came from each of its nodes on; only in games that pay on the way.
    pub(crate) gains: Vec<Gain>,
    pub(crate) returns: Vec<Rewards>,
    pub(crate) choices: Choices,
    /// What came after the last node of the path, once the simulation has left the tree.
    pub(crate) rest: Option<Returns>,
    /// The moves of those who choose together with others, the first of them left out.
    pub(crate) joint: Vec<usize>,
    /// Whether the simulation has left the tree by an outcome that is no child of the last node of the path.
    pub(crate) is_outside: bool,
    /// The place in the path of the last move of each player with nodes by what is seen; 0, the root, before the first.
    pub(crate) anchors: [usize; MAX_PLAYERS],
    /// Whether the moves of the simulation are known to its end: not where leaves are evaluated, or played out in lanes.
    pub(crate) knows_line: bool,
    /// The best line so far, for one player.
    pub(crate) best: Option<BestLine>,
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
            gains: Vec::new(),
            returns: Vec::new(),
            choices: Choices::new(1.0),
            rest: None,
            joint: Vec::new(),
            is_outside: false,
            anchors: [0; MAX_PLAYERS],
            knows_line: true,
            best: None,
        }
    }

    /// Back to the root, into which this player moved.
    #[inline]
    pub(crate) fn restart(&mut self, mover: Player) {
        self.path.clear();
        self.path.push(Step::new(ROOT, mover));
        self.trace.clear();
        self.is_outside = false;
        self.knows_line = true;
        self.anchors = [0; MAX_PLAYERS];
        self.copies.restart();
    }

    /// Nothing has been gained yet.
    pub(crate) fn restart_gains(&mut self, discount: f32) {
        self.gains.clear();
        self.gains.push(Gain::NOTHING);
        self.choices = Choices::new(discount);
        self.rest = None;
    }

    /// A move at this turn leads out of the tree.
    pub(crate) fn leave(&mut self, turn: Turn, index: usize) {
        self.trace.push(Played::new(turn.player(), index));
        self.is_outside = true;
        if !self.gains.is_empty() {
            self.rest.get_or_insert(Returns::after(self.choices)).before(turn);
        }
    }

    /// The moves of several players have led to this node; the numbers of the node are rewards of this player, who did not choose it alone.
    pub(crate) fn join(&mut self, node: NodeId, player: Player) {
        self.path.push(Step { node, mover: player, by_chance: true });
        if !self.gains.is_empty() {
            self.gains.push(Gain::NOTHING);
        }
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
    #[inline(always)]
    pub(crate) fn step(&mut self, node: NodeId, player: Option<Player>, index: usize) {
        self.path.push(Step { node, mover: player.unwrap_or(Player::FIRST), by_chance: player.is_none() });
        self.trace.push(Played::new(player, index));
    }
}
