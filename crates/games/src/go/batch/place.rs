//! Putting the drawn stones down, and finding out which stones have a liberty.

use super::super::cells::At;
use super::boards::Boards;
use crate::planes::Plane;

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Puts a stone on the drawn point of every board and marks all stones that then have a liberty. Returns the boards on which the new stone has
    /// an own stone or an empty point beside it.
    #[inline(always)]
    pub fn place(&mut self) -> P {
        let mut free = self.place_in(0);
        // a row is read once for all that needs its neighbours
        for row in 1..self.size {
            free = free | self.place_in(row);
            self.give_breath(row - 1);
        }
        self.give_breath(self.size - 1);
        while self.breathe_backwards().any() && self.breathe_forwards().any() {}
        free
    }

    /// Puts down the stones of a row, and joins what stands side by side.
    #[inline(always)]
    fn place_in(&mut self, row: usize) -> P {
        let (mut free, mut mine_before, mut theirs_before) = (P::all(false), P::all(false), P::all(false));
        for (&(at, _), &column) in self.points[self.in_row(row)].iter().zip(&self.column) {
            let stone = self.row[row] & column;
            let [below, left, right, above] = self.not_theirs.beside(at);
            free = free | (stone & (below | left | right | above));
            let (mine, theirs) = (self.not_mine.get(at) & !stone, self.not_theirs.get(at));
            self.not_mine.set(at, mine);
            self.joined_in_row.set(at, !(mine | mine_before) | !(theirs | theirs_before));
            self.joined_in_column.set(at, !(mine | self.not_mine.beside(at)[0]) | !(theirs | below));
            (mine_before, theirs_before) = (mine, theirs);
        }
        free
    }

    /// Marks the stones of a row that are beside an empty point or joined to a marked stone before them.
    #[inline(always)]
    fn give_breath(&mut self, row: usize) {
        let mut before = P::all(false);
        for &(at, _) in &self.points[self.in_row(row)] {
            let [m0, m1, m2, m3] = self.not_mine.beside(at);
            let [t0, t1, t2, t3] = self.not_theirs.beside(at);
            let stone = !(self.not_mine.get(at) & self.not_theirs.get(at));
            let liberty = stone & ((m0 & t0) | (m1 & t1) | (m2 & t2) | (m3 & t3));
            before = self.carried(liberty, at, before);
            self.alive.set(at, before);
        }
    }

    /// The mark of a point with what reaches it from the one below it and from the one before it in its row.
    #[inline(always)]
    fn carried(&self, mark: P, at: At<STRIDE, CELLS>, before: P) -> P {
        let from_below = mark.or_both(self.joined_in_column.get(at), self.alive.beside(at)[0]);
        from_below.or_both(self.joined_in_row.get(at), before)
    }

    /// Carries marks along the rows and up, and tells which boards have changed.
    #[inline(always)]
    pub fn breathe_forwards(&mut self) -> P {
        let mut changed = P::all(false);
        for row in 0..self.size {
            let mut before = P::all(false);
            for &(at, _) in &self.points[self.in_row(row)] {
                let old = self.alive.get(at);
                before = self.carried(old, at, before);
                changed = changed | (before & !old);
                self.alive.set(at, before);
            }
        }
        changed
    }

    /// Carries marks back along the rows and down, and tells which boards have changed.
    #[inline(always)]
    pub fn breathe_backwards(&mut self) -> P {
        let mut changed = P::all(false);
        for row in (0..self.size).rev() {
            let mut after = P::all(false);
            for &(at, _) in self.points[self.in_row(row)].iter().rev() {
                let old = self.alive.get(at);
                let from_above = old.or_both(self.joined_in_column.beside(at)[3], self.alive.beside(at)[3]);
                after = from_above.or_both(self.joined_in_row.beside(at)[2], after);
                changed = changed | (after & !old);
                self.alive.set(at, after);
            }
        }
        changed
    }
}
