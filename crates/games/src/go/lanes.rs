//! Four numbers of 16 bits side by side in one word: what is asked of all four neighbours of a point is asked at once.

/// A one in each lane.
pub const ONES: u64 = 0x0001_0001_0001_0001;

/// Puts four numbers side by side.
#[inline(always)]
pub fn lanes([a, b, c, d]: [u16; 4]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// A one for each lane above `BOUND`. No lane may be above 0x7fff.
#[inline(always)]
pub fn above<const BOUND: u64>(lanes: u64) -> u64 {
    (lanes + (0x7fff - BOUND) * ONES) >> 15 & ONES
}

/// All bits together of the four lanes.
#[inline(always)]
pub fn any(lanes: u64) -> u16 {
    let halves = lanes | lanes >> 32;
    (halves | halves >> 16) as u16
}

/// The four numbers.
#[inline(always)]
pub fn split(lanes: u64) -> [u16; 4] {
    [lanes as u16, (lanes >> 16) as u16, (lanes >> 32) as u16, (lanes >> 48) as u16]
}

/// All bits of each lane that is one.
#[inline(always)]
pub fn full(ones: u64) -> u64 {
    ones * 0xffff
}

/// Whether the lanes marked by `ones` are all the same; the others must be zero.
///
/// They are if and only if each of them has all the bits that any of them has.
#[inline(always)]
pub fn are_equal(lanes: u64, ones: u64) -> bool {
    lanes == (u64::from(any(lanes)) * ONES) & full(ones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_answer_as_four_numbers_do() {
        let numbers = [0, 1, 2, 3, 4, 5, 8, 0x7fff];
        for i in 0..8usize.pow(4) {
            let four = [i % 8, i / 8 % 8, i / 64 % 8, i / 512].map(|i| numbers[i]);
            let packed = lanes(four);
            assert_eq!(split(packed), four);
            assert_eq!(any(packed), four.into_iter().fold(0, |all, number| all | number));
            assert_eq!(split(above::<0>(packed)), four.map(|number| u16::from(number > 0)));
            assert_eq!(split(above::<4>(packed)), four.map(|number| u16::from(number > 4)));
            let ones = above::<0>(packed);
            assert_eq!(split(full(ones)), four.map(|number| if number > 0 { u16::MAX } else { 0 }));
            let mut marked = four.into_iter().filter(|&number| number > 0);
            let first = marked.next();
            assert_eq!(are_equal(packed, ones), marked.all(|number| Some(number) == first));
        }
    }
}
