//! Grids over parameters.

use serde_json::{Map, Value};
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

/// The rows that a row with a table `sweep` stands for; a row without one stands for itself.
///
/// # Errors
/// If the table is not one of lists, or the row has no name or player a.
pub(super) fn expand(mut row: Map<String, Value>) -> Result<Vec<Map<String, Value>>, String> {
    let Some(sweep) = row.remove("sweep") else { return Ok(vec![row]) };
    let Value::Object(table) = sweep else { return Err("sweep: expected a table of lists".to_string()) };
    let axes: Vec<Axis> = table.into_iter().map(axis).collect::<Result<_, _>>()?;
    let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_string).ok_or(format!("sweep needs {key}"));
    let (name, a) = (text("name")?, text("a")?);
    if a.trim_start().starts_with("gtp:") {
        return Err("sweep: an outside program has no parameters; make the player that is swept a".to_string());
    }
    let of_point = |point: GridPoint| {
        let mut row = row.clone();
        row.insert("name".to_string(), Value::String(format!("{name}-{}", point.name)));
        row.insert("a".to_string(), Value::String(format!("{a} {}", point.settings)));
        row
    };
    Ok(grid(&axes).into_iter().map(of_point).collect())
}

fn axis((key, values): (String, Value)) -> Result<Axis, String> {
    let Value::Array(values) = values else { return Err(format!("sweep.{key}: expected a list of values")) };
    let written = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let values: Vec<String> = values.into_iter().map(written).collect();
    format!("{key}={}", values.join(",")).parse()
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
        let row =
            serde_json::json!({ "name": "x", "a": "uct", "sweep": { "select.explore.c": [0.1, 0.25], "reuse": [true] } });
        let rows = expand(row.as_object().unwrap().clone()).unwrap();
        let texts: Vec<_> = rows.iter().map(|row| (row["name"].as_str().unwrap(), row["a"].as_str().unwrap())).collect();
        assert_eq!(
            texts,
            [
                ("x-reuse-true-c-0.1", "uct reuse=true select.explore.c=0.1"),
                ("x-reuse-true-c-0.25", "uct reuse=true select.explore.c=0.25")
            ]
        );
        let wrong = serde_json::json!({ "name": "x", "a": "uct", "sweep": { "c": 1 } });
        assert!(expand(wrong.as_object().unwrap().clone()).unwrap_err().contains("expected a list"));
    }
}
