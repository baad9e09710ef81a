//! Natural logarithms after [tang1990].
//!
//! x = 2^k·z with z from 181/256 to 362/256, c is the nearest of 128 numbers with eight digits to z, and
//! ln x = k·ln 2 + ln c + ln(1 + r) with r = (z − c)/c, |r| ≤ 2^-8. 1/c and ln c are in a table, the rest is a short series. Around 1 k and ln c
//! are 0 and r is exact, so that the relative error stays small there, too.

use super::fixed;
use super::pair;

/// What the table knows about a centre c.
#[derive(Clone, Copy)]
struct Centre {
    /// 1/c
    inverse: f64,
    /// ln c to 42 binary places.
    head: f64,
    /// What the head lacks.
    tail: f64,
}

/// The bits of the smallest centre, 181/256.
const FIRST: u64 = 0x3fe6_a000_0000_0000;
/// Centres are so many bits apart.
const APART: u32 = 45;
const CENTRES: usize = 128;

const CENTRE: [Centre; CENTRES] = table();
static TABLE: [Centre; CENTRES] = CENTRE;

const fn table() -> [Centre; CENTRES] {
    let mut table = [Centre { inverse: 1.0, head: 0.0, tail: 0.0 }; CENTRES];
    let mut place = 0;
    while place < CENTRES {
        // 181/256, …, 255/256, 128/128, …, 180/128
        let above = 181 + place as i128;
        let ln = if above < 256 { -fixed::ln_ratio(256, above) } else { fixed::ln_ratio(above - 128, 128) };
        let (head, tail) = fixed::short_pair(ln);
        table[place] = Centre { inverse: 1.0 / f64::from_bits(FIRST + ((place as u64) << APART)), head, tail };
        place += 1;
    }
    table
}

const LN_2: f64 = fixed::pair(fixed::LN_2).0;
const LN_2_SHORT: (f64, f64) = fixed::short_pair(fixed::LN_2);

/// A positive normal number as 2^k·(c + offset).
struct Reduced {
    k: f64,
    c: f64,
    offset: f64,
    centre: Centre,
}

#[inline(always)]
const fn reduce(table: &[Centre; CENTRES], bits: u64) -> Reduced {
    let from = bits.wrapping_sub(FIRST - (1 << (APART - 1)));
    let place = (from >> APART) as usize % CENTRES;
    let exponent = from & 0xfff << 52;
    let c = f64::from_bits(FIRST + ((place as u64) << APART));
    let z = f64::from_bits(bits.wrapping_sub(exponent));
    Reduced { k: (exponent as i64 >> 52) as f64, c, offset: z - c, centre: table[place] }
}

/// Whole numbers whose logarithms are looked up.
const COUNTS: usize = 1024;

static OF_COUNTS: [f32; COUNTS] = of_counts();

const fn of_counts() -> [f32; COUNTS] {
    let mut logarithms = [f32::NEG_INFINITY; COUNTS];
    let mut count = 1;
    while count < COUNTS {
        logarithms[count] = quick_ln_by(&CENTRE, count as f64) as f32;
        count += 1;
    }
    logarithms
}

/// As [`ln_f32`], and faster for whole numbers below a thousand, such as numbers of visits.
///
/// ```
/// use katsura_game::math::{ln_f32, ln_of_count};
/// assert_eq!((ln_of_count(100.0), ln_of_count(0.5)), (ln_f32(100.0), ln_f32(0.5)));
/// ```
#[inline]
pub fn ln_of_count(x: f32) -> f32 {
    let count = x as usize;
    if count < COUNTS && count as f32 == x {
        OF_COUNTS[count]
    } else if x >= COUNTS as f32 && x < f32::INFINITY {
        ln_of_many(x)
    } else {
        ln_f32(x)
    }
}

/// ln x of a number from [`COUNTS`] on, correctly rounded. The first term left out is r⁴/4 ≤ 2^-34, which is less than 2^17 units in the last
/// place of a logarithm above 6.9.
#[inline]
fn ln_of_many(x: f32) -> f32 {
    let Reduced { k, offset, centre, .. } = reduce(&TABLE, f64::from(x).to_bits());
    let r = offset * centre.inverse;
    let ln = ((k * LN_2 + centre.head) + r) - r * r * (0.5 - r * (1.0 / 3.0));
    if pair::is_near_middle(ln, 1 << 17) { carefully(x) } else { ln as f32 }
}

