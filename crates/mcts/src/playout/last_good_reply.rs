//! Last good replies [drake2009], and forgetting them [baier2010].

use super::{Playing, Playout, Shape, With};
use crate::config::{ConfigError, parameters, refused};
use crate::reward::RewardKind;
use crate::techniques::Technique;
use katsura_game::{About, LightPlayout, Played, Rewards, Trace};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "last good reply",
    formula: "the last reply to the moves before that won; forgotten when it loses",
    citation: "drake2009, baier2010",
    config: "search.playout = { kind = 'last_good_reply', context = 2, forget = true }",
    sources: "slides 21",
    test: "playouts_learn_to_answer_in_the_other_cell_of_a_pair",
    file: file!(),
}];

parameters! {
    /// Last good replies: a move is answered with the last reply to it that occurred in a won simulation.
    ///
    /// | name in the papers | here |
    /// |---|---|
    /// | LGR-1 [drake2009] | `context = 1`, `forget = false` |
    /// | LGRF-1 [baier2010] | `context = 1`, `forget = true` |
    /// | LGRF-2 [baier2010] | `context = 2`, `forget = true`: the reply to the last two moves, else to the last one |
    ///
    /// After a simulation every reply of a player with a reward above ½ is stored; with forgetting, every reply of a player
    /// with a reward below ½ is removed if it is the stored one. A reply that cannot be played is no opinion.
    ///
    /// **Differs from the papers:** moves in the tree are replies as well, and what was learnt stays when a move is made on
    /// the board.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct LastGoodReply checked by LastGoodReply::check {
        /// How many moves before it a reply depends on.
        pub context: u8 = 2, from 1 to 2;
        /// Whether replies in lost simulations are removed.
        pub forget: bool = true;
        /// How often the rule is asked.
        pub probability: f64 = 1.0, from 0.0 to 1.0;
    }
}

/// The most replies a table holds.
const LARGEST: usize = 1 << 24;

impl LastGoodReply {
    fn contexts(&self, shape: Shape) -> usize {
        shape.moves.saturating_pow(u32::from(self.context)).saturating_mul(shape.players)
    }

    /// Whether the table of replies is of reasonable size.
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        let shape = Shape::of(about, RewardKind::Win);
        if self.contexts(shape) <= LARGEST {
            return Ok(());
        }
        let message =
            format!("the game has {} moves, too many for a table of replies to {} moves", shape.moves, self.context);
        refused(message).map_err(|error| error.under("context"))
    }

    /// The policy for a game of this shape.
    pub fn policy(&self, shape: Shape) -> With<LastGoodReplyPolicy> {
        let two = if self.context == 2 { self.contexts(shape) } else { 0 };
        let one = vec![NONE; shape.players * shape.moves];
        let rule = LastGoodReplyPolicy { forget: self.forget, moves: shape.moves, one, two: vec![NONE; two.min(LARGEST)] };
        With { probability: self.probability, rule }
    }
}

/// No reply is known.
const NONE: u32 = u32::MAX;

/// Answers with the last good reply, and learns replies.
#[derive(Clone, Debug)]
pub struct LastGoodReplyPolicy {
    forget: bool,
    moves: usize,
    /// Replies to one move, player by player.
    one: Vec<u32>,
    /// Replies to two moves, player by player; empty if there is no such table.
    two: Vec<u32>,
}

impl LastGoodReplyPolicy {
    /// The cells of a player's reply to these moves: after one move, and after two if there are and a table for them.
    #[inline]
    fn cells(&self, player: usize, before: &[Played]) -> (Option<usize>, Option<usize>) {
        let [.., last] = before else { return (None, None) };
        let one = player * self.moves + last.index();
        let two = match before {
            [.., earlier, last] => Some((player * self.moves + earlier.index()) * self.moves + last.index()),
            _ => None,
        };
        (Some(one), two.filter(|&cell| cell < self.two.len()))
    }

    fn learn(&mut self, trace: &[Played], at: usize, reward: f32) {
        let Some(player) = trace[at].player() else { return };
        let (one, two) = self.cells(player.index(), &trace[..at]);
        let reply = trace[at].index() as u32;
        let cells = one.map(|cell| &mut self.one[cell]).into_iter().chain(two.map(|cell| &mut self.two[cell]));
        for cell in cells {
            if reward > 0.5 {
                *cell = reply;
            } else if reward < 0.5 && self.forget && *cell == reply {
                *cell = NONE;
            }
        }
    }
}

