//! Our figure beside the published one: the side of a threshold and the size, each with a verdict of its own.

use super::quantile::normal_cdf;
use super::{Design, Figure, Level, Measured, Precision, Sample, difference};
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
    /// The value itself is claimed, for example that something makes no difference.
    Value {
        /// How far from the published value still counts as the same.
        within: f64,
    },
}

impl Claim {
    /// How far from the published value still counts as the same: what the claim says, or half the published effect, which
    /// is the distance from the threshold.
    pub fn margin(&self, published: f64) -> f64 {
        match *self {
            Claim::Side { threshold } => 0.5 * (published - threshold).abs(),
            Claim::Value { within } => within,
        }
    }
}

/// What our run says about the side of the threshold that is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Our interval lies wholly on the claimed side.
    Reproduced,
    /// Our interval lies wholly on the other side.
    Contradicted,
    /// Our interval holds the threshold.
    Undecided,
}

/// What our run says about the published value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// The difference lies within the margin, and is not found to be another than 0 unless the claim states the margin.
    Agrees,
    /// The difference is not 0.
    Differs,
    /// Our run does not say.
    Open,
    /// Nobody can say: the error of the published value is only assumed.
    NotJudged,
}

/// A verdict about a side with its reasons.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SideJudgement {
    /// The verdict.
    pub verdict: Side,
    /// The p-value of "our value is the threshold".
    pub p: f64,
    /// The same, corrected for the rows of the table it stands in.
    pub p_holm: f64,
    /// About how many games more it takes, if undecided.
    pub games_needed: Option<u64>,
}

/// A verdict about a size with its reasons.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SizeJudgement {
    /// The verdict.
    pub verdict: Size,
    /// The published value.
    pub published: f64,
    /// Our value minus the published one.
    pub difference: Measured,
    /// How large a difference still counts as none.
    pub margin: f64,
    /// The p-value of "there is no difference".
    pub p: f64,
    /// The same, corrected for the rows of the table it stands in.
    pub p_holm: f64,
    /// The standard error of the published value from which on the difference may be 0; `None` if it may be 0 whatever the
    /// error.
    pub flips_at: Option<f64>,
    /// About how many games more it takes, if open.
    pub games_needed: Option<u64>,
}

/// Both verdicts about a claim.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    /// The side; `None` for a claim of a value.
    pub side: Option<SideJudgement>,
    /// The size; `None` where nothing but a side was published.
    pub size: Option<SizeJudgement>,
    /// Whether our intervals are those that hold however often one looks.
    pub anytime: bool,
}

/// Judges a claim: the side of a threshold, and the size beside the published value. One says nothing about the other.
///
/// The side is *reproduced* if our 95 % interval lies wholly on the claimed side of the threshold, *contradicted* if it lies
/// wholly on the other, else *undecided*.
///
/// The size *differs* if the 95 % interval of the [`difference`] excludes 0. It *agrees* if it does not, and two one-sided
/// tests at 5 % each exclude a difference of the [margin](Claim::margin) and more [schuirmann1987], which is to say that the
/// 90 % interval lies within it; for a claim of a value the margin is part of the claim, and a difference that is shown to
/// lie within it agrees though it is not 0. Else the size is *open*: not to have found a difference is no agreement. A
/// published value whose error is [assumed](Precision::Assumed) is *not judged*: the verdict would rest on the assumption.
///
/// A sample whose number of games was settled after a look is judged by intervals that hold however often one looks. The
/// games still needed are extrapolated with such intervals too: a guess made from a noisy value, not a plan; for that use
/// [`plan`](super::plan).
///
/// ```
/// use katsura_lab::stats::{Claim, Design, Figure, PairCounts, Precision, Sample, Side, Size, judge};
/// let published = Figure { value: 0.60, precision: Precision::StandardError(0.005) };
/// let ours = Sample::pairs(&PairCounts::new([200, 0, 500, 0, 300]), Design::Fixed);
/// let judged = judge(&Claim::Side { threshold: 0.5 }, &published, &ours);
/// assert_eq!(judged.side.unwrap().verdict, Side::Reproduced);
/// assert_eq!(judged.size.unwrap().verdict, Size::Differs);
/// ```
pub fn judge(claim: &Claim, published: &Figure, ours: &Sample) -> Judgement {
    let side = match *claim {
        Claim::Side { threshold } => Some(judge_side(threshold, published.value, ours)),
        Claim::Value { .. } => None,
    };
    let size = (published.precision != Precision::SideOnly).then(|| judge_size(claim, published, ours));
    Judgement { side, size, anytime: ours.design() == Design::Sequential }
}

