//! Choosing at the root by the value of information.

use super::{Select, SelectTraits, Stopping, argmax};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "VOI, equation 4",
        formula: "Λ_α = X̄_β/n_α·exp(−φ(X̄_α − X̄_β)²n_α), Λ_i = (1 − X̄_α)/n_i·exp(−φ(X̄_α − X̄_i)²n_i)",
        citation: "tolpin2012",
        config: "search.root = { kind = 'voi', form = 'literal' }",
        sources: "VOI 1, VOI 2, VOI 3, VOI 4, VOI 7",
        test: "distinct_means_have_the_values_worked_out_by_hand",
        file: file!(),
    },
    Technique {
        name: "VOI, the authors' program",
        formula: "β is the second distinct mean, all above it are leaders",
        citation: "tolpin2012",
        config: "search.root = { kind = 'voi', form = 'authors', divisor = 'visits_and_one' }",
        sources: "VOI 5",
        test: "the_regret_on_bandits_is_the_published_one",
        file: file!(),
    },
    Technique {
        name: "VOI stopping rule",
        formula: "stop when max Λ/(2N) ≤ c; the rest of the budget goes to the next move",
        citation: "tolpin2012",
        config: "search.root = { kind = 'voi', stop = 1e-6, carry_over = true }",
        sources: "VOI 8, VOI 9",
        test: "a_search_that_has_seen_enough_stops_and_carries_its_rest_over",
        file: file!(),
    },
];

parameters! {
    /// VOI-aware selection [tolpin2012, eq. 4]: the child whose further simulations promise most for the final choice.
    ///
    /// X̄_i is the mean of a child and n_i its visits, α the child with the best mean, β the second best, N the simulations
    /// left:
    ///
    /// - Λ_α = 2N·X̄_β/n_α · exp(−φ·(X̄_α − X̄_β)²·n_α)
    /// - Λ_i = 2N·(1 − X̄_α)/n_i · exp(−φ·(X̄_α − X̄_i)²·n_i)
    ///
    /// Every child is tried once first. The factor 2N is common to all and left out. Scores are logarithms of Λ, which have
    /// the same order and do not vanish when the exponential does.
    ///
    /// **Differs from the paper:** eq. 3 prints X̄_β for X̄_α in its second line; eq. 4 has it right.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Voi {
        /// How equal means are read.
        pub form: VoiForm = VoiForm::Authors;
        /// The constant φ: 1.37 in eq. 4 (exactly 8(√2 − 1)² = 1.3726), 2 in the program behind figure 1.
        pub exponent: f64 = 1.37, from 0.0 to 100.0;
        /// What the estimate is divided by.
        pub divisor: Divisor = Divisor::Visits;
        /// The search stops when the largest Λ/(2N) is at most this. 0 switches the rule off; 10⁻⁶ in figure 2.
        pub stop: f64 = 0.0, from 0.0 to 1.0;
        /// Simulations between two looks at the stopping rule, rounded up to a multiple of 16.
        pub interval: u64 = 16, from 1 to 1_000_000_000;
        /// Simulations left over when the rule stops a search are added to the budget of the next move.
        pub carry_over: bool = true;
    }
}

parameters! {
    /// How [`Voi`] reads equal means.
    pub enum VoiForm by name {
        /// As the authors' program has it: X̄_β is the second largest *distinct* mean (0 if there is none), and every child
        /// whose mean is above it counts as α. If all estimates are 0, any child is chosen and the stopping rule keeps
        /// silent.
        #[default]
        Authors,
        /// As eq. 4 is printed: one child is α, any of those with the best mean; β is the best of the others and may equal
        /// it.
        Literal,
    }
}

parameters! {
    /// What [`Voi`] divides by.
    pub enum Divisor by name {
        /// n_i, as in eq. 4.
        #[default]
        Visits,
        /// n_i + 1, as in the last version of the authors' program.
        VisitsAndOne,
    }
}

/// The best mean, the mean to beat, and which children count as the best.
pub(super) struct Leaders {
    pub(super) alpha: f32,
    pub(super) beta: f32,
    /// The one leader; `None` if all above `beta` are.
    only: Option<usize>,
}

impl Leaders {
    /// The two largest distinct means, starting from 0.
    fn distinct(means: &[f32]) -> Self {
        let (mut alpha, mut beta) = (0.0, 0.0);
        for &mean in means {
            if mean > alpha {
                (alpha, beta) = (mean, alpha);
            } else if mean < alpha && mean > beta {
                beta = mean;
            }
        }
        Leaders { alpha, beta, only: None }
    }

