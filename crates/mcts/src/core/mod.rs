//! The part of a search that sees only numbers: tree, policies, budgets. It is compiled once, for all games.
//!
//! What needs a position, restarting, stepping, opening a leaf and evaluating it, is in `play/`.
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | choosing a child, counting a result |
//! | `running.rs` | how long a search goes on |
//! | `final_move.rs` | which move it plays |
//! | `policies.rs` | the policies that see numbers |
//! | `scratch.rs` | what one thread writes on |
//! | `scale.rs` | results of any size as rewards in [0, 1] |
//! | `returns.rs` | gains on the way |
//! | `line.rs` | the best line of one player |
//! | `chance.rs` | which outcomes of chance become children |
//! | `hidden.rs` | children where not everything is seen |

mod chance;
mod final_move;
mod hidden;
mod line;
mod policies;
mod returns;
mod running;
mod scale;
mod scratch;

pub(crate) use chance::TECHNIQUES as CHANCE_TECHNIQUES;
pub use chance::{ChanceRule, Sparse, Widening};
pub use hidden::InformationRule;
pub(crate) use hidden::TECHNIQUES as HIDDEN_TECHNIQUES;
pub use line::BestLine;
pub use policies::Policies;
pub(crate) use returns::{Choices, Gain, Returns};
pub(crate) use running::{Clock, Simulations, run};
pub(crate) use scale::Scale;
pub(crate) use scratch::Scratch;

use crate::amaf::{AmafTable, reference_node};
use crate::backup::{Backup, Passed};
use crate::config::SearchConfig;
use crate::needs::Needs;
use crate::parallel::{BatchPlayouts, Parallel};
use crate::prune::Prune;
use crate::select::{Select, Stopping, any_place, argmax};
use crate::solve::{Solver, close_solved};
use crate::transposition::Table;
use crate::tree::{Children, Copies, Measure, NodeId, NodeView, ROOT, Tree};
use katsura_game::{About, Chance, Information, Player, Rewards, Rng, Turns, When};

/// Visits that a tree has room for, less what may be under way when that is noticed.
const MOST_VISITS: u32 = u32::MAX - (1 << 28);

/// A search without its positions: tree, policies, and what is known of the run.
pub struct Core {
    pub(crate) policies: Policies,
    pub(crate) config: SearchConfig,
    pub(crate) needs: Needs,
    /// How the rule at the root may end a search early.
    stopping: Option<Stopping>,
    /// How many visits the rules at the root and below it give every child before scores count.
    trials: [u32; 2],
    /// Whether the rules at the root and below it read the game's units.
    measures: [bool; 2],
    /// How many visits a node must have for the rule below the root to read its AMAF values.
    reference: u32,
    /// The weights of the game's hints.
    pub(crate) hints: Vec<f32>,
    /// The only moves that are tried at the root, if there are any here.
    pub(crate) only: Vec<usize>,
    /// Who was to move at the root when simulations were made last.
    counted_for: Option<Player>,
    /// The visits of the root with which the search has counted enough: its numbers, and the sums over several trees, have room for no more.
    most_visits: u32,
    /// Simulations that earlier runs left over.
    pub(crate) saved: u64,
    /// The simulations of the run that is under way, if its budget counts them.
    planned: Option<f32>,
    pub(crate) tree: Tree,
    pub(crate) table: Table,
    pub(crate) root_mover: Player,
    pub(crate) simulations: u64,
    /// Whether playouts are light, and nobody asks for their moves.
    is_light: bool,
    pub(crate) players: usize,
    /// A table for the AMAF samples of each thread.
    amaf: AmafTable,
    pub(crate) scale: Scale,
    pub(crate) dynamics: Dynamics,
}

