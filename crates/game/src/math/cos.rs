//! Cosines, by power series within an eighth of a turn.

use super::pair;

/// π/2 in three parts; the first two have 33 digits, so that their products with small whole numbers are exact [cody1980].
const RIGHT_ANGLE: [f64; 3] =
    [f64::from_bits(0x3ff9_21fb_5440_0000), f64::from_bits(0x3dd0_b461_1a60_0000), f64::from_bits(0x3ba3_198a_2e03_7073)];

/// cos x for x up to 1000 either way, which is far more than a turn; NaN beyond.
///
/// ```
/// assert_eq!((katsura_game::math::cos(0.0), katsura_game::math::cos(std::f64::consts::PI)), (1.0, -1.0));
/// ```
pub fn cos(x: f64) -> f64 {
    if x.is_nan() || x.abs() > 1000.0 {
        return f64::NAN;
    }
    // Adding 1.5·2^52 rounds to a whole number [muller2018].
    const ROUND: f64 = 1.5 * (1u64 << 52) as f64;
    let angles = x * std::f64::consts::FRAC_2_PI + ROUND - ROUND;
    let (r, missing) = pair::sum(x - angles * RIGHT_ANGLE[0], -angles * RIGHT_ANGLE[1]);
    let (r, tail) = pair::sum(r, missing - angles * RIGHT_ANGLE[2]);
    match (angles as i64).rem_euclid(4) {
        0 => cos_near(r, tail),
        1 => -sin_near(r, tail),
        2 => -cos_near(r, tail),
        _ => sin_near(r, tail),
    }
}

/// cos(r + tail) for |r| ≤ π/4.
fn cos_near(r: f64, tail: f64) -> f64 {
    let r2 = r * r;
    let last = 1.0 / 479_001_600.0 - r2 * (1.0 / 87_178_291_200.0 - r2 * (1.0 / 20_922_789_888_000.0));
    let series = 1.0 / 24.0 - r2 * (1.0 / 720.0 - r2 * (1.0 / 40_320.0 - r2 * (1.0 / 3_628_800.0 - r2 * last)));
    let (head, missing) = pair::sum(1.0, -0.5 * r2);
    head + (missing + (r2 * r2 * series - r * tail))
}

/// sin(r + tail) for |r| ≤ π/4.
fn sin_near(r: f64, tail: f64) -> f64 {
    let r2 = r * r;
    let last = 1.0 / 6_227_020_800.0 - r2 * (1.0 / 1_307_674_368_000.0 - r2 * (1.0 / 355_687_428_096_000.0));
    let middle = 1.0 / 5040.0 - r2 * (1.0 / 362_880.0 - r2 * (1.0 / 39_916_800.0 - r2 * last));
    let series = 1.0 / 6.0 - r2 * (1.0 / 120.0 - r2 * middle);
    r + (tail * (1.0 - 0.5 * r2) - r * r2 * series)
}
