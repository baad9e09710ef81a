//! One game, and one pair of games.

use super::Contest;
use super::record::Entry;
use super::script::Script;
use super::seat::{Choice, Halt, Loss, Made, Player, in_a_line};
use katsura_game::{Rng, Turn};
use katsura_games::{Position, PositionError};
use katsura_mcts::config::Problem;
use katsura_mcts::{ConfigError, Control};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A game that has not ended after this many moves is a draw.
pub const LONGEST_GAME: usize = 5000;

/// Player a or player b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The first player of the match's description.
    A,
    /// The second.
    B,
}

impl Seat {
    /// Both, in order.
    pub const BOTH: [Seat; 2] = [Seat::A, Seat::B];
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// By the rules.
    Rules,
    /// It was too long.
    TooLong,
    /// The loser resigned.
    Resigned,
    /// The loser played an illegal move.
    Illegal,
    /// The loser did not reply in time, and was killed.
    Time,
    /// The loser ended without a reply, or could not be started again.
    Crashed,
    /// The loser wrote something that is no reply, and was killed.
    Garbled,
    /// The loser refused to move, or refused a legal move of the other player.
    Refused,
}

impl End {
    /// The ways to lose a game that a player ought not to.
    pub const FAULTS: [End; 5] = [End::Illegal, End::Time, End::Crashed, End::Garbled, End::Refused];

    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            End::Rules => "rules",
            End::TooLong => "too long",
            End::Resigned => "resigned",
            End::Illegal => "illegal move",
            End::Time => "time",
            End::Crashed => "crash",
            End::Garbled => "garbage",
            End::Refused => "refusal",
        }
    }
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
    /// What happened, where the end alone does not say it: the illegal move, or the last words of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// How often player a, and player b, an outside program, was started again for this game.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub restarts: [u64; 2],
    /// How many moves took player a, and player b, an outside program, longer than it was told.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub late_moves: [u64; 2],
    /// The moves, opening included; an illegal one is not.
    pub moves: String,
}

fn is_nothing(counts: &[u64; 2]) -> bool {
    *counts == [0, 0]
}

impl GameRecord {
    /// The reward of the player who moved first.
    pub fn reward_first(&self) -> f64 {
        if self.first == Seat::A { self.reward_a } else { 1.0 - self.reward_a }
    }