/// What the game says of itself that a simulation has to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dynamics {
    /// Moves bring something on the way.
    pub(crate) pays: bool,
    pub(crate) discount: f32,
    /// The lines of one player are kept: not where something is hidden, since they may not exist.
    pub(crate) keeps_line: bool,
    /// Not everything is seen, and the search goes by what is.
    pub(crate) hides: bool,
    /// All players have nodes by what they see, not only the one who searches.
    pub(crate) all_observe: bool,
    /// What is hidden is drawn once for the whole search.
    pub(crate) keeps_world: bool,
    /// Several players may choose together.
    pub(crate) joins: bool,
    /// Outcomes of chance can only be drawn.
    pub(crate) samples: bool,
    /// Nothing of this, nor moves made together, nor results that are no rewards: a simulation descends and counts.
    pub(crate) is_plain: bool,
}

impl Dynamics {
    fn new(about: &About, rule: InformationRule) -> Self {
        let pays = about.payoff.when == When::EachStep;
        let is_hidden = about.information == Information::Hidden;
        let hides = is_hidden && rule.goes_by_views();
        let samples = about.chance == Chance::Sampled;
        let joins = about.turns == Turns::Together;
        Dynamics {
            pays,
            discount: about.payoff.discount as f32,
            keeps_line: about.players == 1 && !is_hidden,
            hides,
            all_observe: hides && rule == InformationRule::MultipleObserver,
            keeps_world: is_hidden && rule == InformationRule::Determinized,
            joins,
            samples,
            is_plain: !pays && !is_hidden && !samples && !joins && about.players > 1 && about.payoff.is_unit(),
        }
    }

    /// The statistics that a tree of such a game has to keep.
    fn needs(about: &About, rule: &ChanceRule) -> Needs {
        let when = |wanted: bool, need: Needs| if wanted { need } else { Needs::NONE };
        when(Dynamics::grows(about, rule), Needs::GROWS)
            | when(about.information == Information::Hidden, Needs::AVAILABLE | Needs::KEY)
            | when(about.chance != Chance::None && rule.draws_again(), Needs::DRAWN)
    }

    /// Whether nodes get more children later: what is seen for the first time, or drawn.
    pub(crate) fn grows(about: &About, rule: &ChanceRule) -> bool {
        about.information == Information::Hidden
            || about.turns == Turns::Together
            || about.chance == Chance::Sampled
            || (about.chance == Chance::Listed && rule.draws_again())
    }
}

impl Core {
    /// A search by these policies; `playout` says what the playouts read, and whether they are light.
    pub(crate) fn new(about: &About, policies: Policies, playout: (Needs, bool), config: &SearchConfig) -> Self {
        let when = |wanted: bool, need: Needs| if wanted { need } else { Needs::NONE };
        let needs = policies.needs()
            | playout.0
            | when(config.parallel.overlaps(), Needs::IN_FLIGHT)
            | when(config.solver != Solver::None, Needs::BOUNDS)
            | when(config.transpositions.is_on(), Needs::KEY)
            | Dynamics::needs(about, &config.chance);
        let hides = about.information == Information::Hidden;
        let closes = policies.prune.is_active() || needs.has(Needs::BOUNDS) || hides;
        let (root, select) = (policies.root.traits(), policies.select.traits());
        let memory = config.memory_bytes() / config.parallel.trees();
        Core {
            needs,
            stopping: root.stopping,
            trials: if closes { [0, 0] } else { [root.trials, select.trials] },
            measures: [root.measures, select.measures],
            reference: select.reference,
            hints: config.hints.weights(about),
            only: Vec::new(),
            counted_for: None,
            most_visits: MOST_VISITS / config.parallel.trees() as u32,
            saved: 0,
            planned: None,
            tree: Tree::new(needs, memory - config.transpositions.bytes(memory)),
            table: Table::new(&config.transpositions, memory),
            root_mover: Player::FIRST,
            simulations: 0,
            is_light: playout.1,
            players: about.players,
            amaf: AmafTable::new(about.move_count().unwrap_or(0), config.amaf).without(about.swap),
            scale: Scale::new(&about.payoff),
            dynamics: Dynamics::new(about, config.information),
            config: config.clone(),
            policies,
        }
    }

    /// Bytes of the tree and of the table of positions.
    pub(crate) fn bytes(&self) -> usize {
        self.tree.bytes() + self.table.size()
    }

