//! A game whose tree is written as text, for tests in which the tree is drawn beside the expected numbers.
//!
//! ```text
//! game     = [ "*" number ] node                what a gain of the next step is worth now; 1 if not given
//! node     = [ gain ] ( leaf | choice | together | chance )
//! gain     = "+" "[" number … "]"               what the move that leads here brings to each player, on the way
//! leaf     = "[" reward … "]"                   one reward per player
//! choice   = "(" player [ mark ] ":" node … ")" this player chooses
//! mark     = "#" number                         nodes with one mark look the same to the player
//! together = "<" count … ":" node … ">"         the players choose at once, each among so many moves; the last varies first
//! chance   = "{" weight node … "}"              chance chooses, by weight
//! ```
//!
//! Move number *i* goes to the *i*-th child. Rewards may be any numbers; where all are in [0, 1] and nothing is gained on the way, the
//! game [says](crate::About) that a point is at stake.
//!
//! ```
//! use katsura_game::{Game, State, Turn, Player, toy::ToyGame};
//!
//! // Player 0 chooses between a sure half and a coin.
//! let game: ToyGame = "(0: [0.5 0.5] {1 [1 0] 1 [0 1]})".parse().unwrap();
//! assert_eq!(game.about().players, 2);
//! assert_eq!(game.start().turn(), Turn::Player(Player(0)));
//! assert_eq!(game.minimax(), vec![0.5, 0.5]);
//!
//! // One player, 3 at once or 10 two steps later, each step at 0.5: 10 · 0.5 · 0.5.
//! let game: ToyGame = "*0.5 (0: [3] +[0] (0: +[0] (0: [10])))".parse().unwrap();
//! assert_eq!(game.minimax(), vec![3.0]);
//! ```

mod left;
mod matrix;
mod parse;
mod solve;

pub use left::{LeftGame, LeftState, left_moves_of_forgetful_search, left_moves_of_search_of_level_1};
pub use parse::ToyError;

use crate::{
    About, Chance, Draw, Game, Hidden, Information, Keyed, MAX_PLAYERS, ParseMoveError, Payoff, Picture, Player, Players,
    Points, Rewards, Rng, State, Text, Turn, Turns, When, mix_key, plain,
};
use std::sync::Arc;

#[derive(Debug, PartialEq)]
struct Node {
    kind: Kind,
    /// What the move that leads here brings.
    gain: Rewards,
}

#[derive(Debug, PartialEq)]
enum Kind {
    Leaf(Rewards),
    Choice { player: Player, mark: Option<u32>, children: Vec<u32> },
    Together { counts: Vec<u8>, children: Vec<u32> },
    Chance { weights: Vec<f64>, children: Vec<u32> },
}

impl Node {
    /// A leaf that brings nothing, until it is known what stands there.
    fn blank() -> Self {
        Node { kind: Kind::Leaf(Rewards::default()), gain: Rewards::default() }
    }

    fn children(&self) -> &[u32] {
        match &self.kind {
            Kind::Leaf(_) => &[],
            Kind::Choice { children, .. } | Kind::Together { children, .. } | Kind::Chance { children, .. } => children,
        }
    }
}

/// The nodes, the first of which is the start, and what holds for all.
#[derive(Debug, PartialEq)]
struct Drawing {
    nodes: Vec<Node>,
    players: usize,
    widest: usize,
    discount: f64,
    /// Whether something is gained on the way.
    pays: bool,
    /// How probable each node is, if the players choose at random.
    reached: Vec<f64>,
}

impl Drawing {
    fn new(nodes: Vec<Node>, players: usize, widest: usize, discount: f64, pays: bool) -> Self {
        let mut drawing = Drawing { reached: vec![1.0; nodes.len()], nodes, players, widest, discount, pays };
        drawing.reach(0, 1.0);
        drawing
    }

    fn reach(&mut self, at: u32, probability: f64) {
        self.reached[at as usize] = probability;
        let children = self.nodes[at as usize].children().to_vec();
        for (place, child) in children.into_iter().enumerate() {
            self.reach(child, probability * self.share(at, place));
        }
    }

    /// How probable a child is: by its weight where chance chooses, like all others elsewhere.
    fn share(&self, at: u32, place: usize) -> f64 {
        match &self.nodes[at as usize].kind {
            Kind::Chance { weights, .. } => weights[place] / weights.iter().sum::<f64>(),
            Kind::Leaf(_) | Kind::Choice { .. } | Kind::Together { .. } => {
                1.0 / self.nodes[at as usize].children().len() as f64
            }
        }
    }

