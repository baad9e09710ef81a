//! The choice of a selection rule as data.

use super::{
    AlphaAmaf, Amaf, Bernstein, EpsilonGreedy, Even, FirstPlay, Formula, Grave, HalfGreedy, HeuristicRave, MAX_GROUPS, Mean,
    MoveGroups, Nothing, ProgressiveBias, Rave, Select, SelectTraits, SinglePlayer, Thompson, TryAll, Ucb1, Ucb1Tuned,
    UcbScaled, UcbSqrt, UcbV, Uniform, Urgency, Voi, VoiPlus,
};
use crate::config::{ConfigError, parameters, refused};
use crate::custom::Custom;
use crate::dispatch::dispatch;
use crate::needs::Needs;
use crate::tree::NodeView;
use katsura_game::{About, Rng};

parameters! {
    /// The value slot of a formula.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum AnyValue by kind {
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
}

parameters! {
    /// The exploration slot of a formula.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum AnyExplore by kind {
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
        /// UCB1 for costs: a constant on any scale.
        UcbScaled(UcbScaled),
        /// UCB√: for the regret of the final choice.
        UcbSqrt(UcbSqrt),
        /// Any child with a fixed probability.
        EpsilonGreedy(EpsilonGreedy),
        /// Another child than the best with a fixed probability.
        HalfGreedy(HalfGreedy),
        /// Draws from the posterior of each mean.
        Thompson(Thompson),
        /// Draws children by about their probability to be better than the best, as Crazy Stone did.
        Urgency(Urgency),
        /// UCB1 with a term for deviations, for games of one player.
        SinglePlayer(SinglePlayer),
        /// The least visited child, whatever its value.
        Even {},
    }
}

parameters! {
    /// The bias slot of a formula.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum AnyBias by kind {
        /// No bias.
        None {},
        /// The game's prior, fading as visits grow.
        Progressive(ProgressiveBias),
    }
}

parameters! {
    /// The slot for children without visits.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum AnyUnvisited by kind {
        /// Every child once, or so many times, before the formula chooses.
        TryAll(TryAll),
        /// A fixed score for the unknown.
        FirstPlay(FirstPlay),
        /// No rule: the score of the formula, with a mean of ½.
        None {},
    }
}

parameters! {
    /// The slot for groups of moves.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum AnyGroups by kind checked by AnyGroups::check {
        /// One choice among all moves.
        None {},
        /// UCB1 among the game's groups of moves, then the formula inside the group.
        Ucb1(Ucb1),
    }
}

impl AnyGroups {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        let groups = about.knows.groups;
        match self {
            AnyGroups::None {} => Ok(()),
            AnyGroups::Ucb1(_) if groups < 2 => refused(format!("{} has no groups of moves", about.name)),
            AnyGroups::Ucb1(_) if groups > MAX_GROUPS => {
                refused(format!("{} has {groups} groups of moves; at most {MAX_GROUPS} can be told apart", about.name))
            }
            AnyGroups::Ucb1(_) => Ok(()),
        }
    }
}

dispatch! { Term for AnyValue {
    Self::Mean {} => &Mean,
    Self::Amaf(term) => term,
    Self::AlphaAmaf(term) => term,
    Self::Rave(term) => term,
    Self::Grave(term) => term,
    Self::HeuristicRave(term) => term,
} }

dispatch! { Term for AnyExplore {
    Self::None {} => &Nothing,
    Self::Ucb1(term) => term,
    Self::Ucb1Tuned(term) => term,
    Self::UcbV(term) => term,
    Self::Bernstein(term) => term,
    Self::UcbScaled(term) => term,
    Self::UcbSqrt(term) => term,
    Self::EpsilonGreedy(term) => term,
    Self::HalfGreedy(term) => term,
    Self::Thompson(term) => term,
    Self::Urgency(term) => term,
    Self::SinglePlayer(term) => term,
    Self::Even {} => &Even,
} }

dispatch! { Term for AnyBias {
    Self::None {} => &Nothing,
    Self::Progressive(term) => term,
} }

dispatch! { Term for AnyUnvisited {
    Self::TryAll(term) => term,
    Self::FirstPlay(term) => term,
    Self::None {} => &Nothing,
} }

