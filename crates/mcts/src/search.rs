//! The search: the whole method on one screen, in [`Search::simulate`] [browne2012].

use crate::amaf::{AmafTable, reference_node};
use crate::analysis::Analysis;
use crate::backup::{Backup, Passed};
use crate::config::{ConfigError, SearchConfig};
use crate::needs::Needs;
use crate::parallel::{BatchPlayouts, Parallel, Steps};
use crate::playout::{Leaf, Playing, Playout};
use crate::policies::{AnyPolicies, Policies};
use crate::prune::Prune;
use crate::select::{Select, Stopping, any_place, argmax};
use crate::solve::{Solver, close_solved};
use crate::transposition::Table;
use crate::tree::{Copies, NodeId, NodeView, ROOT, Tree};
use crate::worker::Worker;
use katsura_game::{Game, IllegalMove, Knowledge, Player, Rewards, Rng, State, Turn};

/// Visits that a tree has room for, less what may be under way when that is noticed.
const MOST_VISITS: u32 = u32::MAX - (1 << 28);

/// A search from one position: a tree, policies, and as many workers as threads.
///
/// ```
/// use katsura_games::tic_tac_toe::TicTacToe;
/// use katsura_mcts::{Budget, Control, Search, SearchConfig};
///
/// let mut search = Search::new(&TicTacToe {}, &SearchConfig::default()).unwrap();
/// search.run(&Budget::simulations(1000), &Control::new());
/// assert_eq!(search.analysis().best, Some(4), "the centre");
/// ```
pub struct Search<G: Game<State: Knowledge>, P: Policies<G::State> = AnyPolicies<<G as Game>::State>> {
    pub(crate) game: G,
    pub(crate) policies: P,
    pub(crate) config: SearchConfig,
    pub(crate) needs: Needs,
    /// How the rule at the root may end a search early.
    pub(crate) stopping: Option<Stopping>,
    /// Whether the run under way ends as soon as the final choice is certain.
    pub(crate) ends_early: bool,
    /// How many visits the rules at the root and below it give every child before scores count.
    trials: [u32; 2],
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
    pub(crate) steps: Steps,
    pub(crate) tree: Tree,
    pub(crate) table: Table,
    pub(crate) position: G::State,
    pub(crate) root_mover: Player,
    pub(crate) workers: Vec<Worker<G::State, P::Playout>>,
    pub(crate) simulations: u64,
}

impl<G: Game<State: Knowledge>> Search<G> {
    /// A search whose policies a configuration chooses.
    ///
    /// # Errors
    /// If the configuration is not valid or does not fit the game.
    pub fn new(game: &G, config: &SearchConfig) -> Result<Self, ConfigError> {
        config.check(game)?;
        Ok(Search::with_policies(game, AnyPolicies::new(game, config), config))
    }
}

impl<G: Game<State: Knowledge>, P: Policies<G::State>> Search<G, P> {
    /// A search with given policies; of the configuration, seed, memory and threads count.
    pub fn with_policies(game: &G, policies: P, config: &SearchConfig) -> Self {
        let when = |wanted: bool, need: Needs| if wanted { need } else { Needs::NONE };
        let needs = policies.needs()
            | when(config.parallel.overlaps(), Needs::IN_FLIGHT)
            | when(config.solver != Solver::None, Needs::BOUNDS)
            | when(config.transpositions.is_on(), Needs::KEY);
        let closes = policies.bundle().prune.is_active() || needs.has(Needs::BOUNDS);
        let trials = if closes { [0, 0] } else { [policies.bundle().root.trials(), policies.bundle().select.trials()] };
        let memory = config.memory_bytes() / config.parallel.trees();
        let mut search = Search {
            game: game.clone(),
            needs,
            stopping: policies.bundle().root.stopping(),
            ends_early: false,
            trials,
            hints: config.hints.weights(&game.about()),
            only: Vec::new(),
            counted_for: None,
            most_visits: MOST_VISITS / config.parallel.trees() as u32,
            saved: 0,
            steps: Steps::default(),
            tree: Tree::new(needs, memory - config.transpositions.bytes(memory)),
            table: Table::new(&config.transpositions, memory),
            position: game.start(),
            root_mover: Player::FIRST,
            workers: Vec::new(),
            simulations: 0,
            config: config.clone(),
            policies,
        };
        search.hire(config.parallel.workers());
        search
    }

