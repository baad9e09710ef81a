//! Parameters that are checked whenever they are read.

use std::fmt;

/// A parameter of a game has a value that the game does not accept.
///
/// ```
/// use katsura_games::connect_four::ConnectFour;
/// let error = ConnectFour { width: 30, height: 6 }.check().unwrap_err();
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
    pub(crate) fn unless_within(
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

/// Reads and writes a type whose derives carry `#[serde(remote = "Self")]`, refusing values that its `check` refuses.
macro_rules! checked_parameters {
    ($game:ty) => {
        impl<'de> serde::Deserialize<'de> for $game {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // The inherent function that the derive made, not this one.
                let game = <$game>::deserialize(deserializer)?;
                game.check().map_err(serde::de::Error::custom)?;
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

pub(crate) use checked_parameters;
