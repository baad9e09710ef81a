//! Configuration files.

use super::{ConfigError, SearchConfig, path};
use serde_json::{Map, Value};
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// A configuration file larger than this is refused unread.
pub const LARGEST: u64 = 1 << 20;

/// What a configuration file says.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigFile {
    /// The table `[search]`, checked; defaults where the file is silent.
    pub search: SearchConfig,
    /// The table `game`, unchecked, if there is one.
    pub game: Option<Value>,
    text: String,
    name: String,
}

impl ConfigFile {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// If it cannot be read, is larger than [`LARGEST`], or says something wrong; the error names file, line and key.
    pub fn read(file: &Path) -> Result<Self, ConfigError> {
        let name = file.display().to_string();
        let fail = |message: String| ConfigError::new("", message).in_file(&name);
        let metadata = std::fs::metadata(file).map_err(|error| fail(error.to_string()))?;
        if !metadata.is_file() {
            return Err(fail("is not a file; expected a configuration in TOML".to_string()));
        }
        if metadata.len() > LARGEST {
            return Err(fail(format!("has {} bytes; a configuration has at most {LARGEST}", metadata.len())));
        }
        let bytes = std::fs::read(file).map_err(|error| fail(error.to_string()))?;
        let text =
            String::from_utf8(bytes).map_err(|_| fail("is not UTF-8 text; expected a configuration in TOML".to_string()))?;
        Self::parse(&text, &name)
    }

    /// Checks the text of a configuration; `name` stands for the file in errors.
    ///
    /// # Errors
    /// As [`read`](ConfigFile::read).
    pub fn parse(text: &str, name: &str) -> Result<Self, ConfigError> {
        let table: Map<String, Value> = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| line_of(text, span.start));
            let message = error.message().lines().next().unwrap_or("not TOML").to_string();
            ConfigError { line, ..ConfigError::new("", message).in_file(name) }
        })?;
        if let Some(key) = table.keys().find(|key| !["game", "search"].contains(&key.as_str())) {
            let error = ConfigError::new(key.as_str(), "unknown key; known here: game, search");
            return Err(located(error, text, name));
        }
        let Some(search) = table.get("search") else {
            return Err(ConfigError::new("search", "the table [search] is missing").in_file(name));
        };
        let search = path::from_value(search.clone()).map_err(|error| located(error, text, name))?;
        Ok(ConfigFile { search, game: table.get("game").cloned(), text: text.to_string(), name: name.to_string() })
    }

    /// Adds file and line to an error about this file.
    pub fn locate(&self, error: ConfigError) -> ConfigError {
        located(error, &self.text, &self.name)
    }
}

fn located(error: ConfigError, text: &str, name: &str) -> ConfigError {
    let line = DeTable::parse(text).ok().and_then(|table| {
        let keys: Vec<&str> = error.path.split('.').collect();
        find(table.get_ref(), &keys).map(|offset| line_of(text, offset))
    });
    ConfigError { line, ..error.in_file(name) }
}

/// Where the deepest existing part of a dotted path stands.
fn find(table: &DeTable<'_>, keys: &[&str]) -> Option<usize> {
    let (first, rest) = keys.split_first()?;
    let (key, value) = table.iter().find(|(key, _)| key.get_ref().as_ref() == *first)?;
    find_in(value.get_ref(), rest).or(Some(key.span().start))
}

fn find_in(value: &DeValue<'_>, keys: &[&str]) -> Option<usize> {
    match value {
        DeValue::Table(inner) => find(inner, keys),
        DeValue::Array(list) => {
            let (place, rest) = keys.split_first()?;
            let item = list.get(place.parse::<usize>().ok()?)?;
            find_in(item.get_ref(), rest).or(Some(item.span().start))
        }
        _ => None,
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}
