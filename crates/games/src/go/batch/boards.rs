//! The boards, point by point.

use super::super::cells::At;
use super::super::state::GoState;
use katsura_game::planes::{MOST_BITS, Number, Plane};

/// The most rows of a board.
pub const ROWS: usize = 25;

/// A plane for every point: rows 1 to `size` from the bottom, columns 0 to `size - 1`, and a rim below, above and behind them.
pub type Grid<P, const STRIDE: usize> = [[P; STRIDE]; ROWS + 2];

/// A board for each bit of a plane.
///
/// A point of the board is empty where it is neither mine nor theirs; the rim is both. In the rim no point is open, all marks are set, and all is apart.
pub struct Boards<P, const STRIDE: usize, const CELLS: usize> {
    pub size: usize,
    /// Set for all boards in the last column.
    pub last_column: [P; STRIDE],
    /// Where there is no stone of the player to move.
    pub not_mine: Grid<P, STRIDE>,
    /// Where there is no stone of the opponent.
    pub not_theirs: Grid<P, STRIDE>,
    /// The points from which the next move is drawn.
    pub open: Grid<P, STRIDE>,
    /// The number of open points in the rows before each row, and in all.
    pub open_before: [Number<P>; ROWS + 2],
    pub open_total: Number<P>,
    /// The drawn point of each board is where its row and its column cross.
    pub row: [P; ROWS + 2],
    pub column: [P; STRIDE],
    /// The columns beside that column.
    pub sides: [P; STRIDE],
    /// Where a point and the one before it in its row, and the one below it, do not hold stones of one colour.
    pub apart_in_row: Grid<P, STRIDE>,
    pub apart_in_column: Grid<P, STRIDE>,
    /// The stones that are known to have a liberty in a row of even number, and in one of odd number.
    pub marks: [Grid<P, STRIDE>; 2],
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

/// Where stones that are none are written.
const EMPTY: usize = 2;

impl<P: Plane, const STRIDE: usize, const CELLS: usize> Boards<P, STRIDE, CELLS> {
    /// Bits of the number of a point, and of a column.
    pub const WIDTH: usize = ((STRIDE - 1) * (STRIDE - 1)).ilog2() as usize + 1;
    pub const ROW_WIDTH: usize = (STRIDE - 1).ilog2() as usize + 1;

    /// The columns of the largest board. Loops over so many are unrolled; on smaller boards they run into the rim.
    pub const COLUMNS: usize = STRIDE - 1;

    /// Boards without a playout.
    #[inline(always)]
    pub fn new(start: &GoState<STRIDE, CELLS>) -> Box<Self> {
        let size = usize::from(start.rules.size);
        let cap = u32::from(start.rules.playout_cap) * start.rules.points() as u32;
        assert!(size <= ROWS && size < STRIDE && cap < 1 << MOST_BITS, "rows and moves can be counted");
        let none = P::all(false);
        let all = P::all(true);
        let (nowhere, everywhere) = ([[none; STRIDE]; ROWS + 2], [[all; STRIDE]; ROWS + 2]);
        let mut last_column = [none; STRIDE];
        last_column[size - 1] = all;
        Box::new(Boards {
            size,
            last_column,
            not_mine: nowhere,
            not_theirs: nowhere,
            open: nowhere,
            open_before: [Number::zero(); ROWS + 2],
            open_total: Number::zero(),
            row: [none; ROWS + 2],
            column: [none; STRIDE],
            sides: [none; STRIDE],
            apart_in_row: everywhere,
            apart_in_column: everywhere,
            marks: [everywhere; 2],
            active: none,
            ended: none,
            passed: none,
            white: none,
            made: [none; MOST_BITS],
            cap,
        })
    }

    /// Begins playouts: from each position on some boards.
    #[inline(always)]
    pub fn begin(&mut self, starts: &[(&GoState<STRIDE, CELLS>, P)]) {
        let none = P::all(false);
        let (mut begun, mut white, mut passed) = (none, none, none);
        for &(start, boards) in starts {
            begun = begun | boards;
            white = white.or_both(boards, P::all(start.to_move == 1));
            passed = passed.or_both(boards, P::all(start.passes > 0));
        }
        for row in 1..=self.size {
            for column in 0..self.size {
                self.not_mine[row][column] = self.not_mine[row][column] | begun;
                self.not_theirs[row][column] = self.not_theirs[row][column] | begun;
            }
        }
        // the marks are scratch space: what is written there for empty points is cleared below
        let stones = [&mut self.not_mine, &mut self.not_theirs, &mut self.marks[0]];
        for &(start, boards) in starts {
            let owners = if start.to_move == 0 { [EMPTY, 0, 1, EMPTY] } else { [EMPTY, 1, 0, EMPTY] };
            for row in 1..=self.size {
                for column in 0..self.size {
                    let owner = owners[start.board.mark_at(At::new(column, row - 1))];
                    stones[owner][row][column] = stones[owner][row][column] & !boards;
                }
            }
        }
        self.white = white.where_or(begun, self.white);
        self.passed = passed.where_or(begun, self.passed);
        for digit in &mut self.made {
            *digit = *digit & !begun;
        }
        self.active = self.active | begun;
        self.open_up(starts, begun);
    }

    /// Finds the open points of boards that begin.
    #[inline(always)]
    fn open_up(&mut self, starts: &[(&GoState<STRIDE, CELLS>, P)], begun: P) {
        for row in 1..=self.size {
            for column in 0..self.size {
                self.marks[0][row][column] = P::all(false);
                self.marks[1][row][column] = P::all(false);
            }
        }
        self.open_total = Number::zero();
        for row in 1..=self.size {
            self.find_open(row, begun, P::all(false));
            for &(start, boards) in starts {
                if let Some((column, at_row)) = start.ko.map(At::column_and_row)
                    && at_row + 1 == row
                {
                    self.open[row][column] = self.open[row][column] & !boards;
                }
            }
            self.count_open(row);
        }
    }

    /// A try of a move on every board with a playout.
    #[inline(always)]
    pub fn step(&mut self, rank: Number<P>) {
        let chosen = self.choose(rank);
        let free = self.place();
        self.settle(chosen, free);
    }
}
