//! A search without type parameters, for code that is not hot.

use super::{Search, Watched};
use crate::analysis::Analysis;
use crate::budget::{Budget, Control, Report};
use crate::choose::Choice;
use crate::config::{Checked, ConfigError, SearchConfig};
use crate::core::{BestLine, Core, Policies};
use crate::equilibrium::EquilibriumSearch;
use crate::evaluate::{self, SharedEvaluator, SideBySide};
use crate::nested::{Algorithm, LineSearch};
use crate::parallel::{Parallel, RootSearch};
use crate::tree::{ROOT, Tree};
use katsura_game::{Game, IllegalMove, Knowledge, LightPlayout, Player, Rng, SKIP, Skip, State};
use std::any::Any;

/// A search of some game: moves are numbers ([`State::move_index`]). Those who know the game may ask which search it is ([`Any`]).
pub trait Searcher: Any + Send {
    /// The part that sees only numbers; with root parallelism that of the first tree.
    #[doc(hidden)]
    fn core(&self) -> &Core;

    /// Searches until the budget is spent or `control` says stop.
    fn run(&mut self, budget: &Budget, control: &Control) -> Report;

    /// As [`run`](Searcher::run), for somebody who wants a move and nothing else: it may end early ([`Search::think`]).
    fn think(&mut self, budget: &Budget, control: &Control) -> Report {
        self.run(budget, control)
    }

    /// The move to play; `None` when the game is over.
    fn best(&mut self) -> Option<usize>;

    /// The numbers of the moves that are played after this search, with their probabilities. Empty when the game is over.
    fn shares(&mut self) -> Vec<(usize, f64)> {
        let drawn = self.core().drawn_shares(&self.peek());
        drawn.unwrap_or_else(|| self.best().into_iter().map(|index| (index, 1.0)).collect())
    }

    /// The move that one of the players to move had best play, where several choose together ([`Search::best_move_of`]).
    fn best_of(&mut self, _player: Player) -> Option<usize> {
        self.best()
    }

    /// What the search thinks of the position.
    fn analysis(&mut self) -> Analysis {
        let best = self.best();
        Analysis { best, ..self.peek() }
    }

    /// As [`analysis`](Searcher::analysis) without the move to play, which may be drawn at random: the search is as it was.
    fn peek(&self) -> Analysis;

    /// The best line that a simulation has found, in games of one player ([`Search::best_line`]).
    fn best_line(&self) -> Option<BestLine> {
        None
    }

    /// The tree; with root parallelism the first of them.
    fn tree(&self) -> &Tree;

    /// Bytes that all trees and their tables take now.
    fn bytes(&self) -> usize {
        self.core().bytes()
    }

    /// Makes one simulation and tells its parts ([`Search::watch`]).
    fn watch(&mut self) -> Option<Watched> {
        None
    }

    /// Plays so many games from the root to the end as playouts do and shows the last position of each, as the game's [`Game::State`]
    /// ([`Search::show_ends`]).
    fn show_ends(&mut self, playouts: u32, look: &mut dyn FnMut(&dyn Any));

    /// What the selection rule says about the children of the root ([`Search::root_scores`]).
    fn root_scores(&mut self) -> Vec<f32> {
        Vec::new()
    }

    /// Makes a move; the part of the tree below it is kept, as far as [`SearchConfig::reuse`] says. After a [`SKIP`] the search starts afresh.
    ///
    /// # Errors
    /// If the move is not legal.
    fn advance(&mut self, index: usize) -> Result<(), IllegalMove>;

    /// A runner for searches like this one, many side by side in one thread, if they have an evaluator, or make their playouts one by one in
    /// batches and the game can play several at once. Each grows the same tree as [`think`](Searcher::think) alone.
    fn side_by_side(&self) -> Option<Box<dyn SideBySide>> {
        None
    }

    /// Starts afresh, and tries only these moves at the root until the next move is made ([`Search::restrict`]).
    fn restrict(&mut self, moves: &[usize]);

    /// Sets the seed that the next [`restart`](Searcher::restart) starts from.
    fn reseed(&mut self, seed: u64);

    /// Forgets everything and goes to the position after these moves and [`SKIP`]s from the start of the game.
    ///
    /// # Errors
    /// If a move is not legal; the search is then at the start.
    fn restart(&mut self, moves: &[usize]) -> Result<(), IllegalMove>;
}

/// A search of this game whose policies and threads a configuration chooses.
///
/// # Errors
/// If the configuration is not valid or does not fit the game.
pub fn searcher<G>(game: &G, config: &SearchConfig) -> Result<Box<dyn Searcher>, ConfigError>
where
    G: Game<State: Knowledge>,
{
    searcher_of(game, &config.check(&game.about())?)
}

/// As [`searcher`], by a checked configuration.
///
/// # Errors
/// As [`Search::of`].
pub fn searcher_of<G>(game: &G, config: &Checked) -> Result<Box<dyn Searcher>, ConfigError>
where
    G: Game<State: Knowledge>,
{
    maker(game, config, None)
}

/// As [`searcher_of`], with somebody who evaluates leaves ([`Search::evaluated`]). With root parallelism all trees ask together, in one thread.
///
/// # Errors
/// As [`Search::evaluated`].
pub fn searcher_with<G>(
    game: &G,
    config: &SearchConfig,
    evaluator: SharedEvaluator<G::State>,
) -> Result<Box<dyn Searcher>, ConfigError>
where
    G: Game<State: Knowledge>,
{
    let about = game.about();
    maker(game, &evaluate::check(config, &Policies::new(config, &about), about, &evaluator)?, Some(evaluator))
}

