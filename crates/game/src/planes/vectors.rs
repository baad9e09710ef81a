//! Planes in the vector registers of x86-64.
//!
//! Every function here is made of instructions that not every machine has. `processor.rs` names these types only in functions that it calls
//! after it has asked the processor, and this is what all `unsafe` in this file rests on: a value of [`Avx512`] is made only on a machine with AVX-512 F, VL,
//! DQ and BW, a value of [`Avx2`] only on one with AVX2. Plain planes were 4 times slower on 9x9 Go
//! (`docs/book/src/decisions/0003-playouts.md`).

use super::plane::{MOST_BITS, Plane};
use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// 512 boards.
#[derive(Clone, Copy)]
pub struct Avx512(__m512i);

/// 256 boards.
#[derive(Clone, Copy)]
pub struct Avx2(__m256i);

macro_rules! plane {
    ($plane:ident, $boards:literal, $set:ident, $load:ident, $store:ident, $any:expr, { $($numbers:item)* }) => {
        impl Plane for $plane {
            const BOARDS: usize = $boards;

            #[inline(always)]
            fn all(bit: bool) -> Self {
                // SAFETY: the machine has the instructions, see the top of the file
                $plane(unsafe { $set(-i64::from(bit)) })
            }

            #[inline(always)]
            fn from_words(words: &[u64]) -> Self {
                assert_eq!(words.len(), $boards / 64, "there is a word for every 64 boards");
                // SAFETY: as in `all`; the words to be read are there
                $plane(unsafe { $load(words.as_ptr().cast()) })
            }

            #[inline(always)]
            fn to_words(self, words: &mut [u64]) {
                assert_eq!(words.len(), $boards / 64, "there is a word for every 64 boards");
                // SAFETY: as in `all`; the words to be written are there
                unsafe { $store(words.as_mut_ptr().cast(), self.0) }
            }

            #[inline(always)]
            fn any(self) -> bool {
                // SAFETY: as in `all`
                unsafe { $any(self.0) }
            }

            $($numbers)*
        }

        impl Not for $plane {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                self ^ Self::all(true)
            }
        }
    };
}

macro_rules! operator {
    ($plane:ident, $trait:ident, $name:ident, $instruction:ident) => {
        impl $trait for $plane {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                // SAFETY: the machine has the instructions, see the top of the file
                $plane(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}

plane!(Avx2, 256, _mm256_set1_epi64x, _mm256_loadu_si256, _mm256_storeu_si256, |x| _mm256_testz_si256(x, x) == 0, {});
operator!(Avx2, BitAnd, bitand, _mm256_and_si256);
operator!(Avx2, BitOr, bitor, _mm256_or_si256);
operator!(Avx2, BitXor, bitxor, _mm256_xor_si256);

plane!(Avx512, 512, _mm512_set1_epi64, _mm512_loadu_si512, _mm512_storeu_si512, |x| _mm512_test_epi64_mask(x, x) != 0, {
    #[inline(always)]
    fn or_both(self, a: Self, b: Self) -> Self {
        // SAFETY: as in `all`; 0xf8 is the table of x | (y & z)
        Avx512(unsafe { _mm512_ternarylogic_epi64::<0xf8>(self.0, a.0, b.0) })
    }

    #[inline(always)]
    fn or_but(self, a: Self, b: Self) -> Self {
        // SAFETY: as in `all`; 0xf4 is the table of x | (y & !z)
        Avx512(unsafe { _mm512_ternarylogic_epi64::<0xf4>(self.0, a.0, b.0) })
    }

    #[inline(always)]
    fn where_or(self, mask: Self, other: Self) -> Self {
        // SAFETY: as in `all`; 0xca is the table of x ? y : z
        Avx512(unsafe { _mm512_ternarylogic_epi64::<0xca>(mask.0, self.0, other.0) })
    }

    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: as in `all`; 0xe8 is the table of the majority
        Avx512(unsafe { _mm512_ternarylogic_epi64::<0xe8>(a.0, b.0, c.0) })
    }

    /// A plane is a mask for each 32 boards: the numbers are sums under masks.
    #[inline(always)]
    fn spread(planes: &[Self], numbers: &mut [u16]) {
        let mut masks = [[0u32; 16]; MOST_BITS];
        for (masks, plane) in masks.iter_mut().zip(planes) {
            // SAFETY: as in `all`; 16 masks of 32 bits are a plane
            unsafe { _mm512_storeu_si512(masks.as_mut_ptr().cast(), plane.0) }
        }
        for (part, numbers) in numbers.chunks_exact_mut(32).enumerate() {
            // SAFETY: as in `all`; 32 numbers of 16 bits are as wide as a plane
            unsafe {
                let mut sum = _mm512_setzero_si512();
                for (bit, masks) in masks[..planes.len()].iter().enumerate() {
                    sum = _mm512_mask_add_epi16(sum, masks[part], sum, _mm512_set1_epi16(1 << bit));
                }
                _mm512_storeu_si512(numbers.as_mut_ptr().cast(), sum);
            }
        }
    }

    #[inline(always)]
    fn gather(numbers: &[u16], planes: &mut [Self]) {
        let mut masks = [[0u32; 16]; MOST_BITS];
        for (part, numbers) in numbers.chunks_exact(32).enumerate() {
            // SAFETY: as in `all`; 32 numbers of 16 bits are as wide as a plane
            let numbers = unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) };
            for (bit, masks) in masks[..planes.len()].iter_mut().enumerate() {
                // SAFETY: as in `all`
                masks[part] = unsafe { _mm512_test_epi16_mask(numbers, _mm512_set1_epi16(1 << bit)) };
            }
        }
        for (masks, plane) in masks.iter().zip(planes) {
            // SAFETY: as in `all`; 16 masks of 32 bits are a plane
            *plane = Avx512(unsafe { _mm512_loadu_si512(masks.as_ptr().cast()) });
        }
    }
});
operator!(Avx512, BitAnd, bitand, _mm512_and_si512);
operator!(Avx512, BitOr, bitor, _mm512_or_si512);
operator!(Avx512, BitXor, bitxor, _mm512_xor_si512);

#[cfg(test)]
mod tests {
    use super::super::plane::tests::agree_with_a_list;
    use super::super::processor::Processor;
    use super::*;

    #[test]
    fn vectors_agree_with_a_list_where_the_machine_has_them() {
        if Processor::Avx2.is_here() {
            agree_with_a_list::<Avx2>();
        }
        if Processor::Avx512.is_here() {
            agree_with_a_list::<Avx512>();
        }
    }
}
