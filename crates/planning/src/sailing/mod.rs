//! Sailing: a boat crosses a square lake from one corner to the other while the wind turns at random.
//!
//! Each leg leads to one of eight neighbours and takes the longer the more the wind comes from ahead. The model is Vanderbei's
//! [vanderbei1996]; what is published about searches comes from two versions of it, which are told apart by [`Rules`].

use katsura_game::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Chance, Customs, Game, Keyed, Knowledge, Knows, Moves, Payoff, Player, Points, Rewards, Rng, State, Turn, When,
    mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod draw;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::{Direction, Rules, Tack};
use rules::{TENTHS, leg_cost, outcomes, tack_of};

/// A lake of size times size places.
///
/// ```
/// use katsura_planning::sailing::{Rules, Sailing};
/// let lake: Sailing = serde_json::from_str(r#"{"size": 10, "wind": "any", "tack": "any"}"#).unwrap();
/// assert_eq!((lake.size, lake.rules), (10, Rules::Tolpin));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Sailing {
    /// Places along a side, 2 to 64.
    #[schemars(range(min = 2, max = 64))]
    pub size: u8,
    /// Which published version is sailed.
    pub rules: Rules,
    /// Where the wind blows to at the start.
    pub wind: FirstWind,
    /// On which tack the boat starts.
    pub tack: FirstTack,
}

checked_parameters!(Sailing);

/// The wind at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FirstWind {
    /// To the north.
    #[default]
    N,
    /// To the north-east.
    NE,
    /// To the east.
    E,
    /// To the south-east.
    SE,
    /// To the south.
    S,
    /// To the south-west.
    SW,
    /// To the west.
    W,
    /// To the north-west.
    NW,
    /// Drawn, all with equal chances.
    Any,
}

/// The tack at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FirstTack {
    /// The wind comes over the left side.
    #[default]
    Port,
    /// The wind comes over the right side.
    Starboard,
    /// Drawn, both with equal chances.
    Any,
}

impl Default for Sailing {
    fn default() -> Self {
        Sailing { size: 6, rules: Rules::default(), wind: FirstWind::default(), tack: FirstTack::default() }
    }
}

impl Sailing {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("size", self.size, 2..=64)
    }

    /// The directions that the wind can have at the start.
    fn first_winds(&self) -> impl Iterator<Item = Direction> + use<> {
        let wanted = self.wind as usize;
        Direction::ALL.into_iter().filter(move |&wind| wanted == FirstWind::Any as usize || wind as usize == wanted)
    }

    /// The tacks that the boat can be on at the start.
    fn first_tacks(&self) -> impl Iterator<Item = Tack> + Clone + use<> {
        let wanted = self.tack as usize;
        Tack::ALL.into_iter().filter(move |&tack| wanted == FirstTack::Any as usize || tack as usize == wanted)
    }

    /// How many ways to start there are, all equally likely.
    fn starts(&self) -> usize {
        self.first_winds().count() * self.first_tacks().count()
    }
}

/// What the sailor or chance does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The sailor sails a leg.
    Leg(Direction),
    /// The wind blows in this direction next.
    Wind(Direction),
    /// The boat starts in this wind and on this tack.
    Start(Direction, Tack),
}

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Start,
    Sail,
    Wind,
    Over,
}

/// A boat on its lake.
#[derive(Clone, Copy, Debug)]
pub struct Boat {
    lake: Sailing,
    /// Places from the western and the southern shore.
    x: u8,
    y: u8,
    wind: Direction,
    tack: Tack,
    phase: Phase,
    /// Whether the last step was a leg, and from where it came.
    from: Option<(u8, u8)>,
    /// What the last step brought.
    gain: f32,
}

impl Game for Sailing {
    type State = Boat;

    fn about(&self) -> About {
        let payoff = Payoff { when: When::EachStep, discount: self.rules.discount(), ..Payoff::unbounded() };
        About {
            players: 1,
            chance: Chance::Listed,
            moves: Moves::Dense(Step::COUNT),
            payoff,
            knows: Knows { transpositions: true, to_go: true, ..Knows::default() },
            ..About::board("sailing", 1, Step::COUNT)
        }
    }

    /// # Panics
    /// If [`check`](Sailing::check) refuses the parameters.
    fn start(&self) -> Boat {
        self.check().expect("the parameters were checked");
        let boat = Boat {
            lake: *self,
            x: 0,
            y: 0,
            wind: Direction::N,
            tack: Tack::Port,
            phase: Phase::Start,
            from: None,
            gain: 0.0,
        };
        match (self.starts(), self.first_winds().next(), self.first_tacks().next()) {
            (1, Some(wind), Some(tack)) => Boat { wind, tack, phase: Phase::Sail, ..boat },
            _ => boat,
        }
    }

    fn customs(&self) -> Customs {
        Customs::titled("Sailing")
    }
}

impl Boat {
    /// The legs that can be sailed, as bits: not off the lake, not into the wind.
    #[inline]
    fn legs(&self) -> u8 {
        const NORTH: u8 = 0b1000_0011;
        const EAST: u8 = 0b0000_1110;
        const SOUTH: u8 = 0b0011_1000;
        const WEST: u8 = 0b1110_0000;
        let unless = |shore: bool, legs: u8| if shore { !legs } else { 0xff };
        let last = self.lake.size - 1;
        unless(self.y == last, NORTH)
            & unless(self.x == last, EAST)
            & unless(self.y == 0, SOUTH)
            & unless(self.x == 0, WEST)
            & !(1 << self.wind.turned(4) as u8)
    }

