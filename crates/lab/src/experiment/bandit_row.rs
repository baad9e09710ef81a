//! Rows about bandits: a policy, a problem, and the regrets that were published.

use super::numbers::{number_if_any, whole_if_any};
use super::published::{NOT_NEGATIVE, check_number};
use super::{Experiment, ExperimentError, Published};
use crate::bandit::{self, Bandit, Policy, Protocol};
use crate::folder::hash_json;
use crate::matches::Entry;
use crate::stats::Moments;
use crate::work::{Count, Games, Row, Tables, Words, Work};
use katsura_mcts::Control;
use serde::{Deserialize, Serialize};

/// A policy on a bandit problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BanditRow {
    /// The row's name, which is also that of its folder.
    pub name: String,
    /// The arms.
    pub bandit: Bandit,
    /// How long is played and what is recommended.
    pub protocol: Protocol,
    /// Which arm is pulled next.
    pub policy: Policy,
    /// How many instances, rounded up to whole batches.
    pub repetitions: Games,
    /// The published simple regrets, one for each budget; none for a companion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub published: Vec<Published>,
    /// How many instances the published regrets come from: their standard error is ours, scaled.
    #[serde(default, deserialize_with = "whole_if_any", skip_serializing_if = "Option::is_none")]
    pub published_repetitions: Option<u64>,
    /// How far from the published regret, as a share of it, still counts as the same.
    #[serde(default, deserialize_with = "number_if_any", skip_serializing_if = "Option::is_none")]
    pub within: Option<f64>,
    /// Where the row's protocol differs from the source, or what the row is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A bandit row with the seed it is run with. All rows of an experiment have the same: policies meet the same arms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BanditWork {
    /// The row.
    pub row: BanditRow,
    /// The seed.
    pub seed: u64,
}

/// One line of a bandit's record: the regrets of some instances, budget by budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The batch's number.
    pub batch: u64,
    /// The simple regret at each budget.
    pub regrets: Vec<Moments>,
    /// The cumulative regret at each budget; empty in records that were made without it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cumulative: Vec<Moments>,
}

impl Entry for Batch {
    const PER_JOB: u64 = 1;

    fn number(&self) -> u64 {
        self.batch
    }

    fn told_like(self, other: &Batch) -> Self {
        if other.cumulative.is_empty() { Batch { cumulative: Vec::new(), ..self } } else { self }
    }
}

impl BanditRow {
    /// The work of this row.
    ///
    /// # Errors
    /// If the problem or the policy cannot be run.
    pub fn work(&self, experiment: &Experiment) -> Result<BanditWork, ExperimentError> {
        let work = BanditWork { row: self.clone(), seed: experiment.seed };
        let fail = |key: &str, message: &str| {
            experiment.located(Self::TABLES.rows, &self.name, ExperimentError::refused(key, message))
        };
        work.problem().check(&self.policy).map_err(|error| fail("", &error.to_string()))?;
        if !self.published.is_empty() && self.published.len() != self.protocol.budgets.len() {
            return Err(fail("published", "expected one published regret for each budget"));
        }
        Ok(work)
    }
}

impl Row for BanditRow {
    const TABLES: Tables = Tables { rows: "bandits", defaults: "bandit_defaults", size: "repetitions" };

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Games {
        self.repetitions
    }

    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn published(&self) -> Option<String> {
        (!self.published.is_empty()).then(|| format!("{} regrets", self.published.len()))
    }

    fn subject(&self) -> String {
        serde_json::to_string(&self.policy).unwrap_or_default()
    }

    fn check(&self) -> Result<(), ExperimentError> {
        self.published.iter().try_for_each(|regret| regret.check(&NOT_NEGATIVE))?;
        self.within.map_or(Ok(()), |within| check_number("within", within, &NOT_NEGATIVE))
    }
}

impl Work for BanditWork {
    type Row = BanditRow;
    type Entry = Batch;
    type SoFar = Count;

    const WORDS: Words = Words { record: "batches", job: "batch", jobs: "batches", units: "instances" };
    const JOB_SIZE: u64 = BanditWork::BATCH;

    fn of(row: &BanditRow, experiment: &Experiment) -> Result<Self, ExperimentError> {
        row.work(experiment)
    }

    fn row(&self) -> Option<&BanditRow> {
        Some(&self.row)
    }

    fn hash(&self) -> String {
        let BanditRow { bandit, protocol, policy, .. } = &self.row;
        hash_json(&(bandit, protocol, policy, self.seed))
    }

    fn so_far(&self) -> Count {
        Count::default()
    }

    fn job(&self, number: u64, control: &Control) -> Option<Vec<Batch>> {
        (!control.is_stopped()).then(|| vec![self.batch(number)])
    }
}

impl BanditWork {
    /// Instances per batch: a line of the record for each would be a large file.
    pub const BATCH: u64 = 100;

    fn problem(&self) -> bandit::Experiment {
        let BanditRow { bandit, protocol, .. } = self.row.clone();
        bandit::Experiment { bandit, protocol, repetitions: Self::BATCH, seed: self.seed }
    }

    /// One batch: a pure function of its number.
    pub fn batch(&self, number: u64) -> Batch {
        let problem = self.problem();
        let mut regrets = vec![Moments::default(); self.row.protocol.budgets.len()];
        let mut cumulative = regrets.clone();
        for instance in number * Self::BATCH..(number + 1) * Self::BATCH {
            let outcomes = problem.repetition(&self.row.policy, instance).unwrap_or_default();
            regrets.iter_mut().zip(&outcomes).for_each(|(regret, outcome)| regret.push(outcome.simple_regret));
            cumulative.iter_mut().zip(&outcomes).for_each(|(regret, outcome)| regret.push(outcome.cumulative_regret));
        }
        Batch { batch: number, regrets, cumulative }
    }
}
