//! The move-average sampling technique [finnsson2008].

use super::gibbs::Gibbs;
use super::values::{Counted, MoveValues};
use super::{Playing, Playout, Shape, With};
use crate::config::parameters;
use crate::techniques::Technique;
use katsura_game::{LightPlayout, Rewards, Trace};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "MAST",
    formula: "P(a) ∝ exp(Q(a)/τ), or the best Q with probability 1 − ε",
    citation: "finnsson2008, tak2012",
    config: "search.playout = { kind = 'mast', tau = 0.1 }",
    sources: "slides 21",
    test: "gibbs_sampling_has_the_probabilities_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// MAST [finnsson2008]: moves are drawn by Q(a), the mean reward of the player's simulations in which move a was played,
    /// in whatever position.
    ///
    /// | paper | here |
    /// |---|---|
    /// | P(a) = exp(Q(a)/τ) / Σ exp(Q(b)/τ) | `draw = "gibbs"` with `tau` |
    /// | the best with probability 1 − ε, any move otherwise [tak2012] | `draw = "epsilon_greedy"` with `epsilon` |
    ///
    /// Every play of a move is a sample, moves in the tree included. Statistics outlive a move on the board as far as `kept`
    /// says.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Mast {
        /// How moves are drawn.
        pub draw: MastDraw = MastDraw::Gibbs;
        /// The temperature τ of Gibbs sampling for rewards in [0, 1]: small is greedy.
        pub tau: f64 = 0.1, from 0.0001 to 1_000_000.0;
        /// How often the greedy draw leaves the move to the next rule: to the light playout, if there is none.
        pub epsilon: f64 = 0.4, from 0.0 to 1.0;
        /// The value of a move that was never played: 1 tries it soon.
        pub unseen: f64 = 1.0, from 0.0 to 1.0;
        /// The part of all samples that is kept when a move is made on the board.
        pub kept: f64 = 1.0, from 0.0 to 1.0;
        /// How often the rule is asked.
        pub probability: f64 = 1.0, from 0.0 to 1.0;
    }
}

parameters! {
    /// How [`Mast`] draws moves.
    pub enum MastDraw by name {
        /// By the exponential of their value.
        #[default]
        Gibbs,
        /// The best, now and then any.
        EpsilonGreedy,
    }
}

impl Mast {
    /// The policy for a game of this shape.
    pub fn policy(&self, shape: Shape) -> With<MastPolicy> {
        let gibbs = Gibbs::new(MoveValues::new(shape, Counted::All), self.unseen, 1.0 / self.tau);
        With { probability: self.probability, rule: MastPolicy { config: *self, gibbs } }
    }
}

/// Draws moves by their average reward, and learns the averages.
#[derive(Clone, Debug)]
pub struct MastPolicy {
    config: Mast,
    gibbs: Gibbs,
}

impl MastPolicy {
    /// The best move by its average; equal ones with equal chances.
    fn best<S: LightPlayout>(&self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let player = playing.state.turn().player()?;
        playing.list_moves();
        let (mut best, mut ties) = ((f64::NEG_INFINITY, None), 0);
        for &mv in playing.moves.iter() {
            let cell = self.gibbs.values.cell(player, playing.state.move_index(mv));
            let value = self.gibbs.values.mean(cell, self.config.unseen);
            ties = if value > best.0 { 1 } else { ties + u32::from(value == best.0) };
            if value > best.0 || (value == best.0 && playing.rng.below(ties) == 0) {
                best = (value, Some(mv));
            }
        }
        best.1
    }
}

