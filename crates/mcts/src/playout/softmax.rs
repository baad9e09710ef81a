//! Moves by the exponential of their value [bouzy2004].

use super::gibbs::Gibbs;
use super::values::{Counted, MoveValues};
use super::{Leaf, Playing, Playout, Shape, With};
use crate::config::parameters;
use crate::techniques::Technique;
use katsura_game::{LightPlayout, Rewards, Trace};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "temperature",
        formula: "P(m) ∝ exp(K·v(m)), K = 2",
        citation: "bouzy2004",
        config: "search.playout = { kind = 'softmax', k = 2.0 }",
        sources: "lecture 32",
        test: "moves_are_drawn_by_the_exponential_of_their_value",
        file: file!(),
    },
    Technique {
        name: "annealed temperature",
        formula: "P(m) ∝ exp(K·v(m)), K from 0 to 5 over the simulations",
        citation: "bouzy2004",
        config: "search.playout = { kind = 'softmax', k = 5.0, anneal = 10000 }",
        sources: "lecture 33",
        test: "the_factor_grows_to_its_value",
        file: file!(),
    },
];

parameters! {
    /// "Temperature" [bouzy2004]: a move is played with probability proportional to exp(K · v).
    ///
    /// v is the move's present value: the mean result of the simulations from the root in which this player was the first to
    /// play the move, ½ without one. The source measures it in points; a reward of 1 is `points` points here, so exp(`k` ·
    /// `points` · v).
    ///
    /// With `anneal` the factor grows from 0 to K in proportion to the number of simulations, of each thread where there are
    /// several. The source found no gain in that.
    ///
    /// **Differs from the paper:** it does not say which unit v has; points are our reading. K is the inverse of a
    /// temperature.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Softmax {
        /// The factor K: 0 is uniform. The source compares 0, 2 (its reference), 5 (best), 10 and 20.
        pub k: f64 = 2.0, from 0.0 to 1000.0;
        /// How many points a reward of 1 is. 0 asks the game: twice the largest difference with rewards by score, 1 with
        /// rewards by result.
        pub points: f64 = 0.0, from 0.0 to 1_000_000.0;
        /// Simulations over which the factor grows from 0; 0 for a constant factor.
        pub anneal: u64 = 0, from 0 to 1_000_000_000_000_u64;
        /// How often the rule is asked.
        pub probability: f64 = 1.0, from 0.0 to 1.0;
    }
}

impl Softmax {
    /// The factor on rewards after this many simulations.
    pub fn slope(&self, simulations: u64) -> f64 {
        let grown = if self.anneal == 0 { 1.0 } else { (simulations as f64 / self.anneal as f64).min(1.0) };
        self.k * self.points * grown
    }

    /// The policy for a game of this shape.
    pub fn policy(&self, shape: Shape) -> With<SoftmaxPolicy> {
        let config = Softmax { points: if self.points > 0.0 { self.points } else { shape.points }, ..*self };
        let values = MoveValues::new(shape, Counted::FirstPlayer);
        let rule = SoftmaxPolicy { config, gibbs: Gibbs::new(values, 0.5, config.slope(0)) };
        With { probability: self.probability, rule }
    }
}

/// Draws moves by the exponential of their value, and learns the values.
#[derive(Clone, Debug)]
pub struct SoftmaxPolicy {
    config: Softmax,
    gibbs: Gibbs,
}

