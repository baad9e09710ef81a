//! Counterfactual regret minimisation, and CFR⁺.
//!
//! An iteration goes through the whole game once for each player, who then takes the moves that were regretted. With r the regret of
//! an iteration, π the probability that a player plays to a set I, and t the number of the iteration:
//!
//! | | regrets | weights of the average policy |
//! |---|---|---|
//! | CFR [zinkevich2007, eq. 7, 8] | R ← R + r | Σ_t π σ_t |
//! | CFR⁺ [tammelin2014, sec. 2] | R ← max(R + r, 0) | Σ_t t π σ_t |
//!
//! Differs from the paper of CFR: the players learn one after the other, each from what the one before has just learnt, as in CFR⁺.

use super::Iterate;
use super::policy::Policy;
use super::regrets::Regrets;
use super::tree::{GameTree, Kind, Place};
use crate::techniques::Technique;
use katsura_game::{Player, Rng};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "Counterfactual regret minimisation",
        formula: "σ ∝ max(R, 0) with R the sum of counterfactual regrets; the average policy tends to an equilibrium",
        citation: "zinkevich2007",
        config: "search.algorithm = { kind = 'equilibrium', method = { kind = 'cfr' } }",
        sources: "",
        test: "the_published_curve_of_leduc_is_met_to_five_digits",
        file: file!(),
    },
    Technique {
        name: "CFR⁺",
        formula: "R ← max(R + r, 0), the average weighted by the number of the iteration",
        citation: "tammelin2014",
        config: "search.algorithm = { kind = 'equilibrium', method = { kind = 'cfr_plus' } }",
        sources: "",
        test: "cfr_plus_comes_near_an_equilibrium_of_leduc",
        file: file!(),
    },
];

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Plain,
    Plus,
}

/// What has been learnt of a game.
#[derive(Clone, Debug)]
pub(super) struct Cfr {
    rule: Rule,
    regrets: Regrets,
    iterations: u64,
}

/// One pass through the game for one player.
struct Pass<'a> {
    tree: &'a GameTree,
    regrets: &'a mut Regrets,
    player: Player,
    /// What this iteration counts for in the average policy.
    weight: f64,
}

impl Cfr {
    pub(super) fn new(tree: &GameTree, rule: Rule) -> Self {
        Cfr { rule, regrets: Regrets::new(tree), iterations: 0 }
    }
}

impl Iterate for Cfr {
    fn iterate(&mut self, tree: &GameTree, _rng: &mut Rng) {
        self.iterations += 1;
        let weight = if self.rule == Rule::Plus { self.iterations as f64 } else { 1.0 };
        for player in (0..tree.players()).map(|player| Player(player as u8)) {
            Pass { tree, regrets: &mut self.regrets, player, weight }.value(0, 1.0, 1.0);
            if self.rule == Rule::Plus {
                self.regrets.floor(tree, player);
            }
            self.regrets.match_player(tree, player);
        }
    }

    fn policy(&self, tree: &GameTree) -> Policy {
        self.regrets.average(tree)
    }
}

impl Pass<'_> {
    /// What the player gets from a node on; `own` and `others` are the probabilities with which the player, and all others, play to it.
    fn value(&mut self, place: Place, own: f64, others: f64) -> f64 {
        let tree = self.tree;
        match tree.kind(place) {
            Kind::End(number) => tree.payoff(number)[self.player.index()],
            Kind::Chance => {
                let outcomes = tree.children(place).zip(tree.odds(place));
                outcomes.map(|(to, p)| p * self.value(to, own, others * p)).sum()
            }
            Kind::Choice(set) if tree.sets()[set as usize].player == self.player => {
                self.choose(place, set as usize, own, others)
            }
            Kind::Choice(set) => {
                let set = &tree.sets()[set as usize];
                let mut sum = 0.0;
                for (number, to) in tree.children(place).enumerate() {
                    let share = self.regrets.current(set)[number];
                    sum += share * self.value(to, own, others * share);
                }
                sum
            }
        }
    }

    /// The same where the player chooses, who regrets what each move would have brought more.
    fn choose(&mut self, place: Place, set: usize, own: f64, others: f64) -> f64 {
        let set = &self.tree.sets()[set];
        let slots = set.slots();
        let mut sum = 0.0;
        for (number, to) in self.tree.children(place).enumerate() {
            let share = self.regrets.current(set)[number];
            let value = self.value(to, own * share, others);
            sum += share * value;
            self.regrets.regret[slots.start + number] += others * value;
        }
        for number in 0..slots.len() {
            let share = self.regrets.current(set)[number];
            self.regrets.regret[slots.start + number] -= others * sum;
            self.regrets.sum[slots.start + number] += self.weight * own * share;
        }
        sum
    }
}
