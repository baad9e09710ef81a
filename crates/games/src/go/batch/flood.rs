//! Carrying marks from point to point.
//!
//! After a first way up the board most rows are right; those that are not differ from step to step. So a row is looked at again only after a row beside it has
//! changed. Loops run over the columns of the largest board: in the rim every mark is set and everything is apart, so nothing changes there.

use super::boards::Boards;
use crate::planes::Plane;

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Carries both kinds of marks to all points that are not apart from them, when they have been carried up already.
    #[inline(always)]
    pub fn flood(&mut self) {
        // bit `row`: the row above, or below, has changed since this row was looked at
        let all = (2u32 << self.size) - 2;
        let (mut above, mut below) = (all, 0);
        while above | below != 0 {
            for row in (1..=self.size).rev() {
                if above >> row & 1 == 1 && self.come_down(row) {
                    self.carry_forth(row);
                    below |= 2 << row & all;
                    above |= 1 << (row - 1) & all;
                }
            }
            above = 0;
            for row in 1..=self.size {
                if below >> row & 1 == 1 && self.come_up(row) {
                    self.carry_back(row);
                    below |= 2 << row & all;
                    above |= 1 << (row - 1) & all;
                }
            }
            below = 0;
        }
    }

    /// Carries the marks of the row below into a row, and forth along it. Returns whether some are new.
    #[inline(always)]
    pub fn come_up(&mut self, row: usize) -> bool {
        let (apart_in_row, apart_in_column) = (&self.apart_in_row[row], &self.apart_in_column[row]);
        let [(a_from, a), (b_from, b)] = two_rows(&mut self.marks, row - 1, row);
        let (mut x, mut y, mut changed) = (P::all(false), P::all(false), P::all(false));
        for column in 0..Self::COLUMNS {
            let (along, across) = (apart_in_row[column], apart_in_column[column]);
            x = a[column].or_but(a_from[column], across).or_but(x, along);
            y = b[column].or_but(b_from[column], across).or_but(y, along);
            changed = changed.or_but(x, a[column]).or_but(y, b[column]);
            (a[column], b[column]) = (x, y);
        }
        changed.any()
    }

    /// Carries the marks of the row above into a row, and back along it. Returns whether some are new.
    #[inline(always)]
    fn come_down(&mut self, row: usize) -> bool {
        let (apart_in_row, apart_in_column) = (&self.apart_in_row[row], &self.apart_in_column[row + 1]);
        let [(a_from, a), (b_from, b)] = two_rows(&mut self.marks, row + 1, row);
        let (mut x, mut y, mut changed) = (P::all(false), P::all(false), P::all(false));
        for column in (0..Self::COLUMNS).rev() {
            let (along, across) = (apart_in_row[column + 1], apart_in_column[column]);
            x = a[column].or_but(a_from[column], across).or_but(x, along);
            y = b[column].or_but(b_from[column], across).or_but(y, along);
            changed = changed.or_but(x, a[column]).or_but(y, b[column]);
            (a[column], b[column]) = (x, y);
        }
        changed.any()
    }

    /// Carries marks forth along a row.
    #[inline(always)]
    fn carry_forth(&mut self, row: usize) {
        let apart = &self.apart_in_row[row];
        let [a, b] = &mut self.marks;
        let (a, b) = (&mut a[row], &mut b[row]);
        let (mut x, mut y) = (P::all(false), P::all(false));
        for column in 0..Self::COLUMNS {
            x = a[column].or_but(x, apart[column]);
            y = b[column].or_but(y, apart[column]);
            (a[column], b[column]) = (x, y);
        }
    }

    /// Carries marks back along a row.
    #[inline(always)]
    pub fn carry_back(&mut self, row: usize) {
        let apart = &self.apart_in_row[row];
        let [a, b] = &mut self.marks;
        let (a, b) = (&mut a[row], &mut b[row]);
        let (mut x, mut y) = (P::all(false), P::all(false));
        for column in (0..Self::COLUMNS).rev() {
            x = a[column].or_but(x, apart[column + 1]);
            y = b[column].or_but(y, apart[column + 1]);
            (a[column], b[column]) = (x, y);
        }
    }
}

/// Of both tables one row to read and one to change.
#[inline(always)]
pub fn two_rows<R, const ROWS: usize>(tables: &mut [[R; ROWS]; 2], from: usize, to: usize) -> [(&R, &mut R); 2] {
    let [a, b] = tables;
    let [a_from, a] = a.get_disjoint_mut([from, to]).expect("there are two rows");
    let [b_from, b] = b.get_disjoint_mut([from, to]).expect("there are two rows");
    [(a_from, a), (b_from, b)]
}
