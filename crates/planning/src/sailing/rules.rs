//! Directions, costs and the wind, in the published versions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The published versions of the problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rules {
    /// As in the experiments on simple regret [tolpin2012simple]: diagonal legs are √2 as long, a change of tack costs 4 more, the wind
    /// stays with 0.4 and turns by 45° with 0.3 either way; nothing is discounted.
    #[default]
    Tolpin,
    /// Vanderbei's winds and times without a delay for the tack, as used to compare planners [bonet2012]: every leg costs 1 to 4, the
    /// wind turns by a table of its own, and costs are discounted by 0.95 a leg.
    Vanderbei,
}

/// One of eight directions, clockwise. The wind's is where it blows to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

/// Over which side the wind comes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tack {
    /// The left side: the boat heads to the right of where the wind blows to.
    Port,
    /// The right side.
    Starboard,
}

impl Tack {
    pub(super) const ALL: [Tack; 2] = [Tack::Port, Tack::Starboard];
}

use Direction::{E, N, NE, NW, S, SE, SW, W};

impl Direction {
    pub(super) const ALL: [Direction; 8] = [N, NE, E, SE, S, SW, W, NW];

    /// The direction so many times 45° further clockwise.
    #[inline]
    pub(super) const fn turned(self, eighths: usize) -> Direction {
        Self::ALL[(self as usize + eighths) & 7]
    }

    /// How far to the right of the wind, in 45°.
    #[inline]
    pub(super) const fn angle(self, wind: Direction) -> usize {
        (self as usize + 8 - wind as usize) & 7
    }

    /// The step east and north.
    #[inline]
    pub(super) const fn vector(self) -> (i8, i8) {
        const VECTORS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        VECTORS[self as usize]
    }

    fn is_diagonal(self) -> bool {
        self as usize & 1 == 1
    }
}

/// The tack of a leg that points so far to the right of the wind, in 45°; `None` straight before it.
#[inline]
pub(super) fn tack_of(angle: usize) -> Option<Tack> {
    match angle {
        0 | 4 => None,
        1..4 => Some(Tack::Port),
        _ => Some(Tack::Starboard),
    }
}

/// What a unit of length costs away from the wind, down, across and up the wind; straight into it nobody sails.
const COSTS: [f32; 8] = [1.0, 2.0, 3.0, 4.0, f32::INFINITY, 4.0, 3.0, 2.0];
/// What a change of tack costs more.
const DELAY: f32 = 4.0;

/// What a leg costs that points so far to the right of the wind.
#[inline]
pub(super) fn leg_cost(rules: Rules, leg: Direction, angle: usize, changes_tack: bool) -> f32 {
    match rules {
        Rules::Vanderbei => COSTS[angle],
        Rules::Tolpin => {
            let length = if leg.is_diagonal() { std::f32::consts::SQRT_2 } else { 1.0 };
            COSTS[angle] * length + if changes_tack { DELAY } else { 0.0 }
        }
    }
}

impl Rules {
    pub(super) fn discount(self) -> f64 {
        match self {
            Rules::Tolpin => 1.0,
            Rules::Vanderbei => 0.95,
        }
    }

    /// A rough cost of so many straight and diagonal legs.
    pub(super) fn usual_cost(self, straight: u8, diagonal: u8) -> f32 {
        let (straight, diagonal) = (f32::from(straight), f32::from(diagonal));
        match self {
            Rules::Tolpin => (COSTS[2] + 0.25 * DELAY) * (straight + diagonal * std::f32::consts::SQRT_2),
            Rules::Vanderbei => COSTS[2] * (straight + diagonal),
        }
    }
}

/// For each version and each wind, the wind that follows in each of ten equally likely cases.
pub(super) const TENTHS: [[[Direction; 10]; 8]; 2] = [
    [
        [N, N, N, N, NE, NE, NE, NW, NW, NW],
        [NE, NE, NE, NE, E, E, E, N, N, N],
        [E, E, E, E, SE, SE, SE, NE, NE, NE],
        [SE, SE, SE, SE, S, S, S, E, E, E],
        [S, S, S, S, SW, SW, SW, SE, SE, SE],
        [SW, SW, SW, SW, W, W, W, S, S, S],
        [W, W, W, W, NW, NW, NW, SW, SW, SW],
        [NW, NW, NW, NW, N, N, N, W, W, W],
    ],
    [
        [N, N, N, N, NE, NE, NE, NW, NW, NW],
        [N, N, N, N, NE, NE, NE, E, E, E],
        [NE, NE, NE, NE, E, E, E, SE, SE, SE],
        [E, E, E, E, SE, SE, SE, S, S, S],
        [SE, SE, SE, SE, S, S, SW, SW, SW, SW],
        [S, S, S, SW, SW, SW, W, W, W, W],
        [SW, SW, SW, W, W, W, NW, NW, NW, NW],
        [N, N, N, N, W, W, W, NW, NW, NW],
    ],
];

/// The winds that can follow, each with its tenths of probability.
pub(super) fn outcomes(rules: Rules, wind: Direction) -> impl Iterator<Item = (Direction, u8)> {
    let cases = &TENTHS[rules as usize][wind as usize];
    let count = |next: Direction| cases.iter().filter(|&&case| case == next).count() as u8;
    Direction::ALL.into_iter().map(move |next| (next, count(next))).filter(|&(_, tenths)| tenths > 0)
}
