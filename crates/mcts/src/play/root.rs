//! Where simulations start: at the position, at one that looks the same, or at one of a belief.

use super::{Search, Worker};
use crate::config::{ConfigError, Problem};
use katsura_game::{Game, Hidden, Knowledge, Player, Rng, State, Turn};
use std::sync::Arc;

/// The stream of random numbers that draws the world of a determinized search.
const WORLD: u64 = u64::MAX - 1;

/// Draws the position at which a simulation starts.
pub trait RootSource<S>: Send + Sync {
    /// Writes a position into `into`; `root` is the position of the search.
    fn draw(&self, root: &S, rng: &mut Rng, into: &mut S);
}

/// A belief: positions that are equally likely. One that is more likely stands there more often.
///
/// ```
/// use katsura_game::{Game, State, toy::ToyGame};
/// use katsura_mcts::{Budget, Control, Particles, Search, SearchConfig};
/// use std::sync::Arc;
///
/// // two positions that look the same, in which other moves are right; the belief says three to one
/// let game: ToyGame = "{1 (0#1: [1] [0]) 1 (0#1: [0] [1])}".parse().unwrap();
/// let after = |mv| { let mut state = game.start(); state.apply(mv); state };
/// let mut search = Search::new(&game, &SearchConfig::default()).unwrap();
/// search.reset(after(0));
/// search.start_from(Arc::new(Particles(vec![after(0), after(1), after(1), after(1)]))).unwrap();
/// search.run(&Budget::simulations(4000), &Control::new());
/// assert_eq!(search.analysis().best, Some(1));
/// ```
#[derive(Clone, Debug)]
pub struct Particles<S>(pub Vec<S>);

impl<S: State> RootSource<S> for Particles<S> {
    fn draw(&self, root: &S, rng: &mut Rng, into: &mut S) {
        let drawn = if self.0.is_empty() { root } else { &self.0[rng.index(self.0.len())] };
        into.clone_from(drawn);
    }
}

impl<G: Game<State: Knowledge>> Search<G> {
    /// Starts simulations from positions that a source draws, until the next move is made or the search is reset. All of them must look
    /// to the player to move as the position of the search does.
    ///
    /// # Errors
    /// If the game hides nothing: then there is one position that looks like it.
    pub fn start_from(&mut self, source: Arc<dyn RootSource<G::State>>) -> Result<(), ConfigError> {
        if !self.core.dynamics.hides {
            let why = format!("{} hides nothing, and a search starts where it is", self.game.about().name);
            return Err(ConfigError::of("search", Problem::Unfit(why)));
        }
        self.source = Some(source);
        Ok(())
    }

    /// Puts a worker at the root.
    #[inline]
    pub(crate) fn restart(&self, worker: &mut Worker<G::State>) {
        worker.restart(&self.position, self.core.root_mover);
        if !self.core.dynamics.is_plain || self.source.is_some() {
            self.restart_more(worker);
        }
    }

    /// What the simulations of some games begin with.
    fn restart_more(&self, worker: &mut Worker<G::State>) {
        let Worker { scratch, state, .. } = worker;
        if self.core.dynamics.pays {
            scratch.restart_gains(self.core.dynamics.discount);
        }
        if let Some(source) = &self.source {
            source.draw(&self.position, &mut scratch.rng, state);
        } else if let Some(world) = &self.world {
            state.clone_from(world);
        } else if self.core.dynamics.hides && self.position.turn() == Turn::Player(self.viewer()) {
            state.determinize(self.viewer(), &mut scratch.rng);
        }
    }

    /// Draws what is hidden at a new root, if the search keeps to one world.
    pub(super) fn draw_world(&mut self) {
        let draws = self.core.dynamics.keeps_world && self.position.turn() == Turn::Player(self.viewer());
        self.world = draws.then(|| {
            let mut world = self.position.clone();
            world.determinize(self.viewer(), &mut Rng::stream(&[self.core.config.seed, WORLD]));
            world
        });
    }

    /// Who searches: the player to move at the root; where chance is to move there, the first. Chance has no view of what was hidden before: a
    /// search from there starts at the position itself.
    #[inline]
    pub(crate) fn viewer(&self) -> Player {
        self.position.turn().player().unwrap_or(Player::FIRST)
    }
}
