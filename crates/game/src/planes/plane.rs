//! A bit for each of many boards.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// The most bits of numbers that are made of planes.
pub const MOST_BITS: usize = 16;
/// The most words in a plane.
const MOST_WORDS: usize = 8;

/// A bit for each of [`BOARDS`](Plane::BOARDS) boards.
pub trait Plane: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self> {
    /// The number of boards, a multiple of 64.
    const BOARDS: usize;

    /// The same bit for all boards.
    fn all(bit: bool) -> Self;

    /// The bits of 64 boards in each word.
    fn from_words(words: &[u64]) -> Self;

    /// The bits of 64 boards in each word.
    fn to_words(self, words: &mut [u64]);

    /// Whether any bit is set.
    fn any(self) -> bool;

    /// The bits of `self` where `mask` is set, those of `other` elsewhere.
    #[inline(always)]
    fn where_or(self, mask: Self, other: Self) -> Self {
        (self & mask) | (other & !mask)
    }

    /// `self | (a & b)` in one operation where the machine has it: in a loop that carries `b` along, the order of operations is what takes time.
    #[inline(always)]
    fn or_both(self, a: Self, b: Self) -> Self {
        self | (a & b)
    }

    /// `self | (a & !b)`, in one operation likewise.
    #[inline(always)]
    fn or_but(self, a: Self, b: Self) -> Self {
        self | (a & !b)
    }

    /// The bit that at least two of three have.
    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        (a & b) | (c & (a | b))
    }

    /// The number of boards whose bit is set.
    #[inline(always)]
    fn count(self) -> usize {
        let mut words = [0u64; MOST_WORDS];
        self.to_words(&mut words[..Self::BOARDS / 64]);
        words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The boards whose bit is set.
    #[inline(always)]
    fn boards(self) -> Vec<usize> {
        let mut words = [0u64; MOST_WORDS];
        self.to_words(&mut words[..Self::BOARDS / 64]);
        (0..Self::BOARDS).filter(|board| words[board / 64] >> (board % 64) & 1 == 1).collect()
    }

    /// The plane in which the bits of these boards are set.
    #[inline(always)]
    fn of_boards(boards: &[usize]) -> Self {
        let mut words = [0u64; MOST_WORDS];
        for board in boards {
            words[board / 64] |= 1 << (board % 64);
        }
        Self::from_words(&words[..Self::BOARDS / 64])
    }

    /// Board by board, the number whose bits are in these planes, the lowest first.
    #[inline(always)]
    fn spread(planes: &[Self], numbers: &mut [u16]) {
        let mut words = [[0; MOST_WORDS]; MOST_BITS];
        for (words, plane) in words.iter_mut().zip(planes) {
            plane.to_words(&mut words[..Self::BOARDS / 64]);
        }
        for (group, numbers) in numbers.chunks_exact_mut(8).enumerate() {
            let (word, shift) = (group / 8, group % 8 * 8);
            let mut bytes = [0u64; 2];
            for (bit, words) in words[..planes.len()].iter().enumerate() {
                bytes[bit / 8] |= EXPANDED[(words[word] >> shift & 0xff) as usize] << (bit % 8);
            }
            let [low, high] = bytes.map(u64::to_le_bytes);
            for (number, (low, high)) in numbers.iter_mut().zip(low.into_iter().zip(high)) {
                *number = u16::from_le_bytes([low, high]);
            }
        }
    }

    /// The planes of the bits of these numbers: the inverse of [`spread`](Self::spread).
    #[inline(always)]
    fn gather(numbers: &[u16], planes: &mut [Self]) {
        let mut words = [[0; MOST_WORDS]; MOST_BITS];
        for (group, numbers) in numbers.chunks_exact(8).enumerate() {
            let (word, shift) = (group / 8, group % 8 * 8);
            let mut bytes = [0u64; 2];
            for (board, &number) in numbers.iter().enumerate() {
                bytes[0] |= u64::from(number & 0xff) << (8 * board);
                bytes[1] |= u64::from(number >> 8) << (8 * board);
            }
            for (bit, words) in words[..planes.len()].iter_mut().enumerate() {
                words[word] |= contracted(bytes[bit / 8] >> (bit % 8)) << shift;
            }
        }
        for (words, plane) in words.iter().zip(planes) {
            *plane = Self::from_words(&words[..Self::BOARDS / 64]);
        }
    }
}

/// The bits of a byte, each in a byte of its own.
static EXPANDED: [u64; 256] = expanded();

