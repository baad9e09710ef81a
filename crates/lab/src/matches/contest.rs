//! What is compared with what.

use super::{Openings, unrepeatable};
use crate::folder::words_of;
use crate::provenance::cores;
use katsura_engine::PlayerSpec;
use katsura_engine::gtp::CommandLine;
use katsura_game::{Information, Rng};
use katsura_games::GameSpec;
use katsura_mcts::parallel::Parallel;
use katsura_mcts::{Budget, ConfigError, InformationRule, SearchConfig};
use serde::{Deserialize, Serialize};

/// A player with the name it was given.
///
/// ```
/// use katsura_lab::matches::{Contestant, Agent};
/// assert!(Contestant::parse("uct select.explore.c=0.4", None).unwrap().search().is_some());
/// let outside = Contestant::parse("gtp: gnugo --mode gtp --level 1", None).unwrap();
/// assert!(matches!(outside.agent, Agent::Program(program) if program.command == "gnugo --mode gtp --level 1"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Contestant {
    /// As it was written, for example `uct select.explore.c=0.4`.
    pub name: String,
    /// What decides its moves.
    pub agent: Agent,
}

/// What decides a player's moves.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there are two per match")]
pub enum Agent {
    /// A search inside this process, with its full configuration, budget included.
    Search(SearchConfig),
    /// An outside program that speaks the protocol GTP.
    Program(Program),
    /// Chance, without a look at the board: any action that the game has, resigning included. An illegal one loses.
    Blind,
}

/// An outside program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Its command line.
    pub command: String,
    /// Seconds it may take for any one reply. One that takes longer is killed and loses the game on time.
    pub reply_seconds: f64,
    /// Seconds a move that it is told to keep to (`time_settings`), if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

impl Program {
    /// How long a program may take for a reply unless somebody says otherwise.
    pub const REPLY_SECONDS: f64 = 60.0;

    /// The seconds a move that it is really told: the protocol has whole ones, so fractions are rounded up.
    pub fn told_seconds(&self) -> Option<u64> {
        self.seconds.map(|seconds| (seconds.ceil() as u64).max(1))
    }

    /// A sentence if it is told more than was asked for.
    fn rounding(&self) -> Option<String> {
        let (asked, told) = (self.seconds?, self.told_seconds()?);
        let sentence = || format!("'{}' is told {told} s a move, not {asked} s: GTP has whole seconds only", self.command);
        (told as f64 > asked).then(sentence)
    }
}

/// The text of a player that draws any action, legal or not.
const BLIND: &str = "blind-random";

/// A contestant in a manifest.
#[derive(Clone, Serialize, Deserialize)]
struct Written {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    config: Option<SearchConfig>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<Program>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    blind: bool,
}

impl From<Contestant> for Written {
    fn from(Contestant { name, agent }: Contestant) -> Self {
        let nothing = Written { name, config: None, program: None, blind: false };
        match agent {
            Agent::Search(config) => Written { config: Some(config), ..nothing },
            Agent::Program(program) => Written { program: Some(program), ..nothing },
            Agent::Blind => Written { blind: true, ..nothing },
        }
    }
}

impl TryFrom<Written> for Contestant {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let agent = match (written.config, written.program, written.blind) {
            (Some(config), None, false) => Agent::Search(config),
            (None, Some(program), false) => Agent::Program(program),
            (None, None, true) => Agent::Blind,
            _ => return Err("expected one of config, program and blind"),
        };
        Ok(Contestant { name: written.name, agent })
    }
}

impl Contestant {
    /// The contestant of a player's text, with a budget unless it is `None` or the text sets one itself. Beside what [`PlayerSpec`] knows there
    /// are `gtp:` with a command line, for an outside program, and `blind-random`.
    ///
    /// # Errors
    /// If the text is no player.
    pub fn parse(text: &str, budget: Option<Budget>) -> Result<Self, ConfigError> {
        Self::read(text, budget, PlayerSpec::parse)
    }

    /// The contestant of a player's text in a game, whose form of a preset it gets if there is one.
    ///
    /// # Errors
    /// As [`parse`](Contestant::parse).
    pub fn parse_for(text: &str, game: &GameSpec, budget: Option<Budget>) -> Result<Self, ConfigError> {
        Self::read(text, budget, |text| PlayerSpec::parse_for(text, &game.about().name))
    }

    fn read(
        text: &str,
        budget: Option<Budget>,
        player: impl Fn(&str) -> Result<PlayerSpec, ConfigError>,
    ) -> Result<Self, ConfigError> {
        let text = text.trim();
        let named = |agent| Contestant { name: text.to_string(), agent };
        if text == BLIND {
            return Ok(named(Agent::Blind));
        }
        if let Some(command) = text.strip_prefix("gtp:") {
            return Ok(named(Agent::Program(program(command.trim(), budget)?)));
        }
        let player = player(text)?;
        let budget = budget.filter(|_| !player.sets("budget"));
        Ok(named(Agent::Search(SearchConfig { budget: budget.unwrap_or(player.config.budget), ..player.config })))
    }

    /// The same contestant; if it is an outside program, with this limit for its replies.
    pub fn with_reply_seconds(mut self, seconds: Option<f64>) -> Self {
        if let (Agent::Program(program), Some(seconds)) = (&mut self.agent, seconds) {
            program.reply_seconds = seconds;
        }
        self
    }

    /// The search, if it is one.
    pub fn search(&self) -> Option<&SearchConfig> {
        match &self.agent {
            Agent::Search(config) => Some(config),
            Agent::Program(_) | Agent::Blind => None,
        }
    }

