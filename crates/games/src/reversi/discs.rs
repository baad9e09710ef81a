//! Moves and flips on sets of discs, compiled for every size of the board.
//!
//! Cells are numbered along the rows from the top left corner.

use crate::bits::Bits;

/// A size of the board.
pub(super) trait Size {
    /// A word with a bit for every cell.
    type Set: Bits + 'static;
    /// The number of rows and of columns.
    const N: u32;
    /// All cells.
    const ALL: Self::Set;
    /// The cells that are not in the first or the last column.
    const INNER: Self::Set;
    /// For every cell, the cells seen from it in eight directions: first the four in which numbers grow.
    fn rays(cell: u32) -> &'static [Self::Set; 8];
}

/// Right, down left, down, down right, and their opposites, as steps of (column, row).
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

const fn ray(n: i32, cell: i32, direction: usize) -> u128 {
    let (dx, dy) = DIRECTIONS[direction];
    let (mut column, mut row, mut set) = (cell % n + dx, cell / n + dy, 0);
    while column >= 0 && column < n && row >= 0 && row < n {
        set |= 1 << (row * n + column);
        column += dx;
        row += dy;
    }
    set
}

const fn inner(n: u32) -> u128 {
    let (mut set, mut cell) = (0, 0);
    while cell < n * n {
        if cell % n != 0 && cell % n != n - 1 {
            set |= 1 << cell;
        }
        cell += 1;
    }
    set
}

macro_rules! size {
    ($name:ident, $set:ty, $n:literal) => {
        pub(super) struct $name;

        impl Size for $name {
            type Set = $set;
            const N: u32 = $n;
            const ALL: $set = ((1u128 << ($n * $n)) - 1) as $set;
            const INNER: $set = inner($n) as $set;

            #[inline]
            fn rays(cell: u32) -> &'static [$set; 8] {
                static RAYS: [[$set; 8]; $n * $n] = {
                    let mut rays = [[0; 8]; $n * $n];
                    let mut i = 0;
                    while i < 8 * $n * $n {
                        rays[i / 8][i % 8] = ray($n, (i / 8) as i32, i % 8) as $set;
                        i += 1;
                    }
                    rays
                };
                &RAYS[cell as usize]
            }
        }
    };
}

size!(Four, u64, 4);
size!(Six, u64, 6);
size!(Eight, u64, 8);
size!(Ten, u128, 10);

/// Runs code compiled for the size of a board.
macro_rules! with_size {
    ($size:expr, $name:ident => $body:expr) => {
        match $size {
            4 => {
                type $name = $crate::reversi::discs::Four;
                $body
            }
            6 => {
                type $name = $crate::reversi::discs::Six;
                $body
            }
            8 => {
                type $name = $crate::reversi::discs::Eight;
                $body
            }
            _ => {
                type $name = $crate::reversi::discs::Ten;
                $body
            }
        }
    };
}

pub(super) use with_size;

/// The cells on which a player who owns `mine` may place a disc.
///
/// From all own discs at once, runs of the other's discs are followed in each direction, first by one cell, then by two at a
/// time; the cell after the run is a move if it is empty. Where a direction changes the column, only discs off the rim can be
/// inside a run, which also keeps runs from going on in the next row.
#[inline]
pub(super) fn moves<S: Size>(mine: S::Set, theirs: S::Set) -> S::Set {
    let inside = theirs & S::INNER;
    let mut found = S::Set::EMPTY;
    for (step, between) in [(1, inside), (S::N - 1, inside), (S::N, theirs), (S::N + 1, inside)] {
        found = found | after_runs::<S>(mine, between, |set, cells| set << (step * cells));
        found = found | after_runs::<S>(mine, between, |set, cells| set >> (step * cells));
    }
    found & S::ALL & !(mine | theirs)
}

/// The cells that follow a run of `between` which starts beside a disc of `mine`.
#[inline]
fn after_runs<S: Size>(mine: S::Set, between: S::Set, shift: impl Fn(S::Set, u32) -> S::Set) -> S::Set {
    let mut run = between & shift(mine, 1);
    run = run | (between & shift(run, 1));
    let pairs = between & shift(between, 1);
    // Two cells so far, two more with each step; the longest run has N - 2.
    for _ in 0..(S::N - 4) / 2 {
        run = run | (pairs & shift(run, 2));
    }
    shift(run, 1)
}

/// The discs that a disc on `cell` turns over.
///
/// On each ray the first cell that holds no disc of the other player must hold one of the mover; what lies before it turns.
#[inline]
pub(super) fn flips<S: Size>(cell: u32, mine: S::Set, theirs: S::Set) -> S::Set {
    let rays = S::rays(cell);
    let mut turned = S::Set::EMPTY;
    for &ray in &rays[..4] {
        let end = (ray & !theirs).first() & mine;
        turned = turned | (ray & end.below());
    }
    for &ray in &rays[4..] {
        let end = (ray & !theirs).last() & mine;
        turned = turned | (ray & end.above());
    }
    turned
}
