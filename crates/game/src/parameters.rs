//! Parameters of games that are checked whenever they are read. With the feature `parameters`.

use schemars::JsonSchema;
use std::fmt;

/// A parameter of a game has a value that the game does not accept.
///
/// ```
/// use katsura_game::parameters::ParameterError;
/// let error = ParameterError::new("width", 30, "4 to 16");
/// assert_eq!(error.to_string(), "width = 30: expected 4 to 16");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterError {
    parameter: &'static str,
    value: String,
    accepted: String,
}

impl ParameterError {
    /// An error for this parameter; `accepted` completes the sentence "expected …".
    pub fn new(parameter: &'static str, value: impl fmt::Display, accepted: impl Into<String>) -> Self {
        ParameterError { parameter, value: value.to_string(), accepted: accepted.into() }
    }

    /// Nothing, or the error for a number out of this range.
    ///
    /// # Errors
    /// If it is out of range.
    pub fn unless_within(
        parameter: &'static str,
        value: u8,
        range: std::ops::RangeInclusive<u8>,
    ) -> Result<(), ParameterError> {
        if range.contains(&value) {
            return Ok(());
        }
        Err(ParameterError::new(parameter, value, format!("{} to {}", range.start(), range.end())))
    }
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}: expected {}", self.parameter, self.value, self.accepted)
    }
}

impl std::error::Error for ParameterError {}

/// The ranges that the schema of a game's parameters declares, for error messages: `width: 4 to 16, height: 4 to 16`.
pub fn accepted_ranges<T: JsonSchema>() -> String {
    let schema = schemars::schema_for!(T);
    let properties = schema.get("properties").and_then(|properties| properties.as_object());
    let ranges = properties.into_iter().flatten().filter_map(|(name, property)| {
        let property = property.get("items").unwrap_or(property);
        let (low, high) = (property.get("minimum")?, property.get("maximum")?);
        Some(format!("{name}: {low} to {high}"))
    });
    ranges.collect::<Vec<_>>().join(", ")
}

/// Reads and writes a type whose derives carry `#[serde(remote = "Self")]`, refusing values that its `check` refuses.
#[macro_export]
macro_rules! checked_parameters {
    ($game:ty) => {
        impl<'de> serde::Deserialize<'de> for $game {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use serde::de::Error;
                // The inherent function that the derive made, not this one.
                let game = <$game>::deserialize(deserializer).map_err(|error| {
                    D::Error::custom(format!("{error} ({})", $crate::parameters::accepted_ranges::<$game>()))
                })?;
                game.check().map_err(D::Error::custom)?;
                Ok(game)
            }
        }

        impl serde::Serialize for $game {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$game>::serialize(self, serializer)
            }
        }
    };
}

pub use crate::checked_parameters;
