//! RAVE whose values start with what the game knows.

use super::rave::{Count, Equivalence, HandSelected, Linear, MinimumMse, Schedule};
use super::{Mean, Term};
use crate::config::{ConfigError, parameters, refused};
use crate::needs::Needs;
use crate::tree::NodeView;
use katsura_game::{About, Rng, math};

parameters! {
    /// Heuristic RAVE [gelly2007, sec. 7], [gelly2011, sec. 5.1]: RAVE in which mean and AMAF value of a child start with
    /// virtual simulations that have brought what the game's heuristic h expects.
    ///
    /// With m virtual simulations, x̄' = (n·x̄ + m·h)/(n + m) takes the place of the mean x̄ of n visits; the AMAF value x̃
    /// of ñ visits likewise with m̃, and the schedule of RAVE counts n + m and ñ + m̃ visits.
    ///
    /// **Differs from the paper:** the confidence in h is not the same for all moves. Every move starts with `even`/2 wins
    /// and `even`/2 losses; what moves the estimate from ½ to h is wins alone or losses alone. So m = (`even`/2)/min(h, 1 −
    /// h): `even` at h = ½, five times as many at 0.9 and at 0.1. That is the bookkeeping of programs that add virtual wins
    /// for each thing they know about a move. And where `schedule` counts the visits of the node, those are the real ones: the paper starts them with the
    /// sum of the virtual ones, too (eq. 52).
    ///
    /// Where the schedule trusts AMAF values for thousands of visits, virtual simulations say next to nothing. What the game
    /// expects can be added outside the mixture instead, as in castro [ewalds2012]: `bias`·(2h − 1)/√(n + 1).
    ///
    /// Large boards want more of both: in a node with c children the `bias`, and the R of the schedule [`Equivalence`], are
    /// multiplied by (c/100)^`growth`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct HeuristicRave checked by HeuristicRave::check {
        /// How the share of the AMAF value falls.
        pub schedule: Schedule = Schedule::MinimumMse(MinimumMse::default());
        /// The virtual simulations of a move about which the game has no opinion.
        pub even: f64 = 10.0, from 0.0 to 1_000_000.0;
        /// The virtual AMAF simulations for each virtual simulation: 0 for none. The paper keeps both numbers apart and states only that of the AMAF
        /// values.
        pub amaf: f64 = 1.0, from 0.0 to 1000.0;
        /// What an unvisited move gets that the game expects to win, on top of the mixture.
        pub bias: f64 = 0.0, from 0.0 to 1000.0;
        /// How fast `bias` and R grow with the number of children; 0 leaves them as they are.
        pub growth: f64 = 0.0, from 0.0 to 10.0;
    }
}

/// No estimate counts as certain.
const CERTAIN: f32 = 0.001;

impl HeuristicRave {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if !about.knows.hints.is_empty() {
            return Ok(());
        }
        refused(format!("heuristic RAVE needs estimates of moves, and {} has none", about.name))
    }

    /// The virtual simulations behind an estimate.
    #[inline]
    fn weight(even: f32, estimate: f32) -> f32 {
        0.5 * even / estimate.min(1.0 - estimate).max(CERTAIN)
    }

    /// What a node with so many children multiplies `bias` and R with.
    #[inline]
    fn growth(&self, children: usize) -> f32 {
        if self.growth == 0.0 { 1.0 } else { math::pow_f32(children as f32 / 100.0, self.growth as f32) }
    }

    /// Adds the mixture to the scores: one loop over slices of equal length. `share` takes visits and AMAF visits, virtual
    /// ones included; `growth` is that of the node.
    #[inline]
    fn mix(&self, node: &NodeView<'_>, growth: f32, scores: &mut [f32], share: impl Fn(f32, f32) -> f32) {
        let (even, amaf, bias) = (self.even as f32, self.amaf as f32, self.bias as f32 * growth);
        let (children, len) = (node.children, scores.len());
        let (visits, mean, estimate) = (&children.visits[..len], &children.value[..len], &children.prior[..len]);
        let (amaf_visits, amaf_sum) = (&children.amaf_visits[..len], &children.amaf_sum[..len]);
        for i in 0..len {
            let virtual_visits = Self::weight(even, estimate[i]);
            let n = visits[i] + virtual_visits;
            let own = (visits[i] * mean[i] + virtual_visits * estimate[i]) / n.max(f32::MIN_POSITIVE);
            let virtual_amaf = amaf * virtual_visits;
            let seen = amaf_visits[i] + virtual_amaf;
            let others = (amaf_sum[i] + virtual_amaf * estimate[i]) / seen.max(f32::MIN_POSITIVE);
            // without any sample the estimate itself
            let own = if n > 0.0 { own } else { estimate[i] };
            let others = if seen > 0.0 { others } else { own };
            let beta = share(n, seen);
            let expected = (2.0 * estimate[i] - 1.0) / (visits[i] + 1.0).sqrt();
            scores[i] += beta * others + (1.0 - beta) * own + bias * expected;
        }
    }
}

