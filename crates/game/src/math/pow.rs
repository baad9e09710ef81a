//! Powers, as exponentials of multiples of logarithms.

use super::exp::{NEAR, exp_of_sum, quick_exp};
use super::ln::{ln_pair, quick_ln};
use super::pair;

/// x^y for x ≥ 0; NaN for negative x. Whatever the other is, x^0 and 1^y are 1.
///
/// The logarithm comes with 68 digits, because its error is multiplied by y·ln x, which is up to 745.
///
/// ```
/// use katsura_game::math::pow;
/// assert_eq!((pow(2.0, 10.0), pow(0.0, 0.5), pow(0.0, 0.0)), (1024.0, 0.0, 1.0));
/// ```
pub fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 || x == f64::INFINITY {
        return if (x == 0.0) == (y > 0.0) { 0.0 } else { f64::INFINITY };
    }
    let (head, tail) = ln_pair(x);
    if (head * y).abs() > 800.0 {
        return if head * y > 0.0 { f64::INFINITY } else { 0.0 };
    }
    let (exponent, error) = pair::product(head, y);
    exp_of_sum(exponent, error + tail * y)
}

/// x^y as [`pow`] has it, rounded once more.
///
/// ```
/// use katsura_game::math::pow_f32;
/// assert_eq!((pow_f32(0.25, 2.5), pow_f32(0.0, 0.5), pow_f32(7.0, 0.0)), (0.03125, 0.0, 1.0));
/// ```
pub fn pow_f32(x: f32, y: f32) -> f32 {
    if x > 0.0 && x < f32::INFINITY {
        let exponent = f64::from(y) * quick_ln(x.into());
        if exponent.abs() < f64::from(NEAR) {
            let power = quick_exp(exponent);
            // The error of the logarithm times 87 is 2^17 units in the last place of the power.
            if !pair::is_near_middle(power, 1 << 18) {
                return power as f32;
            }
        }
    }
    pow(x.into(), y.into()) as f32
}
