//! Sets of cells as the bits of a word.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A word with a bit for every cell of a board.
pub(crate) trait Bits:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Into<u128>
{
    /// No cell.
    const EMPTY: Self;

    /// The cells of a wider word, which must fit.
    fn narrow(wide: u128) -> Self;

    /// The set of one cell.
    fn one(cell: u32) -> Self;

    /// The number of cells.
    fn count(self) -> u32;

    /// The cell with exactly `rank` cells of the set below it. The set must have more than `rank` cells.
    fn select(self, rank: u32) -> u32;

    /// The lowest cell of a set that is not empty.
    fn lowest(self) -> u32;

    /// The set of the lowest cell; empty if the set is.
    fn first(self) -> Self;

    /// The set of the highest cell; empty if the set is.
    fn last(self) -> Self;

    /// All cells below the one cell of the set; none if the set is empty.
    fn below(self) -> Self;

    /// All cells above the one cell of the set; none if the set is empty.
    fn above(self) -> Self;
}

/// The cells of a set, from the lowest.
pub(crate) fn cells<B: Bits>(mut set: B) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != B::EMPTY).then(|| {
            let cell = set.lowest();
            set = set ^ B::one(cell);
            cell
        })
    })
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Byte by byte, the number of bits in this byte and those below it.
#[inline]
fn running_counts(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(ONES)
}

/// `IN_BYTE[rank][byte]`: the place of the bit of this rank in a byte.
static IN_BYTE: [[u8; 256]; 8] = in_byte_table();

const fn in_byte_table() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[rank][byte] = place as u8;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

impl Bits for u64 {
    const EMPTY: u64 = 0;

    #[inline]
    fn narrow(wide: u128) -> u64 {
        wide as u64
    }

    #[inline]
    fn one(cell: u32) -> u64 {
        1 << cell
    }

    #[inline]
    fn count(self) -> u32 {
        (running_counts(self) >> 56) as u32
    }

    /// Finds the byte by comparing all running counts at once, then the bit in a table [vigna2008].
    #[inline]
    fn select(self, rank: u32) -> u32 {
        debug_assert!(rank < self.count_ones(), "the set has fewer cells");
        let counts = running_counts(self);
        let passed = ((u64::from(rank).wrapping_mul(ONES) | HIGHS) - counts) & HIGHS;
        let shift = ((passed >> 7).wrapping_mul(ONES) >> 56) * 8;
        let before = ((counts << 8) >> shift) & 0xff;
        let byte = (self >> shift) & 0xff;
        shift as u32 + u32::from(IN_BYTE[(u64::from(rank) - before) as usize & 7][byte as usize])
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn first(self) -> u64 {
        self & self.wrapping_neg()
    }

    #[inline]
    fn last(self) -> u64 {
        self & (1 << (self | 1).ilog2())
    }

    #[inline]
    fn below(self) -> u64 {
        self - u64::from(self != 0)
    }

    #[inline]
    fn above(self) -> u64 {
        (self << 1).wrapping_neg()
    }
}

impl Bits for u128 {
    const EMPTY: u128 = 0;

    #[inline]
    fn narrow(wide: u128) -> u128 {
        wide
    }

    #[inline]
    fn one(cell: u32) -> u128 {
        1 << cell
    }

    #[inline]
    fn count(self) -> u32 {
        (self as u64).count() + ((self >> 64) as u64).count()
    }

    #[inline]
    fn select(self, rank: u32) -> u32 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        match rank.checked_sub(low.count()) {
            None => low.select(rank),
            Some(rank) => 64 + high.select(rank),
        }
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn first(self) -> u128 {
        self & self.wrapping_neg()
    }

    #[inline]
    fn last(self) -> u128 {
        self & (1 << (self | 1).ilog2())
    }

    #[inline]
    fn below(self) -> u128 {
        self - u128::from(self != 0)
    }

    #[inline]
    fn above(self) -> u128 {
        (self << 1).wrapping_neg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agrees_with_a_list<B: Bits>(set: B, width: u32) {
        let list: Vec<u32> = (0..width).filter(|&cell| set & B::one(cell) != B::EMPTY).collect();
        assert_eq!(set.count() as usize, list.len());
        assert_eq!(cells(set).collect::<Vec<_>>(), list);
        for (rank, &cell) in list.iter().enumerate() {
            assert_eq!(set.select(rank as u32), cell);
        }
        let one = |cell: Option<&u32>| cell.map_or(B::EMPTY, |&cell| B::one(cell));
        assert!(set.first() == one(list.first()) && set.last() == one(list.last()));
        for cell in list {
            assert_eq!(set.lowest(), cells(set).next().unwrap());
            assert_eq!(cells(B::one(cell).below()).collect::<Vec<_>>(), (0..cell).collect::<Vec<_>>());
            assert_eq!(cells(B::one(cell).above()).collect::<Vec<_>>(), (cell + 1..width).collect::<Vec<_>>());
        }
        assert!(B::EMPTY.below() == B::EMPTY && B::EMPTY.above() == B::EMPTY);
    }

    proptest! {
        #[test]
        fn a_word_agrees_with_a_list(dense: u64, mask: u64, thin: u64) {
            for set in [dense, dense & mask, dense & mask & thin, dense | mask, 0, u64::MAX] {
                agrees_with_a_list(set, 64);
            }
        }

        #[test]
        fn a_double_word_agrees_with_a_list(dense: u128, mask: u128, low: u64) {
            for set in [dense, dense & mask, u128::from(low), dense << 64, 0, u128::MAX] {
                agrees_with_a_list(set, 128);
            }
        }
    }
}
