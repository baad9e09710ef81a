//! Who will own what: by playouts from a position.

use crate::Color;
use crate::player::start_search;
use katsura_game::{Player, SKIP};
use katsura_games::{GameSpec, Playable, Position, SKIP_NAME, with_game};
use katsura_mcts::parallel::Parallel;
use katsura_mcts::{ConfigError, SearchConfig};
use std::any::Any;

/// What playouts say about the end of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ownership {
    /// For each cell of the picture, how much more often the first player owned it than the second: from -1 to 1.
    pub cells: Vec<f64>,
    /// The first player's mean score in points, for games with a score.
    pub score: Option<f64>,
}

/// Plays the playouts of a player from the position after these moves, with the player's seed, and counts who owns what at their ends.
///
/// A game that has ended with passes is played on: its dead stones are still there. Moves from the first that is not legal on
/// are left out.
///
/// ```
/// use katsura_engine::PlayerSpec;
/// use katsura_engine::analysis::ownership;
/// use katsura_games::GameSpec;
///
/// let (game, player) = (GameSpec::named("go").unwrap(), PlayerSpec::parse("uct").unwrap());
/// let found = ownership(&game, &player.config, &["E5".to_string()], 100).unwrap();
/// assert_eq!(found.cells.len(), 81);
/// assert!(found.cells[40] > 0.2, "the stone in the middle usually lives");
/// ```
///
/// # Errors
/// If the configuration does not fit the game.
pub fn ownership(game: &GameSpec, config: &SearchConfig, moves: &[String], playouts: u32) -> Result<Ownership, ConfigError> {
    let config = SearchConfig { memory_mib: 1, parallel: Parallel::None, ..config.clone() };
    let mut searcher = start_search(game, &config)?;
    let (position, line) = resumed(game, moves);
    searcher.restart(&line).map_err(|error| ConfigError::new("moves", error.to_string()))?;
    let seen = with_game!(game, rules => position_of(rules));
    let mut sums = vec![0i64; position.owners().len()];
    let mut score = 0.0;
    searcher.show_ends(playouts, &mut |end| {
        let end = seen(end);
        for (sum, owner) in sums.iter_mut().zip(end.owners()) {
            *sum += owner.map_or(0, |owner| if owner == Player::FIRST { 1 } else { -1 });
        }
        score += end.score_rewards().map_or(0.0, |rewards| f64::from(rewards.of(Player::FIRST)) * 2.0 - 1.0);
    });
    let many = f64::from(playouts.max(1));
    Ok(Ownership {
        cells: sums.into_iter().map(|sum| sum as f64 / many).collect(),
        score: game.about().payoff.score_range.map(|range| score / many * f64::from(range)),
    })
}

/// Sees the end of a playout of a game as a position.
fn position_of<G: Playable>(_game: &G) -> fn(&dyn Any) -> &dyn Position {
    |end| end.downcast_ref::<G::State>().expect("a search shows positions of its game")
}

/// The position after these moves, from which a game that passes have ended goes on, and the numbers of the moves to it.
fn resumed(game: &GameSpec, moves: &[String]) -> (Box<dyn Position>, Vec<usize>) {
    let (mut position, mut line) = (game.start(), Vec::new());
    for mv in moves {
        let Ok(index) = position.move_index(mv) else { break };
        if position.play(mv).is_err() {
            break;
        }
        line.push(index);
    }
    if position.turn().is_over() && position.play(SKIP_NAME).is_ok() {
        line.push(SKIP);
    }
    (position, line)
}

impl Ownership {
    /// The same in the eyes of a colour, where `first` is the colour that makes the first move.
    #[must_use]
    pub fn seen_by(mut self, color: Color, first: Color) -> Self {
        if color != first {
            self.cells.iter_mut().for_each(|cell| *cell = 0.0 - *cell);
            self.score = self.score.map(|score| 0.0 - score);
        }
        self
    }
}
