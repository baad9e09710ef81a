//! Episodes: one player and chance, from the start of a problem to its end, and what came of them.

use crate::folder::hash_json;
pub use crate::jobs::Flow;
use crate::jobs::{Plan, in_order};
use crate::matches::Entry;
use katsura_engine::player::start_checked;
use katsura_game::{Rng, Turn, When};
use katsura_games::{GameSpec, Position};
use katsura_mcts::parallel::Parallel;
use katsura_mcts::{Budget, Checked, ConfigError, Control, SearchConfig, Searcher};
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// Decisions after which an episode is broken off.
pub const MOST_DECISIONS: u32 = 100_000;

/// A problem and a player, with everything that episodes depend on.
///
/// ```
/// use katsura_engine::PlayerSpec;
/// use katsura_games::GameSpec;
/// use katsura_lab::episodes::Episodes;
/// use katsura_mcts::{Budget, Control};
///
/// let game = GameSpec::named("sailing").unwrap();
/// let player = PlayerSpec::parse("uct memory_mib=4").unwrap();
/// let episodes = Episodes::new(game, player.config, Budget::simulations(20), 1).unwrap();
/// let played = episodes.play(0, &Control::new()).unwrap();
/// assert!(played.episode.points < 0.0 && !played.episode.broken_off);
/// ```
#[derive(Clone, Debug)]
pub struct Episodes {
    game: GameSpec,
    config: Checked,
    budget: Budget,
    seed: u64,
    discount: f64,
    /// Whether moves pay on the way.
    pays: bool,
}

/// One line of a record: an episode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Episode {
    /// Its number.
    pub episode: u64,
    /// What it has brought, in the game's own units; costs are below zero.
    pub points: f64,
    /// The decisions of the player.
    pub decisions: u32,
    /// The numbers of all moves, those of chance included.
    pub moves: Vec<usize>,
    /// Whether it was broken off before its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub broken_off: bool,
}

/// An episode, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The episode.
    pub episode: Episode,
    /// Seconds that the player thought.
    pub seconds: f64,
    /// Simulations that it made.
    pub simulations: u64,
}

impl Entry for Episode {
    const PER_JOB: u64 = 1;

    fn number(&self) -> u64 {
        self.episode
    }

    fn flaw(&self) -> Option<String> {
        let decides = self.decisions as usize <= self.moves.len();
        (!decides || !self.points.is_finite()).then(|| "has more decisions than moves, or no result".to_string())
    }
}

impl Episodes {
    /// Episodes of a problem for one player, who has this budget for each decision.
    ///
    /// # Errors
    /// If the game is not for one player, or the configuration does not fit it.
    pub fn new(game: GameSpec, config: SearchConfig, budget: Budget, seed: u64) -> Result<Self, ConfigError> {
        let about = game.about();
        if about.players != 1 {
            let why =
                format!("{} is a game of {}; episodes are for one player, see katsura match", about.name, about.players);
            return Err(ConfigError::new("game", why));
        }
        let config = config.check(&about)?;
        let (discount, pays) = (about.payoff.discount, about.payoff.when == When::EachStep);
        Ok(Episodes { game, config, budget, seed, discount, pays })
    }

    /// Why episodes cannot be repeated; `None` if they can.
    pub fn unrepeatable(&self) -> Option<String> {
        match self.config.parallel {
            _ if self.budget.seconds.is_some() => {
                Some("the player thinks for a time, not for a number of simulations".into())
            }
            Parallel::Tree(tree) if tree.threads > 1 => Some("the threads of the player share a tree".into()),
            _ => None,
        }
    }

    /// An episode: a pure function of its number, if it can be repeated. Chance draws the same for all players. `None` if `control` stopped
    /// it.
    pub fn play(&self, number: u64, control: &Control) -> Option<Played> {
        let mut searcher = start_checked(&self.game, &self.config).ok()?;
        searcher.reseed(Rng::stream(&[self.seed, number, 1]).next_u64());
        searcher.restart(&[]).ok()?;
        let mut table = Table {
            position: self.game.start(),
            searcher,
            chance: Rng::stream(&[self.seed, number, 0]),
            weight: 1.0,
            played: Played::new(number),
        };
        while !table.position.turn().is_over() && !table.played.episode.broken_off {
            table.step(self, control)?;
        }
        Some(table.played)
    }

    /// Plays so many episodes, some side by side, and hands them over in the order of their numbers. `sink` says whether to go on.
    pub fn run(&self, count: u64, side_by_side: usize, control: &Control, sink: &mut dyn FnMut(Played) -> Flow) {
        let plan = Plan { from: 0, to: count, threads: side_by_side, lanes: 0 };
        let job = |_: &mut (), number: u64, inner: &Control| self.play(number, inner);
        in_order(plan, vec![(); side_by_side.max(1)], control, &job, sink);
    }

    /// A number that differs for episodes that differ in anything that changes their results, in hexadecimal digits.
    pub fn hash(&self) -> String {
        let config: &SearchConfig = &self.config;
        let config = SearchConfig { budget: self.budget, ..config.clone() };
        hash_json(&(&self.game, self.game.about().version, config, self.seed))
    }

