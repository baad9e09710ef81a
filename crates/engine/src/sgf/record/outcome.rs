//! Results of games, as `RE` has them.

use crate::Color;
use katsura_game::Player;
use katsura_games::{GameSpec, Position};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// How a game ended.
///
/// ```
/// use katsura_engine::Color;
/// use katsura_engine::sgf::{Margin, Outcome};
/// let outcome: Outcome = "W+3.5".parse().unwrap();
/// assert_eq!(outcome, Outcome::Win(Color::White, Margin::Points(3.5)));
/// assert_eq!(outcome.to_string(), "W+3.5");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    /// This colour won.
    Win(Color, Margin),
    /// Nobody won.
    Draw,
    /// There is no result, for example because play was suspended.
    Void,
    /// Nobody knows.
    Unknown,
}

/// By what a game was won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Margin {
    /// So many points.
    Points(f64),
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser forfeited.
    Forfeit,
    /// It is not said.
    Unsaid,
}

/// A text that is no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}': expected a result such as B+3.5, W+R, B+T, W+F, 0, Void or ?")]
pub struct ParseOutcomeError(String);

impl Outcome {
    /// The result of a game that is over, with the points if the game has a score; nothing if it goes on, or has one player, for whose points
    /// there is no word.
    ///
    /// ```
    /// use katsura_engine::sgf::Outcome;
    /// use katsura_games::GameSpec;
    /// let game = GameSpec::named("go").unwrap();
    /// let mut position = game.start();
    /// assert_eq!(Outcome::of(&game, &*position), None);
    /// for mv in ["E5", "pass", "pass"] {
    ///     position.play(mv).unwrap();
    /// }
    /// assert_eq!(Outcome::of(&game, &*position).unwrap().to_string(), "B+73.5");
    /// ```
    pub fn of(game: &GameSpec, position: &dyn Position) -> Option<Outcome> {
        if !position.turn().is_over() || game.about().players == 1 {
            return None;
        }
        let first = Color::first_in(&game.customs());
        let (black, white) = (Color::Black.player(first), Color::White.player(first));
        if let Some(points) = lead(game, position) {
            return Some(Outcome::by(if black == Player::FIRST { points } else { -points }));
        }
        let rewards = position.rewards();
        Some(match rewards.of(black).total_cmp(&rewards.of(white)) {
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win(Color::Black, Margin::Unsaid),
            Ordering::Less => Outcome::Win(Color::White, Margin::Unsaid),
        })
    }

    /// The result if Black is ahead by so many points, or behind if they are negative.
    ///
    /// ```
    /// use katsura_engine::sgf::Outcome;
    /// assert_eq!([2.0, -3.5, 0.0].map(|points| Outcome::by(points).to_string()), ["B+2", "W+3.5", "0"]);
    /// ```
    pub fn by(points: f64) -> Outcome {
        match points {
            0.0 => Outcome::Draw,
            _ if points > 0.0 => Outcome::Win(Color::Black, Margin::Points(points)),
            _ => Outcome::Win(Color::White, Margin::Points(-points)),
        }
    }

    /// The same result with the colours exchanged.
    pub fn exchanged(self) -> Outcome {
        match self {
            Outcome::Win(winner, margin) => Outcome::Win(winner.other(), margin),
            other => other,
        }
    }
}

/// The points by which the first player is ahead as the position stands, in games that have a score.
pub(crate) fn lead(game: &GameSpec, position: &dyn Position) -> Option<f64> {
    let (range, rewards) = game.about().payoff.score_range.zip(position.score_rewards())?;
    let points = (f64::from(rewards.of(Player::FIRST)) - 0.5) * 2.0 * f64::from(range);
    Some((points * 2.0).round() / 2.0)
}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    /// Reads the results of the standard, in any case, and a winner alone as LittleGolem writes it.
    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        let error = || ParseOutcomeError(text.chars().take(24).collect());
        let small = text.trim().to_ascii_lowercase();
        match small.as_str() {
            "0" | "draw" | "jigo" => return Ok(Outcome::Draw),
            "void" => return Ok(Outcome::Void),
            "?" => return Ok(Outcome::Unknown),
            _ => {}
        }
        let (winner, margin) = small.split_once('+').unwrap_or((small.as_str(), ""));
        let winner: Color = winner.trim().parse().map_err(|_| error())?;
        let margin = match margin.trim() {
            "" => Margin::Unsaid,
            "r" | "resign" | "resignation" => Margin::Resignation,
            "t" | "time" => Margin::Time,
            "f" | "forfeit" => Margin::Forfeit,
            points => {
                let points: f64 = points.replace(',', ".").parse().map_err(|_| error())?;
                Margin::Points(Some(points).filter(|points| points.is_finite() && *points >= 0.0).ok_or_else(error)?)
            }
        };
        Ok(Outcome::Win(winner, margin))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Draw => f.write_str("0"),
            Outcome::Void => f.write_str("Void"),
            Outcome::Unknown => f.write_str("?"),
            Outcome::Win(winner, margin) => write!(f, "{}+{margin}", winner.letter()),
        }
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Margin::Points(points) => write!(f, "{points}"),
            Margin::Resignation => f.write_str("R"),
            Margin::Time => f.write_str("T"),
            Margin::Forfeit => f.write_str("F"),
            Margin::Unsaid => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_the_standard_are_read_and_written() {
        for (text, written) in [
            ("B+3.5", "B+3.5"),
            ("W+64", "W+64"),
            ("w+Resign", "W+R"),
            ("B+Time", "B+T"),
            ("B+F", "B+F"),
            ("W+", "W+"),
            ("B", "B+"),
            ("White+R", "W+R"),
            ("b+3,5", "B+3.5"),
            ("0", "0"),
            ("Draw", "0"),
            ("Void", "Void"),
            (" ? ", "?"),
        ] {
            assert_eq!(text.parse::<Outcome>().unwrap().to_string(), written, "{text}");
        }
        for text in ["", "R+B", "B+x", "B+-1", "B+inf", "B-3", "black wins"] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
    }
}
