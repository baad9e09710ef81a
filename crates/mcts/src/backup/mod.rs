//! What a simulation leaves behind in the nodes it passed.
//!
//! Every rule counts the simulation (visits, rewards) and leaves in the `value` column what selection is to read as the
//! mean.
//!
//! | file | technique |
//! |---|---|
//! | `mean.rs` | the mean reward |
//! | `operators.rs` | Max, Robust Max, Chaslot's informed average |
//! | `mix.rs` | Coulom's Mix |
//! | `weighted.rs` | later and shorter simulations count for more |
//! | `same_sign.rs` | the student's backup: one reward for the nodes of both players |
//! | `any.rs` | the choice of a rule as data |

mod any;
mod frozen;
mod mean;
mod mix;
mod operators;
mod same_sign;
mod weighted;

pub use any::AnyBackup;
pub use frozen::value_by;
pub use mean::Mean;
pub use mix::Mix;
pub use operators::{InformedAverage, Max, RobustMax};
pub use same_sign::SameSign;
pub use weighted::Weighted;

use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::{NodeId, Tree};
use katsura_game::{Player, Rewards};

/// The lines of this kind on the page of techniques.
pub(crate) const TECHNIQUES: &[&[Technique]] =
    &[mean::TECHNIQUES, operators::TECHNIQUES, mix::TECHNIQUES, weighted::TECHNIQUES, same_sign::TECHNIQUES];

/// One node of the way down: the slot, and who moved along the edge into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node.
    pub node: NodeId,
    /// The player whose reward the node's numbers are. For a chance outcome, and for the root of a new game, the first
    /// player.
    pub mover: Player,
    /// Whether chance led into the node: then nobody chose it, and nobody would have chosen another.
    pub by_chance: bool,
}

impl Step {
    /// A step that a player took.
    pub const fn new(node: NodeId, mover: Player) -> Self {
        Step { node, mover, by_chance: false }
    }
}

/// A finished simulation.
#[derive(Clone, Copy, Debug)]
pub struct Passed<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The nodes it passed, from the root to the leaf.
    pub path: &'a [Step],
    /// The result.
    pub rewards: Rewards,
    /// The number of moves from the root to the end of the game.
    pub plies: usize,
    /// What came from each node of the path on, where moves bring something on the way; else nothing, and the result is what
    /// came.
    pub returns: &'a [Rewards],
}

impl Passed<'_> {
    /// What came from a node of the path on, for the player who moved into it.
    #[inline]
    pub fn reward(&self, depth: usize) -> f32 {
        self.returns.get(depth).unwrap_or(&self.rewards).of(self.path[depth].mover)
    }
}

/// What a search must know of a backup rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupTraits {
    /// It turns the reward of one player into that of the other, and so needs a game of two whose rewards sum to 1.
    pub is_for_two: bool,
    /// The most visits that one simulation can count for.
    pub heaviest: u32,
    /// Every node simply gets the mean of its mover's rewards: then nodes may be counted apart from each other.
    pub is_mean: bool,
    /// Every node gets the reward of the player who moves at the root: what was counted means nothing once the other player
    /// moves there.
    pub is_of_root: bool,
}

impl Default for BackupTraits {
    fn default() -> Self {
        BackupTraits { is_for_two: false, heaviest: 1, is_mean: false, is_of_root: false }
    }
}

/// Counts a simulation in the nodes it passed.
pub trait Backup: Send + Sync {
    /// The statistics the rule reads.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// What a search must know of the rule. Asked once, before the first simulation.
    fn traits(&self) -> BackupTraits {
        BackupTraits::default()
    }

    /// Updates every node of the path.
    fn back_up(&self, passed: Passed<'_>);
}

/// A node with children, as the player sees it who chooses among them.
struct Parent<'a> {
    tree: &'a Tree,
    node: NodeId,
    /// All simulations of the node, those before it had children included.
    simulations: f32,
    /// Their mean.
    mean: f32,
}

impl<'a> Parent<'a> {
    /// The node of a step, below which this player chose.
    fn new(tree: &'a Tree, step: &Step, chooser: Player) -> Self {
        let (node, below) = (step.node, tree.visits_below(step.node));
        if below > tree.visits(node) {
            // other ways lead to the position, and its moves have counted all of them
            return Parent { tree, node, simulations: below as f32, mean: average(tree, node, |child| tree.mean(child)) };
        }
        let mean = seen_by(step.mover, chooser, tree.mean(node));
        Parent { tree, node, simulations: tree.visits(node) as f32, mean }
    }
}