    /// The given child and the best of the others.
    fn single(means: &[f32], leader: usize) -> Self {
        let others = means.iter().enumerate().filter(|&(place, _)| place != leader);
        let beta = others.fold(0.0, |best: f32, (_, &mean)| best.max(mean));
        Leaders { alpha: means[leader], beta, only: Some(leader) }
    }

    pub(super) fn is_leader(&self, place: usize, mean: f32) -> bool {
        self.only.map_or(mean > self.beta, |leader| leader == place)
    }
}

/// The logarithm of an estimate that is zero: below that of every other, and above that of a closed child.
pub(super) const WORTHLESS: f32 = f32::MIN;

impl VoiForm {
    fn leaders(self, means: &[f32], leader: impl FnOnce() -> usize) -> Leaders {
        match self {
            VoiForm::Authors => Leaders::distinct(means),
            VoiForm::Literal => Leaders::single(means, leader()),
        }
    }

    /// Scores all children by the logarithms of their estimates: from the leaders, a child's place, its visits and its mean.
    pub(super) fn score(
        self,
        node: &NodeView<'_>,
        rng: &mut Rng,
        scores: &mut [f32],
        estimate: impl Fn(&Leaders, usize, f32, f32) -> f32,
    ) {
        let (visits, means) = (&node.children.visits, &node.children.value);
        let leaders = self.leaders(means, || argmax(means, rng));
        for (place, score) in scores.iter_mut().enumerate() {
            *score = estimate(&leaders, place, visits[place], means[place]);
        }
    }

    /// Whether no estimate is above `stop`, unless all are worthless.
    pub(super) fn should_stop(
        self,
        root: &NodeView<'_>,
        stop: f64,
        estimate: impl Fn(&Leaders, usize, f32, f32) -> f32,
    ) -> bool {
        let (visits, means) = (&root.children.visits, &root.children.value);
        let first_best = || (0..means.len()).fold(0, |best, place| if means[place] > means[best] { place } else { best });
        let leaders = self.leaders(means, first_best);
        let estimates = (0..means.len()).map(|place| estimate(&leaders, place, visits[place], means[place]));
        let best = estimates.fold(WORTHLESS, f32::max);
        best > WORTHLESS && best <= math::ln_f32(stop as f32)
    }
}

impl Voi {
    /// ln(Λ_i/2N); infinite without visits.
    #[inline]
    fn log_estimate(&self, leaders: &Leaders, place: usize, visits: f32, mean: f32) -> f32 {
        if visits == 0.0 {
            return f32::INFINITY;
        }
        let is_leader = leaders.is_leader(place, mean);
        let (stake, gap) =
            if is_leader { (leaders.beta, mean - leaders.beta) } else { (1.0 - leaders.alpha, leaders.alpha - mean) };
        if stake <= 0.0 {
            return WORTHLESS;
        }
        let divisor = if self.divisor == Divisor::Visits { visits } else { visits + 1.0 };
        math::ln_f32(stake / divisor) - self.exponent as f32 * gap * gap * visits
    }
}

impl Select for Voi {
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

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::select::{Formula, Mean, Nothing, TryAll, Ucb1, pick};
    use crate::testing::{config, grow, picture, root_visits};
    use crate::tree::Children;
    use crate::{Budget, Control, Search};
    use katsura_game::State;
    use katsura_games::tic_tac_toe::TicTacToe;

    fn estimates(voi: &Voi, visits: &[f32], value: &[f32]) -> Vec<f64> {
        let children = Children::of(visits, value);
        let mut scores = vec![0.0; visits.len()];
        voi.score(&NodeView::new(visits.iter().sum(), &children), &mut Rng::new(1), &mut scores);
        scores.iter().map(|&score| f64::from(score).exp()).collect()
    }

