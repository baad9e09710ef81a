//! Experiment files.

use super::match_row::{Claimed, is_good_name};
use super::read::{Lines, Reader};
use super::{ExperimentError, Wrong, catalogue};
use crate::work::{AnyRow, AnyWork};
use katsura_mcts::ConfigError;
use katsura_mcts::config::file::LARGEST;
use katsura_mcts::config::presets;
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
/// let row = experiment.matches().next().unwrap();
/// assert_eq!(row.contest(&experiment).unwrap().players[0].search().unwrap().reuse, false);
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
    /// The rows, kind by kind.
    pub rows: Vec<AnyRow>,
    players: BTreeMap<String, String>,
    lines: Lines,
}

impl Experiment {
    /// The experiment as JSON, each kind of rows under the name of its table.
    pub fn document(&self) -> Value {
        let head = json!({
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "protocol": self.protocol,
            "seed": self.seed,
        });
        let mut document: Map<String, Value> = head.as_object().cloned().unwrap_or_default();
        for tables in AnyRow::TABLES {
            let rows: Vec<&AnyRow> = self.rows.iter().filter(|row| row.tables().rows == tables.rows).collect();
            document.insert(tables.rows.to_string(), json!(rows));
        }
        Value::Object(document)
    }

    /// The experiment of a name, or of a file that ends in `.toml`.
    ///
    /// # Errors
    /// If there is none, or it says something wrong.
    pub fn load(name: &str) -> Result<Self, ExperimentError> {
        if !name.ends_with(".toml") {
            return Self::parse(catalogue::text(name)?, name);
        }
        let fail = |kind: Wrong| ExperimentError { file: Some(name.to_string()), ..ExperimentError::new("", kind) };
        let unreadable = |error: std::io::Error| fail(Wrong::Unreadable(error.to_string()));
        let bytes = std::fs::metadata(name).map_err(unreadable)?.len();
        if bytes > LARGEST {
            return Err(fail(Wrong::TooLarge { bytes }));
        }
        let text = std::fs::read_to_string(name).map_err(unreadable)?;
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or("experiment");
        Self::parse(&text, stem)
    }

    /// Checks the text of an experiment.
    ///
    /// # Errors
    /// If it says something wrong. That players and games exist is checked by [`AnyRow::work`].
    pub fn parse(text: &str, name: &str) -> Result<Self, ExperimentError> {
        Self::read(text, name).map_err(|error| ExperimentError { file: Some(file_name(name)), ..error })
    }

    fn read(text: &str, name: &str) -> Result<Self, ExperimentError> {
        let mut reader = Reader::new(text)?;
        let head = reader.head()?;
        let rows = AnyRow::read_all(&mut reader)?;
        let lines = reader.into_lines();
        let mut names = HashSet::new();
        if let Some(bad) = rows.iter().find(|row| !is_good_name(row.name()) || !names.insert(row.name())) {
            let key = format!("{}.{}", bad.tables().rows, bad.name());
            return Err(ExperimentError { line: lines.get(&key).copied(), ..ExperimentError::new(key, Wrong::BadName) });
        }
        Ok(Experiment {
            name: name.to_string(),
            title: head.title,
            source: head.source,
            protocol: head.protocol,
            seed: head.seed,
            rows,
            players: head.players,
            lines,
        })
    }

    /// A player's text with the experiment's own name for it replaced.
    pub(super) fn player(&self, text: &str) -> String {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        self.players.get(first).map_or(text.to_string(), |known| format!("{known} {rest}"))
    }

    /// What is wrong with a player; if nobody has its name, with the names of the experiment's own players.
    pub(super) fn bad_player(&self, text: &str, error: ConfigError) -> ExperimentError {
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_name = !first.ends_with(".toml") && !first.contains(['/', ':']) && !self.players.contains_key(first);
        let is_unknown = is_name && presets().iter().all(|preset| preset.name != first);
        let own = if is_unknown { self.players.keys().cloned().collect() } else { Vec::new() };
        ExperimentError::new("", Wrong::Player { error, own })
    }