    /// The player who lost the game in another way than by the rules, if one did.
    pub fn loser(&self) -> Option<Seat> {
        let forfeit = !matches!(self.end, End::Rules | End::TooLong);
        forfeit.then_some(if self.reward_a == 0.0 { Seat::A } else { Seat::B })
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

    fn flaw(&self) -> Option<String> {
        let reward = self.reward_a;
        (!(0.0..=1.0).contains(&reward)).then(|| format!("has the reward {reward}; a reward is between 0 and 1"))
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

/// Who has to choose a move, and the number of the side it plays.
#[derive(Clone, Copy)]
pub(super) struct Thinker {
    pub(super) seat: Seat,
    player: usize,
}

/// Why a game does not go on, and because of whom.
pub(super) enum Interruption {
    Stopped,
    Lost(Seat, Loss),
}

impl Table {
    pub(super) fn new(contest: &Contest) -> Result<Self, ConfigError> {
        let about = contest.game.about();
        if about.players != 2 {
            let why = format!("{} has {} players, and a match is between two", about.name, about.players);
            return Err(ConfigError::of("game", Problem::Unfit(why)));
        }
        Ok(Table { players: [Player::new(contest, 0)?, Player::new(contest, 1)?] })
    }

    /// What there is to say about the players, whatever their games.
    pub(super) fn remarks(&self) -> Vec<String> {
        self.players.iter().filter_map(|player| player.remark()).map(str::to_string).collect()
    }

    /// A table at which scripts stand in for players whose moves cannot be repeated.
    pub(super) fn for_replay(contest: &Contest) -> Result<Self, ConfigError> {
        Ok(Table { players: [Player::repeatable(contest, 0)?, Player::repeatable(contest, 1)?] })
    }

    /// Plays a pair; `None` if `control` stopped it.
    pub(super) fn pair(&mut self, contest: &Contest, number: u64, opening: &[String], control: &Control) -> Option<Pair> {
        let first = self.game(contest, 2 * number, opening, control)?;
        let second = self.game(contest, 2 * number + 1, opening, control)?;
        Some(Pair { number, games: [first, second] })
    }

    /// Plays a recorded game again, with what the record says about restarts and late moves of programs; `None` if `control` stopped it.
    pub(super) fn again(
        &mut self,
        contest: &Contest,
        recorded: &GameRecord,
        opening: &[String],
        control: &Control,
    ) -> Option<GameRecord> {
        for (player, seat) in self.players.iter_mut().zip(Seat::BOTH) {
            if let Player::Script(script) = player {
                *script = Script::of(recorded, seat);
            }
        }
        let again = self.game(contest, recorded.game, opening, control)?;
        Some(GameRecord { restarts: recorded.restarts, late_moves: recorded.late_moves, ..again })
    }

    fn game(&mut self, contest: &Contest, number: u64, opening: &[String], control: &Control) -> Option<GameRecord> {
        let mut board = Board::new(contest, number, opening.to_vec());
        let end = self.play(&mut board, control);
        let restarts = self.players.each_ref().map(Player::restarts);
        let late_moves = self.players.each_ref().map(Player::late_moves);
        board.conclude(end).map(|game| GameRecord { restarts, late_moves, ..game })
    }

    fn play(&mut self, board: &mut Board<'_>, control: &Control) -> Result<(), Interruption> {
        self.begin(board, control)?;
        while let Some(thinker) = self.next_thinker(board, control)? {
            let player = &mut self.players[thinker.seat as usize];
            let choice = player.choose(&*board.position, thinker.player, control);
            self.make_choice(board, thinker.seat, choice, control)?;
        }
        Ok(())
    }

    /// A new game.
    pub(super) fn begin(&mut self, board: &Board<'_>, control: &Control) -> Result<(), Interruption> {
        self.each(&mut |player, seat| player.begin(board.contest.seed_of(board.number, seat), control))
    }

    /// Makes the moves that nobody chooses, those of the opening and of chance. Who has to choose then; nobody when the game is over.
    pub(super) fn next_thinker(
        &mut self,
        board: &mut Board<'_>,
        control: &Control,
    ) -> Result<Option<Thinker>, Interruption> {
        while board.goes_on() {
            let given = board.opening.get(board.moves.len()).cloned();
            let name = match (given, board.position.turn()) {
                (Some(name), _) => name,
                (None, Turn::Player(player)) => {
                    return Ok(Some(Thinker { seat: board.seat_of(player.index()), player: player.index() }));
                }
                (None, _) => board.chance(),
            };
            self.make(board, &name, None, control)?;
        }
        Ok(None)
    }

    /// Does what a player has chosen.
    pub(super) fn make_choice(
        &mut self,
        board: &mut Board<'_>,
        seat: Seat,
        choice: Result<Choice, Halt>,
        control: &Control,
    ) -> Result<(), Interruption> {
        match choice {
            Ok(Choice::Play(name)) => self.make(board, &name, Some(seat), control),
            Ok(Choice::Resign) => Err(Interruption::Lost(seat, Loss { end: End::Resigned, note: None })),
            Err(halt) => Err(Interruption::of(halt, seat)),
        }
    }

    /// Makes a move on the board and tells both players.
    fn make(&mut self, board: &mut Board<'_>, name: &str, by: Option<Seat>, control: &Control) -> Result<(), Interruption> {
        if control.is_stopped() {
            return Err(Interruption::Stopped);
        }
        let player = board.position.turn().player().map(|player| player.index());
        let index = board.make(name).map_err(|error| match by {
            Some(seat) => Interruption::Lost(seat, Loss { end: End::Illegal, note: Some(in_a_line(&error.to_string())) }),
            None => Interruption::Stopped,
        })?;
        let name = board.moves.last().map_or("", String::as_str);
        self.each(&mut |watching, seat| {
            let own = by.is_some_and(|by| by as usize == seat);
            watching.watch(&Made { index, name, player, own }, control)
        })
    }

    /// The player of a seat.
    pub(super) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat as usize]
    }

    /// The player of a seat, to go on with.
    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat as usize]
    }

    /// Tells both players something; the first who cannot go on ends the game.
    fn each(&mut self, tell: &mut dyn FnMut(&mut Player, usize) -> Result<(), Halt>) -> Result<(), Interruption> {
        for seat in Seat::BOTH {
            tell(&mut self.players[seat as usize], seat as usize).map_err(|halt| Interruption::of(halt, seat))?;
        }
        Ok(())
    }
}

