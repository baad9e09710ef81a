//! External sampling: Monte-Carlo CFR that draws what chance and the others do, and tries all own moves [lanctot2009, sec. 3.2].
//!
//! The sampled counterfactual value of a move is that of the drawn rest of the game: the probability with which the others play to it
//! and that with which it was drawn are the same. The average policy is summed where the next player chooses, whose moves are drawn
//! with the probabilities it is made of.

use super::Iterate;
use super::policy::{Policy, draw};
use super::regrets::Regrets;
use super::tree::{GameTree, Kind, Place};
use crate::techniques::Technique;
use katsura_game::{Player, Rng};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "External-sampling MCCFR",
    formula: "chance and the others are drawn, all own moves are tried: R(I, a) += u(a) − Σ_b σ(I, b) u(b)",
    citation: "lanctot2009",
    config: "search.algorithm = { kind = 'equilibrium', method = { kind = 'external_sampling' } }",
    sources: "",
    test: "sampling_comes_near_an_equilibrium_of_kuhn_and_leduc",
    file: file!(),
}];

/// What has been learnt of a game.
#[derive(Clone, Debug)]
pub(super) struct ExternalSampling {
    regrets: Regrets,
}

impl ExternalSampling {
    pub(super) fn new(tree: &GameTree) -> Self {
        ExternalSampling { regrets: Regrets::new(tree) }
    }

    /// What a player gets from a node on, in one drawn game.
    fn value(&mut self, tree: &GameTree, place: Place, player: Player, rng: &mut Rng) -> f64 {
        match tree.kind(place) {
            Kind::End(number) => tree.payoff(number)[player.index()],
            Kind::Chance => {
                let drawn = draw(tree.odds(place), rng);
                self.value(tree, tree.child(place, drawn), player, rng)
            }
            Kind::Choice(number) => {
                let set = &tree.sets()[number as usize];
                if set.player == player {
                    return self.try_all(tree, place, number as usize, rng);
                }
                let shares = self.regrets.matched(set);
                let drawn = draw(shares.iter().copied(), rng);
                if set.player.index() == (player.index() + 1) % tree.players() {
                    for (number, slot) in set.slots().enumerate() {
                        self.regrets.sum[slot] += self.regrets.current(set)[number];
                    }
                }
                self.value(tree, tree.child(place, drawn), player, rng)
            }
        }
    }

    fn try_all(&mut self, tree: &GameTree, place: Place, set: usize, rng: &mut Rng) -> f64 {
        let set = &tree.sets()[set];
        self.regrets.matched(set);
        let mut mean = 0.0;
        for ((number, slot), to) in set.slots().enumerate().zip(tree.children(place)) {
            let value = self.value(tree, to, set.player, rng);
            mean += self.regrets.current(set)[number] * value;
            self.regrets.regret[slot] += value;
        }
        set.slots().for_each(|slot| self.regrets.regret[slot] -= mean);
        mean
    }
}

impl Iterate for ExternalSampling {
    fn iterate(&mut self, tree: &GameTree, rng: &mut Rng) {
        for player in 0..tree.players() {
            self.value(tree, 0, Player(player as u8), rng);
        }
    }

    fn policy(&self, tree: &GameTree) -> Policy {
        self.regrets.average(tree)
    }
}
