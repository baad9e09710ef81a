//! Drawing a point on every board.

use super::boards::Boards;
use katsura_game::planes::{Number, Plane};

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Finds the open points of a row. Where the turn has passed on these are empty, no own eye and not enclosed for certain, and not beside the last stone if
    /// that has taken a `ko`: of the four points there only the one that was taken is empty. Elsewhere the point that was tried is no longer open.
    #[inline(always)]
    pub fn find_open(&mut self, row: usize, turned: P, ko: P) {
        let (none, all) = (P::all(false), P::all(true));
        let [mine_below, mine, mine_above] = [&self.not_mine[row - 1], &self.not_mine[row], &self.not_mine[row + 1]];
        // at the edge the one row beside is looked at twice, and of two points off the board one counts as the opponent's: so an eye is sound where three of
        // four diagonal points are not the opponent's
        let below = if row > 1 { row - 1 } else { row + 1 };
        let above = if row < self.size { row + 1 } else { row - 1 };
        let [theirs_below, theirs, theirs_above] = [&self.not_theirs[below], &self.not_theirs[row], &self.not_theirs[above]];
        let other = &self.marks[(row + 1) % 2];
        let [marks_below, marks, marks_above] = [&other[row - 1], &other[row], &other[row + 1]];
        let open = &mut self.open[row];
        let (tried, ko_here, ko_beside) =
            (self.row[row] & !turned, self.row[row] & ko, (self.row[row - 1] | self.row[row + 1]) & ko);
        let (mut m_left, mut m, mut t_left, mut t) = (none, mine[0], none, theirs[0]);
        let (mut mark_left, mut mark) = (all, marks[0]);
        let (mut one_left, mut both_left) = (all, none);
        let (mut one, mut both) = (theirs_below[0] | theirs_above[0], theirs_below[0] & theirs_above[0]);
        for column in 0..Self::COLUMNS {
            let (m_right, t_right, mark_right) = (mine[column + 1], theirs[column + 1], marks[column + 1]);
            let (t_below, t_above) = (theirs_below[column + 1], theirs_above[column + 1]);
            let (one_right, both_right) = (t_below | t_above | self.last_column[column], t_below & t_above);
            let no_eye = m_left | m_right | mine_below[column] | mine_above[column];
            let sound = (both_left & one_right) | (one_left & both_right);
            let not_enclosed = t_left | t_right | one;
            let breathing = mark_left & mark_right & marks_below[column] & marks_above[column];
            let playable = m & t & (no_eye | !sound) & (not_enclosed | !breathing);
            let taken = (ko_here & self.sides[column]).or_both(ko_beside, self.column[column]);
            open[column] = (playable & !taken).where_or(turned, open[column] & !(tried & self.column[column]));
            (m_left, m, t_left, t) = (m, m_right, t, t_right);
            (mark_left, mark) = (mark, mark_right);
            (one_left, both_left, one, both) = (one, both, one_right, both_right);
        }
    }

    /// Counts the open points of a row, those of the rows before being counted already.
    #[inline(always)]
    pub fn count_open(&mut self, row: usize) {
        let mut count = Number::zero();
        let threes = self.open[row][..Self::COLUMNS].chunks_exact(3);
        let rest = threes.remainder();
        for three in threes {
            count.add_three([three[0], three[1], three[2]], Self::ROW_WIDTH);
        }
        let mut three = [P::all(false); 3];
        three[..rest.len()].copy_from_slice(rest);
        count.add_three(three, Self::ROW_WIDTH);
        self.open_before[row] = self.open_total;
        self.open_total = self.open_total.plus(&count, Self::WIDTH);
    }

    /// Marks the row and the column of the open point that has `rank` open points before it. Returns the boards that have one.
    #[inline(always)]
    pub fn choose(&mut self, rank: Number<P>) -> P {
        let mut passed_by = Number::<P>::zero();
        let mut line = [P::all(false); STRIDE];
        let mut found = P::all(false);
        for row in 1..=self.size {
            let next = if row < self.size { &self.open_before[row + 1] } else { &self.open_total };
            let here = rank.is_below(next, Self::WIDTH) & self.active & !found;
            found = found | here;
            self.row[row] = here;
            for (digit, &before) in passed_by.0[..Self::WIDTH].iter_mut().zip(&self.open_before[row].0) {
                *digit = digit.or_both(before, here);
            }
            for (mark, &open) in line.iter_mut().zip(&self.open[row]) {
                *mark = mark.or_both(open, here);
            }
        }
        self.choose_in_line(&line, rank.minus(&passed_by, Self::WIDTH), found);
        found
    }

    /// Marks the column of the point in a line that has `rank` points of the line before it.
    #[inline(always)]
    fn choose_in_line(&mut self, line: &[P; STRIDE], mut rank: Number<P>, boards: P) {
        let mut searching = boards;
        for (column, &point) in self.column.iter_mut().zip(line) {
            *column = searching & point & rank.is_zero(Self::ROW_WIDTH);
            searching = searching & !*column;
            rank.take(point, Self::ROW_WIDTH);
        }
    }
}