    /// What a thread writes on.
    pub(crate) fn scratch(&self, number: usize) -> Scratch {
        let rng = Rng::stream(&[self.config.seed, number as u64]);
        let others = self.config.parallel.tree_threads() as u32 - 1;
        Scratch::new(rng, self.amaf.clone(), if self.may_copy() { Copies::new(others) } else { Copies::default() })
    }

    /// Whether threads may keep copies of busy nodes: nobody else than selection and plain counting looks at these.
    fn may_copy(&self) -> bool {
        self.config.parallel.tree_threads() > 1
            && self.dynamics.is_plain
            && self.policies.backup.traits().is_mean
            && !self.policies.prune.is_active()
            && !self.needs.has(Needs::BOUNDS)
            && !self.needs.has(Needs::SQUARES)
            && !self.table.is_on()
    }

    /// The move that a player chooses together with others: by the children of its seat, in a node.
    pub(crate) fn pick_at(&self, scratch: &mut Scratch, node: NodeId, seat: NodeId, at_root: bool) -> usize {
        scratch.children.gather(&self.tree, seat, self.needs, 0.0);
        scratch.node_visits = self.tree.visits(node);
        self.score(scratch, at_root);
        argmax(&scratch.scores, &mut scratch.rng)
    }

    /// The child that this player descends into.
    pub(crate) fn pick(&self, scratch: &mut Scratch, player: Option<Player>) -> usize {
        let node = scratch.node();
        scratch.copies.enter(&self.tree, node, scratch.path.len());
        self.gather_visits(scratch);
        if let Some(place) = self.untried(scratch) {
            return place;
        }
        self.score_children(scratch, player);
        if self.policies.prune.is_active() {
            self.close(scratch, node);
        }
        if self.needs.has(Needs::BOUNDS) {
            close_solved(&self.tree, node, &mut scratch.scores);
        }
        argmax(&scratch.scores, &mut scratch.rng)
    }

    /// Looks up how often the children of the node were visited.
    #[inline(always)]
    pub(crate) fn gather_visits(&self, scratch: &mut Scratch) {
        let node = scratch.node();
        scratch.node_visits = if scratch.is_at_copy() {
            scratch.copies.show(node, &mut scratch.children)
        } else {
            scratch.children.gather_visits(&self.tree, node, self.needs, self.config.parallel.virtual_loss());
            self.tree.visits(node)
        };
    }

    /// Fills the scores with what the selection rule says about the children of the node, whose visits are gathered.
    #[inline(always)]
    pub(crate) fn score_children(&self, scratch: &mut Scratch, player: Option<Player>) {
        let node = scratch.node();
        if !scratch.is_at_copy() {
            scratch.children.gather_rest(&self.tree, node, self.needs);
        }
        if self.needs.has(Needs::AMAF) {
            self.adjust_amaf(scratch, player);
        }
        if self.table.is_on() {
            self.table.share(&self.tree, node, &mut scratch.children.value);
            scratch.node_visits = self.table.visits(&self.tree, node);
        }
        self.score(scratch, scratch.path.len() == 1);
    }

    /// Fills the numbers of a node's children in this or another tree as selection reads them, without what is under way.
    pub(crate) fn gather(&self, tree: &Tree, node: NodeId, children: &mut Children) {
        children.gather(tree, node, tree.needs(), 0.0);
        if self.table.is_on() {
            self.table.share(tree, node, &mut children.value);
        }
    }

    /// Fills the scores, by the numbers of the children.
    #[inline(always)]
    fn score(&self, scratch: &mut Scratch, at_root: bool) {
        if self.scale.is_running() {
            self.scale.show(&mut scratch.children);
        }
        let visits = scratch.node_visits as f32 + scratch.children.under_way();
        let (rule, planned) = if at_root { (&self.policies.root, self.planned) } else { (&self.policies.select, None) };
        let measure = if self.measures[usize::from(!at_root)] { self.scale.measure(&self.tree) } else { Measure::UNIT };
        let view = NodeView { planned, measure, ..NodeView::new(visits, &scratch.children) };
        scratch.scores.clear();
        scratch.scores.resize(scratch.children.len(), 0.0);
        rule.score(&view, &mut scratch.rng, &mut scratch.scores);
    }

