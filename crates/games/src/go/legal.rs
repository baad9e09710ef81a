//! All legal moves at once, as a set.

use super::around;
use super::cells::At;
use super::rules::KoRule;
use super::state::GoState;
use katsura_game::State;
use katsura_game::planes::contracted;

/// A bit for every cell of the largest board, by the cells' numbers, and a word more.
type Cells = [u64; 12];

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
        let [open, enclosed] = self.empty_points();
        let points = if self.rules.ko == KoRule::Simple {
            self.with_legal_of(open, enclosed)
        } else {
            self.with_legal_of([0; 12], std::array::from_fn(|word| open[word] | enclosed[word]))
        };
        let size = usize::from(self.rules.size);
        for row in 0..size {
            let first = usize::from(At::<STRIDE, CELLS>::new(0, row).number());
            put(set, row * size, read(&points, first, size));
        }
        put(set, size * size, 1);
    }

    /// The open and the enclosed points.
    #[inline]
    fn empty_points(&self) -> [Cells; 2] {
        let mut kinds = [0; CELLS];
        for ((kind, string), &around) in kinds.iter_mut().zip(self.board.string.values()).zip(self.board.around.values()) {
            let (is_empty, is_open) = (string.mark() == 0, around::empty(around) != 0);
            *kind = u8::from(is_empty) * if is_open { OPEN } else { ENCLOSED };
        }
        let (mut open, mut enclosed) = ([0; 12], [0; 12]);
        // what is left of the last eight cells is rim
        for (eight, kinds) in kinds.as_chunks().0.iter().enumerate() {
            let kinds = u64::from_le_bytes(*kinds);
            open[eight / 8] |= contracted(kinds) << (eight % 8 * 8);
            enclosed[eight / 8] |= contracted(kinds >> 1) << (eight % 8 * 8);
        }
        [open, enclosed]
    }

    /// Adds the legal ones of some empty points.
    #[inline]
    fn with_legal_of(&self, mut legal: Cells, points: Cells) -> Cells {
        for (word, mut points) in points.into_iter().enumerate().take(CELLS.div_ceil(64)) {
            while points != 0 {
                let bit = points.trailing_zeros();
                points &= points - 1;
                let may_play = At::from_number(64 * word as u16 + bit as u16).is_some_and(|at| self.may_play(at));
                legal[word] |= u64::from(may_play) << bit;
            }
        }
        legal
    }
}

/// Some bits from a place on.
#[inline]
fn read(cells: &Cells, place: usize, count: usize) -> u32 {
    let wide = u128::from(cells[place / 64]) | u128::from(cells[place / 64 + 1]) << 64;
    (wide >> (place % 64)) as u32 & ((1 << count) - 1)
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
