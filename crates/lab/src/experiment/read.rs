//! Reading the tables of an experiment file, each key and value with its place in the text.

use super::{ExperimentError, Wrong};
use crate::work::{AnyRow, ReadRows, Row};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// What the file says beside its rows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) title: String,
    pub(super) source: String,
    pub(super) protocol: String,
    #[serde(default = "default_seed")]
    pub(super) seed: u64,
    #[serde(default)]
    pub(super) players: BTreeMap<String, String>,
}

const HEAD: [&str; 5] = ["title", "source", "protocol", "seed", "players"];

fn default_seed() -> u64 {
    1
}

/// In which line a key is, by its dotted path.
pub(super) type Lines = BTreeMap<String, usize>;

/// The text of an experiment, of which the rows are read kind by kind.
pub(super) struct Reader<'a> {
    text: &'a str,
    root: DeTable<'a>,
    lines: Lines,
}

/// A row as it is written, and what it takes from the defaults.
struct Written<'r, 'a> {
    /// The dotted path: `rows.NAME`.
    path: String,
    /// That of the defaults.
    defaults: &'static str,
    own: &'r DeTable<'a>,
    whole: DeTable<'a>,
    span: Range<usize>,
}

impl<'a> Reader<'a> {
    /// Reads what is no row.
    pub(super) fn new(text: &'a str) -> Result<Self, ExperimentError> {
        let root = DeTable::parse(text).map_err(|error| misread(text, String::new(), &error))?.into_inner();
        let reader = Reader { text, root, lines: Lines::new() };
        let tables = AnyRow::TABLES.iter().flat_map(|tables| [tables.rows, tables.defaults]);
        let known: Vec<&str> = HEAD.into_iter().chain(tables).collect();
        match reader.root.keys().find(|key| !known.contains(&key.get_ref().as_ref())) {
            Some(key) => Err(ExperimentError {
                line: Some(line(text, key.span().start)),
                ..ExperimentError::new(key.get_ref().as_ref(), Wrong::UnknownTable { known })
            }),
            None => Ok(reader),
        }
    }

    /// What the file says beside its rows.
    pub(super) fn head(&self) -> Result<Head, ExperimentError> {
        let said = HEAD.iter().filter_map(|&key| self.root.get_key_value(key));
        let head: DeTable<'_> = said.map(|(key, value)| (key.clone(), value.clone())).collect();
        let table = Spanned::new(0..0, DeValue::Table(head));
        read(table).map_err(|error| {
            let path = error.span().and_then(|span| keys_at(&self.root, span.start)).unwrap_or_default();
            misread(self.text, path.join("."), &error)
        })
    }

    /// The lines of all rows and their keys, when the rows are read.
    pub(super) fn into_lines(self) -> Lines {
        self.lines
    }

    fn defaults(&self, name: &'static str) -> Result<DeTable<'a>, ExperimentError> {
        match self.root.get(name).map(|value| (value.span(), value.get_ref())) {
            None => Ok(DeTable::new()),
            Some((_, DeValue::Table(table))) => Ok(table.clone()),
            Some((span, _)) => Err(self.expected("a table", name, &span)),
        }
    }

    fn tables(&self, name: &'static str) -> Result<Vec<(Range<usize>, DeTable<'a>)>, ExperimentError> {
        let Some(value) = self.root.get(name) else { return Ok(Vec::new()) };
        let DeValue::Array(rows) = value.get_ref() else {
            return Err(self.expected("a list of tables", name, &value.span()));
        };
        let table = |row: &Spanned<DeValue<'a>>| match row.get_ref() {
            DeValue::Table(table) => Ok((row.span(), table.clone())),
            _ => Err(self.expected("a table", name, &row.span())),
        };
        rows.iter().map(table).collect()
    }

    fn expected(&self, what: &str, key: &str, span: &Range<usize>) -> ExperimentError {
        let kind = Wrong::OutOfRange { expected: what.to_string(), found: "something else".to_string() };
        ExperimentError { line: Some(line(self.text, span.start)), ..ExperimentError::new(key, kind) }
    }

