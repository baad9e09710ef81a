//! A search as data: the configuration, its presets, and the one way in which files, command lines and protocols change it.
//!
//! Every parameter is declared once, in the file of its policy: name, range, default and documentation. [`path`] sets and
//! reads parameters by dotted names, [`schema`] checks values against the declarations, [`reference`](reference()) prints
//! them as a page.

mod checked;
#[cfg(feature = "files")]
mod data;
mod error;
#[cfg(feature = "files")]
pub mod file;
mod fit;
mod parameters;
#[cfg(feature = "files")]
pub mod path;
#[cfg(feature = "files")]
mod presets;
#[cfg(feature = "files")]
mod reference;
#[cfg(feature = "files")]
pub mod schema;
mod version;

pub use checked::Checked;
#[cfg(feature = "files")]
pub(crate) use error::join;
pub(crate) use error::refused;
pub use error::{ConfigError, Problem};
pub(crate) use fit::reads_amaf;
pub(crate) use parameters::{Part, Ranged, parameters};
#[cfg(feature = "files")]
pub use presets::{Preset, preset, preset_for, presets};
#[cfg(feature = "files")]
pub use reference::reference;
pub use version::{SEARCH_VERSION, changes_since};

use crate::amaf::AmafConfig;
use crate::backup::AnyBackup;
use crate::budget::Budget;
use crate::choose::AnyChoose;
use crate::core::{ChanceRule, InformationRule};
use crate::decisive::Decisive;
use crate::expand::AnyExpand;
use crate::hints::Hints;
use crate::nested::Algorithm;
use crate::parallel::Parallel;
use crate::playout::PlayoutConfig;
use crate::prune::AnyPrune;
use crate::reward::RewardKind;
use crate::select::{AnyFormula, AnyRoot};
use crate::solve::Solver;
use crate::transposition::Transpositions;

/// Parameters that are younger than records of experiments, with the values at which a search is the one of before: records leave them out
/// of their hashes there, so that these stay what they were.
#[cfg(feature = "files")]
pub const YOUNGER_THAN_RECORDS: [(&str, &str); 3] =
    [("algorithm", r#"{"kind":"tree"}"#), ("chance", r#"{"kind":"all"}"#), ("information", r#""single_observer""#)];

parameters! {
    /// A search as data: the table `[search]` of a configuration file.
    ///
    /// ```
    /// use katsura_mcts::SearchConfig;
    /// use katsura_mcts::select::{AnyExplore, AnyFormula, Ucb1};
    ///
    /// let curious = AnyExplore::Ucb1(Ucb1 { c: 2.0, ..Ucb1::default() });
    /// let select = AnyFormula { explore: curious, ..AnyFormula::default() };
    /// let config = SearchConfig { select, seed: 7, ..SearchConfig::default() };
    /// assert_eq!(config.memory_mib, 512);
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(feature = "files", serde(remote = "Self"))]
    pub struct SearchConfig {
        /// How a search looks for a move.
        pub algorithm: Algorithm = Algorithm::default();
        /// How long to search for a move, unless the caller says otherwise.
        pub budget: Budget = Budget::simulations(10_000);
        /// The seed of everything random.
        pub seed: u64 = 1;
        /// The tree never takes more than this many MiB.
        pub memory_mib: u64 = 512, from 1 to 1_048_576;
        /// Keep the part of the tree below a move that is played. Nothing is kept with transpositions, in games that hide something, and where
        /// players choose together.
        pub reuse: bool = true;
        /// What a simulation counts for.
        pub reward: RewardKind = RewardKind::default();
        /// Which results are proven in the tree.
        pub solver: Solver = Solver::default();
        /// Whether moves that win at once are the only ones looked at. Go, Reversi, tic-tac-toe and Nim know only the
        /// mover's own: `both` is the same as `own` there.
        pub decisive: Decisive = Decisive::default();
        /// How much each hint of the game's estimates counts.
        #[serde(skip_serializing_if = "Hints::is_empty")]
        pub hints: Hints = Hints::default();
        /// Positions that several ways lead to.
        pub transpositions: Transpositions = Transpositions::default();
        /// Which outcomes of chance become children.
        pub chance: ChanceRule = ChanceRule::default();
        /// What the search may know where something is hidden.
        pub information: InformationRule = InformationRule::default();
        /// How threads work together.
        pub parallel: Parallel = Parallel::default();
        /// Which child to descend into.
        pub select: AnyFormula = AnyFormula::default();
        /// Which child of the root to descend into.
        pub root: AnyRoot = AnyRoot::default();
        /// Which moves of a simulation count for AMAF values.
        pub amaf: AmafConfig = AmafConfig::default();
        /// When a leaf gets children.
        pub expand: AnyExpand = AnyExpand::default();
        /// How a simulation goes on after the tree.
        pub playout: PlayoutConfig = PlayoutConfig::default();
        /// What a result leaves in the nodes.
        pub backup: AnyBackup = AnyBackup::default();
        /// Which children are closed to selection.
        pub prune: AnyPrune = AnyPrune::default();
        /// Which move is played.
        pub choose: AnyChoose = AnyChoose::default();
    }
}

impl SearchConfig {
    /// The memory limit in bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        usize::try_from(self.memory_mib << 20).unwrap_or(usize::MAX)
    }

    /// The configuration as TOML, complete with defaults.
    #[cfg(feature = "files")]
    pub fn to_toml(&self) -> String {
        #[derive(serde::Serialize)]
        struct File<'a> {
            search: &'a SearchConfig,
        }
        toml::to_string(&File { search: self }).unwrap_or_default()
    }
}
