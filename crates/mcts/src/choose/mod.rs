//! The move that is played after the search.
//!
//! Names and definitions after [chaslot2008, sec. 3.4] and [browne2012]; the agents without search are those of [seksaoui].

mod rave;
mod temperature;

pub use rave::RaveChild;
pub use temperature::Temperature;

use crate::custom::Custom;
use crate::needs::Needs;
use crate::select::argmax;
use crate::tree::NodeView;
use katsura_game::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to do now that the budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Play the move of this child of the root.
    Child(usize),
    /// The rule is not content: search on, within its limit.
    KeepSearching,
    /// Play any legal move.
    AnyLegal,
    /// Play any move of the light playout.
    AnyPlayout,
}

/// Chooses the move to play from the children of the root.
pub trait Choose: Send + Sync {
    /// Whether the rule looks at the tree at all. If not, no simulation is made.
    fn wants_search(&self) -> bool {
        true
    }

    /// The statistics the rule reads.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// The choice. `last` is true when there is no more search to be had.
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, last: bool) -> Choice;

    /// How many times its budget a search may take if the rule is not content.
    fn patience(&self) -> f64 {
        1.0
    }

    /// Whether the rule asks to end a search [for a move](crate::Search::think) as soon as its choice is certain.
    fn may_end_early(&self) -> bool {
        false
    }

    /// Whether the choice will be the same whatever comes of the simulations that are `left`, unless one of them proves something.
    fn is_certain(&self, _root: &NodeView<'_>, _left: f64) -> bool {
        false
    }
}

/// The children that have visits, or all if none has.
fn best_visited(root: &NodeView<'_>, rng: &mut Rng, score: impl Fn(usize) -> f32) -> usize {
    let visits = &root.children.visits;
    let any = visits.iter().any(|&visits| visits > 0.0);
    let scores: Vec<f32> =
        (0..visits.len()).map(|i| if !any || visits[i] > 0.0 { score(i) } else { f32::NEG_INFINITY }).collect();
    argmax(&scores, rng)
}

/// Max child: the highest mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Max;

impl Choose for Max {
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, _last: bool) -> Choice {
        Choice::Child(best_visited(root, rng, |i| root.children.value[i]))
    }
}

/// Robust child: the most visits, the higher mean among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Robust {
    /// A search for a move to play ends as soon as no other child can catch up in what is left of the budget; a budget of seconds is taken to go
    /// on at the speed so far. A proof that was still to come may be missed so. It is looked at once in 256 simulations, and not by trees side by side
    /// (`parallel.kind = root`). An analysis spends its budget.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub early: bool,
}

impl Choose for Robust {
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, _last: bool) -> Choice {
        let most = root.children.visits.iter().copied().fold(0.0, f32::max);
        Choice::Child(best_visited(root, rng, |i| {
            if root.children.visits[i] == most { root.children.value[i] } else { f32::NEG_INFINITY }
        }))
    }

    fn may_end_early(&self) -> bool {
        self.early
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

/// Max-robust child: the child with both the most visits and the highest mean. While there is none the search goes on, up to a
/// limit; then the robust child is played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MaxRobust {
    /// The search may take this many times its budget.
    #[schemars(range(min = 1.0, max = 100.0))]
    pub patience: f64,
}

impl Default for MaxRobust {
    fn default() -> Self {
        MaxRobust { patience: 2.0 }
    }
}

impl Choose for MaxRobust {
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, last: bool) -> Choice {
        let robust = Robust::default().choose(root, rng, true);
        let Choice::Child(place) = robust else { return robust };
        let best = root.children.value[best_visited(root, rng, |i| root.children.value[i])];
        if last || root.children.value[place] >= best { robust } else { Choice::KeepSearching }
    }

    fn patience(&self) -> f64 {
        self.patience
    }
}

/// Secure child: the highest lower confidence bound v − a/√n.
///
/// **Differs from the paper:** [chaslot2008, sec. 3.4] prints v + A/√n, which is no lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Secure {
    /// The weight of uncertainty. The source uses 4 for rewards in [0, 1].
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub a: f64,
}

impl Default for Secure {
    fn default() -> Self {
        Secure { a: 4.0 }
    }
}

impl Choose for Secure {
    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, _last: bool) -> Choice {
        let (children, a) = (root.children, self.a as f32);
        Choice::Child(best_visited(root, rng, |i| children.value[i] - a / children.visits[i].max(1.0).sqrt()))
    }
}

/// Any rule for the final move: `[search.choose]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyChoose {
    /// The highest mean.
    Max {},
    /// The most visits.
    Robust(Robust),
    /// Both, or more search.
    MaxRobust(MaxRobust),
    /// The highest lower bound.
    Secure(Secure),
    /// The highest mixture of mean and AMAF value.
    Rave(RaveChild),
    /// Drawn by visits.
    Temperature(Temperature),
    /// A legal move at random, without search.
    Random {},
    /// A move of the light playout at random, without search.
    WiseRandom {},
    /// A rule of another crate.
    #[serde(skip)]
    Custom(Custom<dyn Choose>),
}

impl Default for AnyChoose {
    fn default() -> Self {
        AnyChoose::Robust(Robust::default())
    }
}

impl Choose for AnyChoose {
    fn wants_search(&self) -> bool {
        match self {
            AnyChoose::Random {} | AnyChoose::WiseRandom {} => false,
            AnyChoose::Custom(rule) => rule.wants_search(),
            _ => true,
        }
    }

    fn needs(&self) -> Needs {
        match self {
            AnyChoose::Rave(rule) => rule.needs(),
            AnyChoose::Custom(rule) => rule.needs(),
            _ => Needs::NONE,
        }
    }

