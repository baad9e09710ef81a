//! MCTS-Solver: game-theoretic values in the tree [winands2008], with bounds where draws exist [cazenave2010].
//!
//! Every node has a lower and an upper bound of its mover's reward among 0, ½ and 1. A finished game sets both; a node's bounds follow from its
//! children's, on the way back of each simulation. A node whose bounds meet is solved: simulations stop there, and selection leaves out children
//! that cannot be best any more.

use crate::backup::Step;
use crate::config::{ConfigError, parameters, refused};
use crate::tree::{NodeId, Tree};
use katsura_game::{About, Rewards};

parameters! {
    /// Which results are proven in the tree: `search.solver`.
    pub enum Solver by name checked by Solver::check {
        /// None.
        #[default]
        None,
        /// Wins and losses: MCTS-Solver [winands2008].
        WinLoss,
        /// Wins, losses and draws: score-bounded search [cazenave2010].
        ScoreBounded,
    }
}

/// Bounds of a reward, in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The reward is at least half of this.
    pub lower: u8,
    /// The reward is at most half of this.
    pub upper: u8,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds { lower: 0, upper: 2 };

    /// Whether the reward is known.
    #[inline]
    pub fn is_solved(self) -> bool {
        self.lower == self.upper
    }

    /// The bounds of the other player, if the rewards sum to 1.
    #[inline]
    pub fn reversed(self) -> Bounds {
        Bounds { lower: 2 - self.upper, upper: 2 - self.lower }
    }

    /// The known reward.
    pub fn reward(self) -> Option<f32> {
        self.is_solved().then_some(f32::from(self.lower) / 2.0)
    }
}

impl Solver {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if *self == Solver::None || about.players == 2 {
            return Ok(());
        }
        refused(format!("proves results of two players, and {} is not a game of two", about.name))
    }

    /// The bounds that a finished game proves for a player with this reward.
    fn proven(self, reward: f32) -> Bounds {
        let halves = reward * 2.0;
        let draws = self == Solver::ScoreBounded;
        if halves == 0.0 || halves == 2.0 || (draws && halves == 1.0) {
            return Bounds { lower: halves as u8, upper: halves as u8 };
        }
        Bounds::OPEN
    }

    /// Proves what a simulation that ended in the tree proves.
    pub(crate) fn back_up(self, tree: &Tree, path: &[Step], rewards: &Rewards, ended_in_tree: bool) {
        let Some((leaf, above)) = path.split_last() else { return };
        if ended_in_tree && !tree.bounds(leaf.node).is_solved() {
            tree.narrow_bounds(leaf.node, self.proven(rewards.of(leaf.mover)));
        }
        let mut below = leaf;
        for step in above.iter().rev() {
            let bounds = if below.by_chance { all_children(tree, step.node) } else { best_of_children(tree, step.node) };
            let seen = if step.mover == below.mover { bounds } else { bounds.reversed() };
            if !tree.narrow_bounds(step.node, seen) {
                return;
            }
            below = step;
        }
    }
}

/// The bounds of the player who chooses among the children of a node.
fn best_of_children(tree: &Tree, node: NodeId) -> Bounds {
    let children = tree.children(node).map(|child| tree.bounds(child));
    children.fold(Bounds { lower: 0, upper: 0 }, |best, child| Bounds {
        lower: best.lower.max(child.lower),
        upper: best.upper.max(child.upper),
    })
}

/// The bounds of a node where chance decides: whatever comes, the reward is within them.
fn all_children(tree: &Tree, node: NodeId) -> Bounds {
    let children = tree.children(node).map(|child| tree.bounds(child));
    children.fold(Bounds { lower: 2, upper: 0 }, |all, child| Bounds {
        lower: all.lower.min(child.lower),
        upper: all.upper.max(child.upper),
    })
}

/// Which children are neither solved nor unable to be best; where all are, the best of them.
fn unsolved(tree: &Tree, node: NodeId) -> impl Fn(Bounds) -> bool {
    let best = best_of_children(tree, node);
    let is_open = move |bounds: Bounds| !bounds.is_solved() && bounds.upper > best.lower;
    let any_open = tree.children(node).any(|child| is_open(tree.bounds(child)));
    move |bounds| if any_open && best.lower < 2 { is_open(bounds) } else { bounds.lower == best.lower }
}

/// Takes out of the choice the children that are solved or cannot be best, unless all are: then the best of them stay.
pub(crate) fn close_solved(tree: &Tree, node: NodeId, scores: &mut [f32]) {
    if tree.are_children_open(node) {
        return;
    }
    let stays = unsolved(tree, node);
    for (child, score) in tree.children(node).zip(scores) {
        *score = if stays(tree.bounds(child)) { *score } else { f32::NEG_INFINITY };
    }
}

