//! Draws from the distributions that bandits need, from the one generator.

use katsura_game::{Rng, math};

/// A standard normal number by the polar method [marsaglia1964]; the second number of each pair is not kept, so that a draw
/// depends on the generator alone.
pub fn normal(rng: &mut Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0);
        let s = x * x + y * y;
        if s > 0.0 && s < 1.0 {
            return x * (-2.0 * math::ln(s) / s).sqrt();
        }
    }
}

/// A Gamma number of this shape and scale 1 by the squeeze of [marsaglia2000]; 0 for a shape that is not positive.
///
/// Shapes below one are raised by one and brought down by a power of a uniform number, as section 6 of the paper says.
pub fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    if shape.is_nan() || shape <= 0.0 {
        return 0.0;
    }
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * math::pow(positive(rng), 1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let root = 1.0 + c * x;
        let v = root * root * root;
        if v > 0.0 && math::ln(positive(rng)) < 0.5 * x * x + d * (1.0 - v + math::ln(v)) {
            return d * v;
        }
    }
}

/// A Beta(a, b) number: Gamma(a)/(Gamma(a) + Gamma(b)). A parameter of 0 puts all weight on the other end.
pub fn beta(a: f64, b: f64, rng: &mut Rng) -> f64 {
    let (x, y) = (gamma(a, rng), gamma(b, rng));
    if x + y > 0.0 { x / (x + y) } else { a / (a + b) }
}

/// A uniform number in (0, 1].
fn positive(rng: &mut Rng) -> f64 {
    1.0 - rng.unit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Beta, ContinuousCDF, Gamma, Normal};

    /// The Kolmogorov-Smirnov distance times the root of the number of draws.
    fn distance(mut draw: impl FnMut() -> f64, cdf: impl Fn(f64) -> f64) -> f64 {
        let n = 20_000;
        let mut draws: Vec<f64> = (0..n).map(|_| draw()).collect();
        draws.sort_by(f64::total_cmp);
        let above = |(i, &x): (usize, &f64)| {
            (cdf(x) - i as f64 / f64::from(n)).abs().max((cdf(x) - (i + 1) as f64 / f64::from(n)).abs())
        };
        draws.iter().enumerate().map(above).fold(0.0, f64::max) * f64::from(n).sqrt()
    }

    /// The 99.9 % quantile of Kolmogorov's distribution.
    const LIMIT: f64 = 1.95;

    #[test]
    fn normal_numbers_are_normal() {
        let mut rng = Rng::new(1);
        assert!(distance(|| normal(&mut rng), |x| Normal::standard().cdf(x)) < LIMIT);
    }

    #[test]
    fn gamma_numbers_have_the_gamma_distribution() {
        for shape in [0.1, 0.5, 1.0, 2.5, 40.0] {
            let (mut rng, exact) = (Rng::new(2), Gamma::new(shape, 1.0).unwrap());
            assert!(distance(|| gamma(shape, &mut rng), |x| exact.cdf(x)) < LIMIT, "{shape}");
        }
    }

    #[test]
    fn beta_numbers_have_the_beta_distribution() {
        for (a, b) in [(0.5, 0.5), (1.0, 1.0), (2.0, 5.0), (30.0, 3.0)] {
            let (mut rng, exact) = (Rng::new(3), Beta::new(a, b).unwrap());
            assert!(distance(|| beta(a, b, &mut rng), |x| exact.cdf(x)) < LIMIT, "{a} {b}");
        }
    }

    #[test]
    fn degenerate_parameters_give_the_end() {
        let mut rng = Rng::new(4);
        assert_eq!((beta(0.0, 2.0, &mut rng), beta(2.0, 0.0, &mut rng), gamma(0.0, &mut rng)), (0.0, 1.0, 0.0));
    }
}
