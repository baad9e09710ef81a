//! Exponentials after [tang1989].
//!
//! x = n·(ln 2)/64 + r with n whole and |r| ≤ (ln 2)/128, n = 64·m + i, so that e^x = 2^m·2^(i/64)·e^r. The 64 powers are in a table, the
//! rest is a short series. The product n·(ln 2)/64 is taken away in two parts, the first of them exact [cody1980].

use super::fixed;
use super::pair;

const STEPS: usize = 64;

/// 2^(i/64) and what it lacks.
static TABLE: [(f64, f64); STEPS] = table();

const fn table() -> [(f64, f64); STEPS] {
    let mut table = [(1.0, 0.0); STEPS];
    let mut i = 0;
    while i < STEPS {
        table[i] = fixed::pair(fixed::exp(fixed::LN_2 * i as i128 / STEPS as i128));
        i += 1;
    }
    table
}

const STEP: f64 = fixed::pair(fixed::LN_2 / STEPS as i128).0;
const STEP_SHORT: (f64, f64) = fixed::short_pair(fixed::LN_2 / STEPS as i128);

/// The nearest whole number of steps, as a number and as the bits of one: adding 1.5·2^52 rounds to a whole number, which the last bits
/// of the sum then are [muller2018].
#[inline(always)]
fn steps(x: f64) -> (f64, i64) {
    const ROUND: f64 = 1.5 * (1u64 << 52) as f64;
    let rounded = x * (1.0 / STEP) + ROUND;
    (rounded - ROUND, rounded.to_bits().wrapping_sub(ROUND.to_bits()) as i64)
}

/// Below 87 either way results are normal numbers.
pub(super) const NEAR: f32 = 87.0;

/// e^x, correctly rounded.
///
/// ```
/// use katsura_game::math::exp_f32;
/// assert_eq!((exp_f32(0.0), exp_f32(1.0), exp_f32(-200.0)), (1.0, std::f32::consts::E, 0.0));
/// ```
#[inline]
pub fn exp_f32(x: f32) -> f32 {
    if x.is_nan() || x.abs() >= NEAR {
        return far(x);
    }
    let exp = quick_exp(x.into());
    if pair::is_near_middle(exp, 1 << 10) { carefully(x) } else { exp as f32 }
}

/// e^x for x up to 88 either way to 2^-44 of its value, which is 2^9 units in the last place. The first term left out is r⁵/120, and n times
/// the step is rounded.
#[inline(always)]
pub(super) fn quick_exp(x: f64) -> f64 {
    let (n, whole) = steps(x);
    let r = x - n * STEP;
    let bits = TABLE[whole as usize % STEPS].0.to_bits();
    let power = f64::from_bits(bits.wrapping_add((whole >> 6 << 52) as u64));
    let r2 = r * r;
    power + power * (r + r2 * ((0.5 + r * (1.0 / 6.0)) + r2 * (1.0 / 24.0)))
}

/// One number of 260,000 needs more digits to be rounded correctly.
#[cold]
fn carefully(x: f32) -> f32 {
    let (pair, m) = exp_pair(x.into(), 0.0);
    pair::nearest_f32((power_of_two(m) * pair.0, power_of_two(m) * pair.1))
}

/// e^x of what may have a subnormal or an infinite exponential, or none.
#[cold]
fn far(x: f32) -> f32 {
    if x.is_nan() {
        f32::NAN
    } else if x > 90.0 {
        f32::INFINITY
    } else if x < -105.0 {
        0.0
    } else {
        carefully(x)
    }
}

/// e^x.
///
/// ```
/// assert_eq!(katsura_game::math::exp(1.0), std::f64::consts::E);
/// ```
#[inline]
pub fn exp(x: f64) -> f64 {
    exp_of_sum(x, 0.0)
}

/// e^(x + tail) for a tail far below x.
#[inline]
pub(super) fn exp_of_sum(x: f64, tail: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    let ((head, tail), m) = exp_pair(x.clamp(-800.0, 800.0), tail);
    let exp = head + tail;
    if (-1022..1024).contains(&m) { exp * power_of_two(m) } else { exp * power_of_two(m / 2) * power_of_two(m - m / 2) }
}

/// The pair p and the whole number m for which e^(x + tail) = 2^m·p, to 2^-60 of its value.
fn exp_pair(x: f64, tail: f64) -> ((f64, f64), i64) {
    let (n, whole) = steps(x);
    let (r, rest) = pair::sum(x - n * STEP_SHORT.0, tail - n * STEP_SHORT.1);
    let r2 = r * r;
    let series = 0.5 + r * (1.0 / 6.0) + r2 * (1.0 / 24.0 + r * (1.0 / 120.0) + r2 * (1.0 / 720.0));
    let (head, missing) = TABLE[whole as usize % STEPS];
    (pair::sum(head, missing + head * (r + (rest + r2 * series))), whole >> 6)
}

/// 2^m for m from −1022 to 1023.
#[inline(always)]
fn power_of_two(m: i64) -> f64 {
    f64::from_bits(((m + 1023) as u64) << 52)
}
