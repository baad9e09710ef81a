//! Leduc hold'em: one card each, one on the table, two rounds of betting [southey2005].

use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::{About, Chance, Customs, Game, Information, Payoff};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod hand;
#[cfg(test)]
mod tests;

pub use hand::{Action, Hand};

/// The rules of Leduc hold'em. The pack has two cards of each rank.
///
/// ```
/// use katsura_games::leduc::Leduc;
/// let rich: Leduc = serde_json::from_str(r#"{"ranks": 6, "bets": [5, 10]}"#).unwrap();
/// assert_eq!((rich.players, rich.raises), (2, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Leduc {
    /// The number of players: 2 to 4.
    #[schemars(range(min = 2, max = 4))]
    pub players: u8,
    /// The number of ranks: 3 to 13.
    #[schemars(range(min = 3, max = 13))]
    pub ranks: u8,
    /// The chips of a raise before and after the card on the table is dealt: 1 to 100.
    #[schemars(inner(range(min = 1, max = 100)))]
    pub bets: [u8; 2],
    /// The most raises in a round: 1 to 4.
    #[schemars(range(min = 1, max = 4))]
    pub raises: u8,
}

checked_parameters!(Leduc);

impl Default for Leduc {
    fn default() -> Self {
        Leduc { players: 2, ranks: 3, bets: [2, 4], raises: 2 }
    }
}

impl Leduc {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("players", self.players, 2..=4)?;
        ParameterError::unless_within("ranks", self.ranks, 3..=13)?;
        self.bets.iter().try_for_each(|&bet| ParameterError::unless_within("bets", bet, 1..=100))?;
        ParameterError::unless_within("raises", self.raises, 1..=4)
    }

    /// The most chips that a player can put in.
    fn most(&self) -> u32 {
        1 + u32::from(self.raises) * self.bets.iter().map(|&bet| u32::from(bet)).sum::<u32>()
    }
}

impl Game for Leduc {
    type State = Hand;

    fn about(&self) -> About {
        let (players, most) = (usize::from(self.players), f64::from(self.most()));
        About {
            players,
            chance: Chance::Listed,
            information: Information::Hidden,
            payoff: Payoff { constant_sum: Some(0.0), ..Payoff::between(-most, most * (players as f64 - 1.0)) },
            ..About::board("leduc", 1, 3 + 2 * usize::from(self.ranks))
        }
    }

    fn start(&self) -> Hand {
        Hand::new(self)
    }

    fn customs(&self) -> Customs {
        Customs::titled("Leduc hold'em")
    }
}