    fn hire(&mut self, threads: usize) {
        self.workers = (0..threads).map(|number| self.new_worker(number)).collect();
    }

    pub(crate) fn new_worker(&self, number: usize) -> Worker<G::State, P::Playout> {
        let rng = Rng::stream(&[self.config.seed, number as u64]);
        let playout = self.policies.bundle().playout.clone();
        let about = self.game.about();
        let amaf = AmafTable::new(about.move_count().unwrap_or(0), self.config.amaf).without(about.swap);
        let mut worker = Worker::new(self.position.clone(), playout, rng, amaf);
        if self.may_copy() {
            worker.copies = Copies::new();
        }
        worker
    }

    /// Whether threads may keep copies of busy nodes: nobody else than selection and plain counting looks at these.
    fn may_copy(&self) -> bool {
        let bundle = self.policies.bundle();
        self.config.parallel.tree_threads() > 1
            && bundle.backup.is_mean()
            && !bundle.prune.is_active()
            && !self.needs.has(Needs::BOUNDS)
            && !self.needs.has(Needs::SQUARES)
            && !self.table.is_on()
    }

    /// One simulation: descend, expand, play out, back up. Whether it counts.
    pub(crate) fn simulate(&self, worker: &mut Worker<G::State, P::Playout>) -> bool {
        worker.restart(&self.position, self.root_mover);
        self.descend(worker);
        self.expand(worker);
        let rewards = self.play_out(worker);
        self.back_up(worker, rewards)
    }

    /// Goes down to a node without children, or one whose value is proven.
    pub(crate) fn descend(&self, worker: &mut Worker<G::State, P::Playout>) {
        while self.tree.is_expanded(worker.node()) && !self.is_solved(worker.node()) {
            self.step_down(worker);
        }
    }

    /// One step into a child: the best by the selection rule, or a sampled outcome of chance.
    pub(crate) fn step_down(&self, worker: &mut Worker<G::State, P::Playout>) {
        let node = worker.node();
        let place = if worker.state.turn() == Turn::Chance { self.sample(worker) } else { self.pick(worker) };
        let child = self.tree.children(node).start + place as NodeId;
        if !worker.is_at_copy() {
            self.tree.take_off(child);
        }
        if !worker.copies.has(child) {
            self.tree.prefetch(child);
        }
        worker.step(child, self.tree.move_index(child));
    }

    fn pick(&self, worker: &mut Worker<G::State, P::Playout>) -> usize {
        let node = worker.node();
        if worker.copied + 1 == worker.path.len() && worker.copies.open(&self.tree, node) {
            worker.copied += 1;
        }
        self.gather_visits(worker);
        if let Some(place) = self.untried(worker) {
            return place;
        }
        self.score_children(worker);
        if self.policies.bundle().prune.is_active() {
            self.close(worker, node);
        }
        if self.needs.has(Needs::BOUNDS) {
            close_solved(&self.tree, node, &mut worker.scores);
        }
        argmax(&worker.scores, &mut worker.rng)
    }

    /// Looks up how often the children of the worker's node were visited.
    #[inline]
    pub(crate) fn gather_visits(&self, worker: &mut Worker<G::State, P::Playout>) {
        let node = worker.node();
        worker.node_visits = if worker.is_at_copy() {
            worker.copies.show(node, &mut worker.children)
        } else {
            worker.children.gather_visits(&self.tree, node, self.needs, self.config.parallel.virtual_loss());
            self.tree.visits(node)
        };
    }

    /// Fills the worker's scores with what the selection rule says about the children of its node, whose visits are gathered.
    #[inline]
    pub(crate) fn score_children(&self, worker: &mut Worker<G::State, P::Playout>) {
        let (node, bundle) = (worker.node(), self.policies.bundle());
        if !worker.is_at_copy() {
            worker.children.gather_rest(&self.tree, node, self.needs);
        }
        if self.needs.has(Needs::AMAF) {
            self.adjust_amaf(worker, node);
        }
        if self.table.is_on() {
            self.table.share(&self.tree, node, &mut worker.children.value);
        }
        let view = NodeView { visits: worker.node_visits as f32, children: &worker.children };
        worker.scores.clear();
        worker.scores.resize(worker.children.len(), 0.0);
        if worker.path.len() == 1 {
            bundle.root.score(&view, &mut worker.rng, &mut worker.scores);
        } else {
            bundle.select.score(&view, &mut worker.rng, &mut worker.scores);
        }
    }

