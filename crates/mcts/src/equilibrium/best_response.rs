//! The exact yardstick: how much a player could win who knows the others' policy.
//!
//! NashConv is the sum over the players of what each could gain by changing alone; exploitability is that per player [lanctot2019, sec. 2.2].
//! Both are 0 exactly in an equilibrium.

use super::policy::Policy;
use super::tree::{GameTree, Kind, Place};
use katsura_game::{MAX_PLAYERS, Player};

/// How good a policy is against the best that each player could do.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploitability {
    /// What each player gets if all play by the policy.
    pub values: Vec<f64>,
    /// What each player gets who alone plays as well as can be.
    pub best_responses: Vec<f64>,
    /// The sum of what they gain so.
    pub nash_conv: f64,
    /// The mean of what they gain so.
    pub exploitability: f64,
}

impl Exploitability {
    /// Of a policy.
    ///
    /// ```
    /// use katsura_games::kuhn::Kuhn;
    /// use katsura_mcts::equilibrium::{Exploitability, GameTree, Policy};
    /// let tree = GameTree::of(&Kuhn::default(), 1000).unwrap();
    /// let uniform = Exploitability::of(&tree, &Policy::uniform(&tree));
    /// assert!((uniform.nash_conv - 11.0 / 12.0).abs() < 1e-12);
    /// ```
    pub fn of(tree: &GameTree, policy: &Policy) -> Self {
        let players = tree.players();
        let all = values(tree, policy);
        let values = all[0][..players].to_vec();
        let best = |player| BestResponse::new(tree, policy, Player(player as u8)).value(0);
        let best_responses: Vec<f64> = (0..players).map(best).collect();
        let nash_conv = best_responses.iter().zip(&values).map(|(best, value)| best - value).sum();
        Exploitability { exploitability: nash_conv / players as f64, values, best_responses, nash_conv }
    }
}

/// What every player gets from each node on, if all play by the policy.
pub fn values(tree: &GameTree, policy: &Policy) -> Vec<[f64; MAX_PLAYERS]> {
    let mut values = vec![[0.0; MAX_PLAYERS]; tree.nodes()];
    for place in (0..tree.nodes() as Place).rev() {
        values[place as usize] = match tree.kind(place) {
            Kind::End(number) => *tree.payoff(number),
            Kind::Chance => mean(tree, place, tree.odds(place), &values),
            Kind::Choice(set) => mean(tree, place, policy.of(&tree.sets()[set as usize]).iter().copied(), &values),
        };
    }
    values
}

fn mean(
    tree: &GameTree,
    place: Place,
    shares: impl Iterator<Item = f64>,
    values: &[[f64; MAX_PLAYERS]],
) -> [f64; MAX_PLAYERS] {
    let mut sum = [0.0; MAX_PLAYERS];
    for (child, share) in tree.children(place).zip(shares) {
        sum.iter_mut().zip(values[child as usize]).for_each(|(sum, value)| *sum += share * value);
    }
    sum
}

/// How likely chance and the other players make each node, if one player does all to come there.
pub fn reach_of_others(tree: &GameTree, policy: &Policy, player: Player) -> Vec<f64> {
    let mut reach = vec![1.0; tree.nodes()];
    for place in 0..tree.nodes() as Place {
        let here = reach[place as usize];
        match tree.kind(place) {
            Kind::End(_) => {}
            Kind::Chance => tree.children(place).zip(tree.odds(place)).for_each(|(to, p)| reach[to as usize] = here * p),
            Kind::Choice(set) => {
                let set = &tree.sets()[set as usize];
                for (child, &share) in tree.children(place).zip(policy.of(set)) {
                    reach[child as usize] = if set.player == player { here } else { here * share };
                }
            }
        }
    }
    reach
}

/// One player's best answer to what the others do.
struct BestResponse<'a> {
    tree: &'a GameTree,
    policy: &'a Policy,
    player: Player,
    reach: Vec<f64>,
    /// What is known so far of nodes, and of the best moves of the player's sets.
    values: Vec<f64>,
    best: Vec<Option<usize>>,
}

impl<'a> BestResponse<'a> {
    fn new(tree: &'a GameTree, policy: &'a Policy, player: Player) -> Self {
        let reach = reach_of_others(tree, policy, player);
        let (values, best) = (vec![f64::NAN; tree.nodes()], vec![None; tree.sets().len()]);
        BestResponse { tree, policy, player, reach, values, best }
    }

    /// What the player gets from a node on.
    fn value(&mut self, place: Place) -> f64 {
        let known = self.values[place as usize];
        if !known.is_nan() {
            return known;
        }
        let (tree, policy) = (self.tree, self.policy);
        let value = match tree.kind(place) {
            Kind::End(number) => tree.payoff(number)[self.player.index()],
            Kind::Chance => tree.children(place).zip(tree.odds(place)).map(|(to, p)| p * self.value(to)).sum(),
            Kind::Choice(set) if tree.sets()[set as usize].player == self.player => {
                let best = self.best_of(set as usize);
                self.value(tree.child(place, best))
            }
            Kind::Choice(set) => {
                let shares = policy.of(&tree.sets()[set as usize]);
                tree.children(place).zip(shares).map(|(to, share)| share * self.value(to)).sum()
            }
        };
        self.values[place as usize] = value;
        value
    }

    /// The best move of a set: the same in all its positions, each counted by how likely the others make it.
    fn best_of(&mut self, set: usize) -> usize {
        if let Some(best) = self.best[set] {
            return best;
        }
        let tree = self.tree;
        let set_of = &tree.sets()[set];
        let mut worth = vec![0.0; set_of.moves.len()];
        for (number, worth) in worth.iter_mut().enumerate() {
            *worth = set_of.nodes().iter().map(|&at| self.reach[at as usize] * self.value(tree.child(at, number))).sum();
        }
        let best = (0..worth.len()).fold(0, |best, number| if worth[number] > worth[best] { number } else { best });
        self.best[set] = Some(best);
        best
    }
}
