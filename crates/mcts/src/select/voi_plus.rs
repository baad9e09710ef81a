//! VOI+: the value of information by the integral of Hoeffding's bound [hay2012].

use super::voi::{Leaders, WORTHLESS};
use super::{Divisor, Select, SelectTraits, Stopping, VoiForm};
use crate::config::parameters;
use crate::error_function::ln_erfc;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "VOI+",
    formula: "Λ_i = √π/n_i^1.5·[erf((1 − X̄_i)√(φn_i)) − erf((X̄_α − X̄_i)√(φn_i))], Λ_α with X̄_α and X̄_α − X̄_β",
    citation: "hay2012",
    config: "search.root = { kind = 'voi_plus' }",
    sources: "",
    test: "the_estimates_have_the_values_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// VOI+ [hay2012]: as [`Voi`](super::Voi), with a tighter bound, from Hoeffding's inequality integrated over what could be gained.
    ///
    /// X̄_i is the mean of a child and n_i its visits, α the child with the best mean, β the second best, N the simulations left:
    ///
    /// - Λ_α = N√π/n_α^1.5 · [erf(X̄_α·√(φ·n_α)) − erf((X̄_α − X̄_β)·√(φ·n_α))]
    /// - Λ_i = N√π/n_i^1.5 · [erf((1 − X̄_i)·√(φ·n_i)) − erf((X̄_α − X̄_i)·√(φ·n_i))]
    ///
    /// Every child is tried once first. N is common to all and left out. Scores are logarithms of Λ, which have the same order and do not
    /// vanish when the error functions do.
    ///
    /// **Differs from the paper:** there φ is 1; it is 1.3726 in the authors' program, which divides by powers of n + 1.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct VoiPlus {
        /// How equal means are read.
        pub form: VoiForm = VoiForm::Authors;
        /// The constant φ.
        pub exponent: f64 = 1.0, from 0.001 to 100.0;
        /// What n is.
        pub divisor: Divisor = Divisor::Visits;
        /// The search stops when the largest Λ/N is at most this. 0 switches the rule off.
        pub stop: f64 = 0.0, from 0.0 to 1.0;
        /// Simulations between two looks at the stopping rule, rounded up to a multiple of 16.
        pub interval: u64 = 16, from 1 to 1_000_000_000;
        /// Simulations left over when the rule stops a search are added to the budget of the next move.
        pub carry_over: bool = true;
    }
}

impl VoiPlus {
    /// ln(Λ_i/N); infinite without visits.
    fn log_estimate(&self, leaders: &Leaders, place: usize, visits: f32, mean: f32) -> f32 {
        if visits == 0.0 {
            return f32::INFINITY;
        }
        let is_leader = leaders.is_leader(place, mean);
        let (most, gap) = if is_leader { (mean, mean - leaders.beta) } else { (1.0 - mean, leaders.alpha - mean) };
        let n = f64::from(if self.divisor == Divisor::Visits { visits } else { visits + 1.0 });
        let root = (self.exponent * n).sqrt();
        let [near, far] = [gap, most].map(|distance| ln_erfc(f64::from(distance.max(0.0)) * root));
        // erf(most) − erf(gap) = erfc(gap)·(1 − erfc(most)/erfc(gap))
        let left = 1.0 - math::exp((far - near).min(0.0));
        if left <= 0.0 {
            return WORTHLESS;
        }
        const HALF_LN_PI: f64 = 0.572_364_942_924_700_1;
        (HALF_LN_PI - 1.5 * math::ln(n) + near + math::ln(left)) as f32
    }
}

