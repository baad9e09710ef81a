//! A game whose tree is written as text, for tests in which the tree is drawn beside the expected numbers.
//!
//! ```text
//! node   = leaf | choice | chance
//! leaf   = "[" reward … "]"                one reward per player, each in [0, 1]
//! choice = "(" player ":" node … ")"       this player chooses
//! chance = "{" weight node … "}"           chance chooses, by weight
//! ```
//!
//! Move number *i* goes to the *i*-th child.
//!
//! ```
//! use katsura_game::{Game, State, Turn, Player, toy::ToyGame};
//!
//! // Player 0 chooses between a sure half and a coin.
//! let game: ToyGame = "(0: [0.5 0.5] {1 [1 0] 1 [0 1]})".parse().unwrap();
//! assert_eq!(game.about().players, 2);
//! assert_eq!(game.start().turn(), Turn::Player(Player(0)));
//! assert_eq!(game.minimax(), vec![0.5, 0.5]);
//! ```

use crate::{
    About, Chance, Draw, Game, Keyed, MAX_PLAYERS, ParseMoveError, Payoff, Picture, Player, Points, Rewards, Rng, State,
    Text, Turn, mix_key, plain,
};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

#[derive(Debug, PartialEq)]
enum Node {
    Leaf(Rewards),
    Choice { player: Player, children: Vec<u32> },
    Chance { weights: Vec<f64>, children: Vec<u32> },
}

impl Node {
    fn children(&self) -> &[u32] {
        match self {
            Node::Leaf(_) => &[],
            Node::Choice { children, .. } | Node::Chance { children, .. } => children,
        }
    }
}

/// A game tree written as text.
#[derive(Clone, Debug)]
pub struct ToyGame {
    nodes: Arc<Vec<Node>>,
    players: usize,
    widest: usize,
}

/// A node of a [`ToyGame`].
#[derive(Clone, Debug)]
pub struct ToyState {
    nodes: Arc<Vec<Node>>,
    at: u32,
}

/// The text is no toy tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToyError {
    /// Where, in bytes from the start.
    pub offset: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for ToyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "toy tree, byte {}: expected {}", self.offset, self.expected)
    }
}

impl std::error::Error for ToyError {}

impl ToyGame {
    /// A random tree for `players` players: every node has `width` children, every path has `depth` moves, the players
    /// alternate and every reward is 0 or 1, summing to 1.
    pub fn random(players: usize, width: usize, depth: usize, rng: &mut Rng) -> Self {
        assert!((1..=MAX_PLAYERS).contains(&players) && width >= 1, "a toy game has 1 to 4 players and at least one move");
        let mut nodes = vec![Node::Leaf(Rewards::default())];
        grow(&mut nodes, 0, (players, width, depth), 0, rng);
        ToyGame { nodes: Arc::new(nodes), players, widest: width }
    }

    /// The value of the start for each player when everyone maximises their own reward (max^n), first child on ties.
    pub fn minimax(&self) -> Vec<f32> {
        self.value(0).as_slice()[..self.players].to_vec()
    }

    /// What the rewards of every leaf add up to, if that is one number.
    fn constant_sum(&self) -> Option<f64> {
        let mut sums = self.nodes.iter().filter_map(|node| match node {
            Node::Leaf(rewards) => Some(rewards.as_slice().iter().map(|&reward| f64::from(reward)).sum::<f64>()),
            Node::Choice { .. } | Node::Chance { .. } => None,
        });
        let first = sums.next()?;
        sums.all(|sum| (sum - first).abs() < 1e-6).then_some(first)
    }

    fn value(&self, at: u32) -> Rewards {
        match &self.nodes[at as usize] {
            Node::Leaf(rewards) => *rewards,
            Node::Choice { player, children } => {
                let values = children.iter().map(|&child| self.value(child));
                values.reduce(|best, v| if v.of(*player) > best.of(*player) { v } else { best }).unwrap_or_default()
            }
            Node::Chance { weights, children } => {
                let total: f64 = weights.iter().sum();
                let mut mean = [0.0; MAX_PLAYERS];
                for (weight, &child) in weights.iter().zip(children) {
                    let value = self.value(child);
                    for (sum, reward) in mean.iter_mut().zip(value.as_slice()) {
                        *sum += (weight / total) as f32 * reward;
                    }
                }
                Rewards::new(mean)
            }
        }
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
        nodes[at] = Node::Leaf(Rewards::new(rewards));
        return;
    }
    let first = nodes.len() as u32;
    nodes.extend((0..width).map(|_| Node::Leaf(Rewards::default())));
    let children: Vec<u32> = (first..first + width as u32).collect();
    for &child in &children {
        grow(nodes, child as usize, shape, ply + 1, rng);
    }
    nodes[at] = Node::Choice { player: Player((ply % players) as u8), children };
}

