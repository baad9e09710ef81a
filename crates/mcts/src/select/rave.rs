//! Rapid action value estimation: AMAF values that give way to means as visits grow.

use super::amaf::{Edge, add_mixed, convex};
use super::{Mean, Term, TermTraits};
use crate::config::{ConfigError, parameters, refused};
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{About, Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "RAVE, equivalence schedule",
        formula: "(1 − β)x̄ + βx̃, β = R/(R + n), R = 50",
        citation: "teytaud2009, gelly2011",
        config: "search.select.value = { kind = 'rave', schedule = { kind = 'equivalence', r = 50.0 } }",
        sources: "poolRave 7",
        test: "the_schedules_have_the_values_worked_out_by_hand",
        file: file!(),
    },
    Technique {
        name: "RAVE, additive",
        formula: "x̄ + βx̃",
        citation: "rimmel2010",
        config: "search.select.value = { kind = 'rave', mixing = 'additive' }",
        sources: "poolRave 7",
        test: "the_additive_form_adds_the_share_to_the_whole_mean",
        file: file!(),
    },
    Technique {
        name: "RAVE, linear schedule",
        formula: "β = max{0, (p − n)/p}",
        citation: "browne2012",
        config: "search.select.value = { kind = 'rave', schedule = { kind = 'linear', p = 1000.0 } }",
        sources: "slides 18",
        test: "the_schedules_have_the_values_worked_out_by_hand",
        file: file!(),
    },
    Technique {
        name: "RAVE, the lecture notes' schedule",
        formula: "v₃ = αv₁ + (1 − α)v₂, α = min{1, n/10000}: linear with p = 10000",
        citation: "browne2012",
        config: "search.select.value = { kind = 'rave', schedule = { kind = 'linear', p = 10000.0 } }",
        sources: "lecture 27",
        test: "the_schedule_of_the_lecture_notes_is_the_linear_one",
        file: file!(),
    },
    Technique {
        name: "RAVE, hand-selected schedule",
        formula: "β = √(k/(3N + k)), N of the state or of the action",
        citation: "gelly2011",
        config: "search.select.value = { kind = 'rave', schedule = { kind = 'hand_selected', k = 1000.0, count = 'state' } }",
        sources: "poolRave 7, further 5",
        test: "the_schedules_have_the_values_worked_out_by_hand",
        file: file!(),
    },
    Technique {
        name: "RAVE of bounds",
        formula: "β(x̃ + c√(ln m/m_a)) + (1 − β)(x̄ + c√(ln N/n))",
        citation: "gelly2007",
        config: "search.select.value = { kind = 'rave', schedule = { kind = 'hand_selected', k = 1000.0 }, explore = 0.3 }",
        sources: "further 5",
        test: "a_mixture_of_bounds_has_the_value_worked_out_by_hand",
        file: file!(),
    },
    Technique {
        name: "RAVE, minimum-MSE schedule",
        formula: "β = ñ/(n + ñ + 4nñb²)",
        citation: "silver2009, gelly2011",
        config: "search.select.value = { kind = 'rave', schedule = { kind = 'minimum_mse', bias = 0.1 } }",
        sources: "lecture 28",
        test: "the_share_falls_with_visits_and_rises_with_amaf_visits",
        file: file!(),
    },
];

parameters! {
    /// RAVE [gelly2007]: a mixture of a child's mean x̄ and its AMAF value x̃ in which the share β of x̃ falls as visits
    /// grow.
    ///
    /// After a cut-off (`search.amaf.cutoff`) the value is the mean. So it is, for a single child, where that has visits
    /// and no AMAF sample, as happens with `search.amaf.moves` = `playout`, for a swap, and in GRAVE.
    ///
    /// With `explore` both values are bounds, as in the program of [gelly2007]: β·(x̃ + c·√(ln m/m_a)) + (1 − β)·(x̄ + c·√(ln N/n)), m_a the AMAF visits of the
    /// child and m their sum over all children. What has no visit counts as one with a single visit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Rave checked by Rave::check {
        /// How the share of the AMAF value falls.
        pub schedule: Schedule = Schedule::default();
        /// How mean and AMAF value come together.
        pub mixing: Mixing = Mixing::Convex;
        /// The AMAF value of a move that no simulation has seen, neither directly nor later.
        pub unseen: f64 = 0.5, from 0.0 to 1.0;
        /// c of the exploration inside the mixture; none if not given. The exploration of `search.select.explore` comes to it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub explore: Option<f64> = None, from 0.0 to 1000.0;
    }
}

