//! What knowledge says about a move, as virtual wins and losses.

use crate::go::around;
use crate::go::board::{StringId, colour_of};
use crate::go::cells::At;
use crate::go::state::{GoState, Point};
use katsura_game::State;

/// Virtual wins and losses of a move, beside those that every move starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    pub wins: f32,
    pub losses: f32,
}

/// Half of what every move starts with.
const EVEN: f32 = 5.0;

/// A string of one stone, and of more, that is taken, saved, caught in a ladder or kept out of one.
const CAPTURE: [f32; 2] = [15.0, 30.0];
const ESCAPE: [f32; 2] = [10.0, 25.0];
const LADDER: [f32; 2] = [5.0, 15.0];
/// A lost extension, a throw-in and the loss of more stones.
const WASTE: f32 = 10.0;
const SELF_ATARI: [f32; 2] = [5.0, 20.0];
/// A 3x3 pattern, a vital point.
const PATTERN: f32 = 10.0;
const VITAL: f32 = 20.0;
/// By distance from the last move.
const NEAR: [f32; 4] = [0.0, 24.0, 22.0, 8.0];
/// A move on the third line, and one on the two lines below it, where no stone is near.
const OPEN_SPACE: f32 = 10.0;
/// An own eye, and a pass before its time or in it.
const EYE: f32 = 200.0;
const PASS: f32 = 100.0;

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
    pub(in crate::go) fn estimate_moves(&self, moves: &[Point], estimates: &mut [f32]) {
        let mut worth = [Worth::default(); CELLS];
        self.add_threats(&mut worth);
        if let Some(last) = self.last_point() {
            let distances = self.board.distances(last, NEAR.len() as u8 - 1);
            for (worth, distance) in worth.iter_mut().zip(distances) {
                worth.wins += NEAR.get(usize::from(distance)).copied().unwrap_or_default();
            }
            self.vital_points_near(last).for_each(|at| worth[usize::from(at.number())].wins += VITAL);
        }
        for (&mv, estimate) in moves.iter().zip(estimates) {
            let of_move = self.point(mv).map(|at| self.with_shape(at, worth[usize::from(at.number())]));
            *estimate = of_move.unwrap_or_else(|| self.worth_of_pass()).estimate();
        }
    }

    /// A pass is right if it ends the game with a win, and a loss of time otherwise.
    fn worth_of_pass(&self) -> Worth {
        let ends_well = self.passes == 1 && self.turn().player().is_some_and(|player| self.rewards().of(player) == 1.0);
        if ends_well { Worth { wins: PASS, losses: 0.0 } } else { Worth { wins: 0.0, losses: PASS } }
    }

    /// Adds to the points what stones there do to strings with one or two liberties.
    fn add_threats(&self, worth: &mut [Worth; CELLS]) {
        let size = usize::from(self.rules.size);
        for at in (0..size * size).map(|point| At::new(point % size, point / size)) {
            // every string once
            let string = self.board.string_at(at).filter(|&string| self.board.next.get_named(string) == at);
            if let Some(string) = string {
                let stones = self.board.stones_in(string).take(2).count();
                if colour_of(string) == Some(self.to_move) {
                    self.add_defence(string, stones, worth);
                } else {
                    self.add_attack(string, stones, worth);
                }
            }
        }
    }

    fn add_attack(&self, string: StringId<CELLS>, stones: usize, worth: &mut [Worth; CELLS]) {
        if let Some(last) = self.board.last_liberty(string) {
            worth[usize::from(last.number())].wins += by_size(CAPTURE, stones);
        } else {
            let catching = self.board.catching_moves(string, self.ko);
            catching.for_each(|at| worth[usize::from(at.number())].wins += by_size(LADDER, stones));
        }
    }

    fn add_defence(&self, string: StringId<CELLS>, stones: usize, worth: &mut [Worth; CELLS]) {
        if let Some(last) = self.board.last_liberty(string) {
            let worth = &mut worth[usize::from(last.number())];
            if self.extends(string, last) { worth.wins += by_size(ESCAPE, stones) } else { worth.losses += WASTE }
        } else {
            self.defences(string, |at| worth[usize::from(at.number())].wins += by_size(LADDER, stones));
        }
    }

    /// Adds what a stone's shape and place are worth.
    fn with_shape(&self, at: At<STRIDE, CELLS>, mut worth: Worth) -> Worth {
        let (board, colour) = (&self.board, self.to_move);
        if around::is_true_eye(board.around.get(at), colour) {
            return Worth { wins: 0.0, losses: EYE };
        }
        if board.is_self_atari(at, colour) && !board.captures(at, colour) {
            worth.losses += by_size(SELF_ATARI, board.stones_with(at, colour, 2));
        } else if board.matches_pattern(at, colour) {
            worth.wins += PATTERN;
        }
        self.add_open_space(at, &mut worth);
        worth
    }

    /// Where no stone is near, the third line is good and the lines below it are not.
    fn add_open_space(&self, at: At<STRIDE, CELLS>, worth: &mut Worth) {
        let (column, row) = at.column_and_row();
        let size = usize::from(self.rules.size);
        let line = column.min(row).min(size - 1 - column).min(size - 1 - row);
        if line > 2 || !self.is_empty_within(column, row, 2) {
            return;
        }
        if line == 2 { worth.wins += OPEN_SPACE } else { worth.losses += OPEN_SPACE }
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
