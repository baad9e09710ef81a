//! What the Python side of a search is made of.

use crate::failure::value_error;
use crate::hooks::Hooks;
use crate::number::Number;
use katsura_game::MAX_PLAYERS;
use katsura_mcts::parallel::Parallel;
use pyo3::prelude::*;

/// What Python says about a game, and the functions that a search asks.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Script {
    players: Number<usize>,
    moves: Number<usize>,
    utility: [Number<f64>; 2],
    shares: bool,
    clone: Option<Py<PyAny>>,
    playout: Option<Py<PyAny>>,
    prior: Option<Py<PyAny>>,
    playout_batch: Option<Py<PyAny>>,
    prior_batch: Option<Py<PyAny>>,
    batch: Option<Number<usize>>,
}

impl Script {
    /// The Python side of a search whose simulations work together in this way.
    ///
    /// # Errors
    /// If a number is out of range, or two functions answer the same question.
    pub fn hooks(self, parallel: &Parallel) -> PyResult<Hooks> {
        let (Number(players), Number(moves)) = (self.players, self.moves);
        let utility @ [low, high] = self.utility.map(|Number(result)| result);
        if !(low < high && low.is_finite() && high.is_finite()) {
            return Err(value_error(format!("results from {low} to {high}: expected two numbers, the lower first")));
        }
        if !(1..=MAX_PLAYERS).contains(&players) {
            return Err(value_error(format!("{players} players: expected 1 to {MAX_PLAYERS}")));
        }
        if !(1..=1 << 24).contains(&moves) {
            return Err(value_error(format!("{moves} actions: expected 1 to {}", 1 << 24)));
        }
        let is_doubled = |one: &Option<Py<PyAny>>, many: &Option<Py<PyAny>>| one.is_some() && many.is_some();
        if is_doubled(&self.playout, &self.playout_batch) || is_doubled(&self.prior, &self.prior_batch) {
            return Err(value_error("expected a function for one position or for many, found both"));
        }
        let mut hooks = Hooks::new(players, moves, utility);
        hooks.shares = self.shares && players == 2;
        hooks.clone = self.clone;
        (hooks.playout, hooks.playout_batch) = (self.playout, self.playout_batch);
        (hooks.prior, hooks.prior_batch) = (self.prior, self.prior_batch);
        hooks.batch = self.batch.map_or_else(|| leaves_together(parallel), |Number(batch)| batch);
        Ok(hooks)
    }
}

/// The leaves that come together: those of a round, or one of each tree.
fn leaves_together(parallel: &Parallel) -> usize {
    match parallel {
        Parallel::Batch(batch) => batch.leaves,
        Parallel::None | Parallel::Root(_) | Parallel::Leaf(_) | Parallel::Tree(_) => parallel.threads(),
    }
}
