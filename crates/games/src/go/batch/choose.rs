//! Drawing a point on every board.

use super::boards::{Boards, ROWS};
use crate::planes::{Number, Plane};

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Finds and counts the open points.
    #[inline(always)]
    pub fn find_open(&mut self) {
        self.open_total = Number::zero();
        for row in 0..self.size {
            self.find_open_in(row);
        }
    }

    /// Finds the open points of a row and counts them, those of the rows before being counted already.
    #[inline(always)]
    pub fn find_open_in(&mut self, row: usize) {
        let mut count = Number::zero();
        let mut three = [P::all(false); 3];
        for (column, &(at, edges)) in self.points[self.in_row(row)].iter().enumerate() {
            let [a, b, c, d] = self.not_mine.beside(at);
            let enclosed = !(a | b | c | d);
            let [a, _, b, _, _, c, _, d] = self.not_theirs.around(at);
            // the opponent has fewer than two of the diagonal points, none at the edge, where two or three are off the board
            let sound = match edges {
                0 => (a & b & (c | d)) | (c & d & (a | b)),
                1 => (a & b) | (c & d) | ((a | b) & (c | d)),
                _ => a | b | c | d,
            };
            let empty = self.not_mine.get(at) & self.not_theirs.get(at);
            let open = empty & !self.barred.get(at) & !(enclosed & sound);
            self.open.set(at, open);
            three[column % 3] = open;
            if column % 3 == 2 {
                count.add_three(three, Self::ROW_WIDTH);
                three = [P::all(false); 3];
            }
        }
        count.add_three(three, Self::ROW_WIDTH);
        self.open_before[row] = self.open_total;
        self.open_total = self.open_total.plus(&count, Self::WIDTH);
    }

    /// Marks the row and the column of the open point that has `rank` open points before it. Returns the boards that have one.
    #[inline(always)]
    pub fn choose(&mut self, rank: Number<P>) -> P {
        let mut passed_by = Number::zero();
        let mut line = [P::all(false); ROWS];
        let mut found = P::all(false);
        for row in 0..self.size {
            let next = if row + 1 < self.size { &self.open_before[row + 1] } else { &self.open_total };
            let here = rank.is_below(next, Self::WIDTH) & self.active & !found;
            found = found | here;
            self.row[row] = here;
            for (digit, &before) in passed_by.0[..Self::WIDTH].iter_mut().zip(&self.open_before[row].0) {
                *digit = *digit | (before & here);
            }
            for (mark, &(at, _)) in line.iter_mut().zip(&self.points[self.in_row(row)]) {
                *mark = *mark | (self.open.get(at) & here);
            }
        }
        self.choose_in_line(&line, rank.minus(&passed_by, Self::WIDTH), found);
        found
    }

    /// Marks the column of the point in a line that has `rank` points of the line before it.
    #[inline(always)]
    fn choose_in_line(&mut self, line: &[P; ROWS], mut rank: Number<P>, boards: P) {
        let mut searching = boards;
        for (column, &point) in self.column[..self.size].iter_mut().zip(line) {
            *column = searching & point & rank.is_zero(Self::ROW_WIDTH);
            searching = searching & !*column;
            rank.take(point, Self::ROW_WIDTH);
        }
    }
}
