//! Many-armed bandits: the policies of tree search without the tree.
//!
//! An [`Experiment`] says what the arms are ([`Bandit`]), how long is played and what is recommended ([`Protocol`]); a
//! [`Policy`] says which arm is pulled next. All three can be written in a file:
//!
//! ```
//! use katsura_lab::bandit::{Experiment, Policy};
//! let experiment: Experiment = toml::from_str(r#"
//!     seed = 1
//!     repetitions = 200
//!     [bandit]
//!     means = { kind = "uniform", arms = 32 }
//!     reward = { kind = "bernoulli" }
//!     [protocol]
//!     budgets = [64, 128]
//! "#).unwrap();
//! let policy: Policy = toml::from_str(r#"kind = "ucb1""#).unwrap();
//! let points = experiment.run(&policy).unwrap();
//! assert!(points[1].simple_regret.mean() < points[0].simple_regret.mean());
//! ```
//!
//! *Simple regret* is what the recommended arm loses against the best arm; *cumulative regret* is what all pulls lost against
//! it [bubeck2011]. Both are computed from the true means of the arms, not from rewards.
//!
//! Every repetition is a pure function of (seed, number): the number of threads changes nothing, not even the last bit. All
//! policies meet the same arms in a repetition of the same number, so their differences are known better than their values.

mod choice;
mod epsilon_greedy;
mod experiment;
mod instance;
mod policy;
pub mod sample;
mod sequential_halving;
mod successive_rejects;
mod table;
mod thompson;
mod ucb1;
mod ucb1_tuned;
mod ucb_v;
mod uniform;
mod voi;

pub use epsilon_greedy::EpsilonGreedy;
pub use experiment::{BadExperiment, Experiment, Initial, Outcome, Point, Protocol, Recommend};
pub use instance::{Bandit, Means, Reward};
pub use policy::Policy;
pub use sequential_halving::{Evidence, SequentialHalving};
pub use successive_rejects::SuccessiveRejects;
pub use thompson::{Posterior, Thompson};
pub use ucb_v::UcbV;
pub use ucb1::Ucb1;
pub use ucb1_tuned::Ucb1Tuned;
pub use uniform::Uniform;
pub use voi::{Divisor, Voi, VoiForm};
