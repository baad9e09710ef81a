//! The Canadian traveller: from one place to another by roads of which some are closed, which is seen at either end only
//! [papadimitriou1991].
//!
//! Costs are those of the roads that were travelled, given that the goal can be reached at all [eyerich2010]: weathers in which it cannot
//! are left out. On arrival the traveller sees all roads that meet there.

use katsura_game::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Chance, Customs, Game, Keyed, Knowledge, Knows, Moves, Payoff, Player, Points, Rewards, Rng, State, Turn, When,
    mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

mod draw;
mod graph;
#[cfg(test)]
mod tests;

pub use graph::{Graph, GraphError, MOST_PLACES, MOST_ROADS};
use graph::{Known, MOST_AT_PLACE};

/// A graph to travel.
///
/// ```
/// use katsura_planning::travel::Travel;
/// let travel: Travel = serde_json::from_str(r#"{"graph": "p 3 3; e 1 3 0.5 2; e 1 2 1 2; e 2 3 1 2"}"#).unwrap();
/// assert_eq!(travel.read().unwrap().uncertain(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Travel {
    /// The graph: `p PLACES ROADS; e FROM TO PROBABILITY COST; …`, from place 1 to the last; the probability is that of an open road. A text
    /// that ends with `.graph` is a file with such lines. Empty for a graph that is drawn.
    pub graph: String,
    /// Places of a graph that is drawn, 2 to 100.
    #[schemars(range(min = 2, max = 100))]
    pub places: u8,
    /// The seed of a graph that is drawn.
    pub seed: u64,
}

checked_parameters!(Travel);

impl Default for Travel {
    fn default() -> Self {
        Travel { graph: String::new(), places: 8, seed: 1 }
    }
}

impl Travel {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("places", self.places, 2..=100)?;
        self.read().map(|_| ())
    }

    /// The graph.
    ///
    /// # Errors
    /// If its file cannot be read, or its text says something wrong.
    pub fn read(&self) -> Result<Graph, ParameterError> {
        if self.graph.is_empty() {
            return Ok(Graph::random(self.places.into(), self.seed));
        }
        let is_file = self.graph.ends_with(".graph");
        let accepted = "a graph, or a file that ends with .graph";
        let wrong = |problem: String| ParameterError::new("graph", format!("{} ({problem})", shown(&self.graph)), accepted);
        let text = if is_file {
            std::fs::read_to_string(&self.graph).map_err(|error| wrong(error.to_string()))?
        } else {
            self.graph.clone()
        };
        Graph::parse(&text).map_err(|error| wrong(error.to_string()))
    }
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { short + "…" } else { short }
}

/// What the traveller or chance does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The traveller goes to this place, counted from 0.
    To(u8),
    /// Of the roads that nothing was known of, these are seen to be open, as bits in their order.
    Seen(u16),
}

/// A traveller on the way.
#[derive(Clone, Debug)]
pub struct Traveller {
    graph: Arc<Graph>,
    known: Known,
    place: u8,
    came_from: Option<u8>,
    gain: f32,
}

impl Game for Travel {
    type State = Traveller;

    /// Outcomes of chance are listed with their probabilities as long as few roads are uncertain.
    fn about(&self) -> About {
        let graph = self.read().unwrap_or_else(|_| Graph::random(2, 1));
        let payoff = Payoff { when: When::EachStep, ..Payoff::unbounded() };
        let most = (0..graph.at.len()).map(|place| graph.at[place].iter().filter(|&&road| graph.is_uncertain(road)).count());
        let moves = MOST_PLACES + (1 << most.max().unwrap_or(0));
        About {
            players: 1,
            chance: if graph.uncertain() <= FEW_ROADS { Chance::Listed } else { Chance::Sampled },
            moves: Moves::Dense(moves),
            payoff,
            knows: Knows { transpositions: true, to_go: true, ..Knows::default() },
            ..About::board("travel", 1, moves)
        }
    }

    /// # Panics
    /// If [`check`](Travel::check) refuses the parameters.
    fn start(&self) -> Traveller {
        let graph = Arc::new(self.read().expect("the parameters were checked"));
        Traveller { known: graph.certain(), graph, place: 0, came_from: None, gain: 0.0 }
    }

    fn customs(&self) -> Customs {
        Customs::titled("Canadian traveller")
    }
}

/// Uncertain roads up to which the probabilities of what is seen are computed.
const FEW_ROADS: usize = 20;

impl Traveller {
    /// The roads that meet here of which nothing is known yet.
    fn unknown(&self) -> impl Iterator<Item = usize> {
        self.graph.at[usize::from(self.place)].iter().copied().filter(|&road| !self.known.is_known(road))
    }

