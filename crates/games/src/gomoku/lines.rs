//! One player's stones, kept four times over: by row, by column and by both diagonals.
//!
//! Each line of the board is the bits of a word, so that five in a row is a few shifts on the four words through a stone.

use crate::bits::cells;

/// The largest board.
pub(super) const MAX_SIZE: usize = 19;
const DIAGONALS: usize = 2 * MAX_SIZE - 1;
const COLUMNS_AT: usize = MAX_SIZE;
const RISING_AT: usize = 2 * MAX_SIZE;
const FALLING_AT: usize = RISING_AT + DIAGONALS;
const COUNT: usize = FALLING_AT + DIAGONALS;

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Point {
    pub column: usize,
    pub row: usize,
}

/// The four lines through a point: the number of each line, and the point's bit in it.
///
/// The bit is the column, or the row in a column. Lines that rise to the right have a constant row − column, lines that fall a
/// constant row + column.
#[inline]
pub(super) fn through(point: Point) -> [(usize, u32); 4] {
    let Point { column, row } = point;
    let (across, up) = (1 << column, 1 << row);
    [
        (row, across),
        (COLUMNS_AT + column, up),
        (RISING_AT + row + MAX_SIZE - 1 - column, across),
        (FALLING_AT + row + column, across),
    ]
}

/// The point of a bit of a line; none if the line does not go so far on a board of this size.
fn point_of(line: usize, bit: usize, size: usize) -> Option<Point> {
    let (column, row) = match line {
        RISING_AT..FALLING_AT => (bit, (line - RISING_AT + bit).checked_sub(MAX_SIZE - 1)?),
        FALLING_AT.. => (bit, (line - FALLING_AT).checked_sub(bit)?),
        COLUMNS_AT.. => (line - COLUMNS_AT, bit),
        _ => (bit, line),
    };
    (column < size && row < size).then_some(Point { column, row })
}

/// The first stones of five in a row in a line.
#[inline]
fn fives(line: u32) -> u32 {
    let pairs = line & (line >> 1);
    pairs & (pairs >> 2) & (line >> 4)
}

/// The places that complete five in a row of which the line holds four.
#[inline]
fn completing(line: u32) -> u32 {
    let [second, third, fourth, fifth] = [line >> 1, line >> 2, line >> 3, line >> 4];
    let (front, back) = (line & second, fourth & fifth);
    (second & third & back)
        | (line & third & back) << 1
        | (front & back) << 2
        | (front & third & fifth) << 3
        | (front & third & fourth) << 4
}

/// The stones of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stones([u32; COUNT]);

impl Stones {
    pub const NONE: Stones = Stones([0; COUNT]);

    /// The stones of a row, one bit for every column.
    #[inline]
    pub fn row(&self, row: usize) -> u32 {
        self.0[row]
    }

    #[inline]
    pub fn has(&self, point: Point) -> bool {
        self.0[point.row] >> point.column & 1 == 1
    }

    /// Places a stone and tells whether it makes five or more in a row.
    #[inline]
    pub fn place(&mut self, point: Point) -> bool {
        let mut five = 0;
        for (line, bit) in through(point) {
            let word = &mut self.0[line];
            *word |= bit;
            five |= fives(*word);
        }
        five != 0
    }

    /// Whether the stone on this point is part of five or more in a row.
    pub fn in_five(&self, point: Point) -> bool {
        self.has(point)
            && through(point).into_iter().any(|(line, bit)| {
                let starts = fives(self.0[line]);
                (starts | starts << 1 | starts << 2 | starts << 3 | starts << 4) & bit != 0
            })
    }

    /// A free point that would make five or more in a row.
    pub fn completing_point(&self, other: &Stones, size: usize) -> Option<Point> {
        // A loop without exits, which the compiler turns into vectors; most often there is nothing more to do.
        let (mut open, mut any) = ([0; COUNT], 0);
        for (line, places) in open.iter_mut().enumerate() {
            *places = completing(self.0[line]) & !(self.0[line] | other.0[line]);
            any |= *places;
        }
        if any == 0 {
            return None;
        }
        open.into_iter().enumerate().find_map(|(line, places)| first_point(line, places, size))
    }
}

/// The first of these places of a line that is on the board.
fn first_point(line: usize, places: u32, size: usize) -> Option<Point> {
    cells(u64::from(places)).find_map(|bit| point_of(line, bit as usize, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_found_again_on_its_four_lines() {
        for size in [7, 15, 19] {
            for column in 0..size {
                for row in 0..size {
                    let point = Point { column, row };
                    for (line, bit) in through(point) {
                        assert_eq!(point_of(line, bit.trailing_zeros() as usize, size), Some(point));
                    }
                }
            }
        }
    }

    #[test]
    fn bits_beyond_the_end_of_a_line_are_no_points() {
        for size in [7, 19] {
            let points = (0..COUNT).flat_map(|line| (0..32).filter_map(move |bit| point_of(line, bit, size)));
            assert_eq!(points.count(), 4 * size * size);
        }
    }

    #[test]
    fn words_agree_with_a_walk_along_the_line() {
        for line in 0..1 << 12u32 {
            let run = |start: u32| (start..start + 5).filter(|&bit| line >> bit & 1 == 1).count();
            let starts = (0..12).filter(|&start| run(start) == 5).fold(0, |set, start| set | 1 << start);
            assert_eq!(fives(line), starts);
            let missing = |start: u32| (start..start + 5).filter(|&bit| line >> bit & 1 == 0);
            let open: u32 = (0..12).filter(|&start| run(start) == 4).flat_map(missing).fold(0, |set, bit| set | 1 << bit);
            assert_eq!(completing(line) & !line, open, "{line:b}");
        }
    }
}
