//! The Gaffke interval: an exact-style interval for the mean of values in [0, 1].

use super::pairs::mirrored;
use super::quantile::{crossing, normal};
use super::{Histogram, Interval, Level};

/// The interval to report for the score of a match: honest at every score, whatever the correlation inside pairs.
///
/// The lower end is the α/2 quantile of Σ wᵢ·xᵢ, where x are the observed values and one value 0 more and w are uniformly
/// distributed weights (Dirichlet with all parameters 1); the upper end is the same seen from 1. This is the bound of
/// [gaffke2005] and [learnedmiller2019]. For values 0 and 1 only it *is* the [`clopper_pearson`](super::clopper_pearson)
/// interval; for many values of any kind it approaches the interval of the [`pair_variance`](super::pair_variance).
///
/// That it covers every distribution on [0, 1] with at least the stated probability is proved for shares and conjectured, with
/// no counterexample known, for the rest; `tests/coverage.rs` checks it for scores from 0.002 to 0.998 with pairs from fully
/// correlated to fully opposed.
///
/// Values outside [0, 1] are cut off. No units tell nothing: `[0, 1]`.
///
/// ```
/// use katsura_lab::stats::{Level, PairCounts, gaffke};
/// let all_won = gaffke(&PairCounts::new([0, 0, 0, 0, 100]).histogram(), Level::P95);
/// assert!((all_won.low - 0.9638).abs() < 1e-4 && all_won.high == 1.0);
/// ```
pub fn gaffke(units: &Histogram, level: Level) -> Interval {
    let tail = level.alpha() / 2.0;
    Interval { low: lower(units, tail), high: 1.0 - lower(&mirrored(units), tail) }
}

/// The two-sided p-value of "the mean is this", by the same bound: it is below α exactly if the interval leaves the value out.
///
/// ```
/// use katsura_lab::stats::gaffke_p_value;
/// // ten games won of ten: 2 · ½^10
/// assert!((gaffke_p_value(&[(1.0, 10)], 0.5) - 1.0 / 512.0).abs() < 1e-9);
/// ```
pub fn gaffke_p_value(units: &Histogram, mean: f64) -> f64 {
    let below = probability_below(&with_zero(units), mean);
    let above = probability_below(&with_zero(&mirrored(units)), 1.0 - mean);
    (2.0 * below.min(above)).min(1.0)
}

fn lower(units: &Histogram, tail: f64) -> f64 {
    let weights = with_zero(units);
    let largest = weights.iter().fold(0.0, |most: f64, weight| most.max(weight.value));
    // as quantiles of the normal distribution the probabilities are nearly straight lines, which takes few steps
    crossing(0.0, largest, |mean| normal(probability_below(&weights, mean)) - normal(tail))
}

/// A value with the Dirichlet parameter of its weight.
#[derive(Clone, Copy)]
struct Weight {
    value: f64,
    parameter: f64,
}

/// The observed values and one value 0 more.
fn with_zero(units: &Histogram) -> Vec<Weight> {
    let seen = units.iter().filter(|unit| unit.1 > 0);
    let seen = seen.map(|&(value, count)| Weight { value: value.clamp(0.0, 1.0), parameter: count as f64 });
    seen.chain([Weight { value: 0.0, parameter: 1.0 }]).collect()
}

/// The probability that the weighted mean is at most `mean`, to ten digits.
///
/// The weights are independent Gamma variables g divided by their sum, so it is P(Q ≤ 0) of Q = Σ gᵢ·(xᵢ − mean), whose
/// cumulant function is K(z) = −Σ aᵢ·ln(1 − z(xᵢ − mean)). P is the integral of exp(K(z))/(−2πi·z) along any path from −i∞ to
/// i∞ that crosses the real axis between the first pole of exp K and 0 [rice1980]. See [`Path`] for the one taken.
fn probability_below(weights: &[Weight], mean: f64) -> f64 {
    let path = match Path::new(weights, mean) {
        Ok(path) => path,
        Err(certain) => return certain,
    };
    let mut sum = 0.5 * path.integrand(0.0);
    for step in 1..MOST_STEPS {
        let term = path.integrand(f64::from(step) * STEP);
        sum += term;
        if term.abs() < 1e-14 * sum.abs() && step > 20 {
            break;
        }
    }
    (sum * STEP / std::f64::consts::PI).clamp(0.0, 1.0)
}

/// The trapezoidal rule converges exponentially along the path; a smaller step changes no digit that the tests compare.
const STEP: f64 = 0.1;
/// The slowest integrand falls as exp(−2s): exp(−40) is below rounding.
const MOST_STEPS: u32 = 200;

