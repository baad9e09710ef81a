//! Numbers of points and strings that are known to be in range, and tables that therefore need no check.
//!
//! All unsafe code of the game is in this file. It rests on two invariants that only this file can break, because the fields
//! are private to it: an [`At`] lies far enough from both ends of a table for its eight neighbours, and a [`StringId`] is
//! below eight times the number of cells. The checks they save are measured in the documentation of the game.

use super::lanes::{lanes, split};
use std::num::NonZeroU16;

/// A point on a board of up to `STRIDE - 1` lines, numbered along the rows from the bottom with a rim of cells around them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct At<const STRIDE: usize, const CELLS: usize>(NonZeroU16);

impl<const STRIDE: usize, const CELLS: usize> At<STRIDE, CELLS> {
    /// One behind the largest number: row after row of `STRIDE` cells, the first row being rim.
    const END: usize = STRIDE * STRIDE;
    /// A row below the first point, and a row and the width of a word above the last.
    const ROOM: () =
        assert!(CELLS == Self::END + STRIDE + 2 && CELLS < 1 << 13, "the rim is wide enough, numbers are small");

    /// The point in this column and row, counted from zero.
    pub const fn new(column: usize, row: usize) -> Self {
        () = Self::ROOM;
        assert!(column + 1 < STRIDE && row + 1 < STRIDE, "the point is on the board");
        Self::from_number(((row + 1) * STRIDE + column + 1) as u16).expect("a point's number is in range")
    }

    /// The point of a number, if it is the number of one.
    #[inline(always)]
    pub const fn from_number(number: u16) -> Option<Self> {
        () = Self::ROOM;
        match NonZeroU16::new(number) {
            Some(point) if number as usize > STRIDE && (number as usize) < Self::END => Some(At(point)),
            _ => None,
        }
    }

    /// The point's number, never zero.
    #[inline(always)]
    pub const fn number(self) -> u16 {
        self.0.get()
    }

    #[inline(always)]
    const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The column and the row.
    #[inline(always)]
    pub const fn column_and_row(self) -> (usize, usize) {
        (self.index() % STRIDE - 1, self.index() / STRIDE - 1)
    }

    /// The numbers of the neighbours, which may be off the board.
    pub const fn neighbours(self) -> [u16; 4] {
        let (number, row) = (self.number(), STRIDE as u16);
        [number - row, number - 1, number + 1, number + row]
    }

    /// The numbers of the eight cells around the point, which may be off the board, along the rows from the bottom.
    pub const fn around(self) -> [u16; 8] {
        let (number, row) = (self.number(), STRIDE as u16);
        let (below, above) = (number - row, number + row);
        [below - 1, below, below + 1, number - 1, number + 1, above - 1, above, above + 1]
    }

    /// The same cells clockwise from the one above.
    pub const fn ring(self) -> [u16; 8] {
        let [below_left, below, below_right, left, right, above_left, above, above_right] = self.around();
        [above, above_right, right, below_right, below, below_left, left, above_left]
    }
}

/// A value for every cell.
#[derive(Clone, Copy)]
pub(super) struct Table<T, const STRIDE: usize, const CELLS: usize>([T; CELLS]);

impl<T: Copy, const STRIDE: usize, const CELLS: usize> Table<T, STRIDE, CELLS> {
    /// The table with these values in the order of the cells' numbers.
    pub const fn new(values: [T; CELLS]) -> Self {
        Table(values)
    }

    /// All values in the order of the cells' numbers.
    pub const fn values(&self) -> &[T; CELLS] {
        &self.0
    }

    /// The value at a point.
    #[inline(always)]
    pub fn get(&self, at: At<STRIDE, CELLS>) -> T {
        // SAFETY: a point's number is below END, which is below CELLS
        unsafe { *self.0.get_unchecked(at.index()) }
    }

    /// Changes the value at a point.
    #[inline(always)]
    pub fn set(&mut self, at: At<STRIDE, CELLS>, value: T) {
        // SAFETY: a point's number is below END, which is below CELLS
        unsafe { *self.0.get_unchecked_mut(at.index()) = value };
    }

    /// The value at the cell that names a string.
    #[inline(always)]
    pub fn get_named(&self, string: StringId<CELLS>) -> T {
        // SAFETY: a string's number is below 8 · CELLS, its name an eighth of it
        unsafe { *self.0.get_unchecked(string.name()) }
    }

    /// Changes the value at the cell that names a string.
    #[inline(always)]
    pub fn set_named(&mut self, string: StringId<CELLS>, value: T) {
        // SAFETY: a string's number is below 8 · CELLS, its name an eighth of it
        unsafe { *self.0.get_unchecked_mut(string.name()) = value };
    }

