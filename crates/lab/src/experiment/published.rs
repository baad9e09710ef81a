//! Published figures.

use super::numbers::{number, number_if_any, whole_if_any};
use super::{ExperimentError, Wrong};
use crate::stats::{Claim, Figure, Level, Measured, Precision};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A published figure with what is known of its precision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The figure: a score between 0 and 1, or points.
    #[serde(deserialize_with = "number")]
    pub value: f64,
    /// The number after the ±.
    #[serde(default, deserialize_with = "number_if_any", skip_serializing_if = "Option::is_none")]
    pub plus_minus: Option<f64>,
    /// What the ± means.
    #[serde(default)]
    pub meaning: Meaning,
    /// How many games it comes from.
    #[serde(default, deserialize_with = "whole_if_any", skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
}

/// What a published ± means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// The source does not say. Taken as a standard error, the wider of the two readings, so that a disagreement is not found where
    /// there may be none.
    #[default]
    Unstated,
    /// One standard error.
    StandardError,
    /// Half the width of a 95 % interval.
    #[serde(rename = "interval_95")]
    Interval95,
    /// One standard error that no source states: whoever wrote the experiment assumes it. Sizes are not judged by it.
    Assumed,
    /// There is no figure: the value only stands for the side of a threshold that is claimed, or was inferred.
    SideOnly,
}

/// What can be measured: the values that a figure can have.
pub(super) type Values = RangeInclusive<f64>;

/// Scores of matches.
pub(super) const SHARES: Values = 0.0..=1.0;

/// Anything that cannot be negative.
pub(super) const NOT_NEGATIVE: Values = 0.0..=f64::INFINITY;

/// Checks a number of an experiment file.
///
/// # Errors
/// If it is none of these values.
pub(super) fn check_number(key: &str, number: f64, values: &Values) -> Result<(), ExperimentError> {
    let expected = match (values.contains(&number), values.end().is_finite()) {
        (true, _) => return Ok(()),
        (false, true) => format!("a number between {} and {}", values.start(), values.end()),
        (false, false) => format!("a number of at least {}", values.start()),
    };
    Err(ExperimentError::new(key, Wrong::OutOfRange { expected, found: number.to_string() }))
}

/// Checks the claim of a row about something that has these values.
///
/// # Errors
/// If no value can lie there.
pub(super) fn check_claim(claim: &Claim, values: &Values) -> Result<(), ExperimentError> {
    match *claim {
        Claim::Side { threshold } => check_number("claim.threshold", threshold, values),
        Claim::Value { within } => check_number("claim.within", within, &(0.0..=values.end() - values.start())),
    }
}

impl Published {
    /// Checks the figure of something that has these values.
    ///
    /// # Errors
    /// If a number cannot be.
    pub(super) fn check(&self, values: &Values) -> Result<(), ExperimentError> {
        check_number("published.value", self.value, values)?;
        self.plus_minus.map_or(Ok(()), |half| check_number("published.plus_minus", half, &NOT_NEGATIVE))?;
        match (self.games, self.plus_minus) {
            (_, None) if self.meaning == Meaning::Assumed => {
                Err(ExperimentError::refused("published.meaning", "an error that is assumed is given as plus_minus"))
            }
            (Some(0), _) => Err(ExperimentError::refused("published.games", "a figure comes from at least 1, found 0")),
            (Some(_), None) if *values != SHARES => {
                let message = "says how exact a share is; give points and regrets plus_minus";
                Err(ExperimentError::refused("published.games", message))
            }
            _ => Ok(()),
        }
    }

    /// The figure with its error: by the ±, else by the number of games, else exact.
    pub fn figure(&self) -> Figure {
        let precision = match (self.plus_minus, self.meaning, self.games) {
            (_, Meaning::SideOnly, _) => Precision::SideOnly,
            (Some(half), Meaning::Interval95, _) => Precision::StandardError(half / Level::P95.z()),
            (Some(error), Meaning::Assumed, _) => Precision::Assumed(error),
            (Some(error), Meaning::StandardError | Meaning::Unstated, _) => Precision::StandardError(error),
            (None, _, Some(games)) if SHARES.contains(&self.value) => Precision::Games(games),
            (None, _, _) => Precision::Exact,
        };
        Figure { value: self.value, precision }
    }

    /// The figure with its 95 % interval.
    pub fn measured(&self) -> Measured {
        self.figure().measured(Level::P95)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Claim, Design, Interval, PairCounts, Sample, Side, judge};

    #[test]
    fn the_meaning_of_the_plus_minus_decides_the_interval() {
        let figure = |meaning| Published { value: 0.5, plus_minus: Some(0.01), meaning, games: Some(9) };
        let Interval { low, high } = figure(Meaning::Interval95).measured().interval;
        assert!((low - 0.49).abs() < 1e-12 && (high - 0.51).abs() < 1e-12);
        let wide = figure(Meaning::StandardError).measured().interval;
        assert!((wide.low - 0.4804).abs() < 1e-6);
        assert_eq!(figure(Meaning::Unstated).measured().interval, wide);
        assert_eq!(figure(Meaning::Assumed).figure().precision, Precision::Assumed(0.01));
        let none = Published { plus_minus: None, ..figure(Meaning::Assumed) };
        assert!(none.check(&SHARES).unwrap_err().to_string().contains("is given as plus_minus"));
    }

    #[test]
    fn a_side_alone_has_no_size_to_be_judged() {
        let side = Published { value: 1.0, plus_minus: None, meaning: Meaning::SideOnly, games: None }.figure();
        let ours = Sample::pairs(&PairCounts::new([100, 0, 100, 0, 300]), Design::Fixed);
        let judged = judge(&Claim::Side { threshold: 0.5 }, &side, &ours);
        assert_eq!((judged.side.map(|side| side.verdict), judged.size), (Some(Side::Reproduced), None));
    }

    #[test]
    fn without_a_plus_minus_the_games_count_and_without_those_it_is_exact() {
        let figure = |games| Published { value: 0.5, plus_minus: None, meaning: Meaning::Unstated, games };
        assert!(figure(Some(100)).measured().interval.width() > 0.1);
        assert_eq!(figure(None).measured().interval.width(), 0.0);
    }
}
