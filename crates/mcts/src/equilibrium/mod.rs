//! Equilibria of whole games: solvers, and the exact yardstick for any policy.
//!
//! A game that is small enough is written out once ([`GameTree`]); from then on all is numbers, compiled once for all games.
//!
//! | file | what |
//! |---|---|
//! | `tree.rs` | the game as a tree, and which positions look the same |
//! | `policy.rs` | a probability for each move a player may come to make |
//! | `best_response.rs` | values, best responses, NashConv, exploitability |
//! | `regrets.rs` | regret matching |
//! | `cfr.rs` | counterfactual regret minimisation, CFR⁺ |
//! | `external.rs`, `outcome.rs` | Monte-Carlo CFR by external and by outcome sampling |
//! | `self_play.rs` | UCT in self-play, Smooth UCT |
//! | `search.rs` | a solver as a search, for matches and programs |

mod best_response;
mod cfr;
mod external;
mod outcome;
mod policy;
mod regrets;
mod search;
mod self_play;
#[cfg(test)]
mod tests;
mod tree;

pub use best_response::{Exploitability, reach_of_others, values};
pub use outcome::OutcomeSampling;
pub use policy::Policy;
pub(crate) use search::EquilibriumSearch;
pub use self_play::{SelfPlay, Smooth};
pub use tree::{GameTree, InformationSet, Kind, Place};

use crate::config::parameters;
use crate::techniques::Technique;
use cfr::{Cfr, Rule};
use external::ExternalSampling;
use katsura_game::Rng;
use outcome::Outcomes;
use self_play::Games;

/// The lines of this kind on the page of techniques.
pub(crate) const TECHNIQUES: &[&[Technique]] =
    &[cfr::TECHNIQUES, external::TECHNIQUES, outcome::TECHNIQUES, self_play::TECHNIQUES];

parameters! {
    /// A solver of whole games: `[search.algorithm]` with kind `equilibrium`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Equilibrium {
        /// How it learns. Every iteration counts as a simulation.
        pub method: Method = Method::default();
        /// The most positions that a game may have, counted by the ways that lead there.
        pub positions: u64 = 5_000_000, from 1 to 100_000_000;
    }
}

parameters! {
    /// How a solver learns.
    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub enum Method by kind {
        /// CFR⁺ [tammelin2014].
        #[default]
        CfrPlus,
        /// Counterfactual regret minimisation [zinkevich2007].
        Cfr,
        /// Monte-Carlo CFR by external sampling [lanctot2009].
        ExternalSampling,
        /// Monte-Carlo CFR by outcome sampling [lanctot2009].
        OutcomeSampling(OutcomeSampling),
        /// UCT in self-play, a node for each view of each player.
        Uct(SelfPlay),
        /// Smooth UCT [heinrich2015].
        SmoothUct(Smooth),
    }
}

impl Method {
    /// Whether what is learnt depends on a seed.
    fn is_drawn(self) -> bool {
        match self {
            Method::Cfr | Method::CfrPlus => false,
            Method::ExternalSampling | Method::OutcomeSampling(_) | Method::Uct(_) | Method::SmoothUct(_) => true,
        }
    }
}

/// A way to learn a policy.
trait Iterate: Send {
    /// Makes one iteration.
    fn iterate(&mut self, tree: &GameTree, rng: &mut Rng);

    /// The policy learnt so far.
    fn policy(&self, tree: &GameTree) -> Policy;
}

/// A solver at work.
///
/// ```
/// use katsura_games::kuhn::Kuhn;
/// use katsura_mcts::equilibrium::{Exploitability, GameTree, Method, Solve};
///
/// let tree = GameTree::of(&Kuhn::default(), 1000).unwrap();
/// let mut solve = Solve::new(&tree, Method::CfrPlus, 1);
/// solve.run(&tree, 1000);
/// let solved = Exploitability::of(&tree, &solve.policy(&tree));
/// assert!(solved.exploitability < 1e-3 && (solved.values[0] + 1.0 / 18.0).abs() < 1e-3);
/// ```
pub struct Solve {
    method: Box<dyn Iterate>,
    rng: Rng,
    iterations: u64,
}

impl Solve {
    /// A solver that knows nothing yet.
    pub fn new(tree: &GameTree, method: Method, seed: u64) -> Self {
        let method: Box<dyn Iterate> = match method {
            Method::Cfr => Box::new(Cfr::new(tree, Rule::Plain)),
            Method::CfrPlus => Box::new(Cfr::new(tree, Rule::Plus)),
            Method::ExternalSampling => Box::new(ExternalSampling::new(tree)),
            Method::OutcomeSampling(rule) => Box::new(Outcomes::new(tree, rule)),
            Method::Uct(rule) => Box::new(Games::new(tree, rule.c, None)),
            Method::SmoothUct(rule) => Box::new(Games::new(tree, rule.c, Some(rule))),
        };
        Solve { method, rng: Rng::stream(&[seed, 0]), iterations: 0 }
    }

    /// Makes so many iterations.
    pub fn run(&mut self, tree: &GameTree, iterations: u64) {
        for _ in 0..iterations {
            self.method.iterate(tree, &mut self.rng);
        }
        self.iterations += iterations;
    }

    /// Iterations made so far.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The policy learnt so far.
    pub fn policy(&self, tree: &GameTree) -> Policy {
        self.method.policy(tree)
    }
}
