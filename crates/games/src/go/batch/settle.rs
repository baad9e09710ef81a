//! What a move comes to: captures, suicide taken back, ko, passes, the end.

use super::boards::Boards;
use crate::planes::{Number, Plane};

/// What the stones without a liberty say about each board.
struct Breathless<P> {
    /// Boards on which the opponent has such stones.
    some: P,
    /// Boards on which there are at least two of them.
    several: P,
    /// Boards on which the new stone is one.
    own: P,
}

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Ends the step: `chosen` are the boards on which a stone was put down, `free` those on which it is not enclosed by the opponent.
    #[inline(always)]
    pub fn settle(&mut self, chosen: P, free: P) {
        let breathless = self.breathless();
        let stays = chosen & (breathless.some | !breathless.own);
        let passes = self.active & !chosen;
        let turned = stays | passes;
        let ko = stays & breathless.some & !breathless.several & !free;
        self.open_total = Number::zero();
        self.turn_row(0, turned, ko);
        for row in 1..self.size {
            self.turn_row(row, turned, ko);
            self.find_open_in(row - 1);
        }
        self.find_open_in(self.size - 1);
        self.white = self.white ^ turned;
        self.ended = self.ended | (passes & self.passed) | self.count_move(turned);
        self.passed = passes.where_or(turned, self.passed);
        self.active = self.active & !self.ended;
    }

    #[inline(always)]
    fn breathless(&self) -> Breathless<P> {
        let none = P::all(false);
        let mut found = Breathless { some: none, several: none, own: none };
        for row in 0..self.size {
            for (&(at, _), &column) in self.points[self.in_row(row)].iter().zip(&self.column) {
                let alive = self.alive.get(at);
                let captured = !(alive | self.not_theirs.get(at));
                found.several = found.several | (found.some & captured);
                found.some = found.some | captured;
                found.own = found.own | (self.row[row] & column & !alive);
            }
        }
        found
    }

    /// Takes captured stones off a row and exchanges me and them where the turn has passed on; elsewhere takes the stone back and bars its point.
    #[inline(always)]
    fn turn_row(&mut self, row: usize, turned: P, ko: P) {
        let back_here = self.row[row] & !turned;
        for (&(at, _), &column) in self.points[self.in_row(row)].iter().zip(&self.column) {
            let back = back_here & column;
            let (mine, theirs) = (self.not_mine.get(at), self.not_theirs.get(at));
            let captured = !(theirs | self.alive.get(at));
            self.not_mine.set(at, (theirs | captured).where_or(turned, mine | back));
            self.not_theirs.set(at, mine.where_or(turned, theirs));
            self.barred.set(at, (captured & ko).where_or(turned, self.barred.get(at) | back));
        }
    }

    /// Counts a move on some boards; returns those that have made the last they may.
    #[inline(always)]
    fn count_move(&mut self, boards: P) -> P {
        let (mut carry, mut last) = (boards, boards);
        for (bit, digit) in self.made.iter_mut().enumerate() {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            last = last & if self.cap >> bit & 1 == 1 { *digit } else { !*digit };
        }
        last
    }
}
