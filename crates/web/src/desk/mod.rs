//! One session: a game, its players, their searches, and what is shown of them.

mod command;
mod numbers;
mod ownership;
mod player;
mod record;
mod show;
mod story;
mod think;
mod thinker;
mod treeview;
mod view;

pub(crate) use command::{Command, Numbered};
pub(crate) use view::BoardView;

use crate::{Limits, log::Log};
use command::{PlayerChoice, SeatChoice};
use katsura_game::{Information, Rng, Turn};
use katsura_games::{GameSpec, Position};
use ownership::Ownership;
use player::Player;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use thinker::Thinkers;
use treeview::TreeWish;

/// The longest game a session takes.
const LONGEST: usize = 5000;

/// A game with players and searches. Owned by one thread at a time.
pub(crate) struct Desk {
    limits: Limits,
    game: GameSpec,
    /// Whether stones can be set up in this game.
    editable: bool,
    /// The game's moves with their numbers; the board shows the first `at` of them.
    moves: Vec<String>,
    indices: Vec<usize>,
    at: usize,
    position: Box<dyn Position>,
    seats: [Option<Player>; 2],
    activity: Activity,
    paused: bool,
    thinkers: Thinkers,
    /// The players whose searches are shown.
    shown: Vec<Player>,
    /// The first player's chance after so many moves, as far as a search has seen it.
    curve: Vec<Option<f32>>,
    tree: TreeWish,
    ownership: Option<Ownership>,
    /// What the window is told beside the board.
    notice: Option<String>,
    /// What chance does.
    chance: Rng,
    due: Due,
}

/// What a session is doing.
#[derive(Clone, Debug, Default, PartialEq)]
enum Activity {
    #[default]
    Idle,
    /// The player to move thinks about its move.
    Moving,
    /// The shown players search, to a number of simulations each or without end.
    Analysing { simulations: Option<u64> },
}

/// What has changed since the window was last shown it, and when that was.
#[derive(Default)]
struct Due {
    state: bool,
    numbers: bool,
    numbers_at: Option<Instant>,
    tree_at: Option<Instant>,
}

impl Desk {
    /// The first of the games, on the board a person is offered first: a person against the strongest preset.
    pub fn new(limits: &Limits) -> Self {
        let game = katsura_engine::setup::at_first(&GameSpec::all()[0]);
        let choice = PlayerChoice::Text("strong budget.simulations=2000".to_string());
        let strong = Player::new(choice, &game, limits).ok();
        Desk {
            position: game.start(),
            shown: strong.iter().cloned().collect(),
            seats: [None, strong],
            limits: limits.clone(),
            editable: view::is_placing(&*game.start()),
            game,
            moves: Vec::new(),
            indices: Vec::new(),
            at: 0,
            activity: Activity::Idle,
            paused: false,
            thinkers: Thinkers::default(),
            curve: vec![None],
            tree: TreeWish::default(),
            ownership: None,
            notice: None,
            chance: Rng::new(of_the_clock()),
            due: Due { state: true, numbers: true, ..Due::default() },
        }
    }

    /// Does what a window asks for.
    ///
    /// # Errors
    /// One sentence for the person who asked.
    pub fn obey(&mut self, command: Command, log: &Log) -> Result<(), String> {
        self.notice = None;
        self.due.state = true;
        match command {
            Command::New { game, seats, moves } => self.begin(game, seats, &moves),
            Command::Seats { seats } => self.seat(seats),
            Command::Play { mv } => self.play(&mv),
            Command::TakeBack => self.take_back(),
            Command::Jump { to } => self.jump(to),
            Command::Load { sgf } => self.load(&sgf),
            Command::Edit { black, white, to_move } => self.edit((black, white), to_move),
            Command::Analyse { players, simulations } => self.analyse(players, simulations),
            Command::Go => self.go(),
            Command::Pause => {
                self.paused = true;
                Ok(())
            }
            Command::Stop => {
                self.activity = Activity::Idle;
                self.paused = true;
                Ok(())
            }
            Command::Step => self.step(log),
            Command::Tree { nodes, open } => {
                self.tree = TreeWish { nodes, open: open.into_iter().take(1000).collect() };
                self.due.tree_at = None;
                self.due.numbers = true;
                Ok(())
            }
            Command::Look { path } => self.look(&path, log),
            Command::Ownership { on } => {
                self.ownership = on.then(Ownership::default);
                Ok(())
            }
            Command::LabStart { .. } | Command::LabStop => Ok(()),
        }
    }

    fn players(&self, choices: [SeatChoice; 2], game: &GameSpec) -> Result<[Option<Player>; 2], String> {
        let [first, second] = choices.map(|choice| choice.map(|choice| Player::new(choice, game, &self.limits)).transpose());
        Ok([first?, second?])
    }

    fn begin(&mut self, game: serde_json::Value, seats: Option<[SeatChoice; 2]>, moves: &[String]) -> Result<(), String> {
        let game = katsura_engine::setup::game(game).map_err(|error| error.to_string())?;
        let players = game.about().players;
        if players > 2 {
            return Err(format!("{} has {players} players, and the page has seats for two", game.about().name));
        }
        let seats = match seats {
            Some(choices) => self.players(choices, &game)?,
            None => self.fitting_seats(&game),
        };
        self.replace_game(game, seats, moves)?;
        self.shown = self.seats.iter().flatten().next().cloned().into_iter().collect();
        self.paused = !moves.is_empty();
        self.wake();
        Ok(())
    }

    /// The players that can play a game; the others leave their seats.
    fn fitting_seats(&self, game: &GameSpec) -> [Option<Player>; 2] {
        self.seats.clone().map(|seat| seat.and_then(|player| player.at(game)))
    }

