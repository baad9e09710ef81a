//! An engine that plays any game of the workbench: one table of commands for all of them.
//!
//! Each file holds a group of commands with their table of [`Entry`]s; [`Engine::commands`] puts those together that fit the game. The page
//! of commands in the book is printed from the same tables ([`page`]).

mod board;
mod cgos;
mod gogui;
mod handicap;
mod life;
mod live;
mod options;
mod page;
mod params;
mod points;
mod records;
mod rules;
mod score;
mod servers;
mod think;
mod timing;

pub use options::EngineOptions;
pub use page::page;

use super::{Answer, Call, Commands, Failure, Signals};
use crate::sgf::{GameRecord, NodeId};
use crate::{Book, Clock, Color, Line, PlayerSpec, Session, TimeSystem};
use katsura_game::Rng;
use katsura_games::GameSpec;
use katsura_mcts::{ConfigError, SearchConfig};
use points::Points;
use std::io::Write;

/// A game in progress as a controller sees it.
///
/// ```
/// use katsura_engine::gtp::{Engine, EngineOptions, serve};
/// use katsura_engine::PlayerSpec;
/// use katsura_games::GameSpec;
/// let player = PlayerSpec::parse("uct budget.simulations=100 memory_mib=16").unwrap();
/// let mut engine = Engine::new(GameSpec::named("tic-tac-toe").unwrap(), player, EngineOptions::default()).unwrap();
/// let (commands, mut out) = (engine.commands(), Vec::new());
/// serve(&commands, &mut engine, "play black b2\n1 play white b2\n".as_bytes(), &mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "= \n\n?1 illegal move\n\n");
/// ```
pub struct Engine {
    game: GameSpec,
    player: PlayerSpec,
    options: EngineOptions,
    setup: Placed,
    moves: Vec<(Color, String)>,
    line: Line,
    session: Session,
    clock: Clock,
    /// How points are written: by the game, or by GoGui.
    points: Points,
    book: Option<Book>,
    /// Games with this seed before the present one, so that each has random numbers of its own.
    games: u64,
    /// Whether a move was made in this game since the seed was set.
    has_begun: bool,
    /// What there is to say about the last move that was found.
    thought: String,
    /// Whether to think on the opponent's time now.
    may_ponder: bool,
}

/// What stands on the board before the first move: a free handicap, or what a record or a controller sets up.
#[derive(Default)]
struct Placed {
    stones: Vec<(Color, String)>,
    /// Whose turn it is then, if not that of the player who would be next.
    to_move: Option<Color>,
    /// How a record came to it, if not at its root, and the node where it stands.
    record: Option<(GameRecord, NodeId)>,
}

/// Where a command makes sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum For {
    /// Every game.
    All,
    /// Go.
    Go,
    /// Games whose moves are cells of a board, other than Go.
    Cells,
}

/// A command: its name and arguments, what it does, and the function that does it.
struct Entry {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
    games: For,
    run: fn(&mut Engine, &mut Call<'_>) -> Answer,
}

/// All groups with their titles, in the order of the page.
const GROUPS: [(&str, &[Entry]); 11] = [
    ("The board", board::COMMANDS),
    ("Handicap", handicap::COMMANDS),
    ("Moves by the engine", think::COMMANDS),
    ("Time", timing::COMMANDS),
    ("The end", score::COMMANDS),
    ("Records", records::COMMANDS),
    ("Live analysis", live::COMMANDS),
    ("GoGui", gogui::COMMANDS),
    ("Other games in GoGui", rules::COMMANDS),
    ("Servers and tournaments", servers::COMMANDS),
    ("Parameters", params::COMMANDS),
];

impl Engine {
    /// An engine before the first move.
    ///
    /// # Errors
    /// If the player does not fit the game.
    pub fn new(game: GameSpec, player: PlayerSpec, options: EngineOptions) -> Result<Self, ConfigError> {
        let session = Session::new(game.clone(), player.config.clone())?;
        let clock = Clock::new(TimeSystem::None);
        let line = Line::new(&game);
        Ok(Engine {
            points: Points::own(),
            line,
            session,
            clock,
            game,
            player,
            options,
            setup: Placed::default(),
            moves: Vec::new(),
            book: None,
            games: 0,
            has_begun: false,
            thought: String::new(),
            may_ponder: false,
        })
    }

    /// Uses an opening book.
    ///
    /// # Errors
    /// If it is a book of another game or of other rules.
    pub fn open_book(&mut self, book: Book) -> Result<(), crate::BookError> {
        book.check(&self.game)?;
        self.book = Some(book);
        Ok(())
    }

    /// The commands that fit the game.
    pub fn commands(&self) -> Commands<Engine> {
        let mut commands = Commands::new("Katsura", env!("CARGO_PKG_VERSION"));
        for entry in GROUPS.iter().flat_map(|(_, entries)| *entries) {
            if entry.games.fits(&self.game) {
                commands.add(entry.name, entry.run);
            }
        }
        commands.on_idle(Engine::ponder);
        commands
    }

