//! SameGame: take groups of one colour from a board that falls together; large groups are worth more.

mod board;
mod field;
mod knowledge;
mod show;
mod state;
#[cfg(test)]
mod tests;

pub use state::Blocks;

use crate::parameters::{ParameterError, checked_parameters};
use board::{LARGEST, Layout, MOST_COLOURS};
use katsura_game::{About, Customs, Game, Knows, Payoff};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rules of SameGame.
///
/// A move takes a group of at least two blocks of one colour that touch at their sides, and brings (n − 2)² points for
/// n blocks. The blocks above fall down, and empty columns close to the left. An empty board brings 1000 points more.
///
/// ```
/// use katsura_games::samegame::SameGame;
/// let game: SameGame = serde_json::from_str(r#"{"board": "112/122/221"}"#).unwrap();
/// assert_eq!(game.leftover, katsura_games::samegame::Leftover::ByColour);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct SameGame {
    /// The board: `standard:1` to `standard:20`, `random:SEED`, or rows of colours 0 to 7 from the top, divided by `/`.
    pub board: String,
    /// The width of a random board; 15 if it is left out. Other boards have their own.
    #[schemars(range(min = 1, max = 20))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u8>,
    /// The height of a random board; 15 if it is left out.
    #[schemars(range(min = 1, max = 20))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
    /// The number of colours of a random board; 5 if it is left out.
    #[schemars(range(min = 2, max = 8))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<u8>,
    /// What blocks that are left at the end cost.
    pub leftover: Leftover,
}

checked_parameters!(SameGame);

/// What blocks that are left at the end cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leftover {
    /// Nothing.
    None,
    /// (m − 2)² points for m blocks.
    Total,
    /// (m − 2)² points for m blocks of a colour, added up over the colours that are left.
    #[default]
    ByColour,
}

impl Default for SameGame {
    fn default() -> Self {
        SameGame { board: "standard:1".to_string(), width: None, height: None, colours: None, leftover: Leftover::default() }
    }
}

/// What an empty board brings.
const CLEARED: i32 = 1000;

/// What a group of so many blocks brings, or so many blocks that are left cost.
const fn worth(blocks: i32) -> i32 {
    (blocks - 2) * (blocks - 2)
}

impl SameGame {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        for ((name, value), low) in self.sizes().into_iter().zip([1, 1, 2]) {
            let high = if name == "colours" { MOST_COLOURS } else { LARGEST };
            value.map_or(Ok(()), |value| ParameterError::unless_within(name, value, low..=high))?;
        }
        Layout::of(self).map(|_| ())
    }

    /// The numbers of a random board, by name.
    fn sizes(&self) -> [(&'static str, Option<u8>); 3] {
        [("width", self.width), ("height", self.height), ("colours", self.colours)]
    }

    /// The board.
    ///
    /// # Panics
    /// If [`check`](SameGame::check) refuses the parameters.
    fn layout(&self) -> Layout {
        Layout::of(self).expect("the parameters were checked")
    }

    /// The game, by how large its board is.
    pub fn size_class(&self) -> SizeClass {
        let layout = self.layout();
        if layout.columns.len() <= 16 && layout.height < 16 {
            SizeClass::To15(Sized { rules: self.clone(), layout })
        } else {
            SizeClass::To20(Sized { rules: self.clone(), layout })
        }
    }

    /// The least and the most points on a board of so many cells. No more than one cell in two can stay in a colour
    /// without a group, and boards of few cells cost a point per cell at most.
    fn range(&self, cells: i32) -> [f64; 2] {
        let most = worth(cells).max(0) + CLEARED;
        let halves = worth(cells / 2) + worth(cells - cells / 2);
        let least = match self.leftover {
            Leftover::None => 0,
            Leftover::Total => -worth(cells).max(1),
            Leftover::ByColour => -halves.max(cells),
        };
        [f64::from(least), f64::from(most)]
    }
}

/// SameGame on boards of one class of sizes.
#[derive(Clone, PartialEq, Debug)]
pub struct Sized<const WORDS: usize, const STRIDE: usize> {
    rules: SameGame,
    layout: Layout,
}

/// SameGame, by how large its board is.
pub enum SizeClass {
    /// At most 16 columns of 15 cells.
    To15(Sized<4, 16>),
    /// Any other.
    To20(Sized<10, 32>),
}

impl<const WORDS: usize, const STRIDE: usize> Game for Sized<WORDS, STRIDE> {
    type State = Blocks<WORDS, STRIDE>;

    /// A move is the lowest cell of the group in the first column that the group reaches.
    fn about(&self) -> About {
        let cells = self.layout.cells().count();
        let [low, high] = self.rules.range(cells as i32);
        About {
            players: 1,
            payoff: Payoff::between(low, high),
            knows: Knows {
                groups: usize::from(self.layout.colours),
                transpositions: true,
                reserves: true,
                ..Knows::default()
            },
            ..About::board("samegame", 1, cells)
        }
    }

    fn start(&self) -> Blocks<WORDS, STRIDE> {
        Blocks::new(&self.layout, self.rules.leftover)
    }

    fn customs(&self) -> Customs {
        Customs::titled("SameGame")
    }
}
