//! Ending a playout before the game ends.

use super::{Playing, Playout};
use crate::config::{ConfigError, parameters, refused};
use crate::techniques::Technique;
use katsura_game::{About, LightPlayout, MAX_PLAYERS, Points, Rewards};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "cut-off playout",
        formula: "after n moves the score decides",
        citation: "lorentz2008",
        config: "search.playout = { kind = 'cut_off', plies = 40 }",
        sources: "slides 21",
        test: "a_playout_has_at_most_so_many_moves",
        file: file!(),
    },
    Technique {
        name: "cut-off playout with an estimate of the rest",
        formula: "after n moves: what they brought + γⁿ·(what the game says is still to come)",
        citation: "kocsis2006",
        config: "search.playout = { kind = 'cut_off', plies = 0, estimate = 'to_go' }",
        sources: "",
        test: "what_is_still_to_come_is_added_where_a_playout_ends",
        file: file!(),
    },
];

parameters! {
    /// Ends a playout after some moves and judges the position by the game's score [lorentz2008].
    ///
    /// Suggests no moves itself: in a chain it limits the other rules, alone it limits the light playout. A game without a
    /// score ([`Points::score_rewards`]) is refused before the first simulation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct CutOff checked by CutOff::check {
        /// Moves of a playout, those in the tree not counted. No source states a number for our games.
        pub plies: u32 = 40, from 0 to 1_000_000;
        /// What the score is worth.
        pub estimate: Estimate = Estimate::Leader;
    }
}

parameters! {
    /// What a score is worth where a playout was cut off.
    pub enum Estimate by name {
        /// A win for whoever has the highest score; equal ones share it.
        #[default]
        Leader,
        /// The score itself, as a linear function: ½ is even, 0 and 1 are the largest differences.
        Score,
        /// What the game says is still to come ([`Points::to_go`]), for games that pay on the way [kocsis2006].
        ToGo,
    }
}

impl CutOff {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if self.estimate == Estimate::ToGo {
            let why = || format!("{} does not say what is still to come", about.name);
            return if about.knows.to_go { Ok(()) } else { refused(why()).map_err(|error| error.under("estimate")) };
        }
        if about.payoff.score_range.is_none() {
            let why = format!("{} has no score by which a playout that is cut off could be judged", about.name);
            return refused(why).map_err(|error| error.under("plies"));
        }
        if about.players == 1 && self.estimate == Estimate::Leader {
            let why = "\"leader\" needs an opponent; one player has \"score\"".to_string();
            return refused(why).map_err(|error| error.under("estimate"));
        }
        Ok(())
    }

    /// No playout ends before the game does.
    pub const NEVER: CutOff = CutOff { plies: u32::MAX, estimate: Estimate::Leader };

    /// The one of two that ends a playout first.
    pub fn or(self, other: CutOff) -> CutOff {
        if other.plies < self.plies { other } else { self }
    }

    /// The result of a position in which a playout was cut off, where rewards come at the end.
    pub fn judge<S: Points>(&self, state: &S) -> Rewards {
        let score = state.score_rewards().unwrap_or_else(|| state.rewards());
        match self.estimate {
            Estimate::Score | Estimate::ToGo => score,
            Estimate::Leader => leader(&score),
        }
    }
}

/// A win for the highest score, shared among equals.
fn leader(score: &Rewards) -> Rewards {
    let scores = score.as_slice();
    let best = scores.iter().copied().fold(0.0, f32::max);
    let leaders = scores.iter().filter(|&&score| score == best).count();
    let mut rewards = [0.0; MAX_PLAYERS];
    for (reward, &score) in rewards.iter_mut().zip(scores) {
        *reward = if score == best { 1.0 / leaders as f32 } else { 0.0 };
    }
    Rewards::new(rewards)
}

impl<S: LightPlayout> Playout<S> for CutOff {
    #[inline]
    fn next_move(&mut self, _playing: &mut Playing<'_, S>) -> Option<S::Move> {
        None
    }

    #[inline]
    fn cut_off(&self) -> CutOff {
        *self
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Cells, after, play};
    use super::*;
    #[cfg(feature = "files")]
    use crate::testing::{config, grow};
    #[cfg(feature = "files")]
    use crate::tree::ROOT;
    #[cfg(feature = "files")]
    use katsura_game::{Game, State};
    #[cfg(feature = "files")]
    use katsura_planning::sailing::{Rules, Sailing};

    #[test]
    fn a_playout_has_at_most_so_many_moves() {
        let game = Cells { scored: true, ..Cells::key(9) };
        let lengths = |plies| play(&mut CutOff { plies, ..CutOff::default() }, &game, 20);
        assert!(lengths(4).iter().all(|result| result.1 == 4));
        assert!(lengths(0).iter().all(|result| *result == (0.5, 0)));
        assert!(lengths(100).iter().all(|result| result.1 == 9), "the game ends first");
    }

    #[test]
    fn the_score_is_a_share_or_a_win() {
        let game = Cells { scored: true, ..Cells::key(10) };
        let (ahead, _) = after(&game, &[0, 1, 2]);
        // 2 cells to 1 of 10: ½ + 1/20.
        assert_eq!(CutOff { plies: 3, estimate: Estimate::Score }.judge(&ahead), Rewards::two(0.55));
        assert_eq!(CutOff { plies: 3, estimate: Estimate::Leader }.judge(&ahead), Rewards::two(1.0));
        let (even, _) = after(&game, &[0, 1]);
        assert_eq!(CutOff::default().judge(&even), Rewards::draw());
        assert_eq!(leader(&Rewards::new([0.2, 0.5, 0.5, 0.1])), Rewards::new([0.0, 0.5, 0.5, 0.0]));
    }

    /// One simulation on a lake of 3x3 places: a leg, and the rule of thumb for the rest of the way, discounted once.
    #[cfg(feature = "files")]
    #[test]
    fn what_is_still_to_come_is_added_where_a_playout_ends() {
        for (rules, discount) in [(Rules::Tolpin, 1.0), (Rules::Vanderbei, 0.95)] {
            let lake = Sailing { size: 3, rules, ..Sailing::default() };
            let text = "[search]\nplayout = { kind = 'cut_off', plies = 0, estimate = 'to_go' }";
            let search = grow(&lake, text, 1);
            let (tree, mut boat) = (search.tree(), lake.start());
            let leg = tree.children(ROOT).find(|&leg| tree.visits(leg) == 1).unwrap();
            boat.apply(boat.move_at(tree.move_index(leg)));
            let expected = boat.rewards()[0] + discount * boat.to_go()[0];
            let result = search.core.scale.result(tree.mean(ROOT));
            assert!((result - expected).abs() < 1e-5, "{rules:?}: {result} {expected}");
        }
    }

    #[cfg(feature = "files")]
    #[test]
    fn a_game_that_does_not_say_what_is_still_to_come_is_refused() {
        let config = config("[search]\nplayout = { kind = 'cut_off', estimate = 'to_go' }");
        let error = config.check(&Cells { scored: true, ..Cells::key(9) }.about()).unwrap_err();
        assert_eq!(error.to_string(), "search.playout.estimate: cells does not say what is still to come");
        let score = self::config("[search]\nplayout = { kind = 'cut_off', estimate = 'score' }");
        assert!(score.check(&Sailing::default().about()).is_err());
    }

    #[test]
    fn the_earlier_of_two_limits_holds() {
        let (early, late) = (CutOff { plies: 3, ..CutOff::default() }, CutOff { plies: 9, ..CutOff::default() });
        assert_eq!((early.or(late), late.or(early), CutOff::NEVER.or(late)), (early, early, late));
    }
}
