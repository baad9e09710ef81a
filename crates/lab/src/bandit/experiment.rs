//! Many repetitions of a bandit problem, and what they say.

use super::choice::maximum;
use super::instance::Bandit;
use super::policy::{Index, Policy, Schedule};
use super::table::Table;
use crate::stats::Moments;
use katsura_game::Rng;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A bandit experiment: everything that decides its result but the policy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The arms.
    pub bandit: Bandit,
    /// How long is played and what is recommended.
    pub protocol: Protocol,
    /// How many instances are played.
    pub repetitions: u64,
    /// The seed of the run.
    pub seed: u64,
}

/// How long is played and what is recommended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// After how many pulls the regret is taken, in ascending order. A policy that can be stopped at any time is played once to the
    /// last budget and looked at on the way, so its results at different budgets belong to the same instances and pulls.
    pub budgets: Vec<u32>,
    /// Whether the budget includes the first pull of every arm.
    #[serde(default)]
    pub initial: Initial,
    /// Which arm is recommended.
    #[serde(default)]
    pub recommend: Recommend,
}

/// Whether the budget includes the first pull of every arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Initial {
    /// The budget is all pulls.
    #[default]
    Counted,
    /// The budget is what comes after one pull of every arm.
    Extra,
}

/// Which arm is recommended. Ties are averaged over: that is the expectation of a uniform choice, without its noise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Recommend {
    /// The arm with the highest sample mean, among those that were pulled.
    #[default]
    BestMean,
    /// The arm that was pulled most often. Sequential halving and successive rejects keep to the best mean of the arms left.
    MostVisited,
}

/// What one repetition gave at one budget.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The mean of the best arm minus that of the recommended one.
    pub simple_regret: f64,
    /// The same summed over all pulls.
    pub cumulative_regret: f64,
    /// The probability that the recommended arm is a best one: 0 or 1 but for ties.
    pub best: f64,
}

/// What all repetitions gave at one budget.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// The budget as stated.
    pub budget: u32,
    /// The pulls it allows, first pulls included.
    pub pulls: u32,
    /// Of [`Outcome::simple_regret`].
    pub simple_regret: Moments,
    /// Of [`Outcome::cumulative_regret`].
    pub cumulative_regret: Moments,
    /// Of [`Outcome::best`].
    pub best: Moments,
}

/// An experiment that cannot be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct BadExperiment(&'static str);

/// Repetitions are summed in groups of this size, in order, so that threads do not change the last bit.
const GROUP: u64 = 64;

impl Experiment {
    /// Plays all repetitions, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// [`BadExperiment`] says what is wrong with the experiment or the policy.
    pub fn run(&self, policy: &Policy) -> Result<Vec<Point>, BadExperiment> {
        let empty: Vec<Point> = self.protocol.budgets.iter().map(|&budget| self.empty_point(budget)).collect();
        self.fold(&[*policy], &empty, |points, outcomes| {
            points.iter_mut().zip(&outcomes[0]).for_each(|(point, outcome)| point.push(outcome));
        })
    }

    /// The simple regret of the first policy minus that of the second at each budget, repetition by repetition: both meet the
    /// same arms, so the standard error is smaller than that of two separate runs.
    ///
    /// # Errors
    /// [`BadExperiment`] says what is wrong with the experiment or a policy.
    pub fn difference(&self, first: &Policy, second: &Policy) -> Result<Vec<Moments>, BadExperiment> {
        let empty = vec![Moments::default(); self.protocol.budgets.len()];
        self.fold(&[*first, *second], &empty, |moments, outcomes| {
            for (place, moments) in moments.iter_mut().enumerate() {
                moments.push(outcomes[0][place].simple_regret - outcomes[1][place].simple_regret);
            }
        })
    }

    /// One repetition: a pure function of the seed and the number.
    ///
    /// # Errors
    /// [`BadExperiment`] says what is wrong with the experiment or the policy.
    pub fn repetition(&self, policy: &Policy, number: u64) -> Result<Vec<Outcome>, BadExperiment> {
        self.check(policy)?;
        Ok(self.play(policy, number, &mut Table::new(self.bandit.reward)))
    }

    /// Whether the experiment can be run with this policy.
    ///
    /// # Errors
    /// [`BadExperiment`] says what is wrong.
    pub fn check(&self, policy: &Policy) -> Result<(), BadExperiment> {
        let budgets = &self.protocol.budgets;
        let ascending = budgets.is_sorted_by(|a, b| a < b);
        let most = budgets.last().map_or(0, |&last| u64::from(last) + self.bandit.means.arms() as u64);
        let problem = self.bandit.means.problem();
        let problem = problem.or_else(|| self.bandit.reward.problem(&self.bandit.means)).or_else(|| policy.problem());
        match problem {
            Some(problem) => Err(BadExperiment(problem)),
            None if budgets.is_empty() => Err(BadExperiment("an experiment needs at least one budget")),
            None if !ascending || budgets[0] == 0 => Err(BadExperiment("budgets must be positive and ascending")),
            None if most > u64::from(u32::MAX) => Err(BadExperiment("budget and arms together must stay below 2^32")),
            None => Ok(()),
        }
    }

