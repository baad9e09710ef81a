//! Which configurations mean something else than they did: the version of the search, as games have one.

use super::{SearchConfig, reads_amaf};
use crate::amaf::AmafMoves;
use crate::backup::{AnyBackup, Backup};
use crate::core::Policies;
use crate::reward::RewardKind;
use crate::select::{AnyExplore, AnyFormula, AnyRoot, AnyUnvisited, AnyValue, Count, Schedule};
use katsura_game::About;

/// Raised whenever some configuration grows other trees from the same seed than before.
pub const SEARCH_VERSION: u32 = 2;

/// What came with a version.
struct Change {
    version: u32,
    what: &'static str,
    concerns: fn(&SearchConfig, &About) -> bool,
}

const CHANGES: &[Change] = &[
    Change {
        version: 2,
        what: "backup operators count what a node saw before it had children",
        concerns: |config, _| {
            !config.backup.traits().is_mean && !matches!(config.backup, AnyBackup::Weighted(_) | AnyBackup::SameSign)
        },
    },
    Change {
        version: 2,
        what: "the visits of a position are those of all ways to it, and the final move is chosen by its shared value",
        concerns: |config, _| config.transpositions.is_on(),
    },
    Change {
        version: 2,
        what: "a child with visits and without an AMAF sample is worth its mean",
        concerns: |config, about| {
            let grave = formulas(config).any(|formula| matches!(formula.value, AnyValue::Grave(_)));
            uses_amaf(config, about) && (config.amaf.moves == AmafMoves::Playout || about.swap.is_some() || grave)
        },
    },
    Change {
        version: 2,
        what: "under the hand-selected schedule an unvisited child is worth its AMAF value",
        concerns: |config, _| {
            let greedy = |formula: &AnyFormula| !matches!(formula.unvisited, AnyUnvisited::TryAll(_));
            formulas(config).any(|formula| greedy(formula) && counts_state(&formula.value))
        },
    },
    Change {
        version: 2,
        what: "sums of AMAF rewards are fixed-point numbers",
        concerns: |config, about| {
            uses_amaf(config, about) && (config.reward == RewardKind::Score || !about.payoff.is_unit())
        },
    },
    Change {
        version: 2,
        what: "the visits of a node include what is under way through its children",
        concerns: |config, _| config.parallel.overlaps() && formulas(config).any(reads_visits),
    },
];

/// What has changed since a version for searches of this configuration: in these words, nothing if they grow the same trees.
///
/// ```
/// use katsura_game::Game;
/// use katsura_games::go::{Go9, Rules};
/// use katsura_mcts::SearchConfig;
/// use katsura_mcts::backup::{AnyBackup, Max};
/// use katsura_mcts::config::{SEARCH_VERSION, changes_since};
///
/// let go = Go9::new(Rules::default()).about();
/// let max = SearchConfig { backup: AnyBackup::Max(Max::default()), ..SearchConfig::default() };
/// assert!(changes_since(1, &max, &go)[0].starts_with("backup operators count what a node saw"));
/// assert!(changes_since(1, &SearchConfig::default(), &go).is_empty());
/// assert!(changes_since(SEARCH_VERSION, &max, &go).is_empty());
/// ```
pub fn changes_since(version: u32, config: &SearchConfig, about: &About) -> Vec<&'static str> {
    let later = CHANGES.iter().filter(|change| change.version > version && (change.concerns)(config, about));
    later.map(|change| change.what).collect()
}

/// Whether selection, the final choice or playouts read AMAF values.
fn uses_amaf(config: &SearchConfig, about: &About) -> bool {
    reads_amaf(&Policies::new(config, about)) || config.playout.rules().iter().any(|rule| rule.reads_amaf())
}

/// The formulas of the root and of the nodes below it.
fn formulas(config: &SearchConfig) -> impl Iterator<Item = &AnyFormula> {
    let root = match &config.root {
        AnyRoot::Formula(formula) => Some(formula),
        AnyRoot::Inherit | AnyRoot::Uniform | AnyRoot::Even | AnyRoot::Voi(_) | AnyRoot::VoiPlus(_) => None,
    };
    root.into_iter().chain([&config.select])
}

/// Whether a schedule counts the visits of the node.
fn counts_state(value: &AnyValue) -> bool {
    let schedule = match value {
        AnyValue::Rave(rave) => &rave.schedule,
        AnyValue::Grave(grave) => &grave.schedule,
        AnyValue::HeuristicRave(rave) => &rave.schedule,
        AnyValue::Mean {} | AnyValue::Amaf(_) | AnyValue::AlphaAmaf(_) => return false,
    };
    matches!(schedule, Schedule::HandSelected(hand) if hand.count == Count::State)
}

/// Whether a formula reads how often the node was visited.
fn reads_visits(formula: &AnyFormula) -> bool {
    !matches!(formula.explore, AnyExplore::None {} | AnyExplore::Even {}) || counts_state(&formula.value)
}
