//! What a move comes to: captures, suicide taken back, ko, passes, the end.

use super::boards::Boards;
use katsura_game::planes::{Number, Plane};

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
        self.turn_row(1, turned);
        for row in 1..=self.size {
            if row < self.size {
                self.turn_row(row + 1, turned);
            }
            self.find_open(row, turned, ko);
            self.count_open(row);
        }
        self.white = self.white ^ turned;
        self.ended = self.ended | (passes & self.passed) | self.count_move(turned);
        self.passed = passes.where_or(turned, self.passed);
        self.active = self.active & !self.ended;
    }

    #[inline(always)]
    fn breathless(&self) -> Breathless<P> {
        let none = P::all(false);
        let mut found = Breathless { some: none, several: none, own: none };
        for row in 1..=self.size {
            let [a, b] = [&self.marks[0][row], &self.marks[1][row]];
            let (theirs, here) = (&self.not_theirs[row], self.row[row]);
            for column in 0..Self::COLUMNS {
                let breathless = !(a[column] | b[column]);
                let captured = breathless & !theirs[column];
                found.several = found.several.or_both(found.some, captured);
                found.some = found.some | captured;
                found.own = found.own | (here & self.column[column] & breathless);
            }
        }
        found
    }

    /// Takes captured stones off a row and exchanges me and them where the turn has passed on; elsewhere takes the stone back.
    #[inline(always)]
    fn turn_row(&mut self, row: usize, turned: P) {
        let back_here = self.row[row] & !turned;
        let (not_mine, not_theirs) = (&mut self.not_mine[row], &mut self.not_theirs[row]);
        let [a, b] = [&self.marks[0][row], &self.marks[1][row]];
        for column in 0..Self::COLUMNS {
            let back = back_here & self.column[column];
            let (mine, theirs) = (not_mine[column], not_theirs[column]);
            let taken_off = !(a[column] | b[column]);
            not_mine[column] = (theirs | taken_off).where_or(turned, mine | back);
            not_theirs[column] = mine.where_or(turned, theirs);
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
