//! What knowledge says about a move, as virtual wins and losses.

use crate::go::around;
use crate::go::board::{StringId, colour_of};
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
pub(in crate::go) const HINTS: [Hint; 11] = [
    Hint { name: "capture", about: "takes a string" },
    Hint { name: "escape", about: "extends a string in atari, in vain or not" },
    Hint { name: "ladder", about: "catches a string in a ladder, or keeps one out of it" },
    Hint { name: "self_atari", about: "puts own stones into atari" },
    Hint { name: "pattern", about: "one of the 3x3 patterns of MoGo" },
    Hint { name: "vital", about: "the vital point of a small eye space beside the last stone" },
    Hint { name: "near", about: "one to three steps from the last stone" },
    Hint { name: "open_space", about: "the third line and those below it where no stone is near" },
    Hint { name: "eye", about: "fills an own eye" },
    Hint { name: "pass", about: "a pass, which is right only if it ends the game with a win" },
    Hint { name: "likely", about: "what strong players would make, learnt from game records" },
];

/// Virtual wins or losses for each thing known about a move; pairs are for a string of one stone, and of more.
pub(in crate::go) struct Amounts {
    capture: [f32; 2],
    escape: [f32; 2],
    /// A lost extension.
    waste: f32,
    ladder: [f32; 2],
    /// A throw-in, and the loss of more stones.
    self_atari: [f32; 2],
    pattern: f32,
    vital: f32,
    /// By distance from the last move.
    near: [f32; 4],
    open_space: f32,
    eye: f32,
    pass: f32,
    /// Of a move that is certain to be made; for others by the root of their probability.
    likely: f32,
}

impl Amounts {
    /// The amounts when the [`HINTS`] have these weights.
    pub(in crate::go) fn new(weights: &[f32]) -> Self {
        let [capture, escape, ladder, self_atari, pattern, vital, near, open_space, eye, pass, likely] =
            std::array::from_fn(|hint| weights.get(hint).copied().unwrap_or(1.0));
        Amounts {
            capture: [15.0, 30.0].map(|wins| capture * wins),
            escape: [10.0, 25.0].map(|wins| escape * wins),
            waste: escape * 10.0,
            ladder: [5.0, 15.0].map(|wins| ladder * wins),
            self_atari: [5.0, 20.0].map(|losses| self_atari * losses),
            pattern: pattern * 10.0,
            vital: vital * 20.0,
            near: [0.0, 24.0, 22.0, 8.0].map(|wins| near * wins),
            open_space: open_space * 10.0,
            eye: eye * 200.0,
            pass: pass * 100.0,
            likely: likely * 200.0,
        }
    }
}

impl Worth {
    /// The share of wins.
    pub fn estimate(self) -> f32 {
        (EVEN + self.wins) / (2.0 * EVEN + self.wins + self.losses)
    }
}

fn by_size(values: [f32; 2], stones: usize) -> f32 {
    values[usize::from(stones > 1)]
}

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Fills `estimates` with what knowledge says about each of the moves.
    pub(in crate::go) fn estimate_moves(&self, moves: &[Point], amounts: &Amounts, estimates: &mut [f32]) {
        let mut worth = [Worth::default(); CELLS];
        self.add_threats(amounts, &mut worth);
        if let Some(last) = self.last_point() {
            let distances = self.board.distances(last, amounts.near.len() as u8 - 1);
            for (worth, distance) in worth.iter_mut().zip(distances) {
                worth.wins += amounts.near.get(usize::from(distance)).copied().unwrap_or_default();
            }
            self.vital_points_near(last).for_each(|at| worth[usize::from(at.number())].wins += amounts.vital);
        }
        if amounts.likely > 0.0 {
            self.predict(moves, estimates);
            estimates.iter_mut().for_each(|share| *share = amounts.likely * share.sqrt());
        } else {
            estimates.fill(0.0);
        }
        for (&mv, estimate) in moves.iter().zip(estimates) {
            let known = |at: At<STRIDE, CELLS>| worth[usize::from(at.number())];
            let of_move = self.point(mv).map(|at| self.with_shape(at, amounts, known(at), *estimate));
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

    /// Adds to the points what stones there do to strings with one or two liberties.
    fn add_threats(&self, amounts: &Amounts, worth: &mut [Worth; CELLS]) {
        for string in self.strings() {
            let stones = self.board.stones_in(string).take(2).count();
            if colour_of(string) == Some(self.to_move) {
                self.add_defence(string, stones, amounts, worth);
            } else {
                self.add_attack(string, stones, amounts, worth);
            }
        }
    }

    fn add_attack(&self, string: StringId<CELLS>, stones: usize, amounts: &Amounts, worth: &mut [Worth; CELLS]) {
        if let Some(last) = self.board.last_liberty(string) {
            worth[usize::from(last.number())].wins += by_size(amounts.capture, stones);
        } else if amounts.ladder != [0.0; 2] {
            let catching = self.board.catching_moves(string, self.ko);
            catching.for_each(|at| worth[usize::from(at.number())].wins += by_size(amounts.ladder, stones));
        }
    }

    fn add_defence(&self, string: StringId<CELLS>, stones: usize, amounts: &Amounts, worth: &mut [Worth; CELLS]) {
        if let Some(last) = self.board.last_liberty(string) {
            let worth = &mut worth[usize::from(last.number())];
            if self.extends(string, last) {
                worth.wins += by_size(amounts.escape, stones)
            } else {
                worth.losses += amounts.waste
            }
        } else if amounts.ladder != [0.0; 2] {
            self.defences(string, |at| worth[usize::from(at.number())].wins += by_size(amounts.ladder, stones));
        }
    }

    /// Adds what a stone's shape and place are worth, and the virtual wins of a likely move. One that gives stones away gets none of those, however
    /// likely it is: where such moves alone are left, one of them must be.
    fn with_shape(&self, at: At<STRIDE, CELLS>, amounts: &Amounts, mut worth: Worth, likely: f32) -> Worth {
        let (board, colour) = (&self.board, self.to_move);
        if around::is_true_eye(board.around.get(at), colour) {
            return Worth { wins: 0.0, losses: amounts.eye };
        }
        let mut gives_away = false;
        if board.is_self_atari(at, colour) && !board.captures(at, colour) {
            if !board.is_nakade(at, colour) {
                let stones = board.stones_with(at, colour, 2);
                worth.losses += by_size(amounts.self_atari, stones);
                gives_away = stones > 1;
            }
        } else if board.matches_pattern(at, colour) {
            worth.wins += amounts.pattern;
        }
        worth.wins += if gives_away { 0.0 } else { likely };
        self.add_open_space(at, amounts.open_space, &mut worth);
        worth
    }

    /// Where no stone is near, the third line is good and the lines below it are not.
    fn add_open_space(&self, at: At<STRIDE, CELLS>, amount: f32, worth: &mut Worth) {
        let (column, row) = at.column_and_row();
        let size = usize::from(self.rules.size);
        let line = column.min(row).min(size - 1 - column).min(size - 1 - row);
        if line > 2 || !self.is_empty_within(column, row, 2) {
            return;
        }
        if line == 2 { worth.wins += amount } else { worth.losses += amount }
    }

    /// Whether no stone stands within this many lines.
    fn is_empty_within(&self, column: usize, row: usize, lines: usize) -> bool {
        let last = usize::from(self.rules.size) - 1;
        let near = |at: usize| at.saturating_sub(lines)..=(at + lines).min(last);
        near(row).all(|row| near(column).all(|column| self.board.is_empty_point(At::new(column, row))))
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