    fn sail(&mut self, leg: Direction) {
        let (dx, dy) = leg.vector();
        let angle = leg.angle(self.wind);
        let tack = tack_of(angle).unwrap_or(self.tack);
        self.gain = -leg_cost(self.lake.rules, leg, angle, tack != self.tack);
        self.from = Some((self.x, self.y));
        self.tack = tack;
        self.x = self.x.wrapping_add_signed(dx);
        self.y = self.y.wrapping_add_signed(dy);
        let last = self.lake.size - 1;
        self.phase = if (self.x, self.y) == (last, last) { Phase::Over } else { Phase::Wind };
    }

    /// What chance can do here; each counts so many tenths, or all the same at the start.
    fn draws(&self) -> impl Iterator<Item = (Step, f64)> {
        let lake = self.lake;
        let start = move |wind| lake.first_tacks().map(move |tack| Step::Start(wind, tack));
        let starts = lake.first_winds().flat_map(start).map(move |step| (step, 1.0 / lake.starts() as f64));
        let winds = outcomes(lake.rules, self.wind).map(|(wind, tenths)| (Step::Wind(wind), f64::from(tenths) / 10.0));
        let starts = (self.phase == Phase::Start).then_some(starts).into_iter().flatten();
        starts.chain((self.phase == Phase::Wind).then_some(winds).into_iter().flatten())
    }

    /// Legs on the shortest way, straight and diagonal ones.
    fn way(&self) -> (u8, u8) {
        let last = self.lake.size - 1;
        let (right, up) = (last - self.x, last - self.y);
        (right.abs_diff(up), right.min(up))
    }
}

impl State for Boat {
    type Move = Step;

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Sail => Turn::Player(Player::FIRST),
            Phase::Start | Phase::Wind => Turn::Chance,
            Phase::Over => Turn::Over,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        moves.clear();
        if self.phase == Phase::Sail {
            let legs = self.legs();
            moves.extend(Direction::ALL.into_iter().filter(|&leg| legs >> leg as u8 & 1 == 1).map(Step::Leg));
        } else {
            moves.extend(self.draws().map(|(step, _)| step));
        }
    }

    #[inline]
    fn apply(&mut self, step: Step) {
        match step {
            Step::Leg(leg) => return self.sail(leg),
            Step::Wind(wind) => self.wind = wind,
            Step::Start(wind, tack) => (self.wind, self.tack) = (wind, tack),
        }
        self.phase = Phase::Sail;
        self.gain = 0.0;
        self.from = None;
    }

    /// What the last leg has cost, below zero; draws cost nothing.
    fn rewards(&self) -> Rewards {
        Rewards::new([self.gain, 0.0, 0.0, 0.0])
    }

    /// Legs from north on clockwise, then winds, then starts: the wind counts 2, the tack 1.
    #[inline]
    fn move_index(&self, step: Step) -> usize {
        match step {
            Step::Leg(leg) => leg as usize,
            Step::Wind(wind) => 8 + wind as usize,
            Step::Start(wind, tack) => 16 + 2 * wind as usize + tack as usize,
        }
    }

    #[inline]
    fn move_at(&self, index: usize) -> Step {
        let direction = |number: usize| Direction::ALL[number & 7];
        match index {
            0..8 => Step::Leg(direction(index)),
            8..16 => Step::Wind(direction(index)),
            _ => Step::Start(direction(index / 2), Tack::ALL[index & 1]),
        }
    }

    #[inline]
    fn is_legal(&self, step: Step) -> bool {
        match step {
            Step::Leg(leg) => self.phase == Phase::Sail && self.legs() >> leg as u8 & 1 == 1,
            Step::Wind(_) | Step::Start(..) => self.draws().any(|(drawn, _)| drawn == step),
        }
    }

    #[inline]
    fn random_move(&self, moves: &mut Vec<Step>, rng: &mut Rng) -> Step {
        match self.phase {
            Phase::Wind => Step::Wind(TENTHS[self.lake.rules as usize][self.wind as usize][rng.index(10)]),
            Phase::Sail => {
                let mut legs = self.legs();
                for _ in 0..rng.below(legs.count_ones()) {
                    legs &= legs - 1;
                }
                Step::Leg(Direction::ALL[legs.trailing_zeros() as usize & 7])
            }
            Phase::Start | Phase::Over => {
                self.legal_moves(moves);
                moves[rng.index(moves.len())]
            }
        }
    }

    fn chance_probability(&self, outcome: Step) -> f64 {
        self.draws().find(|&(step, _)| step == outcome).map_or(0.0, |(_, probability)| probability)
    }
}

impl Points for Boat {
    /// With the rules of [`Rules::Tolpin`] their estimate: the way straight and diagonally to the goal, each leg across the wind and
    /// one in four with a change of tack. Else each leg across the wind.
    fn to_go(&self) -> Rewards {
        let (straight, diagonal) = self.way();
        Rewards::new([-self.lake.rules.usual_cost(straight, diagonal), 0.0, 0.0, 0.0])
    }
}

plain!(Boat: LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Boat {
    fn key(&self) -> u64 {
        let bytes = [self.x, self.y, self.wind as u8, self.tack as u8, self.phase as u8, 0, 0, 0];
        mix_key(u64::from_le_bytes(bytes))
    }
}

impl Knowledge for Boat {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}
