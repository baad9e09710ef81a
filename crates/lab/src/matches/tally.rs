//! What a match has come to.

use super::{GameRecord, Seat};
use crate::stats::{Interval, Level, Measured, Moments, PairCounts, elo, gaffke};
use std::collections::HashSet;

/// The sums of a match.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    wins: [u64; 2],
    draws: u64,
    pairs: PairCounts,
    /// The rewards of player a when moving first, and when moving second: sums of halves, exact.
    seats: [f64; 2],
    seat_games: [u64; 2],
    moves: u64,
    plies: Moments,
    points: Moments,
    waiting: Option<(f64, Option<f64>)>,
    seen: HashSet<String>,
    repeated: u64,
}

impl Tally {
    /// The tally of these games, in order.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let mut tally = Tally::default();
        games.into_iter().for_each(|game| tally.add(game));
        tally
    }

    /// Takes in the next game.
    pub fn add(&mut self, game: &GameRecord) {
        match game.reward_a {
            1.0 => self.wins[0] += 1,
            0.0 => self.wins[1] += 1,
            _ => self.draws += 1,
        }
        let seat = usize::from(game.first == Seat::B);
        self.seats[seat] += game.reward_a;
        self.seat_games[seat] += 1;
        self.moves += game.plies() as u64;
        self.plies.push(game.plies() as f64);
        self.repeated += u64::from(!self.seen.insert(game.moves.clone()));
        match self.waiting.take() {
            None => self.waiting = Some((game.reward_a, game.points_a)),
            Some((reward, points)) => {
                self.pairs.record([reward, game.reward_a]);
                if let (Some(one), Some(two)) = (points, game.points_a) {
                    self.points.push((one + two) / 2.0);
                }
            }
        }
    }

    /// Finished games.
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// Games that player a, and player b, won.
    pub fn wins(&self) -> [u64; 2] {
        self.wins
    }

    /// Games nobody won.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// The pairs by what they gave player a.
    pub fn pairs(&self) -> PairCounts {
        self.pairs
    }

    /// The mean reward of player a over whole pairs with its 95 % interval.
    pub fn score_a(&self) -> Measured {
        Measured { value: self.pairs.score(), interval: gaffke(&self.pairs.histogram(), Level::P95) }
    }

    /// The logistic Elo difference with its 95 % interval.
    pub fn elo(&self) -> Measured {
        let score = self.score_a();
        Measured { value: elo::logistic(score.value), interval: elo::logistic_interval(score.interval) }
    }

    /// The mean reward of whoever moved first; ½ before the first game.
    pub fn first_player_score(&self) -> f64 {
        let as_second = self.seat_games[1] as f64 - self.seats[1];
        share(self.seats[0] + as_second, self.games())
    }

    /// The mean reward of player a when moving first, and when moving second.
    pub fn score_by_seat(&self) -> [f64; 2] {
        [share(self.seats[0], self.seat_games[0]), share(self.seats[1], self.seat_games[1])]
    }

    /// Moves per game, opening included; 0 before the first game.
    pub fn moves_per_game(&self) -> f64 {
        self.moves as f64 / self.games().max(1) as f64
    }

    /// The standard deviation of the moves per game.
    pub fn moves_deviation(&self) -> f64 {
        self.plies.variance().sqrt()
    }

    /// The points player a was ahead, averaged over pairs; `None` for a game without points.
    pub fn points_a(&self) -> Option<Measured> {
        (self.points.count() > 0).then(|| Measured { value: self.points.mean(), interval: points_interval(&self.points) })
    }

    /// Games that were the same, move by move, as an earlier one.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }
}

/// The mean of a sum of rewards; ½ of none.
fn share(sum: f64, games: u64) -> f64 {
    if games == 0 { 0.5 } else { sum / games as f64 }
}

/// Student's interval; one pair tells nothing.
fn points_interval(points: &Moments) -> Interval {
    if points.count() < 2 {
        return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    points.interval(Level::P95)
}

#[cfg(test)]
mod tests {
    use super::super::End;
    use super::*;

    fn game(number: u64, reward_a: f64, moves: &str) -> GameRecord {
        let first = if number.is_multiple_of(2) { Seat::A } else { Seat::B };
        let points_a = Some(20.0 * reward_a - 10.0);
        GameRecord { game: number, first, reward_a, end: End::Rules, opening: 0, points_a, moves: moves.to_string() }
    }

    #[test]
    fn four_games_by_hand() {
        let games = [game(0, 1.0, "a b"), game(1, 0.5, "a b"), game(2, 0.0, "a c d"), game(3, 1.0, "b")];
        let tally = Tally::of(&games);
        assert_eq!((tally.wins(), tally.draws(), tally.games()), ([2, 1], 1, 4));
        assert_eq!(tally.pairs().counts(), [0, 0, 1, 1, 0]);
        assert_eq!(tally.score_a().value, 0.625);
        // as first 1 and 0, as second ½ and 1; whoever was first 1, ½, 0, 0
        assert_eq!(tally.score_by_seat(), [0.5, 0.75]);
        assert_eq!(tally.first_player_score(), 0.375);
        assert_eq!((tally.moves_per_game(), tally.repeated()), (2.0, 1));
        // pairs of 10, 0 and −10, 10
        assert_eq!(tally.points_a().unwrap().value, 2.5);
    }

    #[test]
    fn before_the_first_pair_nothing_is_known() {
        let tally = Tally::of(&[game(0, 1.0, "a")]);
        assert_eq!((tally.score_a().value, tally.score_a().interval), (0.5, Interval::UNIT));
    }
}
