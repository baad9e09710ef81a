//! UCT that plays against itself with what each player has seen for a node, and Smooth UCT [heinrich2015].
//!
//! Each player has a node for each set of positions that look the same. In a game of self-play all choose by UCB1 among the moves of
//! their nodes; in Smooth UCT with probability 1 − η they play their average so far instead. The policy is that average.
//!
//! | paper | here |
//! |---|---|
//! | η_k = max(γ, η (1 + d √N_k)^−1) | [`Smooth::share`] |
//! | c, in units of the payoff | `c`, in units of the span of the payoff |
//!
//! Differs from the paper: rewards are scaled to [0, 1], so that the 1.75 and 18 of the paper for Kuhn and Leduc are 0.44 and 0.69.

use super::Iterate;
use super::policy::{Policy, draw};
use super::tree::{GameTree, Kind, Place};
use crate::config::parameters;
use crate::techniques::Technique;
use katsura_game::{MAX_PLAYERS, Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Smooth UCT",
    formula: "UCB1 with probability max(γ, η/(1 + d√N)), else a move in proportion to its visits",
    citation: "heinrich2015",
    config: "search.algorithm = { kind = 'equilibrium', method = { kind = 'smooth_uct' } }",
    sources: "",
    test: "smooth_uct_comes_nearer_to_an_equilibrium_of_kuhn_than_uct",
    file: file!(),
}];

parameters! {
    /// Parameters of UCT that plays against itself.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct SelfPlay {
        /// The constant of UCB1, for rewards in [0, 1].
        pub c: f64 = 0.7, from 0.0 to 1_000.0;
    }
}

parameters! {
    /// Parameters of Smooth UCT; the defaults are those of [heinrich2015] for Leduc hold'em.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Smooth {
        /// The constant of UCB1, for rewards in [0, 1].
        pub c: f64 = 0.69, from 0.0 to 1_000.0;
        /// How often UCB1 chooses at least: γ.
        pub gamma: f64 = 0.1, from 0.0 to 1.0;
        /// How often it chooses at first: η.
        pub eta: f64 = 0.9, from 0.0 to 1.0;
        /// How fast that falls: d.
        pub d: f64 = 0.002, from 0.0 to 1_000.0;
    }
}

impl Smooth {
    /// How often UCB1 chooses after so many visits.
    fn share(&self, visits: f64) -> f64 {
        (self.eta / (1.0 + self.d * visits.sqrt())).max(self.gamma)
    }
}

/// What has been learnt of a game.
#[derive(Clone, Debug)]
pub(super) struct Games {
    c: f64,
    smooth: Option<Smooth>,
    /// The visits and the sums of rewards of all moves, and the visits of all sets.
    visits: Vec<f64>,
    rewards: Vec<f64>,
    met: Vec<f64>,
    /// The sets of this game, and the moves chosen there.
    passed: Vec<(u32, usize)>,
}

impl Games {
    pub(super) fn new(tree: &GameTree, c: f64, smooth: Option<Smooth>) -> Self {
        let zeros = vec![0.0; tree.width()];
        let met = vec![0.0; tree.sets().len()];
        Games { c, smooth, visits: zeros.clone(), rewards: zeros, met, passed: Vec::new() }
    }

    /// Plays a game; each player's first new node is the last that counts.
    fn play(&mut self, tree: &GameTree, rng: &mut Rng) -> Place {
        let (mut place, mut is_outside) = (0, [false; MAX_PLAYERS]);
        self.passed.clear();
        loop {
            let number = match tree.kind(place) {
                Kind::End(_) => return place,
                Kind::Chance => draw(tree.odds(place), rng),
                Kind::Choice(set) => {
                    let (player, count) = (tree.sets()[set as usize].player.index(), tree.children(place).len());
                    if is_outside[player] {
                        rng.index(count)
                    } else {
                        is_outside[player] = self.met[set as usize] == 0.0;
                        let number =
                            if is_outside[player] { rng.index(count) } else { self.choose(tree, set as usize, rng) };
                        self.passed.push((set, number));
                        number
                    }
                }
            };
            place = tree.child(place, number);
        }
    }

    fn choose(&self, tree: &GameTree, set: usize, rng: &mut Rng) -> usize {
        let (visits, met) = (&self.visits[tree.sets()[set].slots()], self.met[set]);
        if self.smooth.is_some_and(|smooth| !rng.chance(smooth.share(met))) {
            return draw(visits.iter().map(|visits| visits / met), rng);
        }
        let rewards = &self.rewards[tree.sets()[set].slots()];
        let ln = math::ln(met);
        let score = |number: usize| match visits[number] {
            0.0 => f64::INFINITY,
            n => rewards[number] / n + self.c * (ln / n).sqrt(),
        };
        let (mut best, mut ties) = (0, 1);
        for number in 1..visits.len() {
            match score(number).total_cmp(&score(best)) {
                std::cmp::Ordering::Greater => (best, ties) = (number, 1),
                std::cmp::Ordering::Equal => {
                    ties += 1;
                    best = if rng.below(ties) == 0 { number } else { best };
                }
                std::cmp::Ordering::Less => {}
            }
        }
        best
    }
}

impl Iterate for Games {
    fn iterate(&mut self, tree: &GameTree, rng: &mut Rng) {
        let end = self.play(tree, rng);
        let Kind::End(number) = tree.kind(end) else { return };
        let [low, high] = tree.range();
        let payoff = tree.payoff(number);
        for &(set, number) in &self.passed {
            let set_of = &tree.sets()[set as usize];
            let slot = set_of.slots().start + number;
            self.visits[slot] += 1.0;
            self.rewards[slot] += (payoff[set_of.player.index()] - low) / (high - low);
            self.met[set as usize] += 1.0;
        }
    }

    fn policy(&self, tree: &GameTree) -> Policy {
        Policy::of_weights(tree, &self.visits)
    }
}