    /// The values below, to the left, to the right and above a point.
    #[inline(always)]
    pub fn beside(&self, at: At<STRIDE, CELLS>) -> [T; 4] {
        let at = at.index();
        // SAFETY: a point's number is above STRIDE and below END, and END + STRIDE is below CELLS
        let cell = |near: usize| unsafe { *self.0.get_unchecked(near) };
        [cell(at - STRIDE), cell(at - 1), cell(at + 1), cell(at + STRIDE)]
    }
}

impl<const STRIDE: usize, const CELLS: usize> Table<StringId<CELLS>, STRIDE, CELLS> {
    /// The numbers of the strings in three rows from the bottom, each of four cells in lanes; the second lanes are below, at and above a point.
    #[inline(always)]
    pub fn rows(&self, at: At<STRIDE, CELLS>) -> [u64; 3] {
        let at = at.index();
        [at - STRIDE - 1, at - 1, at + STRIDE - 1].map(|first| {
            debug_assert!(first + 4 <= CELLS, "the row is in the table");
            // SAFETY: a point's number is above STRIDE and below END, so the rows lie between 0 and END + STRIDE + 2 = CELLS; a string is a u16 and
            // nothing else, and any four of them are a u64
            u64::from_le(unsafe { self.0.as_ptr().add(first).cast::<u64>().read_unaligned() })
        })
    }
}

impl<const STRIDE: usize, const CELLS: usize> Table<u16, STRIDE, CELLS> {
    /// Changes the values of the eight cells around a point by two numbers, one for its neighbours and one for its diagonal
    /// points. `change` must neither carry nor borrow between lanes.
    #[inline(always)]
    pub fn change_around(&mut self, at: At<STRIDE, CELLS>, neighbour: u16, diagonal: u16, change: impl Fn(u64, u64) -> u64) {
        let (outer, inner) = (lanes([diagonal, neighbour, diagonal, 0]), lanes([neighbour, 0, neighbour, 0]));
        let at = at.index();
        for (first, delta) in [(at - STRIDE - 1, outer), (at - 1, inner), (at + STRIDE - 1, outer)] {
            debug_assert!(first + 4 <= CELLS, "the row is in the table");
            // SAFETY: a point's number is above STRIDE, so the first row starts at 0 or later; it is below END, so the last
            // row ends at END + STRIDE + 2 = CELLS or earlier
            let row: &mut [u16; 4] = unsafe { &mut *self.0.as_mut_ptr().add(first).cast() };
            *row = split(change(lanes(*row), delta));
        }
    }
}

/// A string: eight times the number of the cell that names it, plus three bits for what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(super) struct StringId<const CELLS: usize>(u16);

impl<const CELLS: usize> StringId<CELLS> {
    /// The string named by a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub const fn new(name: usize, mark: u16) -> Self {
        assert!(name < CELLS && mark < 8, "a string is named by a cell");
        StringId((name as u16) << 3 | mark)
    }

    /// The string named by a point.
    #[inline(always)]
    pub const fn named<const STRIDE: usize>(name: At<STRIDE, CELLS>, mark: u16) -> Self {
        StringId(name.number() << 3 | mark & 7)
    }

    /// The string of a number.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    pub const fn from_number(number: u16) -> Self {
        assert!((number as usize) < 8 * CELLS, "a string is named by a cell");
        StringId(number)
    }

    /// The string's number.
    #[inline(always)]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// What stands there.
    #[inline(always)]
    pub const fn mark(self) -> u16 {
        self.0 & 7
    }

    #[inline(always)]
    const fn name(self) -> usize {
        (self.0 >> 3) as usize
    }
}

/// A number for every string.
#[derive(Clone, Copy)]
pub(super) struct PerString<const CELLS: usize>([[u16; 8]; CELLS]);

impl<const CELLS: usize> PerString<CELLS> {
    /// The same number for all strings with the same mark.
    pub const fn new(by_mark: [u16; 8]) -> Self {
        PerString([by_mark; CELLS])
    }

    /// The number of a string.
    #[inline(always)]
    pub fn get(&self, string: StringId<CELLS>) -> u16 {
        // SAFETY: a string's number is below 8 · CELLS
        unsafe { *self.0.as_flattened().get_unchecked(usize::from(string.0)) }
    }

    /// The number of a string, to be changed.
    #[inline(always)]
    pub fn get_mut(&mut self, string: StringId<CELLS>) -> &mut u16 {
        // SAFETY: a string's number is below 8 · CELLS
        unsafe { self.0.as_flattened_mut().get_unchecked_mut(usize::from(string.0)) }
    }
}
