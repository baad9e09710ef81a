//! Carrying marks from point to point.
//!
//! After a first way up the board most rows are right; those that are not differ from step to step. So a row is looked at again only after a row beside it has
//! changed. Loops run over the columns of the largest board: in the rim every mark is set and everything is apart, so nothing changes there.

use super::boards::Boards;
use katsura_game::planes::Plane;

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Carries both kinds of marks to all points that are not apart from them, when each row has been given those of the row below and has carried them forth
    /// and back.
    #[inline(always)]
    pub fn flood(&mut self) {
        let mut above_changed = (2u32 << self.size) - 2;
        while above_changed != 0 {
            let below_changed = self.sweep::<false>(above_changed);
            above_changed = if below_changed == 0 { 0 } else { self.sweep::<true>(below_changed) };
        }
    }

    /// Goes through the rows up or down and gives each the marks of the row before it, if that is among those to be looked at, one bit each, or has changed on
    /// the way. Returns the rows that have to be looked at on the way back.
    #[inline(always)]
    fn sweep<const UP: bool>(&mut self, rows: u32) -> u32 {
        let mut again = 0;
        // whether the row has been given the marks of the row before it, whether that changed it, and which way it has to be carried then
        let (mut given, mut changed, mut forth) = (false, false, false);
        for i in 0..self.size {
            let row = if UP { 1 + i } else { self.size - i };
            if !given && rows >> row & 1 == 1 {
                (changed, forth) = (self.come::<UP, UP>(row), !UP);
            }
            given = changed;
            if changed {
                again |= if UP { 1 << (row - 1) } else { 2 << row };
                changed = if forth { self.go_on::<UP, true>(row) } else { self.go_on::<UP, false>(row) };
                forth = !forth;
            }
        }
        again & ((2 << self.size) - 2)
    }

    /// Carries the marks of the row before into a row and along it, forth or back. Returns whether some are new.
    #[inline(always)]
    pub fn come<const UP: bool, const FORTH: bool>(&mut self, row: usize) -> bool {
        let from = if UP { row - 1 } else { row + 1 };
        let (apart_in_row, apart_in_column) = (&self.apart_in_row[row], &self.apart_in_column[if UP { row } else { from }]);
        let [(a_from, a), (b_from, b)] = two_rows(&mut self.marks, from, row);
        let (mut x, mut y, mut changed) = (P::all(false), P::all(false), P::all(false));
        for i in 0..Self::COLUMNS {
            let column = if FORTH { i } else { Self::COLUMNS - 1 - i };
            let (along, across) = (apart_in_row[column + usize::from(!FORTH)], apart_in_column[column]);
            x = a[column].or_but(a_from[column], across).or_but(x, along);
            y = b[column].or_but(b_from[column], across).or_but(y, along);
            changed = changed.or_but(x, a[column]).or_but(y, b[column]);
            (a[column], b[column]) = (x, y);
        }
        changed.any()
    }

    /// Carries marks along a row, forth or back, and what comes of it into the next row, and along that. Returns whether some are new there.
    #[inline(always)]
    fn go_on<const UP: bool, const FORTH: bool>(&mut self, row: usize) -> bool {
        let next = if UP { row + 1 } else { row - 1 };
        let (apart_here, apart_next) = (&self.apart_in_row[row], &self.apart_in_row[next]);
        let apart_in_column = &self.apart_in_column[if UP { next } else { row }];
        let [(a_here, a), (b_here, b)] = two_rows(&mut self.marks, row, next);
        let none = P::all(false);
        let (mut x, mut y, mut x_next, mut y_next, mut changed) = (none, none, none, none, none);
        for i in 0..Self::COLUMNS {
            let column = if FORTH { i } else { Self::COLUMNS - 1 - i };
            let along = column + usize::from(!FORTH);
            x = a_here[column].or_but(x, apart_here[along]);
            y = b_here[column].or_but(y, apart_here[along]);
            (a_here[column], b_here[column]) = (x, y);
            x_next = a[column].or_but(x, apart_in_column[column]).or_but(x_next, apart_next[along]);
            y_next = b[column].or_but(y, apart_in_column[column]).or_but(y_next, apart_next[along]);
            changed = changed.or_but(x_next, a[column]).or_but(y_next, b[column]);
            (a[column], b[column]) = (x_next, y_next);
        }
        changed.any()
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

/// Of both tables two different rows.
#[inline(always)]
pub fn two_rows<R, const ROWS: usize>(tables: &mut [[R; ROWS]; 2], first: usize, second: usize) -> [(&mut R, &mut R); 2] {
    let [a, b] = tables;
    let [a_first, a_second] = a.get_disjoint_mut([first, second]).expect("the rows differ");
    let [b_first, b_second] = b.get_disjoint_mut([first, second]).expect("the rows differ");
    [(a_first, a_second), (b_first, b_second)]
}