parameters! {
    /// How mean and AMAF value come together in [`Rave`].
    pub enum Mixing by name {
        /// (1 − β)·x̄ + β·x̃ [gelly2011, eq. 12], [teytaud2009].
        #[default]
        Convex,
        /// x̄ + β·x̃, as [rimmel2010] prints it.
        Additive,
    }
}

parameters! {
    /// The share β of the AMAF value in [`Rave`]: n is the number of visits of the child, ñ that of its AMAF visits, N that
    /// of the node.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Schedule by kind {
        /// R/(R + n): at R visits both count the same.
        Equivalence(Equivalence),
        /// max{0, (p − n)/p}: nothing from p visits on.
        Linear(Linear),
        /// √(k/(3N + k)): at k visits both count the same.
        HandSelected(HandSelected),
        /// ñ/(n + ñ + 4nñb²): the least mean squared error for AMAF values with bias b.
        MinimumMse(MinimumMse),
    }
}

parameters! {
    /// The schedule β = R/(R + n) of [teytaud2009].
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Equivalence {
        /// R: the visits at which mean and AMAF value count the same. 50 was best for Havannah of size 5 with 1,000
        /// simulations, 20 with 30,000 [teytaud2009].
        pub r: f64 = 50.0, from 0.0 to 1_000_000_000.0;
    }
}

parameters! {
    /// The schedule β = max{0, (p − n)/p} of [browne2012, sec. 5.3.5] and the slides.
    ///
    /// The lecture notes write (1 − β) = min{1, n/10000} for the share of the mean: the same with p = 10000.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Linear {
        /// p: the visits from which on the AMAF value does not count. 10000 in the lecture notes.
        pub p: f64 = 10_000.0, from 1.0 to 1_000_000_000.0;
    }
}

parameters! {
    /// The hand-selected schedule β = √(k/(3N + k)) of [gelly2011, eq. 19].
    ///
    /// **Differs from the paper:** a child without a visit has β = 1 whatever N is, because it has no mean: with the
    /// share of the others it would be worth nearly ½ in a node with many visits, a first-play urgency by accident. In
    /// the paper such children have an exploration term, or virtual visits.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct HandSelected {
        /// k: the visits at which mean and AMAF value count the same. [gelly2011] found 1000 and more best for 9x9 Go.
        pub k: f64 = 1000.0, from 0.0 to 1_000_000_000.0;
        /// Whose visits are counted.
        pub count: Count = Count::State;
    }
}

parameters! {
    /// Whose visits the [`HandSelected`] schedule counts.
    pub enum Count by name {
        /// Those of the node: all children have the same share [gelly2011, eq. 19].
        #[default]
        State,
        /// Those of the child.
        Action,
    }
}

parameters! {
    /// The minimum-MSE schedule β = ñ/(n + ñ + 4nñb²) of [silver2009], [gelly2011, eq. 47].
    ///
    /// ñ includes direct plays, so ñ ≥ n. Without any sample β is 1.
    ///
    /// **Differs from the paper:** the lecture notes rewrite it as 1/(n/ñ + 1 + 4b²ñ); dividing by ñ gives 1/(n/ñ + 1 +
    /// 4b²n).
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct MinimumMse {
        /// b: how far AMAF values are off, to be found by experiment. [gelly2011] does not state its value.
        pub bias: f64 = 0.1, from 0.0 to 1.0;
    }
}

impl Default for Schedule {
    fn default() -> Self {
        Schedule::Equivalence(Equivalence::default())
    }
}

impl Equivalence {
    #[inline]
    pub(super) fn share(r: f32, visits: f32) -> f32 {
        r / (r + visits).max(f32::MIN_POSITIVE)
    }
}

