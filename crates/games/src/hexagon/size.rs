//! The size of a board, checked when it is read.

use serde::de::{Deserialize, Deserializer, Error};

/// Reads a size from `LOW` to `HIGH`; anything else is an error that says so.
pub(crate) fn read_size<'de, D: Deserializer<'de>, const LOW: u8, const HIGH: u8>(deserializer: D) -> Result<u8, D::Error> {
    let size = i64::deserialize(deserializer)?;
    let known = u8::try_from(size).ok().filter(|size| (LOW..=HIGH).contains(size));
    known.ok_or_else(|| D::Error::custom(format!("size = {size}: expected {LOW} to {HIGH}")))
}
