//! Drawing moves with probabilities proportional to the exponential of their value.

use super::Playing;
use super::values::MoveValues;
use katsura_game::{Player, Rewards, Rng, State, Trace};

/// P(m) = exp(slope · v(m)) / Σ exp(slope · v), the sum over the moves that can be played.
///
/// The exponentials are kept per move and made anew when the value or the slope changes, so that a move of a playout costs a sum
/// and no exponential. They are relative to the value ½, which cancels in the quotient. A steep slope can make them overflow or
/// vanish all together; then the exponentials of the position at hand are made, relative to its largest.
#[derive(Clone, Debug)]
pub(super) struct Gibbs {
    pub(super) values: MoveValues,
    unseen: f64,
    slope: f64,
    weights: Vec<f64>,
    scratch: Vec<f64>,
}

const TRUSTED: std::ops::Range<f64> = 1e-200..1e200;

impl Gibbs {
    pub(super) fn new(values: MoveValues, unseen: f64, slope: f64) -> Self {
        let mut gibbs = Gibbs { weights: vec![0.0; values.len()], values, unseen, slope, scratch: Vec::new() };
        gibbs.weigh_all();
        gibbs
    }

    /// Sets how steep the exponential is.
    pub(super) fn set_slope(&mut self, slope: f64) {
        if slope != self.slope {
            self.slope = slope;
            self.weigh_all();
        }
    }

    fn weigh(&mut self, cell: usize) {
        self.weights[cell] = (self.slope * (self.values.mean(cell, self.unseen) - 0.5)).exp();
    }

    fn weigh_all(&mut self) {
        (0..self.weights.len()).for_each(|cell| self.weigh(cell));
    }

    /// Counts a simulation.
    pub(super) fn learn(&mut self, trace: &Trace, rewards: &Rewards) {
        self.values.learn(trace, rewards);
        for played in trace {
            if let Some(player) = played.player() {
                self.weigh(self.values.cell(player, played.index()));
            }
        }
    }

    /// Changes the values.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut MoveValues)) {
        change(&mut self.values);
        self.weigh_all();
    }

    /// Draws a move for the player to move: one of the candidates, again without it if it cannot be played.
    pub(super) fn draw<S: State>(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let player = playing.state.turn().player()?;
        playing.state.playout_candidates(playing.moves);
        let mut total = self.weigh_moves(playing, player);
        while let Some(place) = place_by_weight(&self.scratch, total, playing.rng) {
            let mv = playing.moves[place];
            if playing.state.is_playout_move(mv) {
                return Some(mv);
            }
            playing.moves.swap_remove(place);
            self.scratch.swap_remove(place);
            total = self.scratch.iter().sum();
            if !TRUSTED.contains(&total) {
                total = self.weigh_moves(playing, player);
            }
        }
        None
    }

    /// Looks up the weights of the moves in the scratch space; returns their sum.
    fn weigh_moves<S: State>(&mut self, playing: &Playing<'_, S>, player: Player) -> f64 {
        self.scratch.clear();
        let (values, state) = (&self.values, &*playing.state);
        let cells = playing.moves.iter().map(|&mv| values.cell(player, state.move_index(mv)));
        self.scratch.extend(cells.clone().map(|cell| self.weights[cell]));
        let total = self.scratch.iter().sum();
        if TRUSTED.contains(&total) {
            return total;
        }
        self.scratch.clear();
        self.scratch.extend(cells.map(|cell| self.slope * values.mean(cell, self.unseen)));
        let largest = self.scratch.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.scratch.iter_mut().for_each(|weight| *weight = (*weight - largest).exp());
        self.scratch.iter().sum()
    }
}

/// The place of one of the weights, which have this sum, with probability proportional to it; `None` of none.
#[inline]
pub(super) fn place_by_weight(weights: &[f64], total: f64, rng: &mut Rng) -> Option<usize> {
    let last = weights.len().checked_sub(1)?;
    let mut rest = total * rng.unit();
    let hit = weights.iter().position(|weight| {
        rest -= weight;
        rest < 0.0
    });
    Some(hit.unwrap_or(last))
}
