//! GOBBLE: moves in the order of their value, with annealed noise [bruegmann1993].

use super::values::{Counted, MoveValues};
use super::{Leaf, Playing, Playout, Shape, With};
use crate::config::parameters;
use crate::techniques::Technique;
use katsura_game::{LightPlayout, MAX_PLAYERS, Player, Rewards, Rng, Trace, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "GOBBLE",
        formula: "moves in the order of v + noise, noise uniform in ±v·e^(−c·N)",
        citation: "bruegmann1993",
        config: "search.playout = { kind = 'gobble', c = 0.0005 }",
        sources: "lecture 6, lecture 7",
        test: "noise_plays_moves_out_of_order_less_and_less",
        file: file!(),
    },
    Technique {
        name: "GOBBLE without annealing",
        formula: "moves in the order of v, equal ones at random",
        citation: "bruegmann1993",
        config: "search.playout = { kind = 'gobble', annealing = false }",
        sources: "lecture 8",
        test: "without_noise_moves_come_in_the_order_of_their_value",
        file: file!(),
    },
];

parameters! {
    /// The almost random games of GOBBLE [bruegmann1993, as the lecture notes give them]: for every simulation each player's
    /// moves are put in the order of their value plus noise, and the first one that can be played is played.
    ///
    /// The value of a move is the mean result of the simulations from the root in which this player was the first to play
    /// it, and ½, an even result, without one. The noise of a move in simulation N is uniform in ±v(N)·e^(−c·t(N)), t(N) =
    /// N. Equal values stand in random order.
    ///
    /// | lecture notes | here |
    /// |---|---|
    /// | N | simulations since the last move on the board; those of each thread where there are several |
    /// | v(N) | the distance of the move's value from an even result; with `amplitude`, the same number for all moves |
    /// | c | `c` |
    ///
    /// **Differs from the paper:** "v(N) is the value at the N-th iteration" is our reading, and c is not stated: the
    /// default lets the noise of 10,000 simulations fall to e⁻⁵.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Gobble {
        /// How fast the noise falls: after 1/c simulations it is 1/e of what it was. 0 keeps it.
        pub c: f64 = 0.0005, from 0.0 to 1000.0;
        /// Whether there is noise at all. The lecture notes: "not required, but used in the original 1993 version".
        pub annealing: bool = true;
        /// The noise of all moves at the start, in rewards; 0 to take each move's own distance from an even result.
        pub amplitude: f64 = 0.0, from 0.0 to 1000.0;
        /// How often the rule is asked.
        pub probability: f64 = 1.0, from 0.0 to 1.0;
    }
}

impl Gobble {
    /// The largest noise of a move of this value in simulation number `n`.
    pub fn noise(&self, value: f64, n: u64) -> f64 {
        if !self.annealing {
            return 0.0;
        }
        let start = if self.amplitude > 0.0 { self.amplitude } else { (value - 0.5).abs() };
        start * math::exp(-self.c * n as f64)
    }

    /// The policy for a game of this shape.
    pub fn policy(&self, shape: Shape) -> With<GobblePolicy> {
        let values = MoveValues::new(shape, Counted::FirstPlayer);
        let rule = GobblePolicy { config: *self, shape, values, ranked: Vec::new(), orders: Default::default() };
        With { probability: self.probability, rule }
    }
}

/// Plays moves in the order of their value, and learns the values.
#[derive(Clone, Debug)]
pub struct GobblePolicy {
    config: Gobble,
    shape: Shape,
    values: MoveValues,
    ranked: Vec<(f64, u64, usize)>,
    /// Each player's moves, the best first.
    orders: [Vec<usize>; MAX_PLAYERS],
}

impl GobblePolicy {
    /// Puts each player's moves in the order of their values, with noise.
    fn draw_orders(&mut self, rng: &mut Rng) {
        let n = self.values.simulations();
        for player in (0..self.shape.players as u8).map(Player) {
            self.ranked.clear();
            for index in 0..self.shape.moves {
                let value = self.values.mean(self.values.cell(player, index), 0.5);
                let noise = self.config.noise(value, n) * (2.0 * rng.unit() - 1.0);
                self.ranked.push((value + noise, rng.next_u64(), index));
            }
            self.ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
            let order = &mut self.orders[player.index()];
            order.clear();
            order.extend(self.ranked.iter().map(|&(_, _, index)| index));
        }
    }
}

