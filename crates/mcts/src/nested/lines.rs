//! What searches without a tree share: the position, playouts, what is counted for the moves of the root, the best line.

use super::Algorithm;
use super::beam::BeamSearch;
use super::levels::LevelSearch;
use super::nrpa::PolicySearch;
use crate::analysis::Analysis;
use crate::budget::{Budget, Control, Meter, Report};
use crate::config::{Checked, ConfigError};
use crate::core::{BestLine, Core, Policies};
use crate::play::{Searcher, Watched, legal_move, replay, skipped};
use crate::playout::{AnyPlayout, Leaf, Playing, Playout};
use crate::tree::{ROOT, Tree, room_for};
use katsura_game::{Game, IllegalMove, Knowledge, LightPlayout, Played, Rng, SKIP, State, Trace};
use std::any::Any;

/// A search without a tree. Counts and means are kept of the moves of the root, so that it is shown and played like any
/// other.
pub(crate) struct LineSearch<G: Game<State: Knowledge>> {
    pub(super) lines: Lines<G>,
    method: Box<dyn Method<G>>,
}

/// A way to look for lines.
pub(super) trait Method<G: Game<State: Knowledge>>: Send {
    /// Searches once from the position of `lines`, or as far as the limit goes; again when it has ended and the limit
    /// has not.
    fn search(&mut self, lines: &mut Lines<G>, limit: &mut Limit<'_>);

    /// Forgets everything.
    fn reset(&mut self) {}
}

/// What all of them work on.
pub(super) struct Lines<G: Game<State: Knowledge>> {
    pub(super) core: Core,
    game: G,
    pub(super) position: G::State,
    pub(super) rng: Rng,
    best: Option<BestLine>,
    playout: AnyPlayout<G::State>,
    moves: Vec<<G::State as State>::Move>,
}

/// What ends a run of playouts.
pub(super) struct Limit<'a> {
    meter: Meter<'a>,
    control: &'a Control,
    done: u64,
    allowed: u64,
    /// Whether there was none left when one was asked for.
    pub(super) ended: bool,
}

impl Limit<'_> {
    /// Takes one playout out of the budget; false when there is none left.
    pub(super) fn take(&mut self) -> bool {
        if self.allowed == 0 {
            self.allowed = self.meter.allowance(self.done, Meter::STRIDE);
        }
        if self.allowed == 0 {
            self.ended = true;
            return false;
        }
        self.allowed -= 1;
        self.done += 1;
        self.control.count(1);
        true
    }
}

impl<G: Game<State: Knowledge>> Lines<G> {
    /// The points of a finished line, which is counted for its first move, and kept if it is the best so far. `None` if
    /// the rules have failed.
    pub(super) fn note(&mut self, end: &G::State, line: &Trace, limit: &Limit<'_>) -> Option<f32> {
        if end.has_failed() || line.is_empty() {
            return None;
        }
        let points = self.core.config.reward.of(end)[0];
        self.count(line[0].index(), points);
        if self.best.as_ref().is_none_or(|best| points > best.points) {
            let found = BestLine { points, moves: line.iter().map(|played| played.index()).collect() };
            limit.control.offer(&found);
            self.best = Some(found);
        }
        Some(points)
    }

    /// Plays from a position to which these moves have led to the end, by the playout rule of the configuration; what
    /// it brings. `None` if the budget has ended, or the rules have failed.
    pub(super) fn play_out(&mut self, state: &mut G::State, line: &mut Trace, limit: &mut Limit<'_>) -> Option<f32> {
        if !limit.take() {
            return None;
        }
        let leaf = Leaf { tree: &self.core.tree, path: &[], has_amaf: false };
        let playing = Playing::new(state, line, &mut self.moves, &mut self.rng, self.core.config.reward);
        self.playout.run(leaf, Playing { scale: Some(&self.core.scale), ..playing });
        self.note(state, line, limit)
    }

    fn count(&mut self, index: usize, points: f32) {
        let Core { tree, scale, .. } = &self.core;
        scale.see(tree, points);
        let reward = scale.reward_of(points);
        let child = tree.place_of(ROOT, index).map(|place| tree.children(ROOT).start + place as u32);
        for node in child.into_iter().chain([ROOT]) {
            tree.add(node, 1, reward);
            tree.set_value(node, tree.mean(node));
        }
    }

    /// Starts afresh from a position.
    fn reset(&mut self, position: G::State) {
        self.core.reset();
        self.rng = Rng::stream(&[self.core.config.seed, 0]);
        self.best = None;
        self.playout.new_root();
        self.position = position;
    }

    /// The moves that are tried in a position, of those in `moves`.
    pub(super) fn restrict(&self, state: &G::State, is_root: bool, moves: &mut Vec<<G::State as State>::Move>) {
        if is_root && !self.core.only.is_empty() {
            moves.retain(|&mv| self.core.only.contains(&state.move_index(mv)));
        }
    }

    /// The moves that are tried in a position.
    pub(super) fn list_moves(&self, state: &G::State, is_root: bool, moves: &mut Vec<<G::State as State>::Move>) {
        state.legal_moves(moves);
        self.restrict(state, is_root, moves);
    }

    /// Gives the root its moves.
    fn open_root(&self) {
        let mut moves = Vec::new();
        self.list_moves(&self.position, true, &mut moves);
        if !self.core.tree.is_expanded(ROOT) && !moves.is_empty() {
            self.core.tree.expand(ROOT, moves.iter().map(|&mv| self.position.move_index(mv)));
        }
    }

