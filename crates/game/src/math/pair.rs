//! Numbers as unevaluated sums of two, for what has to be more precise than one of them.

/// a + b and the error of that sum, exactly, if |a| ≥ |b| or a = 0 [dekker1971].
#[inline(always)]
pub(super) fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// a·b and the error of that product, exactly, for numbers below 2^990 whose product is not near the smallest [dekker1971].
#[inline(always)]
pub(super) fn product(a: f64, b: f64) -> (f64, f64) {
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
    let product = a * b;
    (product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
}

/// A number as the sum of two with half the digits each (Veltkamp's splitting [dekker1971]).
#[inline(always)]
fn halves(x: f64) -> (f64, f64) {
    let shifted = x * ((1u64 << 27) + 1) as f64;
    let upper = shifted - (shifted - x);
    (upper, x - upper)
}

/// The `f32` nearest to the sum of a pair, |head| ≥ |tail|. The sum is rounded to odd first, so that rounding twice is rounding once
/// [boldo2008].
pub(super) fn nearest_f32((head, tail): (f64, f64)) -> f32 {
    let (sum, rest) = sum(head, tail);
    let bits = sum.to_bits();
    let odd = match rest {
        rest if rest == 0.0 || bits & 1 == 1 => bits,
        rest if (rest > 0.0) == (sum > 0.0) => bits + 1,
        _ => bits - 1,
    };
    f64::from_bits(odd) as f32
}

/// Whether an error of less than `ulps` units in the last place could change which `f32` is nearest: whether the number is that near to the
/// middle between two [ziv1991]. For results that are normal as `f32`.
#[inline(always)]
pub(super) fn is_near_middle(x: f64, ulps: u64) -> bool {
    const LOST: u64 = 1 << 29;
    x.to_bits().wrapping_add(ulps).wrapping_sub(LOST / 2) % LOST < 2 * ulps
}