    /// Plays all repetitions with all policies and gathers them: `push` takes the outcomes of one repetition in.
    fn fold<T: Merge>(
        &self,
        policies: &[Policy],
        empty: &[T],
        push: impl Fn(&mut [T], &[Vec<Outcome>]) + Sync,
    ) -> Result<Vec<T>, BadExperiment> {
        policies.iter().try_for_each(|policy| self.check(policy))?;
        let group = |group: u64| {
            let mut table = Table::new(self.bandit.reward);
            let mut sums = empty.to_vec();
            for number in group * GROUP..((group + 1) * GROUP).min(self.repetitions) {
                let outcomes: Vec<_> = policies.iter().map(|policy| self.play(policy, number, &mut table)).collect();
                push(&mut sums, &outcomes);
            }
            sums
        };
        let groups: Vec<Vec<T>> = (0..self.repetitions.div_ceil(GROUP)).into_par_iter().map(group).collect();
        let mut total = empty.to_vec();
        groups.iter().for_each(|group| total.iter_mut().zip(group).for_each(|(sum, part)| sum.merge(part)));
        Ok(total)
    }

    fn play(&self, policy: &Policy, number: u64, table: &mut Table) -> Vec<Outcome> {
        self.bandit.means.draw(&mut Rng::stream(&[self.seed, number, 0]), &mut table.means);
        let mut play = Play { experiment: self, number, table, outcomes: Vec::with_capacity(self.protocol.budgets.len()) };
        policy.play(&mut play);
        play.outcomes
    }

    fn pulls(&self, budget: u32) -> u32 {
        match self.protocol.initial {
            Initial::Counted => budget,
            Initial::Extra => budget + self.bandit.means.arms() as u32,
        }
    }

    fn empty_point(&self, budget: u32) -> Point {
        let [simple_regret, cumulative_regret, best] = [Moments::default(); 3];
        Point { budget, pulls: self.pulls(budget), simple_regret, cumulative_regret, best }
    }
}

/// What groups of repetitions are gathered in.
trait Merge: Clone + Send + Sync {
    fn merge(&mut self, other: &Self);
}

impl Merge for Moments {
    fn merge(&mut self, other: &Self) {
        Moments::merge(self, other);
    }
}

impl Merge for Point {
    fn merge(&mut self, other: &Self) {
        self.simple_regret.merge(&other.simple_regret);
        self.cumulative_regret.merge(&other.cumulative_regret);
        self.best.merge(&other.best);
    }
}

impl Point {
    fn push(&mut self, outcome: &Outcome) {
        self.simple_regret.push(outcome.simple_regret);
        self.cumulative_regret.push(outcome.cumulative_regret);
        self.best.push(outcome.best);
    }
}

/// One repetition of one policy, budget by budget.
pub(super) struct Play<'a> {
    experiment: &'a Experiment,
    number: u64,
    table: &'a mut Table,
    outcomes: Vec<Outcome>,
}

impl Play<'_> {
    /// Plays a policy that can be stopped at any time: every arm once, in random order, then as it chooses.
    pub(super) fn index(&mut self, policy: &impl Index) {
        self.table.restart(Rng::stream(&[self.experiment.seed, self.number, 1]));
        let first = self.table.shuffled();
        for &budget in &self.experiment.protocol.budgets {
            while self.table.tally.pulls < self.experiment.pulls(budget) {
                let table = &mut *self.table;
                let arm = match first.get(table.tally.pulls as usize) {
                    Some(&arm) => arm,
                    None => policy.choose(&table.tally, &mut table.scores, &mut table.rng),
                };
                table.pull(arm);
                table.tally.terms[arm] = policy.visit_term(table.tally.visits[arm]);
            }
            let recommended = self.recommended();
            self.outcomes.push(self.outcome(&recommended));
        }
    }

    /// Plays a policy that must know its budget, anew for each.
    pub(super) fn schedule(&mut self, policy: &impl Schedule) {
        for &budget in &self.experiment.protocol.budgets {
            let pulls = self.experiment.pulls(budget);
            self.table.restart(Rng::stream(&[self.experiment.seed, self.number, 1, u64::from(pulls)]));
            let left = policy.play(pulls, self.table);
            let means: Vec<f64> = left.iter().map(|&arm| self.table.tally.means[arm]).collect();
            let best = maximum(&means);
            let recommended: Vec<usize> = left.into_iter().filter(|&arm| self.table.tally.means[arm] == best).collect();
            self.outcomes.push(self.outcome(&recommended));
        }
    }

    /// The arms that tie for the recommendation.
    fn recommended(&self) -> Vec<usize> {
        let tally = &self.table.tally;
        let value = |arm: usize| match self.experiment.protocol.recommend {
            _ if tally.visits[arm] == 0.0 => f64::NEG_INFINITY,
            Recommend::BestMean => tally.means[arm],
            Recommend::MostVisited => tally.visits[arm],
        };
        let most = (0..tally.arms()).map(value).fold(f64::NEG_INFINITY, f64::max);
        (0..tally.arms()).filter(|&arm| value(arm) == most).collect()
    }

    fn outcome(&self, recommended: &[usize]) -> Outcome {
        let means = &self.table.means;
        let best = maximum(means);
        let share = 1.0 / recommended.len() as f64;
        let losses = means.iter().zip(&self.table.tally.visits).map(|(mean, visits)| visits * (best - mean));
        Outcome {
            simple_regret: recommended.iter().map(|&arm| (best - means[arm]) * share).sum(),
            cumulative_regret: losses.sum(),
            best: recommended.iter().filter(|&&arm| means[arm] == best).count() as f64 * share,
        }
    }
}

#[cfg(test)]
mod tests;
