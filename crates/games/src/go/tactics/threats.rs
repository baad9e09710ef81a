//! Captures, escapes and ladders around the last move, shapes beside it, and random moves that give nothing away.

use crate::go::board::StringId;
use crate::go::cells::At;
use crate::go::state::{GoState, Point};
use katsura_game::Rng;

/// Points that a wary random move draws before it looks at all of them.
const TRIES: usize = 12;

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// The point of the last move, unless it was a pass.
    pub(in crate::go) fn last_point(&self) -> Option<At<STRIDE, CELLS>> {
        self.point(self.last?)
    }

    /// Every string on the board once.
    pub(in crate::go) fn strings(&self) -> impl Iterator<Item = StringId<CELLS>> + '_ {
        let size = usize::from(self.rules.size);
        let points = (0..size * size).map(move |point| At::new(point % size, point / size));
        points.filter_map(|at| self.board.string_at(at).filter(|&string| self.board.next.get_named(string) == at))
    }

    /// Takes the string of the last stone, or strings that hold an own string beside it in atari.
    pub(in crate::go) fn captures_near(&self, last: At<STRIDE, CELLS>, moves: &mut Vec<Point>) {
        let board = &self.board;
        moves.extend(board.string_at(last).and_then(|string| board.last_liberty(string)).map(Point::at));
        for (string, _) in self.board.in_atari_beside(last, self.to_move) {
            board.any_attacker_in_atari(string, self.to_move, |at| {
                moves.push(Point::at(at));
                false
            });
        }
    }

    /// Extends own strings beside the last stone that are in atari, if the extension is not caught in a ladder.
    pub(in crate::go) fn escapes_near(&self, last: At<STRIDE, CELLS>, moves: &mut Vec<Point>) {
        for (string, extension) in self.board.in_atari_beside(last, self.to_move) {
            if self.extends(string, extension) {
                moves.push(Point::at(extension));
            }
        }
    }

    /// Whether an own string in atari gets away by extending.
    pub(in crate::go) fn extends(&self, string: StringId<CELLS>, extension: At<STRIDE, CELLS>) -> bool {
        match self.board.liberties_with::<4>(extension, self.to_move) {
            0 | 1 => false,
            2 => !self.board.is_lost_extension(self.board.next.get_named(string), extension, self.ko),
            _ => true,
        }
    }

    /// Catches the string of the last stone in a ladder, or saves own strings beside it from one.
    pub(in crate::go) fn ladders_near(&self, last: At<STRIDE, CELLS>, moves: &mut Vec<Point>) {
        if let Some(string) = self.board.string_at(last) {
            moves.extend(self.board.catching_moves(string, self.ko).map(Point::at));
        }
        let own = self.board.strings_beside(last, self.to_move);
        own.iter().for_each(|&string| self.defences(string, |at| moves.push(Point::at(at))));
    }

    /// Calls `found` with the liberties of an own string that save it, if it has two and is caught otherwise.
    pub(in crate::go) fn defences(&self, string: StringId<CELLS>, mut found: impl FnMut(At<STRIDE, CELLS>)) {
        let board = &self.board;
        let Some(liberties) = board.two_liberties(string) else { return };
        let stone = board.next.get_named(string);
        if !board.is_caught(stone, None) {
            return;
        }
        let saves =
            |&at: &At<STRIDE, CELLS>| !board.is_self_atari(at, self.to_move) && !board.is_lost_extension(stone, at, self.ko);
        liberties.into_iter().filter(saves).for_each(&mut found);
    }

    /// The vital points of small eye spaces beside the last stone.
    pub(in crate::go) fn vital_points_near(&self, last: At<STRIDE, CELLS>) -> impl Iterator<Item = At<STRIDE, CELLS>> + '_ {
        self.board.empty_beside(last).filter_map(|inside| self.board.vital_point(inside))
    }

    /// The eight points around the last stone on which a stone makes a good shape and gives nothing away.
    pub(in crate::go) fn shapes_near(&self, last: At<STRIDE, CELLS>, moves: &mut Vec<Point>) {
        let (board, colour) = (&self.board, self.to_move);
        for at in last.around().into_iter().filter_map(At::from_number) {
            if board.is_empty_point(at) && board.matches_pattern(at, colour) && !board.is_bad_self_atari(at, colour) {
                moves.push(Point::at(at));
            }
        }
    }

    /// A random playable point on which a stone gives nothing away; a pass if there is none, so that nobody has to break a seki.
    pub(in crate::go) fn wary_move(&self, rng: &mut Rng) -> Point {
        let empty = self.board.empty.as_slice();
        let drawn = (0..TRIES.min(empty.len())).map(|_| empty[rng.index(empty.len())]).find(|&at| self.is_wary(at));
        drawn.or_else(|| any_of(self.wary_points(), rng)).map_or(Point::PASS, Point::at)
    }

    /// The points on which a stone gives nothing away.
    pub(in crate::go) fn wary_points(&self) -> impl Iterator<Item = At<STRIDE, CELLS>> + '_ {
        self.board.empty.as_slice().iter().copied().filter(|&at| self.is_wary(at))
    }

    fn is_wary(&self, at: At<STRIDE, CELLS>) -> bool {
        self.is_playable(at) && !self.board.is_bad_self_atari(at, self.to_move)
    }
}

/// One of some things, uniformly at random.
fn any_of<T>(things: impl Iterator<Item = T>, rng: &mut Rng) -> Option<T> {
    let numbered = things.enumerate().filter(|(before, _)| rng.index(before + 1) == 0);
    numbered.last().map(|(_, thing)| thing)
}
