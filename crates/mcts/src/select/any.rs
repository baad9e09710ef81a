//! The choice of a selection rule as data.

use super::{FirstPlay, Formula, Mean, Nothing, Select, Term, TryAll, Ucb1};
use crate::custom::Custom;
use crate::needs::Needs;
use crate::tree::NodeView;
use katsura_game::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The value slot of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyValue {
    /// The mean reward.
    Mean {},
}

/// The exploration slot of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyExplore {
    /// No exploration term.
    None {},
    /// UCB1 in its named forms.
    Ucb1(Ucb1),
}

/// The bias slot of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyBias {
    /// No bias.
    None {},
}

/// The slot for children without visits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyUnvisited {
    /// Every child once before any twice.
    TryAll {},
    /// A fixed score for the unknown.
    FirstPlay(FirstPlay),
}

impl Term for AnyValue {
    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        match self {
            AnyValue::Mean {} => Mean.apply(node, rng, scores),
        }
    }
}

impl Term for AnyExplore {
    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        match self {
            AnyExplore::None {} => Nothing.apply(node, rng, scores),
            AnyExplore::Ucb1(term) => term.apply(node, rng, scores),
        }
    }
}

impl Term for AnyBias {
    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        match self {
            AnyBias::None {} => Nothing.apply(node, rng, scores),
        }
    }
}

impl Term for AnyUnvisited {
    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        match self {
            AnyUnvisited::TryAll {} => TryAll.apply(node, rng, scores),
            AnyUnvisited::FirstPlay(term) => term.apply(node, rng, scores),
        }
    }
}

/// A formula whose terms are data: `[search.select]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AnyFormula {
    /// What a child is worth by what is known.
    pub value: AnyValue,
    /// What is added for what is not known.
    pub explore: AnyExplore,
    /// What is added for what the game says.
    pub bias: AnyBias,
    /// What children without visits get.
    pub unvisited: AnyUnvisited,
}

impl Default for AnyFormula {
    fn default() -> Self {
        AnyFormula {
            value: AnyValue::Mean {},
            explore: AnyExplore::Ucb1(Ucb1::default()),
            bias: AnyBias::None {},
            unvisited: AnyUnvisited::TryAll {},
        }
    }
}

impl AnyFormula {
    fn terms(&self) -> Formula<AnyValue, AnyExplore, AnyBias, AnyUnvisited> {
        Formula { value: self.value, explore: self.explore, bias: self.bias, unvisited: self.unvisited }
    }
}

impl Select for AnyFormula {
    fn needs(&self) -> Needs {
        self.terms().needs()
    }

    #[inline]
    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        self.terms().score(node, rng, scores);
    }
}

/// The rule at the root: `[search.root]`.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyRoot {
    /// The rule of the other nodes.
    #[default]
    #[serde(rename = "same")]
    #[schemars(rename = "same")]
    Inherit,
    /// A formula of its own.
    Formula(AnyFormula),
    /// Every child with equal chances: flat Monte Carlo.
    Uniform,
}

impl AnyRoot {
    /// The rule, given that of the other nodes.
    pub fn resolve(&self, interior: &AnyFormula) -> AnySelect {
        match self {
            AnyRoot::Inherit => AnySelect::Formula(*interior),
            AnyRoot::Formula(formula) => AnySelect::Formula(*formula),
            AnyRoot::Uniform => AnySelect::Uniform,
        }
    }
}

/// Any selection rule: matched once per node, then one loop per term.
#[derive(Clone, Debug, PartialEq)]
pub enum AnySelect {
    /// A sum of terms.
    Formula(AnyFormula),
    /// Every child with equal chances.
    Uniform,
    /// A rule of another crate.
    Custom(Custom<dyn Select>),
}

impl Select for AnySelect {
    fn needs(&self) -> Needs {
        match self {
            AnySelect::Formula(formula) => formula.needs(),
            AnySelect::Uniform => Needs::NONE,
            AnySelect::Custom(select) => select.needs(),
        }
    }

    #[inline]
    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        match self {
            AnySelect::Formula(formula) => formula.score(node, rng, scores),
            AnySelect::Uniform => scores.fill(0.0),
            AnySelect::Custom(select) => select.score(node, rng, scores),
        }
    }
}
