//! Putting the drawn stones down, and finding out which stones have a liberty.

use super::boards::Boards;
use super::flood::two_rows;
use katsura_game::planes::Plane;

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Puts a stone on the drawn point of every board and marks all stones that then have a liberty. Returns the boards on which the new stone has
    /// an own stone or an empty point beside it.
    #[inline(always)]
    pub fn place(&mut self) -> P {
        self.find_sides();
        let mut free = self.place_in(1);
        for row in 1..=self.size {
            if row < self.size {
                free = free | self.place_in(row + 1);
            }
            self.give_breath(row);
            self.carry_back(row);
        }
        self.flood();
        free
    }

    /// Finds out which columns are beside the drawn point.
    #[inline(always)]
    fn find_sides(&mut self) {
        self.sides = [P::all(false); STRIDE];
        for column in 1..Self::COLUMNS {
            self.sides[column - 1] = self.sides[column - 1] | self.column[column];
            self.sides[column] = self.column[column - 1];
        }
    }

    /// Puts down the stones of a row. Returns the boards on which a point of the row is beside the new stone and does not hold a stone of the opponent.
    #[inline(always)]
    fn place_in(&mut self, row: usize) -> P {
        let (drawn, beside) = (self.row[row], self.row[row - 1] | self.row[row + 1]);
        let (mine, theirs) = (&mut self.not_mine[row], &self.not_theirs[row]);
        let mut free = P::all(false);
        for column in 0..Self::COLUMNS {
            let near = (beside & self.column[column]).or_both(drawn, self.sides[column]);
            free = free.or_both(near, theirs[column]);
            mine[column] = mine[column] & !(drawn & self.column[column]);
        }
        free
    }

    /// Finds out what is apart in a row and from the row below, and marks the stones that are beside an empty point or joined to a marked stone below or before
    /// them.
    #[inline(always)]
    fn give_breath(&mut self, row: usize) {
        let none = P::all(false);
        let edge = P::all(row == 1);
        let [mine_below, mine, mine_above] = [&self.not_mine[row - 1], &self.not_mine[row], &self.not_mine[row + 1]];
        let [theirs_below, theirs, theirs_above] =
            [&self.not_theirs[row - 1], &self.not_theirs[row], &self.not_theirs[row + 1]];
        let (apart_in_row, apart_in_column) = (&mut self.apart_in_row[row], &mut self.apart_in_column[row]);
        let [even, odd] = two_rows(&mut self.marks, row - 1, row);
        let ((same_from, same), (other_from, other)) = if row.is_multiple_of(2) { (even, odd) } else { (odd, even) };
        let (mut x, mut y) = (none, none);
        let (mut m_left, mut t_left, mut m, mut t) = (none, none, mine[0], theirs[0]);
        for column in 0..self.size.min(Self::COLUMNS) {
            let (m_below, t_below) = (mine_below[column], theirs_below[column]);
            let (m_right, t_right) = (mine[column + 1], theirs[column + 1]);
            let across = ((m | m_below) & (t | t_below)) | edge;
            let along = (m | m_left) & (t | t_left);
            (apart_in_row[column], apart_in_column[column]) = (along, across);
            let beside = (m_left & t_left).or_both(m_right, t_right) & !(m & t);
            let above_or_below = (m_below & t_below).or_both(mine_above[column], theirs_above[column]) & !(m & t);
            x = beside.or_but(same_from[column], across).or_but(x, along);
            y = above_or_below.or_but(other_from[column], across).or_but(y, along);
            (same[column], other[column]) = (x, y);
            (m_left, t_left, m, t) = (m, t, m_right, t_right);
        }
    }
}