impl Interruption {
    fn of(halt: Halt, seat: Seat) -> Self {
        match halt {
            Halt::Stopped => Interruption::Stopped,
            Halt::Lost(loss) => Interruption::Lost(seat, loss),
        }
    }
}

/// A game under way, as the referee sees it.
pub(super) struct Board<'a> {
    contest: &'a Contest,
    number: u64,
    first: Seat,
    opening: Vec<String>,
    pub(super) position: Box<dyn Position>,
    moves: Vec<String>,
    /// How many of the moves are those of chance.
    drawn: u64,
}

impl<'a> Board<'a> {
    /// The game of a number; player a moves first in those of even numbers.
    pub(super) fn new(contest: &'a Contest, number: u64, opening: Vec<String>) -> Self {
        let first = if number.is_multiple_of(2) { Seat::A } else { Seat::B };
        Board { contest, number, first, opening, position: contest.game.start(), moves: Vec::new(), drawn: 0 }
    }

    /// The record of a game that has ended one way or another; `None` if it was stopped.
    pub(super) fn conclude(&self, end: Result<(), Interruption>) -> Option<GameRecord> {
        match end {
            Ok(()) => Some(self.record()),
            Err(Interruption::Lost(loser, loss)) => Some(self.forfeit(loser, loss)),
            Err(Interruption::Stopped) => None,
        }
    }

    fn goes_on(&self) -> bool {
        self.position.turn() != Turn::Over && self.moves.len() < LONGEST_GAME
    }

    /// Who plays the side of this number.
    fn seat_of(&self, player: usize) -> Seat {
        let seat = if self.first == Seat::A { player } else { 1 - player };
        Seat::BOTH[seat]
    }

    /// What chance does. It draws the same numbers in both games of a pair, so that one deal is played with the seats swapped.
    fn chance(&self) -> String {
        self.position.random_move(&mut Rng::stream(&[self.contest.seed, self.number / 2, 2, self.drawn]))
    }

    /// Makes a move; its number.
    fn make(&mut self, name: &str) -> Result<usize, PositionError> {
        let (index, name) = (self.position.move_index(name)?, self.position.normalise(name)?);
        let by_chance = self.position.turn() == Turn::Chance;
        self.position.play_index(index)?;
        self.drawn += u64::from(by_chance);
        self.moves.push(name);
        Ok(index)
    }

    /// The record of a game that ended on the board.
    fn record(&self) -> GameRecord {
        let over = self.position.turn() == Turn::Over;
        let reward_first = if over { reward(self.contest, &*self.position) } else { 0.5 };
        let points_first = points(self.contest, &*self.position);
        GameRecord {
            game: self.number,
            first: self.first,
            reward_a: if self.first == Seat::A { reward_first } else { 1.0 - reward_first },
            end: if over { End::Rules } else { End::TooLong },
            opening: self.opening.len().min(self.moves.len()),
            points_a: points_first.map(|points| if self.first == Seat::A { points } else { 0.0 - points }),
            note: None,
            restarts: [0; 2],
            late_moves: [0; 2],
            moves: self.moves.join(" "),
        }
    }

    /// The record of a game that a player lost in another way.
    fn forfeit(&self, loser: Seat, Loss { end, note }: Loss) -> GameRecord {
        let reward_a = if loser == Seat::A { 0.0 } else { 1.0 };
        GameRecord { reward_a, end, note, points_a: None, ..self.record() }
    }
}

/// The reward of the first player: where payoffs have a scale of their own, 1 for who gets more.
fn reward(contest: &Contest, position: &dyn Position) -> f64 {
    let rewards = position.rewards();
    match (contest.game.about().payoff.is_unit(), rewards[0].total_cmp(&rewards[1])) {
        (true, _) => f64::from(rewards[0]),
        (false, Ordering::Less) => 0.0,
        (false, Ordering::Equal) => 0.5,
        (false, Ordering::Greater) => 1.0,
    }
}