impl Linear {
    #[inline]
    pub(super) fn share(p: f32, visits: f32) -> f32 {
        ((p - visits) / p).max(0.0)
    }
}

impl HandSelected {
    #[inline]
    pub(super) fn share(k: f32, visits: f32) -> f32 {
        (k / (3.0 * visits + k).max(f32::MIN_POSITIVE)).sqrt()
    }

    /// The share by the visits of a child, where those of the node are counted.
    #[inline]
    pub(super) fn share_of_state(k: f32, node_visits: f32) -> impl Fn(f32) -> f32 {
        let (share, unvisited) = (Self::share(k, node_visits), Self::share(k, 0.0));
        move |visits| if visits > 0.0 { share } else { unvisited }
    }
}

impl MinimumMse {
    /// `weight` is 4b².
    #[inline]
    pub(super) fn share(weight: f32, visits: f32, amaf_visits: f32) -> f32 {
        let all = visits + amaf_visits;
        let share = amaf_visits / (all + weight * visits * amaf_visits).max(f32::MIN_POSITIVE);
        if all > 0.0 { share } else { 1.0 }
    }
}

impl Rave {
    fn check(&self, _about: &About) -> Result<(), ConfigError> {
        if self.explore.is_none() || self.mixing == Mixing::Convex {
            return Ok(());
        }
        refused("a mixture of bounds is convex; set mixing = 'convex', or search.select.explore instead of this".to_string())
    }

    /// As [`mix`](Rave::mix), of bounds.
    fn mix_bounds(&self, c: f32, node: &NodeView<'_>, scores: &mut [f32], share: impl Fn(&Edge) -> f32) {
        let unseen = self.unseen as f32;
        let log = |visits: f32| math::ln_of_count(visits.max(1.0));
        let (log_visits, log_amaf) = (log(node.visits), log(node.children.amaf_visits.iter().sum()));
        let bonus = |log: f32, visits: f32| c * (log / visits.max(1.0)).sqrt();
        add_mixed(node, unseen, scores, |edge| {
            let (amaf, mean) = (edge.amaf + bonus(log_amaf, edge.amaf_visits), edge.mean + bonus(log_visits, edge.visits));
            convex(share(&edge), &Edge { amaf, mean, ..edge })
        });
    }

    #[inline]
    fn mix(&self, node: &NodeView<'_>, scores: &mut [f32], share: impl Fn(&Edge) -> f32) {
        if let Some(c) = self.explore {
            return self.mix_bounds(c as f32, node, scores, share);
        }
        let unseen = self.unseen as f32;
        match self.mixing {
            Mixing::Convex => add_mixed(node, unseen, scores, |edge| convex(share(&edge), &edge)),
            Mixing::Additive => add_mixed(node, unseen, scores, |edge| edge.mean + share(&edge) * edge.amaf),
        }
    }
}