impl<S: LightPlayout> Playout<S> for LastGoodReplyPolicy {
    #[inline]
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let player = playing.state.turn().player()?;
        let (one, two) = self.cells(player.index(), playing.trace);
        let known = |reply: u32| if reply == NONE { None } else { playing.playable(reply as usize) };
        two.and_then(|cell| known(self.two[cell])).or_else(|| one.and_then(|cell| known(self.one[cell])))
    }

    fn end(&mut self, trace: &Trace, rewards: &Rewards) {
        for at in 1..trace.len() {
            if let Some(player) = trace[at].player() {
                self.learn(trace, at, rewards.of(player));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Uniform;
    use super::super::testing::{Cells, after, answers, later_mean, play};
    use super::*;
    use katsura_game::Player;

    fn policy(context: u8, forget: bool) -> With<LastGoodReplyPolicy> {
        LastGoodReply { context, forget, probability: 1.0 }.policy(Shape { players: 2, moves: 8, points: 1.0 })
    }

    fn learn(policy: &mut With<LastGoodReplyPolicy>, moves: &[usize], winner: u8) {
        let (_, trace) = after(&Cells::key(8), moves);
        Playout::<super::super::testing::Board>::end(policy, &trace, &Rewards::win(Player(winner)));
    }

    fn reply(policy: &mut With<LastGoodReplyPolicy>, moves: &[usize]) -> Option<usize> {
        answers(policy, &Cells::key(8), moves, 1)[0]
    }

    #[test]
    fn the_winners_replies_are_played_again() {
        let mut policy = policy(1, false);
        learn(&mut policy, &[0, 1, 2, 3], 1);
        assert_eq!(reply(&mut policy, &[0]), Some(1), "the second player's answer to 0");
        assert_eq!(reply(&mut policy, &[4, 5, 2]), Some(3), "wherever the move was made");
        assert_eq!(reply(&mut policy, &[4, 1]), None, "the first player lost and learnt nothing");
        assert_eq!(reply(&mut policy, &[3, 2, 0]), Some(1));
        assert_eq!(reply(&mut policy, &[1, 2, 0]), None, "the reply is taken");
    }

    #[test]
    fn the_last_good_reply_counts_and_a_lost_one_is_forgotten() {
        let mut kept = policy(1, false);
        let mut forgetting = policy(1, true);
        for policy in [&mut kept, &mut forgetting] {
            learn(policy, &[0, 1], 1);
            learn(policy, &[0, 2], 1);
            assert_eq!(reply(policy, &[0]), Some(2));
            learn(policy, &[0, 1], 0);
            assert_eq!(reply(policy, &[0]), Some(2), "another reply lost");
            learn(policy, &[0, 2], 0);
        }
        assert_eq!(reply(&mut kept, &[0]), Some(2));
        assert_eq!(reply(&mut forgetting, &[0]), None);
    }

    #[test]
    fn a_reply_to_two_moves_comes_first() {
        let mut policy = policy(2, true);
        learn(&mut policy, &[0, 1, 2], 0);
        learn(&mut policy, &[3, 1, 4], 0);
        assert_eq!(reply(&mut policy, &[0, 1]), Some(2), "after 0 and 1");
        assert_eq!(reply(&mut policy, &[3, 1]), Some(4), "after 3 and 1");
        assert_eq!(reply(&mut policy, &[5, 1]), Some(4), "after 1, the last one");
        assert_eq!(reply(&mut policy, &[2, 7, 0, 1]), Some(4), "2 is taken");
        assert_eq!(reply(&mut policy, &[2, 4, 0, 1]), None, "so is 4");
    }

    #[test]
    fn a_draw_teaches_nothing() {
        let mut policy = policy(1, true);
        learn(&mut policy, &[0, 1], 1);
        let (_, trace) = after(&Cells::key(8), &[0, 1]);
        Playout::<super::super::testing::Board>::end(&mut policy, &trace, &Rewards::draw());
        assert_eq!(reply(&mut policy, &[0]), Some(1));
    }

    /// Asks a policy for the second player's moves only, but lets it see everything.
    struct Second(With<LastGoodReplyPolicy>);

    impl<S: LightPlayout> Playout<S> for Second {
        fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
            if playing.state.turn().player() == Some(Player::SECOND) { self.0.next_move(playing) } else { None }
        }

        fn end(&mut self, trace: &Trace, rewards: &Rewards) {
            Playout::<S>::end(&mut self.0, trace, rewards);
        }
    }

    /// The second player needs a cell of every pair. At random that happens in 2⁴ of 8-over-4 = 70 games, 22.9 %; with the
    /// other cell of a pair as the reply, always.
    #[test]
    fn playouts_learn_to_answer_in_the_other_cell_of_a_pair() {
        let game = Cells::pairs(8);
        let random = 1.0 - later_mean(&play(&mut Uniform, &game, 4000));
        assert!((random - 16.0 / 70.0).abs() < 0.04, "{random}");
        for (context, forget) in [(1, false), (1, true), (2, true)] {
            let learnt = 1.0 - later_mean(&play(&mut Second(policy(context, forget)), &game, 4000));
            assert!(learnt > 0.95, "context {context}, forget {forget}: {learnt}");
        }
    }

    #[test]
    fn a_table_of_unreasonable_size_is_refused() {
        let about = |moves| About::board("large", 1, moves);
        assert!(LastGoodReply::default().check(&about(362)).is_ok());
        let error = LastGoodReply::default().check(&about(4096)).unwrap_err();
        assert_eq!(error.to_string(), "context: the game has 4096 moves, too many for a table of replies to 2 moves");
        assert!(LastGoodReply { context: 1, ..LastGoodReply::default() }.check(&about(4096)).is_ok());
    }
}
