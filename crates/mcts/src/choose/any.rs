//! The choice of a rule for the final move as data.

use super::{Choice, Choose, Max, MaxRobust, RaveChild, Robust, Secure, Temperature, Unsearched};
use crate::config::parameters;
use crate::custom::Custom;
use crate::dispatch::dispatch;

parameters! {
    /// Any rule for the final move: `[search.choose]`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum AnyChoose by kind {
        /// The highest mean.
        Max {},
        /// The most visits.
        Robust(Robust),
        /// Both, or more search.
        MaxRobust(MaxRobust),
        /// The highest lower bound.
        Secure(Secure),
        /// The highest mixture of mean and AMAF value.
        Rave(RaveChild),
        /// Drawn by visits.
        Temperature(Temperature),
        /// A legal move at random, without search.
        Random {},
        /// A move of the light playout at random, without search.
        WiseRandom {},
        /// A rule of another crate.
        #[serde(skip)]
        Custom(Custom<dyn Choose>),
    }
}

impl Default for AnyChoose {
    fn default() -> Self {
        AnyChoose::Robust(Robust::default())
    }
}

dispatch! { Choose for AnyChoose {
    Self::Max {} => &Max,
    Self::Robust(rule) => rule,
    Self::MaxRobust(rule) => rule,
    Self::Secure(rule) => rule,
    Self::Rave(rule) => rule,
    Self::Temperature(rule) => rule,
    Self::Random {} => &Unsearched(Choice::AnyLegal),
    Self::WiseRandom {} => &Unsearched(Choice::AnyPlayout),
    Self::Custom(rule) => &**rule,
} }

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::choose::ChooseTraits;
    use crate::tree::NodeView;
    use katsura_game::{Game, Rng};

    struct NeverContent;

    impl Choose for NeverContent {
        fn choose(&self, _root: &NodeView<'_>, _rng: &mut Rng, last: bool) -> Choice {
            if last { Choice::Child(0) } else { Choice::KeepSearching }
        }

        fn traits(&self) -> ChooseTraits {
            ChooseTraits { patience: 3.0, ..ChooseTraits::default() }
        }
    }

    #[test]
    fn a_rule_that_wants_more_gets_its_patience_in_simulations_and_no_more() {
        let game = katsura_games::tic_tac_toe::TicTacToe {};
        let config = crate::testing::config("[search]").check(&game.about()).unwrap();
        let mut policies = crate::Policies::new(&config, &game.about());
        policies.choose = AnyChoose::Custom(Custom(std::sync::Arc::new(NeverContent)));
        let mut search = crate::Search::with_policies(&game, policies, &config).unwrap();
        let report = search.run(&crate::Budget::simulations(100), &crate::Control::new());
        assert_eq!(report.simulations, 300);
    }
}
