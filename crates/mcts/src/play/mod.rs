//! The search: the whole method on one screen, in [`Search::simulate`] [browne2012].
//!
//! This folder holds what needs positions and is compiled for each game: restarting, stepping, opening a leaf, evaluating it. All
//! else is in `core/`.

mod open;
mod root;
mod searcher;
mod step;
mod watch;
mod worker;

pub use root::{Particles, RootSource};
pub use searcher::{Searcher, searcher, searcher_of, searcher_with};
pub(crate) use searcher::{legal_move, replay, skipped};
pub use watch::Watched;
pub(crate) use worker::Worker;

use crate::analysis::Analysis;
use crate::budget::{Budget, Control, Report};
use crate::choose::Choice;
use crate::config::{Checked, ConfigError, SearchConfig};
use crate::core::{BestLine, Clock, Core, Policies, Returns, Scratch, Simulations, run};
use crate::evaluate::{self, SharedEvaluator};
use crate::needs::Needs;
use crate::parallel;
use crate::playout::{AnyPlayout, Leaf, Playing, Playout};
use crate::tree::{NodeId, ROOT, Tree, room_for};
use katsura_game::{Game, IllegalMove, Knowledge, LightPlayout, Player, Rewards, Rng, State, Turn};
use std::borrow::Cow;
use std::sync::Arc;

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
pub struct Search<G: Game<State: Knowledge>> {
    pub(crate) core: Core,
    pub(crate) game: G,
    pub(crate) position: G::State,
    /// Where simulations start, if not at the position.
    source: Option<Arc<dyn RootSource<G::State>>>,
    /// The position that a determinized search takes for the true one.
    world: Option<G::State>,
    pub(crate) playout: AnyPlayout<G::State>,
    pub(crate) workers: Vec<Worker<G::State>>,
    /// Who evaluates leaves, if not playouts.
    pub(crate) evaluator: Option<SharedEvaluator<G::State>>,
}

impl<G: Game<State: Knowledge>> Search<G> {
    /// A search whose policies a configuration chooses.
    ///
    /// # Errors
    /// If the configuration is not valid or does not fit the game.
    pub fn new(game: &G, config: &SearchConfig) -> Result<Self, ConfigError> {
        Search::of(game, &config.check(&game.about())?)
    }

    /// A search whose policies a checked configuration chooses.
    ///
    /// # Errors
    /// If it was checked for another game, or asks for more memory than there is.
    pub fn of(game: &G, config: &Checked) -> Result<Self, ConfigError> {
        Search::with_policies(game, Policies::new(config, config.about()), config)
    }

    /// A search with given policies; of the configuration, what these do not decide counts: playout, seed, memory, threads.
    ///
    /// # Errors
    /// As [`of`](Search::of), and if the policies do not go with the rest of the configuration, or the game.
    pub fn with_policies(game: &G, policies: Policies, config: &Checked) -> Result<Self, ConfigError> {
        let playout = AnyPlayout::new(&config.playout, config.about(), config.reward);
        Search::with_playout(game, policies, playout, config)
    }

    /// As [`with_policies`](Search::with_policies), with a given playout, too.
    ///
    /// # Errors
    /// As [`with_policies`](Search::with_policies).
    pub fn with_playout(
        game: &G,
        policies: Policies,
        playout: AnyPlayout<G::State>,
        config: &Checked,
    ) -> Result<Self, ConfigError> {
        config.is_for(&game.about())?;
        let light = (Playout::<G::State>::needs(&playout), Playout::<G::State>::is_light(&playout));
        Search::build(game, policies, (playout, light), config)
    }

    /// A search whose leaves an evaluator judges, in rounds of as many leaves as [`Parallel::Batch`](crate::parallel::Parallel::Batch) says, or one
    /// by one. With root parallelism it is one of the trees; [`searcher_with`] makes all of them.
    ///
    /// # Errors
    /// If the configuration is not valid or does not fit the game, or has playouts or threads of its own.
    pub fn evaluated(game: &G, config: &SearchConfig, evaluator: SharedEvaluator<G::State>) -> Result<Self, ConfigError> {
        Search::evaluated_with(game, Policies::new(config, &game.about()), config, evaluator)
    }