    /// A child that must be tried before scores count, if there is one.
    #[inline]
    fn untried(&self, worker: &mut Worker<G::State, P::Playout>) -> Option<usize> {
        let trials = self.trials[usize::from(worker.path.len() > 1)] as f32;
        if trials == 0.0 {
            return None;
        }
        any_place(&worker.children.visits, |visits| visits < trials, &mut worker.rng)
    }

    /// Nothing after the cut-off; else the values of the node that the rule refers to.
    fn adjust_amaf(&self, worker: &mut Worker<G::State, P::Playout>, node: NodeId) {
        if self.is_amaf_over() {
            worker.children.forget_amaf();
            return;
        }
        let reference = self.policies.bundle().select.reference();
        if let Some(player) = worker.state.turn().player().filter(|_| reference > 0) {
            let source = reference_node(&self.tree, &worker.path, &worker.trace, reference, player);
            worker.amaf.refer(&self.tree, source, node, &mut worker.children);
        }
    }

    /// Whether AMAF values are no longer used.
    pub(crate) fn is_amaf_over(&self) -> bool {
        self.config.amaf.is_cut_off(self.tree.visits(ROOT))
    }

    /// Whether the value of a node is proven.
    #[inline]
    pub(crate) fn is_solved(&self, node: NodeId) -> bool {
        self.needs.has(Needs::BOUNDS) && self.tree.bounds(node).is_solved()
    }

    /// Whether a simulation ends where a worker is, without a playout.
    pub(crate) fn ends_here(&self, worker: &Worker<G::State, P::Playout>) -> bool {
        worker.state.turn() == Turn::Over || self.is_solved(worker.node())
    }

    /// The batches in which playouts are made, if that is wanted and no policy asks for their moves.
    pub(crate) fn batch_shape(&self) -> Option<BatchPlayouts> {
        let is_light = Playout::<G::State>::is_light(&self.policies.bundle().playout);
        match self.config.parallel {
            Parallel::Batch(shape) if is_light && !self.needs.has(Needs::AMAF) => Some(shape),
            _ => None,
        }
    }

