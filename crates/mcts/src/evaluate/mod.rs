//! The door at the leaf: one way for leaves that are evaluated together, now or later.
//!
//! A simulation that plays its own playout has its answer at once ([`Search::simulate`](crate::Search)). Where many leaves are answered
//! together, by playouts in lanes, by a network, by a function in Python, the driver takes simulations down to their leaves,
//! those of one search or of many side by side, and hands the leaves out with tickets. Who evaluates takes as many as it likes
//! and answers when it can.
//!
//! Results are counted when all leaves of a round have been answered, in the order in which they were reached; a simulation that ends in the
//! tree is counted at once. So the tree does not depend on who answers first, nor on what else is in a batch.
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

use crate::choose::Choose;
use crate::config::{Checked, ConfigError, Problem, SearchConfig, reads_amaf};
use crate::core::Policies;
use crate::nested::Algorithm;
use crate::parallel::Parallel;
use crate::playout::PlayoutConfig;
use crate::prune::Prune;
use katsura_game::{About, Information, Source, State, Turns};
use std::sync::{Arc, Mutex, PoisonError};

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
///         loop {
///             let count = leaves.prepare(64);
///             if count == 0 {
///                 return;
///             }
///             for place in 0..count {
///                 let leaf = leaves.start(place);
///                 let rewards = leaf.state.score_rewards().unwrap_or_default();
///                 let ticket = leaf.ticket;
///                 leaves.end(ticket, &Outcome { rewards, ..Outcome::default() }, &[]);
///             }
///         }
///     }
/// }
///
/// let discs = Arc::new(Mutex::new(Discs));
/// let mut search = Search::evaluated(&Reversi::default(), &SearchConfig::default(), discs).unwrap();
/// search.run(&Budget::simulations(1000), &Control::new());
/// assert_eq!(search.analysis().simulations, 1000);
/// ```
pub trait Evaluate<S: State>: Send {
    /// Whether priors of the moves come with the value. The leaf itself is evaluated then, and gets its children when the answer comes,
    /// whatever `search.expand` says; otherwise a leaf gets children first, and one of these is evaluated.
    fn gives_priors(&self) -> bool {
        false
    }

    /// Answers all leaves of a source, until it has none left: [`prepare`](Source::prepare) says 0, and all have been answered.
    ///
    /// In every leaf a player is to move, or several together: what chance does before is drawn.
    ///
    /// The rewards of an answer are what the players can expect from the leaf on, in the units of the game's results; in games that pay
    /// with each move, what is still to come, as if the game began there. Priors are numbers in [0, 1], one for each of the moves that a leaf
    /// lists. An answer must depend on the leaf only: on its generator, too, if the evaluator draws.
    ///
    /// # Panics
    /// The search panics if an answer is not of this form, or a leaf of a round gets two answers or none.
    fn evaluate(&mut self, leaves: &mut dyn Source<S>);
}

/// An evaluator for some searches, one run at a time. Who wants to ask it afterwards keeps the `Arc` of its own type, of which a clone becomes
/// this one.
pub type SharedEvaluator<S> = Arc<Mutex<dyn Evaluate<S>>>;

/// Whether an evaluator gives priors.
pub(crate) fn gives_priors<S: State>(evaluator: &SharedEvaluator<S>) -> bool {
    evaluator.lock().unwrap_or_else(PoisonError::into_inner).gives_priors()
}

/// Checks a configuration, and the policies of the search, for a game with an evaluator: its priors are as good as the game's.
pub(crate) fn check<S: State>(
    config: &SearchConfig,
    policies: &Policies,
    mut about: About,
    evaluator: &SharedEvaluator<S>,
) -> Result<Checked, ConfigError> {
    about.knows.priors |= gives_priors(evaluator);
    let refused = |path: &str, why: &str| Err(ConfigError::of(path, Problem::Conflict(why.to_string())));
    if config.playout != PlayoutConfig::Uniform {
        return refused("search.playout", "is not asked where leaves are evaluated; use playout.kind = uniform");
    }
    if config.algorithm != Algorithm::Tree {
        return refused("search.algorithm", "has no leaves that could be evaluated; use algorithm.kind = tree");
    }
    if reads_amaf(policies) {
        return refused(
            "search.select",
            "reads all-moves-as-first, and an evaluator plays no moves; use select.value.kind = mean",
        );
    }
    if gives_priors(evaluator) && (about.information == Information::Hidden || about.turns == Turns::Together) {
        let why = format!(
            "{} gives nodes more moves later, and an evaluator gives priors once; let it give values alone",
            about.name
        );
        return Err(ConfigError::of("search", Problem::Unfit(why)));
    }
    let choose = policies.choose.traits();
    let runs_apart = policies.prune.is_active() || choose.patience > 1.0;
    if matches!(config.parallel, Parallel::Root(_)) && runs_apart {
        return refused(
            "search.parallel",
            "has trees that ask together, and prune or choose rules that end runs apart; use parallel.kind = batch",
        );
    }
    match config.parallel {
        Parallel::None | Parallel::Root(_) => config.check(&about),
        Parallel::Batch(shape) if shape.playouts == 1 => config.check(&about),
        Parallel::Batch(_) => refused("search.parallel.playouts", "asks about a leaf more than once; use playouts = 1"),
        Parallel::Tree(_) | Parallel::Leaf(_) => {
            refused("search.parallel", "asks for leaves one by one in each thread; use parallel.kind = batch, root or none")
        }
    }
}
