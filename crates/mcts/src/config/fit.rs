//! Whether a configuration fits a game, and its parts each other.

use super::{ConfigError, SearchConfig};
use crate::backup::Backup;
use crate::core::Policies;
use crate::decisive::Decisive;
use crate::needs::Needs;
use crate::parallel::{BatchPlayouts, Parallel};
use crate::playout::PlayoutConfig;
use crate::prune::AnyPrune;
use crate::reward::RewardKind;
use crate::solve::Solver;
use katsura_game::{Game, Knowledge};

/// The most playouts of a batch: between two looks at the clock and at its control a search makes no more.
const MOST_AT_ONCE: usize = 65_536;

/// Whether the machine hands out so many bytes. Nothing is touched, so it takes microseconds.
fn can_allocate(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let given = probe.try_reserve_exact(bytes).is_ok();
    std::hint::black_box(&probe);
    given
}

/// Refuses what does not fit, with a sentence that says why.
pub(super) fn check<G: Game<State: Knowledge>>(config: &SearchConfig, game: &G) -> Result<(), ConfigError> {
    let refuse = |path: &str, why: String| Err(ConfigError::new(path, why));
    if !can_allocate(config.memory_bytes()) {
        return refuse("search.memory_mib", format!("{} MiB are more than this machine can give", config.memory_mib));
    }
    let about = game.about();
    let (name, two) = (&about.name, about.players == 2);
    if config.backup.is_for_two() && !two {
        return refuse(
            "search.backup",
            format!("turns one player's value into the other's, and {name} is not a game of two"),
        );
    }
    if config.solver != Solver::None && !two {
        return refuse("search.solver", format!("proves results of two players, and {name} is not a game of two"));
    }
    if config.solver != Solver::None && config.reward == RewardKind::Score {
        return refuse("search.solver", "proves wins, draws and losses, and search.reward counts scores".to_string());
    }
    if config.decisive != Decisive::Off && !two {
        return refuse("search.decisive", format!("needs two players, and {name} has {}", about.players));
    }
    if config.reward == RewardKind::Score && about.payoff.score_range.is_none() {
        return refuse("search.reward", format!("counts scores, and {name} has none"));
    }
    if let Parallel::Batch(BatchPlayouts { leaves, playouts, .. }) = config.parallel {
        let many = leaves.saturating_mul(playouts);
        if many > MOST_AT_ONCE {
            let why = format!("makes {many} playouts before it looks at the clock; at most {MOST_AT_ONCE} are possible");
            return refuse("search.parallel", why);
        }
        if matches!(&config.prune, AnyPrune::ProgressivePruning(rule) if rule.period > 1) {
            let why = "counts playouts in batches, and the comparisons of search.prune.period fall between them; leave the period at 1";
            return refuse("search.parallel", why.to_string());
        }
        if config.playout != PlayoutConfig::Uniform || Policies::new(config, &about).needs().has(Needs::AMAF) {
            let why =
                "plays light playouts without a record of their moves; use playout.kind = uniform and no AMAF".to_string();
            return refuse("search.parallel", why);
        }
    }
    if config.transpositions.is_on() {
        if !about.knows.transpositions {
            return refuse("search.transpositions", format!("the way to a position matters in {name} under these rules"));
        }
        if config.transpositions.has_own_values() && !config.backup.is_mean() {
            let why =
                "uct2 and uct3 have means of their own for the values of moves; use search.backup.kind = mean, or uct1";
            return refuse("search.transpositions", why.to_string());
        }
        if config.amaf.permutations {
            let why = "counts a node once, and with transpositions several ways lead to it".to_string();
            return refuse("search.amaf.permutations", why);
        }
        if matches!(config.parallel, Parallel::Tree(_)) {
            return refuse("search.transpositions", "the table serves one thread; use parallel = none or root".to_string());
        }
    }
    Ok(())
}
