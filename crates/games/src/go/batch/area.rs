//! Counting boards.

use super::boards::Boards;
use crate::planes::{Number, Plane};

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// The area of the player to move and that of the opponent: stones, and empty regions that touch stones of one colour only.
    ///
    /// Uses the tables of a step as scratch space; only `put` and `find_open` may follow on the boards that have ended, and `find_open` on the others.
    #[inline(always)]
    pub fn areas(&mut self) -> [Number<P>; 2] {
        for &(at, _) in &self.points {
            let (mine, theirs) = (self.not_mine.beside(at), self.not_theirs.beside(at));
            let empty = self.not_mine.get(at) & self.not_theirs.get(at);
            self.joined_in_row.set(at, empty & mine[1] & theirs[1]);
            self.joined_in_column.set(at, empty & mine[0] & theirs[0]);
        }
        self.flood::<true>();
        self.open = self.alive;
        self.flood::<false>();
        let mut areas = [Number::zero(); 2];
        let none = P::all(false);
        for &(at, _) in &self.points {
            let (by_me, by_them) = (self.open.get(at), self.alive.get(at));
            areas[0].add_three([!self.not_mine.get(at), by_me & !by_them, none], Self::WIDTH);
            areas[1].add_three([!self.not_theirs.get(at), by_them & !by_me, none], Self::WIDTH);
        }
        areas
    }

    /// Marks the empty regions that touch stones of mine, or of theirs.
    #[inline(always)]
    fn flood<const MINE: bool>(&mut self) {
        for &(at, _) in &self.points {
            let mut touched = P::all(false);
            for (mine, theirs) in self.not_mine.beside(at).into_iter().zip(self.not_theirs.beside(at)) {
                touched = touched | if MINE { theirs & !mine } else { mine & !theirs };
            }
            self.alive.set(at, touched & self.not_mine.get(at) & self.not_theirs.get(at));
        }
        self.breathe_forwards();
        while self.breathe_backwards().any() && self.breathe_forwards().any() {}
    }
}