    /// The results at the leaves.
    fn results(&self) -> impl Iterator<Item = &[f32]> {
        self.nodes.iter().filter_map(|node| match &node.kind {
            Kind::Leaf(rewards) => Some(&rewards.as_slice()[..self.players]),
            _ => None,
        })
    }

    fn payoff(&self) -> Payoff {
        let when = if self.pays || self.discount != 1.0 { When::EachStep } else { When::AtEnd };
        let low = self.results().flatten().copied().fold(f32::INFINITY, f32::min);
        let high = self.results().flatten().copied().fold(f32::NEG_INFINITY, f32::max);
        let is_unit = when == When::AtEnd && low >= 0.0 && high <= 1.0;
        Payoff {
            range: if is_unit { Some([0.0, 1.0]) } else { self.range(low, high) },
            constant_sum: if self.pays { None } else { self.constant_sum() },
            when,
            discount: self.discount,
            score_range: is_unit.then_some(0.5),
            solved_from: None,
        }
    }

    /// The smallest and the largest return, if that can be told from the leaves.
    fn range(&self, low: f32, high: f32) -> Option<[f64; 2]> {
        (!self.pays && self.discount == 1.0).then_some([f64::from(low), f64::from(high)])
    }

    /// The sum of the rewards, if it is the same at all leaves.
    fn constant_sum(&self) -> Option<f64> {
        let mut sums = self.results().map(|rewards| rewards.iter().map(|&reward| f64::from(reward)).sum::<f64>());
        let first = sums.next()?;
        sums.all(|sum| (sum - first).abs() < 1e-6).then_some(first)
    }

    fn has(&self, wanted: impl Fn(&Kind) -> bool) -> bool {
        self.nodes.iter().any(|node| wanted(&node.kind))
    }
}

/// A game tree written as text.
#[derive(Clone, Debug)]
pub struct ToyGame {
    drawing: Arc<Drawing>,
}

/// A node of a [`ToyGame`], and what players who choose together have chosen there already.
#[derive(Clone, Debug)]
pub struct ToyState {
    drawing: Arc<Drawing>,
    at: u32,
    /// How many players have chosen here already, and what, as the number of the first child that is left.
    chosen: (u8, u32),
}

impl ToyGame {
    /// A random tree for `players` players: every node has `width` children, every path has `depth` moves, the players
    /// alternate and every reward is 0 or 1, summing to 1.
    pub fn random(players: usize, width: usize, depth: usize, rng: &mut Rng) -> Self {
        assert!((1..=MAX_PLAYERS).contains(&players) && width >= 1, "a toy game has some players and at least one move");
        let mut nodes = vec![Node::blank()];
        grow(&mut nodes, 0, (players, width, depth), 0, rng);
        ToyGame { drawing: Arc::new(Drawing::new(nodes, players, width, 1.0, false)) }
    }
}

fn grow(nodes: &mut Vec<Node>, at: usize, shape: (usize, usize, usize), ply: usize, rng: &mut Rng) {
    let (players, width, depth) = shape;
    if ply == depth {
        let mut rewards = [0.0; MAX_PLAYERS];
        if players == 1 {
            rewards[0] = if rng.chance(0.5) { 1.0 } else { 0.0 };
        } else {
            rewards[rng.index(players)] = 1.0;
        }
        nodes[at].kind = Kind::Leaf(Rewards::new(rewards));
        return;
    }
    let first = nodes.len() as u32;
    nodes.extend((0..width).map(|_| Node::blank()));
    let children: Vec<u32> = (first..first + width as u32).collect();
    for &child in &children {
        grow(nodes, child as usize, shape, ply + 1, rng);
    }
    nodes[at].kind = Kind::Choice { player: Player((ply % players) as u8), mark: None, children };
}

impl Game for ToyGame {
    type State = ToyState;

    fn about(&self) -> About {
        let drawing = &*self.drawing;
        let when = |found: bool, yes, no| if found { yes } else { no };
        let chance = drawing.has(|kind| matches!(kind, Kind::Chance { .. }));
        let together = drawing.has(|kind| matches!(kind, Kind::Together { .. }));
        let hidden = drawing.has(|kind| matches!(kind, Kind::Choice { mark: Some(_), .. }));
        About {
            players: drawing.players,
            chance: if chance { Chance::Listed } else { Chance::None },
            turns: if together { Turns::Together } else { Turns::InTurn },
            information: when(hidden, Information::Hidden, Information::Perfect),
            payoff: drawing.payoff(),
            ..About::board("toy", 1, drawing.widest)
        }
    }

