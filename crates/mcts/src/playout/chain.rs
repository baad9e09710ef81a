//! Several rules in one playout: this, else that, each with its probability.

use super::{AnyPlayout, CutOff, Leaf, Playing, Playout, PlayoutConfig};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use katsura_game::{Knowledge, LightPlayout, Rewards, Trace};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "chain of playout rules",
    formula: "this, else that, each with its probability",
    citation: "gelly2006",
    config: "search.playout = { kind = 'chain', rules = [{ kind = 'decisive' }, { kind = 'mast', probability = 0.5 }] }",
    sources: "slides 21",
    test: "the_second_is_asked_where_the_first_has_no_opinion",
    file: file!(),
}];

/// A rule that is asked with a probability, for every move anew.
///
/// At 0 the rule does not exist: nothing is drawn, nothing is learnt, no statistics are kept. At 1 nothing is drawn either.
#[derive(Clone, Debug, PartialEq)]
pub struct With<R> {
    /// How often the rule is asked.
    pub probability: f64,
    /// The rule.
    pub rule: R,
}

impl<R> With<R> {
    #[inline]
    fn exists(&self) -> bool {
        self.probability > 0.0
    }
}

impl<S: LightPlayout, R: Playout<S>> Playout<S> for With<R> {
    fn needs(&self) -> Needs {
        if self.exists() { self.rule.needs() } else { Needs::NONE }
    }

    #[inline]
    fn begin(&mut self, leaf: Leaf<'_>, playing: &mut Playing<'_, S>) {
        if self.exists() {
            self.rule.begin(leaf, playing);
        }
    }

    #[inline(always)]
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let asked = self.probability >= 1.0 || (self.exists() && playing.rng.chance(self.probability));
        if asked { self.rule.next_move(playing) } else { None }
    }

    #[inline]
    fn end(&mut self, trace: &Trace, rewards: &Rewards) {
        if self.exists() {
            self.rule.end(trace, rewards);
        }
    }

    fn new_root(&mut self) {
        self.rule.new_root();
    }
}

/// Two rules: the second is asked where the first has no opinion.
#[derive(Clone, Debug, PartialEq)]
pub struct Then<A, B> {
    /// Asked first.
    pub first: A,
    /// Asked where the first has no opinion.
    pub second: B,
}

impl<S: LightPlayout, A: Playout<S>, B: Playout<S>> Playout<S> for Then<A, B> {
    fn needs(&self) -> Needs {
        self.first.needs() | self.second.needs()
    }

    #[inline]
    fn begin(&mut self, leaf: Leaf<'_>, playing: &mut Playing<'_, S>) {
        self.first.begin(leaf, playing);
        self.second.begin(leaf, playing);
    }

    #[inline]
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        self.first.next_move(playing).or_else(|| self.second.next_move(playing))
    }

    #[inline]
    fn end(&mut self, trace: &Trace, rewards: &Rewards) {
        self.first.end(trace, rewards);
        self.second.end(trace, rewards);
    }

    fn cut_off(&self) -> CutOff {
        self.first.cut_off().or(self.second.cut_off())
    }

    fn new_root(&mut self) {
        self.first.new_root();
        self.second.new_root();
    }
}

parameters! {
    /// A chain of rules as data: each is asked in turn, with its own probability, until one has an opinion; the light playout
    /// moves where none has. Such priorities among rules are those of MoGo's playouts [gelly2006].
    #[derive(Clone, Debug, PartialEq)]
    pub struct Rules {
        /// The rules in the order in which they are asked.
        pub rules: Vec<PlayoutConfig> = Vec::new();
    }
}

/// A chain of rules that were chosen at run time: [`Then`] with a branch per rule and move.
#[derive(Clone)]
pub struct Chain<S: LightPlayout> {
    rules: Vec<AnyPlayout<S>>,
}

impl<S: LightPlayout> Chain<S> {
    /// The chain of these rules.
    pub fn new(rules: Vec<AnyPlayout<S>>) -> Self {
        Chain { rules }
    }
}

impl<S: Knowledge> Playout<S> for Chain<S> {
    fn needs(&self) -> Needs {
        self.rules.iter().fold(Needs::NONE, |needs, rule| needs | rule.needs())
    }

    fn begin(&mut self, leaf: Leaf<'_>, playing: &mut Playing<'_, S>) {
        self.rules.iter_mut().for_each(|rule| rule.begin(leaf, playing));
    }

    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        self.rules.iter_mut().find_map(|rule| rule.next_move(playing))
    }

    fn end(&mut self, trace: &Trace, rewards: &Rewards) {
        self.rules.iter_mut().for_each(|rule| rule.end(trace, rewards));
    }

    fn cut_off(&self) -> CutOff {
        self.rules.iter().fold(CutOff::NEVER, |first, rule| first.or(rule.cut_off()))
    }

    fn new_root(&mut self) {
        self.rules.iter_mut().for_each(Playout::new_root);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Board, Cells, answers, counts};
    use super::super::{Suggest, SuggestPolicy};
    use super::*;
    use katsura_game::Game;

    fn rule(name: &str, probability: f64) -> With<SuggestPolicy> {
        Suggest { rule: name.to_string(), probability }.policy(&Cells::key(4).about())
    }

    #[test]
    fn a_rule_is_asked_with_its_probability() {
        let asked = |p| counts(&answers(&mut rule("lowest", p), &Cells::key(8), &[], 10_000), 8)[0];
        assert_eq!((asked(0.0), asked(1.0)), (0, 10_000));
        assert!((2830..3170).contains(&asked(0.3)), "four standard errors are 183: {}", asked(0.3));
    }

    #[test]
    fn the_second_is_asked_where_the_first_has_no_opinion() {
        let game = Cells::key(8);
        let mut chain = Then { first: rule("next", 1.0), second: rule("lowest", 1.0) };
        assert_eq!(answers(&mut chain, &game, &[4], 1), [Some(5)]);
        assert_eq!(answers(&mut chain, &game, &[5, 4], 1), [Some(0)], "5 is taken");
        let mut any = Chain::new(vec![AnyPlayout::Knowledge(rule("next", 1.0)), AnyPlayout::Knowledge(rule("lowest", 1.0))]);
        assert_eq!(answers(&mut any, &game, &[4], 1), [Some(5)]);
        assert_eq!(answers(&mut any, &game, &[5, 4], 1), [Some(0)]);
        assert_eq!(answers(&mut Chain::<Board>::new(Vec::new()), &game, &[4], 1), [None]);
    }

    #[test]
    fn a_chain_ends_where_its_first_limit_is() {
        let limit = |plies| AnyPlayout::<Board>::CutOff(CutOff { plies, ..CutOff::default() });
        let chain = Chain::new(vec![limit(9), AnyPlayout::Knowledge(rule("next", 1.0)), limit(4)]);
        assert_eq!(chain.cut_off().plies, 4);
        assert_eq!(Chain::<Board>::new(Vec::new()).cut_off(), CutOff::NEVER);
    }
}
