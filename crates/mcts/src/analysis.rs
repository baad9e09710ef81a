//! What a search thinks of a position, as plain numbers.

use crate::tree::{NodeId, Tree};

/// The candidates of a position with their statistics.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Analysis {
    /// The legal moves, most visited first.
    pub moves: Vec<MoveAnalysis>,
    /// The number of the move to play; `None` when the game is over.
    pub best: Option<usize>,
    /// Simulations made from this position, those before the last move not counted.
    pub simulations: u64,
    /// Nodes in the tree.
    pub nodes: usize,
    /// Bytes a node takes.
    pub bytes_per_node: usize,
    /// Whether the tree ran out of memory and stopped growing.
    pub tree_full: bool,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// The move's number.
    pub index: usize,
    /// Finished simulations through it.
    pub visits: u32,
    /// The mean reward of the player to move; ½ without visits. This and the other means are in the game's own units.
    pub mean: f32,
    /// Lower end of the 95 % interval of the mean.
    pub lower: f32,
    /// Upper end of the 95 % interval of the mean.
    pub upper: f32,
    /// AMAF samples.
    pub amaf_visits: u32,
    /// AMAF mean; ½ without samples.
    pub amaf_mean: f32,
    /// The game's prior; ½ without one.
    pub prior: f32,
    /// The numbers of the moves of the principal variation, this one first.
    pub pv: Vec<usize>,
}

const LONGEST_VARIATION: usize = 64;

impl Analysis {
    /// The analysis of the moves of a node; variations and sizes come from the trees whose sums these are.
    /// Below the children `line` says how play goes on.
    pub(crate) fn of(sum: &Tree, node: NodeId, trees: &[&Tree], simulations: u64, line: &Line<'_>) -> Self {
        let below =
            |index: usize| trees[0].place_of(node, index).map(|place| trees[0].children(node).start + place as NodeId);
        let moves = sum.children(node).filter(|&child| line.is_move(sum, child));
        let mut moves: Vec<_> =
            moves.map(|child| MoveAnalysis::of(sum, child, line.from(trees[0], below(sum.move_index(child))))).collect();
        moves.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)).then(a.index.cmp(&b.index)));
        Analysis {
            moves,
            best: None,
            simulations,
            nodes: trees.iter().map(|tree| tree.nodes()).sum(),
            bytes_per_node: Tree::bytes_per_node(trees[0].needs()),
            tree_full: trees.iter().any(|tree| tree.is_full()),
        }
    }
}

impl MoveAnalysis {
    /// Writes rewards as the results they stand for.
    pub(crate) fn in_units(&mut self, result: impl Fn(f32) -> f32) {
        for number in [&mut self.mean, &mut self.lower, &mut self.upper, &mut self.amaf_mean] {
            *number = result(*number);
        }
    }

    fn of(sum: &Tree, child: NodeId, line: Vec<usize>) -> Self {
        let (index, visits, mean) = (sum.move_index(child), sum.visits(child), sum.mean(child));
        let (lower, upper) = wilson(mean, visits as f32);
        let (amaf_visits, amaf_mean) = sum.amaf(child);
        let pv = std::iter::once(index).chain(line).collect();
        MoveAnalysis {
            index,
            visits,
            mean,
            lower,
            upper,
            amaf_visits: amaf_visits as u32,
            amaf_mean,
            prior: sum.prior(child),
            pv,
        }
    }
}

/// How principal variations are told: by the most visited children that are moves.
pub(crate) struct Line<'a> {
    /// Whether a child is a move: not if it stands for what a player has seen.
    pub(crate) is_move: &'a dyn Fn(&Tree, NodeId) -> bool,
    /// Whether what follows the first move is told: where several choose together, a line of single moves says nothing.
    pub(crate) goes_on: bool,
}

impl Line<'_> {
    fn is_move(&self, tree: &Tree, child: NodeId) -> bool {
        (self.is_move)(tree, child)
    }

    /// The most visited line below a node, as far as it consists of moves.
    fn from(&self, tree: &Tree, start: Option<NodeId>) -> Vec<usize> {
        let (mut line, mut below) = (Vec::new(), start.filter(|_| self.goes_on));
        while let Some(node) = below.filter(|_| line.len() < LONGEST_VARIATION) {
            let moves = tree.children(node).filter(|&child| self.is_move(tree, child));
            let best = moves.max_by_key(|&child| (tree.visits(child), std::cmp::Reverse(child)));
            below = best.filter(|&child| tree.visits(child) > 0);
            line.extend(below.map(|child| tree.move_index(child)));
        }
        line
    }
}

/// The 95 % interval of Wilson [wilson1927] for a mean in [0, 1] of so many samples.
fn wilson(mean: f32, visits: f32) -> (f32, f32) {
    if visits == 0.0 {
        return (0.0, 1.0);
    }
    let z2 = 1.96f32 * 1.96;
    let centre = (mean + z2 / (2.0 * visits)) / (1.0 + z2 / visits);
    let half = 1.96 / (1.0 + z2 / visits) * (mean * (1.0 - mean) / visits + z2 / (4.0 * visits * visits)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_wilson() {
        // statsmodels proportion_confint(7, 10, method="wilson") = (0.396773, 0.892209)
        let (lower, upper) = wilson(0.7, 10.0);
        assert!((lower - 0.396_77).abs() < 1e-4 && (upper - 0.892_21).abs() < 1e-4, "{lower} {upper}");
        assert_eq!(wilson(0.5, 0.0), (0.0, 1.0));
        assert!(wilson(1.0, 5.0).1 <= 1.0 && wilson(0.0, 5.0).0 >= 0.0);
    }
}
