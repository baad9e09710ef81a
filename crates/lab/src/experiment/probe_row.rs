//! Rows about what a search says of positions as its simulations grow.

use super::numbers::wholes;
use super::published::{NOT_NEGATIVE, check_number};
use super::{Experiment, ExperimentError};
use crate::folder::hash_json;
use crate::matches::Entry;
use crate::work::{Count, Games, Row, Tables, Words, Work};
use katsura_engine::PlayerSpec;
use katsura_engine::player::start_search;
use katsura_engine::setup;
use katsura_game::{Player, Rng, Turn};
use katsura_games::GameSpec;
use katsura_mcts::backup::{AnyBackup, value_by};
use katsura_mcts::config::changes_since;
use katsura_mcts::tree::{ROOT, Tree};
use katsura_mcts::{Budget, Control, SearchConfig};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A search whose value of a position is read again and again as its simulations grow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbeRow {
    /// The row's name, which is also that of its folder.
    pub name: String,
    /// The game, as in a configuration file.
    pub game: Value,
    /// The search, as a player.
    pub player: String,
    /// Which positions; the same for all rows of an experiment that say the same.
    #[serde(default)]
    pub positions: Positions,
    /// The numbers of simulations after which the value is read, ascending.
    #[serde(deserialize_with = "wholes")]
    pub simulations: Vec<u64>,
    /// How many positions.
    pub repetitions: Games,
    /// The row whose values after twice the simulations are taken for the truth; without one, no errors are computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The backup rule by which values are read from the tree as it stands, if not by the one it grows by: rows with the same search then
    /// compare rules on the same simulations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<AnyBackup>,
    /// The published root mean square errors by the number of simulations.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub published: BTreeMap<String, f64>,
    /// The published mean errors by the number of simulations.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub published_bias: BTreeMap<String, f64>,
    /// Where the row's protocol differs from the source, or what the row is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Which positions a search is asked about.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Positions {
    /// The start of the game.
    #[default]
    Start,
    /// Positions of games that a player plays against itself, after a number of moves that is drawn uniformly.
    SelfPlay {
        /// The player.
        player: String,
        /// Its simulations per move.
        simulations: u64,
        /// The least and the largest number of moves.
        plies: [u32; 2],
    },
}

/// A probe row with everything its values depend on. All rows of an experiment have the same seed: searches meet the same positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProbeWork {
    /// The row.
    pub row: ProbeRow,
    /// The game.
    pub game: GameSpec,
    /// The search in full.
    pub config: SearchConfig,
    /// The search whose games the positions come from, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<SearchConfig>,
    /// The seed.
    pub seed: u64,
}

/// One line of a probe's record: one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// The position's number.
    pub probe: u64,
    /// How many moves after the start it is.
    pub plies: usize,
    /// The values for the player to move, after each of the row's numbers of simulations.
    pub values: Vec<f32>,
}

impl Entry for Probe {
    const PER_JOB: u64 = 1;

    fn number(&self) -> u64 {
        self.probe
    }
}

/// Tries for a position in which somebody is to move.
const TRIES: u32 = 100;

impl ProbeRow {
    /// The work of this row.
    ///
    /// # Errors
    /// If the game or a player is not known, or they do not fit.
    pub fn work(&self, experiment: &Experiment) -> Result<ProbeWork, ExperimentError> {
        self.work_of(experiment).map_err(|error| experiment.located(Self::TABLES.rows, &self.name, error))
    }

    fn work_of(&self, experiment: &Experiment) -> Result<ProbeWork, ExperimentError> {
        let fail = ExperimentError::refused;
        if self.simulations.is_empty() || self.simulations[0] == 0 || !self.simulations.is_sorted_by(|a, b| a < b) {
            return Err(fail("simulations", "expected ascending numbers above 0"));
        }
        if self.reference.as_ref().is_some_and(|name| !experiment.row_names().any(|known| known == name)) {
            return Err(fail("reference", "there is no such row"));
        }
        let game = setup::game(self.game.clone()).map_err(|error| ExperimentError::from(error).below("game"))?;
        let search = |key: &str, text: &str| {
            let player = PlayerSpec::parse_for(&experiment.player(text), &game.about().name).map(|player| player.config);
            player.map_err(|error| experiment.bad_player(text, error).below(key))
        };
        let generator = match &self.positions {
            Positions::Start => None,
            Positions::SelfPlay { plies: [least, most], .. } if least > most => {
                return Err(fail("positions.plies", "expected the least and the largest number"));
            }
            Positions::SelfPlay { player, simulations, .. } => {
                Some(SearchConfig { budget: Budget::simulations(*simulations), ..search("positions.player", player)? })
            }
        };
        let config = search("player", &self.player)?;
        let readable = |rule: &AnyBackup| rule.is_operator() && config.backup.is_operator() && game.about().players == 2;
        if self.read.as_ref().is_some_and(|rule| !readable(rule)) {
            return Err(fail(
                "read",
                "expected a rule that makes a value of those of the children, in a game of two whose search has such a one",
            ));
        }
        for config in generator.iter().chain([&config]) {
            start_search(&game, &SearchConfig { memory_mib: 1, ..config.clone() })?;
        }
        Ok(ProbeWork { row: self.clone(), game, config, generator, seed: experiment.seed })
    }
}

