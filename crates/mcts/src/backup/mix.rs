//! Coulom's Mix operator.

use super::{Backup, Operator, Parent, Passed, back_up_by, visited};
use super::{BackupTraits, operators::robust_child};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::{NodeId, Tree};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Coulom's Mix backup",
    formula: "(n·v + w·mean)/(n + w), w = 2P, growing with the simulations beyond 16P",
    citation: "coulom2006",
    config: "search.backup = { kind = 'mix', points = 81 }",
    sources: "lecture 12",
    test: "the_value_is_the_one_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// Mix: the value of the best move, drawn towards the mean by a weight that grows with the simulations
    /// [coulom2006, fig. 1].
    ///
    /// With P points on the board, S simulations of the node and their mean m, those before it had children included: w =
    /// 2P, and w = 2P·S/(16P) once S > 16P. Move 0 has the best value, move 1 the second best, or the most games if that
    /// is neither of the two. aᵢ = (nᵢ vᵢ + w m)/(nᵢ + w). If move 0 has at least as many games as move 1: a₀. Else, if
    /// v₁ > m: a₁; else, if v₀ < m: a₀; else m. With one move only: v₀.
    ///
    /// **Differs from the paper:** a₀ is the value as well where only one of several moves has games, where the source has v₀; and the source counts the
    /// simulations of the node for `from`, not those of its children.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Mix {
        /// P: the points of the board. 81 in the source.
        pub points: u32 = 81, from 1 to 100_000;
        /// The simulations that the children must have had together; until then the node is worth the mean of all its
        /// simulations. P in the source.
        pub from: u32 = 81, from 0 to 1_000_000_000;
    }
}

/// The two moves of the rule: best value; second best value or most games.
fn leaders(tree: &Tree, node: NodeId) -> (Option<NodeId>, Option<NodeId>) {
    let (mut best, mut second) = (None::<NodeId>, None::<NodeId>);
    for child in visited(tree, node) {
        if best.is_none_or(|best| tree.value(child) > tree.value(best)) {
            second = best.replace(child);
        } else if second.is_none_or(|second| tree.value(child) > tree.value(second)) {
            second = Some(child);
        }
    }
    let robust = robust_child(tree, node).filter(|&child| Some(child) != best && Some(child) != second);
    (best, robust.or(second))
}

impl Mix {
    fn weight(&self, simulations: f32) -> f32 {
        let points = self.points as f32;
        let growth = if simulations > 16.0 * points { simulations / (16.0 * points) } else { 1.0 };
        2.0 * points * growth
    }
}

impl Operator for Mix {
    fn from(&self) -> u32 {
        self.from
    }

    fn value(&self, parent: &Parent<'_>) -> f32 {
        let Parent { tree, node, simulations, mean } = *parent;
        let weight = self.weight(simulations);
        let averaged = |child: NodeId| {
            let games = tree.visits(child) as f32;
            (games * tree.value(child) + weight * mean) / (games + weight)
        };
        let (best, second) = match leaders(tree, node) {
            (None, _) => return mean,
            (Some(best), None) if tree.children(node).len() == 1 => return tree.value(best),
            (Some(best), None) => return averaged(best),
            (Some(best), Some(second)) => (best, second),
        };
        if tree.visits(best) >= tree.visits(second) {
            averaged(best)
        } else if tree.value(second) > mean {
            averaged(second)
        } else if tree.value(best) < mean {
            averaged(best)
        } else {
            mean
        }
    }
}

impl Backup for Mix {
    fn traits(&self) -> BackupTraits {
        BackupTraits { is_for_two: true, ..BackupTraits::default() }
    }

    fn back_up(&self, passed: Passed<'_>) {
        back_up_by(self, passed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{tree_of, value_at_root, value_of_late_children};
    use super::*;

    #[test]
    fn the_weight_of_the_mean_is_that_of_the_source() {
        let mix = Mix::default();
        assert_eq!(mix.weight(1296.0), 162.0);
        assert_eq!(mix.weight(2592.0), 324.0);
    }

    #[test]
    fn the_value_is_the_one_worked_out_by_hand() {
        let mix = Mix { points: 1, from: 0 };
        let value = |children: &[(u32, f32)]| value_at_root(&mix, &tree_of(children));
        // mean (6·0.8 + 2·0.4)/8 = 0.7, w = 2, best has most games: (6·0.8 + 2·0.7)/8 = 0.775
        assert!((value(&[(6, 0.8), (2, 0.4)]) - 0.775).abs() < 1e-6);
        // mean (2·0.9 + 6·0.8)/8 = 0.825: second (0.8) is not above it, best (0.9) not below: the mean
        assert!((value(&[(2, 0.9), (6, 0.8)]) - 0.825).abs() < 1e-6);
        // mean (1·0.9 + 5·0.8 + 2·0)/8 = 0.6125: second has more games and is above it: (5·0.8 + 2·0.6125)/7 = 0.746429
        assert!((value(&[(1, 0.9), (5, 0.8), (2, 0.0)]) - 0.746_429).abs() < 1e-5);
        assert!((value(&[(3, 0.6), (0, 0.5)]) - 0.6).abs() < 1e-6);
        // one move only
        assert_eq!(value(&[(3, 0.6)]), 0.6);
    }

    #[test]
    fn what_a_node_saw_before_it_had_children_counts() {
        let mix = Mix { from: 0, ..Mix::default() };
        // 83 games with the mean 48.6/83 = 0.585542, w = 162: (1·0 + 162·0.585542)/163 = 0.581950
        let value = value_of_late_children(&mix, &[false, false]);
        assert!((value - 0.581_950).abs() < 1e-5, "{value}");
        // 91 games with the mean 51.6/91 = 0.567033: (1·1 + 162·0.567033)/163 = 0.569689
        let value = value_of_late_children(&mix, &[true, false, false, true, false, false, true, false, false, false]);
        assert!((value - 0.569_689).abs() < 1e-5, "{value}");
    }
}
