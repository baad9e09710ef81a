//! Intervals that stay valid however often one looks: an anytime-valid confidence sequence for a mean of values in [0, 1].
//!
//! Suppose the mean were m. A gambler who splits the money between two assets that return x/m and (1 − x)/(1 − m) when a
//! value x arrives plays a fair game, so by Ville's inequality [ville1939] the money ever exceeds 1/α times the stake with
//! probability at most α. Whatever m makes the gambler that rich is therefore not the mean: the interval holds the others.
//! This is the betting view of [waudbysmith2024]; the gambler here is Cover's universal portfolio [cover1991] as in
//! [orabona2024] and [ryu2024], who holds all constant splits b at once, distributed as Beta(½, ½):
//!
//! capital(m) = ∫ Π (b·x/m + (1 − b)(1 − x)/(1 − m)) dBeta(½, ½)(b), interval = { m : capital(m) < 1/α }.
//!
//! Three things follow. The capital depends on how often each value came, not on the order, so a resumed or parallel match
//! gives the same interval. ln capital is convex in m, so the set *is* an interval. And nothing is approximated: the integral
//! is taken as the average over [`SPLITS`] nodes of the Gauss-Chebyshev rule, which is itself a gambler's portfolio.
//!
//! The pairs must come in the order of the experiment, not sorted by result: do not count short games first.

use super::pairs::moments;
use super::quantile::crossing;
use super::{Histogram, Interval, Level, Moments};

/// How many constant splits the gambler holds.
pub const SPLITS: usize = 256;

/// The confidence sequence at this point of the match: it may be computed after every pair, and the match stopped by it.
///
/// With the stated probability *all* the intervals of a match contain the true mean together. Wider than an interval for one
/// look: 1.5 times after 100 pairs, 1.75 times after 1000.
///
/// ```
/// use katsura_lab::stats::{Level, PairCounts, confidence_sequence};
/// let pairs = PairCounts::new([20, 40, 150, 90, 60]).histogram();
/// let now = confidence_sequence::interval(&pairs, Level::P95);
/// assert!(now.low > 0.5, "the match may be stopped: the first player is better");
/// ```
pub fn interval(values: &Histogram, level: Level) -> Interval {
    let seen = moments(values);
    if seen.count() == 0 {
        return Interval::UNIT;
    }
    let limit = -level.alpha().ln();
    let mean = seen.mean();
    let excess = |m: f64| ln_capital(values, m) - limit;
    let low = crossing(0.0, mean, |m| -excess(m));
    let high = 1.0 - crossing(0.0, 1.0 - mean, |rest| -excess(1.0 - rest));
    Interval { low, high }
}

/// Whether the confidence sequence has become narrower than this width, so that a match asked for it may stop.
pub fn narrower_than(width: f64, values: &Histogram, level: Level) -> bool {
    interval(values, level).width() < width
}

/// An anytime-valid p-value of "the mean is m": min(1, 1/capital(m)). It may be looked at after every pair; if the mean is m, it
/// ever falls to α with probability at most α.
pub fn p_value(values: &Histogram, m: f64) -> f64 {
    (-ln_capital(values, m)).exp().min(1.0)
}