    /// A child that must be tried before scores count, if there is one.
    #[inline(always)]
    fn untried(&self, scratch: &mut Scratch) -> Option<usize> {
        let trials = self.trials[usize::from(scratch.path.len() > 1)] as f32;
        if trials == 0.0 {
            return None;
        }
        let visits = &scratch.children.visits;
        // most often there is none, and that is seen sooner than where one is
        let is_any = visits.iter().fold(false, |is_any, &visits| is_any | (visits < trials));
        if is_any { any_place(visits, |visits| visits < trials, &mut scratch.rng) } else { None }
    }

    /// Nothing after the cut-off; else the values of the node that the rule refers to.
    fn adjust_amaf(&self, scratch: &mut Scratch, player: Option<Player>) {
        if self.is_amaf_over() {
            scratch.children.forget_amaf();
            return;
        }
        if let Some(player) = player.filter(|_| self.reference > 0) {
            let source = reference_node(&self.tree, &scratch.path, &scratch.trace, self.reference, player);
            let node = scratch.node();
            scratch.amaf.refer(&self.tree, source, node, &mut scratch.children);
        }
    }

    /// Whether AMAF values are no longer used.
    pub(crate) fn is_amaf_over(&self) -> bool {
        self.config.amaf.is_cut_off(self.tree.visits(ROOT))
    }

    /// Takes the children that the pruning rule closes out of the choice, which is by the scores from here on.
    fn close(&self, scratch: &mut Scratch, node: NodeId) {
        if self.needs.has(Needs::IN_FLIGHT) {
            scratch.children.leave_out_in_flight(&self.tree, node, self.needs);
        }
        let view = NodeView::new(scratch.node_visits as f32, &scratch.children);
        scratch.closed.clear();
        scratch.closed.extend(self.tree.children(node).map(|child| self.tree.is_closed(child)));
        self.policies.prune.review(&view, &mut scratch.rng, &mut scratch.closed);
        for ((score, &closed), child) in scratch.scores.iter_mut().zip(&scratch.closed).zip(self.tree.children(node)) {
            *score = if closed { f32::NEG_INFINITY } else { *score };
            self.tree.set_closed(child, closed);
        }
    }

    /// The child at a place, which the simulation is about to enter.
    #[inline(always)]
    pub(crate) fn enter(&self, scratch: &Scratch, place: usize) -> NodeId {
        let child = self.tree.children(scratch.node()).start + place as NodeId;
        if !scratch.is_at_copy() {
            self.tree.add_in_flight(child);
        }
        if !scratch.copies.has(child) {
            self.tree.prefetch(child);
        }
        child
    }

    /// Whether the value of a node is proven.
    #[inline]
    pub(crate) fn is_solved(&self, node: NodeId) -> bool {
        self.needs.has(Needs::BOUNDS) && self.tree.bounds(node).is_solved()
    }

    /// Whether a simulation descends further from a node.
    #[inline]
    pub(crate) fn leads_on(&self, node: NodeId) -> bool {
        self.tree.is_expanded(node) && !self.is_solved(node)
    }

