//! A tree read by another operator than the one it grew by [coulom2006, sec. 4.1].

use super::{AnyBackup, Operator, Parent, Step, seen_by};
use crate::tree::{NodeId, ROOT, Tree};
use katsura_game::Player;

/// What the root of a tree is worth by another rule, worked out from the leaves up on the tree as it stands: operators are compared on the
/// same simulations. `chooser` is to move at the root, the players take turns, and the tree has grown by `own`, to whose values it is set back.
///
/// `None` for rules that are no operators: they weigh single simulations, which a tree does not keep apart.
///
/// ```
/// use katsura_game::Player;
/// use katsura_games::tic_tac_toe::TicTacToe;
/// use katsura_mcts::backup::{AnyBackup, Max, value_by};
/// use katsura_mcts::tree::ROOT;
/// use katsura_mcts::{Budget, Control, Search, SearchConfig};
///
/// let mut search = Search::new(&TicTacToe {}, &SearchConfig::default()).unwrap();
/// search.run(&Budget::simulations(1000), &Control::new());
/// let (mean, max) = (AnyBackup::Mean, AnyBackup::Max(Max { from: 1 }));
/// assert_eq!(value_by(&mean, &mean, search.tree(), Player::FIRST), Some(search.tree().value(ROOT)));
/// assert!(value_by(&max, &mean, search.tree(), Player::FIRST) > value_by(&mean, &mean, search.tree(), Player::FIRST));
/// ```
pub fn value_by(rule: &AnyBackup, own: &AnyBackup, tree: &Tree, chooser: Player) -> Option<f32> {
    let (rule, own) = (rule.operator()?, own.operator()?);
    let root = Step::new(ROOT, Player::FIRST);
    rewrite(tree, rule, root, chooser);
    let value = tree.value(ROOT);
    rewrite(tree, own, root, chooser);
    Some(value)
}

/// Gives a node and all below it the values of an operator; the mean without one.
fn rewrite(tree: &Tree, operator: Option<&dyn Operator>, step: Step, chooser: Player) {
    let visited = |child: &NodeId| tree.visits(*child) > 0;
    for child in tree.children(step.node).filter(visited) {
        rewrite(tree, operator, Step::new(child, chooser), other(chooser));
    }
    let counts = |operator: &&dyn Operator| {
        let below = tree.visits_below(step.node);
        below > 0 && below >= operator.from()
    };
    let value = operator.filter(counts).map_or(tree.mean(step.node), |operator| {
        seen_by(step.mover, chooser, operator.value(&Parent::new(tree, &step, chooser)))
    });
    tree.set_value(step.node, value);
}

fn other(player: Player) -> Player {
    if player == Player::FIRST { Player::SECOND } else { Player::FIRST }
}

impl AnyBackup {
    /// The operator that the rule is, the mean being none; `None` if it is no operator.
    fn operator(&self) -> Option<Option<&dyn Operator>> {
        match self {
            AnyBackup::Mean => Some(None),
            AnyBackup::Max(rule) => Some(Some(rule)),
            AnyBackup::RobustMax(rule) => Some(Some(rule)),
            AnyBackup::Mix(rule) => Some(Some(rule)),
            AnyBackup::InformedAverage(rule) => Some(Some(rule)),
            AnyBackup::Weighted(_) | AnyBackup::SameSign | AnyBackup::Custom(_) => None,
        }
    }

    /// Whether values can be read by the rule from a tree that has grown by another.
    pub fn is_operator(&self) -> bool {
        self.operator().is_some()
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::super::{InformedAverage, Max, Mix, RobustMax};
    use super::*;
    use crate::testing::{grow, picture};
    use katsura_game::Rng;
    use katsura_game::toy::ToyGame;

    #[test]
    fn a_tree_read_by_its_own_operator_is_as_it_was() {
        for (kind, own) in [
            ("mean", AnyBackup::Mean),
            ("max", AnyBackup::Max(Max { from: 9 })),
            ("robust_max", AnyBackup::RobustMax(RobustMax { from: 9 })),
            ("mix", AnyBackup::Mix(Mix { points: 4, from: 9 })),
            ("informed_average", AnyBackup::InformedAverage(InformedAverage { from: 9 })),
        ] {
            let game = ToyGame::random(2, 4, 5, &mut Rng::new(7));
            let more = match kind {
                "mean" => "",
                "mix" => ", points = 4, from = 9",
                _ => ", from = 9",
            };
            let search = grow(&game, &format!("[search]\nbackup = {{ kind = '{kind}'{more} }}"), 3000);
            let before = picture(search.tree());
            let own_value = value_by(&own, &own, search.tree(), Player::FIRST);
            assert_eq!(own_value, Some(search.tree().value(ROOT)), "{kind}");
            let max = value_by(&AnyBackup::Max(Max { from: 0 }), &own, search.tree(), Player::FIRST);
            assert!(max.is_some());
            assert_eq!(picture(search.tree()), before, "{kind}");
        }
    }

    /// The slow twin: minimax over what the tree has seen.
    fn minimax(tree: &Tree, node: NodeId, chooser: Player) -> f32 {
        let children = tree.children(node).filter(|&child| tree.visits(child) > 0);
        let values = children.map(|child| match tree.children(child).any(|below| tree.visits(below) > 0) {
            true => 1.0 - minimax(tree, child, other(chooser)),
            false => tree.mean(child),
        });
        values.fold(0.0, f32::max)
    }

    #[test]
    fn the_maximum_on_a_tree_grown_by_the_mean_is_minimax_over_its_leaves() {
        for seed in 0..20 {
            let game = ToyGame::random(2, 3, 5, &mut Rng::new(seed));
            let search = grow(&game, "[search]", 400);
            let max = AnyBackup::Max(Max { from: 0 });
            let value = value_by(&max, &AnyBackup::Mean, search.tree(), Player::FIRST).unwrap();
            assert!((value - minimax(search.tree(), ROOT, Player::FIRST)).abs() < 1e-6, "{seed}");
        }
    }

    #[test]
    fn rules_that_weigh_single_simulations_cannot_be_read_from_a_tree() {
        assert!(!AnyBackup::SameSign.is_operator());
        assert!(!AnyBackup::Weighted(super::super::Weighted::default()).is_operator());
    }
}
