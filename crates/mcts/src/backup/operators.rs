//! Backup operators between the mean and the maximum [coulom2006; chaslot2006].

use super::{Backup, BackupTraits, Operator, Passed, back_up_by, visited};
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

/// Max: a node is worth as much as its best child [coulom2006, sec. 3.3]. With it the tree holds minimax scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Max;

impl Operator for Max {
    fn value(&self, tree: &Tree, node: NodeId) -> f32 {
        visited(tree, node).map(|child| tree.value(child)).fold(0.0, f32::max)
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

/// Robust Max: a node is worth as much as its most visited child, the better one among equals [coulom2006, sec. 3.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RobustMax;

/// The most visited child, the better one among equals.
pub(super) fn robust_child(tree: &Tree, node: NodeId) -> Option<NodeId> {
    visited(tree, node).max_by(|&a, &b| {
        let order = tree.visits(a).cmp(&tree.visits(b));
        order.then(tree.value(a).total_cmp(&tree.value(b))).then(b.cmp(&a))
    })
}

impl Operator for RobustMax {
    fn value(&self, tree: &Tree, node: NodeId) -> f32 {
        robust_child(tree, node).map_or(0.5, |child| tree.value(child))
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

/// Informed average [chaslot2006]: v = Σ vᵢ nᵢ Uᵢ / Σ nᵢ Uᵢ with Uᵢ = erfc((v₀ − vᵢ) / (√2 σᵢ)), where v₀ is the best value
/// and σᵢ the standard error of child i. A child that is surely worse than the best hardly counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct InformedAverage;

impl Operator for InformedAverage {
    fn value(&self, tree: &Tree, node: NodeId) -> f32 {
        let best = Max.value(tree, node);
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
    use super::super::testing::{root_value, tree_of};
    use super::*;

    #[test]
    fn max_takes_the_best_and_robust_max_the_most_visited() {
        // The simulation makes the first child (4 visits, value 0.8): its mean becomes its value again.
        let children = [(3, 0.75), (10, 0.5), (0, 0.5)];
        assert!((root_value(&Max, &tree_of(&children)) - (1.0 - 0.8125)).abs() < 1e-6);
        assert!((root_value(&RobustMax, &tree_of(&children)) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn the_informed_average_lies_between_mean_and_max() {
        // Two children of 100 visits, values 1 and 0.5 (s.e. 0.05): the worse one is ten standard errors behind and has no
        // weight.
        let tree = tree_of(&[(99, 1.0), (100, 0.5)]);
        assert!(root_value(&InformedAverage, &tree) < 0.001);
        // Equal values: the common value.
        let tree = tree_of(&[(9, 1.0), (10, 1.0)]);
        assert!(root_value(&InformedAverage, &tree).abs() < 1e-6);
        let (near, far) = (urgency(0.01, 0.05), urgency(0.1, 0.05));
        assert!(1.0 > near && near > far && far > 0.0);
    }
}
