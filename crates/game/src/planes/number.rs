//! A number for each of many boards, a plane for each of its bits.

use super::plane::Plane;

/// A number for each board, the lowest bit first. Functions look at the lowest `width` bits only, which are known when they are compiled into the loops.
#[derive(Clone, Copy, Debug)]
pub struct Number<P, const DIGITS: usize = 10>(pub [P; DIGITS]);

impl<P: Plane, const DIGITS: usize> Number<P, DIGITS> {
    /// Zero for every board.
    #[inline(always)]
    pub fn zero() -> Self {
        Number([P::all(false); DIGITS])
    }

    /// Adds the number of set bits among three.
    #[inline(always)]
    pub fn add_three(&mut self, [a, b, c]: [P; 3], width: usize) {
        let (sum, twos) = full_add(a, b, c);
        let carry = self.0[0] & sum;
        self.0[0] = self.0[0] ^ sum;
        let (sum, mut carry) = full_add(self.0[1], twos, carry);
        self.0[1] = sum;
        for digit in &mut self.0[2..width] {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }

    /// Takes one where the bit is set; zero becomes the largest number. Returns where it was zero.
    #[inline(always)]
    pub fn take(&mut self, bit: P, width: usize) -> P {
        let mut borrow = bit;
        for digit in &mut self.0[..width] {
            (*digit, borrow) = (*digit ^ borrow, !*digit & borrow);
        }
        borrow
    }

    /// The sum with another number.
    #[inline(always)]
    pub fn plus(&self, other: &Self, width: usize) -> Self {
        let mut sum = *self;
        let mut carry = P::all(false);
        for (digit, &more) in sum.0[..width].iter_mut().zip(&other.0) {
            (*digit, carry) = full_add(*digit, more, carry);
        }
        sum
    }

    /// The difference, which must not be negative.
    #[inline(always)]
    pub fn minus(&self, other: &Self, width: usize) -> Self {
        let mut difference = *self;
        let mut borrow = P::all(false);
        for (digit, &less) in difference.0[..width].iter_mut().zip(&other.0) {
            (*digit, borrow) = (*digit ^ less ^ borrow, borrowed(*digit, less, borrow));
        }
        difference
    }

    /// Whether this is less than the other number.
    #[inline(always)]
    pub fn is_below(&self, other: &Self, width: usize) -> P {
        let mut borrow = P::all(false);
        for (&digit, &less) in self.0[..width].iter().zip(&other.0) {
            borrow = borrowed(digit, less, borrow);
        }
        borrow
    }

    /// Whether this is zero.
    #[inline(always)]
    pub fn is_zero(&self, width: usize) -> P {
        let mut any = P::all(false);
        for &digit in &self.0[..width] {
            any = any | digit;
        }
        !any
    }
}

/// The sum and the carry of three bits.
#[inline(always)]
fn full_add<P: Plane>(a: P, b: P, c: P) -> (P, P) {
    (a ^ b ^ c, P::majority(a, b, c))
}

/// Whether `a − b − c` borrows from the next digit.
#[inline(always)]
fn borrowed<P: Plane>(a: P, b: P, c: P) -> P {
    (!a & (b | c)) | (b & c)
}

#[cfg(test)]
mod tests {
    use super::super::plane::Words;
    use super::*;

    type Plain = Words<1>;

    fn number(values: &[u16; 64]) -> Number<Plain> {
        let mut number = Number::zero();
        Plain::gather(values, &mut number.0);
        number
    }

    fn values(number: &Number<Plain>) -> [u16; 64] {
        let mut values = [0; 64];
        Plain::spread(&number.0, &mut values);
        values
    }

    fn bits(plane: Plain) -> [bool; 64] {
        let mut word = [0];
        plane.to_words(&mut word);
        std::array::from_fn(|board| word[0] >> board & 1 == 1)
    }

    #[test]
    fn numbers_count_as_numbers_do() {
        for round in 0..200u16 {
            let a: [u16; 64] = std::array::from_fn(|board| (board as u16 * 37 + round * 11) % 480);
            let b: [u16; 64] = std::array::from_fn(|board| (board as u16 * 53 + round * 7) % (a[board] + 1));
            let (na, nb) = (number(&a), number(&b));
            assert_eq!(values(&na.plus(&nb, 10)), std::array::from_fn(|board| a[board] + b[board]));
            assert_eq!(values(&na.minus(&nb, 10)), std::array::from_fn(|board| a[board] - b[board]));
            assert_eq!(bits(nb.is_below(&na, 10)), std::array::from_fn(|board| b[board] < a[board]));
            assert_eq!(bits(na.is_below(&nb, 10)), [false; 64]);
            assert_eq!(bits(nb.is_zero(10)), std::array::from_fn(|board| b[board] == 0));
            let words = [0x5555_5555_5555_5555, 0x0f0f_3333_ffff_0000, u64::from(round).wrapping_mul(0x9e37_79b9_7f4a_7c15)];
            let three = words.map(|word| Plain::from_words(&[word]));
            let mut sum = na;
            sum.add_three(three, 10);
            let ones = |board: usize| words.iter().map(|word| (word >> board & 1) as u16).sum::<u16>();
            assert_eq!(values(&sum), std::array::from_fn(|board| a[board] + ones(board)));
            let mut less = sum;
            for plane in three {
                let (before, was_zero) = (values(&less), bits(less.take(plane, 10)));
                assert_eq!(was_zero, std::array::from_fn(|board| before[board] == 0 && bits(plane)[board]));
            }
            assert_eq!(values(&less), a);
        }
    }
}