    /// An error about a row, with the file, the row and, where it is known, the line.
    pub(crate) fn located(&self, table: &str, row: &str, error: impl Into<ExperimentError>) -> ExperimentError {
        let path = format!("{table}.{row}");
        let error = error.into().below(&path);
        let line = self.lines.get(&error.key).or_else(|| self.lines.get(&path)).copied();
        ExperimentError { file: Some(file_name(&self.name)), line, ..error }
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
    /// use katsura_lab::work::AnyWork;
    /// let experiment = Experiment::load("uct-vs-random").unwrap();
    /// let row = experiment.row_names().next().unwrap();
    /// assert!(matches!(experiment.work(row), Ok(AnyWork::Match(_))));
    /// assert!(experiment.work("no such row").is_err());
    /// ```
    pub fn work(&self, row: &str) -> Result<AnyWork, ExperimentError> {
        let found = self.rows.iter().find(|known| known.name() == row);
        found.ok_or_else(|| self.no_row(row))?.work(self)
    }

    /// The names of all rows, in the order of the table.
    pub fn row_names(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(AnyRow::name)
    }

    /// The experiment with these rows only, or with all if no names are given.
    ///
    /// # Errors
    /// If there is no row of a name; the error names those there are.
    pub fn select(mut self, names: &[String]) -> Result<Self, ExperimentError> {
        if let Some(name) = names.iter().find(|name| !self.row_names().any(|known| known == name.as_str())) {
            return Err(self.no_row(name));
        }
        self.rows.retain(|row| names.is_empty() || names.iter().any(|name| name == row.name()));
        Ok(self)
    }

    fn no_row(&self, row: &str) -> ExperimentError {
        let known = self.row_names().map(str::to_string).collect();
        ExperimentError::new("", Wrong::NoRow { experiment: self.name.clone(), row: row.to_string(), known })
    }
}

fn file_name(experiment: &str) -> String {
    format!("{experiment}.toml")
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
        let players: Vec<&str> = experiment.matches().map(|row| row.b.as_str()).collect();
        assert_eq!(players, ["random", "own reuse=false"]);
        let contests: Vec<_> = experiment.matches().map(|row| row.contest(&experiment).unwrap()).collect();
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
                .contains("e.toml:13: rows.x.simulation: unknown field `simulation`")
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
            refused("simulation = 3").starts_with("e.toml:5: defaults.simulation: unknown field"),
            "{}",
            refused("simulation = 3")
        );
        assert!(
            refused("resign = 'no'").starts_with("e.toml:5: defaults.resign: invalid type"),
            "{}",
            refused("resign = 'no'")
        );
        let missing = Experiment::parse(&format!("{HEAD}[[rows]]\nname = 'x'\n"), "e").unwrap_err().to_string();
        assert!(missing.starts_with("e.toml:10: rows.x: missing field `a`"), "{missing}");
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
            assert_eq!(of_row(figures).unwrap_err(), format!("e.toml:13: rows.x.{message}"));
        }
        let points = "measure = 'points'\npublished = { value = -8.1, plus_minus = 1.5 }";
        assert!(of_row(&format!("{points}\nclaim = {{ kind = 'side', threshold = -3.0 }}")).is_ok());
        assert!(of_row(&format!("{points}\nclaim = {{ kind = 'value', within = 5.0 }}")).is_ok());
        let bandit = "[[bandits]]\nname = 'x'\nbandit = { means = { kind = 'uniform', arms = 2 }, reward = { kind = 'bernoulli' } }\n\
            protocol = { budgets = [2] }\npolicy = { kind = 'ucb1' }\nrepetitions = { quick = 1, full = 1 }\n";
        let refused = parsed(&format!("{bandit}published = [{{ value = -1.0 }}]\n")).unwrap_err();
        assert_eq!(refused, "e.toml:16: bandits.x.published.value: expected a number of at least 0, found -1");
        let probe = "[[probes]]\nname = 'x'\ngame = { name = 'nim' }\nplayer = 'uct'\nsimulations = [1]\n\
            repetitions = { quick = 1, full = 1 }\n";
        let refused = parsed(&format!("{probe}published = {{ '1' = -0.5 }}\n")).unwrap_err();
        assert_eq!(refused, "e.toml:16: probes.x.published.1: expected a number of at least 0, found -0.5");
        let text =
            HEAD.replace("[defaults]\n", "[defaults]\npublished = { value = 55.0 }\n") + "[[rows]]\nname = 'x'\na = 'uct'\n";
        let refused = Experiment::parse(&text, "e").unwrap_err().to_string();
        assert!(refused.starts_with("e.toml:5: defaults.published.value: expected"), "{refused}");
    }

    #[test]
    fn values_of_the_wrong_kind_are_refused_with_their_key() {
        let row = "[[rows]]\nname = 'x'\na = 'uct'\n";
        let refused = |text: String| Experiment::parse(&text, "e").unwrap_err().to_string();
        let number = "invalid value: integer `-2`, expected a whole number of at least 0";
        assert_eq!(
            refused(HEAD.replace("quick = 2", "quick = -2") + row),
            format!("e.toml:7: defaults.games.quick: {number}")
        );
        assert_eq!(refused(format!("{HEAD}{row}simulations = -2\n")), format!("e.toml:13: rows.x.simulations: {number}"));
        let text = "invalid type: string \"a\", expected a number";
        assert_eq!(refused(format!("{HEAD}{row}seconds = 'a'\n")), format!("e.toml:13: rows.x.seconds: {text}"));
    }

    #[test]
    fn players_and_games_that_are_not_known_are_named_with_file_and_row() {
        let error = |row: &str| {
            let experiment = Experiment::parse(&format!("{HEAD}[[rows]]\nname = 'x'\n{row}"), "e").unwrap();
            experiment.rows[0].work(&experiment).unwrap_err().to_string()
        };
        assert!(error("a = 'clam'").starts_with("e.toml:12: rows.x.a: unknown preset 'clam'"), "{}", error("a = 'clam'"));
        assert!(error("a = 'clam'").ends_with("; [players] of this file: own"), "{}", error("a = 'clam'"));
        let game = error("a = 'uct'\ngame = { name = 'chess' }\n");
        assert!(game.starts_with("e.toml:13: rows.x.game: "), "{game}");
        let probe = format!("{HEAD}[[probes]]\nname = 'y'\ngame = {{ name = 'nim' }}\nplayer = 'clam'\nsimulations = [1]\n");
        let experiment = Experiment::parse(&format!("{probe}repetitions = {{ quick = 1, full = 1 }}\n"), "e").unwrap();
        let probe = experiment.rows[0].work(&experiment).unwrap_err().to_string();
        assert!(probe.starts_with("e.toml:13: probes.y.player: unknown preset 'clam'"), "{probe}");
    }
}
