//! The child with the most visits [chaslot2008, sec. 3.4; browne2012].

use super::{Choice, Choose, ChooseTraits, best_visited};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Robust child",
    formula: "the most visits",
    citation: "chaslot2008, browne2012",
    config: "search.choose = { kind = 'robust' }",
    sources: "slides 7, student 8",
    test: "the_most_visits_are_chosen_and_among_equals_the_higher_mean",
    file: file!(),
}];

parameters! {
    /// Robust child: the most visits, the higher mean among equals.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Robust {
        /// A search for a move to play ends as soon as no other child can catch up in what is left of the budget; a budget
        /// of seconds is taken to go on at the speed so far. A proof that was still to come may be missed so. It is looked
        /// at once in 256 simulations, and not by trees side by side (`parallel.kind = root`). An analysis spends its
        /// budget.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub early: bool = false;
    }
}

impl Choose for Robust {
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, _last: bool) -> Choice {
        let most = root.children.visits.iter().copied().fold(0.0, f32::max);
        Choice::Child(best_visited(root, rng, |i| {
            if root.children.visits[i] == most { root.children.value[i] } else { f32::NEG_INFINITY }
        }))
    }

    fn traits(&self) -> ChooseTraits {
        ChooseTraits { may_end_early: self.early, ..ChooseTraits::default() }
    }

    fn is_certain(&self, root: &NodeView<'_>, left: f64) -> bool {
        lead(root.children.visits.iter().copied()) > left
    }
}

/// By how many visits the first is ahead of the second; without bound if there is one only.
pub fn lead(visits: impl Iterator<Item = f32>) -> f64 {
    let most_first =
        |[first, second]: [f32; 2], visits: f32| if visits > first { [visits, first] } else { [first, second.max(visits)] };
    let [first, second] = visits.fold([f32::NEG_INFINITY; 2], most_first);
    f64::from(first) - f64::from(second)
}

#[cfg(test)]
mod tests {
    use super::super::testing::chosen;
    use super::*;
    use crate::tree::Children;

    #[test]
    fn the_most_visited_child_is_certain_when_the_others_cannot_catch_up() {
        let certain = |visits: &[f32], left| {
            let children = Children::of(visits, &vec![0.5; visits.len()]);
            Robust { early: true }.is_certain(&NodeView::new(visits.iter().sum(), &children), left)
        };
        // 60 visits, at most 30 + 29 for the other
        assert!(certain(&[10.0, 60.0, 30.0], 29.0) && !certain(&[10.0, 60.0, 30.0], 30.0));
        assert!(!certain(&[5.0, 5.0], 0.0), "equal: their means decide, and may change");
        assert!(certain(&[0.0], 1000.0), "there is only one move");
    }

    #[test]
    fn the_most_visits_are_chosen_and_among_equals_the_higher_mean() {
        assert_eq!(chosen(&Robust::default(), &[10.0, 90.0, 0.0], &[0.8, 0.6, 1.0], true), Choice::Child(1));
        assert_eq!(chosen(&Robust::default(), &[5.0, 5.0], &[0.2, 0.3], true), Choice::Child(1));
    }

    #[test]
    fn without_a_visit_every_child_may_be_chosen() {
        let mut seen = [false; 3];
        let children = Children::of(&[0.0; 3], &[0.5; 3]);
        let mut rng = Rng::new(3);
        for _ in 0..50 {
            if let Choice::Child(place) = Robust::default().choose(&NodeView::new(0.0, &children), &mut rng, true) {
                seen[place] = true;
            }
        }
        assert_eq!(seen, [true; 3]);
    }
}