impl<S: LightPlayout> Playout<S> for GobblePolicy {
    fn begin(&mut self, _leaf: Leaf<'_>, playing: &mut Playing<'_, S>) {
        self.draw_orders(playing.rng);
    }

    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let player = playing.state.turn().player()?;
        self.orders[player.index()].iter().find_map(|&index| playing.playable(index))
    }

    fn end(&mut self, trace: &Trace, rewards: &Rewards) {
        self.values.learn(trace, rewards);
    }

    fn new_root(&mut self) {
        self.values.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Uniform;
    use super::super::testing::{Board, Cells, after, answers, counts, later_mean, play};
    use super::*;

    const SHAPE: Shape = Shape { players: 2, moves: 8, points: 1.0 };

    /// A policy that has seen the first player win with move 0 and lose with move 1, `times` times each.
    fn taught(config: Gobble, times: usize) -> With<GobblePolicy> {
        let mut policy = config.policy(SHAPE);
        for _ in 0..times {
            for (mv, winner) in [(0, 0), (1, 1)] {
                let (_, trace) = after(&Cells::key(8), &[mv]);
                Playout::<Board>::end(&mut policy, &trace, &Rewards::win(Player(winner)));
            }
        }
        policy
    }

    #[test]
    fn the_noise_is_the_one_worked_out_by_hand() {
        // |0.9 − ½| = 0.4, e^(−0.001·1000) = 0.367879.
        let config = Gobble { c: 0.001, ..Gobble::default() };
        assert!((config.noise(0.9, 1000) - 0.147_152).abs() < 1e-6);
        assert!((config.noise(0.1, 1000) - 0.147_152).abs() < 1e-6);
        assert_eq!(config.noise(0.5, 1000), 0.0);
        assert_eq!(config.noise(0.9, 0), 0.4);
        let global = Gobble { amplitude: 2.0, ..config };
        assert!((global.noise(0.5, 1000) - 0.735_759).abs() < 1e-6);
        assert_eq!(Gobble { annealing: false, ..global }.noise(0.9, 0), 0.0);
        assert_eq!(Gobble { c: 0.0, ..global }.noise(0.9, 1_000_000), 2.0);
    }

    #[test]
    fn without_noise_moves_come_in_the_order_of_their_value() {
        let still = Gobble { annealing: false, ..Gobble::default() };
        let ask = |moves: &[usize]| counts(&answers(&mut taught(still, 3), &Cells::key(8), moves, 6000), 8);
        assert_eq!(ask(&[])[0], 6000, "the best");
        let rest = ask(&[0, 7]);
        assert!(rest[1] == 0 && rest[2..7].iter().all(|&n| (1050..1350).contains(&n)), "equal ones at random: {rest:?}");
        assert_eq!(ask(&[2, 3, 4, 5, 6, 7])[0], 6000);
        assert_eq!(ask(&[0, 2, 3, 4, 5, 6, 7])[1], 6000, "what is left");
    }

    #[test]
    fn noise_plays_moves_out_of_order_less_and_less() {
        let first = |times| {
            let mut policy = taught(Gobble { c: 0.01, amplitude: 1.0, ..Gobble::default() }, times);
            counts(&answers(&mut policy, &Cells::key(8), &[], 4000), 8)[0]
        };
        // After 20, 200 and 1000 simulations the noise is at most e^(−0.2), e^(−2), e^(−10).
        let (early, later, last) = (first(10), first(100), first(500));
        assert!(early < later && later <= last && last == 4000, "{early} {later} {last}");
    }

    #[test]
    fn playouts_learn_the_move_that_matters() {
        let game = Cells::key(8);
        let random = later_mean(&play(&mut Uniform, &game, 4000));
        let learnt = later_mean(&play(&mut Gobble::default().policy(SHAPE), &game, 4000));
        assert!((random - 0.5).abs() < 0.04 && learnt > random + 0.11, "ten standard errors: {random} {learnt}");
    }
}