/// The points the first player is ahead, to a hundredth; its payoff, where payoffs have a scale of their own.
fn points(contest: &Contest, position: &dyn Position) -> Option<f64> {
    if !contest.game.about().payoff.is_unit() {
        let won = position.turn().is_over().then(|| f64::from(position.rewards()[0]))?;
        return Some((100.0 * won).round() / 100.0);
    }
    let ahead = 2.0 * (f64::from(position.score_rewards()?[0]) - 0.5) * f64::from(contest.game.about().payoff.score_range?);
    Some((100.0 * ahead).round() / 100.0)
}

/// Plays one pair by itself.
///
/// # Errors
/// If a configuration does not fit the game.
pub fn play_pair(contest: &Contest, number: u64) -> Result<Pair, ConfigError> {
    let control = Control::new();
    let opening = contest.openings.repertoire(&contest.game, contest.seed).of_pair(number, &control).unwrap_or_default();
    let pair = Table::new(contest)?.pair(contest, number, &opening, &control);
    pair.ok_or_else(|| ConfigError::new("", "a game could not be played to its end"))
}

#[cfg(test)]
mod tests {
    use super::super::{Contestant, Openings, read_record};
    use super::*;
    use katsura_mcts::Budget;

    fn contest(game: &str) -> Contest {
        let player = |name: &str| Contestant::parse(name, Some(Budget::simulations(20))).unwrap();
        Contest {
            game: serde_json::from_str(game).unwrap(),
            players: [player("uct"), player("random")],
            openings: Openings::None,
            seed: 5,
            resign: None,
        }
    }

    /// The first two cards are dealt alike, and so is the one on the table if it comes.
    #[test]
    fn a_pair_is_one_deal_with_the_seats_swapped() {
        let contest = contest(r#"{"name":"leduc"}"#);
        let mut tables = 0;
        for number in 0..20 {
            let Pair { games: [one, two], .. } = play_pair(&contest, number).unwrap();
            let dealt = |game: &GameRecord| {
                let is_card = |mv: &&str| mv.len() == 2;
                game.moves.split(' ').filter(is_card).map(str::to_string).collect::<Vec<_>>()
            };
            let (first, second) = (dealt(&one), dealt(&two));
            let same = first.len().min(second.len());
            assert_eq!(first[..same], second[..same]);
            tables += usize::from(same == 3);
            let [Some(a), Some(b)] = [one.points_a, two.points_a] else { panic!("payoffs are points") };
            assert_eq!([a > 0.0, a == 0.0], [one.reward_a == 1.0, one.reward_a == 0.5], "{a} {b}");
        }
        assert!(tables > 3, "a card on the table in {tables} pairs");
    }

    #[test]
    fn a_game_of_three_is_no_match() {
        let error = play_pair(&contest(r#"{"name":"kuhn","players":3}"#), 0).unwrap_err().to_string();
        assert!(error.contains("has 3 players"), "{error}");
    }

    #[test]
    fn a_reward_that_no_game_has_is_refused_with_its_line() {
        let path = std::env::temp_dir().join(format!("katsura-reward-{}.jsonl", std::process::id()));
        let line = |number: u64, reward: &str| {
            format!(
                "{{\"game\":{number},\"first\":\"a\",\"reward_a\":{reward},\"end\":\"rules\",\"opening\":0,\"moves\":\"\"}}\n"
            )
        };
        let read = |reward: &str| {
            std::fs::write(&path, line(0, "0.5") + &line(1, reward)).unwrap();
            read_record::<GameRecord>(&path).map_err(|error| error.to_string())
        };
        for reward in ["0.0", "0.25", "1.0"] {
            assert_eq!(read(reward).unwrap().len(), 2, "{reward}");
        }
        for reward in ["7.0", "-0.5", "1e300"] {
            let refused = read(reward).unwrap_err();
            assert!(refused.contains(".jsonl:2: has the reward ") && refused.ends_with("between 0 and 1"), "{refused}");
        }
        std::fs::remove_file(path).unwrap();
    }
}