    /// As [`evaluated`](Search::evaluated), with given policies.
    ///
    /// # Errors
    /// As [`evaluated`](Search::evaluated).
    pub fn evaluated_with(
        game: &G,
        policies: Policies,
        config: &SearchConfig,
        evaluator: SharedEvaluator<G::State>,
    ) -> Result<Self, ConfigError> {
        let checked = evaluate::check(config, &policies, game.about(), &evaluator)?;
        Search::judged(game, policies, &checked, evaluator)
    }

    /// As [`evaluated_with`](Search::evaluated_with), by a configuration that was checked for the evaluator.
    pub(crate) fn judged(
        game: &G,
        policies: Policies,
        config: &Checked,
        evaluator: SharedEvaluator<G::State>,
    ) -> Result<Self, ConfigError> {
        let needs = if evaluate::gives_priors(&evaluator) { Needs::PRIOR } else { Needs::NONE };
        let playout = AnyPlayout::new(&config.playout, config.about(), config.reward);
        Ok(Search { evaluator: Some(evaluator), ..Search::build(game, policies, (playout, (needs, false)), config)? })
    }

    /// A search without an evaluator; of the playout is told what it reads, and whether it is light.
    fn build(
        game: &G,
        policies: Policies,
        (playout, told): (AnyPlayout<G::State>, (Needs, bool)),
        config: &Checked,
    ) -> Result<Self, ConfigError> {
        config.goes_with(&policies)?;
        room_for(config)?;
        let core = Core::new(config.about(), policies, told, config);
        let (game, position) = (game.clone(), game.start());
        let mut search =
            Search { core, game, position, source: None, world: None, playout, workers: Vec::new(), evaluator: None };
        search.draw_world();
        search.make_workers(config.parallel.workers());
        Ok(search)
    }

    fn make_workers(&mut self, threads: usize) {
        self.workers = (0..threads).map(|number| self.new_worker(number)).collect();
    }

    pub(crate) fn new_worker(&self, number: usize) -> Worker<G::State> {
        Worker::new(self.position.clone(), self.playout.clone(), self.core.scratch(number))
    }

    /// One simulation: descend, expand, play out, back up. Whether it counts.
    pub(crate) fn simulate(&self, worker: &mut Worker<G::State>) -> bool {
        self.restart(worker);
        self.descend(worker);
        self.expand(worker);
        let rewards = self.play_out(worker);
        self.back_up(worker, rewards)
    }

    /// The second half of a simulation. Whether it counts.
    pub(crate) fn finish(&self, worker: &mut Worker<G::State>) -> bool {
        let rewards = self.play_out(worker);
        self.back_up(worker, rewards)
    }

    /// Goes down to a node without children, or one whose value is proven.
    pub(crate) fn descend(&self, worker: &mut Worker<G::State>) {
        while self.core.leads_on(worker.scratch.node()) && self.step_down(worker) {}
    }

    /// Whether a simulation ends where a worker is, without a playout.
    pub(crate) fn ends_here(&self, worker: &Worker<G::State>) -> bool {
        worker.state.turn() == Turn::Over || self.core.is_solved(worker.scratch.node())
    }

    /// Plays from the leaf to the end. In games that pay on the way, what comes is what the moves from there on bring.
    pub(crate) fn play_out(&self, worker: &mut Worker<G::State>) -> Rewards {
        let core = &self.core;
        let ended = self.ends_here(worker);
        let Worker { scratch, state, moves, playout, .. } = worker;
        scratch.ended_in_tree = ended && !scratch.is_outside;
        let step = scratch.path[scratch.path.len() - 1];
        if let Some(reward) = core.tree.bounds(step.node).reward() {
            return Rewards::two(if step.mover == Player::FIRST { reward } else { 1.0 - reward });
        }
        let returns = core.dynamics.pays.then(|| scratch.rest.unwrap_or(Returns::after(scratch.choices)));
        if ended {
            let result = returns.map_or_else(|| core.config.reward.of(state), |returns| returns.sum());
            playout.end(&scratch.trace, &core.scale.told(result));
            return result;
        }
        let leaf = Leaf { tree: &core.tree, path: &scratch.path, has_amaf: !core.is_amaf_over() };
        let playing = Playing::new(state, &mut scratch.trace, moves, &mut scratch.rng, core.config.reward);
        playout.run(leaf, Playing { returns, scale: Some(&core.scale), ..playing })
    }

