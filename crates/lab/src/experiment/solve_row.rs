//! Rows about the best lines of games of one player: instances x seeds.

use super::numbers::{number_if_any, whole};
use super::published::{NOT_NEGATIVE, check_number};
use super::{Experiment, ExperimentError, Published};
use crate::folder::hash_json;
use crate::matches::Entry;
use crate::work::{Count, Games, Row, Tables, Words, Work};
use katsura_engine::PlayerSpec;
use katsura_engine::player::start_search;
use katsura_engine::setup;
use katsura_engine::solve::{Method, Task, check, is_solved, unsolvable};
use katsura_game::Rng;
use katsura_games::GameSpec;
use katsura_mcts::{Budget, Control, SearchConfig};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A search for the best lines of some instances of a game, each with some seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveRow {
    /// The row's name, which is also that of its folder.
    pub name: String,
    /// The game, as in a configuration file.
    pub game: Value,
    /// The parameter of the game that tells its instances apart, and its values: `{ key = "board", values =
    /// ["standard:1", "standard:2"] }`, or with numbers in the place of a `#`, `{ key = "board", pattern = "random:#",
    /// from = 1, to = 250 }`.
    pub instances: Instances,
    /// The search, as a player.
    pub player: String,
    /// Simulations for each line.
    #[serde(deserialize_with = "whole")]
    pub simulations: u64,
    /// How the simulations are spent: searches from the start, and moves that share them.
    #[serde(default)]
    pub method: Method,
    /// How many lines, instance by instance: the first seed of all instances, then the second.
    pub runs: Games,
    /// The published mean of the points, or their sum over the instances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
    /// Whether the published figure is the sum over the instances.
    #[serde(default)]
    pub total: bool,
    /// How far from the published figure, as a share of it, still counts as the same.
    #[serde(default, deserialize_with = "number_if_any", skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// The row whose points on the same instances are taken away, for differences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Where the row's protocol differs from the source, or what the row is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Instances of a game: values of one of its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Instances {
    /// A pattern with `#` for the numbers from one to another.
    Numbered {
        /// The parameter.
        key: String,
        /// The pattern; its number alone if it is `#`.
        pattern: String,
        /// The first number.
        from: u64,
        /// The last number.
        to: u64,
    },
    /// The values themselves.
    Listed {
        /// The parameter.
        key: String,
        /// Its values.
        values: Vec<Value>,
    },
}

impl Instances {
    fn key(&self) -> &str {
        match self {
            Instances::Numbered { key, .. } | Instances::Listed { key, .. } => key,
        }
    }

    fn values(&self) -> Vec<Value> {
        match self {
            Instances::Listed { values, .. } => values.clone(),
            Instances::Numbered { pattern, from, to, .. } if pattern == "#" => (*from..=*to).map(Value::from).collect(),
            Instances::Numbered { pattern, from, to, .. } => {
                (*from..=*to).map(|number| Value::from(pattern.replace('#', &number.to_string()))).collect()
            }
        }
    }
}

/// The most instances of a row.
const MOST: usize = 100_000;

/// A solve row with everything its lines depend on. All rows of an experiment have the same seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolveWork {
    /// The row.
    pub row: SolveRow,
    /// The instances.
    pub games: Vec<GameSpec>,
    /// The search in full.
    pub config: SearchConfig,
    /// The seed.
    pub seed: u64,
}

/// One line of the record: the best line of an instance with a seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Its number: that of the instance, and the number of instances for each seed before.
    pub trial: u64,
    /// What the line brings; nothing if there is none.
    pub points: Option<f32>,
    /// Whether that solves the task, where it can be solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<bool>,
    /// The simulations made.
    pub simulations: u64,
    /// The moves.
    pub line: Vec<String>,
}

impl Entry for Trial {
    const PER_JOB: u64 = 1;

    fn number(&self) -> u64 {
        self.trial
    }
}

/// A number that differs for tasks that differ in anything that changes their lines, in hexadecimal digits.
pub fn hash_task(task: &Task) -> String {
    hash_json(&(&task.game, task.game.about().version, &task.config, task.method))
}

impl SolveRow {
    fn work_of(&self, experiment: &Experiment) -> Result<SolveWork, ExperimentError> {
        let fail = ExperimentError::refused;
        let values = self.instances.values();
        if values.is_empty() || values.len() > MOST {
            return Err(fail("instances", "expected 1 to 100,000 of them"));
        }
        if self.against.as_ref().is_some_and(|name| !experiment.row_names().any(|known| known == name)) {
            return Err(fail("against", "there is no such row"));
        }
        let game = |value: Value| -> Result<GameSpec, ExperimentError> {
            let mut game = self.game.clone();
            game.as_object_mut()
                .ok_or_else(|| fail("game", "expected a table"))?
                .insert(self.instances.key().to_string(), value);
            setup::game(game).map_err(|error| ExperimentError::from(error).below("game"))
        };
        let games = values.into_iter().map(game).collect::<Result<Vec<_>, _>>()?;
        if let Some(why) = unsolvable(&games[0]) {
            return Err(fail("game", why));
        }
        let player = PlayerSpec::parse_for(&experiment.player(&self.player), &games[0].about().name);
        let config = player.map_err(|error| experiment.bad_player(&self.player, error).below("player"))?.config;
        let config = SearchConfig { budget: Budget::simulations(self.simulations.max(1)), ..config };
        start_search(&games[0], &SearchConfig { memory_mib: 1, ..config.clone() })?;
        Ok(SolveWork { row: self.clone(), games, config, seed: experiment.seed })
    }
}

