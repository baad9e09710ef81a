//! Exact values of toy games.

use super::{Drawing, Kind, ToyGame, matrix};
use crate::{MAX_PLAYERS, Player, Rewards};
use std::collections::BTreeMap;

impl ToyGame {
    /// The value of the start for each player when everyone sees all and maximises their own return (max^n), first child on ties. Where two
    /// players choose together it is that of the equilibrium.
    ///
    /// # Panics
    /// If more than two players choose together, or two whose rewards have no constant sum.
    ///
    /// ```
    /// use katsura_game::toy::ToyGame;
    /// // whoever guesses what the other has chosen gets the point
    /// let game: ToyGame = "<2 2: [1 0] [0 1] [0 1] [1 0]>".parse().unwrap();
    /// assert_eq!(game.minimax(), [0.5, 0.5]);
    /// ```
    pub fn minimax(&self) -> Vec<f32> {
        self.drawing.value(0).as_slice()[..self.drawing.players].to_vec()
    }

    /// The best return of the only player, who cannot tell nodes with one mark apart.
    ///
    /// # Panics
    /// If there are several players, or something is gained on the way.
    ///
    /// ```
    /// use katsura_game::toy::ToyGame;
    /// // a hidden coin: whoever sees it gets 1, whoever guesses ½
    /// let game: ToyGame = "{1 (0#7: [1] [0]) 1 (0#7: [0] [1])}".parse().unwrap();
    /// assert_eq!((game.minimax(), game.best_unseen()), (vec![1.0], 0.5));
    /// ```
    pub fn best_unseen(&self) -> f64 {
        assert!(self.drawing.players == 1 && !self.drawing.pays, "one player, who is paid at the end");
        self.drawing.unseen(&[(0, 1.0)])
    }
}

impl Drawing {
    /// What a node is worth from there on, its own gain left out.
    fn value(&self, at: u32) -> Rewards {
        match &self.nodes[at as usize].kind {
            Kind::Leaf(rewards) => *rewards,
            Kind::Choice { player, children, .. } => {
                let values = children.iter().map(|&child| self.worth(child));
                values.reduce(|best, v| if v.of(*player) > best.of(*player) { v } else { best }).unwrap_or_default()
            }
            Kind::Together { counts, children } => self.equilibrium(counts, children),
            Kind::Chance { children, .. } => {
                let mut mean = [0.0; MAX_PLAYERS];
                for (place, &child) in children.iter().enumerate() {
                    let (share, value) = (self.share(at, place) as f32, self.worth(child));
                    for (sum, reward) in mean.iter_mut().zip(value.as_slice()) {
                        *sum += share * reward;
                    }
                }
                Rewards::new(mean)
            }
        }
    }

    /// What a node is worth in which two players choose together and share a constant sum.
    fn equilibrium(&self, counts: &[u8], children: &[u32]) -> Rewards {
        let sum = self.constant_sum().filter(|_| counts.len() == 2 && !self.pays).expect("two players share a constant sum");
        let first = |&child: &u32| f64::from(self.worth(child).of(Player::FIRST));
        let rows = children.chunks(usize::from(counts[1])).map(|row| row.iter().map(first).collect());
        let value = matrix::value(&rows.collect::<Vec<_>>());
        let mut rewards = [0.0; MAX_PLAYERS];
        (rewards[0], rewards[1]) = (value as f32, (sum - value) as f32);
        Rewards::new(rewards)
    }

    /// What the move to a node is worth: its gain, and what comes after, the next choice at the discount.
    fn worth(&self, at: u32) -> Rewards {
        let node = &self.nodes[at as usize];
        let later = match node.kind {
            Kind::Choice { .. } | Kind::Together { .. } => self.discount as f32,
            Kind::Leaf(_) | Kind::Chance { .. } => 1.0,
        };
        node.gain.plus(self.value(at).times(later))
    }

    /// The best return from nodes with these weights, of which the player knows only what is marked.
    fn unseen(&self, nodes: &[(u32, f64)]) -> f64 {
        let (mut sum, mut open) = (0.0, nodes.to_vec());
        let mut groups: BTreeMap<(u32, u32), Vec<(u32, f64)>> = BTreeMap::new();
        while let Some((at, weight)) = open.pop() {
            match &self.nodes[at as usize].kind {
                Kind::Leaf(rewards) => sum += weight * f64::from(rewards.of(Player::FIRST)),
                Kind::Chance { children, .. } => {
                    open.extend(children.iter().enumerate().map(|(i, &child)| (child, weight * self.share(at, i))));
                }
                Kind::Choice { mark, .. } => {
                    groups.entry(mark.map_or((1, at), |mark| (0, mark))).or_default().push((at, weight));
                }
                Kind::Together { .. } => panic!("one player does not choose together"),
            }
        }
        sum + groups.values().map(|group| self.best_of_group(group)).sum::<f64>()
    }

    /// The best of the moves in nodes that look the same.
    fn best_of_group(&self, group: &[(u32, f64)]) -> f64 {
        let moves = self.nodes[group[0].0 as usize].children().len();
        let after = |place: usize| {
            let nodes: Vec<(u32, f64)> =
                group.iter().map(|&(at, weight)| (self.nodes[at as usize].children()[place], weight)).collect();
            self.unseen(&nodes)
        };
        (0..moves).map(after).fold(f64::NEG_INFINITY, f64::max)
    }
}
