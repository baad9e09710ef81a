//! Searches that grow no tree: they try whole lines of one player, and keep the best.
//!
//! | file | what |
//! |---|---|
//! | `lines.rs` | what all of them share: the position, playouts, what is counted and kept |
//! | `levels.rs` | nested Monte-Carlo search |
//! | `nrpa.rs` | nested rollout policy adaptation, and its generalisations |
//! | `weights.rs` | the weights of moves that it learns |
//! | `beam.rs` | beam search |

mod beam;
mod levels;
mod lines;
mod nrpa;
mod weights;

pub use beam::Beam;
pub use levels::Nested;
pub(crate) use lines::LineSearch;
pub use nrpa::Nrpa;

use crate::config::{ConfigError, Problem, parameters};
use crate::equilibrium::Equilibrium;
use crate::playout::PlayoutConfig;
use crate::techniques::Technique;
use katsura_game::{About, Chance, Information, When};

/// The lines of these searches on the page of techniques.
pub(crate) const TECHNIQUES: &[&[Technique]] = &[levels::TECHNIQUES, nrpa::TECHNIQUES, beam::TECHNIQUES];

parameters! {
    /// How a search looks for a move: `[search.algorithm]`.
    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub enum Algorithm by kind checked by Algorithm::check {
        /// A tree of statistics.
        #[default]
        Tree,
        /// Nested Monte-Carlo search, for one player. Every playout counts as a simulation.
        Nested(Nested),
        /// Nested rollout policy adaptation, for one player. Every playout counts as a simulation.
        Nrpa(Nrpa),
        /// Beam search, for one player. Every playout counts as a simulation.
        Beam(Beam),
        /// A solver of the whole game, for games that are small enough to be written out.
        Equilibrium(Equilibrium),
    }
}

impl Algorithm {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        let (is_fit, why) = match self {
            Algorithm::Tree => return Ok(()),
            Algorithm::Nested(_) | Algorithm::Nrpa(_) | Algorithm::Beam(_) => {
                let is_fit = about.players == 1
                    && about.chance == Chance::None
                    && about.information == Information::Perfect
                    && about.payoff.when == When::AtEnd;
                (is_fit, "plays lines of one player to their end, and {} has others, chance or gains on the way")
            }
            Algorithm::Equilibrium(_) => {
                let is_fit = about.information == Information::Hidden && about.chance != Chance::Sampled;
                (is_fit, "solves games that hide something and list what chance does, and {} is no such game")
            }
        };
        if is_fit { Ok(()) } else { Err(ConfigError::of("", Problem::Unfit(why.replace("{}", &about.name)))) }
    }

    /// Whether it asks a playout rule: nested search plays by any that reads no tree; policy adaptation draws moves
    /// itself and leaves out what a tabu keeps; beam search has light playouts or those of a tabu.
    pub(crate) fn asks(&self, playout: &PlayoutConfig) -> bool {
        match self {
            Algorithm::Tree | Algorithm::Equilibrium(_) => true,
            Algorithm::Nested(_) => !playout.rules().iter().any(|rule| rule.reads_amaf()),
            Algorithm::Nrpa(_) | Algorithm::Beam(_) => matches!(playout, PlayoutConfig::Uniform | PlayoutConfig::Tabu(_)),
        }
    }
}