impl Row for SolveRow {
    const TABLES: Tables = Tables { rows: "solves", defaults: "solve_defaults", size: "runs" };

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Games {
        self.runs
    }

    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn published(&self) -> Option<String> {
        self.published.as_ref().map(|published| format!("{} points", published.value))
    }

    fn subject(&self) -> String {
        format!("{}, {} simulations", self.player, self.simulations)
    }

    fn check(&self) -> Result<(), ExperimentError> {
        if self.simulations == 0 {
            return Err(ExperimentError::refused("simulations", "expected a number above 0"));
        }
        let figure = self.published.as_ref();
        figure.map_or(Ok(()), |figure| figure.check(&(f64::NEG_INFINITY..=f64::INFINITY)))?;
        self.within.map_or(Ok(()), |within| check_number("within", within, &NOT_NEGATIVE))
    }
}

impl Work for SolveWork {
    type Row = SolveRow;
    type Entry = Trial;
    type SoFar = Count;

    const WORDS: Words = Words { record: "lines", job: "line", jobs: "lines", units: "lines" };

    fn of(row: &SolveRow, experiment: &Experiment) -> Result<Self, ExperimentError> {
        row.work_of(experiment).map_err(|error| experiment.located(SolveRow::TABLES.rows, &row.name, error))
    }

    fn row(&self) -> Option<&SolveRow> {
        Some(&self.row)
    }

    fn hash(&self) -> String {
        let SolveWork { row, games, config, seed } = self;
        hash_json(&(games, self.game_version(), config, row.method, seed))
    }

    fn game_version(&self) -> Option<u32> {
        self.games.first().map(|game| game.about().version)
    }

    fn so_far(&self) -> Count {
        Count::default()
    }

    fn job(&self, number: u64, control: &Control) -> Option<Vec<Trial>> {
        let game = self.games[number as usize % self.games.len()].clone();
        let config = SearchConfig { seed: Rng::stream(&[self.seed, number]).next_u64(), ..self.config.clone() };
        let task = Task { game, config, method: self.row.method };
        let solved = task.run(1, control).ok().filter(|_| !control.is_stopped())?;
        let line = solved.line.as_ref();
        let names = line.map_or(Some(Vec::new()), |line| task.names(line).ok())?;
        let points = line.map(|line| line.points);
        debug_assert!(points.is_none_or(|points| check(&task.game, &names) == Ok(points)), "lines can be made again");
        let solves = points.and_then(|points| is_solved(&task.game, points));
        Some(vec![Trial { trial: number, points, solved: solves, simulations: solved.simulations, line: names }])
    }
}

impl SolveWork {
    /// The value of the parameter that tells an instance from the others.
    pub fn instance(&self, number: usize) -> String {
        let values = self.row.instances.values();
        let value = values.get(number).cloned().unwrap_or(json!(number));
        value.as_str().map_or_else(|| value.to_string(), str::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\nseed = 5\n[[solves]]\nname = 'x'\ngame = { name = 'samegame' }\n\
        instances = { key = 'board', pattern = 'random:#', from = 1, to = 3 }\nplayer = 'nmcs algorithm.level=1 memory_mib=1'\n\
        simulations = 100\nruns = { quick = 2, full = 4 }\n";

    fn work(text: &str) -> Result<SolveWork, ExperimentError> {
        let experiment = Experiment::parse(text, "e")?;
        let work = experiment.solves().next().map(|row| SolveWork::of(row, &experiment));
        work.unwrap_or_else(|| unreachable!("there is a row"))
    }

    #[test]
    fn a_line_is_a_pure_function_of_its_number_and_can_be_made_again() {
        let work = work(TEXT).unwrap();
        assert_eq!((work.games.len(), work.instance(2)), (3, "random:3".to_string()));
        for number in [0, 2, 4] {
            let [once, again] = [0, 1].map(|_| work.job(number, &Control::new()).unwrap());
            assert_eq!(once, again);
            let Trial { points, simulations, line, .. } = &once[0];
            assert_eq!(*simulations, 100);
            assert_eq!(check(&work.games[number as usize % 3], line).ok(), *points);
        }
        assert_ne!(work.job(1, &Control::new()), work.job(4, &Control::new()), "another seed on the same board");
        let stopped = Control::new();
        stopped.stop();
        assert_eq!(work.job(0, &stopped), None);
    }

    #[test]
    fn wrong_rows_are_refused() {
        for (old, new, message) in [
            ("simulations = 100", "simulations = 0", "a number above 0"),
            ("name = 'samegame'", "name = 'go'", "game.board: unknown key"),
            ("from = 1", "from = 4", "expected 1 to 100,000"),
            ("random:#", "rendom:#", "row 1, column 1, not 'r'"),
            ("player = 'nmcs algorithm.level=1", "player = 'strong-hex", "search."),
            ("name = 'x'", "name = 'x'\nagainst = 'z'", "there is no such row"),
            ("name = 'x'", "name = 'x'\nmethod = { restart = 2 }", "restart"),
        ] {
            let refused = work(&TEXT.replace(old, new)).map(|_| ()).unwrap_err().to_string();
            assert!(refused.contains(message), "{new}: {refused}");
        }
        let two = TEXT.replace("'samegame'", "'nim'").replace("'board', pattern = 'random:#'", "'misere', values = [true]");
        let two = two.replace(", from = 1, to = 3", "");
        assert!(work(&two).unwrap_err().to_string().contains("is no game of one player"));
    }
}