impl Term for HeuristicRave {
    fn needs(&self) -> Needs {
        Needs::AMAF | Needs::HEURISTIC
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        if node.children.amaf_visits.is_empty() {
            return Mean.apply(node, rng, scores);
        }
        let growth = self.growth(scores.len());
        match self.schedule {
            Schedule::Equivalence(Equivalence { r }) => {
                self.mix(node, growth, scores, |n, _| Equivalence::share(r as f32 * growth, n));
            }
            Schedule::Linear(Linear { p }) => self.mix(node, growth, scores, |n, _| Linear::share(p as f32, n)),
            Schedule::HandSelected(HandSelected { k, count: Count::State }) => {
                let share = HandSelected::share_of_state(k as f32, node.visits);
                self.mix(node, growth, scores, |n, _| share(n));
            }
            Schedule::HandSelected(HandSelected { k, count: Count::Action }) => {
                self.mix(node, growth, scores, |n, _| HandSelected::share(k as f32, n));
            }
            Schedule::MinimumMse(MinimumMse { bias }) => {
                let weight = (4.0 * bias * bias) as f32;
                self.mix(node, growth, scores, |n, seen| MinimumMse::share(weight, n, seen));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rave;
    use super::*;
    use crate::tree::Children;

    fn scores(term: &impl Term, children: &Children) -> Vec<f32> {
        let mut scores = vec![0.0; children.len()];
        let node = NodeView::new(children.visits.iter().sum(), children);
        term.apply(&node, &mut Rng::new(1), &mut scores);
        scores
    }

    fn children(prior: &[f32]) -> Children {
        let mut children = Children::of(&[10.0, 0.0], &[0.7, 0.0]);
        children.amaf_visits = vec![20.0, 5.0];
        children.amaf_sum = vec![12.0, 1.0];
        children.prior = prior.to_vec();
        children
    }

    fn equivalence(even: f64, amaf: f64) -> HeuristicRave {
        HeuristicRave { schedule: Schedule::Equivalence(Equivalence { r: 30.0 }), even, amaf, bias: 0.0, growth: 0.0 }
    }

    #[test]
    fn the_numbers_are_those_worked_out_by_hand() {
        // h = 0.75: m = 5/0.25 = 20. n = 30, x̄' = (7 + 15)/30 = 0.733333; ñ = 40, x̃' = (12 + 15)/40 = 0.675; β = 30/60 =
        // ½: 0.704167. h = 0.1: m = 5/0.1 = 50. n = 50, x̄' = 0.1; ñ = 55, x̃' = (1 + 5)/55 = 0.109091; β = 30/80 = 0.375:
        // 0.103409.
        let scores = scores(&equivalence(10.0, 1.0), &children(&[0.75, 0.1]));
        assert!((scores[0] - 0.704_167).abs() < 1e-5 && (scores[1] - 0.103_409).abs() < 1e-5, "{scores:?}");
    }

    #[test]
    fn amaf_values_may_start_empty() {
        // β·12/20 + (1 − β)·0.733333 with β = ½, and 0.375·1/5 + 0.625·0.1.
        let scores = scores(&equivalence(10.0, 0.0), &children(&[0.75, 0.1]));
        assert!((scores[0] - 0.666_667).abs() < 1e-5 && (scores[1] - 0.1375).abs() < 1e-5, "{scores:?}");
    }

    #[test]
    fn a_move_without_amaf_samples_is_worth_its_games_and_its_estimate() {
        // h = 1/22: m = 5·22 = 110; 10 games of mean 0.7: (7 + 5)/120 = 0.1, whatever the share of the AMAF value is.
        let mut children = children(&[1.0 / 22.0, 0.5]);
        (children.amaf_visits[0], children.amaf_sum[0]) = (0.0, 0.0);
        for schedule in [equivalence(10.0, 0.0).schedule, Schedule::MinimumMse(MinimumMse { bias: 0.0085 })] {
            let scores = scores(&HeuristicRave { schedule, ..equivalence(10.0, 0.0) }, &children);
            assert!((scores[0] - 0.1).abs() < 1e-6, "{schedule:?}: {scores:?}");
        }
    }

    #[test]
    fn what_is_expected_fades_with_the_root_of_the_visits() {
        // 0.4·(2·0.75 − 1)/√11 = 0.060302 after 10 visits, 0.4·(2·0.1 − 1)/√1 = −0.32 before the first.
        let (rule, children) = (equivalence(10.0, 1.0), children(&[0.75, 0.1]));
        let (plain, biased) = (scores(&rule, &children), scores(&HeuristicRave { bias: 0.4, ..rule }, &children));
        let added = [biased[0] - plain[0], biased[1] - plain[1]];
        assert!((added[0] - 0.060_302).abs() < 1e-5 && (added[1] + 0.32).abs() < 1e-5, "{added:?}");
    }

    #[test]
    fn bias_and_visits_of_equivalence_grow_with_the_children() {
        // Two children of a hundred: (2/100)^0.5 = 0.141421. R = 30·0.141421 = 4.242641, bias 0.4·0.141421 = 0.056569.
        let children = children(&[0.75, 0.1]);
        let grown = HeuristicRave { bias: 0.4, growth: 0.5, ..equivalence(10.0, 1.0) };
        let schedule = Schedule::Equivalence(Equivalence { r: 4.242_641 });
        let plain = HeuristicRave { bias: 0.056_568_5, growth: 0.0, schedule, ..grown };
        let (grown, plain) = (scores(&grown, &children), scores(&plain, &children));
        assert!(grown.iter().zip(&plain).all(|(a, b)| (a - b).abs() < 1e-5), "{grown:?} {plain:?}");
    }

    #[test]
    fn without_virtual_simulations_it_is_rave_where_there_are_visits() {
        let plain = Rave { schedule: equivalence(0.0, 1.0).schedule, ..Rave::default() };
        let children = children(&[0.9, 0.2]);
        let (with, without) = (scores(&equivalence(0.0, 1.0), &children), scores(&plain, &children));
        assert!((with[0] - without[0]).abs() < 1e-6, "{with:?} {without:?}");
        assert!(with.iter().all(|score| score.is_finite()));
    }

    #[test]
    fn certain_estimates_have_finite_weight() {
        let scores = scores(&equivalence(10.0, 1.0), &children(&[1.0, 0.0]));
        assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)), "{scores:?}");
    }
}
