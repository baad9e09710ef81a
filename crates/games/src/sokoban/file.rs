//! Files of levels.

use super::level::is_row;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::path::Path;

/// Reads the level of a specification: where it is the name of a file, what the file says takes its place, so that records
/// do not depend on the file.
pub(super) fn read_level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let level = String::deserialize(deserializer)?;
    load(&level).map_err(|why| D::Error::custom(format!("level = '{}': {why}", level.chars().take(200).collect::<String>())))
}

/// The text of a level, from a file if it is the name of one.
pub(super) fn load(level: &str) -> Result<String, String> {
    let (name, number) = match level.rsplit_once(':') {
        Some((name, number)) if number.bytes().all(|c| c.is_ascii_digit()) => (name, number.parse().unwrap_or(0)),
        _ => (level, 1usize),
    };
    let kind = Path::new(name).extension().and_then(|kind| kind.to_str()).unwrap_or("");
    if level.contains('#') || !["xsb", "sok", "txt"].iter().any(|known| kind.eq_ignore_ascii_case(known)) {
        return Ok(level.to_string());
    }
    let bytes = std::fs::read(name).map_err(|error| format!("the file cannot be read: {error}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let levels = split(&text);
    let chosen = number.checked_sub(1).and_then(|place| levels.get(place));
    chosen.cloned().ok_or_else(|| format!("expected a level from 1 to {} of the file", levels.len()))
}

/// The levels of a file: rows that follow each other. Between levels stand titles, comments or empty lines.
fn split(text: &str) -> Vec<String> {
    let mut levels: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines() {
        let line = line.trim_end();
        match levels.last_mut() {
            Some(level) if is_row(line) => level.push(line),
            Some(level) if !level.is_empty() => levels.push(Vec::new()),
            _ => {}
        }
    }
    levels.into_iter().filter(|level| !level.is_empty()).map(|level| level.join("|")).collect()
}
