//! The light playout.

use super::board::Outcome;
use super::state::{GoState, Point};
use katsura_game::{Played, Player, Record, Rng, State};

/// Draws from all empty points before the playable ones are listed. Both ways are exactly uniform over the playable points.
const TRIES: u32 = 6;

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Whether a playout may play on this empty point.
    #[inline]
    pub(super) fn is_playable(&self, at: usize) -> bool {
        at != self.ko
            && !self.board.is_eye(at, self.to_move, self.rules.eye)
            && self.board.can_place(at, self.to_move, self.multi_stone_suicide())
    }

    /// A legal move, uniformly at random: draws from the empty points and the pass, and lists the legal moves only after
    /// some draws in vain.
    pub(super) fn any_move(&self, moves: &mut Vec<Point>, rng: &mut Rng) -> Point {
        let empty = self.board.empty_points();
        for _ in 0..TRIES {
            let mv = empty.get(rng.index(empty.len() + 1)).map_or(Point::PASS, |&at| Point(at));
            if self.is_legal(mv) {
                return mv;
            }
        }
        self.legal_moves(moves);
        moves[rng.index(moves.len())]
    }

    /// A move of the playout.
    pub(super) fn choose(&self, moves: &mut Vec<Point>, rng: &mut Rng) -> Point {
        let empty = self.board.empty_points();
        for _ in 0..TRIES {
            let at = empty[rng.index(empty.len())];
            if self.is_playable(usize::from(at)) {
                return Point(at);
            }
        }
        self.choose_from_list(moves, rng)
    }

    /// A move of the playout, after listing all of them.
    fn choose_from_list(&self, moves: &mut Vec<Point>, rng: &mut Rng) -> Point {
        moves.clear();
        let playable = self.board.empty_points().iter().filter(|&&at| self.is_playable(usize::from(at)));
        moves.extend(playable.map(|&at| Point(at)));
        if moves.is_empty() { Point::PASS } else { moves[rng.index(moves.len())] }
    }

    /// Plays to the end: the moves of [`choose`](Self::choose), the test for suicide and the move being one step.
    pub(super) fn run<R: Record>(&mut self, moves: &mut Vec<Point>, rng: &mut Rng, record: &mut R) {
        let (rule, suicide) = (self.rules.eye, self.multi_stone_suicide());
        let mut left = self.playout_left.unwrap_or_default();
        while left > 0 && self.passes < 2 {
            let mut chosen = Point::PASS;
            for _ in 0..TRIES {
                let empty = self.board.empty_points();
                let at = usize::from(empty[rng.index(empty.len())]);
                if at == self.ko || self.board.is_eye(at, self.to_move, rule) {
                    continue;
                }
                if let Outcome::Placed { ko } = self.board.place_stone(at, self.to_move, suicide) {
                    self.ko = ko;
                    chosen = Point(at as u16);
                    break;
                }
            }
            if chosen == Point::PASS {
                chosen = self.choose_from_list(moves, rng);
                self.ko = 0;
                if chosen != Point::PASS
                    && let Outcome::Placed { ko } = self.board.place_stone(usize::from(chosen.0), self.to_move, suicide)
                {
                    self.ko = ko;
                }
            }
            self.passes = if chosen == Point::PASS { self.passes + 1 } else { 0 };
            record.push(Played::new(Some(Player(self.to_move as u8)), self.move_index(chosen)));
            self.last = Some(chosen);
            self.to_move ^= 1;
            left -= 1;
        }
        self.playout_left = Some(left);
    }
}