impl Select for VoiPlus {
    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        self.form.score(node, rng, scores, |leaders, place, visits, mean| self.log_estimate(leaders, place, visits, mean));
    }

    fn traits(&self) -> SelectTraits {
        let stopping = Stopping { interval: self.interval, carry_over: self.carry_over };
        SelectTraits { stopping: (self.stop > 0.0).then_some(stopping), ..SelectTraits::default() }
    }

    fn should_stop(&self, root: &NodeView<'_>) -> bool {
        let estimate = |leaders: &Leaders, place, visits, mean| self.log_estimate(leaders, place, visits, mean);
        self.form.should_stop(root, self.stop, estimate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Formula, Mean, Nothing, TryAll, Ucb1, argmax, pick};
    use crate::tree::Children;

    fn estimates(voi: &VoiPlus, visits: &[f32], value: &[f32]) -> Vec<f64> {
        let children = Children::of(visits, value);
        let mut scores = vec![0.0; visits.len()];
        voi.score(&NodeView::new(visits.iter().sum(), &children), &mut Rng::new(1), &mut scores);
        scores.iter().map(|&score| f64::from(score).exp()).collect()
    }

    /// α = 0.7 with n = 10, β = 0.5 with n = 5, φ = 1; erf from tables:
    /// √π/10^1.5·[erf(0.7·√10) − erf(0.2·√10)] = 0.0560499·[0.998255 − 0.628907] = 0.0207019,
    /// √π/5^1.5·[erf(0.5·√5) − erf(0.2·√5)] = 0.158533·[0.886154 − 0.472911] = 0.0655127.
    #[test]
    fn the_estimates_have_the_values_worked_out_by_hand() {
        let ours = estimates(&VoiPlus::default(), &[10.0, 5.0], &[0.7, 0.5]);
        assert!((ours[0] - 0.020_702).abs() < 2e-5 && (ours[1] - 0.065_513).abs() < 2e-5, "{ours:?}");
        // one more visit below: √π/6^1.5·[erf(0.5·√6) − erf(0.2·√6)] = 0.120600·[0.916735 − 0.511578] = 0.0488621
        let program = VoiPlus { divisor: Divisor::VisitsAndOne, ..VoiPlus::default() };
        let ours = estimates(&program, &[10.0, 5.0], &[0.7, 0.5]);
        assert!((ours[1] - 0.048_862).abs() < 2e-5, "{ours:?}");
    }

    #[test]
    fn nothing_is_undefined_without_visits_or_with_equal_means() {
        for form in [VoiForm::Authors, VoiForm::Literal] {
            let voi = VoiPlus { form, ..VoiPlus::default() };
            for value in [[0.0; 3], [0.5; 3], [1.0; 3]] {
                for visits in [[0.0; 3], [1.0; 3], [0.0, 1.0, 1e7]] {
                    let ours = estimates(&voi, &visits, &value);
                    assert!(ours.iter().all(|estimate| !estimate.is_nan()), "{ours:?}");
                    assert_eq!(visits[0] == 0.0, ours[0] == f64::INFINITY, "unvisited children come first");
                }
            }
        }
    }

    #[test]
    fn the_order_survives_where_the_error_functions_do_not() {
        let children = Children::of(&[1e6, 1e5, 2e5], &[0.9, 0.5, 0.6]);
        let node = NodeView::new(1.3e6, &children);
        let (mut rng, mut scores) = (Rng::new(1), Vec::new());
        assert!((0..50).all(|_| pick(&VoiPlus::default(), &node, &mut rng, &mut scores) == 1), "{scores:?}");
    }

    #[test]
    fn the_stopping_rule_compares_the_largest_estimate() {
        // the largest estimate is 0.065512 (see above)
        let children = Children::of(&[10.0, 5.0], &[0.7, 0.5]);
        let stops = |stop: f64| VoiPlus { stop, ..VoiPlus::default() }.should_stop(&NodeView::new(15.0, &children));
        assert!(stops(0.0656) && !stops(0.0654));
    }

    /// 25 Bernoulli arms with uniform means, 200 pulls: "UCB1 is always considerably worse" [hay2012].
    #[test]
    fn the_regret_on_bandits_is_below_that_of_ucb1() {
        let ucb1 = Formula { value: Mean, explore: Ucb1::default(), bias: Nothing, unvisited: TryAll::default() };
        let (of_voi, of_ucb1) = (regret(&VoiPlus::default(), 200, 2000), regret(&ucb1, 200, 2000));
        assert!(of_voi < 0.7 * of_ucb1, "{of_voi} {of_ucb1}");
    }

    fn regret(rule: &impl Select, pulls: u32, instances: u32) -> f64 {
        let (mut rng, mut scores, mut total) = (Rng::new(11), Vec::new(), 0.0);
        for _ in 0..instances {
            let arms: Vec<f64> = (0..25).map(|_| rng.unit()).collect();
            let mut children = Children::of(&[0.0; 25], &[0.0; 25]);
            for pull in 0..pulls {
                let place = pick(rule, &NodeView::new(pull as f32, &children), &mut rng, &mut scores);
                let win = f32::from(rng.chance(arms[place]));
                children.visits[place] += 1.0;
                children.value[place] += (win - children.value[place]) / children.visits[place];
            }
            let best = arms.iter().copied().fold(0.0, f64::max);
            total += best - arms[argmax(&children.value, &mut rng)];
        }
        total / f64::from(instances)
    }
}
