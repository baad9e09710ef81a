//! Grids over parameters.

use super::ExperimentError;
use super::numbers::values;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::str::FromStr;

/// A parameter and the values it takes: `select.explore.c=0.1,0.2,0.4`.
///
/// ```
/// use katsura_lab::experiment::{Axis, grid};
/// let axes: Vec<Axis> = ["select.explore.c=0.1,0.2", "reuse=true,false"].map(|text| text.parse().unwrap()).into();
/// let points = grid(&axes);
/// assert_eq!(points.len(), 4);
/// assert_eq!(points[1].settings, "select.explore.c=0.1 reuse=false");
/// assert_eq!(points[1].name, "c-0.1-reuse-false");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The dotted name.
    pub key: String,
    /// The values, as they are written.
    pub values: Vec<String>,
}

/// One point of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridPoint {
    /// The last parts of the keys and the values, as a name for rows and folders.
    pub name: String,
    /// `key=value key=value`, as they are written after a player.
    pub settings: String,
}

impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, values) = text.split_once('=').unwrap_or((text, ""));
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_string()).collect();
        let bad = |word: &str| word.is_empty() || word.contains(char::is_whitespace);
        if bad(key) || values.iter().any(|value| bad(value)) {
            return Err(format!("expected a parameter and its values such as select.explore.c=0.1,0.2, found '{text}'"));
        }
        match values.iter().enumerate().find(|(place, value)| values[..*place].contains(value)) {
            Some((_, value)) => Err(format!("{key}: the value {value} is there twice")),
            None => Ok(Axis { key: key.to_string(), values }),
        }
    }
}

/// All combinations of the values; the last axis changes fastest.
pub fn grid(axes: &[Axis]) -> Vec<GridPoint> {
    let mut points = vec![GridPoint { name: String::new(), settings: String::new() }];
    for Axis { key, values } in axes {
        let short = key.rsplit('.').next().unwrap_or(key);
        let joined = |before: &str, between: &str, text: String| {
            if before.is_empty() { text } else { format!("{before}{between}{text}") }
        };
        let with = |point: &GridPoint, value: &String| GridPoint {
            name: joined(&point.name, "-", format!("{short}-{}", value.replace(|c: char| !is_plain(c), "_"))),
            settings: joined(&point.settings, " ", format!("{key}={value}")),
        };
        points = points.iter().flat_map(|point| values.iter().map(|value| with(point, value)).collect::<Vec<_>>()).collect();
    }
    points
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '.' || c == '-'
}

/// Parameters and the values they take, as a row states them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Sweep(BTreeMap<String, Values>);

/// The values of a parameter.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Values(#[serde(deserialize_with = "values")] Vec<Value>);

impl Sweep {
    fn axes(&self) -> Result<Vec<Axis>, ExperimentError> {
        let written = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let axis = |(key, Values(values)): (&String, &Values)| {
            let values: Vec<String> = values.iter().map(written).collect();
            let axis: Result<Axis, String> = format!("{key}={}", values.join(",")).parse();
            axis.map_err(|message| ExperimentError::refused("sweep", message))
        };
        self.0.iter().map(axis).collect()
    }
}

/// The names and first players of the rows that a row with a sweep stands for; those of the row if it has none.
///
/// # Errors
/// If the player has no parameters, or a value is there twice.
pub(super) fn sweep(name: &str, a: &str, sweep: &Sweep) -> Result<Vec<(String, String)>, ExperimentError> {
    if sweep.0.is_empty() {
        return Ok(vec![(name.to_string(), a.to_string())]);
    }
    if a.trim_start().starts_with("gtp:") {
        let message = "an outside program has no parameters; make the player that is swept a";
        return Err(ExperimentError::refused("sweep", message));
    }
    let of_point = |point: GridPoint| (format!("{name}-{}", point.name), format!("{a} {}", point.settings));
    Ok(grid(&sweep.axes()?).into_iter().map(of_point).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_axes_are_refused() {
        for text in ["c", "c=", "=1", "c=1,,2", "c d=1", "", "c=1,2,1"] {
            assert!(text.parse::<Axis>().is_err(), "{text}");
        }
        assert_eq!(grid(&[]).len(), 1);
    }

    #[test]
    fn a_row_with_a_sweep_becomes_rows() {
        let read = |text: Value| serde_json::from_value::<Sweep>(text);
        let rows =
            sweep("x", "uct", &read(serde_json::json!({ "select.explore.c": [0.1, 0.25], "reuse": [true] })).unwrap());
        let rows = rows.unwrap();
        let texts: Vec<_> = rows.iter().map(|(name, a)| (name.as_str(), a.as_str())).collect();
        assert_eq!(
            texts,
            [
                ("x-reuse-true-c-0.1", "uct reuse=true select.explore.c=0.1"),
                ("x-reuse-true-c-0.25", "uct reuse=true select.explore.c=0.25")
            ]
        );
        assert!(read(serde_json::json!({ "c": 1 })).unwrap_err().to_string().contains("expected a list"));
    }
}
