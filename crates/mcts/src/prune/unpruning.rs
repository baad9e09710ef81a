//! Progressive unpruning [chaslot2008].

use super::{Prune, open_first};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "progressive unpruning",
    formula: "the k-th child opens when the visits exceed A·B^(k − k_init)",
    citation: "chaslot2008",
    config: "search.prune = { kind = 'progressive_unpruning', k_init = 5, a = 50.0, b = 1.3, threshold = 30 }",
    sources: "lecture 24, slides 20",
    test: "children_are_opened_at_the_thresholds_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// Progressive unpruning [chaslot2008; constants of chaslot2010, sec. 5.3.1]: from T visits of a node on only its k_init
    /// children with the highest priors are open; the k-th is opened when the node's visits exceed A·B^(k − k_init).
    ///
    /// Children stand in the order of the game's priors; equal priors in the order of the moves, so that a game without
    /// priors opens its moves in that order.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ProgressiveUnpruning {
        /// Children open at first: k_init. 5 in the source.
        pub k_init: u32 = 5, from 1 to 65_535;
        /// The scale A of the thresholds. 50 in the source.
        pub a: f64 = 50.0, from 0.0 to 1_000_000_000.0;
        /// The growth B of the thresholds. 1.3 in the source.
        pub b: f64 = 1.3, from 1.001 to 1000.0;
        /// Visits before anything is closed: T. 30 in the source.
        pub threshold: u32 = 30, from 0 to 1_000_000_000;
    }
}

impl ProgressiveUnpruning {
    /// How many of `children` are open after so many visits.
    pub fn open(&self, visits: f64, children: usize) -> usize {
        if visits < f64::from(self.threshold) {
            return children;
        }
        let mut open = self.k_init as usize;
        let mut needed = self.a * self.b;
        while open < children && visits > needed {
            open += 1;
            needed *= self.b;
        }
        open.min(children)
    }
}

impl Prune for ProgressiveUnpruning {
    fn needs(&self) -> Needs {
        Needs::ORDERED
    }

    fn review(&self, node: &NodeView<'_>, _rng: &mut Rng, closed: &mut [bool]) {
        open_first(self.open(f64::from(node.visits), closed.len()), closed);
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::config::{SearchConfig, path};
    use crate::playout::testing::Cells;
    use crate::tree::{Children, ROOT};
    use crate::{Budget, Control, Search};
    use proptest::{prop_assert, proptest};

    #[test]
    fn children_are_opened_at_the_thresholds_worked_out_by_hand() {
        // 50·1.3 = 65, 50·1.3² = 84.5, 50·1.3³ = 109.85
        let open = |visits| ProgressiveUnpruning::default().open(visits, 20);
        assert_eq!([0.0, 29.0, 30.0, 65.0, 66.0, 84.0, 85.0, 109.0, 110.0].map(open), [20, 20, 5, 5, 6, 6, 7, 7, 8]);
        assert_eq!(open(1e9), 20);
        assert_eq!(ProgressiveUnpruning::default().open(40.0, 3), 3, "fewer children than open ones");
    }

    #[test]
    fn the_first_children_stay_open() {
        let children = Children::of(&[1.0; 7], &[0.5; 7]);
        let mut closed = [false; 7];
        ProgressiveUnpruning::default().review(&NodeView::new(40.0, &children), &mut Rng::new(1), &mut closed);
        assert_eq!(closed, [false, false, false, false, false, true, true]);
    }

    #[test]
    fn only_the_best_priors_are_searched_beyond_the_threshold() {
        let prune = "{ kind = 'progressive_unpruning', k_init = 2, threshold = 20 }";
        let config = path::set(&SearchConfig::default(), "prune", prune).unwrap();
        let mut search = Search::new(&Cells::key(8), &config).unwrap();
        search.run(&Budget::simulations(60), &Control::new());
        let (tree, mut late) = (search.tree(), 0);
        let moves: Vec<usize> = tree.children(ROOT).map(|child| tree.move_index(child)).collect();
        assert_eq!(moves, [7, 6, 5, 4, 3, 2, 1, 0], "in the order of the priors");
        for (place, child) in tree.children(ROOT).enumerate() {
            late += if place < 2 { tree.visits(child) } else { 0 };
        }
        // 20 simulations over all eight, 40 over the first two.
        assert!(late >= 40, "{late}");
    }

    proptest! {
        #[test]
        fn more_visits_open_no_fewer_children(k_init in 1u32..30, a in 0.0..1e4, b in 1.01..5.0, visits in 30.0..1e6, more in 1.0..10.0) {
            let rule = ProgressiveUnpruning { k_init, a, b, threshold: 30 };
            let (few, many) = (rule.open(visits, 50), rule.open(visits * more, 50));
            prop_assert!(1 <= few && few <= many && many <= 50);
        }
    }
}
