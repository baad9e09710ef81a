//! The final move by mean and AMAF value together.

use super::{Choice, Choose, best_visited};
use crate::config::{ConfigError, Part};
use crate::needs::Needs;
use crate::select::{Rave, Term};
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{About, Rng};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "RAVE child",
    formula: "the highest mixture of mean and AMAF value",
    citation: "gelly2011",
    config: "search.choose = { kind = 'rave' }",
    sources: "poolRave 7",
    test: "few_visits_are_judged_by_amaf_values",
    file: file!(),
}];

/// RAVE child: the highest mixture of mean and AMAF value, as [`Rave`] computes it for selection [gelly2011].
#[derive(Clone, Copy, Debug, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "files", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct RaveChild(pub Rave);

impl Part for RaveChild {
    fn check_ranges(&self) -> Result<(), ConfigError> {
        self.0.check_ranges()
    }

    fn check_fit(&self, about: &About) -> Result<(), ConfigError> {
        self.0.check_fit(about)
    }
}

impl Choose for RaveChild {
    fn needs(&self) -> Needs {
        self.0.needs()
    }

    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, _last: bool) -> Choice {
        let mut scores = vec![0.0; root.children.len()];
        self.0.apply(root, rng, &mut scores);
        Choice::Child(best_visited(root, rng, |place| scores[place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::Max;
    use crate::select::{Equivalence, Schedule};
    use crate::testing::with_amaf;

    /// R = 50: ½·0.6 + ½·0.2 = 0.4 for 50 visits, 5/6·0.9 + 1/6·0.5 ≈ 0.833 for 10, the third has no visit.
    #[test]
    fn few_visits_are_judged_by_amaf_values() {
        let children = with_amaf(&[(50.0, 0.6, 60.0, 12.0), (10.0, 0.5, 40.0, 36.0), (0.0, 0.5, 9.0, 9.0)]);
        let root = NodeView::new(60.0, &children);
        assert_eq!(RaveChild::default().choose(&root, &mut Rng::new(1), true), Choice::Child(1));
        assert_eq!(Max.choose(&root, &mut Rng::new(1), true), Choice::Child(0));
    }

    #[test]
    fn a_share_of_zero_is_the_max_child_and_nothing_known_is_any_child() {
        let zero = RaveChild(Rave { schedule: Schedule::Equivalence(Equivalence { r: 0.0 }), ..Rave::default() });
        let children = with_amaf(&[(50.0, 0.6, 60.0, 12.0), (10.0, 0.5, 40.0, 36.0)]);
        let root = NodeView::new(60.0, &children);
        assert_eq!(zero.choose(&root, &mut Rng::new(1), true), Choice::Child(0));
        let children = with_amaf(&[(0.0, 0.5, 0.0, 0.0); 3]);
        let root = NodeView::new(0.0, &children);
        let mut rng = Rng::new(2);
        let chosen: Vec<Choice> = (0..50).map(|_| RaveChild::default().choose(&root, &mut rng, true)).collect();
        assert!((0..3).all(|place| chosen.contains(&Choice::Child(place))));
    }
}
