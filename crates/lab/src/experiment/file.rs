//! Experiment files.

use super::row::{Claimed, Row, is_good_name};
use super::sweep::expand;
use super::{BanditRow, ProbeRow, catalogue};
use crate::folder::Work;
use katsura_mcts::ConfigError;
use katsura_mcts::config::file::LARGEST;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// An experiment: a claim, and the rows that test it.
///
/// Rows take from the table `[defaults]` what they do not say themselves, bandits from `[bandit_defaults]`, probes from `[probe_defaults]`. A row with a table `sweep`, such as
/// `{ "select.explore.c" = [0.1, 0.2] }`, stands for one row per combination of values, which are added to player a. A player whose first word is a key of `[players]` is that
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
/// assert_eq!(experiment.rows[0].contest(&experiment).unwrap().players[0].search().unwrap().reuse, false);
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
    /// The rows of the table that are matches.
    pub rows: Vec<Row>,
    /// The rows that are bandits.
    pub bandits: Vec<BanditRow>,
    /// The rows that read the values of positions.
    pub probes: Vec<ProbeRow>,
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
    #[serde(default)]
    rows: Vec<Map<String, Value>>,
    #[serde(default)]
    bandit_defaults: Map<String, Value>,
    #[serde(default)]
    bandits: Vec<Map<String, Value>>,
    #[serde(default)]
    probe_defaults: Map<String, Value>,
    #[serde(default)]
    probes: Vec<Map<String, Value>>,
}

fn default_seed() -> u64 {
    1
}

