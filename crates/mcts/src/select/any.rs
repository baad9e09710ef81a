//! The choice of a selection rule as data.

use super::{
    AlphaAmaf, Amaf, Bernstein, EpsilonGreedy, Even, FirstPlay, Formula, Grave, HeuristicRave, MAX_GROUPS, Mean, MoveGroups,
    Nothing, ProgressiveBias, Rave, Select, SinglePlayer, Stopping, Term, Thompson, TryAll, Ucb1, Ucb1Tuned, UcbV, Voi,
};
use crate::config::ConfigError;
use crate::custom::Custom;
use crate::needs::Needs;
use crate::tree::NodeView;
use katsura_game::{About, Rng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The value slot of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyValue {
    /// The mean reward.
    Mean {},
    /// The AMAF value alone.
    Amaf(Amaf),
    /// Mean and AMAF value in a fixed proportion.
    AlphaAmaf(AlphaAmaf),
    /// Mean and AMAF value in a proportion that falls as visits grow.
    Rave(Rave),
    /// RAVE with AMAF values from further up the tree.
    Grave(Grave),
    /// RAVE whose values start with virtual simulations of the game's knowledge.
    HeuristicRave(HeuristicRave),
}

/// The exploration slot of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyExplore {
    /// No exploration term.
    None {},
    /// UCB1 in its named forms.
    Ucb1(Ucb1),
    /// UCB1-Tuned, and the general form with variance.
    Ucb1Tuned(Ucb1Tuned),
    /// The empirical Bernstein bound.
    UcbV(UcbV),
    /// Bernstein's bound for wins and losses, as used for Havannah.
    Bernstein(Bernstein),
    /// Any child with a fixed probability.
    EpsilonGreedy(EpsilonGreedy),
    /// Draws from the posterior of each mean.
    Thompson(Thompson),
    /// UCB1 with a term for deviations, for games of one player.
    SinglePlayer(SinglePlayer),
    /// The least visited child, whatever its value.
    Even {},
}

/// The bias slot of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyBias {
    /// No bias.
    None {},
    /// The game's prior, fading as visits grow.
    Progressive(ProgressiveBias),
}

/// The slot for children without visits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyUnvisited {
    /// Every child once, or so many times, before the formula chooses.
    TryAll(TryAll),
    /// A fixed score for the unknown.
    FirstPlay(FirstPlay),
    /// No rule: the score of the formula, with a mean of ½.
    None {},
}

/// The slot for groups of moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyGroups {
    /// One choice among all moves.
    None {},
    /// UCB1 among the game's groups of moves, then the formula inside the group.
    Ucb1(Ucb1),
}

/// Implements [`Term`] for an enum of terms: one match per node.
macro_rules! any_term {
    ($any:ident { $($pattern:pat => $term:expr),* $(,)? }) => {
        impl Term for $any {
            fn needs(&self) -> Needs {
                match self { $($pattern => $term.needs()),* }
            }

            fn reference(&self) -> u32 {
                match self { $($pattern => $term.reference()),* }
            }

            fn trials(&self) -> u32 {
                match self { $($pattern => $term.trials()),* }
            }

            fn waits_for_trials(&self) -> bool {
                match self { $($pattern => $term.waits_for_trials()),* }
            }

            #[inline]
            fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
                match self { $($pattern => $term.apply(node, rng, scores)),* }
            }
        }
    };
}

any_term!(AnyValue {
    AnyValue::Mean {} => Mean,
    AnyValue::Amaf(term) => term,
    AnyValue::AlphaAmaf(term) => term,
    AnyValue::Rave(term) => term,
    AnyValue::Grave(term) => term,
    AnyValue::HeuristicRave(term) => term,
});

any_term!(AnyExplore {
    AnyExplore::None {} => Nothing,
    AnyExplore::Ucb1(term) => term,
    AnyExplore::Ucb1Tuned(term) => term,
    AnyExplore::UcbV(term) => term,
    AnyExplore::Bernstein(term) => term,
    AnyExplore::EpsilonGreedy(term) => term,
    AnyExplore::Thompson(term) => term,
    AnyExplore::SinglePlayer(term) => term,
    AnyExplore::Even {} => Even,
});

any_term!(AnyBias {
    AnyBias::None {} => Nothing,
    AnyBias::Progressive(term) => term,
});

any_term!(AnyUnvisited {
    AnyUnvisited::TryAll(term) => term,
    AnyUnvisited::FirstPlay(term) => term,
    AnyUnvisited::None {} => Nothing,
});

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
    /// Whether a group of moves is chosen first.
    pub groups: AnyGroups,
}

impl Default for AnyFormula {
    fn default() -> Self {
        AnyFormula {
            value: AnyValue::Mean {},
            explore: AnyExplore::Ucb1(Ucb1::default()),
            bias: AnyBias::None {},
            unvisited: AnyUnvisited::TryAll(TryAll::default()),
            groups: AnyGroups::None {},
        }
    }
}

