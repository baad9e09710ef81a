//! How many games: decided before the run.
//!
//! Everything is stated per unit, and a unit is whatever is independent: a game with variance p(1 − p), or a pair with the
//! variance of its score. For independent games without draws a pair has half the variance of a game, so that both ways of
//! counting need the same number of games.

use super::quantile::{normal, normal_cdf};
use super::{Claim, Figure, Level, PairCounts, Precision};

/// The units needed to tell a mean from another that is `effect` away, with this power.
///
/// n = ((z_level + z_power)/effect)²·variance, rounded up: the z-test of one sample [fleiss2003]. `None` for no effect or a
/// power that is not between 0 and 1.
///
/// ```
/// use katsura_lab::stats::{Level, plan};
/// assert_eq!(plan::units_to_tell(0.05, 0.25, Level::P95, 0.9), Some(1051));
/// ```
pub fn units_to_tell(effect: f64, variance: f64, level: Level, power: f64) -> Option<u64> {
    let sum = level.z() + normal(if power > 0.0 && power < 1.0 { power } else { return None });
    up((sum.max(0.0) / effect).powi(2) * variance)
}

/// The independent games needed to tell a share `p1` from `p0`: the larger of the two variances is used, to be safe.
///
/// ```
/// use katsura_lab::stats::{Level, plan};
/// assert_eq!(plan::games_to_tell(0.5, 0.627, Level::P95, 0.8), Some(122));
/// ```
pub fn games_to_tell(p0: f64, p1: f64, level: Level, power: f64) -> Option<u64> {
    let variance = |p: f64| p * (1.0 - p);
    units_to_tell(p1 - p0, variance(p0).max(variance(p1)), level, power)
}

/// The pairs needed to tell a score `p1` from `p0`, from the [variance](pair_variance) that the pairs of earlier matches showed.
pub fn pairs_to_tell(p0: f64, p1: f64, earlier: &[PairCounts], level: Level, power: f64) -> Option<u64> {
    units_to_tell(p1 - p0, pair_variance(earlier)?, level, power)
}

/// The variance of the score of a pair that earlier matches showed, each around its own score; `None` before the first pair. Every match gets a lost and a won
/// pair more, so that a few pairs that all ended alike do not promise that all will.
pub fn pair_variance(earlier: &[PairCounts]) -> Option<f64> {
    let more = |pairs: &PairCounts| {
        let [lost, worse, shared, better, won] = pairs.counts();
        PairCounts::new([lost + 1, worse, shared, better, won + 1])
    };
    let played = earlier.iter().filter(|pairs| pairs.pairs() > 0);
    let sum: f64 = played.map(|pairs| pairs.pairs() as f64 * more(pairs).variance()).sum();
    let count: u64 = earlier.iter().map(PairCounts::pairs).sum();
    (count > 0).then(|| sum / count as f64)
}

/// The units needed for an interval of mean ± `half_width`: n = (z/half_width)²·variance, rounded up.
///
/// ```
/// use katsura_lab::stats::{Level, plan};
/// assert_eq!(plan::units_for_half_width(0.02, 0.25, Level::P95), Some(2401));
/// ```
pub fn units_for_half_width(half_width: f64, variance: f64, level: Level) -> Option<u64> {
    up((level.z() / half_width).powi(2) * variance)
}

/// The units after which two one-sided tests at 5 % each find, with this power, that there is no difference of `margin` from
/// a published value with this standard error, if there is none at all.
///
/// n = variance/((margin/(z_90 + z_power))² − error²), rounded up, where z_power leaves half of one minus the power beyond
/// it [schuirmann1987]. `None` if the published value is too inexact for any number.
///
/// ```
/// use katsura_lab::stats::plan;
/// assert_eq!(plan::units_to_agree(0.05, 0.25, 0.0, 0.8), Some(857));
/// ```
pub fn units_to_agree(margin: f64, variance: f64, error: f64, power: f64) -> Option<u64> {
    let beyond = normal(if power > 0.0 && power < 1.0 { 0.5 * (1.0 + power) } else { return None });
    let room = (margin / (Level::P90.z() + beyond)).powi(2) - error * error;
    if room > 0.0 { up(variance / room) } else { None }
}

/// What both verdicts about a claim need if the published value is the truth, each `None` if there is no such verdict or no
/// number of units is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needed {
    /// The units after which the side is told with the power asked for.
    pub side: Option<u64>,
    /// The units after which the size agrees with the power asked for.
    pub size: Option<u64>,
}