fn maker<G>(
    game: &G,
    config: &Checked,
    evaluator: Option<SharedEvaluator<G::State>>,
) -> Result<Box<dyn Searcher>, ConfigError>
where
    G: Game<State: Knowledge>,
{
    let one = |config: &Checked| -> Result<Box<dyn Searcher>, ConfigError> {
        Ok(match (config.algorithm, &evaluator) {
            (_, Some(evaluator)) => {
                Box::new(Search::judged(game, Policies::new(config, config.about()), config, evaluator.clone())?)
            }
            (Algorithm::Tree, None) => Box::new(Search::of(game, config)?),
            (Algorithm::Nested(_) | Algorithm::Nrpa(_) | Algorithm::Beam(_), None) => {
                Box::new(LineSearch::new(game, config)?)
            }
            (Algorithm::Equilibrium(method), None) => Box::new(EquilibriumSearch::new(game, config, method)?),
        })
    };
    match config.parallel {
        Parallel::Root(_) => Ok(Box::new(RootSearch::new(config, evaluator.is_some(), one)?)),
        Parallel::None | Parallel::Leaf(_) | Parallel::Batch(_) | Parallel::Tree(_) => one(config),
    }
}

pub(crate) fn legal_move<G: Game>(
    game: &G,
    state: &G::State,
    index: usize,
) -> Result<<G::State as State>::Move, IllegalMove> {
    let mv =
        game.about().move_count().is_some_and(|count| index < count).then(|| state.move_at(index)).ok_or(IllegalMove)?;
    if state.is_legal(mv) { Ok(mv) } else { Err(IllegalMove) }
}

pub(crate) fn replay<G: Game<State: Skip>>(game: &G, moves: &[usize]) -> Result<G::State, IllegalMove> {
    let mut state = game.start();
    for &index in moves {
        match index {
            SKIP => state = skipped(&state)?,
            _ => state.apply(legal_move(game, &state, index)?),
        }
    }
    Ok(state)
}

pub(crate) fn skipped<S: Skip>(state: &S) -> Result<S, IllegalMove> {
    let mut state = state.clone();
    if state.skip() { Ok(state) } else { Err(IllegalMove) }
}

impl<G: Game<State: Knowledge>> Search<G> {
    /// All moves that may be drawn without search, which are alike.
    fn unsearched_shares(&self) -> Vec<(usize, f64)> {
        let (position, mut moves) = (&self.position, Vec::new());
        position.legal_moves(&mut moves);
        if self.core.choice(ROOT, &mut Rng::new(0), true) == Choice::AnyPlayout {
            let mut playing = position.clone();
            playing.begin_playout();
            let light: Vec<_> = moves.iter().copied().filter(|&mv| playing.is_playout_move(mv)).collect();
            moves = if light.is_empty() { moves } else { light };
        }
        let share = 1.0 / moves.len() as f64;
        moves.into_iter().map(|mv| (position.move_index(mv), share)).collect()
    }
}

impl<G: Game<State: Knowledge>> Searcher for Search<G> {
    fn core(&self) -> &Core {
        &self.core
    }

    fn run(&mut self, budget: &Budget, control: &Control) -> Report {
        Search::run(self, budget, control)
    }

    fn think(&mut self, budget: &Budget, control: &Control) -> Report {
        Search::think(self, budget, control)
    }

    fn best(&mut self) -> Option<usize> {
        self.best_move().map(|mv| self.position.move_index(mv))
    }

    fn shares(&mut self) -> Vec<(usize, f64)> {
        let drawn = match self.core.wants_search() {
            true => self.core.drawn_shares(&self.peek()),
            false => Some(self.unsearched_shares()),
        };
        drawn.unwrap_or_else(|| self.best().into_iter().map(|index| (index, 1.0)).collect())
    }

    fn best_of(&mut self, player: Player) -> Option<usize> {
        self.best_move_of(player).map(|mv| self.position.move_index(mv))
    }

    fn analysis(&mut self) -> Analysis {
        Search::analysis(self)
    }

    fn peek(&self) -> Analysis {
        Search::peek(self)
    }

    fn best_line(&self) -> Option<BestLine> {
        Search::best_line(self)
    }

    fn tree(&self) -> &Tree {
        Search::tree(self)
    }

    fn watch(&mut self) -> Option<Watched> {
        Search::watch(self)
    }

    fn show_ends(&mut self, playouts: u32, look: &mut dyn FnMut(&dyn Any)) {
        Search::show_ends(self, playouts, &mut |state| look(state));
    }

    fn root_scores(&mut self) -> Vec<f32> {
        Search::root_scores(self)
    }

    fn advance(&mut self, index: usize) -> Result<(), IllegalMove> {
        if index == SKIP {
            self.reset(skipped(&self.position)?);
            return Ok(());
        }
        Search::advance(self, legal_move(&self.game, &self.position, index)?)
    }

    fn side_by_side(&self) -> Option<Box<dyn SideBySide>> {
        self.lockstep().map(|runner| Box::new(runner) as Box<dyn SideBySide>)
    }

    fn restrict(&mut self, moves: &[usize]) {
        Search::restrict(self, moves);
    }

    fn reseed(&mut self, seed: u64) {
        self.core.config.seed = seed;
    }

    fn restart(&mut self, moves: &[usize]) -> Result<(), IllegalMove> {
        self.reset(self.game.start());
        self.reset(replay(&self.game, moves)?);
        Ok(())
    }
}
