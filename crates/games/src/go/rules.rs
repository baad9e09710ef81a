//! The rules as data: every parameter of the game, its range and its default.

use super::{Go9, Go13, Go19, Go25};
use crate::parameters::checked_parameters;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rules of Go: board, komi, ko, suicide, handicap, and how light playouts treat eyes and end.
///
/// ```
/// use katsura_games::go::Rules;
/// assert!(Rules::default().check().is_ok());
/// let error = Rules { size: 26, ..Rules::default() }.check().unwrap_err();
/// assert_eq!(error, "size 26 is out of range: 2 to 25");
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", default, deny_unknown_fields)]
pub struct Rules {
    /// Lines in each direction.
    #[schemars(range(min = 2, max = 25))]
    pub size: u8,
    /// Points added to White's score: a multiple of 0.5. A whole number allows draws.
    #[schemars(range(min = -1000, max = 1000))]
    pub komi: f32,
    /// Which repetitions are forbidden. Light playouts always use `simple`.
    pub ko: KoRule,
    /// Whether a move may take the mover's own last liberty.
    pub suicide: Suicide,
    /// Black stones set before the first move, on the points of the protocol GTP: 0 or 2 to 9 on odd boards from 9x9, 0 or
    /// 2 to 4 on 7x7 and on even boards from 8x8, otherwise 0. White then moves first.
    #[schemars(range(min = 0, max = 9))]
    pub handicap: u8,
    /// Which points light playouts never fill.
    pub eye: EyeRule,
    /// A light playout is stopped and counted after this many moves for each point of the board.
    #[schemars(range(min = 1, max = 50))]
    pub playout_cap: u8,
}

checked_parameters!(Rules);

/// Which repetitions are forbidden. A pass is always legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KoRule {
    /// The board must not return to what it was before the opponent's last move.
    Simple,
    /// Positional superko: the board must not return to any earlier state.
    #[default]
    Positional,
    /// Situational superko: the board must not return to any earlier state with the same player to move.
    Situational,
}

/// Whether a move may leave the mover's own stones without a liberty. They are then taken off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Suicide {
    /// Never.
    #[default]
    Forbidden,
    /// If at least two stones are taken off: the suicide of a single stone would leave the board as it was.
    Allowed,
}

/// Which empty points light playouts take for an eye of the mover and do not fill. Common to all: every neighbour on the
/// board is a stone of the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EyeRule {
    /// And the opponent has fewer than two of the diagonal points, none at the edge.
    #[default]
    Diagonal,
    /// And every neighbouring string has two liberties or more.
    Liberties,
    /// And all neighbours on the board belong to one string.
    OneString,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            size: 9,
            komi: 7.5,
            ko: KoRule::default(),
            suicide: Suicide::default(),
            handicap: 0,
            eye: EyeRule::default(),
            playout_cap: 3,
        }
    }
}

impl Rules {
    /// Whether every parameter is in its range.
    ///
    /// # Errors
    /// A sentence that names the parameter and the values it accepts.
    pub fn check(&self) -> Result<(), String> {
        let Rules { size, komi, handicap, playout_cap, .. } = *self;
        if !(2..=25).contains(&size) {
            return Err(format!("size {size} is out of range: 2 to 25"));
        }
        if !((-1000.0..=1000.0).contains(&komi) && (komi * 2.0).fract() == 0.0) {
            return Err(format!("komi {komi} is out of range: a multiple of 0.5 from -1000 to 1000"));
        }
        if handicap == 1 || handicap > self.largest_handicap() {
            return Err(match self.largest_handicap() {
                0 => format!("handicap {handicap} is out of range: 0 on size {size}"),
                most => format!("handicap {handicap} is out of range: 0 or 2 to {most} on size {size}"),
            });
        }
        if !(1..=50).contains(&playout_cap) {
            return Err(format!("playout_cap {playout_cap} is out of range: 1 to 50"));
        }
        Ok(())
    }

    /// The game compiled for boards of this size.
    pub fn size_class(&self) -> SizeClass {
        match self.size {
            0..=9 => SizeClass::To9(Go9::new(*self)),
            10..=13 => SizeClass::To13(Go13::new(*self)),
            14..=19 => SizeClass::To19(Go19::new(*self)),
            20.. => SizeClass::To25(Go25::new(*self)),
        }
    }

    /// The number of points of the board.
    #[inline]
    pub(super) fn points(&self) -> usize {
        usize::from(self.size).pow(2)
    }

    /// The largest difference in points with which a game can end.
    #[inline]
    pub(super) fn largest_score(&self) -> f32 {
        self.points() as f32 + self.komi.abs()
    }

    fn largest_handicap(&self) -> u8 {
        match self.size {
            0..7 => 0,
            7 => 4,
            size if size % 2 == 0 => 4,
            _ => 9,
        }
    }

    /// The marked points (column, row) of the board, in the order in which handicap stones use them; the centre comes last.
    pub(super) fn star_points(&self) -> Vec<(usize, usize)> {
        let size = usize::from(self.size);
        let low = if size < 13 { 2 } else { 3 };
        let (middle, high) = (size / 2, size.saturating_sub(1 + low));
        let all = [
            (low, low),
            (high, high),
            (low, high),
            (high, low),
            (low, middle),
            (high, middle),
            (middle, low),
            (middle, high),
            (middle, middle),
        ];
        all[..usize::from(self.largest_handicap())].to_vec()
    }

    /// The points of the handicap stones [farneback2002, section 4.1.1]: an odd number from five on uses the centre.
    pub(super) fn handicap_points(&self) -> Vec<(usize, usize)> {
        let stones = usize::from(self.handicap);
        let mut points = self.star_points();
        if stones >= 5 && stones % 2 == 1 {
            points.swap(stones - 1, 8);
        }
        points.truncate(stones);
        points
    }
}

/// Go, compiled for one of four classes of board sizes.
#[derive(Clone, Debug)]
pub enum SizeClass {
    /// Boards up to 9x9.
    To9(Go9),
    /// Boards up to 13x13.
    To13(Go13),
    /// Boards up to 19x19.
    To19(Go19),
    /// Boards up to 25x25.
    To25(Go25),
}