    /// Why the moves of this player cannot be repeated; `None` if they can.
    pub(super) fn unrepeatable(&self) -> Option<String> {
        let name = &self.name;
        match &self.agent {
            Agent::Program(_) => Some(format!("'{name}' is an outside program")),
            Agent::Search(config) if config.budget.seconds.is_some() => {
                Some(format!("'{name}' thinks for a time, not for a number of simulations"))
            }
            Agent::Search(config) => match config.parallel {
                Parallel::Tree(tree) if tree.threads > 1 => Some(format!("the threads of '{name}' share a tree")),
                _ => None,
            },
            Agent::Blind => None,
        }
    }
}

fn program(command: &str, budget: Option<Budget>) -> Result<Program, ConfigError> {
    let parsed: Result<CommandLine, _> = command.parse();
    parsed.map_err(|error| ConfigError::new("", format!("gtp: {error}")))?;
    let seconds = budget.and_then(|budget| budget.seconds);
    Ok(Program { command: command.to_string(), reply_seconds: Program::REPLY_SECONDS, seconds })
}

/// Player a against player b in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contest {
    /// The game.
    pub game: GameSpec,
    /// Player a and player b.
    pub players: [Contestant; 2],
    /// How games begin.
    pub openings: Openings,
    /// The seed from which those of all games come.
    pub seed: u64,
    /// A search resigns when it expects less than this of its best move; without it, games are played to their end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<f64>,
}

/// A limit below which searches resign, if it makes sense.
///
/// # Errors
/// If it is not between 0 and 1.
pub fn resign_limit(limit: Option<f64>) -> Result<Option<f64>, ConfigError> {
    match limit {
        Some(limit) if !(limit > 0.0 && limit < 1.0) => {
            Err(ConfigError::new("resign", format!("expected a number between 0 and 1, such as 0.03, found {limit}")))
        }
        limit => Ok(limit),
    }
}

impl Contest {
    /// A number that differs for contests that differ in anything.
    pub fn hash(&self) -> u64 {
        let mut words = words_of(self);
        words.push(u64::from(self.game.about().version));
        Rng::stream(&words).next_u64()
    }

    /// What to know about the players before the first game: programs that are told more seconds than was asked for, searches that see what
    /// is hidden.
    pub fn warnings(&self) -> Vec<String> {
        let hides = self.game.about().information == Information::Hidden;
        let of_player = |player: &Contestant| match &player.agent {
            Agent::Program(program) => program.rounding(),
            Agent::Search(config) if hides && config.information == InformationRule::Perfect => {
                Some(format!("'{}' cheats: it sees what is hidden", player.name))
            }
            Agent::Search(_) | Agent::Blind => None,
        };
        self.players.iter().filter_map(of_player).collect()
    }

    /// How many games are played side by side if nobody says: on all cores, unless the games are a matter of time, players use threads
    /// themselves, or nobody knows.
    pub fn threads(&self) -> usize {
        let threaded = |player: &Contestant| player.search().is_some_and(|search| search.parallel.threads() > 1);
        if self.players.iter().any(threaded) || unrepeatable(self).is_some() { 1 } else { cores() }
    }

    /// The seed of a player in a game: `seat` is 0 for player a.
    pub(super) fn seed_of(&self, game: u64, seat: usize) -> u64 {
        Rng::stream(&[self.seed, game, seat as u64]).next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_survive_a_manifest() {
        for text in ["uct select.explore.c=0.4", "gtp: sh -c 'echo hello'", "blind-random"] {
            let player = Contestant::parse(text, Some(Budget::simulations(7))).unwrap();
            let written = serde_json::to_string(&player).unwrap();
            assert_eq!(serde_json::from_str::<Contestant>(&written).unwrap(), player, "{written}");
        }
        let nobody = serde_json::from_str::<Contestant>("{\"name\":\"x\"}").unwrap_err().to_string();
        assert!(nobody.contains("expected one of config, program and blind"), "{nobody}");
    }

    #[test]
    fn a_budget_that_a_player_sets_itself_stays() {
        let budget = |text: &str| {
            let player = Contestant::parse(text, Some(Budget::simulations(7))).unwrap();
            player.search().unwrap().budget
        };
        assert_eq!(budget("uct reuse=false"), Budget::simulations(7));
        assert_eq!(budget("uct budget.simulations=9"), Budget::simulations(9));
        assert_eq!(budget("uct search.budget.simulations=9"), Budget::simulations(9));
        let preset = Contestant::parse("uct", None).unwrap().search().unwrap().budget;
        assert!(preset.simulations.is_some(), "the limit of the preset stays beside the player's own");
        assert_eq!(budget("uct budget.seconds=0.5"), Budget { seconds: Some(0.5), ..preset });
        assert_eq!(budget("uct budget={seconds=0.5}"), Budget::seconds(0.5));
    }

    #[test]
    fn a_program_is_told_the_seconds_of_the_budget_and_has_a_limit() {
        let timed = Contestant::parse("gtp: x", Some(Budget::seconds(2.0))).unwrap().with_reply_seconds(Some(5.0));
        let expected = Program { command: "x".into(), reply_seconds: 5.0, seconds: Some(2.0) };
        assert_eq!(timed.agent, Agent::Program(expected));
        let told = |seconds: f64| {
            let program = program("x", Some(Budget::seconds(seconds))).unwrap();
            (program.told_seconds(), program.rounding())
        };
        assert_eq!(told(2.0), (Some(2), None));
        let (seconds, warning) = told(0.05);
        assert_eq!((seconds, warning.unwrap().split(':').next()), (Some(1), Some("'x' is told 1 s a move, not 0.05 s")));
        assert!(Contestant::parse("gtp: 'x", None).unwrap_err().to_string().starts_with("gtp: "));
        assert!(Contestant::parse("gtp:", None).is_err());
    }
}
