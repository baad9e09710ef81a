//! Which parts of a configuration exclude each other. What a part asks of the game stands beside the part.

use super::{ConfigError, Problem, SearchConfig};
use crate::backup::Backup;
use crate::choose::Choose;
use crate::needs::Needs;
use crate::parallel::Parallel;
use crate::playout::PlayoutConfig;
use crate::prune::{AnyPrune, Prune};
use crate::reward::RewardKind;
use crate::select::Select;
use crate::solve::Solver;

/// Two parts that exclude each other.
struct Conflict {
    /// The parameter to blame.
    path: &'static str,
    /// Whether both are there.
    is_met: fn(&SearchConfig) -> bool,
    /// Why they exclude each other, and what to do.
    why: &'static str,
}

const CONFLICTS: &[Conflict] = &[
    Conflict {
        path: "search.solver",
        is_met: |config| config.solver != Solver::None && config.reward == RewardKind::Score,
        why: "proves wins, draws and losses, and search.reward counts scores",
    },
    Conflict {
        path: "search.parallel",
        is_met: |config| is_batch(config) && matches!(&config.prune, AnyPrune::ProgressivePruning(rule) if rule.period > 1),
        why: "counts playouts in batches, and the comparisons of search.prune.period fall between them; leave the period at 1",
    },
    Conflict {
        path: "search.parallel",
        is_met: |config| is_batch(config) && (config.playout != PlayoutConfig::Uniform || reads_amaf(config)),
        why: "plays light playouts without a record of their moves; use playout.kind = uniform and no AMAF",
    },
    Conflict {
        path: "search.transpositions",
        is_met: |config| config.transpositions.has_own_values() && !config.backup.is_mean(),
        why: "uct2 and uct3 have means of their own for the values of moves; use search.backup.kind = mean, or uct1",
    },
    Conflict {
        path: "search.amaf.permutations",
        is_met: |config| config.transpositions.is_on() && config.amaf.permutations,
        why: "counts a node once, and with transpositions several ways lead to it",
    },
    Conflict {
        path: "search.transpositions",
        is_met: |config| config.transpositions.is_on() && matches!(config.parallel, Parallel::Tree(_)),
        why: "the table serves one thread; use parallel = none or root",
    },
];

/// Refuses parts that exclude each other, with a sentence that says why.
pub(super) fn check(config: &SearchConfig) -> Result<(), ConfigError> {
    let met = CONFLICTS.iter().find(|conflict| (conflict.is_met)(config));
    met.map_or(Ok(()), |met| Err(ConfigError::of(met.path, Problem::Conflict(met.why.to_string()))))
}

fn is_batch(config: &SearchConfig) -> bool {
    matches!(config.parallel, Parallel::Batch(_))
}

/// Whether a rule other than the playout's reads AMAF values.
fn reads_amaf(config: &SearchConfig) -> bool {
    let root = config.root.resolve(&config.select);
    let needs = config.select.needs() | root.needs() | config.backup.needs() | config.prune.needs() | config.choose.needs();
    needs.has(Needs::AMAF)
}
