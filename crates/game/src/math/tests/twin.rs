//! Slow twins: the functions as pairs with some hundred digits, from series that share nothing with the tables.

use super::super::pair;
use std::ops::{Add, Mul};
use std::sync::LazyLock;

/// The unevaluated sum of two numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair(pub(super) f64, pub(super) f64);

const LN_2: Pair = Pair(f64::from_bits(0x3fe6_2e42_fefa_39ef), f64::from_bits(0x3c7a_bc9e_3b39_803f));

fn two_sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    let second = sum - a;
    Pair(sum, (a - (sum - second)) + (b - second))
}

fn two_product(a: f64, b: f64) -> Pair {
    let (product, error) = pair::product(a, b);
    Pair(product, error)
}

impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        let (heads, tails) = (two_sum(self.0, other.0), two_sum(self.1, other.1));
        let Pair(head, tail) = two_sum(heads.0, heads.1 + tails.0);
        two_sum(head, tail + tails.1)
    }
}

impl Mul for Pair {
    type Output = Pair;

    fn mul(self, other: Pair) -> Pair {
        let Pair(head, tail) = two_product(self.0, other.0);
        two_sum(head, tail + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Pair {
    pub(super) fn of(x: f64) -> Pair {
        Pair(x, 0.0)
    }

    fn by(self, divisor: Pair) -> Pair {
        let mut rest = self;
        let mut quotient = Pair::of(0.0);
        for _ in 0..3 {
            let part = Pair::of(rest.0 / divisor.0);
            quotient = quotient + part;
            rest = rest + Pair(-part.0, 0.0) * divisor;
        }
        quotient
    }

    /// How far a number is from this one, in units of its last place.
    pub(super) fn ulps_to(self, x: f64) -> f64 {
        let next = f64::from_bits(x.abs().to_bits() + 1);
        (((x - self.0) - self.1) / (next - x.abs())).abs()
    }
}

/// ln x of a positive finite number by 2·artanh((z − 1)/(z + 1)).
pub(super) fn ln(x: f64) -> Pair {
    let (x, shift) = if x < f64::MIN_POSITIVE { (x * 2f64.powi(60), 60.0) } else { (x, 0.0) };
    let mut k = (x.to_bits() >> 52) as f64 - 1023.0;
    let mut z = f64::from_bits((x.to_bits() & ((1 << 52) - 1)) | 1f64.to_bits());
    if z > std::f64::consts::SQRT_2 {
        (k, z) = (k + 1.0, z / 2.0);
    }
    let t = Pair::of(z - 1.0).by(two_sum(z, 1.0));
    let t2 = t * t;
    let mut series = Pair::of(0.0);
    for odd in (0..20).rev().map(|n| f64::from(2 * n + 1)) {
        series = Pair::of(1.0).by(Pair::of(odd)) + t2 * series;
    }
    shifted(Pair::of(2.0) * t * series, k - shift)
}

/// The logarithm of 2^k times a number whose logarithm is this.
pub(super) fn shifted(ln: Pair, k: f64) -> Pair {
    Pair::of(k) * LN_2 + ln
}

/// 1/n!
static COEFFICIENTS: LazyLock<[Pair; 26]> = LazyLock::new(|| {
    let mut inverse = Pair::of(1.0);
    std::array::from_fn(|n| {
        inverse = inverse.by(Pair::of(n.max(1) as f64));
        inverse
    })
});

/// e^x as a pair times 2 to a whole number, by the power series.
pub(super) fn exp(x: Pair) -> (Pair, i32) {
    let n = (x.0 / LN_2.0).round();
    let r = x + Pair::of(-n) * LN_2;
    let series = COEFFICIENTS.iter().rev().fold(Pair::of(0.0), |series, &coefficient| coefficient + r * series);
    (series, n as i32)
}