    /// Counts the result in every node that was passed, unless the rules failed on the way. Whether it did.
    #[inline]
    pub(crate) fn back_up(&self, worker: &mut Worker<G::State>, rewards: Rewards) -> bool {
        let counts = !worker.state.has_failed();
        if self.core.dynamics.keeps_line {
            worker.scratch.knows_line &= worker.state.turn().is_over();
        }
        if counts {
            let plies = worker.scratch.trace.len();
            self.core.count(&mut worker.scratch, rewards, plies);
        }
        self.core.remove_in_flight(&worker.scratch);
        counts
    }

    /// Searches until the budget is spent, the rule at the root or `control` says stop; then on, within its limit, as
    /// long as the rule for the final move wants more.
    pub fn run(&mut self, budget: &Budget, control: &Control) -> Report {
        self.spend(budget, control, false)
    }

    /// As [`run`](Search::run), for somebody who wants a move and nothing else: if the rule for the final move may
    /// [end early](crate::choose::ChooseTraits::may_end_early), the search ends as soon as the choice is certain.
    pub fn think(&mut self, budget: &Budget, control: &Control) -> Report {
        let early = self.core.may_end_early();
        self.spend(budget, control, early)
    }

    fn spend(&mut self, budget: &Budget, control: &Control, early: bool) -> Report {
        let turn = self.position.turn();
        if !self.core.wants_search() || turn.is_over() {
            return Report::default();
        }
        self.core.forget_other_player(turn.player());
        run(self, budget, control, early)
    }

    /// What the search thinks of the position.
    pub fn analysis(&mut self) -> Analysis {
        let best = self.best_move().map(|mv| self.position.move_index(mv));
        Analysis { best, ..self.peek() }
    }

    /// As [`analysis`](Search::analysis) without the move to play, which may be drawn at random: the search is as it was.
    pub(crate) fn peek(&self) -> Analysis {
        let (core, node) = (&self.core, self.seat_of(self.position.turn().player()).unwrap_or(ROOT));
        core.analysis_of(&core.tree, node, &[&core.tree], core.simulations)
    }

    /// The node whose children are the moves of a player at the root, the first if none is named.
    fn seat_of(&self, player: Option<Player>) -> Option<NodeId> {
        self.core.seat(self.position.turn(), player.unwrap_or(Player::FIRST))
    }

    /// The move to play, by the rule for the final move; `None` when the game is over. Where several players choose together, that of the
    /// first.
    pub fn best_move(&mut self) -> Option<<G::State as State>::Move> {
        self.best_move_of(self.position.turn().player().unwrap_or(Player::FIRST))
    }

    /// The move that one of the players to move had best play; `None` when the game is over, or another is to move.
    pub fn best_move_of(&mut self, player: Player) -> Option<<G::State as State>::Move> {
        let position = position_of(&self.position, player)?;
        let node = self.seat_of(Some(player));
        let worker = &mut self.workers[0];
        let (moves, rng) = (&mut worker.moves, &mut worker.scratch.rng);
        let choice = match node {
            Some(node) => self.core.choice(node, rng, true),
            None => Choice::AnyLegal,
        };
        Some(match choice {
            Choice::Child(place) => position.move_at(self.core.tree.child_index(node?, place)),
            _ if !self.core.only.is_empty() => any_of(&*position, &self.core.only, moves, rng),
            Choice::AnyLegal | Choice::KeepSearching => position.random_move(moves, rng),
            Choice::AnyPlayout => light_move(&*position, moves, rng),
        })
    }

