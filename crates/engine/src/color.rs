//! Black and White, as records and protocols name the players.

use katsura_game::{Customs, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The colour of a player of a two-player game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Black, who begins in most games.
    Black,
    /// White, who begins in others.
    White,
}

impl Color {
    /// The colour of the player who makes the first move of a game with these customs.
    ///
    /// ```
    /// use katsura_engine::Color;
    /// use katsura_games::GameSpec;
    /// let first = |name: &str| Color::first_in(&GameSpec::named(name).unwrap().customs());
    /// assert_eq!((first("go"), first("havannah")), (Color::Black, Color::White));
    /// ```
    pub fn first_in(customs: &Customs) -> Color {
        if customs.white_begins { Color::White } else { Color::Black }
    }

    /// The other colour.
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// The player of this colour, where `first` is the colour that makes the first move.
    ///
    /// ```
    /// use katsura_engine::Color;
    /// use katsura_game::Player;
    /// assert_eq!(Color::Black.player(Color::Black), Player::FIRST);
    /// assert_eq!(Color::Black.player(Color::White), Player::SECOND);
    /// ```
    pub fn player(self, first: Color) -> Player {
        if self == first { Player::FIRST } else { Player::SECOND }
    }

    /// The colour of a player, where `first` is the colour that makes the first move.
    pub fn of(player: Player, first: Color) -> Color {
        if player == Player::FIRST { first } else { first.other() }
    }

    /// `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        let is = |long: &str| text.eq_ignore_ascii_case(long) || text.eq_ignore_ascii_case(&long[..1]);
        if is("black") {
            Ok(Color::Black)
        } else if is("white") {
            Ok(Color::White)
        } else {
            Err(ParseColorError(text.to_string()))
        }
    }
}

/// A text that names no colour.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}': expected black, b, white or w")]
pub struct ParseColorError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_any_case_and_by_their_first_letter() {
        for text in ["b", "B", "black", "BLACK"] {
            assert_eq!(text.parse(), Ok(Color::Black));
        }
        assert_eq!("White".parse(), Ok(Color::White));
        for text in ["", "bl", "red", "blacks"] {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
    }

    #[test]
    fn players_and_colours_are_each_others_inverse() {
        for first in [Color::Black, Color::White] {
            for color in [Color::Black, Color::White] {
                assert_eq!(Color::of(color.player(first), first), color);
            }
        }
    }
}