/// The path of integration z(s) = c + w·(i·sinh s + tilt·(cosh s − 1)), and the terms of K.
///
/// It crosses the real axis at the saddle point c of the integrand, where it runs straight up, at a scale w of the integrand
/// there: a hyperbola. Where K drifts (few values on one side, many on the other) the integrand would oscillate all the way
/// up; the tilt bends the path to the side where it dies away instead.
struct Path {
    terms: Vec<Term>,
    c: f64,
    width: f64,
    tilt: f64,
}

struct Term {
    shift: f64,
    parameter: f64,
}

impl Path {
    /// The path, or the probability itself where it is certain.
    fn new(weights: &[Weight], mean: f64) -> Result<Path, f64> {
        let term = |weight: &Weight| Term { shift: weight.value - mean, parameter: weight.parameter };
        let terms: Vec<Term> = weights.iter().map(term).collect();
        if terms.iter().all(|term| term.shift <= 0.0) {
            return Err(1.0);
        }
        if terms.iter().all(|term| term.shift >= 0.0) {
            return Err(0.0);
        }
        let mut path = Path { c: saddle(&terms), terms, width: 0.0, tilt: 0.0 };
        path.width = path.curvature().powf(-0.5);
        let (_, drift) = path.log_integrand(path.c, 3.0 * path.width);
        path.tilt = -MOST_TILT * (0.5 * drift).clamp(-1.0, 1.0);
        Ok(path)
    }

    /// The second derivative of K(z) − ln(−z) at c.
    fn curvature(&self) -> f64 {
        let of = |t: &Term| t.parameter * (t.shift / (1.0 - self.c * t.shift)).powi(2);
        self.terms.iter().map(of).sum::<f64>() + self.c.powi(-2)
    }

    /// Logarithm of the size, and angle, of exp(K(z))/(−z) at z = x + iy.
    fn log_integrand(&self, x: f64, y: f64) -> (f64, f64) {
        let (mut log_size, mut angle) = (-0.5 * (x * x + y * y).ln(), -(-y).atan2(-x));
        for t in &self.terms {
            let (re, im) = (1.0 - x * t.shift, -y * t.shift);
            log_size -= t.parameter * 0.5 * (re * re + im * im).ln();
            angle -= t.parameter * im.atan2(re);
        }
        (log_size, angle)
    }

    /// The imaginary part of exp(K(z))/(−z)·dz/ds: its other half is the mirror image below the real axis.
    fn integrand(&self, s: f64) -> f64 {
        let (sinh, cosh) = (s.sinh(), s.cosh());
        let (log_size, angle) = self.log_integrand(self.c + self.width * self.tilt * (cosh - 1.0), self.width * sinh);
        let (re, im) = (self.width * self.tilt * sinh, self.width * cosh);
        log_size.exp() * (angle.sin() * re + angle.cos() * im)
    }
}

/// How far a path may lean from the vertical: the integrand of nearly normal weights dies away up to 45 degrees.
const MOST_TILT: f64 = 0.7;

