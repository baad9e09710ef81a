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
use super::{Histogram, Interval, Level};

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
