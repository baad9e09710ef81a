//! What knowledge says about a move, as virtual wins and losses.

use crate::go::around;
use crate::go::cells::At;
use crate::go::state::{GoState, Point};
use katsura_game::{Hint, State};

/// Virtual wins and losses of a move, beside those that every move starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    pub wins: f32,
    pub losses: f32,
}

/// Half of what every move starts with.
const EVEN: f32 = 5.0;

/// What the estimates look at.
pub(in crate::go) const HINTS: [Hint; 4] = [
    Hint { name: "likely", about: "what strong players would make, learnt from game records" },
    Hint { name: "self_atari", about: "puts own stones into atari" },
    Hint { name: "eye", about: "fills an own eye" },
    Hint { name: "pass", about: "a pass, which is right only if it ends the game with a win" },
];

/// Virtual wins or losses for each thing known about a move.
pub(in crate::go) struct Amounts {
    /// Of a move that is certain to be made; for others by the root of their probability.
    likely: f32,
    /// A throw-in, and the loss of more stones.
    self_atari: [f32; 2],
    eye: f32,
    pass: f32,
}

impl Amounts {
    /// The amounts when the [`HINTS`] have these weights.
    pub(in crate::go) fn new(weights: &[f32]) -> Self {
        let [likely, self_atari, eye, pass] = std::array::from_fn(|hint| weights.get(hint).copied().unwrap_or(1.0));
        Amounts {
            likely: likely * 200.0,
            self_atari: [5.0, 20.0].map(|losses| self_atari * losses),
            eye: eye * 200.0,
            pass: pass * 100.0,
        }
    }
}

impl Worth {
    /// The share of wins.
    pub fn estimate(self) -> f32 {
        (EVEN + self.wins) / (2.0 * EVEN + self.wins + self.losses)
    }
}

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Fills `estimates` with what knowledge says about each of the moves.
    pub(in crate::go) fn estimate_moves(&self, moves: &[Point], amounts: &Amounts, estimates: &mut [f32]) {
        if amounts.likely > 0.0 {
            self.predict(moves, estimates);
        } else {
            estimates.fill(0.0);
        }
        for (&mv, estimate) in moves.iter().zip(estimates) {
            let of_move = self.point(mv).map(|at| self.worth_of_stone(at, amounts, amounts.likely * estimate.sqrt()));
            *estimate = of_move.unwrap_or_else(|| self.worth_of_pass(amounts)).estimate();
        }
    }

    /// A pass is right if it ends the game with a win, as good as anything where every stone would give something away, and a loss of time
    /// otherwise.
    fn worth_of_pass(&self, amounts: &Amounts) -> Worth {
        let ends_well = self.passes == 1 && self.turn().player().is_some_and(|player| self.rewards().of(player) == 1.0);
        let (wins, losses) = match ends_well {
            true => (amounts.pass, 0.0),
            false if self.wary_points().next().is_none() => (0.0, 0.0),
            false => (0.0, amounts.pass),
        };
        Worth { wins, losses }
    }

    /// A stone gets the virtual wins of a likely move unless it gives others away, however likely it is: where such moves alone are left, one of
    /// them must be.
    fn worth_of_stone(&self, at: At<STRIDE, CELLS>, amounts: &Amounts, likely: f32) -> Worth {
        let (board, colour) = (&self.board, self.to_move);
        if around::is_true_eye(board.around.get(at), colour) {
            return Worth { wins: 0.0, losses: amounts.eye };
        }
        if !board.is_self_atari(at, colour) || board.captures(at, colour) || board.is_nakade(at, colour) {
            return Worth { wins: likely, losses: 0.0 };
        }
        let gives_away = board.stones_with(at, colour, 2) > 1;
        Worth { wins: if gives_away { 0.0 } else { likely }, losses: amounts.self_atari[usize::from(gives_away)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_the_share_of_virtual_wins() {
        assert_eq!(Worth::default().estimate(), 0.5);
        assert_eq!(Worth { wins: 10.0, losses: 0.0 }.estimate(), 0.75);
        assert_eq!(Worth { wins: 0.0, losses: 40.0 }.estimate(), 0.1);
    }
}
