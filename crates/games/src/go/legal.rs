//! All legal moves at once, as a set.

use super::around;
use super::cells::At;
use super::rules::KoRule;
use super::state::GoState;
use crate::planes::contracted;
use katsura_game::State;

/// What an empty point is, by whether there is another beside it; every other cell is 0.
const OPEN: u8 = 1;
const ENCLOSED: u8 = 2;

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Sets the bits of the legal moves and no others.
    ///
    /// A stone with an empty point beside it is never suicide and never forbidden by simple ko, so that only the enclosed points are looked at one
    /// by one; under superko all are.
    pub(super) fn fill_legal(&self, set: &mut [u64]) {
        set.fill(0);
        if self.turn().is_over() {
            return;
        }
        let (size, kinds) = (usize::from(self.rules.size), self.kinds());
        for row in 0..size {
            let first = At::<STRIDE, CELLS>::new(0, row).number();
            let (open, enclosed) = row_of(&kinds[usize::from(first)..], size);
            let legal = if self.rules.ko == KoRule::Simple {
                open | self.legal_among(enclosed, first)
            } else {
                self.legal_among(open | enclosed, first)
            };
            put(set, row * size, legal);
        }
        put(set, size * size, 1);
    }

    /// The kind of every cell.
    #[inline]
    fn kinds(&self) -> [u8; CELLS] {
        let mut kinds = [0; CELLS];
        for ((kind, string), &around) in kinds.iter_mut().zip(self.board.string.values()).zip(self.board.around.values()) {
            let (is_empty, is_open) = (string.mark() == 0, around::empty(around) != 0);
            *kind = u8::from(is_empty) * if is_open { OPEN } else { ENCLOSED };
        }
        kinds
    }

    /// The legal ones of some empty points of a row that starts at this number.
    #[inline]
    fn legal_among(&self, mut points: u32, first: u16) -> u32 {
        let mut legal = 0;
        while points != 0 {
            let column = points.trailing_zeros();
            points &= points - 1;
            let may_play = At::from_number(first + column as u16).is_some_and(|at| self.may_play(at));
            legal |= u32::from(may_play) << column;
        }
        legal
    }
}

/// The open and the enclosed points of a row, a bit for each column. There are cells enough behind the last row for whole words.
#[inline]
fn row_of(kinds: &[u8], size: usize) -> (u32, u32) {
    let (mut open, mut enclosed) = (0, 0);
    for (word, kinds) in kinds.as_chunks().0.iter().enumerate().take(size.div_ceil(8)) {
        let kinds = u64::from_le_bytes(*kinds);
        open |= (contracted(kinds) as u32) << (8 * word);
        enclosed |= (contracted(kinds >> 1) as u32) << (8 * word);
    }
    let row = (1 << size) - 1;
    (open & row, enclosed & row)
}

/// Sets bits from a place on.
#[inline]
fn put(set: &mut [u64], place: usize, bits: u32) {
    let wide = u128::from(bits) << (place % 64);
    set[place / 64] |= wide as u64;
    if wide >> 64 != 0 {
        set[place / 64 + 1] |= (wide >> 64) as u64;
    }
}
