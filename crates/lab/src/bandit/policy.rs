//! The policies as data, and what a policy must say.

use super::experiment::Play;
use super::table::{Table, Tally};
use super::{EpsilonGreedy, SequentialHalving, SuccessiveRejects, Thompson, Ucb1, Ucb1Tuned, UcbV, Uniform, Voi};
use katsura_game::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which arm is pulled next, as in `{ kind = "ucb1", c = 1.414 }`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Policy {
    /// Mean plus c·sqrt(ln t / n).
    Ucb1(Ucb1),
    /// UCB1 with the observed variance.
    Ucb1Tuned(Ucb1Tuned),
    /// An upper bound from the empirical Bernstein inequality.
    UcbV(UcbV),
    /// The value of information of a pull.
    Voi(Voi),
    /// Any arm.
    Uniform(Uniform),
    /// The best mean, now and then any arm.
    EpsilonGreedy(EpsilonGreedy),
    /// A draw from what is believed about each arm.
    Thompson(Thompson),
    /// Half of the arms in each round.
    SequentialHalving(SequentialHalving),
    /// One arm less in each phase.
    SuccessiveRejects(SuccessiveRejects),
}

/// A policy that looks at the tally and may be stopped at any time. Every arm is pulled once before the policy is asked.
pub(super) trait Index {
    /// A number that depends on the visits of an arm alone, kept in [`Tally::terms`] so that it is computed once per pull
    /// instead of once per pull and arm.
    fn visit_term(&self, _visits: f64) -> f64 {
        0.0
    }

    /// The arm to pull. `scores` is room for one number per arm.
    fn choose(&self, tally: &Tally, scores: &mut [f64], rng: &mut Rng) -> usize;
}

/// A policy that must know beforehand how many pulls it has.
pub(super) trait Schedule {
    /// Pulls at most `pulls` times and returns the arms that are left to recommend.
    fn play(&self, pulls: u32, table: &mut Table) -> Vec<usize>;
}

impl Policy {
    /// Plays one repetition: matches the policy once, then runs a loop compiled for it.
    pub(super) fn play(&self, play: &mut Play<'_>) {
        match self {
            Policy::Ucb1(policy) => play.index(policy),
            Policy::Ucb1Tuned(policy) => play.index(policy),
            Policy::UcbV(policy) => play.index(policy),
            Policy::Voi(policy) => play.index(policy),
            Policy::Uniform(policy) => play.index(policy),
            Policy::EpsilonGreedy(policy) => play.index(policy),
            Policy::Thompson(policy) => play.index(policy),
            Policy::SequentialHalving(policy) => play.schedule(policy),
            Policy::SuccessiveRejects(policy) => play.schedule(policy),
        }
    }

    /// What is wrong with the parameters, if anything.
    pub(super) fn problem(&self) -> Option<&'static str> {
        match self {
            Policy::Ucb1(policy) => policy.problem(),
            Policy::UcbV(policy) => policy.problem(),
            Policy::Voi(policy) => policy.problem(),
            Policy::EpsilonGreedy(policy) => policy.problem(),
            Policy::Thompson(policy) => policy.problem(),
            Policy::Ucb1Tuned(_) | Policy::Uniform(_) | Policy::SequentialHalving(_) | Policy::SuccessiveRejects(_) => None,
        }
    }
}

#[cfg(test)]
pub(super) mod testing {
    //! Tallies for the tests of policies.

    use super::*;

    /// A tally of arms with these visits and sums of rewards that are 0 or 1.
    pub(crate) fn tally(arms: &[(u32, f64)]) -> Tally {
        let visits: Vec<f64> = arms.iter().map(|arm| f64::from(arm.0)).collect();
        let sums: Vec<f64> = arms.iter().map(|arm| arm.1).collect();
        let means = sums.iter().zip(&visits).map(|(sum, n)| sum / n).collect();
        let pulls = arms.iter().map(|arm| arm.0).sum();
        Tally { squares: sums.clone(), terms: vec![0.0; arms.len()], visits, sums, means, pulls }
    }

    impl Tally {
        pub(crate) fn with_terms(mut self, policy: &impl Index) -> Tally {
            self.terms = self.visits.iter().map(|&n| policy.visit_term(n)).collect();
            self
        }
    }

    /// The scores a policy gives to the arms of a tally.
    pub(crate) fn scores_of(policy: &impl Index, tally: &Tally) -> Vec<f64> {
        let mut scores = vec![0.0; tally.arms()];
        policy.choose(&tally.clone().with_terms(policy), &mut scores, &mut Rng::new(1));
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::{Divisor, Posterior, VoiForm};

    #[test]
    fn every_policy_can_be_named_in_a_file() {
        let table = [
            (r#"{"kind":"ucb1"}"#, Policy::Ucb1(Ucb1::default())),
            (r#"{"kind":"ucb1","c":0.5}"#, Policy::Ucb1(Ucb1 { c: 0.5 })),
            (r#"{"kind":"ucb1_tuned"}"#, Policy::Ucb1Tuned(Ucb1Tuned::default())),
            (r#"{"kind":"ucb_v","zeta":1.0}"#, Policy::UcbV(UcbV { zeta: 1.0, ..UcbV::default() })),
            (r#"{"kind":"voi"}"#, Policy::Voi(Voi::literal())),
            (
                r#"{"kind":"voi","form":"authors","exponent":2.0,"divisor":"visits_plus_one"}"#,
                Policy::Voi(Voi { form: VoiForm::Authors, exponent: 2.0, divisor: Divisor::VisitsPlusOne }),
            ),
            (r#"{"kind":"uniform"}"#, Policy::Uniform(Uniform {})),
            (r#"{"kind":"epsilon_greedy","epsilon":0.2}"#, Policy::EpsilonGreedy(EpsilonGreedy { epsilon: 0.2 })),
            (r#"{"kind":"thompson"}"#, Policy::Thompson(Thompson::default())),
            (
                r#"{"kind":"thompson","posterior":{"kind":"gaussian","sd":0.5}}"#,
                Policy::Thompson(Thompson { posterior: Posterior::Gaussian { sd: 0.5 } }),
            ),
            (r#"{"kind":"sequential_halving"}"#, Policy::SequentialHalving(SequentialHalving::default())),
            (r#"{"kind":"successive_rejects"}"#, Policy::SuccessiveRejects(SuccessiveRejects {})),
        ];
        for (text, policy) in table {
            assert_eq!(serde_json::from_str::<Policy>(text).unwrap(), policy, "{text}");
            let again: Policy = serde_json::from_str(&serde_json::to_string(&policy).unwrap()).unwrap();
            assert_eq!(again, policy);
        }
    }

    #[test]
    fn unknown_kinds_and_parameters_are_refused_by_name() {
        let unknown = serde_json::from_str::<Policy>(r#"{"kind":"ucb2"}"#).unwrap_err().to_string();
        assert!(unknown.contains("ucb2") && unknown.contains("sequential_halving"), "{unknown}");
        let unknown = serde_json::from_str::<Policy>(r#"{"kind":"ucb1","d":1}"#).unwrap_err().to_string();
        assert!(unknown.contains("`d`") && unknown.contains("`c`"), "{unknown}");
    }
}