impl Term for Rave {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, ..TermTraits::default() }
    }

    fn needs(&self) -> Needs {
        Needs::AMAF
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        if node.children.amaf_visits.is_empty() {
            return Mean.apply(node, rng, scores);
        }
        match self.schedule {
            Schedule::Equivalence(Equivalence { r }) => {
                let r = r as f32;
                self.mix(node, scores, |edge| Equivalence::share(r, edge.visits));
            }
            Schedule::Linear(Linear { p }) => {
                let p = p as f32;
                self.mix(node, scores, |edge| Linear::share(p, edge.visits));
            }
            Schedule::HandSelected(HandSelected { k, count: Count::State }) => {
                let share = HandSelected::share_of_state(k as f32, node.visits);
                self.mix(node, scores, |edge| share(edge.visits));
            }
            Schedule::HandSelected(HandSelected { k, count: Count::Action }) => {
                let k = k as f32;
                self.mix(node, scores, |edge| HandSelected::share(k, edge.visits));
            }
            Schedule::MinimumMse(MinimumMse { bias }) => {
                let weight = (4.0 * bias * bias) as f32;
                self.mix(node, scores, |edge| MinimumMse::share(weight, edge.visits, edge.amaf_visits));
            }
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::testing::{grow, picture, scores_of, with_amaf};
    use katsura_games::tic_tac_toe::TicTacToe;
    use proptest::prelude::*;

    fn close(a: f32, b: f64) -> bool {
        (f64::from(a) - b).abs() < 1e-5
    }

    /// The share that a schedule gives the AMAF value, seen from outside: a mean of 0 and an AMAF value of 1.
    fn share(schedule: Schedule, state: f32, visits: f32, amaf_visits: f32) -> f32 {
        let children = with_amaf(&[(visits, 0.0, amaf_visits, amaf_visits)]);
        scores_of(&Rave { schedule, unseen: 1.0, ..Rave::default() }, state, &children)[0]
    }

    const SCHEDULES: [Schedule; 5] = [
        Schedule::Equivalence(Equivalence { r: 50.0 }),
        Schedule::Linear(Linear { p: 10_000.0 }),
        Schedule::HandSelected(HandSelected { k: 1000.0, count: Count::State }),
        Schedule::HandSelected(HandSelected { k: 1000.0, count: Count::Action }),
        Schedule::MinimumMse(MinimumMse { bias: 0.1 }),
    ];

    #[test]
    fn the_schedules_have_the_values_worked_out_by_hand() {
        let [equivalence, linear, state, action, mse] = SCHEDULES;
        assert!(close(share(equivalence, 0.0, 50.0, 60.0), 0.5));
        assert!(close(share(equivalence, 0.0, 150.0, 200.0), 0.25)); // 50/200
        assert!(close(share(linear, 0.0, 2500.0, 3000.0), 0.75)); // 7500/10000
        assert!(close(share(linear, 0.0, 20_000.0, 30_000.0), 0.0));
        assert!(close(share(state, 1000.0, 3.0, 9.0), 0.5)); // √(1000/4000)
        assert!(close(share(action, 77.0, 1000.0, 2000.0), 0.5));
        assert!(close(share(mse, 0.0, 100.0, 500.0), 0.192_308)); // 500/(100 + 500 + 4·0.01·100·500) = 500/2600
    }

    /// The lecture notes give the *mean* the share min{1, n/10000}.
    #[test]
    fn the_schedule_of_the_lecture_notes_is_the_linear_one() {
        for visits in [0.0f32, 1.0, 5000.0, 10_000.0, 12_000.0] {
            let of_mean = f64::from(visits / 10_000.0).min(1.0);
            assert!(close(share(SCHEDULES[1], 0.0, visits, visits), 1.0 - of_mean));
        }
    }

    #[test]
    fn without_visits_the_amaf_value_stands_alone_and_nothing_is_undefined() {
        for schedule in SCHEDULES {
            assert_eq!(share(schedule, 0.0, 0.0, 0.0), 1.0, "{schedule:?}: the unseen value");
            assert_eq!(share(schedule, 0.0, 0.0, 1.0), 1.0, "{schedule:?}");
            let one = share(schedule, 1.0, 1.0, 1.0);
            assert!((0.0..1.0).contains(&one), "{schedule:?}: {one}");
        }
        assert_eq!(share(Schedule::Equivalence(Equivalence { r: 0.0 }), 0.0, 0.0, 0.0), 0.0);
        assert_eq!(share(Schedule::HandSelected(HandSelected { k: 0.0, count: Count::State }), 0.0, 0.0, 0.0), 0.0);
        assert!(share(Schedule::MinimumMse(MinimumMse { bias: 0.0 }), 0.0, 1.0, 0.0) == 0.0);
    }

    /// Two children, N = 100, β = √(100/400) = ½. m = 60 + 140 = 200, ln 200 = 5.298317, ln 100 = 4.605170. The first:
    /// ½(0.7 + 0.2·√(5.298317/60)) + ½(0.4 + 0.2·√(4.605170/25)) = ½·0.759432 + ½·0.485839 = 0.622636. The second has no visit, β = 1:
    /// 0.5 + 0.2·√(5.298317/140) = 0.538908.
    #[test]
    fn a_mixture_of_bounds_has_the_value_worked_out_by_hand() {
        let schedule = Schedule::HandSelected(HandSelected { k: 100.0, count: Count::State });
        let rule = Rave { schedule, explore: Some(0.2), ..Rave::default() };
        let children = with_amaf(&[(25.0, 0.4, 60.0, 42.0), (0.0, 0.5, 140.0, 70.0)]);
        let scores = scores_of(&rule, 100.0, &children);
        assert!(close(scores[0], 0.622_636) && close(scores[1], 0.538_908), "{scores:?}");
    }

    #[test]
    fn bounds_are_mixed_convexly_or_not_at_all() {
        let text = "[search.select]\nvalue = { kind = 'rave', mixing = 'additive', explore = 0.2 }";
        let error = crate::testing::config(text).check(&katsura_game::Game::about(&TicTacToe {})).unwrap_err().to_string();
        assert!(error.starts_with("search.select.value: a mixture of bounds is convex"), "{error}");
    }

    #[test]
    fn the_additive_form_adds_the_share_to_the_whole_mean() {
        // 0.4 + 50/(50 + 50)·0.8 = 0.8
        let children = with_amaf(&[(50.0, 0.4, 100.0, 80.0)]);
        let rave = Rave { mixing: Mixing::Additive, ..Rave::default() };
        assert!(close(scores_of(&rave, 50.0, &children)[0], 0.8));
    }

    proptest! {
        #[test]
        fn the_share_falls_with_visits_and_rises_with_amaf_visits(n in 0u32..5000, more in 1u32..5000, extra in 0u32..5000) {
            let (n, many) = (n as f32, (n + more) as f32);
            let amaf = many + extra as f32;
            for schedule in SCHEDULES {
                let (few_visits, many_visits) = (share(schedule, n, n, amaf), share(schedule, many, many, amaf));
                prop_assert!((0.0..=1.0).contains(&few_visits) && many_visits <= few_visits, "{:?}", schedule);
                prop_assert!(share(schedule, n, n, amaf + 100.0) >= few_visits, "{:?}", schedule);
            }
        }
    }

    fn tree(value: &str) -> Vec<crate::testing::Line> {
        picture(grow(&TicTacToe {}, &format!("[search.select]\nvalue = {value}"), 2000).tree())
    }

    #[test]
    fn a_share_of_zero_is_plain_uct_and_any_other_is_not() {
        let uct = tree("{ kind = 'mean' }");
        assert_eq!(tree("{ kind = 'rave', schedule = { kind = 'equivalence', r = 0.0 } }"), uct);
        assert_eq!(tree("{ kind = 'rave', schedule = { kind = 'hand_selected', k = 0.0 } }"), uct);
        let kinds = ["equivalence", "linear", "hand_selected", "minimum_mse"];
        for kind in kinds {
            assert_ne!(tree(&format!("{{ kind = 'rave', schedule = {{ kind = '{kind}' }} }}")), uct, "{kind}");
        }
        assert_ne!(tree("{ kind = 'rave', mixing = 'additive' }"), tree("{ kind = 'rave' }"));
    }

    #[test]
    fn a_move_without_a_visit_is_worth_its_amaf_value_under_every_schedule() {
        for schedule in SCHEDULES {
            // however often the node was visited: a mean of no games is nothing
            assert_eq!(share(schedule, 1_000_000.0, 0.0, 40.0), 1.0, "{schedule:?}");
        }
    }

    /// Where moves in the tree are no AMAF samples, a move may have visits and none.
    #[test]
    fn a_move_with_visits_and_without_a_sample_is_worth_its_mean() {
        let children = with_amaf(&[(30.0, 0.9, 0.0, 0.0), (30.0, 0.9, 10.0, 9.0)]);
        for schedule in SCHEDULES {
            let scores = scores_of(&Rave { schedule, ..Rave::default() }, 60.0, &children);
            // β = 0, not 50/80 of the value of the unseen: 0.375·0.9 + 0.625·0.5 = 0.65
            assert!(scores.iter().all(|score| (score - 0.9).abs() < 1e-6), "{schedule:?}: {scores:?}");
        }
    }
}
