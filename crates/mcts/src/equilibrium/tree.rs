//! A whole game as a tree of numbers: all that solvers and the exact yardstick look at.

use crate::config::{ConfigError, Problem};
use katsura_game::{
    About, Chance, Game, Hidden, Information, Knowledge, MAX_PLAYERS, Player, State, Turn, Turns, When, mix_key,
};
use std::collections::HashMap;
use std::ops::Range;

/// The number of a node; the start of the game is 0, and every node has a higher number than the one before it.
pub type Place = u32;

/// A game written out: every way to play it, and which positions look the same to the player to move.
///
/// ```
/// use katsura_games::kuhn::Kuhn;
/// use katsura_mcts::equilibrium::GameTree;
/// let tree = GameTree::of(&Kuhn::default(), 1000).unwrap();
/// assert_eq!((tree.nodes(), tree.sets().len()), (58, 12));
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    players: usize,
    /// The least and the greatest result.
    range: [f64; 2],
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    payoffs: Vec<[f64; MAX_PLAYERS]>,
    sets: Vec<InformationSet>,
    /// The probabilities of all sets of a policy.
    width: usize,
}

/// What comes next in a position.
#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// Where its edges are, and how many.
    first: u32,
    count: u32,
    /// The node before it.
    parent: Place,
}

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nobody: the result is that of this number.
    End(u32),
    /// Chance.
    Chance,
    /// The player who cannot tell the positions of this set apart.
    Choice(u32),
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: Place,
    /// The move's number.
    index: u32,
    /// How likely it is, where chance chooses.
    probability: f64,
}

/// Positions that look the same to the player to move.
#[derive(Clone, Debug)]
pub struct InformationSet {
    /// Who is to move.
    pub player: Player,
    /// What this player has seen ([`Hidden::view_key`]).
    pub key: u64,
    /// The numbers of the legal moves.
    pub moves: Vec<usize>,
    /// Where the probabilities of the moves stand in a policy.
    start: usize,
    nodes: Vec<Place>,
}

impl InformationSet {
    /// Where the probabilities of the moves stand in a policy.
    pub fn slots(&self) -> Range<usize> {
        self.start..self.start + self.moves.len()
    }

    /// The positions.
    pub fn nodes(&self) -> &[Place] {
        &self.nodes
    }
}

impl GameTree {
    /// The tree of a game.
    ///
    /// # Errors
    /// If it has more than `most` positions, each counted as often as ways lead there, or is of a kind that solvers do not know: moves made together, chance that cannot be listed, gains on
    /// the way.
    pub fn of<G: Game<State: Knowledge>>(game: &G, most: usize) -> Result<GameTree, ConfigError> {
        let about = game.about();
        check(&about)?;
        let hides = about.information == Information::Hidden;
        let mut builder = Builder { tree: GameTree::empty(&about), by_key: HashMap::new(), most, hides };
        builder.add(&game.start(), 0)?;
        let mut tree = builder.tree;
        if about.payoff.range.is_none() {
            let results = || tree.payoffs.iter().flat_map(|payoff| payoff[..tree.players].iter().copied());
            tree.range = [results().fold(f64::INFINITY, f64::min), results().fold(f64::NEG_INFINITY, f64::max)];
        }
        Ok(tree)
    }