/// The confidence sequence of the mean of numbers that have no bounds.
///
/// Robbins' normal mixture [robbins1970] with the variance of the sample in the place of the true one, as
/// [waudbysmith2024asymptotic] shows to be right for many numbers: mean ± s·sqrt((nρ² + 1)/(n²ρ²)·ln((nρ² + 1)/α²)). ρ makes
/// it narrowest after about [`NARROWEST_AFTER`] numbers; s is made larger as Student's quantile is larger than that of the
/// normal distribution. Without an end for fewer than two numbers.
pub fn of_numbers(numbers: &Moments, level: Level) -> Interval {
    if numbers.count() < 2 {
        return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let (n, grown) = (numbers.count() as f64, mixture(numbers));
    let half = spread(numbers) * (grown / (n * n * RHO_SQUARED) * (grown / level.alpha().powi(2)).ln()).sqrt();
    Interval { low: numbers.mean() - half, high: numbers.mean() + half }
}

/// The anytime-valid p-value of "the mean is m" that belongs to [`of_numbers`].
pub fn p_value_of_numbers(numbers: &Moments, m: f64) -> f64 {
    let (n, apart) = (numbers.count() as f64, numbers.mean() - m);
    match spread(numbers) {
        _ if numbers.count() < 2 || apart == 0.0 => 1.0,
        0.0 => 0.0,
        spread => {
            let grown = mixture(numbers);
            let ln_capital = (n * apart / spread).powi(2) * RHO_SQUARED / (2.0 * grown) - grown.ln() / 2.0;
            (-ln_capital).exp().min(1.0)
        }
    }
}

/// After about so many numbers [`of_numbers`] is narrowest, compared with an interval for one look.
pub const NARROWEST_AFTER: u32 = 100;

/// (−2 ln α + ln(1 − 2 ln α))/n at α = 5 %.
const RHO_SQUARED: f64 = 7.936_15 / NARROWEST_AFTER as f64;

fn mixture(numbers: &Moments) -> f64 {
    numbers.count() as f64 * RHO_SQUARED + 1.0
}

/// The deviation of a number, as large as few numbers ask for.
fn spread(numbers: &Moments) -> f64 {
    let freedom = numbers.count() as f64 - 1.0;
    numbers.variance().sqrt() * Level::P95.t(freedom) / Level::P95.z()
}

/// The logarithm of the gambler's capital against the mean m.
fn ln_capital(values: &Histogram, m: f64) -> f64 {
    let logs: [f64; SPLITS] = std::array::from_fn(|node| ln_wealth(values, m, split(node)));
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most.is_infinite() {
        return most;
    }
    most + (logs.iter().map(|log| (log - most).exp()).sum::<f64>() / SPLITS as f64).ln()
}

/// The logarithm of the money of one constant split.
fn ln_wealth(values: &Histogram, m: f64, split: f64) -> f64 {
    let seen = values.iter().filter(|value| value.1 > 0);
    seen.map(|&(x, count)| count as f64 * growth(x.clamp(0.0, 1.0), m, split).ln()).sum()
}

/// What one value does to the money: a share `split` is on high values.
fn growth(x: f64, m: f64, split: f64) -> f64 {
    let high = if x == 0.0 { 0.0 } else { split * x / m };
    let low = if x == 1.0 { 0.0 } else { (1.0 - split) * (1.0 - x) / (1.0 - m) };
    high + low
}

/// The node of the Gauss-Chebyshev rule on [0, 1].
fn split(node: usize) -> f64 {
    let angle = (2 * node + 1) as f64 * std::f64::consts::PI / (4 * SPLITS) as f64;
    angle.sin().powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{PairCounts, gaffke};
    use katsura_game::Rng;
    use statrs::function::gamma::ln_gamma;

    #[test]
    fn for_won_and_lost_games_the_capital_is_a_quotient_of_beta_functions() {
        // ∫ b^k (1 − b)^(n−k) dBeta(½, ½)(b) = B(k + ½, n − k + ½) / π
        for (won, lost) in [(0u64, 1u64), (3, 4), (40, 10), (300, 200)] {
            let (k, l) = (won as f64, lost as f64);
            for m in [0.1, 0.5, 0.75] {
                let exact = ln_gamma(k + 0.5) + ln_gamma(l + 0.5)
                    - ln_gamma(k + l + 1.0)
                    - std::f64::consts::PI.ln()
                    - k * f64::ln(m)
                    - l * f64::ln(1.0 - m);
                let ours = ln_capital(&[(0.0, lost), (1.0, won)], m);
                assert!((ours - exact).abs() < 1e-9, "{won}-{lost} against {m}: {ours} instead of {exact}");
            }
        }
    }

    #[test]
    fn numbers_without_bounds_by_hand_and_as_wide_as_their_p_value_says() {
        // a hundred numbers ±1: nρ² + 1 = 8.936, half-width sqrt(8.936/(100·7.936)·ln(8.936/0.0025))·s·t/z, s² = 100/99
        let numbers: Moments = (0..100).map(|n| if n % 2 == 0 { 1.0 } else { -1.0 }).collect();
        let half =
            (8.936_15f64 / 793.615 * (8.936_15f64 / 0.0025).ln() * 100.0 / 99.0).sqrt() * 1.984_216_951 / 1.959_963_985;
        let ours = of_numbers(&numbers, Level::P95);
        assert!((ours.high - half).abs() < 1e-6 && (ours.low + half).abs() < 1e-6, "{ours:?} {half}");
        assert!((p_value_of_numbers(&numbers, ours.high) - 0.05).abs() < 1e-9);
        assert!(numbers.interval(Level::P95).high < half);
        let none = of_numbers(&Moments::default(), Level::P95);
        assert_eq!((none.low, p_value_of_numbers(&Moments::default(), 3.0)), (f64::NEG_INFINITY, 1.0));
    }

    #[test]
    fn all_intervals_of_numbers_without_bounds_hold_the_mean_with_the_stated_probability() {
        let runs = 2000;
        let mut rng = Rng::new(7);
        let mut missed = 0;
        for _ in 0..runs {
            let mut numbers = Moments::default();
            let is_left_out = (0..300).any(|_| {
                // the points of two games: a sum of uniform numbers, now and then with a far one
                let far = if rng.chance(0.02) { 60.0 } else { 0.0 };
                numbers.push((0..4).map(|_| 40.0 * (rng.unit() - 0.5)).sum::<f64>() + far - 1.2);
                // every fifth number, for the time of the test
                numbers.count() >= 10 && numbers.count().is_multiple_of(5) && !of_numbers(&numbers, Level::P95).contains(0.0)
            });
            missed += u32::from(is_left_out);
        }
        let share = f64::from(missed) / f64::from(runs);
        assert!(share < 0.05 + 3.0 * (0.05f64 * 0.95 / f64::from(runs)).sqrt(), "{share}");
    }

    #[test]
    fn one_won_game_by_hand() {
        // the capital against m is ½/m: it reaches 20 at m = 1/40
        let ours = interval(&[(1.0, 1)], Level::P95);
        assert!((ours.low - 0.025).abs() < 1e-12 && ours.high == 1.0, "{ours:?}");
        assert!((p_value(&[(1.0, 1)], 0.1) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn ln_capital_is_convex_so_the_set_is_an_interval() {
        let values = PairCounts::new([3, 10, 20, 14, 9]).histogram();
        let logs: Vec<f64> = (1..200).map(|i| ln_capital(&values, f64::from(i) / 200.0)).collect();
        assert!(logs.windows(3).all(|w| w[0] + w[2] - 2.0 * w[1] > -1e-9));
    }

    #[test]
    fn it_holds_the_mean_is_wider_than_one_look_and_ends_are_where_the_capital_is_reached() {
        for counts in [[1, 0, 0, 0, 0], [0, 0, 0, 0, 500], [0, 0, 30, 0, 0], [40, 90, 200, 100, 70], [1, 0, 2, 3, 4000]] {
            let pairs = PairCounts::new(counts);
            let ours = interval(&pairs.histogram(), Level::P95);
            let once = gaffke(&pairs.histogram(), Level::P95);
            assert!(ours.contains(pairs.score()), "{counts:?}: {ours:?}");
            assert!(ours.low <= once.low && once.high <= ours.high, "{counts:?}: {ours:?} {once:?}");
            if ours.low > 0.0 {
                assert!((p_value(&pairs.histogram(), ours.low) - 0.05).abs() < 1e-6, "{counts:?}");
            }
        }
    }

    #[test]
    fn it_says_when_it_is_narrow_enough() {
        let pairs = |n| PairCounts::new([n, 2 * n, 4 * n, 2 * n, n]).histogram();
        assert!(!narrower_than(0.1, &pairs(10), Level::P95) && narrower_than(0.1, &pairs(50), Level::P95));
        assert_eq!(interval(&[], Level::P95), Interval::UNIT);
    }

    /// Plays one match and tells whether the true mean was left out at any time, by carrying the money of every split along.
    fn ever_left_out(probabilities: [f64; 5], pairs: usize, rng: &mut Rng) -> bool {
        let mean: f64 = probabilities.iter().zip(PairCounts::SCORES).map(|(p, x)| p * x).sum();
        let growths: [[f64; SPLITS]; 5] =
            std::array::from_fn(|class| std::array::from_fn(|node| growth(PairCounts::SCORES[class], mean, split(node))));
        let mut money = [1.0; SPLITS];
        (0..pairs).any(|_| {
            let class = drawn(&probabilities, rng);
            money.iter_mut().zip(&growths[class]).for_each(|(money, growth)| *money *= growth);
            sum(&money) >= 20.0 * SPLITS as f64
        })
    }

    /// The sum in eight lanes, which the compiler can add at once.
    fn sum(money: &[f64; SPLITS]) -> f64 {
        let mut lanes = [0.0; 8];
        for eight in money.chunks_exact(8) {
            lanes.iter_mut().zip(eight).for_each(|(lane, money)| *lane += money);
        }
        lanes.iter().sum()
    }

    fn drawn(probabilities: &[f64; 5], rng: &mut Rng) -> usize {
        let mut left = rng.unit();
        let class = probabilities.iter().position(|p| {
            left -= p;
            left < 0.0
        });
        class.unwrap_or(4)
    }

    #[test]
    fn all_intervals_of_a_match_hold_the_mean_with_the_stated_probability() {
        let scenarios = [
            [0.1, 0.2, 0.4, 0.2, 0.1],      // even, with draws
            [0.5, 0.0, 0.0, 0.0, 0.5],      // even, both games alike
            [0.0, 0.0, 0.01, 0.0, 0.99],    // nearly always won
            [0.99, 0.0, 0.0, 0.0, 0.01],    // nearly always lost, both games alike
            [0.0, 0.005, 0.99, 0.005, 0.0], // the first move decides nearly always
            [0.02, 0.05, 0.23, 0.3, 0.4],
        ];
        let (matches, pairs) = (10_000, 300);
        for (number, probabilities) in scenarios.into_iter().enumerate() {
            let mut rng = Rng::stream(&[5, number as u64]);
            let missed = (0..matches).filter(|_| ever_left_out(probabilities, pairs, &mut rng)).count();
            let share = missed as f64 / f64::from(matches);
            // 3.5 standard errors above 5 % of ten thousand matches
            assert!(share < 0.05 + 3.5 * (0.05f64 * 0.95 / f64::from(matches)).sqrt(), "{probabilities:?}: {share}");
        }
    }
}
