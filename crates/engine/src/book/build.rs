//! Growing a book: the position that good play reaches most often is searched next.

use super::{Book, BookMove, BookPosition, key};
use crate::analysis::best_first;
use crate::{PlayerSpec, Session};
use katsura_games::GameSpec;
use katsura_mcts::{ConfigError, Control, MoveAnalysis};
use std::collections::HashSet;

/// How far to grow a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BuildOptions {
    /// Positions to search.
    pub positions: usize,
    /// The longest line, in moves.
    pub depth: usize,
    /// Moves that have less than this share of the visits are left out.
    pub share: f64,
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions { positions: 100, depth: 12, share: 0.1 }
    }
}

/// A position that waits to be searched.
struct Open {
    moves: Vec<String>,
    /// The product of the shares of the moves that lead here: how likely the position is in a game.
    weight: f64,
}

/// Grows a book. `progress` is called with the number of positions before each search, and ends the growth by returning false.
///
/// # Errors
/// If the player does not fit the game.
pub fn build(
    game: &GameSpec,
    player: &PlayerSpec,
    options: &BuildOptions,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<Book, ConfigError> {
    let mut session = Session::new(game.clone(), player.config.clone())?;
    let mut book = Book::new(game, &player.text, player.config.seed);
    let mut open = vec![Open { moves: Vec::new(), weight: 1.0 }];
    let mut known = HashSet::from([key(&*game.start())]);
    while book.len() < options.positions && progress(book.len()) {
        let Some(next) = take_heaviest(&mut open) else { break };
        if session.restart(&next.moves).is_err() || session.position().turn().is_over() {
            continue;
        }
        session.search(&player.config.budget, &Control::new());
        let found = judge(&mut session, options.share);
        let visits: u64 = found.replies.iter().map(|reply| reply.visits).sum();
        for reply in found.replies.iter().filter(|_| next.moves.len() < options.depth) {
            let mut position = session.position().boxed();
            if position.play(&reply.mv).is_ok() && known.insert(key(&*position)) {
                let moves = next.moves.iter().cloned().chain([reply.mv.clone()]).collect();
                open.push(Open { moves, weight: next.weight * reply.visits as f64 / visits.max(1) as f64 });
            }
        }
        book.positions.insert(key(session.position()), found);
    }
    Ok(book)
}

/// The most likely position, the first of them.
fn take_heaviest(open: &mut Vec<Open>) -> Option<Open> {
    let heaviest = open.iter().map(|open| open.weight).fold(f64::NEG_INFINITY, f64::max);
    let place = open.iter().position(|open| open.weight == heaviest)?;
    Some(open.remove(place))
}

/// The moves that a search found good: the one it would play, then those with a fair share of the visits.
fn judge(session: &mut Session, share: f64) -> BookPosition {
    let analysis = session.analysis();
    let all: u64 = analysis.moves.iter().map(|mv| u64::from(mv.visits)).sum();
    let is_fair = |mv: &MoveAnalysis| mv.visits > 0 && f64::from(mv.visits) >= share * all as f64;
    let found = best_first(&analysis).filter(|mv| Some(mv.index) == analysis.best || is_fair(mv));
    let replies = found.map(|mv| BookMove {
        mv: session.position().move_name(mv.index),
        visits: u64::from(mv.visits),
        mean: f64::from(mv.mean),
    });
    BookPosition { moves: session.moves().to_vec(), simulations: analysis.simulations, replies: replies.collect() }
}
