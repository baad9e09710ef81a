//! One game, and one pair of games.

use super::Contest;
use super::record::Entry;
use super::seat::Player;
use katsura_game::Turn;
use katsura_games::Position;
use katsura_mcts::{ConfigError, Control};
use serde::{Deserialize, Serialize};

/// A game that has not ended after this many moves is a draw.
pub const LONGEST_GAME: usize = 5000;

/// Player a or player b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The first player of the match's description.
    A,
    /// The second.
    B,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// By the rules.
    Rules,
    /// It was too long.
    TooLong,
}

/// One line of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's number; games 2k and 2k + 1 are a pair.
    pub game: u64,
    /// Who moved first.
    pub first: Seat,
    /// The reward of player a.
    pub reward_a: f64,
    /// How the game ended.
    pub end: End,
    /// How many moves at the beginning are the opening.
    pub opening: usize,
    /// The points player a is ahead, in games that have points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_a: Option<f64>,
    /// The moves, opening included.
    pub moves: String,
}

impl GameRecord {
    /// The reward of the player who moved first.
    pub fn reward_first(&self) -> f64 {
        if self.first == Seat::A { self.reward_a } else { 1.0 - self.reward_a }
    }

    /// The number of moves, opening included.
    pub fn plies(&self) -> usize {
        self.moves.split_whitespace().count()
    }
}

impl Entry for GameRecord {
    const PER_JOB: u64 = 2;

    fn number(&self) -> u64 {
        self.game
    }
}

/// Two games from one opening with the seats swapped.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The pair's number.
    pub number: u64,
    /// Player a moves first in the first game.
    pub games: [GameRecord; 2],
}

/// The players of one thread: made once, used for many games.
pub(super) struct Table {
    players: [Player; 2],
}

impl Table {
    pub(super) fn new(contest: &Contest) -> Result<Self, ConfigError> {
        Ok(Table { players: [Player::new(contest, 0)?, Player::new(contest, 1)?] })
    }

    /// Plays a pair; `None` if `control` stopped it.
    pub(super) fn pair(&mut self, contest: &Contest, number: u64, opening: &[String], control: &Control) -> Option<Pair> {
        let first = self.game(contest, (2 * number, Seat::A), opening, control)?;
        let second = self.game(contest, (2 * number + 1, Seat::B), opening, control)?;
        Some(Pair { number, games: [first, second] })
    }

    fn game(
        &mut self,
        contest: &Contest,
        (number, first): (u64, Seat),
        opening: &[String],
        control: &Control,
    ) -> Option<GameRecord> {
        for (seat, player) in self.players.iter_mut().enumerate() {
            player.begin(contest.seed_of(number, seat));
        }
        let mut position = contest.game.start();
        let mut moves: Vec<String> = Vec::new();
        while position.turn() != Turn::Over && moves.len() < LONGEST_GAME {
            let name = match (opening.get(moves.len()), position.turn()) {
                (Some(name), _) => name.clone(),
                (None, Turn::Player(player)) => {
                    let seat = if first == Seat::A { player.index() } else { 1 - player.index() };
                    let index = self.players[seat].choose(control)?;
                    position.move_name(index)
                }
                (None, _) => {
                    position.random_move(&mut katsura_game::Rng::stream(&[contest.seed, number, 2, moves.len() as u64]))
                }
            };
            if control.is_stopped() {
                return None;
            }
            let index = position.move_index(&name).ok()?;
            position.play(&name).ok()?;
            self.players.iter_mut().for_each(|player| player.watch(index));
            moves.push(name);
        }
        let over = position.turn() == Turn::Over;
        let reward_first = if over { f64::from(position.rewards()[0]) } else { 0.5 };
        let points_first = points(contest, &*position);
        Some(GameRecord {
            game: number,
            first,
            reward_a: if first == Seat::A { reward_first } else { 1.0 - reward_first },
            end: if over { End::Rules } else { End::TooLong },
            opening: opening.len().min(moves.len()),
            points_a: points_first.map(|points| if first == Seat::A { points } else { 0.0 - points }),
            moves: moves.join(" "),
        })
    }
}

/// The points the first player is ahead, to a hundredth.
fn points(contest: &Contest, position: &dyn Position) -> Option<f64> {
    let ahead = 2.0 * (f64::from(position.score_rewards()?[0]) - 0.5) * f64::from(contest.game.score_range()?);
    Some((100.0 * ahead).round() / 100.0)
}

/// Plays one pair by itself.
///
/// # Errors
/// If a configuration does not fit the game.
pub fn play_pair(contest: &Contest, number: u64) -> Result<Pair, ConfigError> {
    let opening = contest.openings.plan(&contest.game, contest.seed, number + 1).pop().unwrap_or_default();
    let pair = Table::new(contest)?.pair(contest, number, &opening, &Control::new());
    pair.ok_or_else(|| ConfigError::new("", "a game could not be played to its end"))
}