impl<S: LightPlayout> Playout<S> for MastPolicy {
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        match self.config.draw {
            MastDraw::Gibbs => self.gibbs.draw(playing),
            MastDraw::EpsilonGreedy if playing.rng.chance(self.config.epsilon) => None,
            MastDraw::EpsilonGreedy => self.best(playing),
        }
    }

    fn end(&mut self, trace: &Trace, rewards: &Rewards) {
        self.gibbs.learn(trace, rewards);
    }

    fn new_root(&mut self) {
        let kept = self.config.kept;
        self.gibbs.change(|values| values.fade(kept));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Uniform;
    use super::super::testing::{Board, Cells, after, answers, counts, later_mean, play};
    use super::*;
    use katsura_game::Player;

    const SHAPE: Shape = Shape { players: 2, moves: 8, points: 1.0 };

    /// A policy that has seen every move of the first player once: 0 won, the others lost.
    fn taught(config: Mast) -> With<MastPolicy> {
        let mut policy = config.policy(SHAPE);
        for mv in 0..8 {
            let (_, trace) = after(&Cells::key(8), &[mv]);
            Playout::<Board>::end(&mut policy, &trace, &Rewards::win(Player(u8::from(mv != 0))));
        }
        policy
    }

    #[test]
    fn gibbs_sampling_has_the_probabilities_worked_out_by_hand() {
        // τ = ½: weights e² = 7.389056 for move 0 and 1 for the seven others; 7.389056 / 14.389056 = 0.513519.
        let mut policy = taught(Mast { tau: 0.5, ..Mast::default() });
        let drawn = counts(&answers(&mut policy, &Cells::key(8), &[], 40_000), 8);
        let share = drawn[0] as f64 / 40_000.0;
        assert!((share - 0.513_519).abs() < 0.01, "four standard errors are 0.010: {share}");
    }

    #[test]
    fn the_greedy_draw_takes_the_best_or_leaves_it() {
        let greedy = Mast { draw: MastDraw::EpsilonGreedy, epsilon: 0.25, ..Mast::default() };
        let answers_at = |config: Mast| answers(&mut taught(config), &Cells::key(8), &[], 10_000);
        let drawn = answers_at(greedy);
        let best = drawn.iter().filter(|&&answer| answer == Some(0)).count();
        assert!((7300..7700).contains(&best), "{best}");
        assert_eq!(drawn.iter().filter(|answer| answer.is_none()).count(), 10_000 - best);
        assert_eq!(counts(&answers_at(Mast { epsilon: 0.0, ..greedy }), 8)[0], 10_000);
        assert_eq!(answers_at(Mast { epsilon: 1.0, ..greedy })[..9], [None; 9]);
    }

    #[test]
    fn equal_moves_have_equal_chances_and_the_unseen_are_tried() {
        let greedy = Mast { draw: MastDraw::EpsilonGreedy, epsilon: 0.0, ..Mast::default() };
        // Move 0 is taken: seven moves that lost.
        let drawn = counts(&answers(&mut taught(greedy), &Cells::key(8), &[0, 1], 6000), 8);
        assert!(drawn[2..].iter().all(|&n| (850..1150).contains(&n)), "{drawn:?}");
        // The second player has seen nothing: all are worth 1, or 0 if the configuration says so.
        let drawn = counts(&answers(&mut taught(greedy), &Cells::key(8), &[0], 7000), 8);
        assert!(drawn[1..].iter().all(|&n| (850..1150).contains(&n)), "{drawn:?}");
    }

    #[test]
    fn playouts_learn_the_move_that_matters() {
        let game = Cells::key(8);
        let random = later_mean(&play(&mut Uniform, &game, 4000));
        for draw in [MastDraw::Gibbs, MastDraw::EpsilonGreedy] {
            let learnt = later_mean(&play(&mut Mast { draw, epsilon: 0.1, ..Mast::default() }.policy(SHAPE), &game, 4000));
            assert!(
                (random - 0.5).abs() < 0.04 && learnt > random + 0.11,
                "ten standard errors, {draw:?}: {random} {learnt}"
            );
        }
    }

    #[test]
    fn a_move_on_the_board_keeps_the_part_it_is_told_to() {
        let mut forgetful = taught(Mast { kept: 0.0, tau: 0.0001, ..Mast::default() });
        Playout::<Board>::new_root(&mut forgetful);
        let drawn = counts(&answers(&mut forgetful, &Cells::key(8), &[], 8000), 8);
        assert!(drawn.iter().all(|&n| (850..1150).contains(&n)), "{drawn:?}");
        let mut keeping = taught(Mast { tau: 0.0001, ..Mast::default() });
        Playout::<Board>::new_root(&mut keeping);
        assert_eq!(answers(&mut keeping, &Cells::key(8), &[], 50), [Some(0); 50]);
    }
}
