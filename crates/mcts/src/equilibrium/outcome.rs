//! Outcome sampling: Monte-Carlo CFR that plays one game at a time [lanctot2009, sec. 3.1].
//!
//! The player who learns moves by the present policy with probability 1 − ε and at random with ε; what follows is divided by the
//! probability with which it was drawn, so that regrets are right in the mean.
//!
//! | paper | here |
//! |---|---|
//! | ε | `epsilon` |
//! | π_i, π_{−i}: what the player, and all others, play to a position | `own`, `others` |
//! | q: the probability of having drawn it | `drawn` |

use super::Iterate;
use super::policy::{Policy, draw};
use super::regrets::Regrets;
use super::tree::{GameTree, Kind, Place};
use crate::config::parameters;
use crate::techniques::Technique;
use katsura_game::{Player, Rng};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Outcome-sampling MCCFR",
    formula: "one game is drawn, own moves from ε/|A| + (1 − ε) σ; values are divided by the probability of the draw",
    citation: "lanctot2009",
    config: "search.algorithm = { kind = 'equilibrium', method = { kind = 'outcome_sampling' } }",
    sources: "",
    test: "sampling_comes_near_an_equilibrium_of_kuhn_and_leduc",
    file: file!(),
}];

parameters! {
    /// Parameters of outcome sampling.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct OutcomeSampling {
        /// How often the player who learns moves at random: the ε of [lanctot2009].
        pub epsilon: f64 = 0.6, from 0.001 to 1.0;
    }
}

/// What has been learnt of a game.
#[derive(Clone, Debug)]
pub(super) struct Outcomes {
    epsilon: f64,
    regrets: Regrets,
}

/// How likely a position is to be played to, and to be drawn.
#[derive(Clone, Copy)]
struct Reach {
    own: f64,
    others: f64,
    drawn: f64,
}

impl Outcomes {
    pub(super) fn new(tree: &GameTree, rule: OutcomeSampling) -> Self {
        Outcomes { epsilon: rule.epsilon, regrets: Regrets::new(tree) }
    }

    /// An estimate of what a player gets from a node on.
    fn value(&mut self, tree: &GameTree, place: Place, player: Player, reach: Reach, rng: &mut Rng) -> f64 {
        match tree.kind(place) {
            Kind::End(number) => tree.payoff(number)[player.index()],
            Kind::Chance => {
                let number = draw(tree.odds(place), rng);
                let p = tree.odds(place).nth(number).unwrap_or(1.0);
                let reach = Reach { others: reach.others * p, drawn: reach.drawn * p, ..reach };
                self.value(tree, tree.child(place, number), player, reach, rng)
            }
            Kind::Choice(set) => self.choose(tree, (place, set as usize), player, reach, rng),
        }
    }

    fn choose(&mut self, tree: &GameTree, (place, set): (Place, usize), player: Player, reach: Reach, rng: &mut Rng) -> f64 {
        let set = &tree.sets()[set];
        let (learns, count) = (set.player == player, set.moves.len());
        let shares = self.regrets.matched(set);
        let explored = if learns { self.epsilon } else { 0.0 };
        let odds = shares.iter().map(|share| explored / count as f64 + (1.0 - explored) * share);
        let number = draw(odds.clone(), rng);
        let (share, p) = (shares[number], odds.clone().nth(number).unwrap_or(1.0));
        let next = Reach {
            own: reach.own * if learns { share } else { 1.0 },
            others: reach.others * if learns { 1.0 } else { share },
            drawn: reach.drawn * p,
        };
        let of_move = self.value(tree, tree.child(place, number), player, next, rng) / p;
        let value = share * of_move;
        if learns {
            self.learn(set.slots(), number, reach, [of_move, value]);
        }
        value
    }

    /// Counts the regrets of a set, of which one move was drawn, and the policy by which it was.
    fn learn(&mut self, slots: std::ops::Range<usize>, number: usize, reach: Reach, [of_move, value]: [f64; 2]) {
        let (scale, weight) = (reach.others / reach.drawn, reach.own / reach.drawn);
        for (place, slot) in slots.enumerate() {
            let counted = if place == number { of_move } else { 0.0 };
            self.regrets.regret[slot] += scale * (counted - value);
            self.regrets.sum[slot] += weight * self.regrets.current[slot];
        }
    }
}

impl Iterate for Outcomes {
    fn iterate(&mut self, tree: &GameTree, rng: &mut Rng) {
        for player in 0..tree.players() {
            self.value(tree, 0, Player(player as u8), Reach { own: 1.0, others: 1.0, drawn: 1.0 }, rng);
        }
    }

    fn policy(&self, tree: &GameTree) -> Policy {
        self.regrets.average(tree)
    }
}