    fn start(&self) -> ToyState {
        ToyState { drawing: Arc::clone(&self.drawing), at: 0, chosen: (0, 0) }
    }
}

impl ToyState {
    fn node(&self) -> &Node {
        &self.drawing.nodes[self.at as usize]
    }

    /// How many moves the next player has.
    fn width(&self) -> usize {
        match &self.node().kind {
            Kind::Together { counts, .. } => usize::from(counts[usize::from(self.chosen.0)]),
            _ => self.node().children().len(),
        }
    }
}

impl State for ToyState {
    type Move = u8;

    fn turn(&self) -> Turn {
        match &self.node().kind {
            Kind::Leaf(_) => Turn::Over,
            Kind::Choice { player, .. } => Turn::Player(*player),
            Kind::Together { counts, .. } => {
                let chosen = (0..self.chosen.0).map(Player);
                Turn::Together(chosen.fold(Players::first(counts.len()), Players::without))
            }
            Kind::Chance { .. } => Turn::Chance,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(0..self.width() as u8);
    }

    fn apply(&mut self, mv: u8) {
        let place = self.chosen.1 * self.width() as u32 + u32::from(mv);
        let players = match &self.node().kind {
            Kind::Together { counts, .. } => counts.len(),
            _ => 1,
        };
        if usize::from(self.chosen.0) + 1 < players {
            self.chosen = (self.chosen.0 + 1, place);
            return;
        }
        self.at = self.node().children()[place as usize];
        self.chosen = (0, 0);
    }

    fn rewards(&self) -> Rewards {
        let Node { kind, gain } = self.node();
        match kind {
            Kind::Leaf(rewards) => rewards.plus(*gain),
            _ if self.chosen.0 > 0 => Rewards::default(),
            _ => *gain,
        }
    }

    fn move_index(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn move_at(&self, index: usize) -> u8 {
        index as u8
    }

    fn random_move(&self, moves: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        self.legal_moves(moves);
        let Kind::Chance { weights, .. } = &self.node().kind else {
            return moves[rng.index(moves.len())];
        };
        draw(weights, rng) as u8
    }

    fn chance_probability(&self, outcome: u8) -> f64 {
        self.drawing.share(self.at, usize::from(outcome))
    }
}

/// A place, by weight.
fn draw(weights: &[f64], rng: &mut Rng) -> usize {
    let mut rest = rng.unit() * weights.iter().sum::<f64>();
    let hit = weights.iter().position(|&weight| {
        rest -= weight;
        rest < 0.0
    });
    hit.unwrap_or(weights.len() - 1)
}

impl Hidden for ToyState {
    fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
        let key = self.view_key(viewer);
        let looks_so = |&at: &u32| ToyState { at, ..self.clone() }.view_key(viewer) == key;
        let alike: Vec<u32> = (0..self.drawing.nodes.len() as u32).filter(looks_so).collect();
        let weights: Vec<f64> = alike.iter().map(|&at| self.drawing.reached[at as usize]).collect();
        self.at = alike[draw(&weights, rng)];
    }

    fn view_key(&self, viewer: Player) -> u64 {
        match &self.node().kind {
            Kind::Choice { player, mark: Some(mark), .. } if *player == viewer => mix_key(1 << 40 | u64::from(*mark)),
            _ => Keyed::key(self),
        }
    }

    /// Unless another move gives the same view.
    fn sees_move(&self, viewer: Player, mv: u8) -> bool {
        let view = |mv| {
            let mut next = self.clone();
            next.apply(mv);
            next.view_key(viewer)
        };
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.iter().filter(|&&other| view(other) == view(mv)).count() <= 1
    }
}

impl Points for ToyState {
    fn score_rewards(&self) -> Option<Rewards> {
        self.drawing.payoff().score_range.map(|_| self.rewards())
    }
}

plain!(ToyState: LightPlayout, Lanes, Skip, LegalSet, Knowledge);

impl Keyed for ToyState {
    fn key(&self) -> u64 {
        mix_key(u64::from(self.at) | u64::from(self.chosen.0) << 32)
    }
}

impl Text for ToyState {
    fn format_move(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, ParseMoveError> {
        text.parse().map_err(|_| ParseMoveError::new(text, "the number of a child, counted from 0"))
    }
}

impl Draw for ToyState {
    fn picture(&self) -> Picture {
        Picture::empty(format!("node {}", self.at))
    }
}
