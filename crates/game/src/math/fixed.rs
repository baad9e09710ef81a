//! Whole numbers as fractions of 2^120, to make tables when the program is compiled.

/// How many units are 1.
pub(super) const ONE: i128 = 1 << 120;

/// ln 2.
pub(super) const LN_2: i128 = ln_ratio(2, 1);

/// The product of two numbers from 0 to 2.
const fn times(a: i128, b: i128) -> i128 {
    const LOW: i128 = (1 << 60) - 1;
    let crosswise = (a >> 60) * (b & LOW) + (a & LOW) * (b >> 60);
    (a >> 60) * (b >> 60) + (crosswise >> 60)
}

/// ln(a/b) for numbers from 1 to 256 that are at most a factor of two apart, by
/// ln(a/b) = 2·(t + t³/3 + t⁵/5 + …), t = (a − b)/(a + b) [abramowitz1964, 4.1.27].
pub(super) const fn ln_ratio(a: i128, b: i128) -> i128 {
    let (difference, total) = (a - b, a + b);
    let (mut power, mut odd, mut sum) = (ONE / total * difference, 1, 0);
    while power != 0 {
        sum += power / odd;
        power = power / total * difference / total * difference;
        odd += 2;
    }
    2 * sum
}

/// e^x for x from 0 to ln 2, by its power series.
pub(super) const fn exp(x: i128) -> i128 {
    let (mut term, mut n, mut sum) = (ONE, 1, 0);
    while term != 0 {
        sum += term;
        term = times(term, x) / n;
        n += 1;
    }
    sum
}

/// The number as the nearest `f64`, and what is missing.
pub(super) const fn pair(x: i128) -> (f64, f64) {
    let head = x as f64;
    (scaled(head), scaled((x - head as i128) as f64))
}

/// The number as a multiple of 2^-42, and what is missing. Such multiples below 1024 are added, and multiplied by small whole numbers,
/// without rounding.
pub(super) const fn short_pair(x: i128) -> (f64, f64) {
    const UNIT: i128 = ONE >> 42;
    let head = (x + UNIT / 2).div_euclid(UNIT) * UNIT;
    (scaled(head as f64), scaled((x - head) as f64))
}

const fn scaled(units: f64) -> f64 {
    units / ONE as f64
}