/// A value with its intervals at both levels that verdicts are reached at.
#[derive(Clone, Copy)]
struct Seen {
    p90: Measured,
    p95: Measured,
}

impl Seen {
    fn of(sample: &Sample) -> Self {
        Seen { p90: sample.measured(Level::P90), p95: sample.measured(Level::P95) }
    }

    /// The same value after so many times the units.
    fn after(&self, factor: f64) -> Self {
        let shrunk = |Measured { value, interval }: Measured| Measured {
            value,
            interval: interval.map(|end| value + (end - value) / factor.sqrt()),
        };
        Seen { p90: shrunk(self.p90), p95: shrunk(self.p95) }
    }
}

fn judge_side(threshold: f64, published: f64, ours: &Sample) -> SideJudgement {
    let verdict = side(threshold, published, &ours.measured(Level::P95));
    let needed = || games_until(ours, |seen| side(threshold, published, &seen.p95) != Side::Undecided);
    let games_needed = if verdict == Side::Undecided { needed() } else { None };
    let p = ours.p_value(threshold);
    SideJudgement { verdict, p, p_holm: p, games_needed }
}

fn side(threshold: f64, published: f64, ours: &Measured) -> Side {
    let [above, below] = [ours.interval.low > threshold, ours.interval.high < threshold];
    let (claimed, other) = if published >= threshold { (above, below) } else { (below, above) };
    match (claimed, other) {
        (true, _) => Side::Reproduced,
        (_, true) => Side::Contradicted,
        _ => Side::Undecided,
    }
}

fn judge_size(claim: &Claim, published: &Figure, ours: &Sample) -> SizeJudgement {
    let (margin, seen) = (claim.margin(published.value), Seen::of(ours));
    let verdict = size(claim, published, &seen);
    let needed = || games_until(ours, |seen| size(claim, published, seen) != Size::Open);
    let difference = difference(&seen.p95, &published.measured(Level::P95));
    let p = p_of_none(&difference);
    SizeJudgement {
        verdict,
        published: published.value,
        difference,
        margin,
        p,
        p_holm: p,
        flips_at: flips_at(&seen.p95, published.value),
        games_needed: if verdict == Size::Open { needed() } else { None },
    }
}

fn size(claim: &Claim, published: &Figure, ours: &Seen) -> Size {
    let margin = claim.margin(published.value);
    let within = difference(&ours.p90, &published.measured(Level::P90)).interval;
    let apart = difference(&ours.p95, &published.measured(Level::P95)).interval;
    let is_within = -margin < within.low && within.high < margin;
    match (claim, is_within, !apart.contains(0.0)) {
        _ if matches!(published.precision, Precision::Assumed(_)) => Size::NotJudged,
        (Claim::Value { .. }, true, _) | (Claim::Side { .. }, true, false) => Size::Agrees,
        (_, _, true) => Size::Differs,
        (_, false, false) => Size::Open,
    }
}

/// The two-sided p-value of "the difference is 0": that of a normal variable whose 95 % interval ends where that of the
/// difference does, on the side of 0. It is below 5 % exactly if the interval excludes 0.
fn p_of_none(difference: &Measured) -> f64 {
    match (difference.value.abs(), towards(difference, 0.0)) {
        (0.0, _) => 1.0,
        (_, 0.0) => 0.0,
        (apart, half) => 2.0 * normal_cdf(-Level::P95.z() * apart / half),
    }
}