impl Game for ToyGame {
    type State = ToyState;

    fn about(&self) -> About {
        let chance = self.nodes.iter().any(|node| matches!(node, Node::Chance { .. }));
        About {
            players: self.players,
            chance: if chance { Chance::Listed } else { Chance::None },
            payoff: Payoff { constant_sum: self.constant_sum(), score_range: Some(0.5), ..Payoff::POINT },
            ..About::board("toy", 1, self.widest)
        }
    }

    fn start(&self) -> ToyState {
        ToyState { nodes: Arc::clone(&self.nodes), at: 0 }
    }
}

impl ToyState {
    fn node(&self) -> &Node {
        &self.nodes[self.at as usize]
    }
}

impl State for ToyState {
    type Move = u8;

    fn turn(&self) -> Turn {
        match self.node() {
            Node::Leaf(_) => Turn::Over,
            Node::Choice { player, .. } => Turn::Player(*player),
            Node::Chance { .. } => Turn::Chance,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(0..self.node().children().len() as u8);
    }

    fn apply(&mut self, mv: u8) {
        self.at = self.node().children()[usize::from(mv)];
    }

    fn rewards(&self) -> Rewards {
        match self.node() {
            Node::Leaf(rewards) => *rewards,
            _ => Rewards::default(),
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
        let Node::Chance { weights, .. } = self.node() else {
            return moves[rng.index(moves.len())];
        };
        let mut rest = rng.unit() * weights.iter().sum::<f64>();
        let hit = weights.iter().position(|&weight| {
            rest -= weight;
            rest < 0.0
        });
        hit.unwrap_or(weights.len() - 1) as u8
    }

    fn chance_probability(&self, outcome: u8) -> f64 {
        match self.node() {
            Node::Chance { weights, .. } => weights[usize::from(outcome)] / weights.iter().sum::<f64>(),
            _ => unreachable!("not a chance node"),
        }
    }
}

impl Points for ToyState {
    fn score_rewards(&self) -> Option<Rewards> {
        Some(self.rewards())
    }
}

plain!(ToyState: LightPlayout, Lanes, Skip, LegalSet, Knowledge);

impl Keyed for ToyState {
    fn key(&self) -> u64 {
        mix_key(u64::from(self.at))
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

impl FromStr for ToyGame {
    type Err = ToyError;

    fn from_str(text: &str) -> Result<Self, ToyError> {
        let mut parser = Parser { text, offset: 0, nodes: vec![Node::Leaf(Rewards::default())], players: 0, widest: 0 };
        parser.node(0, 0)?;
        parser.skip_space();
        if parser.offset < text.len() {
            return parser.fail("the end");
        }
        Ok(ToyGame { nodes: Arc::new(parser.nodes), players: parser.players, widest: parser.widest })
    }
}

const DEEPEST: usize = 1000;

struct Parser<'a> {
    text: &'a str,
    offset: usize,
    nodes: Vec<Node>,
    players: usize,
    widest: usize,
}

impl Parser<'_> {
    fn fail<T>(&self, expected: &'static str) -> Result<T, ToyError> {
        Err(ToyError { offset: self.offset, expected })
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.offset..];
        self.offset += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.text[self.offset..].chars().next()
    }

    fn take(&mut self, wanted: char, expected: &'static str) -> Result<(), ToyError> {
        if self.peek() != Some(wanted) {
            return self.fail(expected);
        }
        self.offset += wanted.len_utf8();
        Ok(())
    }

    fn number(&mut self, expected: &'static str) -> Result<f64, ToyError> {
        self.skip_space();
        let rest = &self.text[self.offset..];
        let len = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let Ok(number) = rest[..len].parse() else {
            return self.fail(expected);
        };
        self.offset += len;
        Ok(number)
    }

    fn node(&mut self, at: usize, depth: usize) -> Result<(), ToyError> {
        if depth > DEEPEST {
            return self.fail("a tree of at most 1000 levels");
        }
        self.nodes[at] = match self.peek() {
            Some('[') => self.leaf()?,
            Some('(') => self.choice(depth)?,
            Some('{') => self.chance(depth)?,
            _ => return self.fail("'[', '(' or '{'"),
        };
        Ok(())
    }

    fn leaf(&mut self) -> Result<Node, ToyError> {
        self.take('[', "'['")?;
        let mut rewards = [0.0; MAX_PLAYERS];
        let mut count = 0;
        while self.peek() != Some(']') {
            let reward = self.number("a reward or ']'")?;
            if count == MAX_PLAYERS || !(0.0..=1.0).contains(&reward) {
                return self.fail("one to four rewards in [0, 1]");
            }
            rewards[count] = reward as f32;
            count += 1;
        }
        self.take(']', "']'")?;
        if count == 0 || (self.players != 0 && self.players != count) {
            return self.fail("as many rewards as in the other leaves");
        }
        self.players = count;
        Ok(Node::Leaf(Rewards::new(rewards)))
    }

    fn choice(&mut self, depth: usize) -> Result<Node, ToyError> {
        self.take('(', "'('")?;
        let player = self.number("a player's number")?;
        if player >= MAX_PLAYERS as f64 || player.fract() != 0.0 {
            return self.fail("a player from 0 to 3");
        }
        self.take(':', "':'")?;
        let mut children = Vec::new();
        while self.peek() != Some(')') {
            children.push(self.child(depth)?);
        }
        self.take(')', "')'")?;
        self.close(&children)?;
        Ok(Node::Choice { player: Player(player as u8), children })
    }

    fn chance(&mut self, depth: usize) -> Result<Node, ToyError> {
        self.take('{', "'{'")?;
        let (mut weights, mut children) = (Vec::new(), Vec::new());
        while self.peek() != Some('}') {
            weights.push(self.number("a weight")?);
            children.push(self.child(depth)?);
        }
        self.take('}', "'}'")?;
        self.close(&children)?;
        if weights.iter().any(|&w| w <= 0.0) {
            return self.fail("weights above zero");
        }
        Ok(Node::Chance { weights, children })
    }

    fn child(&mut self, depth: usize) -> Result<u32, ToyError> {
        let at = self.nodes.len();
        self.nodes.push(Node::Leaf(Rewards::default()));
        self.node(at, depth + 1)?;
        Ok(at as u32)
    }

    fn close(&mut self, children: &[u32]) -> Result<(), ToyError> {
        if children.is_empty() || children.len() > 200 {
            return self.fail("1 to 200 children");
        }
        self.widest = self.widest.max(children.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read_as_it_is_drawn() {
        let game: ToyGame = "(0: (1: [1 0] [0 1]) (1: [0.5 0.5] [1 0]))".parse().unwrap();
        assert_eq!(game.about().players, 2);
        assert_eq!(game.minimax(), vec![0.5, 0.5]);
        let mut state = game.start();
        state.apply(1);
        assert_eq!(state.turn(), Turn::Player(Player(1)));
        state.apply(0);
        assert_eq!(state.rewards(), Rewards::draw());
    }

    #[test]
    fn three_players_maximise_their_own_reward() {
        let game: ToyGame = "(0: (1: [0 1 0] [1 0 0]) (2: [0.2 0.2 0.6] [0.9 0 0.1]))".parse().unwrap();
        assert_eq!(game.minimax(), vec![0.2, 0.2, 0.6]);
    }

    #[test]
    fn nonsense_is_refused_with_its_place() {
        for (text, offset) in
            [("", 0), ("(0:", 3), ("(0:)", 4), ("[2]", 2), ("(9: [1])", 2), ("[1] x", 4), ("(0: [1] [1 0])", 13)]
        {
            let error = text.parse::<ToyGame>().map(|_| ()).unwrap_err();
            assert_eq!(error.offset, offset, "{text}: {error}");
        }
        assert!("(0:".repeat(5000).parse::<ToyGame>().is_err());
    }
}