    /// The first move of the best line.
    fn best(&self) -> Option<usize> {
        if self.position.turn().is_over() {
            return None;
        }
        let drawn = || {
            let mut moves = Vec::new();
            self.list_moves(&self.position, true, &mut moves);
            let drawn = self.rng.clone().index(moves.len().max(1));
            moves.get(drawn).map(|&mv| self.position.move_index(mv))
        };
        self.best.as_ref().map_or_else(drawn, |line| line.moves.first().copied())
    }
}

/// One more move of a line: what is played in this position.
pub(super) fn played<S: State>(state: &S, mv: S::Move) -> Played {
    Played::new(state.turn().player(), state.move_index(mv))
}

impl<G: Game<State: Knowledge>> LineSearch<G> {
    pub(crate) fn new(game: &G, config: &Checked) -> Result<Self, ConfigError> {
        config.is_for(&game.about())?;
        room_for(config)?;
        let playout = AnyPlayout::new(&config.playout, config.about(), config.reward);
        let told = (Playout::<G::State>::needs(&playout), Playout::<G::State>::is_light(&playout));
        let core = Core::new(config.about(), Policies::new(config, config.about()), told, config);
        let method: Box<dyn Method<G>> = match config.algorithm {
            Algorithm::Tree | Algorithm::Equilibrium(_) => unreachable!("another search does that"),
            Algorithm::Nested(nested) => Box::new(LevelSearch::new(nested)),
            Algorithm::Nrpa(nrpa) => Box::new(PolicySearch::new(nrpa, &config.playout)),
            Algorithm::Beam(beam) => Box::new(BeamSearch::new(beam)),
        };
        let (rng, position) = (Rng::stream(&[config.seed, 0]), game.start());
        let lines = Lines { core, game: game.clone(), position, rng, best: None, playout, moves: Vec::new() };
        Ok(LineSearch { lines, method })
    }

    fn reset(&mut self, position: G::State) {
        self.lines.reset(position);
        self.method.reset();
    }

    /// Does something within a budget.
    #[cfg(test)]
    pub(super) fn with_limit<T>(&mut self, budget: &Budget, work: impl FnOnce(&mut Lines<G>, &mut Limit<'_>) -> T) -> T {
        let control = &Control::new();
        let mut limit = Limit { meter: Meter::new(budget, control), control, done: 0, allowed: 0, ended: false };
        self.lines.open_root();
        work(&mut self.lines, &mut limit)
    }
}

impl<G: Game<State: Knowledge>> Searcher for LineSearch<G> {
    fn core(&self) -> &Core {
        &self.lines.core
    }

    fn run(&mut self, budget: &Budget, control: &Control) -> Report {
        let mut limit = Limit { meter: Meter::new(budget, control), control, done: 0, allowed: 0, ended: false };
        if self.lines.position.turn().is_over() {
            return Report::default();
        }
        self.lines.open_root();
        loop {
            let before = limit.done;
            self.method.search(&mut self.lines, &mut limit);
            if limit.ended || limit.done == before || limit.meter.allowance(limit.done, 1) == 0 {
                break;
            }
        }
        self.lines.core.simulations += limit.done;
        Report { simulations: limit.done, seconds: limit.meter.seconds() }
    }

    /// The first move of the best line.
    fn best(&mut self) -> Option<usize> {
        self.lines.best()
    }

    fn analysis(&mut self) -> Analysis {
        Analysis { best: self.lines.best(), ..self.peek() }
    }

    fn peek(&self) -> Analysis {
        let core = &self.lines.core;
        core.analysis_of(&core.tree, ROOT, &[&core.tree], core.simulations)
    }

    fn best_line(&self) -> Option<BestLine> {
        self.lines.best.clone()
    }

    fn tree(&self) -> &Tree {
        &self.lines.core.tree
    }

    fn watch(&mut self) -> Option<Watched> {
        None
    }

    fn show_ends(&mut self, playouts: u32, look: &mut dyn FnMut(&dyn Any)) {
        for _ in 0..playouts {
            let mut state = self.lines.position.clone();
            state.play_out(&mut Vec::new(), &mut self.lines.rng, &mut ());
            look(&state);
        }
    }

    fn root_scores(&mut self) -> Vec<f32> {
        Vec::new()
    }

    fn advance(&mut self, index: usize) -> Result<(), IllegalMove> {
        let mut position = self.lines.position.clone();
        if index == SKIP {
            position = skipped(&position)?;
        } else {
            position.apply(legal_move(&self.lines.game, &position, index)?);
        }
        let best = self.lines.best.take().and_then(|line| line.after(index)).filter(|line| !line.moves.is_empty());
        let rng = self.lines.rng.clone();
        self.reset(position);
        (self.lines.best, self.lines.rng) = (best, rng);
        Ok(())
    }

    fn restrict(&mut self, moves: &[usize]) {
        self.reset(self.lines.position.clone());
        self.lines.core.only = moves.to_vec();
    }

    fn reseed(&mut self, seed: u64) {
        self.lines.core.config.seed = seed;
    }

    fn restart(&mut self, moves: &[usize]) -> Result<(), IllegalMove> {
        self.reset(self.lines.game.start());
        let position = replay(&self.lines.game, moves)?;
        self.reset(position);
        Ok(())
    }
}
