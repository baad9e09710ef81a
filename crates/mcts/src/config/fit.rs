//! Which parts of a configuration exclude each other. What a part asks of the game stands beside the part.

use super::{ConfigError, Problem, SearchConfig};
use crate::backup::Backup;
use crate::core::{Dynamics, Policies};
use crate::decisive::Decisive;
use crate::expand::AnyExpand;
use crate::needs::Needs;
use crate::nested::Algorithm;
use crate::parallel::Parallel;
use crate::playout::{Estimate, PlayoutConfig};
use crate::prune::{AnyPrune, Prune};
use crate::reward::RewardKind;
use crate::solve::Solver;
use katsura_game::{About, Chance, Information, Turns, When};

/// What is checked: a configuration, and the policies of the search, which may be of another crate.
struct Parts<'a> {
    config: &'a SearchConfig,
    policies: &'a Policies,
}

/// Two parts that exclude each other.
struct Conflict {
    /// The parameter to blame.
    path: &'static str,
    /// Whether both are there.
    is_met: fn(&Parts<'_>) -> bool,
    /// Why they exclude each other, and what to do.
    why: &'static str,
}

const CONFLICTS: &[Conflict] = &[
    Conflict {
        path: "search.algorithm",
        is_met: |parts| {
            parts.config.algorithm != Algorithm::Tree && !matches!(parts.config.parallel, Parallel::None | Parallel::Root(_))
        },
        why: "grows no tree that threads could share; use search.parallel.kind = none or root",
    },
    Conflict {
        path: "search.playout",
        is_met: |parts| !parts.config.algorithm.asks(&parts.config.playout),
        why: "is not asked by search.algorithm, which draws moves by its own weights, or has no tree to read; use playout.kind = uniform",
    },
    Conflict {
        path: "search.solver",
        is_met: |parts| parts.config.solver != Solver::None && parts.config.reward == RewardKind::Score,
        why: "proves wins, draws and losses, and search.reward counts scores",
    },
    Conflict {
        path: "search.parallel",
        is_met: |parts| {
            is_batch(parts.config) && matches!(&parts.policies.prune, AnyPrune::ProgressivePruning(rule) if rule.period > 1)
        },
        why: "counts playouts in batches, and the comparisons of search.prune.period fall between them; leave the period at 1",
    },
    Conflict {
        path: "search.parallel",
        is_met: |parts| {
            is_batch(parts.config) && (parts.config.playout != PlayoutConfig::Uniform || reads_amaf(parts.policies))
        },
        why: "plays light playouts without a record of their moves; use playout.kind = uniform and no AMAF",
    },
    Conflict {
        path: "search.transpositions",
        is_met: |parts| parts.config.transpositions.has_own_values() && !parts.policies.backup.traits().is_mean,
        why: "uct2 and uct3 have means of their own for the values of moves; use search.backup.kind = mean, or uct1",
    },
    Conflict {
        path: "search.amaf.permutations",
        is_met: |parts| parts.config.transpositions.is_on() && parts.config.amaf.permutations,
        why: "counts a node once, and with transpositions several ways lead to it",
    },
    Conflict {
        path: "search.transpositions",
        is_met: |parts| parts.config.transpositions.is_on() && matches!(parts.config.parallel, Parallel::Tree(_)),
        why: "the table serves one thread; use parallel = none or root",
    },
];

/// Something that a kind of game does not allow.
struct Misfit {
    /// The parameter to blame.
    path: &'static str,
    /// Whether it is asked for, and the game is of that kind.
    is_met: fn(&Parts<'_>, &About) -> bool,
    /// Why it does not fit, and what to do; the name of the game comes before it.
    why: &'static str,
}

const MISFITS: &[Misfit] = &[
    Misfit {
        path: "search",
        is_met: |_, about| about.move_count().is_none(),
        why: "names its moves by keys, and searches number them: give the moves dense numbers",
    },
    Misfit {
        path: "search.parallel",
        is_met: |parts, about| shares_tree(parts.config) && Dynamics::grows(about, &parts.config.chance),
        why: "adds children to nodes that other simulations stand in; use parallel.kind = none or leaf, or batches of one leaf",
    },
    Misfit {
        path: "search",
        is_met: |_, about| hides(about) && about.turns == Turns::Together,
        why: "hides something and has moves made together, which no search here can do both; let the players move in turn",
    },
    Misfit {
        path: "search",
        is_met: |_, about| about.payoff.when == When::AtEnd && about.payoff.discount != 1.0,
        why: "pays at the end, where a discount has no meaning; let it pay with each move",
    },
    Misfit {
        path: "search.parallel",
        is_met: |parts, about| shares_tree(parts.config) && about.payoff.known_range().is_none(),
        why: "has results without a known range, and the tree is written anew when it grows; use parallel.kind = none or leaf",
    },
    Misfit {
        path: "search.parallel",
        is_met: |parts, about| matches!(parts.config.parallel, Parallel::Root(_)) && about.payoff.known_range().is_none(),
        why: "has results without a known range, so the sums of several trees have no common scale; use parallel.kind = none",
    },
    Misfit {
        path: "search.parallel",
        is_met: |parts, about| matches!(parts.config.parallel, Parallel::Root(_)) && about.turns == Turns::Together,
        why: "has moves that are made together, which the sums of several trees do not tell apart; use parallel.kind = none",
    },
    Misfit {
        path: "search.parallel",
        is_met: |parts, about| is_batch(parts.config) && about.payoff.when == When::EachStep,
        why: "pays with each move, and batches of playouts know only results; use parallel.kind = none",
    },
    Misfit {
        path: "search.transpositions",
        is_met: |parts, about| {
            parts.config.transpositions.is_on() && (Dynamics::grows(about, &parts.config.chance) || !is_point(about))
        },
        why: "has chance, hidden information, moves made together or results that are no wins; use transpositions.form = none",
    },
    Misfit {
        path: "search.solver",
        is_met: |parts, about| parts.config.solver != Solver::None && (has_joins(about) || !is_point(about)),
        why: "has results that are no point to share, moves made together or hidden ones; use solver = none",
    },
    Misfit {
        path: "search.chance",
        is_met: |parts, about| hides(about) && about.chance != Chance::None && parts.config.chance.draws_again(),
        why: "hides something, and what chance may do differs from position to position; use chance = all",
    },
    Misfit {
        path: "search.solver",
        is_met: |parts, about| {
            parts.config.solver != Solver::None
                && about.chance != Chance::None
                && Dynamics::grows(about, &parts.config.chance)
        },
        why: "has outcomes of chance that are drawn one by one, and a proof needs all of them; use solver = none, or chance = all",
    },
    Misfit {
        path: "search.decisive",
        is_met: |parts, about| parts.config.decisive != Decisive::Off && (has_joins(about) || !is_point(about)),
        why: "has results that are no point to share, moves made together or hidden ones; use decisive = off",
    },
    Misfit {
        path: "search.reward",
        is_met: |parts, about| parts.config.reward == RewardKind::Score && !about.payoff.is_unit(),
        why: "has results on a scale of its own, beside which scores have none; use reward = win",
    },
    Misfit {
        path: "search.playout",
        is_met: |parts, about| {
            let is_cut_off =
                |rule: &&PlayoutConfig| matches!(rule, PlayoutConfig::CutOff(rule) if rule.estimate != Estimate::ToGo);
            parts.config.playout.rules().iter().any(is_cut_off) && !about.payoff.is_unit()
        },
        why: "has results on a scale of its own, beside which an estimate from scores has none; use playout.kind = uniform",
    },
    Misfit {
        path: "search.playout",
        is_met: |parts, about| {
            let is_decisive = |rule: &&PlayoutConfig| matches!(rule, PlayoutConfig::Decisive(_));
            let wins = about.payoff.is_unit() && about.payoff.when == When::AtEnd;
            parts.config.playout.rules().iter().any(is_decisive) && !wins
        },
        why: "has results that are no wins, and the rule looks for a win; use playout.kind = uniform",
    },
    Misfit {
        path: "search.playout",
        is_met: |parts, about| {
            let learns = parts.config.playout.rules().iter().any(|rule| rule.learns());
            learns && (about.payoff.known_range().is_none() || about.payoff.when == When::EachStep)
        },
        why: "pays on the way or has results without a known range, and the rule learns from results; use playout.kind = uniform",
    },
    Misfit {
        path: "search.playout",
        is_met: |parts, about| parts.config.playout.rules().iter().any(|rule| rule.reads_amaf()) && is_amaf_undefined(about),
        why: "has moves made together, hidden information or gains on the way, for which all-moves-as-first is not defined; use playout.kind = uniform",
    },
    Misfit {
        path: "search.expand",
        is_met: |parts, about| counts_moves(&parts.policies.expand) && has_joins(about),
        why: "has nodes that no single move leads to, which the rule would count; use expand.kind = after_visits",
    },
    Misfit {
        path: "search.backup",
        is_met: |parts, about| parts.policies.backup.traits().is_for_two && about.players > 1 && !is_point(about),
        why: "has results that do not add up to one; use backup.kind = mean",
    },
    Misfit {
        path: "search.backup",
        is_met: |parts, about| !parts.policies.backup.traits().is_mean && about.payoff.when == When::EachStep,
        why: "pays with each move, and the rule knows only results; use backup.kind = mean",
    },
    Misfit {
        path: "search.backup",
        is_met: |parts, about| !parts.policies.backup.traits().is_mean && has_joins(about),
        why: "has moves made together or hidden information, so that nodes have no best child; use backup.kind = mean",
    },
    Misfit {
        path: "search.select",
        is_met: |parts, about| reads_amaf(parts.policies) && is_amaf_undefined(about),
        why: "has moves made together, hidden information or gains on the way, for which all-moves-as-first is not defined; use select.value.kind = mean",
    },
    Misfit {
        path: "search.prune",
        is_met: |parts, about| parts.policies.prune.is_active() && has_joins(about),
        why: "has children that change from simulation to simulation, or moves made together; use prune.kind = none",
    },
];

/// Refuses parts that exclude each other, and what a kind of game does not allow, with a sentence that says why.
pub(super) fn check(config: &SearchConfig, policies: &Policies, about: &About) -> Result<(), ConfigError> {
    let parts = Parts { config, policies };
    if let Some(met) = CONFLICTS.iter().find(|conflict| (conflict.is_met)(&parts)) {
        return Err(ConfigError::of(met.path, Problem::Conflict(met.why.to_string())));
    }
    let met = MISFITS.iter().find(|misfit| (misfit.is_met)(&parts, about));
    met.map_or(Ok(()), |met| Err(ConfigError::of(met.path, Problem::Unfit(format!("{} {}", about.name, met.why)))))
}

/// Whether some nodes are reached by more than one move.
fn has_joins(about: &About) -> bool {
    hides(about) || about.turns == Turns::Together
}

fn hides(about: &About) -> bool {
    about.information == Information::Hidden
}

/// Whether a point is at stake at the end, which two players share.
fn is_point(about: &About) -> bool {
    let payoff = &about.payoff;
    let shares = about.players != 2 || payoff.constant_sum.is_some_and(|sum| (sum - 1.0).abs() < 1e-6);
    payoff.is_unit() && payoff.when == When::AtEnd && shares
}

/// Whether simulations are no sequences of moves whose result is that of each.
fn is_amaf_undefined(about: &About) -> bool {
    has_joins(about) || about.payoff.when == When::EachStep
}

/// Whether the rule for growth looks at the moves that lead to a leaf.
fn counts_moves(rule: &AnyExpand) -> bool {
    !matches!(rule, AnyExpand::AfterVisits(_) | AnyExpand::AllEnds {} | AnyExpand::RootOnly {})
}

/// Whether simulations start before others have been counted.
fn shares_tree(config: &SearchConfig) -> bool {
    config.parallel.overlaps()
}

fn is_batch(config: &SearchConfig) -> bool {
    matches!(config.parallel, Parallel::Batch(_))
}

/// Whether a rule other than the playout's reads AMAF values.
pub(crate) fn reads_amaf(policies: &Policies) -> bool {
    policies.needs().has(Needs::AMAF)
}
