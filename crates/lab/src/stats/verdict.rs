//! Our figure beside the published one: reproduced, contradicted or undecided.

use super::{Measured, difference};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a publication says about a value, written down before the run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Claim {
    /// The value lies on one side of a threshold: "the variant wins more than half of its games".
    Side {
        /// The threshold; the published value tells which side.
        threshold: f64,
    },
    /// The value itself is claimed.
    Value {
        /// How far from the published value still counts as the same.
        within: f64,
    },
}

/// What our run says about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Our run confirms the claim.
    Reproduced,
    /// Our run excludes the claim.
    Contradicted,
    /// Our run does not say.
    Undecided,
}

/// What our interval says about one part of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// The whole interval agrees.
    Confirmed,
    /// The whole interval disagrees.
    Excluded,
    /// The interval holds both.
    Open,
}

/// A verdict with its reasons.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether our value lies on the claimed side of the threshold; [`Finding::Open`] for a claim without one.
    pub side: Finding,
    /// Whether our value is the published one. A claim of a side never confirms it: "not significantly different" is open.
    pub value: Finding,
    /// Our value minus the published one.
    pub difference: Measured,
    /// For an undecided claim: how many games more would decide it if our value stayed as it is; `None` if none would.
    pub games_needed: Option<u64>,
}

/// Judges a claim. The rule, with all intervals at one level (95 % in reports):
///
/// A claim of a side is
/// - *reproduced* if our interval lies wholly on the claimed side of the threshold and the interval of the
///   [`difference`] from the published value contains 0;
/// - *contradicted* if our interval lies wholly on the other side, or the interval of the difference does not contain 0
///   (then `side` may still be confirmed: the effect is there, but of another size);
/// - *undecided* otherwise.
///
/// A claim of a value is
/// - *reproduced* if the interval of the difference lies wholly within ± `within`;
/// - *contradicted* if it lies wholly outside;
/// - *undecided* otherwise.
///
/// The games still needed are extrapolated with widths that shrink as the square root of the games, our value and the
/// published interval staying where they are: the fewest after which one of the conditions above holds. It is a guess made
/// from a noisy value, not a plan; for that use [`plan`](super::plan).
///
/// ```
/// use katsura_lab::stats::{Claim, Level, Measured, Verdict, judge};
/// let published = Measured::with_standard_error(0.543, 0.0046, Level::P95);
/// let claim = Claim::Side { threshold: 0.5 };
/// let ours = Measured::of_games(0.55, 2400, Level::P95);
/// assert_eq!(judge(&claim, &published, &ours, 2400).verdict, Verdict::Reproduced);
/// ```
pub fn judge(claim: &Claim, published: &Measured, ours: &Measured, games: u64) -> Judgement {
    let (side, value) = findings(claim, published, ours);
    let verdict = verdict(claim, side, value);
    let needed = || {
        games_until(|more| {
            let (side, value) = findings(claim, published, &shrunk(ours, more));
            self::verdict(claim, side, value) != Verdict::Undecided
        })
    };
    let factor = if verdict == Verdict::Undecided { needed() } else { None };
    let games_needed = factor.map(|factor| ((factor - 1.0) * games as f64).ceil() as u64);
    Judgement { verdict, side, value, difference: difference(ours, published), games_needed }
}

fn verdict(claim: &Claim, side: Finding, value: Finding) -> Verdict {
    let decisive = if let Claim::Side { .. } = claim { side } else { value };
    match (decisive, value) {
        (Finding::Excluded, _) | (_, Finding::Excluded) => Verdict::Contradicted,
        (Finding::Confirmed, _) => Verdict::Reproduced,
        (Finding::Open, _) => Verdict::Undecided,
    }
}

/// What our interval says about the side and about the value.
fn findings(claim: &Claim, published: &Measured, ours: &Measured) -> (Finding, Finding) {
    let apart = difference(ours, published).interval;
    match *claim {
        Claim::Side { threshold } => {
            let up = if published.value >= threshold { 1.0 } else { -1.0 };
            let ends = [ours.interval.low, ours.interval.high].map(|end| up * (end - threshold));
            let side = finding(ends.iter().all(|&end| end > 0.0), ends.iter().all(|&end| end < 0.0));
            (side, finding(false, !apart.contains(0.0)))
        }
        Claim::Value { within } => {
            let inside = -within <= apart.low && apart.high <= within;
            (Finding::Open, finding(inside, apart.low > within || apart.high < -within))
        }
    }
}

fn finding(confirmed: bool, excluded: bool) -> Finding {
    match (confirmed, excluded) {
        (true, _) => Finding::Confirmed,
        (_, true) => Finding::Excluded,
        _ => Finding::Open,
    }
}

/// The same value after `factor` times the games.
fn shrunk(ours: &Measured, factor: f64) -> Measured {
    let towards = |end: f64| ours.value + (end - ours.value) / factor.sqrt();
    Measured { value: ours.value, interval: ours.interval.map(towards) }
}