/// The c < 0 where K(z) − ln(−z) is least: there its derivative K′(z) − 1/z, which increases, is zero.
fn saddle(terms: &[Term]) -> f64 {
    let most_negative = terms.iter().fold(0.0, |least: f64, term| least.min(term.shift));
    crossing(1.0 / most_negative, 0.0, |z| {
        let slope: f64 = terms.iter().map(|t| t.parameter * t.shift / (1.0 - z * t.shift)).sum();
        slope - 1.0 / z
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::sample;
    use crate::stats::{PairCounts, clopper_pearson, pair_variance};
    use katsura_game::Rng;

    #[test]
    fn for_won_and_lost_pairs_it_is_the_clopper_pearson_interval() {
        for (won, lost) in [(0, 0), (1, 0), (0, 1), (1, 1), (0, 100), (3, 97), (50, 50), (999, 1), (12345, 54321)] {
            let ours = gaffke(&[(0.0, lost), (1.0, won)], Level::P95);
            let exact = clopper_pearson(won as f64, (won + lost) as f64, Level::P95);
            assert!((ours.low - exact.low).abs() < 1e-10, "{won}-{lost}: {ours:?} {exact:?}");
            assert!((ours.high - exact.high).abs() < 1e-10, "{won}-{lost}: {ours:?} {exact:?}");
        }
    }

    #[test]
    fn one_value_by_hand() {
        // one value ½ and one 0: the mean is ½·U, U uniform, so its 2.5 % quantile is 0.0125
        let ours = gaffke(&[(0.5, 1)], Level::P95);
        assert!((ours.low - 0.0125).abs() < 1e-12 && (ours.high - 0.9875).abs() < 1e-12, "{ours:?}");
        // n values ½: ½·Beta(n, 1), quantile ½·0.025^(1/n)
        let ours = gaffke(&[(0.5, 40)], Level::P95);
        assert!((ours.low - 0.5 * 0.025f64.powf(1.0 / 40.0)).abs() < 1e-12, "{ours:?}");
    }

    #[test]
    fn mixed_pairs_are_those_of_another_integral() {
        // mpmath 1.3 with 30 digits: Imhof's integral 1/2 − ∫ sin θ(u) ρ(u) du/(πu) [imhof1961], bisected to 2.5 %
        let table =
            [([3, 8, 20, 9, 7], 0.4579593952872, 0.63478688573725), ([40, 3, 2, 1, 0], 0.019225367953625, 0.14378532930267)];
        for (counts, low, high) in table {
            let ours = gaffke(&PairCounts::new(counts).histogram(), Level::P95);
            assert!((ours.low - low).abs() < 1e-11 && (ours.high - high).abs() < 1e-11, "{counts:?}: {ours:?}");
        }
    }

    #[test]
    fn the_probability_is_that_of_drawn_weights() {
        let mut rng = Rng::new(11);
        for counts in [[1, 0, 2, 1, 0], [0, 3, 20, 9, 4], [90, 2, 1, 0, 0], [0, 0, 1, 2, 400]] {
            let weights = with_zero(&PairCounts::new(counts).histogram());
            let draws = 40_000;
            let mut means: Vec<f64> = (0..draws).map(|_| drawn_mean(&weights, &mut rng)).collect();
            means.sort_by(f64::total_cmp);
            for share in [0.01, 0.025, 0.3, 0.9] {
                let ours = probability_below(&weights, means[(share * f64::from(draws)) as usize]);
                let error = (share * (1.0 - share) / f64::from(draws)).sqrt();
                assert!((ours - share).abs() < 4.5 * error, "{counts:?}: {ours} instead of {share}");
            }
        }
    }

    fn drawn_mean(weights: &[Weight], rng: &mut Rng) -> f64 {
        let drawn: Vec<f64> = weights.iter().map(|weight| sample::gamma(weight.parameter, rng)).collect();
        let sum: f64 = drawn.iter().sum();
        weights.iter().zip(&drawn).map(|(weight, gamma)| weight.value * gamma).sum::<f64>() / sum
    }

    #[test]
    fn for_many_pairs_it_approaches_the_interval_of_the_variance() {
        let pairs = PairCounts::new([800, 1500, 4000, 1700, 1000]).histogram();
        let (ours, normal) = (gaffke(&pairs, Level::P95), pair_variance(&pairs, Level::P95));
        assert!((ours.low - normal.low).abs() < 2e-5 && (ours.high - normal.high).abs() < 2e-5, "{ours:?} {normal:?}");
    }

    #[test]
    fn values_that_are_all_at_the_mean_say_nothing_against_it() {
        assert_eq!((gaffke_p_value(&[(0.0, 8)], 0.0), gaffke_p_value(&[(1.0, 8)], 1.0)), (1.0, 1.0));
        assert_eq!((gaffke_p_value(&[(0.5, 8)], 0.0), gaffke_p_value(&[(0.5, 8)], 1.0)), (0.0, 0.0));
    }

    #[test]
    fn no_pairs_and_a_million_pairs_are_fine() {
        assert_eq!(gaffke(&[], Level::P95), Interval::UNIT);
        let ours = gaffke(&PairCounts::new([0, 0, 1, 0, 1_000_000]).histogram(), Level::P95);
        assert!(0.99999 < ours.low && ours.low < ours.high && ours.high < 1.0, "{ours:?}");
    }

    #[test]
    fn the_other_player_sees_the_mirrored_interval() {
        let pairs = PairCounts::new([3, 8, 20, 9, 7]);
        let (ours, theirs) = (gaffke(&pairs.histogram(), Level::P95), gaffke(&pairs.reversed().histogram(), Level::P95));
        assert!((ours.low + theirs.high - 1.0).abs() < 1e-12 && (ours.high + theirs.low - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_p_value_is_below_alpha_exactly_outside_the_interval() {
        for counts in [[4, 9, 40, 22, 15], [0, 0, 0, 0, 30], [30, 0, 2, 0, 0]] {
            let pairs = PairCounts::new(counts).histogram();
            let Interval { low, high } = gaffke(&pairs, Level::P95);
            for (end, inside) in [(low, 1e-6), (high, -1e-6)].into_iter().filter(|&(end, _)| end > 0.0 && end < 1.0) {
                assert!(gaffke_p_value(&pairs, end + inside) > 0.05 && gaffke_p_value(&pairs, end - inside) < 0.05);
            }
        }
    }
}
