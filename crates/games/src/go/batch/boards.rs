//! The boards, point by point.

use super::super::cells::{At, Table};
use super::super::state::GoState;
use crate::planes::{MOST_BITS, Number, Plane};

/// The most rows of a board.
pub const ROWS: usize = 25;

/// A board for each bit of a plane.
///
/// Off the board every plane is zero. A point of the board is empty where it is neither mine nor theirs.
pub struct Boards<P, const STRIDE: usize, const CELLS: usize> {
    pub size: usize,
    /// The points along the rows from the bottom, each with the number of edges of the board that it touches.
    pub points: Vec<(At<STRIDE, CELLS>, u8)>,
    /// Where there is no stone of the player to move.
    pub not_mine: Table<P, STRIDE, CELLS>,
    /// Where there is no stone of the opponent.
    pub not_theirs: Table<P, STRIDE, CELLS>,
    /// The point that ko forbids, and those on which the player to move was found to have no liberty.
    pub barred: Table<P, STRIDE, CELLS>,
    /// The points from which the next move is drawn.
    pub open: Table<P, STRIDE, CELLS>,
    /// The number of open points in the rows before each row, and in all.
    pub open_before: [Number<P>; ROWS],
    pub open_total: Number<P>,
    /// The drawn point of each board is where its row and its column cross.
    pub row: [P; ROWS],
    pub column: [P; ROWS],
    /// Whether a point and the one before it in its row, and the one before it in its column, hold stones of one colour. A point and the edge
    /// always do, which does no harm: nothing comes from there.
    pub joined_in_row: Table<P, STRIDE, CELLS>,
    pub joined_in_column: Table<P, STRIDE, CELLS>,
    /// The stones that are known to have a liberty.
    pub alive: Table<P, STRIDE, CELLS>,
    /// Boards on which a playout is under way.
    pub active: P,
    /// Boards on which one has ended and waits to be counted.
    pub ended: P,
    /// Boards on which the last move was a pass.
    pub passed: P,
    /// Boards on which White is to move.
    pub white: P,
    /// The number of moves made.
    pub made: [P; MOST_BITS],
    /// The largest number of moves.
    pub cap: u32,
}

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Bits of the number of a point, and of a column.
    pub const WIDTH: usize = ((STRIDE - 1) * (STRIDE - 1)).ilog2() as usize + 1;
    pub const ROW_WIDTH: usize = (STRIDE - 1).ilog2() as usize + 1;

    /// Boards without a playout.
    #[inline(always)]
    pub fn new(start: &GoState<STRIDE, CELLS>) -> Box<Self> {
        let size = usize::from(start.rules.size);
        let cap = u32::from(start.rules.playout_cap) * start.rules.points() as u32;
        assert!(size <= ROWS && cap < 1 << MOST_BITS, "rows and moves can be counted");
        let edges = |i: usize| u8::from(i == 0) + u8::from(i == size - 1);
        let point = |i: usize| (At::new(i % size, i / size), edges(i % size) + edges(i / size));
        let (none, nowhere) = (P::all(false), Table::new([P::all(false); CELLS]));
        Box::new(Boards {
            size,
            points: (0..size * size).map(point).collect(),
            not_mine: nowhere,
            not_theirs: nowhere,
            barred: nowhere,
            open: nowhere,
            open_before: [Number::zero(); ROWS],
            open_total: Number::zero(),
            row: [none; ROWS],
            column: [none; ROWS],
            joined_in_row: nowhere,
            joined_in_column: nowhere,
            alive: nowhere,
            active: none,
            ended: none,
            passed: none,
            white: none,
            made: [none; MOST_BITS],
            cap,
        })
    }

    /// Begins a playout from a position on some boards. After all that begin, the open points must be found anew.
    #[inline(always)]
    pub fn put(&mut self, start: &GoState<STRIDE, CELLS>, boards: P) {
        for &(at, _) in &self.points {
            let colour = start.board.colour(at);
            let (mine, theirs) = (colour == Some(start.to_move), colour == Some(start.to_move ^ 1));
            self.not_mine.set(at, P::all(!mine).where_or(boards, self.not_mine.get(at)));
            self.not_theirs.set(at, P::all(!theirs).where_or(boards, self.not_theirs.get(at)));
            self.barred.set(at, P::all(start.ko == Some(at)).where_or(boards, self.barred.get(at)));
        }
        self.white = P::all(start.to_move == 1).where_or(boards, self.white);
        self.passed = P::all(start.passes > 0).where_or(boards, self.passed);
        for digit in &mut self.made {
            *digit = *digit & !boards;
        }
        self.active = self.active | boards;
    }

    /// A try of a move on every board with a playout.
    #[inline(always)]
    pub fn step(&mut self, rank: Number<P>) {
        let chosen = self.choose(rank);
        let free = self.place();
        self.settle(chosen, free);
    }

    /// The points of a row.
    #[inline(always)]
    pub fn in_row(&self, row: usize) -> std::ops::Range<usize> {
        row * self.size..(row + 1) * self.size
    }
}