impl<S: LightPlayout> Playout<S> for SoftmaxPolicy {
    fn begin(&mut self, _leaf: Leaf<'_>, _playing: &mut Playing<'_, S>) {
        self.gibbs.set_slope(self.config.slope(self.gibbs.values.simulations()));
    }

    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        self.gibbs.draw(playing)
    }

    fn end(&mut self, trace: &Trace, rewards: &Rewards) {
        self.gibbs.learn(trace, rewards);
    }

    fn new_root(&mut self) {
        self.gibbs.change(MoveValues::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Uniform;
    use super::super::testing::{Board, Cells, after, answers, counts, later_mean, play};
    use super::*;
    use katsura_game::Player;

    const SHAPE: Shape = Shape { players: 2, moves: 9, points: 1.0 };

    /// A policy that has seen the first player win with move 0 three times of four and with move 1 once of four.
    fn taught(config: Softmax) -> With<SoftmaxPolicy> {
        let mut policy = config.policy(SHAPE);
        for (mv, winner) in [(0, 0), (0, 0), (0, 0), (0, 1), (1, 0), (1, 1), (1, 1), (1, 1)] {
            let (_, trace) = after(&Cells::key(8), &[mv]);
            Playout::<Board>::end(&mut policy, &trace, &Rewards::win(Player(winner)));
        }
        policy
    }

    #[test]
    fn moves_are_drawn_by_the_exponential_of_their_value() {
        // k·points = 2: weights e^(2·¼) = 1.648721 for move 0, e^(−2·¼) = 0.606531 for move 1, 1 for the six others; sum
        // 8.255252.
        let mut policy = taught(Softmax { k: 2.0, points: 1.0, ..Softmax::default() });
        let drawn = counts(&answers(&mut policy, &Cells::key(8), &[], 80_000), 8);
        let weights = [1.648_721, 0.606_531, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0].map(|w| w / 8.255_252 * 80_000.0);
        let chi2: f64 = drawn.iter().zip(weights).map(|(&n, expected)| (n as f64 - expected).powi(2) / expected).sum();
        assert!(chi2 < 24.32, "the 99.9 % quantile of 7 degrees of freedom is 24.32: {chi2}");
        // The second player knows nothing: all moves alike.
        let drawn = counts(&answers(&mut policy, &Cells::key(8), &[7], 70_000), 8);
        let chi2: f64 = drawn[..7].iter().map(|&n| (n as f64 - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 22.46, "the 99.9 % quantile of 6 degrees of freedom is 22.46: {chi2}");
    }

    #[test]
    fn steep_slopes_neither_overflow_nor_vanish() {
        // e^(±5000) is no number of double precision; the order is.
        let mut policy = taught(Softmax { k: 100.0, points: 200.0, ..Softmax::default() });
        assert_eq!(answers(&mut policy, &Cells::key(8), &[], 50), [Some(0); 50]);
        assert_eq!(answers(&mut policy, &Cells::key(8), &[2, 3, 4, 5, 6, 7], 50), [Some(0); 50]);
        assert_eq!(answers(&mut policy, &Cells::key(9), &[0, 2, 3, 4, 5, 6, 7, 8], 50), [Some(1); 50], "the worst is left");
    }

    #[test]
    fn the_factor_grows_to_its_value() {
        let annealed = Softmax { k: 5.0, points: 10.0, anneal: 1000, ..Softmax::default() };
        assert_eq!([0, 250, 1000, 5000].map(|n| annealed.slope(n)), [0.0, 12.5, 50.0, 50.0]);
        assert_eq!(Softmax { anneal: 0, ..annealed }.slope(0), 50.0);
    }

    #[test]
    fn the_game_says_what_a_point_is() {
        let slope = |points, shape| Softmax { points, ..Softmax::default() }.policy(shape).rule.config.slope(0);
        assert_eq!(slope(0.0, Shape { points: 177.0, ..SHAPE }), 354.0);
        assert_eq!(slope(3.0, Shape { points: 177.0, ..SHAPE }), 6.0);
    }

    #[test]
    fn playouts_learn_the_move_that_matters() {
        let game = Cells::key(8);
        let random = later_mean(&play(&mut Uniform, &game, 4000));
        let learnt = later_mean(&play(&mut Softmax { points: 10.0, ..Softmax::default() }.policy(SHAPE), &game, 4000));
        assert!((random - 0.5).abs() < 0.04 && learnt > random + 0.11, "ten standard errors: {random} {learnt}");
    }

    #[test]
    fn a_move_on_the_board_starts_anew() {
        let mut policy = taught(Softmax { k: 1000.0, points: 100.0, ..Softmax::default() });
        Playout::<Board>::new_root(&mut policy);
        let drawn = counts(&answers(&mut policy, &Cells::key(8), &[], 8000), 8);
        assert!(drawn.iter().all(|&n| (850..1150).contains(&n)), "{drawn:?}");
    }
}