impl AnyFormula {
    fn terms(&self) -> Formula<&AnyValue, &AnyExplore, &AnyBias, &AnyUnvisited> {
        Formula { value: &self.value, explore: &self.explore, bias: &self.bias, unvisited: &self.unvisited }
    }

    /// Checks that the game knows what the formula asks for; `path` is the formula's dotted name.
    ///
    /// # Errors
    /// If a bias is asked of a game without priors, or groups of one without groups.
    pub fn check(&self, about: &About, path: &str) -> Result<(), ConfigError> {
        if self.bias.needs().has(Needs::PRIOR) && !about.knows.priors {
            let message = format!("progressive bias needs priors, and {} has none", about.name);
            return Err(ConfigError::new(format!("{path}.bias"), message));
        }
        if self.value.needs().has(Needs::HEURISTIC) && about.knows.hints.is_empty() {
            let message = format!("heuristic RAVE needs estimates of moves, and {} has none", about.name);
            return Err(ConfigError::new(format!("{path}.value"), message));
        }
        match (self.groups, about.knows.groups) {
            (AnyGroups::None {}, _) | (AnyGroups::Ucb1(_), 2..=MAX_GROUPS) => Ok(()),
            (AnyGroups::Ucb1(_), 0 | 1) => {
                Err(ConfigError::new(format!("{path}.groups"), format!("{} has no groups of moves", about.name)))
            }
            (AnyGroups::Ucb1(_), many) => {
                let message = format!("{} has {many} groups of moves; at most {MAX_GROUPS} can be told apart", about.name);
                Err(ConfigError::new(format!("{path}.groups"), message))
            }
        }
    }
}

impl Select for AnyFormula {
    fn needs(&self) -> Needs {
        match self.groups {
            AnyGroups::None {} => self.terms().needs(),
            AnyGroups::Ucb1(groups) => MoveGroups { groups, inside: self.terms() }.needs(),
        }
    }

    #[inline]
    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        match self.groups {
            AnyGroups::None {} => self.terms().score(node, rng, scores),
            AnyGroups::Ucb1(groups) => MoveGroups { groups, inside: self.terms() }.score(node, rng, scores),
        }
    }

    fn reference(&self) -> u32 {
        self.terms().reference()
    }

    fn trials(&self) -> u32 {
        match self.groups {
            AnyGroups::None {} => self.terms().trials(),
            AnyGroups::Ucb1(_) => 0,
        }
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
    /// The least visited child: the same number of simulations for all.
    Even,
    /// The child whose simulations promise most for the final choice.
    Voi(Voi),
}

impl AnyRoot {
    /// The rule, given that of the other nodes.
    pub fn resolve(&self, interior: &AnyFormula) -> AnySelect {
        match self {
            AnyRoot::Inherit => AnySelect::Formula(*interior),
            AnyRoot::Formula(formula) => AnySelect::Formula(*formula),
            AnyRoot::Uniform => AnySelect::Uniform,
            AnyRoot::Even => AnySelect::Formula(AnyFormula { explore: AnyExplore::Even {}, ..AnyFormula::default() }),
            AnyRoot::Voi(voi) => AnySelect::Voi(*voi),
        }
    }

