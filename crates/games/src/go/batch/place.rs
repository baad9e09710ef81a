//! Putting the drawn stones down, and finding out which stones have a liberty.

use super::boards::Boards;
use super::flood::two_rows;
use crate::planes::Plane;

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Puts a stone on the drawn point of every board and marks all stones that then have a liberty. Returns the boards on which the new stone has
    /// an own stone or an empty point beside it.
    #[inline(always)]
    pub fn place(&mut self) -> P {
        let none = [P::all(false); STRIDE];
        let sides = self.beside_columns();
        // the empty points of a row and of those beside it, in turn
        let mut empty = [none; 3];
        let mut free = self.place_in(1, &sides, &mut empty[1]);
        for row in 1..=self.size {
            let above = &mut empty[(row + 1) % 3];
            if row < self.size {
                free = free | self.place_in(row + 1, &sides, above);
            } else {
                *above = none;
            }
            self.give_breath(row, [&empty[(row + 2) % 3], &empty[row % 3], &empty[(row + 1) % 3]]);
            self.carry_back(row);
        }
        self.flood();
        free
    }

    /// By column, the boards whose drawn point is in a column beside it.
    #[inline(always)]
    fn beside_columns(&self) -> [P; STRIDE] {
        let mut sides = [P::all(false); STRIDE];
        for column in 1..Self::COLUMNS {
            sides[column - 1] = sides[column - 1] | self.column[column];
            sides[column] = self.column[column - 1];
        }
        sides
    }

    /// Puts down the stones of a row and finds its empty points. Returns the boards on which a point of the row is beside the new stone and does not hold
    /// a stone of the opponent.
    #[inline(always)]
    fn place_in(&mut self, row: usize, sides: &[P; STRIDE], empty: &mut [P; STRIDE]) -> P {
        let (chosen, beside) = (self.row[row], self.row[row - 1] | self.row[row + 1]);
        let (mine, theirs) = (&mut self.not_mine[row], &self.not_theirs[row]);
        let mut free = P::all(false);
        for column in 0..Self::COLUMNS {
            let drawn = self.column[column];
            let near = (beside & drawn).or_both(chosen, sides[column]);
            free = free.or_both(near, theirs[column]);
            mine[column] = mine[column] & !(chosen & drawn);
            empty[column] = mine[column] & theirs[column];
        }
        free
    }

    /// Finds out what is apart in a row and from the row below, and marks the stones that are beside an empty point or joined to a marked stone below or before
    /// them. `empty` are the empty points of the row below, of this one and of the row above.
    #[inline(always)]
    fn give_breath(&mut self, row: usize, [empty_below, empty, empty_above]: [&[P; STRIDE]; 3]) {
        let none = P::all(false);
        let edge = P::all(row == 1);
        let (mine_below, mine) = (&self.not_mine[row - 1], &self.not_mine[row]);
        let (theirs_below, theirs) = (&self.not_theirs[row - 1], &self.not_theirs[row]);
        let (apart_in_row, apart_in_column) = (&mut self.apart_in_row[row], &mut self.apart_in_column[row]);
        let [even, odd] = two_rows(&mut self.marks, row - 1, row);
        let ((same_from, same), (other_from, other)) = if row.is_multiple_of(2) { (even, odd) } else { (odd, even) };
        let (mut x, mut y) = (none, none);
        let (mut m_before, mut t_before, mut empty_before) = (none, none, none);
        for column in 0..self.size.min(Self::COLUMNS) {
            let (m, t) = (mine[column], theirs[column]);
            let across = ((m | mine_below[column]) & (t | theirs_below[column])) | edge;
            let along = (m | m_before) & (t | t_before);
            (apart_in_row[column], apart_in_column[column]) = (along, across);
            let stone = !(m & t);
            x = (stone & (empty_before | empty[column + 1])).or_but(same_from[column], across).or_but(x, along);
            y = (stone & (empty_below[column] | empty_above[column])).or_but(other_from[column], across).or_but(y, along);
            (same[column], other[column]) = (x, y);
            (m_before, t_before, empty_before) = (m, t, empty[column]);
        }
    }
}