const fn expanded() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// The lowest bits of eight bytes, side by side: the product adds the bit of byte i to place 56 + i, and nothing else to the highest byte.
#[inline(always)]
pub fn contracted(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Planes of plain words, for any machine.
#[derive(Clone, Copy, Debug)]
pub struct Words<const N: usize>([u64; N]);

impl<const N: usize> Plane for Words<N> {
    const BOARDS: usize = 64 * N;

    #[inline(always)]
    fn all(bit: bool) -> Self {
        Words([if bit { u64::MAX } else { 0 }; N])
    }

    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        Words(std::array::from_fn(|word| words[word]))
    }

    #[inline(always)]
    fn to_words(self, words: &mut [u64]) {
        words.copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }
}

macro_rules! operator {
    ($trait:ident, $name:ident, $operator:tt) => {
        impl<const N: usize> $trait for Words<N> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Words(std::array::from_fn(|word| self.0[word] $operator other.0[word]))
            }
        }
    };
}

operator!(BitAnd, bitand, &);
operator!(BitOr, bitor, |);
operator!(BitXor, bitxor, ^);

impl<const N: usize> Not for Words<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Words(self.0.map(|word| !word))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Rng;

    /// Whether planes of this kind do what a list of bits does.
    pub fn agree_with_a_list<P: Plane>() {
        let mut rng = Rng::new(4);
        let mut random = || -> Vec<u64> { (0..P::BOARDS / 64).map(|_| rng.next_u64()).collect() };
        let list = |plane: P| {
            let mut words = vec![0; P::BOARDS / 64];
            plane.to_words(&mut words);
            words
        };
        for _ in 0..100 {
            let (a, b, mask) = (random(), random(), random());
            let (pa, pb, pm) = (P::from_words(&a), P::from_words(&b), P::from_words(&mask));
            let zip = |f: fn(u64, u64) -> u64| -> Vec<u64> { a.iter().zip(&b).map(|(&a, &b)| f(a, b)).collect() };
            assert_eq!(list(pa & pb), zip(|a, b| a & b));
            assert_eq!(list(pa | pb), zip(|a, b| a | b));
            assert_eq!(list(pa ^ pb), zip(|a, b| a ^ b));
            assert_eq!(list(!pa), zip(|a, _| !a));
            let chosen: Vec<u64> = zip(|a, b| a ^ b).iter().zip(&mask).zip(&b).map(|((x, m), b)| x & m ^ b).collect();
            assert_eq!(list(pa.where_or(pm, pb)), chosen);
            let with_both: Vec<u64> = zip(|a, b| a & b).iter().zip(&mask).map(|(both, mask)| both | mask).collect();
            assert_eq!(list(pm.or_both(pa, pb)), with_both);
            let with_one: Vec<u64> = zip(|a, b| a & !b).iter().zip(&mask).map(|(one, mask)| one | mask).collect();
            assert_eq!(list(pm.or_but(pa, pb)), with_one);
            let most: Vec<u64> =
                zip(|a, b| a & b).iter().zip(zip(|a, b| a | b)).zip(&mask).map(|((x, y), m)| x | y & m).collect();
            assert_eq!(list(P::majority(pa, pb, pm)), most);
            numbers_come_back::<P>(&a);
        }
        for board in 0..P::BOARDS {
            let mut words = vec![0; P::BOARDS / 64];
            words[board / 64] = 1 << (board % 64);
            let plane = P::from_words(&words);
            assert!(plane.any());
            assert_eq!((plane.count(), plane.boards()), (1, vec![board]));
            assert_eq!(list(P::of_boards(&[board])), words);
        }
        assert!(!P::all(false).any() && list(P::all(true)).iter().all(|&word| word == u64::MAX));
    }

    fn numbers_come_back<P: Plane>(seed: &[u64]) {
        let mut rng = Rng::new(seed[0]);
        for bits in [1, 7, 9, 10, 16] {
            let numbers: Vec<u16> = (0..P::BOARDS).map(|_| (rng.next_u64() & ((1 << bits) - 1)) as u16).collect();
            let mut planes = vec![P::all(true); bits];
            P::gather(&numbers, &mut planes);
            for (bit, plane) in planes.iter().enumerate() {
                let mut words = vec![0; P::BOARDS / 64];
                plane.to_words(&mut words);
                let expected = |board: usize| u64::from(numbers[board] >> bit & 1);
                assert!((0..P::BOARDS).all(|board| words[board / 64] >> (board % 64) & 1 == expected(board)));
            }
            let mut back = vec![0; P::BOARDS];
            P::spread(&planes, &mut back);
            assert_eq!(back, numbers);
        }
    }

    #[test]
    fn plain_planes_agree_with_a_list() {
        agree_with_a_list::<Words<1>>();
        agree_with_a_list::<Words<4>>();
        agree_with_a_list::<Words<8>>();
    }
}