/// The units that the verdicts about a claim need, if units have this variance.
pub fn for_verdicts(claim: &Claim, published: &Figure, variance: f64, power: f64) -> Needed {
    let side = match *claim {
        Claim::Side { threshold } => units_to_tell(published.value - threshold, variance, Level::P95, power),
        Claim::Value { .. } => None,
    };
    let agree = || units_to_agree(claim.margin(published.value), variance, published.standard_error(), power);
    let size = match published.precision {
        Precision::SideOnly | Precision::Assumed(_) => None,
        Precision::Exact | Precision::StandardError(_) | Precision::Games(_) => agree(),
    };
    Needed { side, size }
}

/// The fewest pairs of which any result tells a score from `p0` on the side of `p1`.
///
/// After n pairs that were all won the interval of [`gaffke`](super::gaffke) begins at (α/2)^(1/n): a match in which that is not above `p0` cannot decide,
/// whatever the normal approximation of the functions above says about scores near 0 and 1.
///
/// ```
/// use katsura_lab::stats::{Level, plan};
/// assert_eq!(plan::fewest_pairs_to_tell(0.5, 0.9, Level::P95), 6);
/// ```
pub fn fewest_pairs_to_tell(p0: f64, p1: f64, level: Level) -> u64 {
    let beyond = if p1 > p0 { p0 } else { 1.0 - p0 };
    ((level.alpha() / 2.0).ln() / beyond.ln()).floor() as u64 + 1
}

/// The fewest pairs of which any result has an interval of ± `half_width`: (1 − (α/2)^(1/n))/2 if all were won.
///
/// ```
/// use katsura_lab::stats::{Level, plan};
/// assert_eq!(plan::fewest_pairs_for_half_width(0.1, Level::P95), 17);
/// ```
pub fn fewest_pairs_for_half_width(half_width: f64, level: Level) -> u64 {
    let low = (1.0 - 2.0 * half_width).max(0.0);
    ((level.alpha() / 2.0).ln() / low.ln()).ceil().max(1.0) as u64
}

/// The probability that a test of this many units sees an effect.
pub fn power(units: u64, effect: f64, variance: f64, level: Level) -> f64 {
    normal_cdf(effect.abs() * (units as f64 / variance).sqrt() - level.z())
}