impl Row for ProbeRow {
    const TABLES: Tables = Tables { rows: "probes", defaults: "probe_defaults", size: "repetitions" };

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Games {
        self.repetitions
    }

    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn published(&self) -> Option<String> {
        (!self.published.is_empty()).then(|| format!("{} errors", self.published.len()))
    }

    fn subject(&self) -> String {
        format!("values of {}", self.player)
    }

    fn check(&self) -> Result<(), ExperimentError> {
        for (simulations, error) in &self.published {
            check_number(&format!("published.{simulations}"), *error, &NOT_NEGATIVE)?;
        }
        let finite = |(simulations, bias): (&String, &f64)| match bias.is_finite() {
            true => Ok(()),
            false => Err(ExperimentError::refused(format!("published_bias.{simulations}"), "expected a finite number")),
        };
        self.published_bias.iter().try_for_each(finite)
    }
}

impl Work for ProbeWork {
    type Row = ProbeRow;
    type Entry = Probe;
    type SoFar = Count;

    const WORDS: Words = Words { record: "probes", job: "position", jobs: "positions", units: "positions" };

    fn of(row: &ProbeRow, experiment: &Experiment) -> Result<Self, ExperimentError> {
        row.work(experiment)
    }

    fn row(&self) -> Option<&ProbeRow> {
        Some(&self.row)
    }

    fn hash(&self) -> String {
        let ProbeWork { row, game, config, generator, seed } = self;
        let all = ((game, game.about().version, config, generator), (&row.positions, &row.simulations, seed));
        row.read.as_ref().map_or_else(|| hash_json(&all), |read| hash_json(&(&all, read)))
    }

    fn game_version(&self) -> Option<u32> {
        Some(self.game.about().version)
    }

    fn changes_since(&self, search: u32) -> Vec<&'static str> {
        let searches = [Some(&self.config), self.generator.as_ref()].into_iter().flatten();
        searches.flat_map(|config| changes_since(search, config, &self.game.about())).collect()
    }

    fn so_far(&self) -> Count {
        Count::default()
    }

    fn job(&self, number: u64, control: &Control) -> Option<Vec<Probe>> {
        self.probe(number, control).map(|probe| vec![probe])
    }
}

impl ProbeWork {
    /// One position: a pure function of its number; `None` if `control` stopped it.
    pub fn probe(&self, number: u64, control: &Control) -> Option<Probe> {
        let moves = self.position(number, control)?;
        let mut position = self.game.start();
        for &index in &moves {
            position.play_index(index).ok()?;
        }
        let mut searcher = start_search(&self.game, &self.config).ok()?;
        searcher.reseed(Rng::stream(&[self.seed, number, 1]).next_u64());
        searcher.restart(&moves).ok()?;
        let (mut made, mut values) = (0, Vec::new());
        for &simulations in &self.row.simulations {
            searcher.run(&Budget::simulations(simulations - made), control);
            made = simulations;
            let chooser = position.turn().player().unwrap_or(Player::FIRST);
            // a search that starts anew keeps its root's numbers for the first player
            let value = self.value(searcher.tree(), chooser);
            values.push(if chooser == Player::FIRST { value } else { 1.0 - value });
        }
        (!control.is_stopped()).then_some(Probe { probe: number, plies: moves.len(), values })
    }

    /// What the root of a tree is worth, by the row's rule.
    fn value(&self, tree: &Tree, chooser: Player) -> f32 {
        let read = self.row.read.as_ref().and_then(|rule| value_by(rule, &self.config.backup, tree, chooser));
        read.unwrap_or_else(|| tree.value(ROOT))
    }

