//! The choice of a playout policy as data.

use super::{
    Balanced, BalancedPolicy, Chain, CutOff, Decisive, DecisivePolicy, Gobble, GobblePolicy, LastGoodReply,
    LastGoodReplyPolicy, Leaf, Mast, MastPolicy, Playing, Playout, PoolRave, PoolRavePolicy, Rules, Shape, Softmax,
    SoftmaxPolicy, Suggest, SuggestPolicy, Tabu, TabuPolicy, Uniform, With,
};
use crate::config::parameters;
use crate::dispatch::dispatch;
use crate::needs::Needs;
use crate::reward::RewardKind;
use katsura_game::{About, Knowledge, LightPlayout, Rewards, Trace};

/// Makes of one list the policies as data, the policies at work, and the way from the one to the other.
///
/// `Name(config: Data) => Policy, made`: `made` is the policy that is made of `config` for a game (`about`) with these
/// rewards.
macro_rules! playouts {
    (
        for $about:ident, $reward:ident;
        $($(#[doc = $doc:literal])* $name:ident($config:ident: $data:ty) => $policy:ty, $made:expr;)*
    ) => {
        parameters! {
            /// A playout policy as data: `[search.playout]`.
            #[derive(Clone, Debug, PartialEq, Default)]
            pub enum PlayoutConfig by kind {
                /// The game's light playout.
                #[default]
                Uniform,
                $($(#[doc = $doc])* $name($data),)*
            }
        }

        /// Any playout policy: matched once per playout, or once per rule and move within a chain.
        #[derive(Clone)]
        pub enum AnyPlayout<S: LightPlayout> {
            /// The game's light playout.
            Uniform(Uniform),
            $($(#[doc = $doc])* $name($policy),)*
            /// A policy of another crate.
            Custom(Box<dyn CustomPlayout<S>>),
        }

        impl<S: Knowledge> AnyPlayout<S> {
            /// The policy of a configuration that fits the game.
            pub fn new(config: &PlayoutConfig, $about: &About, $reward: RewardKind) -> Self {
                match config {
                    PlayoutConfig::Uniform => AnyPlayout::Uniform(Uniform),
                    $(PlayoutConfig::$name($config) => AnyPlayout::$name($made),)*
                }
            }
        }

        dispatch! { Playout for AnyPlayout {
            Self::Uniform(policy) => policy,
            $(Self::$name(policy) => policy,)*
            Self::Custom(policy) => policy,
        } }
    };
}

playouts! { for about, reward;
    /// Moves with good RAVE values.
    PoolRave(config: PoolRave) => With<PoolRavePolicy>, config.policy();
    /// Moves by the exponential of their value.
    Softmax(config: Softmax) => With<SoftmaxPolicy>, config.policy(Shape::of(about, reward));
    /// Moves in the order of their value, with annealed noise.
    Gobble(config: Gobble) => With<GobblePolicy>, config.policy(Shape::of(about, reward));
    /// Moves by their average reward.
    Mast(config: Mast) => With<MastPolicy>, config.policy(Shape::of(about, reward));
    /// The last good reply to the moves before.
    LastGoodReply(config: LastGoodReply) => With<LastGoodReplyPolicy>, config.policy(Shape::of(about, reward));
    /// Moves by weights of what they look like.
    Balanced(config: Balanced) => With<BalancedPolicy>, config.policy(about);
    /// Moves that win at once, and moves that prevent it.
    Decisive(config: Decisive) => With<DecisivePolicy>, config.policy(about.players);
    /// A rule that the game offers by name.
    Knowledge(config: Suggest) => With<SuggestPolicy>, config.policy(about);
    /// Moves of one group kept for later.
    Tabu(config: Tabu) => TabuPolicy, TabuPolicy::new(*config);
    /// The light playout, cut off after some moves.
    CutOff(config: CutOff) => CutOff, *config;
    /// Several of these, asked in turn.
    Chain(config: Rules) => Chain<S>, Chain::of(config, about, reward);
}

impl PlayoutConfig {
    /// The rules of a chain, or the one rule.
    pub(crate) fn rules(&self) -> Vec<&PlayoutConfig> {
        match self {
            PlayoutConfig::Chain(chain) => chain.rules.iter().flat_map(PlayoutConfig::rules).collect(),
            one => vec![one],
        }
    }

    /// Whether the rule learns from the results of playouts.
    pub(crate) fn learns(&self) -> bool {
        matches!(
            self,
            PlayoutConfig::Softmax(_) | PlayoutConfig::Gobble(_) | PlayoutConfig::Mast(_) | PlayoutConfig::LastGoodReply(_)
        )
    }

    /// Whether the rule reads AMAF values.
    pub(crate) fn reads_amaf(&self) -> bool {
        matches!(self, PlayoutConfig::PoolRave(rule) if rule.probability > 0.0)
    }
}

/// A playout policy of another crate: every policy that can be cloned for each worker is one.
pub trait CustomPlayout<S: LightPlayout>: Playout<S> + Sync {
    /// A copy.
    fn boxed(&self) -> Box<dyn CustomPlayout<S>>;
}

impl<S: LightPlayout, P: Playout<S> + Clone + Sync + 'static> CustomPlayout<S> for P {
    fn boxed(&self) -> Box<dyn CustomPlayout<S>> {
        Box::new(self.clone())
    }
}

impl<S: LightPlayout> Clone for Box<dyn CustomPlayout<S>> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

#[deny(clippy::missing_trait_methods)]
impl<S: LightPlayout, P: Playout<S> + ?Sized> Playout<S> for Box<P> {
    fn needs(&self) -> Needs {
        (**self).needs()
    }

    fn is_light(&self) -> bool {
        (**self).is_light()
    }

    fn begin(&mut self, leaf: Leaf<'_>, playing: &mut Playing<'_, S>) {
        (**self).begin(leaf, playing);
    }

    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        (**self).next_move(playing)
    }

    fn end(&mut self, trace: &Trace, rewards: &Rewards) {
        (**self).end(trace, rewards);
    }

    fn cut_off(&self) -> CutOff {
        (**self).cut_off()
    }

    fn new_root(&mut self) {
        (**self).new_root();
    }

    fn run(&mut self, leaf: Leaf<'_>, playing: Playing<'_, S>) -> Rewards {
        (**self).run(leaf, playing)
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::super::Then;
    use super::super::testing::Cells;
    use super::*;
    use crate::config::{SearchConfig, path};
    use crate::tree::NodeId;
    use crate::{Budget, Control, Policies, Search};
    use katsura_game::Game;

    /// Every node of a tree: move, visits, mean.
    fn nodes(search: &Search<Cells>) -> Vec<(usize, u32, u32)> {
        let tree = search.tree();
        let node = |node: NodeId| (tree.move_index(node), tree.visits(node), tree.mean(node).to_bits());
        (0..tree.nodes() as NodeId).map(node).collect()
    }

    fn config(playout: &str) -> SearchConfig {
        path::set(&SearchConfig::default(), "playout", playout).unwrap()
    }

    fn grown(playout: &str) -> Vec<(usize, u32, u32)> {
        let mut search = Search::new(&Cells { scored: true, ..Cells::pairs(8) }, &config(playout)).unwrap();
        search.run(&Budget::simulations(1500), &Control::new());
        nodes(&search)
    }

    const KINDS: [&str; 9] = [
        "kind = 'pool_rave', min_visits = 20, pool = 2",
        "kind = 'softmax'",
        "kind = 'gobble'",
        "kind = 'mast'",
        "kind = 'mast', draw = 'epsilon_greedy'",
        "kind = 'last_good_reply'",
        "kind = 'balanced', weights = [[0, 2.0], [3, -1.0]]",
        "kind = 'decisive'",
        "kind = 'knowledge', rule = 'lowest'",
    ];

    #[test]
    fn with_probability_zero_every_rule_is_the_light_playout_bit_for_bit() {
        let uniform = grown("{ kind = 'uniform' }");
        for kind in KINDS {
            assert!(grown(&format!("{{ {kind}, probability = 0.0 }}")) == uniform, "{kind}");
        }
        assert!(grown("{ kind = 'chain', rules = [] }") == uniform);
        assert!(grown("{ kind = 'cut_off', plies = 1000 }") == uniform);
        assert!(grown("{ kind = 'chain', rules = [{ kind = 'uniform' }] }") == uniform);
    }

    #[test]
    fn every_rule_changes_the_tree_and_grows_the_same_one_again() {
        let uniform = grown("{ kind = 'uniform' }");
        for kind in KINDS {
            // In the game of pairs nobody wins before the end, so there are no decisive moves until the last.
            let tree = grown(&format!("{{ {kind}, probability = 1.0 }}"));
            assert!(tree != uniform, "{kind} changes nothing");
            assert!(tree == grown(&format!("{{ {kind}, probability = 1.0 }}")), "{kind} is not deterministic");
        }
        assert!(grown("{ kind = 'cut_off', plies = 2 }") != uniform);
    }

    #[test]
    fn a_rule_alone_a_chain_of_it_and_the_static_type_grow_one_tree() {
        for kind in KINDS {
            assert!(
                grown(&format!("{{ {kind}, probability = 0.5 }}"))
                    == grown(&format!("{{ kind = 'chain', rules = [{{ {kind}, probability = 0.5 }}] }}")),
                "{kind}"
            );
        }
        let game = Cells { scored: true, ..Cells::pairs(8) };
        let chain = "{ kind = 'chain', rules = [{ kind = 'last_good_reply', probability = 0.5 }, { kind = 'mast' }] }";
        let shape = Shape::of(&game.about(), RewardKind::Win);
        let playout = Then {
            first: LastGoodReply { probability: 0.5, ..LastGoodReply::default() }.policy(shape),
            second: Mast::default().policy(shape),
        };
        let (playout, config) = (AnyPlayout::Custom(Box::new(playout)), config(chain).check(&game.about()).unwrap());
        let policies = Policies::new(&config, &game.about());
        let mut search = Search::with_playout(&game, policies, playout, &config).unwrap();
        search.run(&Budget::simulations(1500), &Control::new());
        assert!(nodes(&search) == grown(chain));
    }

    #[test]
    fn a_policy_that_does_not_fit_the_game_is_refused() {
        let error = |playout: &str| config(playout).check(&Cells::key(8).about()).unwrap_err().to_string();
        assert_eq!(
            error("{ kind = 'knowledge', rule = 'bridge' }"),
            "search.playout.rule: \"bridge\" is not known; known: lowest, next"
        );
        assert_eq!(
            error("{ kind = 'chain', rules = [{ kind = 'mast' }, { kind = 'cut_off' }] }"),
            "search.playout.rules.1.plies: cells has no score by which a playout that is cut off could be judged"
        );
        assert!(config("{ kind = 'cut_off' }").check(&Cells { scored: true, ..Cells::key(8) }.about()).is_ok());
        let alone: katsura_game::toy::ToyGame = "(0: [1] [0])".parse().unwrap();
        let error = config("{ kind = 'cut_off', estimate = 'leader' }").check(&alone.about()).unwrap_err();
        assert_eq!(error.to_string(), "search.playout.estimate: \"leader\" needs an opponent; one player has \"score\"");
        assert!(config("{ kind = 'cut_off', estimate = 'score' }").check(&alone.about()).is_ok());
    }

    #[test]
    fn values_out_of_range_are_refused_inside_a_chain() {
        let set = |text: &str| path::set(&SearchConfig::default(), "playout", text).unwrap_err().to_string();
        assert_eq!(
            set("{ kind = 'chain', rules = [{ kind = 'pool_rave', probability = 1.5 }] }"),
            "search.playout.rules.0.probability: 1.5 is out of range: a number from 0 to 1"
        );
        assert!(
            set("{ kind = 'chain', rules = [{ kind = 'pool' }] }")
                .starts_with("search.playout.rules.0.kind: \"pool\" is not")
        );
    }
}