    /// The best line that a simulation has found, in games of one player; what it brings is in the game's units.
    pub fn best_line(&self) -> Option<BestLine> {
        let lines = self.workers.iter().map(|worker| worker.scratch.best.clone());
        lines.fold(None, BestLine::better)
    }

    /// Makes a move on the board; the part of the tree below it is kept, as far as [`SearchConfig::reuse`] says.
    ///
    /// # Errors
    /// If the move is not legal; the search is then as it was.
    pub fn advance(&mut self, mv: <G::State as State>::Move) -> Result<(), IllegalMove> {
        let mover = self.position.turn().player();
        self.position.try_apply(mv)?;
        let index = self.position.move_index(mv);
        self.core.advance(index, mover);
        let keeps = !self.core.dynamics.pays;
        for worker in &mut self.workers {
            worker.playout.new_root();
            worker.scratch.best = worker.scratch.best.take().filter(|_| keeps).and_then(|line| line.after(index));
        }
        self.source = None;
        self.draw_world();
        Ok(())
    }

    /// Forgets everything and starts from this position, as a new search would.
    pub fn reset(&mut self, position: G::State) {
        self.position = position;
        self.source = None;
        self.draw_world();
        self.core.reset();
        self.make_workers(self.workers.len());
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
        self.core.only = moves.to_vec();
    }

    /// The position at the root.
    pub fn position(&self) -> &G::State {
        &self.position
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.core.tree
    }
}

/// The position in which it is this player's turn: where several choose together, what those before choose does not matter. `None` if the
/// player is not to move.
fn position_of<S: State>(position: &S, player: Player) -> Option<Cow<'_, S>> {
    let (mut position, mut moves) = (Cow::Borrowed(position), Vec::new());
    while let Turn::Together(players) = position.turn() {
        match players.next() {
            Some(first) if first == player => return Some(position),
            Some(_) if players.has(player) => {
                position.legal_moves(&mut moves);
                position.to_mut().apply(*moves.first()?);
            }
            _ => return None,
        }
    }
    match position.turn() {
        Turn::Over => None,
        Turn::Player(mover) if mover != player => None,
        _ => Some(position),
    }
}

/// One of these moves, if one of them is legal.
fn any_of<S: State>(position: &S, only: &[usize], moves: &mut Vec<S::Move>, rng: &mut Rng) -> S::Move {
    position.legal_moves(moves);
    moves.retain(|&mv| only.contains(&position.move_index(mv)));
    if moves.is_empty() { position.random_move(moves, rng) } else { moves[rng.index(moves.len())] }
}

/// A move of the light playout that is legal on the board as well: playouts may be looser, in Go they do not look at superko.
fn light_move<S: LightPlayout>(position: &S, moves: &mut Vec<S::Move>, rng: &mut Rng) -> S::Move {
    let mut playing = position.clone();
    playing.begin_playout();
    let drawn = playing.playout_move(moves, rng);
    if position.is_legal(drawn) {
        return drawn;
    }
    position.legal_moves(moves);
    moves.retain(|&mv| playing.is_playout_move(mv));
    if moves.is_empty() { position.random_move(moves, rng) } else { moves[rng.index(moves.len())] }
}

impl<G: Game<State: Knowledge>> Simulations for Search<G> {
    fn core(&self) -> &Core {
        &self.core
    }

    fn core_mut(&mut self) -> &mut Core {
        &mut self.core
    }

    fn scratch(&mut self) -> &mut Scratch {
        &mut self.workers[0].scratch
    }

    fn drive(&mut self, clock: Clock<'_>) -> u64 {
        let mut workers = std::mem::take(&mut self.workers);
        let simulations = parallel::drive(self, &mut workers, clock);
        self.workers = workers;
        simulations
    }

    fn choice(&mut self, last: bool) -> Choice {
        let node = self.seat_of(self.position.turn().player()).unwrap_or(ROOT);
        self.core.choice(node, &mut self.workers[0].scratch.rng, last)
    }
}
