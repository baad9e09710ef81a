//! The door at the leaf: one way for leaves that are evaluated together, now or later.
//!
//! A simulation that plays its own playout has its answer at once ([`Search::simulate`](crate::Search)). Where many leaves are answered
//! together, by playouts in lanes, by a network, by a function in Python, the [driver](driver) takes simulations down to their leaves,
//! those of one search or of many side by side, and hands the leaves out with tickets. Who evaluates takes as many as it likes
//! and answers when it can.
//!
//! Results are counted when all leaves of a round have been answered, in the order in which they were reached. So the tree does not
//! depend on who answers first, nor on what else is in a batch.
//!
//! | file | what |
//! |---|---|
//! | `driver.rs` | goes down, hands out, counts |
//! | `slot.rs` | a leaf that waits |
//! | `one.rs` | one search with a budget |
//! | `many.rs` | many searches side by side |

mod driver;
mod many;
mod one;
mod slot;

pub use many::{SideBySide, Tables};
pub(crate) use one::drive;

use crate::config::{ConfigError, Problem, SearchConfig};
use crate::nested::Algorithm;
use crate::parallel::Parallel;
use crate::playout::PlayoutConfig;
use katsura_game::{Source, State};
use std::sync::{Arc, Mutex};

/// Evaluates leaves: says what they come to for all players, and how likely each of their moves is to be good.
///
/// ```
/// use katsura_game::{Game, Outcome, Points, Source};
/// use katsura_games::reversi::Reversi;
/// use katsura_mcts::{Budget, Control, Evaluate, Search, SearchConfig};
/// use std::sync::{Arc, Mutex};
///
/// /// Counts the discs.
/// struct Discs;
/// type Position = <Reversi as Game>::State;
///
/// impl Evaluate<Position> for Discs {
///     fn evaluate(&mut self, leaves: &mut dyn Source<Position>) {
///         while leaves.prepare(64) > 0 {
///             let start = leaves.start(0);
///             let outcome = Outcome { rewards: start.state.score_rewards().unwrap_or_default(), ..Outcome::default() };
///             let ticket = start.ticket;
///             leaves.end(ticket, &outcome, &[]);
///         }
///     }
/// }
/// ```
pub trait Evaluate<S: State>: Send {
    /// Whether priors of the moves come with the value. The leaf itself is evaluated then, and gets its children when the answer comes;
    /// otherwise a leaf gets children first, and one of these is evaluated.
    fn gives_priors(&self) -> bool {
        false
    }

    /// Answers all leaves of a source, until it has none left: [`prepare`](Source::prepare) says 0, and all have been answered.
    ///
    /// In every leaf a player is to move, or several together: what chance does before is drawn.
    ///
    /// The rewards of an answer are what the players can expect from the leaf on, in the units of the game's results; in games that pay
    /// with each move, what is still to come, as if the game began there. Priors are numbers in [0, 1]. An answer must depend on the leaf
    /// only.
    fn evaluate(&mut self, leaves: &mut dyn Source<S>);
}

/// An evaluator for some searches, one run at a time.
pub type SharedEvaluator<S> = Arc<Mutex<dyn Evaluate<S>>>;

/// Refuses what has no use for an evaluator.
pub(crate) fn check(config: &SearchConfig) -> Result<(), ConfigError> {
    let refused = |path: &str, why: &str| Err(ConfigError::of(path, Problem::Conflict(why.to_string())));
    if config.playout != PlayoutConfig::Uniform {
        return refused("search.playout", "is not asked where leaves are evaluated; use playout.kind = uniform");
    }
    if config.algorithm != Algorithm::Tree {
        return refused("search.algorithm", "has no leaves that could be evaluated; use algorithm.kind = tree");
    }
    match config.parallel {
        Parallel::None | Parallel::Root(_) | Parallel::Batch(_) => Ok(()),
        Parallel::Tree(_) | Parallel::Leaf(_) => {
            refused("search.parallel", "asks for leaves one by one in each thread; use parallel.kind = batch, root or none")
        }
    }
}
