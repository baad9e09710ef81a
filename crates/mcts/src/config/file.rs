//! Configuration files.

use super::{ConfigError, Problem, SearchConfig, path};
use serde_json::{Map, Value};
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// A configuration file larger than this is refused unread.
pub const LARGEST: u64 = 1 << 20;

/// The tables of a file.
const TABLES: [&str; 2] = ["game", "search"];

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
        let fail = |problem| ConfigError::of("", problem).in_file(&name);
        let unreadable = |why: String| fail(Problem::Unreadable(why));
        let metadata = std::fs::metadata(file).map_err(|error| unreadable(error.to_string()))?;
        if !metadata.is_file() {
            return Err(unreadable("is not a file; expected a configuration in TOML".to_string()));
        }
        if metadata.len() > LARGEST {
            return Err(fail(Problem::TooLarge { bytes: metadata.len(), most: LARGEST }));
        }
        let bytes = std::fs::read(file).map_err(|error| unreadable(error.to_string()))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| unreadable("is not UTF-8 text; expected a configuration in TOML".to_string()))?;
        Self::parse(&text, &name)
    }

    /// Checks the text of a configuration; `name` stands for the file in errors.
    ///
    /// # Errors
    /// As [`read`](ConfigFile::read).
    pub fn parse(text: &str, name: &str) -> Result<Self, ConfigError> {
        let table: Map<String, Value> = toml::from_str(text).map_err(|error| syntax(&error, text).in_file(name))?;
        if let Some(key) = table.keys().find(|key| !TABLES.contains(&key.as_str())) {
            let known = TABLES.map(str::to_string).to_vec();
            return Err(located(ConfigError::of(key.as_str(), Problem::UnknownKey { known }), text, name));
        }
        let Some(search) = table.get("search") else {
            return Err(ConfigError::of("search", Problem::NoSearch).in_file(name));
        };
        let search = path::from_value(search.clone()).map_err(|error| located(error, text, name))?;
        Ok(ConfigFile { search, game: table.get("game").cloned(), text: text.to_string(), name: name.to_string() })
    }

    /// Adds file and line to an error about this file.
    pub fn locate(&self, error: ConfigError) -> ConfigError {
        located(error, &self.text, &self.name)
    }
}

/// What the parser says, with line and column.
pub fn syntax(error: &toml::de::Error, text: &str) -> ConfigError {
    let start = error.span().map(|span| span.start.min(text.len()));
    let message = error.message().lines().next().unwrap_or("not TOML").to_string();
    let column = start.map(|start| column_of(text, start));
    ConfigError { line: start.map(|start| line_of(text, start)), ..ConfigError::of("", Problem::Syntax { message, column }) }
}

fn column_of(text: &str, offset: usize) -> usize {
    let before = String::from_utf8_lossy(&text.as_bytes()[..offset]);
    before.chars().rev().take_while(|&character| character != '\n').count() + 1
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