parameters! {
    /// A formula whose terms are data: `[search.select]`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct AnyFormula {
        /// What a child is worth by what is known.
        pub value: AnyValue = AnyValue::Mean {};
        /// What is added for what is not known.
        pub explore: AnyExplore = AnyExplore::Ucb1(Ucb1::default());
        /// What is added for what the game says.
        pub bias: AnyBias = AnyBias::None {};
        /// What children without visits get.
        pub unvisited: AnyUnvisited = AnyUnvisited::TryAll(TryAll::default());
        /// Whether a group of moves is chosen first.
        pub groups: AnyGroups = AnyGroups::None {};
    }
}

impl AnyFormula {
    /// The formula for a tree whose rewards are this game's results on the scale of [0, 1].
    pub(crate) fn on_scale(&self, about: &About) -> Self {
        let units = about.payoff.known_range().map_or(1.0, |[low, high]| high - low);
        let explore = match self.explore {
            AnyExplore::SinglePlayer(term) => AnyExplore::SinglePlayer(term.in_rewards(units)),
            other => other,
        };
        AnyFormula { explore, ..*self }
    }

    fn terms(&self) -> Formula<&AnyValue, &AnyExplore, &AnyBias, &AnyUnvisited> {
        Formula { value: &self.value, explore: &self.explore, bias: &self.bias, unvisited: &self.unvisited }
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

    fn traits(&self) -> SelectTraits {
        match self.groups {
            AnyGroups::None {} => self.terms().traits(),
            AnyGroups::Ucb1(groups) => MoveGroups { groups, inside: self.terms() }.traits(),
        }
    }
}

parameters! {
    /// The rule at the root: `[search.root]`.
    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub enum AnyRoot by kind {
        /// The rule of the other nodes.
        #[default]
        #[serde(rename = "same")]
        Inherit,
        /// A formula of its own.
        Formula(AnyFormula),
        /// Every child with equal chances: flat Monte Carlo.
        Uniform,
        /// The least visited child: the same number of simulations for all.
        Even,
        /// The child whose simulations promise most for the final choice.
        Voi(Voi),
        /// The same by a tighter bound.
        VoiPlus(VoiPlus),
    }
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
            AnyRoot::VoiPlus(voi) => AnySelect::VoiPlus(*voi),
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
    /// Value of information by a tighter bound.
    VoiPlus(VoiPlus),
    /// A rule of another crate.
    Custom(Custom<dyn Select>),
}

dispatch! { Select for AnySelect {
    Self::Formula(formula) => formula,
    Self::Uniform => &Uniform,
    Self::Voi(voi) => voi,
    Self::VoiPlus(voi) => voi,
    Self::Custom(select) => &**select,
} }

#[cfg(all(test, feature = "files"))]
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
    const EXPLORES: [&str; 12] = [
        "none",
        "ucb1",
        "ucb1_tuned",
        "ucb_v",
        "bernstein",
        "ucb_scaled",
        "ucb_sqrt",
        "epsilon_greedy",
        "half_greedy",
        "thompson",
        "urgency",
        "single_player",
    ];

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
        let config = config(text).check(&TicTacToe {}.about()).unwrap();
        let rave = Rave { schedule: Schedule::Equivalence(Equivalence { r: 50.0 }), ..Rave::default() };
        let formula = Formula { value: rave, explore: Ucb1Tuned::default(), bias: Nothing, unvisited: FirstPlay::default() };
        let custom = AnySelect::Custom(Custom(Arc::new(formula)));
        let policies = Policies { select: custom.clone(), root: custom, ..Policies::new(&config, &TicTacToe {}.about()) };
        let mut search = Search::with_policies(&TicTacToe {}, policies, &config).unwrap();
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
                let config = config(&text).check(&TicTacToe {}.about()).unwrap();
                let asked = || AnySelect::Custom(Custom(Arc::new(Asked(config.select))));
                let policies = Policies { select: asked(), root: asked(), ..Policies::new(&config, &TicTacToe {}.about()) };
                let mut search = Search::with_policies(&TicTacToe {}, policies, &config).unwrap();
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