    fn seat(&mut self, seats: [SeatChoice; 2]) -> Result<(), String> {
        self.seats = self.players(seats, &self.game)?;
        self.activity = Activity::Idle;
        self.paused = false;
        self.wake();
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let Some(player) = self.position.turn().player() else { return Err("the game is over".to_string()) };
        let is_person = self.seats[player.index().min(1)].is_none();
        if !is_person && !self.paused && self.activity == Activity::Moving {
            return Err("it is the other player's move; pause to move for them".to_string());
        }
        self.make(mv)?;
        self.paused &= !is_person;
        self.wake();
        Ok(())
    }

    /// Makes a move in place of whatever came after the position.
    fn make(&mut self, mv: &str) -> Result<(), String> {
        let name = self.position.normalise(mv).map_err(|error| error.to_string())?;
        let index = self.position.move_index(mv).map_err(|error| error.to_string())?;
        self.position.play(mv).map_err(|error| error.to_string())?;
        self.moves.truncate(self.at);
        self.indices.truncate(self.at);
        self.curve.truncate(self.at + 1);
        self.moves.push(name);
        self.indices.push(index);
        self.curve.push(None);
        self.at += 1;
        self.settle();
        self.due.state = true;
        self.due.numbers = true;
        Ok(())
    }

    /// Takes back the last move, and those before it until it is a person's turn, if persons play.
    fn take_back(&mut self) -> Result<(), String> {
        if self.at == 0 {
            return Err("there is no move to take back".to_string());
        }
        let persons = self.seats.iter().any(Option::is_none);
        let mut to = self.at - 1;
        self.go_to(to)?;
        while persons && to > 0 && (self.seat_to_move().is_some() || self.position.turn() == Turn::Chance) {
            to -= 1;
            self.go_to(to)?;
        }
        self.moves.truncate(to);
        self.indices.truncate(to);
        self.curve.truncate(to + 1);
        self.activity = Activity::Idle;
        self.paused = self.seat_to_move().is_some();
        if self.position.turn() == Turn::Chance {
            self.wake();
        }
        Ok(())
    }

    fn jump(&mut self, to: usize) -> Result<(), String> {
        if to > self.moves.len() {
            return Err(format!("the game has {} moves", self.moves.len()));
        }
        self.settle();
        self.go_to(to)
    }

    /// Shows the position after so many moves.
    fn go_to(&mut self, to: usize) -> Result<(), String> {
        let mut position = self.game.start();
        for mv in &self.moves[..to] {
            position.play(mv).map_err(|error| error.to_string())?;
        }
        self.position = position;
        self.at = to;
        self.due.state = true;
        self.due.numbers = true;
        Ok(())
    }

    /// The game becomes another one after these moves; if they cannot be made everything stays as it was.
    fn replace_game(&mut self, game: GameSpec, seats: [Option<Player>; 2], moves: &[String]) -> Result<(), String> {
        if moves.len() > LONGEST {
            return Err(format!("the game has {} moves; at most {LONGEST} can be loaded", moves.len()));
        }
        let mut position = game.start();
        let (mut names, mut indices) = (Vec::new(), Vec::new());
        for mv in moves {
            let index = position.move_index(mv).map_err(|error| error.to_string())?;
            names.push(position.move_name(index));
            indices.push(index);
            position.play(mv).map_err(|error| error.to_string())?;
        }
        if game != self.game {
            self.shown = seats.iter().flatten().next().cloned().into_iter().collect();
        }
        self.at = names.len();
        self.curve = vec![None; names.len() + 1];
        (self.moves, self.indices, self.position) = (names, indices, position);
        self.editable = view::is_placing(&*game.start()) && !hides(&game);
        (self.game, self.seats) = (game, seats);
        self.thinkers.clear();
        self.activity = Activity::Idle;
        self.due = Due { state: true, numbers: true, ..Due::default() };
        Ok(())
    }

    /// The player whose turn it is; `None` for a person, and when the game is over.
    fn seat_to_move(&self) -> Option<&Player> {
        match self.position.turn() {
            Turn::Player(player) => self.seats.get(player.index())?.as_ref(),
            _ => None,
        }
    }

    /// The only person at the table, in a game that hides something and goes on: what this player does not see is not shown.
    fn viewer(&self) -> Option<katsura_game::Player> {
        let mut persons = self.seats.iter().zip(0..).filter(|(seat, _)| seat.is_none()).map(|(_, number)| number);
        let (first, second) = (persons.next(), persons.next());
        let is_alone = second.is_none() && hides(&self.game) && !self.position.turn().is_over();
        first.filter(|_| is_alone).map(katsura_game::Player)
    }

    /// Ends the thinking about a move; an analysis goes on with the next position.
    fn settle(&mut self) {
        if self.activity == Activity::Moving {
            self.activity = Activity::Idle;
        }
    }

    /// Lets chance move, and the player to move think, if it is one and the board shows the end of the game.
    fn wake(&mut self) {
        while self.at == self.moves.len() && self.position.turn() == Turn::Chance {
            let drawn = self.position.random_move(&mut self.chance);
            if self.make(&drawn).is_err() {
                return;
            }
        }
        if self.at == self.moves.len() && self.seat_to_move().is_some() {
            self.activity = Activity::Moving;
        }
    }

    /// Bytes of all searches.
    pub fn bytes(&self) -> u64 {
        self.thinkers.bytes()
    }
}

/// Whether not everything is seen in a game.
fn hides(game: &GameSpec) -> bool {
    game.about().information == Information::Hidden
}

/// A seed: each game has other cards.
fn of_the_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

#[cfg(test)]
mod tests;