    /// Whether there is nothing left to search for, or no room for more counts.
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        self.is_solved(ROOT) || self.tree.visits(ROOT) >= self.most_visits
    }

    /// Takes the children that the pruning rule closes out of the choice, which is by the scores from here on.
    fn close(&self, worker: &mut Worker<G::State, P::Playout>, node: NodeId) {
        if self.needs.has(Needs::IN_FLIGHT) {
            worker.children.leave_out_in_flight(&self.tree, node, self.needs);
        }
        let view = NodeView { visits: self.tree.visits(node) as f32, children: &worker.children };
        worker.closed.clear();
        worker.closed.extend(self.tree.children(node).map(|child| self.tree.is_closed(child)));
        self.policies.bundle().prune.review(&view, &mut worker.rng, &mut worker.closed);
        for ((score, &closed), child) in worker.scores.iter_mut().zip(&worker.closed).zip(self.tree.children(node)) {
            *score = if closed { f32::NEG_INFINITY } else { *score };
            self.tree.set_closed(child, closed);
        }
    }

    fn sample(&self, worker: &mut Worker<G::State, P::Playout>) -> usize {
        let outcome = worker.state.random_move(&mut worker.moves, &mut worker.rng);
        let index = worker.state.move_index(outcome);
        let mut children = self.tree.children(worker.node());
        children.position(|child| self.tree.move_index(child) == index).unwrap_or(0)
    }

    /// Plays from the leaf to the end.
    pub(crate) fn play_out(&self, worker: &mut Worker<G::State, P::Playout>) -> Rewards {
        let step = worker.path[worker.path.len() - 1];
        worker.ended_in_tree = self.ends_here(worker);
        if let Some(reward) = self.tree.bounds(step.node).reward() {
            return Rewards::two(if step.mover == Player::FIRST { reward } else { 1.0 - reward });
        }
        if worker.ended_in_tree {
            let rewards = self.config.reward.of(&worker.state);
            worker.playout.end(&worker.trace, &rewards);
            return rewards;
        }
        let leaf = Leaf { tree: &self.tree, path: &worker.path, has_amaf: !self.is_amaf_over() };
        let Worker { state, trace, moves, rng, playout, .. } = worker;
        playout.run(leaf, Playing::new(state, trace, moves, rng, self.config.reward))
    }

    /// Counts the result in every node that was passed, unless the rules failed on the way. Whether it did.
    #[inline]
    pub(crate) fn back_up(&self, worker: &mut Worker<G::State, P::Playout>, rewards: Rewards) -> bool {
        let counts = !worker.state.has_failed();
        if counts {
            self.count(worker, rewards, worker.trace.len());
        }
        self.land(worker);
        counts
    }

    /// Counts the result of a simulation of so many moves in every node that was passed.
    pub(crate) fn count(&self, worker: &mut Worker<G::State, P::Playout>, rewards: Rewards, plies: usize) {
        let tree = &self.tree;
        if self.needs.has(Needs::AMAF) && !self.is_amaf_over() {
            let shared = (tree, &mut worker.copies, worker.copied);
            worker.amaf.back_up(shared, &worker.path, &worker.trace, &rewards);
        }
        let mut path = &worker.path[..];
        if worker.copied > 0 {
            worker.copies.count(tree, &path[..=worker.copied], &rewards);
            path = &path[worker.copied + 1..];
        }
        self.policies.bundle().backup.back_up(Passed { tree, path, rewards, plies });
        // without transpositions, whose children may be proven elsewhere, only an end in the tree proves something
        if self.needs.has(Needs::BOUNDS) && (worker.ended_in_tree || self.table.is_on()) {
            self.config.solver.back_up(tree, path, &rewards, worker.ended_in_tree);
        }
        if self.table.is_on() {
            self.table.back_up(tree, path, &rewards);
        }
    }

    /// Ends the simulation for those that start now.
    #[inline]
    pub(crate) fn land(&self, worker: &Worker<G::State, P::Playout>) {
        if self.needs.has(Needs::IN_FLIGHT) {
            worker.path[worker.copied + 1..].iter().for_each(|step| self.tree.land(step.node));
        }
    }

    /// What the search thinks of the position.
    pub fn analysis(&mut self) -> Analysis {
        let best = self.best_move().map(|mv| self.position.move_index(mv));
        Analysis::of(&self.tree, best, self.simulations)
    }

    /// Makes a move on the board; the part of the tree below it is kept.
    ///
    /// # Errors
    /// If the move is not legal; the search is then as it was.
    pub fn advance(&mut self, mv: <G::State as State>::Move) -> Result<(), IllegalMove> {
        let mover = self.position.turn().player();
        self.position.try_apply(mv)?;
        let index = self.position.move_index(mv);
        let child = self.tree.children(ROOT).find(|&child| self.tree.move_index(child) == index);
        match child {
            Some(child) if self.config.reuse && !self.table.is_on() => self.tree.advance(child),
            _ => self.forget(),
        }
        self.workers.iter_mut().for_each(|worker| worker.playout.new_root());
        self.root_mover = mover.unwrap_or(Player::FIRST);
        self.simulations = 0;
        self.only.clear();
        Ok(())
    }

    /// Forgets everything and starts from this position, as a new search would.
    pub fn reset(&mut self, position: G::State) {
        self.forget();
        self.position = position;
        self.root_mover = Player::FIRST;
        self.simulations = 0;
        self.saved = 0;
        self.only.clear();
        self.hire(self.workers.len());
    }

    /// Starts afresh, and tries only these moves at the root until the next move is made; all of them if there are none.
    ///
    /// ```
    /// use katsura_games::tic_tac_toe::TicTacToe;
    /// use katsura_mcts::{Budget, Control, Search, SearchConfig};
    ///
    /// let mut search = Search::new(&TicTacToe {}, &SearchConfig::default()).unwrap();
    /// search.restrict(&[0, 1]);
    /// search.run(&Budget::simulations(100), &Control::new());
    /// assert_eq!(search.analysis().moves.len(), 2);
    /// ```
    pub fn restrict(&mut self, moves: &[usize]) {
        self.reset(self.position.clone());
        self.only = moves.to_vec();
    }

    /// Forgets statistics that were counted for the other player, if it matters to the backup.
    pub(crate) fn forget_foreign(&mut self) {
        let player = self.position.turn().player();
        if self.policies.bundle().backup.is_of_root() && self.counted_for != player {
            self.forget();
        }
        self.counted_for = player;
    }

    fn forget(&mut self) {
        self.tree.clear();
        self.table.clear();
    }

    /// The position at the root.
    pub fn position(&self) -> &G::State {
        &self.position
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }
}
