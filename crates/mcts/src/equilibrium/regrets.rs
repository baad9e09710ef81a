//! Regret matching: what the methods of counterfactual regret share [hart2000].
//!
//! | paper [zinkevich2007] | here |
//! |---|---|
//! | R^T(I, a), cumulative counterfactual regret | `regret` |
//! | σ^{T+1}(I, a) = R⁺(I, a) / Σ_b R⁺(I, b), uniform if all are ≤ 0 | [`Regrets::current`] |
//! | Σ_t π_i^t(I) σ^t(I, a), the weights of the average policy | `sum` |

use super::policy::{Policy, in_proportion};
use super::tree::{GameTree, InformationSet};
use katsura_game::Player;

/// The numbers of all moves of all sets.
#[derive(Clone, Debug)]
pub(super) struct Regrets {
    pub(super) regret: Vec<f64>,
    pub(super) sum: Vec<f64>,
    pub(super) current: Vec<f64>,
}

impl Regrets {
    pub(super) fn new(tree: &GameTree) -> Self {
        let mut regrets =
            Regrets { regret: vec![0.0; tree.width()], sum: vec![0.0; tree.width()], current: vec![0.0; tree.width()] };
        (0..tree.players()).for_each(|player| regrets.match_player(tree, Player(player as u8)));
        regrets
    }

    /// The present policy in a set, as of the last matching.
    pub(super) fn current(&self, set: &InformationSet) -> &[f64] {
        &self.current[set.slots()]
    }

    /// Matches one set now.
    pub(super) fn matched(&mut self, set: &InformationSet) -> &[f64] {
        in_proportion(&self.regret[set.slots()], &mut self.current[set.slots()]);
        &self.current[set.slots()]
    }

    /// Matches all sets of a player.
    pub(super) fn match_player(&mut self, tree: &GameTree, player: Player) {
        for set in tree.sets().iter().filter(|set| set.player == player) {
            self.matched(set);
        }
    }

    /// Takes up no regret below zero, for a player.
    pub(super) fn floor(&mut self, tree: &GameTree, player: Player) {
        for set in tree.sets().iter().filter(|set| set.player == player) {
            self.regret[set.slots()].iter_mut().for_each(|regret| *regret = regret.max(0.0));
        }
    }

    pub(super) fn average(&self, tree: &GameTree) -> Policy {
        Policy::of_weights(tree, &self.sum)
    }
}