    /// The rows that one table of the file stands for.
    fn rows<R: Row>(&self, written: &Written<'_, 'a>) -> Result<Vec<R>, ExperimentError> {
        let table = Spanned::new(written.span.clone(), DeValue::Table(written.whole.clone()));
        let row: R = read(table).map_err(|error: toml::de::Error| {
            let keys = error.span().and_then(|span| keys_at(&written.whole, span.start));
            misread(self.text, written.dotted(&keys.unwrap_or_default()), &error)
        })?;
        let located = |error: ExperimentError| {
            let keys: Vec<String> = error.key.split('.').filter(|key| !key.is_empty()).map(str::to_string).collect();
            let place = place_of(&written.whole, &keys).unwrap_or(written.span.start);
            ExperimentError { line: Some(line(self.text, place)), key: written.dotted(&keys), ..error }
        };
        row.check().map_err(located)?;
        row.expand().map_err(located)
    }

    fn note_lines(&mut self, path: &str, written: &DeTable<'a>, span: &Range<usize>) {
        self.lines.insert(path.to_string(), line(self.text, span.start));
        for key in written.keys() {
            self.lines.insert(format!("{path}.{}", key.get_ref()), line(self.text, key.span().start));
        }
    }
}

impl ReadRows<ExperimentError> for Reader<'_> {
    /// Rows with what they do not say themselves taken from the defaults, sweeps as the rows they stand for.
    fn read<R: Row>(&mut self) -> Result<Vec<R>, ExperimentError> {
        let defaults = self.defaults(R::TABLES.defaults)?;
        let mut all = Vec::new();
        for (span, own) in self.tables(R::TABLES.rows)? {
            let name = own.get("name").and_then(|name| name.get_ref().as_str()).unwrap_or("?");
            let path = format!("{}.{name}", R::TABLES.rows);
            let mut whole = defaults.clone();
            own.iter().for_each(|(key, value)| {
                whole.remove(key.get_ref().as_ref());
                whole.insert(key.clone(), value.clone());
            });
            let written = Written { path, defaults: R::TABLES.defaults, own: &own, whole, span: span.clone() };
            let rows: Vec<R> = self.rows(&written)?;
            for row in &rows {
                self.note_lines(&format!("{}.{}", R::TABLES.rows, row.name()), &own, &span);
            }
            all.extend(rows);
        }
        Ok(all)
    }
}

impl Written<'_, '_> {
    /// The path of a key of the row, in the row or in the defaults, wherever it is written.
    fn dotted(&self, keys: &[String]) -> String {
        let is_own = keys.first().is_none_or(|first| self.own.contains_key(first.as_str()));
        let owner = if is_own { self.path.as_str() } else { self.defaults };
        std::iter::once(owner).chain(keys.iter().map(String::as_str)).collect::<Vec<_>>().join(".")
    }
}

fn read<T: DeserializeOwned>(value: Spanned<DeValue<'_>>) -> Result<T, toml::de::Error> {
    T::deserialize(ValueDeserializer::from(value))
}

fn misread(text: &str, key: String, error: &toml::de::Error) -> ExperimentError {
    let message = error.message().lines().next().unwrap_or("not TOML").to_string();
    let line = error.span().map(|span| line(text, span.start));
    ExperimentError { line, ..ExperimentError::new(key, Wrong::Misread(message)) }
}

/// The line of a place in the text, counted from 1.
fn line(text: &str, place: usize) -> usize {
    text.as_bytes()[..place.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// The keys that lead to what stands at a place in the text.
fn keys_at(table: &DeTable<'_>, place: usize) -> Option<Vec<String>> {
    table.iter().find_map(|(key, value)| {
        let inner = || if let DeValue::Table(table) = value.get_ref() { keys_at(table, place) } else { None };
        let rest = if key.span().contains(&place) { Some(Vec::new()) } else { inner() };
        let rest = rest.or_else(|| value.span().contains(&place).then(Vec::new))?;
        Some([vec![key.get_ref().to_string()], rest].concat())
    })
}

/// Where the last of these keys that is there stands in the text.
fn place_of(table: &DeTable<'_>, keys: &[String]) -> Option<usize> {
    let (first, rest) = keys.split_first()?;
    let (key, value) = table.get_key_value(first.as_str())?;
    let inner = if let DeValue::Table(table) = value.get_ref() { place_of(table, rest) } else { None };
    Some(inner.unwrap_or(key.span().start))
}
