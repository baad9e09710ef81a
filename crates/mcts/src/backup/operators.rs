//! Backup operators between the mean and the maximum [coulom2006; chaslot2006].

use super::{Backup, BackupTraits, Operator, Parent, Passed, back_up_by, visited};
use crate::config::parameters;
use crate::error_function::erfc;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::{NodeId, Tree};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "Max and Robust Max backup",
        formula: "value of the best child; value of the most visited child",
        citation: "coulom2006",
        config: "search.backup = { kind = 'robust_max' }",
        sources: "lecture 12",
        test: "max_takes_the_best_and_robust_max_the_most_visited",
        file: file!(),
    },
    Technique {
        name: "Informed average",
        formula: "Σ vᵢ nᵢ Uᵢ / Σ nᵢ Uᵢ, Uᵢ = erfc((v₀ − vᵢ)/(√2 σᵢ))",
        citation: "chaslot2006",
        config: "search.backup = { kind = 'informed_average' }",
        sources: "lecture 12",
        test: "the_informed_average_lies_between_mean_and_max",
        file: file!(),
    },
];

parameters! {
    /// Max: a node is worth as much as its best child [coulom2006, sec. 4.1]. With it the tree holds minimax scores.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Max {
        /// The simulations that the children must have had together; until then the node is worth the mean of all its
        /// simulations. 81 in the source.
        pub from: u32 = 81, from 0 to 1_000_000_000;
    }
}

/// The value of the best child.
fn best_value(tree: &Tree, node: NodeId) -> f32 {
    visited(tree, node).map(|child| tree.value(child)).fold(0.0, f32::max)
}

impl Operator for Max {
    fn from(&self) -> u32 {
        self.from
    }

    fn value(&self, parent: &Parent<'_>) -> f32 {
        best_value(parent.tree, parent.node)
    }
}

impl Backup for Max {
    fn traits(&self) -> BackupTraits {
        BackupTraits { is_for_two: true, ..BackupTraits::default() }
    }

    fn back_up(&self, passed: Passed<'_>) {
        back_up_by(self, passed);
    }
}

parameters! {
    /// Robust Max: a node is worth as much as its most visited child, the better one among equals [coulom2006, sec. 4.1].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RobustMax {
        /// The simulations that the children must have had together; until then the node is worth the mean of all its
        /// simulations. 81 in the source.
        pub from: u32 = 81, from 0 to 1_000_000_000;
    }
}

/// The most visited child, the better one among equals.
pub(super) fn robust_child(tree: &Tree, node: NodeId) -> Option<NodeId> {
    visited(tree, node).max_by(|&a, &b| {
        let order = tree.visits(a).cmp(&tree.visits(b));
        order.then(tree.value(a).total_cmp(&tree.value(b))).then(b.cmp(&a))
    })
}

impl Operator for RobustMax {
    fn from(&self) -> u32 {
        self.from
    }

    fn value(&self, parent: &Parent<'_>) -> f32 {
        robust_child(parent.tree, parent.node).map_or(parent.mean, |child| parent.tree.value(child))
    }
}

impl Backup for RobustMax {
    fn traits(&self) -> BackupTraits {
        BackupTraits { is_for_two: true, ..BackupTraits::default() }
    }

    fn back_up(&self, passed: Passed<'_>) {
        back_up_by(self, passed);
    }
}

parameters! {
    /// Informed average [chaslot2006]: v = Σ vᵢ nᵢ Uᵢ / Σ nᵢ Uᵢ with Uᵢ = erfc((v₀ − vᵢ) / (√2 σᵢ)), where v₀ is the best
    /// value and σᵢ the standard error of child i. A child that is surely worse than the best hardly counts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct InformedAverage {
        /// The simulations that the children must have had together; until then the node is worth the mean of all its
        /// simulations.
        pub from: u32 = 81, from 0 to 1_000_000_000;
    }
}

impl Operator for InformedAverage {
    fn from(&self) -> u32 {
        self.from
    }

    fn value(&self, parent: &Parent<'_>) -> f32 {
        let Parent { tree, node, .. } = *parent;
        let best = best_value(tree, node);
        let (mut sum, mut weights) = (0.0f64, 0.0f64);
        for child in visited(tree, node) {
            let (value, visits) = (tree.value(child), f64::from(tree.visits(child)));
            let weight = visits * urgency(f64::from(best - value), standard_error(tree, child));
            sum += weight * f64::from(value);
            weights += weight;
        }
        if weights > 0.0 { (sum / weights) as f32 } else { best }
    }
}

impl Backup for InformedAverage {
    fn needs(&self) -> Needs {
        Needs::SQUARES
    }

    fn traits(&self) -> BackupTraits {
        BackupTraits { is_for_two: true, ..BackupTraits::default() }
    }

    fn back_up(&self, passed: Passed<'_>) {
        back_up_by(self, passed);
    }
}

/// The standard error of a child's mean; that of a fair coin until the samples differ.
fn standard_error(tree: &Tree, child: NodeId) -> f64 {
    let (mean, visits) = (f64::from(tree.mean(child)), f64::from(tree.visits(child)));
    let variance = (f64::from(tree.mean_square(child)) - mean * mean).max(0.0);
    ((if variance > 1e-9 { variance } else { 0.25 }) / visits).sqrt()
}

/// Uᵢ of a child this far below the best.
fn urgency(behind: f64, standard_error: f64) -> f64 {
    erfc(behind / (std::f64::consts::SQRT_2 * standard_error))
}

#[cfg(test)]
mod tests {
    use super::super::Mix;
    use super::super::testing::{root_value, tree_of, value_of_late_children};
    use super::*;

    #[test]
    fn max_takes_the_best_and_robust_max_the_most_visited() {
        // The simulation makes the first child (4 visits, value 0.8): its mean becomes its value again.
        let children = [(3, 0.75), (10, 0.5), (0, 0.5)];
        assert!((root_value(&Max { from: 0 }, &tree_of(&children)) - (1.0 - 0.8125)).abs() < 1e-6);
        assert!((root_value(&RobustMax { from: 0 }, &tree_of(&children)) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn the_informed_average_lies_between_mean_and_max() {
        let informed = InformedAverage { from: 0 };
        // Two children of 100 visits, values 1 and 0.5 (s.e. 0.05): the worse one is ten standard errors behind and has no
        // weight.
        let tree = tree_of(&[(99, 1.0), (100, 0.5)]);
        assert!(root_value(&informed, &tree) < 0.001);
        // Equal values: the common value.
        let tree = tree_of(&[(9, 1.0), (10, 1.0)]);
        assert!(root_value(&informed, &tree).abs() < 1e-6);
        let (near, far) = (urgency(0.01, 0.05), urgency(0.1, 0.05));
        assert!(1.0 > near && near > far && far > 0.0);
    }

    #[test]
    fn a_node_is_worth_the_mean_of_all_its_simulations_until_its_children_have_had_enough() {
        // (48.6 + 1)/83, whatever the operator: one or two single games say nothing about the best child
        let rules = [&Max::default() as &dyn Backup, &RobustMax::default(), &InformedAverage::default(), &Mix::default()];
        for rule in rules {
            let value = value_of_late_children(rule, &[true, false]);
            assert!((value - 0.597_590).abs() < 1e-5, "{value}");
        }
    }
}