fn up(units: f64) -> Option<u64> {
    (units.is_finite() && units < 1e18).then(|| units.ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::super::gaffke;
    use super::*;
    use statrs::distribution::{Binomial, DiscreteCDF};

    #[test]
    fn the_games_are_those_of_statsmodels() {
        // statsmodels 0.15.0: NormalIndPower(ddof=0).solve_power(effect_size=(p - .5)/.5, alpha=.05, power=q, ratio=0)
        let table = [
            (0.5432, 0.8, 1051.4270015845714),
            (0.517, 0.8, 6789.671720870271),
            (0.627, 0.8, 121.65758120971799),
            (0.55, 0.9, 1050.741941083739),
        ];
        for (p, power, expected) in table {
            assert_eq!(games_to_tell(0.5, p, Level::P95, power), Some(f64::ceil(expected) as u64));
        }
    }

    #[test]
    fn the_half_widths_are_those_of_the_usual_table() {
        let table = [(0.05, 385), (0.03, 1068), (0.02, 2401), (0.015, 4269), (0.01, 9604), (0.005, 38415)];
        for (half_width, games) in table {
            assert_eq!(units_for_half_width(half_width, 0.25, Level::P95), Some(games));
        }
    }

    #[test]
    fn the_verdicts_need_what_they_are_judged_by() {
        let published = Figure { value: 0.54, precision: Precision::StandardError(0.005) };
        let claim = Claim::Side { threshold: 0.5 };
        let needed = for_verdicts(&claim, &published, 0.25, 0.8);
        assert_eq!(needed.side, units_to_tell(0.04, 0.25, Level::P95, 0.8));
        // the margin is 0.02: (0.02/(1.644854 + 1.281552))² − 0.005² = 2.1707e-5
        assert_eq!(needed.size, Some(11_517));
        let inexact = Figure { precision: Precision::StandardError(0.007), ..published };
        assert_eq!(for_verdicts(&claim, &inexact, 0.25, 0.8).size, None);
        let assumed = Figure { precision: Precision::Assumed(0.001), ..published };
        assert_eq!(for_verdicts(&claim, &assumed, 0.25, 0.8), Needed { side: needed.side, size: None });
        assert_eq!(
            for_verdicts(&Claim::Value { within: 0.02 }, &published, 0.25, 0.8),
            Needed { side: None, size: needed.size }
        );
    }

    /// The normal approximation against the verdict itself, drawn from the truth.
    #[test]
    fn a_size_that_is_planned_for_agrees_as_often_as_asked_for() {
        use crate::stats::{Design, Sample, Size, judge};
        use katsura_game::Rng;
        let (published, claim) = (Figure { value: 0.5, precision: Precision::Exact }, Claim::Value { within: 0.08 });
        let pairs = units_to_agree(0.08, 0.125, 0.0, 0.8).unwrap();
        let mut rng = Rng::new(11);
        let runs = 400;
        let agrees = (0..runs).filter(|_| {
            let mut counts = PairCounts::default();
            (0..pairs).for_each(|_| counts.record([0; 2].map(|_: u8| if rng.chance(0.5) { 1.0 } else { 0.0 })));
            judge(&claim, &published, &Sample::pairs(&counts, Design::Fixed)).size.unwrap().verdict == Size::Agrees
        });
        let share = agrees.count() as f64 / f64::from(runs);
        // three standard errors, and two points for the interval of pairs, which is a little wider than the normal one
        assert!((share - 0.8).abs() < 3.0 * (0.8f64 * 0.2 / f64::from(runs)).sqrt() + 0.02, "{share}");
    }

    #[test]
    fn by_hand() {
        // an effect of one standard deviation: (1.959964 + 0.841621)² = 7.85
        assert_eq!(units_to_tell(-1.0, 1.0, Level::P95, 0.8), Some(8));
        // independent games: the same number of games counted as pairs
        let pairs = PairCounts::new([250_000, 0, 500_000, 0, 250_000]);
        let games = games_to_tell(0.5, 0.55, Level::P95, 0.8).unwrap();
        assert_eq!(2 * pairs_to_tell(0.5, 0.55, &[pairs], Level::P95, 0.8).unwrap(), games + games % 2);
        // pairs whose games are alike have twice the variance
        let alike = PairCounts::new([500_000, 0, 0, 0, 500_000]);
        assert_eq!(pairs_to_tell(0.5, 0.55, &[alike], Level::P95, 0.8), Some(games));
    }

    #[test]
    fn the_variance_of_pairs_is_that_within_matches_and_never_none() {
        // 0, ½ and 1 once each: squares ¼ + 0 + ¼, variance ½ / 2
        assert_eq!(pair_variance(&[PairCounts::new([0, 0, 1, 0, 0])]), Some(0.25));
        let [lost, won] = [[1_000_000, 0, 0, 0, 0], [0, 0, 0, 0, 1_000_000]].map(PairCounts::new);
        let within = pair_variance(&[lost, won, PairCounts::default()]).unwrap();
        assert!(within > 0.0 && within < 1e-5, "{within}: that the matches differ is no variance of theirs");
        assert_eq!((pair_variance(&[]), pair_variance(&[PairCounts::default()])), (None, None));
    }

    #[test]
    fn the_power_is_reached_in_exact_binomial_numbers() {
        for p in [0.53, 0.55, 0.6, 0.7] {
            let n = games_to_tell(0.5, p, Level::P95, 0.8).unwrap();
            let (half, wins) = (Level::P95.z() * (0.25 * n as f64).sqrt(), Binomial::new(p, n).unwrap());
            let exact = wins.sf((n as f64 / 2.0 + half).floor() as u64);
            assert!((0.77..0.86).contains(&exact), "{p}: {exact} with {n} games");
            assert!((power(n, p - 0.5, 0.25, Level::P95) - 0.8).abs() < 0.01);
        }
    }

    #[test]
    fn fewer_pairs_than_the_fewest_never_decide() {
        let won = |pairs: u64| gaffke(&PairCounts::new([0, 0, 0, 0, pairs]).histogram(), Level::P95);
        for against in [0.3, 0.5, 0.75, 0.9] {
            let fewest = fewest_pairs_to_tell(against, 0.99, Level::P95);
            assert!(won(fewest).low > against && won(fewest - 1).low <= against, "{against}: {fewest}");
        }
        assert_eq!(fewest_pairs_to_tell(0.5, 0.1, Level::P95), 6, "the other side is the same");
        for half_width in [0.02, 0.1, 0.3] {
            let fewest = fewest_pairs_for_half_width(half_width, Level::P95);
            let half = |pairs: u64| (won(pairs).high - won(pairs).low) / 2.0;
            assert!(half(fewest) <= half_width && half(fewest - 1) > half_width, "{half_width}: {fewest}");
        }
        assert_eq!(fewest_pairs_for_half_width(0.5, Level::P95), 1);
    }

    #[test]
    fn what_cannot_be_planned_is_none() {
        assert_eq!(units_to_tell(0.0, 0.25, Level::P95, 0.8), None);
        assert_eq!(units_to_tell(0.1, 0.25, Level::P95, 1.0), None);
        assert_eq!(units_to_tell(f64::NAN, 0.25, Level::P95, 0.8), None);
        assert_eq!(units_for_half_width(0.0, 0.25, Level::P95), None);
    }
}
