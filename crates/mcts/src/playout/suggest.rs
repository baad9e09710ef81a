//! The playout rules a game offers by name.

use super::{Playing, Playout, With};
use crate::config::{ConfigError, Problem, parameters};
use crate::techniques::Technique;
use katsura_game::{About, Knowledge};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "fillboard",
        formula: "of N random points the first that is empty among empty points",
        citation: "chaslot2009",
        config: "search.playout = { kind = 'knowledge', rule = 'fillboard' }",
        sources: "poolRave 9",
        test: "the_game_says_what_is_played",
        file: file!(),
    },
    Technique {
        name: "rules of the game in playouts",
        formula: "what the game suggests, one drawn uniformly",
        citation: "gelly2006",
        config: "search.playout = { kind = 'knowledge', rule = 'bridge' }",
        sources: "slides 21",
        test: "what_cannot_be_played_is_no_opinion",
        file: file!(),
    },
];

parameters! {
    /// One of the rules that the game offers through [`Knowledge::suggest`], for example the answer to a threatened bridge
    /// in Hex or "fillboard" in Go [chaslot2009]: knowledge in playouts as in MoGo [gelly2006]. Among several moves that the
    /// rule suggests one is drawn uniformly.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Suggest checked by Suggest::check {
        /// The name of the rule. A game says which it knows.
        pub rule: String = String::new();
        /// How often the rule is asked.
        pub probability: f64 = 1.0, from 0.0 to 1.0;
    }
}

impl Suggest {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        self.number(about).map(|_| ())
    }

    /// The number of the rule in a game.
    ///
    /// # Errors
    /// If the game has no such rule; the error names those it has.
    pub fn number(&self, about: &About) -> Result<usize, ConfigError> {
        let rules = &about.knows.playout_rules;
        rules.iter().position(|rule| rule.name == self.rule).ok_or_else(|| {
            let known = rules.iter().map(|rule| rule.name);
            ConfigError::of("rule", Problem::unknown_value(format!("\"{}\"", self.rule), known))
        })
    }

    /// The policy for a game. A rule that the game does not know never has an opinion.
    pub fn policy(&self, about: &About) -> With<SuggestPolicy> {
        With { probability: self.probability, rule: SuggestPolicy { number: self.number(about).ok() } }
    }
}

/// Plays what a rule of the game suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuggestPolicy {
    number: Option<usize>,
}

impl<S: Knowledge> Playout<S> for SuggestPolicy {
    #[inline(always)]
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        playing.state.suggest(self.number?, playing.last, playing.moves, playing.rng);
        match playing.moves.len() {
            0 => None,
            count => Some(playing.moves[playing.rng.index(count)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Cells, answers};
    use super::*;
    use katsura_game::Game;

    fn named(rule: &str) -> Suggest {
        Suggest { rule: rule.to_string(), probability: 1.0 }
    }

    #[test]
    fn the_game_says_what_is_played() {
        let game = Cells::key(6);
        assert_eq!(answers(&mut named("lowest").policy(&game.about()), &game, &[0, 1, 4], 3), [Some(2); 3]);
        assert_eq!(answers(&mut named("next").policy(&game.about()), &game, &[0, 1, 4], 3), [Some(5); 3]);
    }

    #[test]
    fn what_cannot_be_played_is_no_opinion() {
        let game = Cells::key(6);
        assert_eq!(answers(&mut named("next").policy(&game.about()), &game, &[], 1), [None], "there is no last move");
        assert_eq!(answers(&mut named("next").policy(&game.about()), &game, &[3, 2], 1), [None], "cell 3 is taken");
    }

    #[test]
    fn an_unknown_rule_is_refused_with_the_known_ones() {
        let error = named("bridge").number(&Cells::key(6).about()).unwrap_err();
        assert_eq!(error.to_string(), "rule: \"bridge\" is not known; known: lowest, next");
        let none = named("bridge").number(&katsura_games::tic_tac_toe::TicTacToe {}.about()).unwrap_err();
        assert_eq!(none.problem.to_string(), "\"bridge\" is not known; known: none for this game");
    }
}
