//! A player at the board.

use super::outside::Outside;
use super::script::Script;
use super::{Agent, Contest, End};
use katsura_engine::player::start_search;
use katsura_game::Rng;
use katsura_games::Position;
use katsura_mcts::{Budget, ConfigError, Control, Searcher};

/// What a player does when it is its turn.
pub(super) enum Choice {
    Play(String),
    Resign,
}

/// Why a game does not go on.
pub(super) enum Halt {
    /// Somebody stopped the match.
    Stopped,
    /// The player has lost the game in another way than by the rules.
    Lost(Loss),
}

/// How a player lost a game in another way than by the rules.
#[derive(Clone)]
pub(super) struct Loss {
    pub(super) end: End,
    pub(super) note: Option<String>,
}

/// How many characters of something that a program said a note keeps.
pub(super) const NOTE_CHARACTERS: usize = 500;

/// The beginning of a text of any length, without line breaks.
pub(super) fn in_a_line(text: &str) -> String {
    let short: String = text.chars().take(NOTE_CHARACTERS).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    let lines: Vec<&str> = short.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" / ") + more
}

/// A move that was made, by whomever.
pub(super) struct Made<'a> {
    pub(super) index: usize,
    pub(super) name: &'a str,
    /// The number of the player who made it: 0 for the one who moves first in the game; `None` for chance.
    pub(super) player: Option<usize>,
    /// Whether it came from the player who is told.
    pub(super) own: bool,
}

/// A player at the board.
pub(super) enum Player {
    Search(Searching),
    Outside(Box<Outside>),
    /// Draws one of so many moves, or resigns.
    Blind {
        rng: Rng,
        moves: usize,
    },
    /// Repeats what is recorded.
    Script(Script),
}

/// A search that follows the game.
pub(super) struct Searching {
    pub(super) searcher: Box<dyn Searcher>,
    pub(super) budget: Budget,
    /// It resigns when it expects less than this.
    resign: Option<f64>,
}

impl Searching {
    /// What it does when the search has ended.
    pub(super) fn conclude(&mut self, position: &dyn Position) -> Result<Choice, Halt> {
        let best = self.searcher.best().ok_or(Halt::Stopped)?;
        let gives_up = self.resign.is_some_and(|limit| expects_less(&*self.searcher, best, limit));
        Ok(if gives_up { Choice::Resign } else { Choice::Play(position.move_name(best)) })
    }
}

impl Player {
    /// Refuses games that are not for two, too.
    pub(super) fn new(contest: &Contest, seat: usize) -> Result<Self, ConfigError> {
        let about = contest.game.about();
        if about.players != 2 {
            let why = format!("a match is between two players, and {} has {}", about.name, about.players);
            return Err(ConfigError::new("game", why));
        }
        Ok(match &contest.players[seat].agent {
            Agent::Search(config) => Player::Search(Searching {
                searcher: start_search(&contest.game, config)?,
                budget: config.budget,
                resign: contest.resign,
            }),
            Agent::Program(program) => Player::Outside(Box::new(Outside::start(&contest.game, program)?)),
            Agent::Blind => Player::Blind { rng: Rng::new(0), moves: about.move_count().unwrap_or(0) },
        })
    }

    /// The player, or a script in its place if its moves cannot be repeated.
    pub(super) fn repeatable(contest: &Contest, seat: usize) -> Result<Self, ConfigError> {
        match contest.players[seat].unrepeatable() {
            Some(_) => Ok(Player::Script(Script::default())),
            None => Player::new(contest, seat),
        }
    }

    /// What there is to say about the player, whatever its games.
    pub(super) fn remark(&self) -> Option<&str> {
        if let Player::Outside(program) = self { program.remark() } else { None }
    }

    /// How often the player, an outside program, was started again for the game under way.
    pub(super) fn restarts(&self) -> u64 {
        if let Player::Outside(program) = self { program.restarts() } else { 0 }
    }

    /// How many moves of the game under way took the player, an outside program, longer than it was told.
    pub(super) fn late_moves(&self) -> u64 {
        if let Player::Outside(program) = self { program.late_moves() } else { 0 }
    }

    /// A new game with this seed.
    pub(super) fn begin(&mut self, seed: u64, control: &Control) -> Result<(), Halt> {
        match self {
            Player::Search(Searching { searcher, .. }) => {
                searcher.reseed(seed);
                let start = searcher.restart(&[]);
                debug_assert!(start.is_ok(), "the start position is always reached");
                Ok(())
            }
            Player::Outside(program) => program.begin(control),
            Player::Blind { rng, .. } => {
                *rng = Rng::new(seed);
                Ok(())
            }
            Player::Script(script) => script.begin(),
        }
    }

    /// What the player does in its turn; `player` is its number in the game.
    pub(super) fn choose(&mut self, position: &dyn Position, player: usize, control: &Control) -> Result<Choice, Halt> {
        match self {
            Player::Search(searching) => {
                searching.searcher.think(&searching.budget, control);
                searching.conclude(position)
            }
            Player::Outside(program) => program.choose(player, control),
            Player::Blind { rng, moves } => Ok(match rng.index(*moves + 1) {
                action if action == *moves => Choice::Resign,
                action => Choice::Play(position.move_name(action)),
            }),
            Player::Script(script) => script.choose(),
        }
    }

    /// A move was made.
    pub(super) fn watch(&mut self, made: &Made<'_>, control: &Control) -> Result<(), Halt> {
        match self {
            Player::Search(Searching { searcher, .. }) => {
                let known = searcher.advance(made.index);
                debug_assert!(known.is_ok(), "referee and player agree on what is legal");
                Ok(())
            }
            Player::Outside(program) => program.watch(made, control),
            Player::Blind { .. } => Ok(()),
            Player::Script(script) => script.watch(),
        }
    }
}

/// Whether a search expects less than `limit` of a move that it has looked at.
fn expects_less(searcher: &dyn Searcher, index: usize, limit: f64) -> bool {
    let moves = searcher.peek().moves;
    moves.iter().any(|mv| mv.index == index && mv.visits > 0 && f64::from(mv.mean) < limit)
}