    fn choose(&self, root: &NodeView<'_>, rng: &mut Rng, last: bool) -> Choice {
        match self {
            AnyChoose::Max {} => Max.choose(root, rng, last),
            AnyChoose::Robust(rule) => rule.choose(root, rng, last),
            AnyChoose::MaxRobust(rule) => rule.choose(root, rng, last),
            AnyChoose::Secure(rule) => rule.choose(root, rng, last),
            AnyChoose::Rave(rule) => rule.choose(root, rng, last),
            AnyChoose::Temperature(rule) => rule.choose(root, rng, last),
            AnyChoose::Random {} => Choice::AnyLegal,
            AnyChoose::WiseRandom {} => Choice::AnyPlayout,
            AnyChoose::Custom(rule) => rule.choose(root, rng, last),
        }
    }

    fn patience(&self) -> f64 {
        match self {
            AnyChoose::MaxRobust(rule) => rule.patience(),
            AnyChoose::Custom(rule) => rule.patience(),
            _ => 1.0,
        }
    }

    fn may_end_early(&self) -> bool {
        match self {
            AnyChoose::Robust(rule) => rule.may_end_early(),
            AnyChoose::Custom(rule) => rule.may_end_early(),
            _ => false,
        }
    }

    fn is_certain(&self, root: &NodeView<'_>, left: f64) -> bool {
        match self {
            AnyChoose::Robust(rule) => rule.is_certain(root, left),
            AnyChoose::Custom(rule) => rule.is_certain(root, left),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Children;

    fn chosen(rule: &impl Choose, visits: &[f32], value: &[f32], last: bool) -> Choice {
        let children = Children::of(visits, value);
        rule.choose(&NodeView { visits: visits.iter().sum(), children: &children }, &mut Rng::new(1), last)
    }

    #[test]
    fn the_most_visited_child_is_certain_when_the_others_cannot_catch_up() {
        let certain = |visits: &[f32], left| {
            let children = Children::of(visits, &vec![0.5; visits.len()]);
            Robust { early: true }.is_certain(&NodeView { visits: visits.iter().sum(), children: &children }, left)
        };
        // 60 visits, at most 30 + 29 for the other
        assert!(certain(&[10.0, 60.0, 30.0], 29.0) && !certain(&[10.0, 60.0, 30.0], 30.0));
        assert!(!certain(&[5.0, 5.0], 0.0), "equal: their means decide, and may change");
        assert!(certain(&[0.0], 1000.0), "there is only one move");
    }

    #[test]
    fn max_takes_the_mean_and_robust_the_visits() {
        let (visits, value) = ([10.0, 90.0, 0.0], [0.8, 0.6, 1.0]);
        assert_eq!(chosen(&Max, &visits, &value, true), Choice::Child(0));
        assert_eq!(chosen(&Robust::default(), &visits, &value, true), Choice::Child(1));
        assert_eq!(chosen(&Robust::default(), &[5.0, 5.0], &[0.2, 0.3], true), Choice::Child(1));
    }

    #[test]
    fn max_robust_searches_on_until_both_agree() {
        let rule = MaxRobust::default();
        assert_eq!(chosen(&rule, &[10.0, 90.0], &[0.8, 0.6], false), Choice::KeepSearching);
        assert_eq!(chosen(&rule, &[10.0, 90.0], &[0.8, 0.6], true), Choice::Child(1));
        assert_eq!(chosen(&rule, &[10.0, 90.0], &[0.5, 0.6], false), Choice::Child(1));
    }

    #[test]
    fn secure_prefers_the_more_visited_of_equal_means() {
        // 0.9 − 4/√16 = −0.1 and 0.6 − 4/√400 = 0.4
        assert_eq!(chosen(&Secure::default(), &[16.0, 400.0], &[0.9, 0.6], true), Choice::Child(1));
        assert_eq!(chosen(&Secure::default(), &[16.0, 17.0], &[0.5, 0.5], true), Choice::Child(1));
        assert_eq!(chosen(&Secure { a: 0.0 }, &[16.0, 400.0], &[0.9, 0.6], true), Choice::Child(0));
    }

    #[test]
    fn without_a_visit_every_child_may_be_chosen() {
        let mut seen = [false; 3];
        let children = Children::of(&[0.0; 3], &[0.5; 3]);
        let mut rng = Rng::new(3);
        for _ in 0..50 {
            if let Choice::Child(place) =
                Robust::default().choose(&NodeView { visits: 0.0, children: &children }, &mut rng, true)
            {
                seen[place] = true;
            }
        }
        assert_eq!(seen, [true; 3]);
    }

    struct NeverContent;

    impl Choose for NeverContent {
        fn choose(&self, _root: &NodeView<'_>, _rng: &mut Rng, last: bool) -> Choice {
            if last { Choice::Child(0) } else { Choice::KeepSearching }
        }

        fn patience(&self) -> f64 {
            3.0
        }
    }

    #[test]
    fn a_rule_that_is_not_content_gets_its_patience_in_simulations_and_no_more() {
        let config = crate::testing::config("[search]");
        let game = katsura_games::tic_tac_toe::TicTacToe {};
        let mut policies = crate::Policies::new(&config, &katsura_game::Game::about(&game));
        policies.choose = AnyChoose::Custom(Custom(std::sync::Arc::new(NeverContent)));
        let mut search = crate::Search::with_policies(&game, policies, &config);
        let report = search.run(&crate::Budget::simulations(100), &crate::Control::new());
        assert_eq!(report.simulations, 300);
    }
}