    /// The game.
    pub fn game(&self) -> &GameSpec {
        &self.game
    }

    fn is_go(&self) -> bool {
        matches!(self.game, GameSpec::Go(_))
    }

    fn config(&self) -> &SearchConfig {
        &self.player.config
    }

    /// Starts a game anew, with the same or other rules; every game in which a move is made has random numbers of its own.
    fn start(&mut self, game: GameSpec) -> Result<(), Failure> {
        self.games += u64::from(std::mem::take(&mut self.has_begun));
        if game == self.game {
            self.session.reseed(self.seed_of_game());
            self.session.restart(&[] as &[&str]).map_err(|error| Failure::other(error.to_string()))?;
        } else {
            self.session = self.session_of(&game)?;
        }
        self.line = Line::new(&game);
        self.game = game;
        self.setup = Placed::default();
        self.moves.clear();
        self.points.renew(&*self.game.start());
        self.thought.clear();
        self.may_ponder = false;
        Ok(())
    }

    /// A search for the present game with these rules.
    fn session_of(&self, game: &GameSpec) -> Result<Session, Failure> {
        session(game, &SearchConfig { seed: self.seed_of_game(), ..self.player.config.clone() })
    }

    /// The next game is the first with its seed.
    fn begin_series(&mut self) {
        (self.games, self.has_begun) = (0, false);
    }

    fn seed_of_game(&self) -> u64 {
        let seed = self.player.config.seed;
        if self.games == 0 { seed } else { Rng::stream(&[seed, self.games]).next_u64() }
    }

    /// Makes a move of a colour. The search follows when it is needed.
    fn make(&mut self, color: Color, mv: &str) -> Result<(), Failure> {
        let before = self.line.moves().len();
        self.line.play(color, mv)?;
        // A pass after the end leaves the line as it was.
        let made = self.line.moves()[before..].last().cloned();
        self.moves.push((color, made.unwrap_or_else(|| "pass".to_string())));
        self.has_begun = true;
        self.may_ponder = false;
        Ok(())
    }

    /// The board before the first move.
    fn first_line(&self) -> Result<Line, Failure> {
        let mut line = Line::new(&self.game);
        self.setup.stones.iter().try_for_each(|(color, mv)| line.play(*color, mv))?;
        self.setup.to_move.map_or(Ok(()), |color| line.take_turn(color))?;
        Ok(line)
    }

    /// Brings the board to what setup and moves say.
    fn replay(&mut self) -> Result<(), Failure> {
        let mut line = self.first_line()?;
        self.moves.iter().try_for_each(|(color, mv)| line.play(*color, mv))?;
        self.line = line;
        self.may_ponder = false;
        Ok(())
    }

    /// Puts stones on the board before the first move; nothing changes if that is not possible.
    fn set_up(&mut self, setup: Placed) -> Result<(), Failure> {
        let before = std::mem::replace(&mut self.setup, setup);
        self.replay().inspect_err(|_| self.setup = before)
    }

    /// Brings the search to the position on the board with this colour to move, which may make the moves that are wanted.
    fn turn_to(&mut self, color: Color, wants: &dyn Fn(&str) -> bool) -> Result<(), Failure> {
        let mut line = self.line.clone();
        line.take_turn(color)?;
        let moved = self.session.follow(line.moves());
        let wants = |mv: &str| wants(mv) && self.points.can_write(mv);
        moved.and_then(|()| self.session.restrict(wants)).map_err(|error| Failure::other(error.to_string()))
    }

    /// Thinks on the opponent's time, if it is allowed, until a line arrives; goes on after a command that leaves the board as it is.
    fn ponder(&mut self, signals: &Signals) {
        if self.options.ponder && self.may_ponder && !signals.is_waiting() {
            self.search_until_input(signals);
        }
    }
}

impl For {
    fn fits(self, game: &GameSpec) -> bool {
        match self {
            For::All => true,
            For::Go => matches!(game, GameSpec::Go(_)),
            For::Cells => !matches!(game, GameSpec::Go(_)) && points::moves_are_cells(&*game.start()),
        }
    }
}

fn session(game: &GameSpec, config: &SearchConfig) -> Result<Session, Failure> {
    Session::new(game.clone(), config.clone()).map_err(|error| Failure::other(error.to_string()))
}

/// Says something on standard error. Nobody need listen.
fn tell(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

impl From<crate::LineError> for Failure {
    fn from(error: crate::LineError) -> Self {
        match error {
            crate::LineError::Turn(_) => Failure::IllegalMove,
            crate::LineError::Place => Failure::other(error.to_string()),
            crate::LineError::Move(error) => error.into(),
        }
    }
}