    /// Checks that the game knows what the rule asks for.
    ///
    /// # Errors
    /// As [`AnyFormula::check`].
    pub fn check(&self, about: &About, path: &str) -> Result<(), ConfigError> {
        match self {
            AnyRoot::Formula(formula) => formula.check(about, path),
            AnyRoot::Inherit | AnyRoot::Uniform | AnyRoot::Even | AnyRoot::Voi(_) => Ok(()),
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
    /// Value of information.
    Voi(Voi),
    /// A rule of another crate.
    Custom(Custom<dyn Select>),
}

impl Select for AnySelect {
    fn needs(&self) -> Needs {
        match self {
            AnySelect::Formula(formula) => formula.needs(),
            AnySelect::Uniform => Needs::NONE,
            AnySelect::Voi(voi) => voi.needs(),
            AnySelect::Custom(select) => select.needs(),
        }
    }

    #[inline]
    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        match self {
            AnySelect::Formula(formula) => formula.score(node, rng, scores),
            AnySelect::Uniform => scores.fill(0.0),
            AnySelect::Voi(voi) => voi.score(node, rng, scores),
            AnySelect::Custom(select) => select.score(node, rng, scores),
        }
    }

    fn reference(&self) -> u32 {
        match self {
            AnySelect::Formula(formula) => formula.reference(),
            AnySelect::Uniform | AnySelect::Voi(_) => 0,
            AnySelect::Custom(select) => select.reference(),
        }
    }

    fn trials(&self) -> u32 {
        match self {
            AnySelect::Formula(formula) => formula.trials(),
            AnySelect::Uniform | AnySelect::Voi(_) => 0,
            AnySelect::Custom(select) => select.trials(),
        }
    }

    fn stopping(&self) -> Option<Stopping> {
        match self {
            AnySelect::Formula(_) | AnySelect::Uniform => None,
            AnySelect::Voi(voi) => voi.stopping(),
            AnySelect::Custom(select) => select.stopping(),
        }
    }

    fn is_content(&self, root: &NodeView<'_>) -> bool {
        match self {
            AnySelect::Formula(_) | AnySelect::Uniform => false,
            AnySelect::Voi(voi) => voi.is_content(root),
            AnySelect::Custom(select) => select.is_content(root),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policies;
    use crate::select::{Equivalence, Schedule};
    use crate::testing::{Hinted, config, grow, picture};
    use crate::{Budget, Control, Search};
    use katsura_game::{Game, toy::ToyGame};
    use katsura_games::tic_tac_toe::TicTacToe;
    use std::sync::Arc;

    const VALUES: [&str; 5] = ["mean", "amaf", "alpha_amaf", "rave", "grave"];
    const EXPLORES: [&str; 8] =
        ["none", "ucb1", "ucb1_tuned", "ucb_v", "bernstein", "epsilon_greedy", "thompson", "single_player"];

    /// Two players with chance, and three players; the argmax refuses scores that are no numbers.
    #[test]
    fn every_combination_of_terms_searches() {
        let two = Hinted::new(
            "(0: {1 (1: [1 0] [0.5 0.5]) 2 (1: [0 1] [1 0])} (1: [0 1] [1 0] [0.2 0.8]) [0.4 0.6])",
            &[0.0, 0.5, 1.0],
        );
        let three = ToyGame::random(3, 3, 5, &mut Rng::new(2));
        for value in VALUES {
            for explore in EXPLORES {
                for unvisited in ["try_all", "first_play", "none"] {
                    let text = format!(
                        "[search.select]\nvalue = {{ kind = '{value}' }}\nexplore = {{ kind = '{explore}' }}\nunvisited = {{ kind = '{unvisited}' }}"
                    );
                    assert_eq!(grow(&three, &text, 150).tree().visits(0), 150);
                    let more = "\nbias = { kind = 'progressive' }\ngroups = { kind = 'ucb1' }";
                    assert_eq!(grow(&two, &(text + more), 150).tree().visits(0), 150);
                }
            }
        }
    }

    /// Terms named as types grow the tree that the same terms grow as data.
    #[test]
    fn static_and_any_grow_the_same_tree() {
        let text = "[search.select]\nvalue = { kind = 'rave' }\nexplore = { kind = 'ucb1_tuned' }\nunvisited = { kind = 'first_play' }";
        let config = config(text);
        let rave = Rave { schedule: Schedule::Equivalence(Equivalence { r: 50.0 }), ..Rave::default() };
        let formula = Formula { value: rave, explore: Ucb1Tuned::default(), bias: Nothing, unvisited: FirstPlay::default() };
        let custom = AnySelect::Custom(Custom(Arc::new(formula)));
        let policies = Policies { select: custom.clone(), root: custom, ..Policies::new(&config, &TicTacToe {}.about()) };
        let mut search = Search::with_policies(&TicTacToe {}, policies, &config);
        search.run(&Budget::simulations(2000), &Control::new());
        assert_eq!(picture(search.tree()), picture(grow(&TicTacToe {}, text, 2000).tree()));
    }

    /// A rule that is asked for scores at every node.
    struct Asked(AnyFormula);

    impl Select for Asked {
        fn needs(&self) -> Needs {
            self.0.needs()
        }

        fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
            self.0.score(node, rng, scores);
        }
    }

    #[test]
    fn children_that_must_be_tried_are_chosen_as_their_scores_would_have_it() {
        for value in ["mean", "amaf", "alpha_amaf", "rave"] {
            for explore in EXPLORES {
                let text = format!(
                    "[search.select]\nvalue = {{ kind = '{value}' }}\nexplore = {{ kind = '{explore}' }}\nunvisited = {{ kind = 'try_all', times = 3 }}"
                );
                let config = config(&text);
                let asked = || AnySelect::Custom(Custom(Arc::new(Asked(config.select))));
                let policies = Policies { select: asked(), root: asked(), ..Policies::new(&config, &TicTacToe {}.about()) };
                let mut search = Search::with_policies(&TicTacToe {}, policies, &config);
                search.run(&Budget::simulations(1000), &Control::new());
                assert_eq!(picture(search.tree()), picture(grow(&TicTacToe {}, &text, 1000).tree()), "{text}");
            }
        }
    }

    #[test]
    fn a_root_formula_is_checked_against_the_game_too() {
        let text = "[search]\nroot = { kind = 'formula', bias = { kind = 'progressive' } }";
        let error = Search::new(&TicTacToe {}, &config(text)).map(|_| ()).unwrap_err();
        assert_eq!(error.path, "search.root.bias");
    }
}
