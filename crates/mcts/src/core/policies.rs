//! The policies of a search that see only numbers.

use crate::backup::{AnyBackup, Backup};
use crate::choose::{AnyChoose, Choose};
use crate::config::SearchConfig;
use crate::expand::AnyExpand;
use crate::needs::Needs;
use crate::prune::{AnyPrune, Prune};
use crate::select::{AnyRoot, AnySelect, Select};
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
        let select = config.select.on_scale(about);
        let root = match config.root {
            AnyRoot::Formula(formula) => AnyRoot::Formula(formula.on_scale(about)),
            other => other,
        };
        Policies {
            select: AnySelect::Formula(select),
            root: root.resolve(&select),
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

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::Search;
    use crate::backup::Max;
    use crate::testing::config;
    use katsura_game::toy::ToyGame;
    use katsura_game::{Game, Knowledge};
    use katsura_games::tic_tac_toe::TicTacToe;

    /// The parameter that is to blame, if a search does not take policies of another crate.
    fn refused<G: Game<State: Knowledge>>(game: &G, text: &str, own: impl FnOnce(Policies) -> Policies) -> Option<String> {
        let checked = config(text).check(&game.about()).unwrap();
        let policies = own(Policies::new(&checked, &game.about()));
        Search::with_policies(game, policies, &checked).err().map(|error| error.path)
    }

    #[test]
    fn policies_that_do_not_go_with_the_configuration_or_the_game_are_refused() {
        let max = |policies| Policies { backup: AnyBackup::Max(Max::default()), ..policies };
        assert_eq!(refused(&TicTacToe {}, "[search]", max), None);
        let shared = "[search]\ntranspositions = { form = 'uct2' }";
        assert_eq!(refused(&TicTacToe {}, shared, |policies| policies), None);
        assert_eq!(refused(&TicTacToe {}, shared, max).as_deref(), Some("search.transpositions"));
        let batch = "[search]\nparallel = { kind = 'batch', leaves = 2, playouts = 2 }";
        let rave = config("[search.select]\nvalue = { kind = 'rave' }").select;
        let reads_amaf = |policies| Policies { select: AnySelect::Formula(rave), ..policies };
        assert_eq!(refused(&TicTacToe {}, batch, reads_amaf).as_deref(), Some("search.parallel"));
        let pays: ToyGame = "(0: +[1] [0] +[2] [0])".parse().unwrap();
        assert_eq!(refused(&pays, "[search]", max).as_deref(), Some("search.backup"));
    }
}