impl Experiment {
    /// The experiment as JSON.
    pub fn document(&self) -> Value {
        json!({
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "protocol": self.protocol,
            "seed": self.seed,
            "rows": self.rows,
            "bandits": self.bandits,
            "probes": self.probes,
        })
    }

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
        let located = |error: ConfigError| error.in_file(&format!("{name}.toml"));
        let file: File = toml::from_str(text).map_err(|error| {
            let line =
                error.span().map(|span| text.as_bytes()[..span.start].iter().filter(|&&byte| byte == b'\n').count() + 1);
            let message = error.message().lines().next().unwrap_or("not TOML").to_string();
            ConfigError { line, ..located(ConfigError::new("", message)) }
        })?;
        let rows: Vec<Row> = read_rows(file.rows, ("rows", "defaults", &file.defaults)).map_err(located)?;
        let bandits = ("bandits", "bandit_defaults", &file.bandit_defaults);
        let bandits: Vec<BanditRow> = read_rows(file.bandits, bandits).map_err(located)?;
        let probes = ("probes", "probe_defaults", &file.probe_defaults);
        let probes: Vec<ProbeRow> = read_rows(file.probes, probes).map_err(located)?;
        let File { title, source, protocol, seed, players, .. } = file;
        let experiment =
            Experiment { name: name.to_string(), title, source, protocol, seed, rows, bandits, probes, players };
        let mut names = HashSet::new();
        if let Some(bad) = experiment.row_names().find(|name| !is_good_name(name) || !names.insert(*name)) {
            let message = "a row needs a name of its own, of letters, digits, '-', '_' and '.'";
            return Err(located(ConfigError::new(format!("rows.{bad}"), message)));
        }
        Ok(experiment)
    }

    /// A player's text with the experiment's own name for it replaced.
    pub(super) fn player(&self, text: &str) -> String {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        self.players.get(first).map_or(text.to_string(), |known| format!("{known} {rest}"))
    }

    /// What is wrong with a player; if nobody has its name, with the names of the experiment's own players.
    pub(super) fn with_own_players(&self, error: &ConfigError) -> String {
        let own: Vec<&str> = self.players.keys().map(String::as_str).collect();
        let message = error.to_string();
        let is_name = message.starts_with("unknown preset") && !own.is_empty();
        if is_name { format!("{message}; [players] of this file: {}", own.join(", ")) } else { message }
    }

    /// An error about a row, with the names of the file and the row.
    pub(super) fn located(&self, row: String, error: &ConfigError) -> ConfigError {
        ConfigError::new(row, error.to_string()).in_file(&format!("{}.toml", self.name))
    }

    /// What the manifest of a row says about its claim.
    pub fn claimed(&self, row: &str) -> Claimed {
        Claimed {
            experiment: self.name.clone(),
            title: self.title.clone(),
            source: self.source.clone(),
            protocol: self.protocol.clone(),
            place: self.row_names().position(|other| other == row).unwrap_or(usize::MAX),
        }
    }

    /// What the row of a name runs.
    ///
    /// # Errors
    /// If there is no such row, or a player or the game is not known.
    ///
    /// ```
    /// use katsura_lab::experiment::Experiment;
    /// use katsura_lab::folder::Work;
    /// let experiment = Experiment::load("uct-vs-random").unwrap();
    /// let row = experiment.row_names().next().unwrap();
    /// assert!(matches!(experiment.work(row), Ok(Work::Match(_))));
    /// assert!(experiment.work("no such row").is_err());
    /// ```
    pub fn work(&self, row: &str) -> Result<Work, ConfigError> {
        let one = self.clone().select(&[row.to_string()])?;
        match (&one.rows[..], &one.bandits[..], &one.probes[..]) {
            ([row, ..], ..) => row.work(self).map(Work::Match),
            (_, [row, ..], _) => row.work(self).map(Work::Bandit),
            (.., [row, ..]) => row.work(self).map(Work::Probe),
            ([], [], []) => Err(ConfigError::new("", format!("{} has no rows", self.name))),
        }
    }

    /// The names of all rows, in the order of the table.
    pub fn row_names(&self) -> impl Iterator<Item = &str> {
        let matches = self.rows.iter().map(|row| row.name.as_str());
        let bandits = self.bandits.iter().map(|row| row.name.as_str());
        matches.chain(bandits).chain(self.probes.iter().map(|row| row.name.as_str()))
    }

    /// The experiment with these rows only, or with all if no names are given.
    ///
    /// # Errors
    /// If there is no row of a name; the error names those there are.
    pub fn select(mut self, names: &[String]) -> Result<Self, ConfigError> {
        if let Some(name) = names.iter().find(|name| !self.row_names().any(|known| known == name.as_str())) {
            let known: Vec<&str> = self.row_names().collect();
            return Err(ConfigError::new("", format!("{} has no row '{name}'; its rows: {}", self.name, known.join(", "))));
        }
        self.rows.retain(|row| names.is_empty() || names.contains(&row.name));
        self.bandits.retain(|row| names.is_empty() || names.contains(&row.name));
        self.probes.retain(|row| names.is_empty() || names.contains(&row.name));
        Ok(self)
    }
}

/// A row that is checked for what its type does not rule out.
pub(super) trait Checked: DeserializeOwned {
    /// # Errors
    /// If it says something that cannot be; the message begins with the key.
    fn check(&self) -> Result<(), String>;
}

/// Rows with what they do not say themselves taken from the defaults, sweeps as the rows they stand for.
fn read_rows<T: Checked>(
    tables: Vec<Map<String, Value>>,
    (path, of_defaults, defaults): (&str, &str, &Map<String, Value>),
) -> Result<Vec<T>, ConfigError> {
    let mut rows = Vec::new();
    for table in tables {
        let name = table.get("name").and_then(Value::as_str).unwrap_or("?").to_string();
        let located = |message: String| ConfigError::new(format!("{path}.{name}"), message);
        let mut whole = defaults.clone();
        whole.extend(table.clone());
        for row in expand(whole).map_err(located)? {
            let inherited: Vec<&String> = defaults.keys().filter(|key| !table.contains_key(*key)).collect();
            rows.push(read_row::<T>(&row).map_err(|message| match to_blame::<T>(&row, &inherited, &message) {
                Some(key) if inherited.contains(&key) => ConfigError::new(format!("{of_defaults}.{key}"), message),
                Some(key) => ConfigError::new(format!("{path}.{name}.{key}"), message),
                None => located(message),
            })?);
        }
    }
    Ok(rows)
}