    /// The moves to a position, by their numbers.
    fn position(&self, number: u64, control: &Control) -> Option<Vec<usize>> {
        let (Positions::SelfPlay { plies: [least, most], .. }, Some(config)) = (&self.row.positions, &self.generator) else {
            return Some(Vec::new());
        };
        let mut rng = Rng::stream(&[self.seed, number, 0]);
        let mut searcher = start_search(&self.game, config).ok()?;
        for _ in 0..TRIES {
            let plies = least + rng.below((most - least).saturating_add(1));
            searcher.reseed(rng.next_u64());
            searcher.restart(&[]).ok()?;
            let (mut position, mut moves) = (self.game.start(), Vec::new());
            while (moves.len() as u32) < plies && position.turn() != Turn::Over {
                searcher.run(&config.budget, control);
                let index = searcher.best().filter(|_| !control.is_stopped())?;
                searcher.advance(index).ok()?;
                position.play_index(index).ok()?;
                moves.push(index);
            }
            if position.turn() != Turn::Over {
                return Some(moves);
            }
        }
        Some(Vec::new())
    }

    /// What a difference of 1 between two values is in the unit of the report: points for searches of the score, else 1.
    pub fn unit(&self) -> f64 {
        self.config.reward.points(&self.game.about())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\nseed = 5\n[probe_defaults]\ngame = { name = 'tic-tac-toe' }\n\
        simulations = [10, 20, 400]\nrepetitions = { quick = 2, full = 4 }\n\
        positions = { kind = 'self_play', player = 'uct memory_mib=1', simulations = 20, plies = [1, 5] }\n\
        [[probes]]\nname = 'mean'\nplayer = 'uct memory_mib=1'\nreference = 'max'\n\
        [[probes]]\nname = 'max'\nplayer = 'uct memory_mib=1 backup.kind=max'\n";

    #[test]
    fn rows_meet_the_same_positions_and_a_probe_can_be_repeated() {
        let experiment = Experiment::parse(TEXT, "e").unwrap();
        let works: Vec<ProbeWork> = experiment.probes().map(|row| row.work(&experiment).unwrap()).collect();
        for number in 0..8 {
            let [mean, max] = [0, 1].map(|row: usize| works[row].probe(number, &Control::new()).unwrap());
            assert_eq!((mean.plies, mean.values.len()), (max.plies, 3));
            assert!((1..=5).contains(&mean.plies) && mean.values != max.values, "{mean:?} {max:?}");
            assert_eq!(works[0].probe(number, &Control::new()).unwrap(), mean);
        }
    }

    #[test]
    fn values_are_those_of_the_player_to_move() {
        // the first player is ahead at the start, and the second is behind after one move
        for (plies, ahead) in [("[0, 0]", true), ("[1, 1]", false)] {
            let experiment = Experiment::parse(&TEXT.replace("[1, 5]", plies), "e").unwrap();
            let work = experiment.probes().next().unwrap().work(&experiment).unwrap();
            let probe = work.probe(0, &Control::new()).unwrap();
            assert_eq!(probe.values[2] > 0.5, ahead, "{probe:?}");
        }
    }

    #[test]
    fn rows_that_read_one_search_by_several_rules_see_the_same_tree() {
        let values = |read: &str| {
            let text = TEXT.replace("reference = 'max'", read);
            let experiment = Experiment::parse(&text, "e").unwrap();
            let work = experiment.probes().next().unwrap().work(&experiment).unwrap();
            (work.probe(3, &Control::new()).unwrap().values, work.hash())
        };
        let (own, hash) = values("");
        let (mean, hash_of_mean) = values("read = { kind = 'mean' }");
        let (max, _) = values("read = { kind = 'max', from = 1 }");
        assert_eq!(own, mean);
        assert_eq!(max, [0.0; 3], "a lost position, as the maxima see it at once and the mean {own:?} only by and by");
        assert_ne!(hash, hash_of_mean);
    }

    #[test]
    fn wrong_rows_are_refused() {
        for (old, new, message) in [
            ("[10, 20, 400]", "[20, 10]", "ascending"),
            ("reference = 'max'", "reference = 'min'", "no such row"),
            ("reference = 'max'", "read = { kind = 'same_sign' }", "read: expected a rule that makes a value"),
            ("plies = [1, 5]", "plies = [5, 1]", "least and the largest"),
            ("'uct memory_mib=1 backup.kind=max'", "'utc'", "known: random"),
        ] {
            let experiment = Experiment::parse(&TEXT.replace(old, new), "e").unwrap();
            let works: Result<Vec<ProbeWork>, _> = experiment.probes().map(|row| row.work(&experiment)).collect();
            let error = works.unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
