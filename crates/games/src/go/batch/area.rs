//! Counting boards.

use super::boards::Boards;
use katsura_game::planes::{Number, Plane};

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// The area of the player to move and that of the opponent: stones, and empty regions that touch stones of one colour only.
    ///
    /// Uses the tables of a step as scratch space; only `begin` may follow.
    #[inline(always)]
    pub fn areas(&mut self) -> [Number<P>; 2] {
        self.find_borders();
        for row in 1..=self.size {
            self.come::<true, true>(row);
            self.carry_back(row);
        }
        self.flood();
        let mut areas = [Number::zero(); 2];
        let none = P::all(false);
        for row in 1..=self.size {
            for column in 0..self.size {
                let (by_me, by_them) = (self.marks[0][row][column], self.marks[1][row][column]);
                areas[0].add_three([!self.not_mine[row][column], by_me & !by_them, none], Self::WIDTH);
                areas[1].add_three([!self.not_theirs[row][column], by_them & !by_me, none], Self::WIDTH);
            }
        }
        areas
    }

    /// Marks the empty points beside stones of mine, and of theirs, on boards that have ended; all that is not empty is apart. Boards under way would
    /// have the flood go on for longer.
    #[inline(always)]
    fn find_borders(&mut self) {
        let (none, ended) = (P::all(false), self.ended);
        for row in 1..=self.size {
            let (mut m_before, mut t_before) = (none, none);
            for column in 0..self.size {
                let (m, t) = (self.not_mine[row][column], self.not_theirs[row][column]);
                let (m_below, t_below) = (self.not_mine[row - 1][column], self.not_theirs[row - 1][column]);
                let mut touched = [t_before & !m_before, m_before & !t_before];
                for (row, column) in [(row - 1, column), (row + 1, column), (row, column + 1)] {
                    let (m, t) = (self.not_mine[row][column], self.not_theirs[row][column]);
                    touched = [touched[0].or_but(t, m), touched[1].or_but(m, t)];
                }
                self.marks[0][row][column] = touched[0] & m & t & ended;
                self.marks[1][row][column] = touched[1] & m & t & ended;
                self.apart_in_row[row][column] = !(m & t & m_before & t_before);
                self.apart_in_column[row][column] = !(m & t & m_below & t_below);
                (m_before, t_before) = (m, t);
            }
        }
    }
}