/// Takes out of the final choice the children that are worse than what is proven: where a draw is certain, only an open child whose value is
/// above one half is preferred to it.
pub(crate) fn close_worse(tree: &Tree, node: NodeId, values: &[f32], open: &mut [bool]) {
    let certain = best_of_children(tree, node).lower;
    let children = || tree.children(node).map(|child| tree.bounds(child)).zip(values);
    let promises =
        |bounds: Bounds, value: f32| bounds.upper > certain && !bounds.is_solved() && value > f32::from(certain) / 2.0;
    if certain == 0 {
        let stays = unsolved(tree, node);
        children().zip(open).for_each(|((bounds, _), open)| *open = stays(bounds));
    } else if children().any(|(bounds, &value)| promises(bounds, value)) {
        children().zip(open).for_each(|((bounds, &value), open)| *open = promises(bounds, value));
    } else {
        children().zip(open).for_each(|((bounds, _), open)| *open = bounds.lower == certain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::needs::Needs;
    use crate::tree::ROOT;
    use katsura_game::Player;

    fn step(node: NodeId, player: u8) -> Step {
        Step::new(node, Player(player))
    }

    /// The second player moved to the root; the first player chooses among two children.
    fn two_children() -> Tree {
        let tree = Tree::new(Needs::BOUNDS, 1 << 16);
        tree.expand(ROOT, 0..2);
        tree
    }

    #[test]
    fn a_win_proves_the_parent_at_once_and_a_loss_only_with_its_siblings() {
        let tree = two_children();
        Solver::WinLoss.back_up(&tree, &[step(ROOT, 1), step(1, 0)], &Rewards::win(Player(1)), true);
        assert_eq!(tree.bounds(1).reward(), Some(0.0));
        assert_eq!(tree.bounds(ROOT), Bounds::OPEN);
        Solver::WinLoss.back_up(&tree, &[step(ROOT, 1), step(2, 0)], &Rewards::win(Player(1)), true);
        assert_eq!(tree.bounds(ROOT).reward(), Some(1.0), "all moves of the first player lose");
        let tree = two_children();
        Solver::WinLoss.back_up(&tree, &[step(ROOT, 1), step(2, 0)], &Rewards::win(Player(0)), true);
        assert_eq!(tree.bounds(ROOT).reward(), Some(0.0), "the first player has a winning move");
    }

    #[test]
    fn draws_bound_the_score_only_where_they_are_asked_for() {
        let path = [step(ROOT, 1), step(1, 0)];
        let tree = two_children();
        Solver::WinLoss.back_up(&tree, &path, &Rewards::draw(), true);
        assert_eq!(tree.bounds(1), Bounds::OPEN);
        Solver::ScoreBounded.back_up(&tree, &path, &Rewards::draw(), true);
        assert_eq!(tree.bounds(1).reward(), Some(0.5));
        assert_eq!(tree.bounds(ROOT), Bounds { lower: 0, upper: 1 }, "the second player gets at most a draw");
    }

    #[test]
    fn solved_children_are_left_out_while_others_may_be_better() {
        let tree = two_children();
        Solver::ScoreBounded.back_up(&tree, &[step(ROOT, 1), step(1, 0)], &Rewards::draw(), true);
        let mut scores = [0.9, 0.1];
        close_solved(&tree, ROOT, &mut scores);
        assert_eq!(scores, [f32::NEG_INFINITY, 0.1]);
        tree.narrow_bounds(2, Bounds { lower: 0, upper: 0 });
        let mut scores = [0.2, 0.8];
        close_solved(&tree, ROOT, &mut scores);
        assert_eq!(scores, [0.2, f32::NEG_INFINITY], "the draw is better than the loss");
        let tree = two_children();
        tree.narrow_bounds(1, Bounds { lower: 1, upper: 1 });
        tree.narrow_bounds(2, Bounds { lower: 2, upper: 2 });
        let mut scores = [0.2, 0.1];
        close_solved(&tree, ROOT, &mut scores);
        assert_eq!(scores, [f32::NEG_INFINITY, 0.1], "a proven win is played");
    }

    #[test]
    fn a_closed_child_is_chosen_where_all_others_are_proven_losses() {
        let needs = Needs::BOUNDS | Needs::CLOSED;
        let tree = Tree::new(needs, 1 << 16);
        tree.expand(ROOT, 0..2);
        for child in [1, 2] {
            tree.add(child, 10, 0.3);
            tree.set_value(child, 0.3);
        }
        tree.set_closed(2, true);
        let shown = || {
            let mut children = crate::tree::Children::default();
            children.gather(&tree, ROOT, needs, 0.0);
            children.mark_hopeless(&tree, ROOT);
            children.open
        };
        assert_eq!(shown(), [true, false], "an open child goes before a closed one");
        tree.narrow_bounds(1, Bounds { lower: 0, upper: 0 });
        assert_eq!(shown(), [false, true], "a closed child goes before a proven loss");
    }

    #[test]
    fn a_playout_proves_nothing() {
        let tree = two_children();
        Solver::WinLoss.back_up(&tree, &[step(ROOT, 1), step(1, 0)], &Rewards::win(Player(0)), false);
        assert_eq!(tree.bounds(1), Bounds::OPEN);
    }
}
