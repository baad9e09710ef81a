//! The policies of a search that see only numbers.

use crate::backup::{AnyBackup, Backup};
use crate::choose::{AnyChoose, Choose};
use crate::config::SearchConfig;
use crate::expand::AnyExpand;
use crate::needs::Needs;
use crate::prune::{AnyPrune, Prune};
use crate::select::{AnySelect, Select};
use katsura_game::About;

/// One policy of each kind, the playout's apart: that one knows the game.
///
/// A configuration makes them; a rule of another crate takes a place as a `Custom` variant.
///
/// ```
/// use katsura_game::Game;
/// use katsura_games::tic_tac_toe::TicTacToe;
/// use katsura_mcts::select::{AnySelect, Select};
/// use katsura_mcts::tree::NodeView;
/// use katsura_mcts::{Custom, Policies, SearchConfig};
/// use std::sync::Arc;
///
/// struct Greedy;
/// impl Select for Greedy {
///     fn score(&self, node: &NodeView<'_>, _rng: &mut katsura_game::Rng, scores: &mut [f32]) {
///         scores.copy_from_slice(&node.children.value);
///     }
/// }
/// let greedy = AnySelect::Custom(Custom(Arc::new(Greedy)));
/// let policies = Policies { select: greedy.clone(), root: greedy, ..Policies::new(&SearchConfig::default(), &TicTacToe {}.about()) };
/// assert!(matches!(policies.select, AnySelect::Custom(_)));
/// ```
#[derive(Clone, Debug)]
pub struct Policies {
    /// Chooses children below the root.
    pub select: AnySelect,
    /// Chooses children of the root.
    pub root: AnySelect,
    /// Grows the tree.
    pub expand: AnyExpand,
    /// Counts results.
    pub backup: AnyBackup,
    /// Closes children.
    pub prune: AnyPrune,
    /// Chooses the move to play.
    pub choose: AnyChoose,
}

impl Policies {
    /// The policies of a configuration for a game.
    pub fn new(config: &SearchConfig, about: &About) -> Self {
        Policies {
            select: AnySelect::Formula(config.select),
            root: config.root.resolve(&config.select),
            expand: config.expand.clone(),
            backup: config.backup.clone(),
            prune: config.prune.in_points(config.reward.points(about)),
            choose: config.choose.clone(),
        }
    }

    /// The statistics that all of them together read.
    pub fn needs(&self) -> Needs {
        self.select.needs() | self.root.needs() | self.backup.needs() | self.prune.needs() | self.choose.needs()
    }
}