/// How far the interval reaches from the value towards another.
fn towards(value: &Measured, other: f64) -> f64 {
    if value.value > other { value.value - value.interval.low } else { value.interval.high - value.value }
}

/// The standard error of the published value from which on the interval of the difference holds 0.
fn flips_at(ours: &Measured, published: f64) -> Option<f64> {
    let (apart, half) = ((ours.value - published).abs(), towards(ours, published));
    (apart > half).then(|| (apart * apart - half * half).sqrt() / Level::P95.z())
}

/// How many games more it takes until the condition holds, if our value stays and the interval that may be looked at again
/// shrinks as the square root of the games: by bisection on the logarithm of the factor, which is at most a million.
fn games_until(ours: &Sample, condition: impl Fn(&Seen) -> bool) -> Option<u64> {
    let seen = Seen::of(&ours.continued());
    let mut ends = [0.0, 1e6f64.ln()];
    let at = |log: f64| condition(&seen.after(log.exp()));
    if ours.units() == 0 || !at(ends[1]) {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (ends[0] + ends[1]);
        ends[usize::from(at(middle))] = middle;
    }
    Some(((ends[1].exp() - 1.0) * ours.games() as f64).ceil() as u64)
}

const HALVINGS: u32 = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Moments, PairCounts};

    const HALF: Claim = Claim::Side { threshold: 0.5 };

    /// So many numbers with this mean and an interval of about ± `half`.
    fn numbers(mean: f64, half: f64) -> Sample {
        let count = 10_000;
        let away = half / Level::P95.z() * f64::from(count).sqrt();
        let moments: Moments = (0..count).map(|n| mean + if n % 2 == 0 { away } else { -away }).collect();
        Sample::numbers(moments, 1, Design::Fixed)
    }

    fn figure(value: f64, half: f64) -> Figure {
        Figure { value, precision: Precision::StandardError(half / Level::P95.z()) }
    }

    fn judged(claim: Claim, published: Figure, ours: &Sample) -> (Option<Side>, Option<Size>) {
        let Judgement { side, size, .. } = judge(&claim, &published, ours);
        assert!(side.is_none_or(|side| side.verdict == Side::Undecided || side.games_needed.is_none()));
        (side.map(|side| side.verdict), size.map(|size| size.verdict))
    }

    #[test]
    fn the_side_is_that_of_the_threshold_whatever_the_size() {
        let published = figure(0.54, 0.01);
        assert_eq!(judged(HALF, published, &numbers(0.66, 0.02)), (Some(Side::Reproduced), Some(Size::Differs)));
        assert_eq!(judged(HALF, published, &numbers(0.45, 0.02)), (Some(Side::Contradicted), Some(Size::Differs)));
        assert_eq!(judged(HALF, published, &numbers(0.505, 0.01)), (Some(Side::Undecided), Some(Size::Differs)));
        assert_eq!(judged(HALF, figure(0.46, 0.01), &numbers(0.45, 0.02)), (Some(Side::Reproduced), Some(Size::Open)));
    }

    #[test]
    fn a_size_agrees_within_half_the_published_effect() {
        // the margin is 0.02, and the 90 % interval 0.8393 of the one of 95 %: sqrt(0.01² + 0.005²)·0.8393 = 0.0094
        let published = figure(0.54, 0.005);
        assert_eq!(judged(HALF, published, &numbers(0.5305, 0.01)).1, Some(Size::Agrees));
        assert_eq!(judged(HALF, published, &numbers(0.5290, 0.01)).1, Some(Size::Open));
        assert_eq!(judged(HALF, published, &numbers(0.5285, 0.01)).1, Some(Size::Differs));
        assert_eq!(judged(HALF, published, &numbers(0.534, 0.0001)).1, Some(Size::Differs), "a small difference is one");
        assert_eq!(judged(HALF, published, &numbers(0.54, 0.1)).1, Some(Size::Open), "too few games to find a difference");
    }

    #[test]
    fn no_difference_is_shown_by_two_one_sided_tests() {
        let (claim, published) = (Claim::Value { within: 0.05 }, figure(0.5, 0.0));
        // 90 %: 0.01 ± 0.0336 lies within, 0.02 ± 0.0336 does not
        assert_eq!(judged(claim, published, &numbers(0.51, 0.04)), (None, Some(Size::Agrees)));
        assert_eq!(judged(claim, published, &numbers(0.52, 0.04)), (None, Some(Size::Open)));
        assert_eq!(judged(claim, published, &numbers(0.56, 0.04)), (None, Some(Size::Differs)));
    }

    #[test]
    fn an_assumed_error_judges_no_size_and_says_where_it_would_flip() {
        // 3² + 4² = 5²: an interval of the published value of ± 4 is what it takes
        let published = Figure { value: 9.0, precision: Precision::Assumed(0.1) };
        let size = judge(&Claim::Side { threshold: 0.0 }, &published, &numbers(4.0, 3.0)).size.unwrap();
        assert_eq!((size.verdict, size.games_needed), (Size::NotJudged, None));
        assert!((size.flips_at.unwrap() - 4.0 / Level::P95.z()).abs() < 1e-3, "{size:?}");
        let near = judge(&Claim::Side { threshold: 0.0 }, &published, &numbers(7.0, 3.0)).size.unwrap();
        assert_eq!(near.flips_at, None, "the difference may be 0 even if the figure is exact");
    }

    #[test]
    fn a_side_without_a_figure_has_no_size() {
        let published = Figure { value: 1.0, precision: Precision::SideOnly };
        assert_eq!(judged(HALF, published, &numbers(0.7, 0.02)), (Some(Side::Reproduced), None));
    }

    #[test]
    fn the_p_value_of_a_difference_is_below_five_per_cent_when_zero_is_excluded() {
        let p = |apart: f64| judge(&HALF, &figure(0.6, 0.03), &numbers(0.6 + apart, 0.04)).size.unwrap().p;
        // 0.05 is what both errors make together
        assert!((p(0.05) - 0.05).abs() < 1e-4 && (p(-0.05) - 0.05).abs() < 1e-4, "{}", p(0.05));
        assert!((p(0.05 * 2.5758 / 1.96) - 0.01).abs() < 1e-4);
    }

    #[test]
    fn the_games_needed_are_by_hand_and_those_of_the_anytime_interval() {
        let pairs = PairCounts::new([220, 0, 500, 0, 280]);
        let fixed = Sample::pairs(&pairs, Design::Fixed);
        let side = judge(&Claim::Side { threshold: 0.48 }, &figure(0.53, 0.001), &fixed.continued()).side.unwrap();
        assert_eq!((side.verdict, side.games_needed), (Side::Reproduced, None));
        let judged = judge(&Claim::Side { threshold: 0.51 }, &figure(0.53, 0.001), &fixed);
        // 0.53 − h/sqrt(f) = 0.51 for f = (h/0.02)²
        let factor = ((0.53 - fixed.continued().interval(Level::P95).low) / 0.02).powi(2);
        let needed = judged.side.unwrap().games_needed.unwrap() as f64;
        assert!((needed - 2000.0 * (factor - 1.0)).abs() < 1.5, "{needed} {factor}");
        assert!(!judged.anytime && judge(&HALF, &figure(0.53, 0.001), &fixed.continued()).anytime);
    }

    #[test]
    fn no_number_of_games_helps_against_a_published_interval_that_is_too_wide() {
        let size = judge(&Claim::Value { within: 0.01 }, &figure(0.3, 0.05), &numbers(0.3, 0.01)).size.unwrap();
        assert_eq!((size.verdict, size.games_needed), (Size::Open, None));
    }
}