/// The least factor from 1 to a million at which the condition, once true, holds; by bisection on the logarithm.
fn games_until(condition: impl Fn(f64) -> bool) -> Option<f64> {
    let most = 1e6f64.ln();
    let at = |log: f64| if condition(log.exp()) { 1.0 } else { -1.0 };
    (at(most) > 0.0).then(|| super::quantile::crossing(0.0, most, at).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Interval, Level};

    const HALF: Claim = Claim::Side { threshold: 0.5 };

    fn of(value: f64, half: f64) -> Measured {
        Measured { value, interval: Interval { low: value - half, high: value + half } }
    }

    fn judged(claim: Claim, published: Measured, ours: Measured) -> (Verdict, Finding, Finding) {
        let judgement = judge(&claim, &published, &ours, 1000);
        assert_eq!(judgement.games_needed.is_some(), judgement.verdict == Verdict::Undecided, "{judgement:?}");
        (judgement.verdict, judgement.side, judgement.value)
    }

    #[test]
    fn a_side_is_reproduced_when_the_interval_excludes_the_threshold_and_agrees_with_the_published_value() {
        let published = of(0.54, 0.01);
        assert_eq!(judged(HALF, published, of(0.55, 0.02)), (Verdict::Reproduced, Finding::Confirmed, Finding::Open));
        assert_eq!(judged(HALF, of(0.46, 0.01), of(0.45, 0.02)), (Verdict::Reproduced, Finding::Confirmed, Finding::Open));
    }

    #[test]
    fn a_side_is_contradicted_on_the_other_side_or_by_another_size() {
        let published = of(0.54, 0.01);
        assert_eq!(judged(HALF, published, of(0.45, 0.02)), (Verdict::Contradicted, Finding::Excluded, Finding::Excluded));
        assert_eq!(judged(HALF, published, of(0.66, 0.02)), (Verdict::Contradicted, Finding::Confirmed, Finding::Excluded));
        assert_eq!(judged(HALF, published, of(0.505, 0.01)), (Verdict::Contradicted, Finding::Open, Finding::Excluded));
    }

    #[test]
    fn a_side_is_undecided_in_between_and_the_games_needed_are_by_hand() {
        // 0.52 ± 0.04 of 1000 games: ± 0.02 needs four times the games, 3000 more
        let ours = judge(&HALF, &of(0.54, 0.02), &of(0.52, 0.04), 1000);
        assert_eq!((ours.verdict, ours.side), (Verdict::Undecided, Finding::Open));
        assert!((2999..=3001).contains(&ours.games_needed.unwrap()), "{ours:?}");
        // 0.505 ± 0.04 would need 64 times the games for the threshold, but 0.54 ± 0.01 is excluded when
        // 0.01² + h² < 0.035², h = 0.0335, after 1.42 times the games
        let ours = judge(&HALF, &of(0.54, 0.01), &of(0.505, 0.04), 1000);
        let expected = 1000.0 * (0.04f64.powi(2) / (0.035f64.powi(2) - 0.01f64.powi(2)) - 1.0);
        assert!((ours.games_needed.unwrap() as f64 - expected).abs() < 1.5, "{ours:?} {expected}");
    }

    #[test]
    fn a_value_needs_an_interval_within_the_stated_distance() {
        let claim = Claim::Value { within: 0.02 };
        let published = of(0.3, 0.003);
        assert_eq!(judged(claim, published, of(0.305, 0.004)).0, Verdict::Reproduced);
        assert_eq!(judged(claim, published, of(0.35, 0.004)).0, Verdict::Contradicted);
        assert_eq!(judged(claim, published, of(0.305, 0.04)).0, Verdict::Undecided);
    }

    #[test]
    fn no_number_of_games_helps_against_a_published_interval_that_is_too_wide() {
        let ours = judge(&Claim::Value { within: 0.01 }, &of(0.3, 0.05), &of(0.3, 0.001), 500);
        assert_eq!((ours.verdict, ours.games_needed), (Verdict::Undecided, None));
    }

    #[test]
    fn a_true_claim_is_rarely_contradicted() {
        use katsura_game::Rng;
        let mut rng = Rng::new(4);
        let (runs, games) = (4000, 600);
        let mut share = |p: f64| {
            let wins = (0..games).filter(|_| rng.chance(p)).count() as f64;
            Measured::of_games(wins / f64::from(games), games as u64, Level::P95)
        };
        let wrong = (0..runs).filter(|_| {
            let (published, ours) = (share(0.56), share(0.56));
            judge(&HALF, &published, &ours, games as u64).verdict == Verdict::Contradicted
        });
        let wrong = wrong.count() as f64 / f64::from(runs);
        // the difference excludes 0 in 5 % of the runs, a little more when the published value lands below the threshold
        assert!(wrong < 0.05 + 3.0 * (0.05f64 * 0.95 / f64::from(runs)).sqrt() + 0.002, "{wrong}");
    }
}