/// The value of a node from its children, for the player who chooses among them.
trait Operator: Send + Sync {
    /// The simulations that the children must have had together before the operator counts. The source calls a node
    /// external until it has had as many as the board has points, 81, and internal from then on [coulom2006]: what
    /// children are worth after a game or two says little, and the best of it is much too high.
    fn from(&self) -> u32;

    /// The value for the player who chooses; only called when at least one child has a visit.
    fn value(&self, parent: &Parent<'_>) -> f32;
}

/// Counts the simulation and gives every node whose children have had enough simulations the operator's value, from the
/// leaf up; one where chance decides gets what its outcomes are worth on average. The others are worth the mean of all
/// their simulations.
fn back_up_by(operator: &impl Operator, passed: Passed<'_>) {
    let Passed { tree, path, .. } = passed;
    for (depth, step) in path.iter().enumerate().rev() {
        tree.add(step.node, 1, passed.reward(depth));
        let below = path.get(depth + 1).filter(|_| tree.visits_below(step.node) >= operator.from());
        let value = match below {
            None => tree.mean(step.node),
            Some(below) if below.by_chance => {
                seen_by(step.mover, below.mover, average(tree, step.node, |child| tree.value(child)))
            }
            Some(below) => seen_by(step.mover, below.mover, operator.value(&Parent::new(tree, step, below.mover))),
        };
        tree.set_value(step.node, value);
    }
}

/// A value for the player `chooser`, seen by `mover`: the same, or what is left of 1.
fn seen_by(mover: Player, chooser: Player, value: f32) -> f32 {
    if mover == chooser { value } else { 1.0 - value }
}

/// The mean of a number of the children, each as often as it was visited; ½ without visits.
pub(crate) fn average(tree: &Tree, node: NodeId, of: impl Fn(NodeId) -> f32) -> f32 {
    let counted = visited(tree, node).map(|child| (tree.visits(child) as f32, of(child)));
    let (visits, sum) = counted.fold((0.0, 0.0), |(visits, sum), (n, number)| (visits + n, sum + n * number));
    if visits > 0.0 { sum / visits } else { 0.5 }
}

/// Children that have been visited.
fn visited(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> {
    tree.children(node).filter(move |&child| tree.visits(child) > 0)
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::tree::ROOT;

    /// What an operator makes of the children of a root that are the first player's.
    pub(super) fn value_at_root(operator: &impl Operator, tree: &Tree) -> f32 {
        operator.value(&Parent::new(tree, &Step::new(ROOT, Player::SECOND), Player::FIRST))
    }

    /// A root (mover: second player) whose children have these visits and values, all by the first player.
    pub(super) fn tree_of(children: &[(u32, f32)]) -> Tree {
        let tree = Tree::new(Needs::SQUARES, 1 << 16);
        tree.expand(ROOT, 0..children.len());
        for (child, &(visits, value)) in tree.children(ROOT).zip(children) {
            tree.add(child, visits, value);
            tree.add(ROOT, visits, 1.0 - value);
            tree.set_value(child, value);
        }
        tree
    }

    /// Backs up one more simulation through the first child, won by the first player, and returns the value of the root,
    /// seen by the second player.
    pub(super) fn root_value(rule: &impl Backup, tree: &Tree) -> f32 {
        let path = [Step::new(ROOT, Player::SECOND), Step::new(1, Player::FIRST)];
        rule.back_up(Passed { tree, path: &path, rewards: Rewards::win(Player::FIRST), plies: 9, returns: &[] });
        tree.value(ROOT)
    }

    /// The value for the player who chooses at a node that had 81 simulations with a mean of 0.6 before it had children,
    /// and then one through each child, won or not.
    pub(super) fn value_of_late_children(rule: &dyn Backup, won: &[bool]) -> f32 {
        let tree = tree_of(&vec![(0, 0.5); won.len()]);
        tree.add(ROOT, 81, 0.4);
        for (child, &won) in (1..).zip(won) {
            let path = [Step::new(ROOT, Player::SECOND), Step::new(child, Player::FIRST)];
            let rewards = Rewards::win(if won { Player::FIRST } else { Player::SECOND });
            rule.back_up(Passed { tree: &tree, path: &path, rewards, plies: 9, returns: &[] });
        }
        1.0 - tree.value(ROOT)
    }
}
