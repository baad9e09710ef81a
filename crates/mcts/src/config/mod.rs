//! A search as data: the configuration, its presets, and the one way in which files, command lines and protocols change it.
//!
//! Every parameter is declared once, in the file of its policy: name, range, default and documentation. [`path`] sets and reads
//! parameters by dotted names, [`schema`] checks values against the declarations, [`reference`](reference()) prints them as a page.

mod error;
pub mod file;
mod fit;
pub mod path;
mod presets;
mod reference;
pub mod schema;

pub use error::ConfigError;
pub use presets::{Preset, preset, preset_for, presets};
pub use reference::reference;

use crate::amaf::AmafConfig;
use crate::backup::AnyBackup;
use crate::budget::Budget;
use crate::choose::AnyChoose;
use crate::decisive::Decisive;
use crate::expand::AnyExpand;
use crate::hints::Hints;
use crate::parallel::Parallel;
use crate::playout::PlayoutConfig;
use crate::prune::AnyPrune;
use crate::reward::RewardKind;
use crate::select::{AnyFormula, AnyRoot};
use crate::solve::Solver;
use crate::transposition::Transpositions;
use katsura_game::{Game, Knowledge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A search as data: the table `[search]` of a configuration file.
///
/// ```
/// use katsura_mcts::SearchConfig;
/// use katsura_mcts::config::path;
///
/// let config = path::set(&SearchConfig::default(), "search.select.explore.c", "0.4").unwrap();
/// assert_eq!(path::get(&config, "select.explore.c").unwrap(), "0.4");
/// let error = path::set(&config, "select.explore.cc", "1").unwrap_err();
/// assert_eq!(error.to_string(), "search.select.explore.cc: unknown key; known here: c, form, kind");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// How long to search for a move, unless the caller says otherwise.
    pub budget: Budget,
    /// The seed of everything random.
    pub seed: u64,
    /// The tree never takes more than this many MiB.
    #[schemars(range(min = 1, max = 1_048_576))]
    pub memory_mib: u64,
    /// Keep the part of the tree below a move that is played. With transpositions nothing is kept.
    pub reuse: bool,
    /// What a simulation counts for.
    pub reward: RewardKind,
    /// Which results are proven in the tree.
    pub solver: Solver,
    /// Whether moves that win at once are the only ones looked at. Go, Reversi, tic-tac-toe and Nim know only the mover's own: `both` is the same as `own` there.
    pub decisive: Decisive,
    /// How much each hint of the game's estimates counts.
    #[serde(skip_serializing_if = "Hints::is_empty")]
    pub hints: Hints,
    /// Positions that several ways lead to.
    pub transpositions: Transpositions,
    /// How threads work together.
    pub parallel: Parallel,
    /// Which child to descend into.
    pub select: AnyFormula,
    /// Which child of the root to descend into.
    pub root: AnyRoot,
    /// Which moves of a simulation count for AMAF values.
    pub amaf: AmafConfig,
    /// When a leaf gets children.
    pub expand: AnyExpand,
    /// How a simulation goes on after the tree.
    pub playout: PlayoutConfig,
    /// What a result leaves in the nodes.
    pub backup: AnyBackup,
    /// Which children are closed to selection.
    pub prune: AnyPrune,
    /// Which move is played.
    pub choose: AnyChoose,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig {
            budget: Budget::simulations(10_000),
            seed: 1,
            memory_mib: 512,
            reuse: true,
            reward: RewardKind::default(),
            solver: Solver::default(),
            decisive: Decisive::default(),
            hints: Hints::default(),
            transpositions: Transpositions::default(),
            parallel: Parallel::default(),
            select: AnyFormula::default(),
            root: AnyRoot::default(),
            amaf: AmafConfig::default(),
            expand: AnyExpand::default(),
            playout: PlayoutConfig::default(),
            backup: AnyBackup::default(),
            prune: AnyPrune::default(),
            choose: AnyChoose::default(),
        }
    }
}

impl SearchConfig {
    /// Checks every parameter against its range, and that the configuration fits the game.
    ///
    /// # Errors
    /// [`ConfigError`] names the parameter and what is accepted.
    pub fn check<G: Game<State: Knowledge>>(&self, game: &G) -> Result<(), ConfigError> {
        path::validate(&path::to_value(self))?;
        let about = game.about();
        self.hints.check(&about, "search.hints")?;
        self.select.check(&about, "search.select")?;
        self.root.check(&about, "search.root")?;
        self.playout.check(&about, "search.playout")?;
        fit::check(self, game)
    }

    /// The memory limit in bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        usize::try_from(self.memory_mib << 20).unwrap_or(usize::MAX)
    }

    /// The configuration as TOML, complete with defaults.
    pub fn to_toml(&self) -> String {
        #[derive(Serialize)]
        struct File<'a> {
            search: &'a SearchConfig,
        }
        toml::to_string(&File { search: self }).unwrap_or_default()
    }
}