    /// The places that open roads lead to, in order and once each, with what the cheapest of these roads costs.
    fn neighbours(&self) -> impl Iterator<Item = (u8, f32)> {
        let place = usize::from(self.place);
        let open = self.graph.at[place].iter().filter(|&&road| self.known.open.has(road));
        let mut ways: Vec<(u8, f32)> =
            open.map(|&road| (self.graph.roads[road].from(place) as u8, self.graph.roads[road].cost)).collect();
        ways.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        ways.dedup_by_key(|way| way.0);
        ways.into_iter()
    }

    fn is_there(&self) -> bool {
        usize::from(self.place) == self.graph.goal()
    }

    /// What is known after these of the unknown roads are seen to be open.
    fn after_seeing(&self, seen: u16) -> Known {
        self.unknown().enumerate().fold(self.known, |known, (bit, road)| known.with(road, seen >> bit & 1 == 1))
    }

    /// The probability of seeing this and of being able to reach the goal then.
    fn weight(&self, seen: u16) -> f64 {
        let of_road = |(bit, road): (usize, usize)| {
            let open = self.graph.roads[road].open;
            if seen >> bit & 1 == 1 { open } else { 1.0 - open }
        };
        let seeing: f64 = self.unknown().enumerate().map(of_road).product();
        seeing * self.graph.reliability(usize::from(self.place), &self.after_seeing(seen))
    }

    /// Whether the goal can still be reached if exactly these roads are seen to be open.
    fn is_possible(&self, seen: u16) -> bool {
        self.graph.distances(&self.after_seeing(seen))[usize::from(self.place)].is_finite()
    }
}

impl State for Traveller {
    type Move = Step;

    fn turn(&self) -> Turn {
        if self.is_there() {
            Turn::Over
        } else if self.unknown().next().is_some() {
            Turn::Chance
        } else {
            Turn::Player(Player::FIRST)
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        moves.clear();
        match self.turn() {
            Turn::Chance => {
                let all = 1u16 << self.unknown().count();
                moves.extend((0..all).filter(|&seen| self.is_possible(seen)).map(Step::Seen));
            }
            Turn::Player(_) => moves.extend(self.neighbours().map(|(place, _)| Step::To(place))),
            Turn::Over | Turn::Together(_) => {}
        }
    }

    fn apply(&mut self, step: Step) {
        match step {
            Step::Seen(seen) => {
                self.known = self.after_seeing(seen);
                self.gain = 0.0;
            }
            Step::To(place) => {
                let cost = self.neighbours().find(|way| way.0 == place).map_or(0.0, |way| way.1);
                self.came_from = Some(self.place);
                (self.place, self.gain) = (place, -cost);
            }
        }
    }

    /// What the last road has cost, below zero.
    fn rewards(&self) -> Rewards {
        Rewards::new([self.gain, 0.0, 0.0, 0.0])
    }

    /// Places first, then what is seen.
    fn move_index(&self, step: Step) -> usize {
        match step {
            Step::To(place) => usize::from(place),
            Step::Seen(seen) => MOST_PLACES + usize::from(seen),
        }
    }

    fn move_at(&self, index: usize) -> Step {
        if index < MOST_PLACES { Step::To(index as u8) } else { Step::Seen((index - MOST_PLACES) as u16) }
    }

    fn is_legal(&self, step: Step) -> bool {
        match (step, self.turn()) {
            (Step::To(place), Turn::Player(_)) => self.neighbours().any(|way| way.0 == place),
            (Step::Seen(seen), Turn::Chance) => {
                let count = self.unknown().count();
                count <= MOST_AT_PLACE && seen < 1 << count && self.is_possible(seen)
            }
            _ => false,
        }
    }

    /// Chance draws the whole weather, and shows what is seen of it from here.
    fn random_move(&self, moves: &mut Vec<Step>, rng: &mut Rng) -> Step {
        if self.turn() != Turn::Chance {
            self.legal_moves(moves);
            return moves[rng.index(moves.len())];
        }
        let weather = self.graph.weather(usize::from(self.place), &self.known, rng);
        Step::Seen(self.unknown().enumerate().fold(0, |seen, (bit, road)| seen | u16::from(weather.has(road)) << bit))
    }

    /// By Bayes: the weight of what is seen, among that of all that may be seen.
    fn chance_probability(&self, outcome: Step) -> f64 {
        let Step::Seen(seen) = outcome else { return 0.0 };
        let all = self.graph.reliability(usize::from(self.place), &self.known);
        if all > 0.0 { self.weight(seen) / all } else { 0.0 }
    }
}

impl Points for Traveller {
    /// The cheapest way if all roads are open that are not known to be blocked.
    fn to_go(&self) -> Rewards {
        let cost = self.graph.distances(&self.known)[usize::from(self.place)];
        Rewards::new([-cost, 0.0, 0.0, 0.0])
    }
}

plain!(Traveller: LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Traveller {
    fn key(&self) -> u64 {
        let words = self.known.open.words().into_iter().chain(self.known.blocked.words());
        words.fold(mix_key(u64::from(self.place)), |key, word| mix_key(key.rotate_left(7) ^ word))
    }
}

impl Knowledge for Traveller {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}