fn read_row<T: Checked>(row: &Map<String, Value>) -> Result<T, String> {
    let read: T = serde_json::from_value(Value::Object(row.clone())).map_err(|error| {
        // a sweep is a key of rows that stand for others
        let message = error
            .to_string()
            .replace("expected one of `name`, `game`, `a`,", "expected one of `name`, `sweep`, `game`, `a`,");
        message.replace("expected u64", "expected a whole number of at least 0").replace("expected f64", "expected a number")
    })?;
    read.check().map(|()| read)
}

/// The key of a row without which there would not be this error: one of those that it has from the defaults, or any if the value is of the
/// wrong kind, which an error does not say of which key it is.
fn to_blame<'a, T: Checked>(row: &'a Map<String, Value>, inherited: &[&'a String], message: &str) -> Option<&'a String> {
    let is_value = message.starts_with("invalid ");
    let cured = |key: &String| {
        let mut row = row.clone();
        row.remove(key);
        let other = read_row::<T>(&row).err();
        other.is_none_or(|other| match other.strip_prefix("missing field `") {
            // fields are missed when all values are read
            Some(missing) => is_value && missing.starts_with(&format!("{key}`")),
            None => other != message,
        })
    };
    let of_row = if is_value { row.keys().collect() } else { Vec::new() };
    let blamed = || inherited.iter().copied().chain(of_row).find(|key| cured(key));
    if message.starts_with("missing field") { None } else { blamed() }
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
        let search = |row: usize, seat: usize| contests[row].players[seat].search().unwrap();
        assert!(!search(1, 1).reuse);
        assert_eq!(search(0, 0).select, search(1, 1).select);
        assert_ne!(contests[0].seed, contests[1].seed);
        assert!(experiment.clone().select(&["z".to_string()]).unwrap_err().to_string().contains("its rows: x, y"));
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
        let unknown = refused("[[rows]]\nname = 'x'\na = 'uct'\nsimulation = 3\n");
        assert!(unknown.contains("`sweep`"), "{unknown}");
    }

    #[test]
    fn wrong_defaults_are_not_blamed_on_a_row() {
        let refused = |key: &str| {
            let text = HEAD.replace("[defaults]\n", &format!("[defaults]\n{key}\n")) + "[[rows]]\nname = 'x'\na = 'uct'\n";
            Experiment::parse(&text, "e").unwrap_err().to_string()
        };
        assert!(
            refused("simulation = 3").starts_with("e.toml: defaults.simulation: unknown field"),
            "{}",
            refused("simulation = 3")
        );
        assert!(
            refused("resign = 'no'").starts_with("e.toml: defaults.resign: invalid type"),
            "{}",
            refused("resign = 'no'")
        );
        let missing = Experiment::parse(&format!("{HEAD}[[rows]]\nname = 'x'\n"), "e").unwrap_err().to_string();
        assert!(missing.starts_with("e.toml: rows.x: missing field `a`"), "{missing}");
    }

    #[test]
    fn figures_and_claims_that_cannot_be_are_refused_with_the_row() {
        let parsed = |rows: &str| Experiment::parse(&format!("{HEAD}{rows}"), "e").map_err(|error| error.to_string());
        let of_row = |figures: &str| parsed(&format!("[[rows]]\nname = 'x'\na = 'uct'\n{figures}\n"));
        for (figures, message) in [
            ("published = { value = 55.0 }", "published.value: expected a number between 0 and 1, found 55"),
            ("published = { value = -0.1 }", "published.value: expected a number between 0 and 1, found -0.1"),
            (
                "published = { value = 0.5, plus_minus = -0.1 }",
                "published.plus_minus: expected a number of at least 0, found -0.1",
            ),
            ("published = { value = 0.5, games = 0 }", "published.games: a figure comes from at least 1, found 0"),
            ("claim = { kind = 'side', threshold = 5.0 }", "claim.threshold: expected a number between 0 and 1, found 5"),
            ("claim = { kind = 'value', within = -0.1 }", "claim.within: expected a number between 0 and 1, found -0.1"),
        ] {
            assert_eq!(of_row(figures).unwrap_err(), format!("e.toml: rows.x: {message}"));
        }
        let points = "measure = 'points'\npublished = { value = -8.1, plus_minus = 1.5 }";
        assert!(of_row(&format!("{points}\nclaim = {{ kind = 'side', threshold = -3.0 }}")).is_ok());
        assert!(of_row(&format!("{points}\nclaim = {{ kind = 'value', within = 5.0 }}")).is_ok());
        let bandit = "[[bandits]]\nname = 'x'\nbandit = { means = { kind = 'uniform', arms = 2 }, reward = { kind = 'bernoulli' } }\n\
            protocol = { budgets = [2] }\npolicy = { kind = 'ucb1' }\nrepetitions = { quick = 1, full = 1 }\n";
        let refused = parsed(&format!("{bandit}published = [{{ value = -1.0 }}]\n")).unwrap_err();
        assert_eq!(refused, "e.toml: bandits.x: published.value: expected a number of at least 0, found -1");
        let probe = "[[probes]]\nname = 'x'\ngame = { name = 'nim' }\nplayer = 'uct'\nsimulations = [1]\n\
            repetitions = { quick = 1, full = 1 }\n";
        let refused = parsed(&format!("{probe}published = {{ '1' = -0.5 }}\n")).unwrap_err();
        assert_eq!(refused, "e.toml: probes.x: published.1: expected a number of at least 0, found -0.5");
        let text =
            HEAD.replace("[defaults]\n", "[defaults]\npublished = { value = 55.0 }\n") + "[[rows]]\nname = 'x'\na = 'uct'\n";
        let refused = Experiment::parse(&text, "e").unwrap_err().to_string();
        assert!(refused.starts_with("e.toml: defaults.published: published.value: expected"), "{refused}");
    }

    #[test]
    fn values_of_the_wrong_kind_are_refused_with_their_key() {
        let row = "[[rows]]\nname = 'x'\na = 'uct'\n";
        let refused = |text: String| Experiment::parse(&text, "e").unwrap_err().to_string();
        let number = "invalid value: integer `-2`, expected a whole number of at least 0";
        assert_eq!(refused(HEAD.replace("quick = 2", "quick = -2") + row), format!("e.toml: defaults.games: {number}"));
        assert_eq!(refused(format!("{HEAD}{row}simulations = -2\n")), format!("e.toml: rows.x.simulations: {number}"));
        let text = "invalid type: string \"a\", expected a number";
        assert_eq!(refused(format!("{HEAD}{row}seconds = 'a'\n")), format!("e.toml: rows.x.seconds: {text}"));
    }

    #[test]
    fn players_and_games_that_are_not_known_are_named_with_file_and_row() {
        let error = |row: &str| {
            let experiment = Experiment::parse(&format!("{HEAD}[[rows]]\nname = 'x'\n{row}"), "e").unwrap();
            experiment.rows[0].contest(&experiment).unwrap_err().to_string()
        };
        assert!(error("a = 'clam'").starts_with("e.toml: rows.x: a: unknown preset 'clam'"), "{}", error("a = 'clam'"));
        assert!(error("a = 'clam'").ends_with("; [players] of this file: own"), "{}", error("a = 'clam'"));
        let game = error("a = 'uct'\ngame = { name = 'chess' }\n");
        assert!(game.starts_with("e.toml: rows.x: "), "{game}");
        let probe = format!("{HEAD}[[probes]]\nname = 'y'\ngame = {{ name = 'nim' }}\nplayer = 'clam'\nsimulations = [1]\n");
        let experiment = Experiment::parse(&format!("{probe}repetitions = {{ quick = 1, full = 1 }}\n"), "e").unwrap();
        let probe = experiment.probes[0].work(&experiment).unwrap_err().to_string();
        assert!(probe.starts_with("e.toml: probes.y: unknown preset 'clam'"), "{probe}");
    }
}
