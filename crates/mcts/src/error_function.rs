//! The complementary error function.

use katsura_game::math;

/// erfc for x ≥ 0, to 1.5·10⁻⁷ [abramowitz1964, 7.1.26].
pub(crate) fn erfc(x: f64) -> f64 {
    scaled(x) * math::exp(-x * x)
}

/// The logarithm of erfc for x ≥ 0, also where erfc itself vanishes.
pub(crate) fn ln_erfc(x: f64) -> f64 {
    math::ln(if x < 2.0 { scaled(x) } else { fraction(x) }) - x * x
}

/// erfc(x)·e^(x²) for x ≥ 2, by its continued fraction [abramowitz1964, 7.1.14].
fn fraction(x: f64) -> f64 {
    const SQRT_PI: f64 = 1.772_453_850_905_516;
    let below = (1..=24).rev().fold(x, |below, k| x + f64::from(k) / 2.0 / below);
    1.0 / (SQRT_PI * below)
}

/// erfc(x)·e^(x²).
fn scaled(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_is_that_of_the_tables() {
        // scipy.special.erfc([0, 0.5, 1, 2]) = 1, 0.4795001, 0.1572992, 0.0046777
        for (x, exact) in [(0.0, 1.0), (0.5, 0.479_500_1), (1.0, 0.157_299_2), (2.0, 0.004_677_7)] {
            assert!((erfc(x) - exact).abs() < 2e-7, "{x}");
        }
    }

    /// math.log(math.erfc(x)) of Python, and the asymptotic series at 30.
    #[test]
    fn the_logarithm_is_right_where_the_function_vanishes() {
        for (x, exact) in [(0.5, -0.735_011), (2.0, -5.364_941), (3.0, -10.720_363), (30.0, -903.974_118)] {
            assert!((ln_erfc(x) - exact).abs() < 2e-5, "{x}: {}", ln_erfc(x));
        }
    }
}