    fn empty(about: &About) -> GameTree {
        GameTree {
            players: about.players,
            range: about.payoff.range.unwrap_or_default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            payoffs: Vec::new(),
            sets: Vec::new(),
            width: 0,
        }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The least and the greatest result of a player.
    pub fn range(&self) -> [f64; 2] {
        self.range
    }

    /// The number of nodes: positions told apart by the way that leads there.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The sets of positions that look the same, in the order in which they are met.
    pub fn sets(&self) -> &[InformationSet] {
        &self.sets
    }

    /// How many probabilities a policy has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Who chooses at a node.
    pub fn kind(&self, place: Place) -> Kind {
        self.nodes[place as usize].kind
    }

    /// The result of this number.
    pub fn payoff(&self, number: u32) -> &[f64; MAX_PLAYERS] {
        &self.payoffs[number as usize]
    }

    /// The nodes that follow, in the order of the moves.
    pub fn children(&self, place: Place) -> impl ExactSizeIterator<Item = Place> + Clone {
        self.edges_of(place).iter().map(|edge| edge.to)
    }

    /// The probabilities of the outcomes of a node where chance chooses.
    pub fn odds(&self, place: Place) -> impl ExactSizeIterator<Item = f64> + Clone {
        self.edges_of(place).iter().map(|edge| edge.probability)
    }

    /// The child of a move, by its place.
    pub fn child(&self, place: Place, number: usize) -> Place {
        self.edges_of(place)[number].to
    }

    /// The child of a move, by the move's number.
    pub fn after(&self, place: Place, index: usize) -> Option<Place> {
        self.edges_of(place).iter().find(|edge| edge.index as usize == index).map(|edge| edge.to)
    }

    /// The numbers of the moves that lead to a node.
    pub fn line(&self, place: Place) -> Vec<usize> {
        let mut line = Vec::new();
        let mut at = place;
        while at != 0 {
            let parent = self.nodes[at as usize].parent;
            line.extend(self.edges_of(parent).iter().find(|edge| edge.to == at).map(|edge| edge.index as usize));
            at = parent;
        }
        line.reverse();
        line
    }

    fn edges_of(&self, place: Place) -> &[Edge] {
        let Node { first, count, .. } = self.nodes[place as usize];
        &self.edges[first as usize..(first + count) as usize]
    }
}

fn check(about: &About) -> Result<(), ConfigError> {
    let why = match about {
        _ if about.turns == Turns::Together => "has moves made together",
        _ if about.chance == Chance::Sampled => "has chance whose outcomes cannot be listed",
        _ if about.payoff.when == When::EachStep => "pays with each move",
        _ => return Ok(()),
    };
    Err(refused(format!("{} {why}, which the solvers of whole games do not know", about.name)))
}

fn refused(why: String) -> ConfigError {
    ConfigError::of("search.algorithm", Problem::Unfit(why))
}

/// A tree that grows.
struct Builder {
    tree: GameTree,
    /// The sets by player and view.
    by_key: HashMap<(Player, u64), u32>,
    most: usize,
    hides: bool,
}

impl Builder {
    /// Adds a position and all that follow.
    fn add<S: Knowledge>(&mut self, state: &S, parent: Place) -> Result<Place, ConfigError> {
        let place = self.tree.nodes.len() as Place;
        let turn = state.turn();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        self.tree.nodes.push(Node { kind: Kind::Chance, first: 0, count: 0, parent });
        let kind = match turn {
            Turn::Over => self.end(state),
            Turn::Chance => Kind::Chance,
            Turn::Player(player) => self.join(state, player, place, &moves)?,
            Turn::Together(_) => return Err(refused("players move together in a game that says they do not".to_string())),
        };
        let first = self.tree.edges.len() as u32;
        self.tree.nodes[place as usize] = Node { kind, first, count: moves.len() as u32, parent };
        let probability = |mv| if turn == Turn::Chance { state.chance_probability(mv) } else { 0.0 };
        let edges = moves.iter().map(|&mv| Edge { to: 0, index: state.move_index(mv) as u32, probability: probability(mv) });
        self.tree.edges.extend(edges);
        if self.tree.edges.len() >= self.most {
            return Err(refused(format!("the game has more than {} positions, and its solvers write out all", self.most)));
        }
        for (number, &mv) in moves.iter().enumerate() {
            let mut next = state.clone();
            next.apply(mv);
            let to = self.add(&next, place)?;
            self.tree.edges[first as usize + number].to = to;
        }
        Ok(place)
    }

    fn end(&mut self, state: &impl State) -> Kind {
        let rewards = state.rewards();
        self.tree.payoffs.push(std::array::from_fn(|player| f64::from(rewards[player])));
        Kind::End(self.tree.payoffs.len() as u32 - 1)
    }

    /// Puts a position into the set of those that look the same.
    fn join<S: Knowledge>(
        &mut self,
        state: &S,
        player: Player,
        place: Place,
        moves: &[S::Move],
    ) -> Result<Kind, ConfigError> {
        let key = if self.hides { Hidden::view_key(state, player) } else { own_key(state, place) };
        let numbers: Vec<usize> = moves.iter().map(|&mv| state.move_index(mv)).collect();
        let sets = &mut self.tree.sets;
        let set = *self.by_key.entry((player, key)).or_insert(sets.len() as u32);
        if set as usize == sets.len() {
            let start = self.tree.width;
            self.tree.width += numbers.len();
            sets.push(InformationSet { player, key, moves: numbers, start, nodes: vec![place] });
        } else if sets[set as usize].moves == numbers {
            sets[set as usize].nodes.push(place);
        } else {
            return Err(refused("positions that look the same have other moves".to_string()));
        }
        Ok(Kind::Choice(set))
    }
}

/// Where nothing is hidden, a position looks like those from which the game goes on in the same way.
fn own_key(state: &impl Knowledge, place: Place) -> u64 {
    state.transposition_key().unwrap_or_else(|| mix_key(u64::from(place)))
}