/// ln x, correctly rounded. −∞ at 0, NaN below.
///
/// ```
/// use katsura_game::math::ln_f32;
/// assert_eq!((ln_f32(1.0), ln_f32(100.0), ln_f32(0.0)), (0.0, 4.605_170_3, f32::NEG_INFINITY));
/// ```
#[inline]
pub fn ln_f32(x: f32) -> f32 {
    if x.to_bits().wrapping_sub(1) >= f32::INFINITY.to_bits() - 1 {
        return outside(x.into()) as f32;
    }
    let ln = quick_ln(x.into());
    if pair::is_near_middle(ln, 1 << 11) { carefully(x) } else { ln as f32 }
}

/// ln x of a positive normal number to 2^-42.5 of its value, which is 2^10.5 units in the last place. The first term left out is r⁶/6.
#[inline(always)]
pub(super) fn quick_ln(x: f64) -> f64 {
    quick_ln_by(&TABLE, x)
}

#[inline(always)]
const fn quick_ln_by(table: &[Centre; CENTRES], x: f64) -> f64 {
    let Reduced { k, offset, centre, .. } = reduce(table, x.to_bits());
    let r = offset * centre.inverse;
    let r2 = r * r;
    let series = r - r2 * ((0.5 - r * (1.0 / 3.0)) + r2 * (0.25 - r * 0.2));
    (k * LN_2 + centre.head) + (centre.tail + series)
}

/// One number of 130,000 needs more digits to be rounded correctly.
#[cold]
fn carefully(x: f32) -> f32 {
    pair::nearest_f32(ln_pair(f64::from(x)))
}

/// ln x. −∞ at 0, NaN below.
///
/// ```
/// assert_eq!(katsura_game::math::ln(10.0), std::f64::consts::LN_10);
/// ```
#[inline]
pub fn ln(x: f64) -> f64 {
    if x.to_bits().wrapping_sub(1) >= f64::INFINITY.to_bits() - 1 {
        return outside(x);
    }
    let (head, tail) = ln_pair(x);
    head + tail
}

/// The logarithm of what is not a positive finite number.
#[cold]
fn outside(x: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x > 0.0 {
        x
    } else {
        f64::NAN
    }
}

/// ln x of a positive finite number as a pair, to 2^-68 of its value.
pub(super) fn ln_pair(x: f64) -> (f64, f64) {
    let (bits, shift) = if x < f64::MIN_POSITIVE { ((x * (1u64 << 52) as f64).to_bits(), 52.0) } else { (x.to_bits(), 0.0) };
    let Reduced { k, c, offset, centre } = reduce(&TABLE, bits);
    let k = k - shift;
    // r = r1 + r2; r1 has 24 digits, so that its products with c and with itself are exact.
    let r1 = f64::from((offset * centre.inverse) as f32);
    let r2 = (offset - r1 * c) * centre.inverse;
    let r = r1 + r2;
    let square = r * r;
    let last = (1.0 / 7.0 - r * 0.125) + square * (1.0 / 9.0);
    let series = r * square * ((1.0 / 3.0 - r * 0.25) + square * ((0.2 - r * (1.0 / 6.0)) + square * last));
    let (head, first) = pair::sum(k * LN_2_SHORT.0 + centre.head, r1);
    let (head, second) = pair::sum(head, -0.5 * r1 * r1);
    let small = (first + second) + (k * LN_2_SHORT.1 + centre.tail);
    pair::sum(head, small + (r2 - r2 * (r1 + 0.5 * r2) + series))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_that_are_looked_up_are_those_that_are_worked_out() {
        for number in 0..4096 {
            let x = number as f32 * 0.5;
            assert_eq!(ln_of_count(x).to_bits(), ln_f32(x).to_bits(), "{x}");
        }
        let many = (COUNTS as f32).to_bits()..f32::INFINITY.to_bits();
        for x in many.step_by(1009).map(f32::from_bits) {
            assert_eq!(ln_of_count(x).to_bits(), ln_f32(x).to_bits(), "{x}");
        }
        assert!(ln_of_count(-1.0).is_nan() && ln_of_count(f32::NAN).is_nan());
    }
}
