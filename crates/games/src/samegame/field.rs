//! Sets of cells of a board as bits: columns side by side, the lowest cell of each first.

use crate::bits::Bits;
use katsura_game::Rng;
use std::ops::{BitAnd, BitOr, Not};

/// A set of cells. A column has `STRIDE` bits, of which at least the last is never used, so that a step up or down
/// stays inside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field<const WORDS: usize, const STRIDE: usize>([u64; WORDS]);

impl<const WORDS: usize, const STRIDE: usize> Field<WORDS, STRIDE> {
    pub(super) const EMPTY: Self = Field([0; WORDS]);
    /// The bits of the first column of a word.
    const COLUMN: u64 = (1 << STRIDE) - 1;

    #[inline]
    pub(super) fn one(bit: usize) -> Self {
        let mut field = Self::EMPTY;
        field.0[bit / 64] = 1 << (bit % 64);
        field
    }

    #[inline]
    fn combine(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Field(std::array::from_fn(|word| with(self.0[word], other.0[word])))
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count()).sum()
    }

    #[inline]
    pub(super) fn has(self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// These cells but for those.
    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        self.combine(other, |mine, theirs| mine & !theirs)
    }

    /// The cells above these.
    #[inline]
    pub(super) fn above(self) -> Self {
        Field(self.0.map(|word| word << 1))
    }

    /// The cells below these. None may be the lowest of its column, except to be masked out by the caller.
    #[inline]
    pub(super) fn below(self) -> Self {
        Field(self.0.map(|word| word >> 1))
    }

    /// The cells right of these.
    #[inline]
    pub(super) fn to_the_right(self) -> Self {
        let carried = |word: usize| if word == 0 { 0 } else { self.0[word - 1] >> (64 - STRIDE) };
        Field(std::array::from_fn(|word| self.0[word] << STRIDE | carried(word)))
    }

    /// The cells left of these.
    #[inline]
    pub(super) fn to_the_left(self) -> Self {
        let carried = |word: usize| if word + 1 == WORDS { 0 } else { self.0[word + 1] << (64 - STRIDE) };
        Field(std::array::from_fn(|word| self.0[word] >> STRIDE | carried(word)))
    }

    /// The lowest bit of a set that is not empty.
    #[inline]
    pub(super) fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        word * 64 + self.0[word].trailing_zeros() as usize
    }

    /// One of its bits, drawn uniformly. The set must not be empty.
    #[inline]
    pub(super) fn draw(self, rng: &mut Rng) -> usize {
        let counts = self.0.map(|word| word.count());
        let mut rank = rng.below(counts.iter().sum());
        let mut word = 0;
        while rank >= counts[word] {
            rank -= counts[word];
            word += 1;
        }
        word * 64 + self.0[word].select(rank) as usize
    }

    /// A number for the set: different sets have different ones up to accidents of 64 bits.
    #[inline]
    pub(super) fn hash(self, seed: u64) -> u64 {
        let mix = |hash: u64, &word: &u64| {
            let product = u128::from(hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
            (product as u64) ^ (product >> 64) as u64
        };
        self.0.iter().fold(seed, mix)
    }

    /// Its bits, from the lowest.
    pub(super) fn bits(self) -> impl Iterator<Item = usize> {
        (0..WORDS).flat_map(move |word| crate::bits::cells(self.0[word]).map(move |bit| word * 64 + bit as usize))
    }

    /// Takes away the cells of `gone`, one column after the other, in each of the fields: what lies above falls down.
    #[inline]
    pub(super) fn collapse<const FIELDS: usize>(fields: [&mut Self; FIELDS], gone: Self) {
        let mut fields = fields;
        for word in 0..WORDS {
            let mut rest = gone.0[word];
            while rest != 0 {
                let shift = rest.trailing_zeros() as usize / STRIDE * STRIDE;
                let mut holes = rest >> shift & Self::COLUMN;
                rest &= !(Self::COLUMN << shift);
                while holes != 0 {
                    let low = holes.trailing_zeros();
                    let run = (!(holes >> low)).trailing_zeros();
                    let stays = (1u64 << low) - 1;
                    for field in &mut fields {
                        let column = field.0[word] >> shift & Self::COLUMN;
                        let fallen = column & stays | column >> run & !stays;
                        field.0[word] ^= (column ^ fallen) << shift;
                    }
                    holes = holes >> run & !stays;
                }
            }
        }
    }

    /// The lowest cells of the columns that these cells lie in.
    #[inline]
    pub(super) fn floors(self) -> Self {
        let mut floors = Self::EMPTY;
        for word in 0..WORDS {
            let mut rest = self.0[word];
            while rest != 0 {
                let shift = rest.trailing_zeros() as usize / STRIDE * STRIDE;
                rest &= !(Self::COLUMN << shift);
                floors.0[word] |= 1 << shift;
            }
        }
        floors
    }

    /// Without the column whose lowest cell this bit is: those right of it move to the left.
    pub(super) fn close(self, floor: usize) -> Self {
        let moved = self.to_the_left();
        Field(std::array::from_fn(|word| {
            let stays = match (floor / 64).cmp(&word) {
                std::cmp::Ordering::Greater => u64::MAX,
                std::cmp::Ordering::Equal => (1u64 << (floor % 64)) - 1,
                std::cmp::Ordering::Less => 0,
            };
            self.0[word] & stays | moved.0[word] & !stays
        }))
    }
}

impl<const WORDS: usize, const STRIDE: usize> BitAnd for Field<WORDS, STRIDE> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.combine(other, |mine, theirs| mine & theirs)
    }
}

impl<const WORDS: usize, const STRIDE: usize> BitOr for Field<WORDS, STRIDE> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.combine(other, |mine, theirs| mine | theirs)
    }
}

impl<const WORDS: usize, const STRIDE: usize> Not for Field<WORDS, STRIDE> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Field(self.0.map(|word| !word))
    }
}
