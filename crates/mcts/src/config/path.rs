//! Parameters by their dotted names: `search.select.explore.c`. The `search.` may be left out.
//!
//! ```
//! use katsura_mcts::SearchConfig;
//! use katsura_mcts::config::path;
//!
//! let config = path::set(&SearchConfig::default(), "search.select.explore.c", "0.4").unwrap();
//! assert_eq!(path::get(&config, "select.explore.c").unwrap(), "0.4");
//! let error = path::set(&config, "select.explore.cc", "1").unwrap_err();
//! assert_eq!(error.to_string(), "search.select.explore.cc: unknown key; known here: c, form, kind");
//! ```

use super::schema::Schema;
use super::{ConfigError, Problem, SearchConfig, join};
use serde_json::{Map, Value};
use std::sync::LazyLock;

static SCHEMA: LazyLock<Schema> = LazyLock::new(Schema::of::<SearchConfig>);

/// The schema of a search configuration.
pub fn schema() -> &'static Schema {
    &SCHEMA
}

/// A configuration as a JSON value.
pub fn to_value(config: &SearchConfig) -> Value {
    serde_json::to_value(config).unwrap_or(Value::Null)
}

/// Checks a configuration that is still a JSON value.
///
/// # Errors
/// The first thing that is wrong.
pub fn validate(value: &Value) -> Result<(), ConfigError> {
    SCHEMA.check(value, "search")
}

/// A configuration from a checked JSON value.
///
/// # Errors
/// The first thing that is wrong.
pub fn from_value(value: Value) -> Result<SearchConfig, ConfigError> {
    validate(&value)?;
    serde_json::from_value(value).map_err(|error| ConfigError::new("search", error.to_string()))
}

/// The configuration with one parameter changed. The text is a TOML value; a text that is none is a string. Setting the `kind`
/// of a policy gives all its parameters their defaults.
///
/// # Errors
/// If there is no such parameter or the value does not fit.
pub fn set(config: &SearchConfig, path: &str, text: &str) -> Result<SearchConfig, ConfigError> {
    let mut value = to_value(config);
    set_value(&mut value, path, parse_value(text))?;
    from_value(value)
}

/// Sets a parameter in a JSON value, without checking the result.
///
/// # Errors
/// If the path leads through something that is no table.
pub fn set_value(root: &mut Value, path: &str, new: Value) -> Result<(), ConfigError> {
    let keys = keys(path)?;
    let (last, way) = keys.split_last().ok_or_else(|| ConfigError::of(path, Problem::NoPath))?;
    let mut at = root;
    let mut walked = "search".to_string();
    for key in way {
        walked = join(&walked, key);
        at = entry(at, key).ok_or_else(|| ConfigError::of(&walked, Problem::NoTable))?;
    }
    if *last == "kind" || at.is_null() {
        *at = Value::Object(Map::new());
    }
    *entry(at, last).ok_or_else(|| ConfigError::of(&walked, Problem::NoTable))? = new;
    Ok(())
}

/// What stands under a key of a table or at a place of a list, counted from 0; the place after the last is made.
fn entry<'a>(at: &'a mut Value, key: &str) -> Option<&'a mut Value> {
    match at {
        Value::Object(table) => Some(table.entry(key.to_string()).or_insert_with(|| Value::Object(Map::new()))),
        Value::Array(list) => {
            let place: usize = key.parse().ok()?;
            if place == list.len() {
                list.push(Value::Object(Map::new()));
            }
            list.get_mut(place)
        }
        _ => None,
    }
}

/// A parameter as text.
///
/// # Errors
/// If there is no such parameter.
pub fn get(config: &SearchConfig, path: &str) -> Result<String, ConfigError> {
    let value = to_value(config);
    let mut at = &value;
    let mut walked = "search".to_string();
    for key in keys(path)? {
        let known = at.as_object();
        let place = key.parse().ok().and_then(|place: usize| at.as_array()?.get(place));
        at = known.and_then(|table| table.get(key)).or(place).ok_or_else(|| {
            let known = known.map(|table| table.keys().cloned().collect()).unwrap_or_default();
            ConfigError::of(join(&walked, key), Problem::UnknownKey { known })
        })?;
        walked = join(&walked, key);
    }
    Ok(at.as_str().map_or_else(|| at.to_string(), str::to_string))
}

/// Every parameter with its present value, in the order of their names.
pub fn list(config: &SearchConfig) -> Vec<(String, String)> {
    let mut all = Vec::new();
    collect("search", &to_value(config), &mut all);
    all
}

fn collect(path: &str, value: &Value, all: &mut Vec<(String, String)>) {
    match value {
        Value::Object(table) => table.iter().for_each(|(key, value)| collect(&join(path, key), value, all)),
        Value::Array(list) if list.iter().all(Value::is_object) => {
            list.iter().enumerate().for_each(|(place, value)| collect(&join(path, &place.to_string()), value, all));
        }
        Value::Null => {}
        other => all.push((path.to_string(), other.as_str().map_or_else(|| other.to_string(), str::to_string))),
    }
}

fn keys(path: &str) -> Result<Vec<&str>, ConfigError> {
    let inner = path.trim();
    let inner = inner.strip_prefix("search.").unwrap_or(inner);
    let keys: Vec<&str> = inner.split('.').collect();
    if keys.iter().any(|key| key.is_empty()) {
        return Err(ConfigError::of(path, Problem::NoPath));
    }
    Ok(keys)
}

/// A TOML value, or else a string.
pub fn parse_value(text: &str) -> Value {
    let parsed = toml::from_str::<toml::Table>(&format!("v = {text}")).ok().filter(|table| table.len() == 1);
    let value = parsed.and_then(|mut table| table.remove("v")).and_then(|value| serde_json::to_value(value).ok());
    value.unwrap_or_else(|| Value::String(text.to_string()))
}