    fn close(ours: &[f64], expected: &[f64]) -> bool {
        ours.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-5 * b.abs().max(1e-3))
    }

    const LITERAL: Voi =
        Voi { form: VoiForm::Literal, exponent: 1.37, divisor: Divisor::Visits, stop: 0.0, interval: 16, carry_over: true };

    /// α = 0.7, β = 0.5, n = 10, 5, 20:
    /// 0.5/10·e^(−1.37·0.04·10) = 0.0289052, 0.3/5·e^(−1.37·0.04·5) = 0.0456199, 0.3/20·e^(−1.37·0.16·20) = 1.87130e-4
    #[test]
    fn distinct_means_have_the_values_worked_out_by_hand() {
        let (visits, value) = ([10.0, 5.0, 20.0], [0.7, 0.5, 0.3]);
        let expected = [0.028_905_2, 0.045_619_9, 1.871_30e-4];
        for voi in [LITERAL, Voi::default()] {
            let ours = estimates(&voi, &visits, &value);
            assert!(close(&ours, &expected), "{ours:?}");
        }
        // n + 1 below, exponent 2: 0.5/11·e^(−0.8), 0.3/6·e^(−0.4), 0.3/21·e^(−6.4)
        let late = Voi { exponent: 2.0, divisor: Divisor::VisitsAndOne, ..Voi::default() };
        assert!(close(&estimates(&late, &visits, &value), &[0.020_424_0, 0.033_516_0, 2.373_7e-5]));
    }

    #[test]
    fn equal_leaders_share_the_formula_in_the_authors_form_only() {
        let (visits, value) = ([1.0, 1.0, 1.0], [1.0, 1.0, 0.0]);
        // authors: β = 0, so both leaders are worth 0, and so is the third, since 1 − α = 0
        assert_eq!(estimates(&Voi::default(), &visits, &value), [0.0; 3]);
        // literal: one leader with β = 1 is worth 1/1·e⁰ = 1
        let mut literal = estimates(&LITERAL, &visits, &value);
        literal.sort_by(f64::total_cmp);
        assert_eq!(literal, [0.0, 0.0, 1.0]);
    }

    #[test]
    fn nothing_is_undefined_without_visits_or_with_equal_means() {
        for voi in [LITERAL, Voi::default()] {
            for value in [[0.0; 3], [0.5; 3], [1.0; 3]] {
                for visits in [[0.0; 3], [1.0; 3], [0.0, 1.0, 1e7]] {
                    let ours = estimates(&voi, &visits, &value);
                    assert!(ours.iter().all(|estimate| !estimate.is_nan()), "{ours:?}");
                    assert_eq!(visits[0] == 0.0, ours[0] == f64::INFINITY, "unvisited children come first");
                }
            }
            assert!(!estimates(&voi, &[3.0], &[0.5])[0].is_nan());
        }
        // all means zero: nobody leads, and the estimate 1/n prefers the least visited
        assert!(close(&estimates(&Voi::default(), &[4.0, 8.0], &[0.0, 0.0]), &[0.25, 0.125]));
    }

    /// Λ vanishes in single precision from exponents of 104 on; the order of the children must not.
    #[test]
    fn the_order_survives_where_the_exponential_does_not() {
        let children = Children::of(&[1e6, 1e5, 2e5], &[0.9, 0.5, 0.6]);
        let node = NodeView::new(1.3e6, &children);
        let (mut rng, mut scores) = (Rng::new(1), Vec::new());
        assert!((0..50).all(|_| pick(&Voi::default(), &node, &mut rng, &mut scores) == 1), "{scores:?}");
    }

    /// Simple regret on 32 Bernoulli arms with means rounded to twelfths, 128 pulls, exponent 2: the authors' data behind
    /// figure 1 say 0.0862 for UCB1 and 0.0256 for VOI (20,000 repetitions). The tolerance is four standard errors of 4,000
    /// repetitions.
    #[test]
    fn the_regret_on_bandits_is_the_published_one() {
        let voi = Voi { exponent: 2.0, ..Voi::default() };
        let ucb1 = Formula { value: Mean, explore: Ucb1::default(), bias: Nothing, unvisited: TryAll::default() };
        let (of_voi, of_ucb1) = (regret(&voi, 128, 4000), regret(&ucb1, 128, 4000));
        assert!((of_ucb1 - 0.0862).abs() < 0.0065, "UCB1: {of_ucb1}");
        assert!((of_voi - 0.0256).abs() < 0.0036, "VOI: {of_voi}");
    }

    fn regret(rule: &impl Select, pulls: u32, instances: u32) -> f64 {
        let (mut rng, mut scores, mut total) = (Rng::new(11), Vec::new(), 0.0);
        for _ in 0..instances {
            let arms: Vec<f64> = (0..32).map(|_| (12.0 * rng.unit()).round() / 12.0).collect();
            let mut children = Children::of(&[0.0; 32], &[0.0; 32]);
            let mut wins = [0.0f64; 32];
            for pull in 0..pulls {
                let place = pick(rule, &NodeView::new(pull as f32, &children), &mut rng, &mut scores);
                wins[place] += f64::from(u8::from(rng.chance(arms[place])));
                children.visits[place] += 1.0;
                children.value[place] = (wins[place] / f64::from(children.visits[place])) as f32;
            }
            let best = arms.iter().copied().fold(0.0, f64::max);
            total += best - arms[argmax(&children.value, &mut rng)];
        }
        total / f64::from(instances)
    }

    #[test]
    fn the_root_samples_otherwise_than_uct_and_both_forms_differ() {
        let tree = |root: &str| picture(grow(&TicTacToe {}, &format!("[search]\nroot = {root}"), 1000).tree());
        let uct = tree("{ kind = 'same' }");
        let authors = tree("{ kind = 'voi' }");
        let literal = tree("{ kind = 'voi', form = 'literal' }");
        assert!(uct != authors && uct != literal && authors != literal);
        let visits = root_visits(&grow(&TicTacToe {}, "[search]\nroot = { kind = 'voi' }", 1000));
        assert!(visits.iter().all(|&n| n > 0) && visits.iter().sum::<u32>() == 1000);
    }

    #[test]
    fn the_stopping_rule_compares_the_largest_estimate() {
        // the largest estimate is 0.0456 (see above)
        let children = Children::of(&[10.0, 5.0, 20.0], &[0.7, 0.5, 0.3]);
        let stops = |stop: f64| Voi { stop, ..Voi::default() }.should_stop(&NodeView::new(35.0, &children));
        assert!(stops(0.0457) && !stops(0.0456) && !stops(1e-6));
        let new = Children::of(&[10.0, 0.0], &[0.7, 0.5]);
        assert!(!Voi { stop: 1.0, ..Voi::default() }.should_stop(&NodeView::new(10.0, &new)));
        let mute = Children::of(&[1.0, 1.0], &[1.0, 0.0]);
        assert!(!Voi { stop: 1.0, ..Voi::default() }.should_stop(&NodeView::new(2.0, &mute)));
    }

    /// A threat in a corner is worth little information after a while.
    fn won_position(root: &str) -> Search<TicTacToe> {
        let mut search = Search::new(&TicTacToe {}, &config(&format!("[search]\nroot = {root}"))).unwrap();
        for mv in [4, 0, 3] {
            search.advance(mv).unwrap();
        }
        search
    }

    #[test]
    fn a_search_that_has_seen_enough_stops_and_carries_its_rest_over() {
        let root = |carry: bool| format!("{{ kind = 'voi', stop = 0.001, interval = 32, carry_over = {carry} }}");
        let budget = Budget::simulations(5000);
        let mut search = won_position(&root(true));
        let first = search.run(&budget, &Control::new()).simulations;
        assert!(first < 5000 && first.is_multiple_of(32), "{first} simulations, in multiples of the interval");
        let mut frugal = won_position(&root(false));
        assert_eq!(frugal.run(&budget, &Control::new()).simulations, first);
        for search in [&mut search, &mut frugal] {
            let mv = search.best_move().unwrap();
            search.advance(mv).unwrap();
        }
        assert_eq!(search.core.plan(&budget).simulations, Some(10_000 - first));
        assert_eq!(frugal.core.plan(&budget).simulations, Some(5000));
        let second = search.run(&budget, &Control::new()).simulations;
        assert_eq!(search.core.plan(&budget).simulations, Some(5000 + 10_000 - first - second));
        search.reset(*won_position(&root(true)).position());
        assert_eq!(search.core.plan(&budget).simulations, Some(5000), "a new game starts with nothing saved");
    }

    #[test]
    fn without_a_threshold_the_whole_budget_is_spent() {
        let mut search = won_position("{ kind = 'voi' }");
        assert_eq!(search.run(&Budget::simulations(3000), &Control::new()).simulations, 3000);
        assert_eq!(search.core.plan(&Budget::simulations(10)).simulations, Some(10));
        assert!(search.position().turn().player().is_some());
    }

    #[test]
    fn threads_stop_together() {
        let text = "[search]\nroot = { kind = 'voi', stop = 0.001 }\nparallel = { kind = 'tree', threads = 2 }";
        let mut search = Search::new(&TicTacToe {}, &config(text)).unwrap();
        for mv in [4, 0, 3] {
            search.advance(mv).unwrap();
        }
        assert!(search.run(&Budget::simulations(1_000_000), &Control::new()).simulations < 1_000_000);
    }
}