    /// Whether there is nothing left to search for, or no room for more counts.
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        self.is_solved(ROOT) || self.tree.visits(ROOT) >= self.most_visits
    }

    /// The batches in which playouts are made, if that is wanted and no policy asks for their moves.
    pub(crate) fn batch_shape(&self) -> Option<BatchPlayouts> {
        match self.config.parallel {
            Parallel::Batch(shape) if self.is_light && !self.needs.has(Needs::AMAF) => Some(shape),
            _ => None,
        }
    }

    /// Counts a simulation of so many moves in every node that was passed, by its result or, in games that pay on the way, by what came
    /// after the last step of the path.
    pub(crate) fn count(&self, scratch: &mut Scratch, result: Rewards, plies: usize) {
        let tree = &self.tree;
        let rewards = if self.dynamics.is_plain { result } else { self.read(scratch, result) };
        let returns = &scratch.returns;
        if self.needs.has(Needs::AMAF) && !self.is_amaf_over() {
            scratch.amaf.back_up(tree, &mut scratch.copies, &scratch.path, &scratch.trace, &rewards);
        }
        let path = scratch.copies.count(tree, &scratch.path, &rewards);
        if self.needs.has(Needs::TOP) {
            path.iter().for_each(|step| tree.raise_top(step.node, rewards.of(step.mover)));
        }
        self.policies.backup.back_up(Passed { tree, path, rewards, plies, returns });
        // without transpositions, whose children may be proven elsewhere, only an end in the tree proves something
        if self.needs.has(Needs::BOUNDS) && (scratch.ended_in_tree || self.table.is_on()) {
            self.config.solver.back_up(tree, path, &rewards, scratch.ended_in_tree);
        }
        if self.table.is_on() {
            self.table.back_up(tree, path, &rewards);
        }
    }

    /// The rewards of a simulation, from its result: on the scale of the tree, with the returns of each step where moves bring something,
    /// and the line kept where one player plays.
    fn read(&self, scratch: &mut Scratch, result: Rewards) -> Rewards {
        let whole = if self.dynamics.pays { self.read_returns(scratch, result) } else { result };
        if self.dynamics.keeps_line && scratch.knows_line {
            scratch.keep_line(whole[0]);
        }
        if self.scale.is_unit() {
            return whole;
        }
        if !self.dynamics.pays {
            scratch.path.iter().for_each(|step| self.scale.see(&self.tree, whole.of(step.mover)));
        }
        self.scale.rewards(whole)
    }

    /// Fills the returns, and says what came from the root on, in the game's units.
    fn read_returns(&self, scratch: &mut Scratch, rest: Rewards) -> Rewards {
        scratch.fill_returns(rest);
        let whole = scratch.returns[0];
        for (step, from_here) in scratch.path.iter().zip(&scratch.returns) {
            self.scale.see(&self.tree, from_here.of(step.mover));
        }
        scratch.returns.iter_mut().for_each(|from_here| *from_here = self.scale.rewards(*from_here));
        whole
    }

    /// Ends the simulation for those that start now.
    #[inline]
    pub(crate) fn remove_in_flight(&self, scratch: &Scratch) {
        if self.needs.has(Needs::IN_FLIGHT) {
            scratch.path[scratch.copies.below()..].iter().for_each(|step| self.tree.remove_in_flight(step.node));
        }
    }

    /// The child of the root that this move leads to becomes the root; everything is forgotten if there is none, or it may not be kept.
    pub(crate) fn advance(&mut self, index: usize, mover: Option<Player>) {
        let child = self.tree.children(ROOT).find(|&child| self.tree.move_index(child) == index);
        match child {
            Some(child) if self.may_reuse() => self.tree.advance(child),
            _ => self.forget(),
        }
        self.root_mover = mover.unwrap_or(Player::FIRST);
        self.simulations = 0;
        self.only.clear();
    }

    /// Whether what is below a move that was played is kept: not with transpositions; not where something is hidden, since the tree is
    /// that of one player, and the moves of the others may have been seen by nobody else; and not where several choose together, since one
    /// of them has chosen, and the tree below is that of all.
    fn may_reuse(&self) -> bool {
        self.config.reuse
            && !self.table.is_on()
            && !self.dynamics.hides
            && !self.dynamics.keeps_world
            && !self.dynamics.joins
    }

    /// Forgets everything, as in a new search.
    pub(crate) fn reset(&mut self) {
        self.forget();
        self.root_mover = Player::FIRST;
        self.simulations = 0;
        self.saved = 0;
        self.only.clear();
    }

    /// Forgets statistics that were counted for the other player, if it matters to the backup.
    pub(crate) fn forget_other_player(&mut self, player: Option<Player>) {
        if self.policies.backup.traits().is_of_root && self.counted_for != player {
            self.forget();
        }
        self.counted_for = player;
    }

    /// Forgets all statistics.
    pub(crate) fn forget(&mut self) {
        self.scale.clear();
        self.tree.clear();
        self.table.clear();
    }
}
