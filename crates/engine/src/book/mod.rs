//! Opening books: positions that were searched long before the game.
//!
//! A book belongs to one game with all its rules, and is refused for any other. It is grown by [`build()`], read from and written to a JSON
//! file, and asked for the move of a position, however the position was reached.

mod build;

pub use build::{BuildOptions, build};

use katsura_games::{GameSpec, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format; raised whenever a field changes its meaning or goes away.
pub const BOOK_VERSION: u32 = 1;

/// An opening book.
///
/// ```
/// use katsura_engine::{Book, PlayerSpec};
/// use katsura_engine::book::{BuildOptions, build};
/// use katsura_games::GameSpec;
/// let game = GameSpec::named("tic-tac-toe").unwrap();
/// let player = PlayerSpec::parse("uct memory_mib=16 budget.simulations=300").unwrap();
/// let options = BuildOptions { positions: 5, ..BuildOptions::default() };
/// let book = build(&game, &player, &options, &mut |_| true).unwrap();
/// assert_eq!(book.len(), 5);
/// assert!(book.best(&*game.start()).is_some());
/// assert!(book.check(&GameSpec::named("go").unwrap()).is_err());
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// The version of the format, [`BOOK_VERSION`].
    version: u32,
    /// The game with all its rules.
    game: GameSpec,
    /// The version of the game.
    game_version: u32,
    /// Who searched.
    player: String,
    /// The seed of the search.
    seed: u64,
    /// The positions by their keys, in hexadecimal.
    positions: BTreeMap<String, BookPosition>,
}

/// A position of a book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookPosition {
    /// The moves that led to it when it was searched.
    pub moves: Vec<String>,
    /// Simulations.
    pub simulations: u64,
    /// The moves that were found good, the best first.
    pub replies: Vec<BookMove>,
}

/// A move of a book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its visits.
    pub visits: u64,
    /// Its mean reward, of the player to move.
    pub mean: f64,
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// It is not what the format says.
    #[error("is no opening book: {0}")]
    Format(#[from] serde_json::Error),
    /// It is of another version.
    #[error("opening book: version {0}: expected {BOOK_VERSION}")]
    Version(u32),
    /// It is a book of another game, or of other rules.
    #[error("opening book: it is for {book}, not for {game}")]
    Game {
        /// The game of the book.
        book: String,
        /// The game that is played.
        game: String,
    },
}

impl Book {
    fn new(game: &GameSpec, player: &str, seed: u64) -> Self {
        Book {
            version: BOOK_VERSION,
            game: game.clone(),
            game_version: game.about().version,
            player: player.to_string(),
            seed,
            positions: BTreeMap::new(),
        }
    }

    /// Reads a book.
    ///
    /// # Errors
    /// If it is not of this format or not of this version.
    pub fn from_json(text: &str) -> Result<Self, BookError> {
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let Version { version } = serde_json::from_str(text)?;
        if version != BOOK_VERSION {
            return Err(BookError::Version(version));
        }
        Ok(serde_json::from_str(text)?)
    }

    /// Writes a book.
    ///
    /// # Errors
    /// If a number is none that JSON has.
    pub fn to_json(&self) -> Result<String, BookError> {
        Ok(serde_json::to_string_pretty(self)?)
    }

    /// Whether the book is for this game with these rules.
    ///
    /// # Errors
    /// If it is not; the error names both.
    pub fn check(&self, game: &GameSpec) -> Result<(), BookError> {
        if &self.game == game && self.game_version == game.about().version {
            return Ok(());
        }
        let named = |game: &GameSpec, version: u32| {
            format!("{} (version {version})", serde_json::to_string(game).unwrap_or_default())
        };
        Err(BookError::Game { book: named(&self.game, self.game_version), game: named(game, game.about().version) })
    }

    /// The game.
    pub fn game(&self) -> &GameSpec {
        &self.game
    }

    /// Who searched.
    pub fn player(&self) -> &str {
        &self.player
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What the book says about a position.
    pub fn find(&self, position: &dyn Position) -> Option<&BookPosition> {
        self.positions.get(&key(position))
    }

    /// The best move of a position that is legal in it.
    pub fn best(&self, position: &dyn Position) -> Option<&BookMove> {
        let legal = |reply: &&BookMove| position.boxed().play(&reply.mv).is_ok();
        self.find(position)?.replies.iter().find(legal)
    }

    /// All positions, those with fewer moves first.
    pub fn positions(&self) -> Vec<&BookPosition> {
        let mut all: Vec<&BookPosition> = self.positions.values().collect();
        all.sort_by(|a, b| a.moves.len().cmp(&b.moves.len()).then_with(|| a.moves.cmp(&b.moves)));
        all
    }
}

fn key(position: &dyn Position) -> String {
    format!("{:016x}", position.key())
}
