//! Experiment files.

use super::catalogue;
use super::row::{Claimed, Row};
use katsura_mcts::ConfigError;
use katsura_mcts::config::file::LARGEST;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// An experiment: a claim, and the rows that test it.
///
/// Rows take from the table `[defaults]` what they do not say themselves. A player whose first word is a key of `[players]` is that
/// player with the rest of the words added.
///
/// ```
/// use katsura_lab::experiment::Experiment;
/// let text = r#"
/// title = "Search beats chance"
/// source = "an example"
/// protocol = "tic-tac-toe, 50 simulations a move"
/// [players]
/// searcher = "uct select.explore.c=0.7"
/// [[rows]]
/// name = "uct"
/// game = { name = "tic-tac-toe" }
/// a = "searcher reuse=false"
/// b = "random"
/// simulations = 50
/// games = { quick = 10, full = 100 }
/// published = { value = 0.9 }
/// claim = { kind = "side", threshold = 0.5 }
/// "#;
/// let experiment = Experiment::parse(text, "example").unwrap();
/// assert_eq!(experiment.rows[0].contest(&experiment).unwrap().players[0].config.reuse, false);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The name: that of the file without `.toml`.
    pub name: String,
    /// One line.
    pub title: String,
    /// Where the claim was published.
    pub source: String,
    /// What the source did, what it does not say, and what is done here instead.
    pub protocol: String,
    /// The seed from which those of the rows come.
    pub seed: u64,
    /// The rows of the table.
    pub rows: Vec<Row>,
    players: BTreeMap<String, String>,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    source: String,
    protocol: String,
    #[serde(default = "default_seed")]
    seed: u64,
    #[serde(default)]
    defaults: Map<String, Value>,
    #[serde(default)]
    players: BTreeMap<String, String>,
    rows: Vec<Map<String, Value>>,
}

fn default_seed() -> u64 {
    1
}

impl Experiment {
    /// The experiment of a name, or of a file that ends in `.toml`.
    ///
    /// # Errors
    /// If there is none, or it says something wrong.
    pub fn load(name: &str) -> Result<Self, ConfigError> {
        if !name.ends_with(".toml") {
            return Self::parse(catalogue::text(name)?, name);
        }
        let fail = |message: String| ConfigError::new("", message).in_file(name);
        let size = std::fs::metadata(name).map_err(|error| fail(error.to_string()))?.len();
        if size > LARGEST {
            return Err(fail(format!("has {size} bytes; an experiment has at most {LARGEST}")));
        }
        let text = std::fs::read_to_string(name).map_err(|error| fail(error.to_string()))?;
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or("experiment");
        Self::parse(&text, stem)
    }

    /// Checks the text of an experiment.
    ///
    /// # Errors
    /// If it says something wrong. That players and games exist is checked by [`Row::contest`].
    pub fn parse(text: &str, name: &str) -> Result<Self, ConfigError> {
        let fail = |path: &str, message: String| ConfigError::new(path, message).in_file(&format!("{name}.toml"));
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            ConfigError { line, ..fail("", error.message().lines().next().unwrap_or("not TOML").to_string()) }
        })?;
        let mut rows = Vec::new();
        let mut names = HashSet::new();
        for table in file.rows {
            let path = format!("rows.{}", table.get("name").and_then(Value::as_str).unwrap_or("?"));
            let mut whole = file.defaults.clone();
            whole.extend(table);
            let row: Row = serde_json::from_value(Value::Object(whole)).map_err(|error| fail(&path, error.to_string()))?;
            if !row.has_good_name() || !names.insert(row.name.clone()) {
                return Err(fail(&path, "a row needs a name of its own, of letters, digits, '-', '_' and '.'".to_string()));
            }
            rows.push(row);
        }
        let File { title, source, protocol, seed, players, .. } = file;
        Ok(Experiment { name: name.to_string(), title, source, protocol, seed, rows, players })
    }

    /// A player's text with the experiment's own name for it replaced.
    pub(super) fn player(&self, text: &str) -> String {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        self.players.get(first).map_or(text.to_string(), |known| format!("{known} {rest}"))
    }

    /// What the manifest of a row says about its claim.
    pub fn claimed(&self, row: &Row) -> Claimed {
        Claimed {
            experiment: self.name.clone(),
            title: self.title.clone(),
            source: self.source.clone(),
            protocol: self.protocol.clone(),
            place: self.rows.iter().position(|other| other.name == row.name).unwrap_or(self.rows.len()),
            row: row.clone(),
        }
    }

    /// The rows of these names, or all of them if there are no names.
    ///
    /// # Errors
    /// If there is no row of a name; the error names those there are.
    pub fn select(&self, names: &[String]) -> Result<Vec<&Row>, ConfigError> {
        if names.is_empty() {
            return Ok(self.rows.iter().collect());
        }
        let find = |name: &String| {
            self.rows.iter().find(|row| row.name == *name).ok_or_else(|| {
                let known: Vec<&str> = self.rows.iter().map(|row| row.name.as_str()).collect();
                ConfigError::new("", format!("{} has no row '{name}'; its rows: {}", self.name, known.join(", ")))
            })
        };
        names.iter().map(find).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[defaults]\ngame = { name = 'tic-tac-toe' }\nb = 'random'\n\
        games = { quick = 2, full = 4 }\n[players]\nown = 'uct select.explore.c=0.3'\n";

    #[test]
    fn rows_take_what_they_do_not_say_from_the_defaults() {
        let text =
            format!("{HEAD}[[rows]]\nname = 'x'\na = 'own'\n[[rows]]\nname = 'y'\na = 'uct'\nb = 'own reuse=false'\n");
        let experiment = Experiment::parse(&text, "e").unwrap();
        assert_eq!((experiment.rows[0].b.as_str(), experiment.rows[1].b.as_str()), ("random", "own reuse=false"));
        let contests: Vec<_> = experiment.rows.iter().map(|row| row.contest(&experiment).unwrap()).collect();
        assert!(!contests[1].players[1].config.reuse);
        assert_eq!(contests[0].players[0].config.select, contests[1].players[1].config.select);
        assert_ne!(contests[0].seed, contests[1].seed);
        assert!(experiment.select(&["z".to_string()]).unwrap_err().to_string().contains("its rows: x, y"));
    }

    #[test]
    fn wrong_files_are_refused_with_the_row() {
        let refused = |rows: &str| Experiment::parse(&format!("{HEAD}{rows}"), "e").unwrap_err().to_string();
        assert!(
            refused("[[rows]]\nname = 'x'\na = 'uct'\nsimulation = 3\n")
                .contains("e.toml: rows.x: unknown field `simulation`")
        );
        assert!(refused("[[rows]]\nname = '../x'\na = 'uct'\n").contains("a row needs a name of its own"));
        assert!(refused("[[rows]]\nname = 'x'\na = 'u'\n[[rows]]\nname = 'x'\na = 'u'\n").contains("a name of its own"));
        assert!(refused("[rows").contains("e.toml:1"));
    }
}