    /// How much discount there is.
    fn weigh(&self, decisions: u32) -> f64 {
        if decisions > 0 { self.discount } else { 1.0 }
    }
}

impl Played {
    fn new(number: u64) -> Self {
        let episode = Episode { episode: number, points: 0.0, decisions: 0, moves: Vec::new(), broken_off: false };
        Played { episode, seconds: 0.0, simulations: 0 }
    }
}

/// An episode under way.
struct Table {
    position: Box<dyn Position>,
    searcher: Box<dyn Searcher>,
    chance: Rng,
    /// What the next gain is worth at the start.
    weight: f64,
    played: Played,
}

impl Table {
    /// One move, of chance or of the player.
    fn step(&mut self, of: &Episodes, control: &Control) -> Option<()> {
        let index = if self.position.turn() == Turn::Chance {
            let outcome = self.position.random_move(&mut self.chance);
            self.position.move_index(&outcome).ok()?
        } else {
            self.weight *= of.weigh(self.played.episode.decisions);
            self.decide(&of.budget, control)?
        };
        self.searcher.advance(index).ok()?;
        self.position.play_index(index).ok()?;
        let episode = &mut self.played.episode;
        episode.moves.push(index);
        if of.pays || self.position.turn().is_over() {
            episode.points += self.weight * f64::from(self.position.rewards()[0]);
        }
        episode.broken_off = episode.decisions >= MOST_DECISIONS && !self.position.turn().is_over();
        Some(())
    }

    fn decide(&mut self, budget: &Budget, control: &Control) -> Option<usize> {
        let clock = Instant::now();
        let report = self.searcher.think(budget, control);
        self.played.seconds += clock.elapsed().as_secs_f64();
        self.played.simulations += report.simulations;
        self.played.episode.decisions += 1;
        self.searcher.best().filter(|_| !control.is_stopped())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_engine::PlayerSpec;
    use serde_json::json;

    fn game(fields: serde_json::Value) -> GameSpec {
        serde_json::from_value(fields).unwrap()
    }

    fn episodes(game: GameSpec, player: &str, simulations: u64) -> Episodes {
        let player = PlayerSpec::parse(player).unwrap();
        Episodes::new(game, player.config, Budget::simulations(simulations), 7).unwrap()
    }

    #[test]
    fn an_episode_is_a_function_of_its_number_and_adds_up() {
        for rules in ["tolpin", "vanderbei"] {
            let lake = game(json!({ "name": "sailing", "size": 3, "rules": rules, "wind": "any", "tack": "any" }));
            let episodes = episodes(lake.clone(), "uct memory_mib=4", 30);
            for number in 0..5 {
                let played = episodes.play(number, &Control::new()).unwrap();
                assert_eq!(episodes.play(number, &Control::new()).unwrap().episode, played.episode);
                assert_eq!(played.simulations, 30 * u64::from(played.episode.decisions));
                let (mut position, mut weight, mut sum, mut decisions) = (lake.start(), 1.0, 0.0, 0);
                for &index in &played.episode.moves {
                    if position.turn() != Turn::Chance {
                        weight = lake.about().payoff.discount.powi(decisions);
                        decisions += 1;
                    }
                    position.play_index(index).unwrap();
                    sum += weight * f64::from(position.rewards()[0]);
                }
                assert!(position.turn().is_over() && (sum - played.episode.points).abs() < 1e-9);
                assert!(played.episode.flaw().is_none());
            }
        }
    }

    #[test]
    fn all_players_start_in_the_same_wind() {
        let lake = game(json!({ "name": "sailing", "size": 3, "wind": "any", "tack": "any" }));
        let first = |player: &str| {
            let episodes = episodes(lake.clone(), player, 10);
            (0..20).map(|number| episodes.play(number, &Control::new()).unwrap().episode.moves[0]).collect::<Vec<_>>()
        };
        let starts = first("uct memory_mib=4");
        assert_eq!(starts, first("random memory_mib=4"));
        assert!(starts.iter().any(|start| start != &starts[0]), "{starts:?}");
    }

    #[test]
    fn what_cannot_be_played_or_repeated_is_told() {
        let uct = PlayerSpec::parse("uct").unwrap().config;
        let two = Episodes::new(GameSpec::named("nim").unwrap(), uct.clone(), Budget::simulations(1), 1).unwrap_err();
        assert!(two.to_string().contains("nim is a game of 2; episodes are for one player"), "{two}");
        let lake = GameSpec::named("sailing").unwrap();
        let rave = PlayerSpec::parse("rave").unwrap().config;
        assert!(Episodes::new(lake.clone(), rave, Budget::simulations(1), 1).unwrap_err().to_string().contains("select"));
        let hasty = Episodes::new(lake, uct, Budget { simulations: None, seconds: Some(0.1) }, 1).unwrap();
        assert!(hasty.unrepeatable().unwrap().contains("thinks for a time"));
        let control = Control::new();
        control.stop();
        assert_eq!(hasty.play(0, &control), None);
    }
}
