//! What the tests of several modules share: growing and comparing trees, children written as numbers, a game with opinions.

#![cfg_attr(
    not(feature = "files"),
    expect(dead_code, unused_imports, reason = "most tests write configurations as text, and are left out without files")
)]

#[cfg(feature = "files")]
use crate::config::file::ConfigFile;
use crate::config::{ConfigError, SearchConfig};
use crate::select::{AnySelect, Select, Term};
use crate::tree::{Children, NodeId, NodeView, ROOT, Tree};
use crate::{Budget, Control, Custom, Policies, Search};
use katsura_game::toy::{ToyGame, ToyState};
use katsura_game::{About, Game, Knowledge, Knows, Payoff, Rewards, Rng, State, Turn, plain};
use std::sync::{Arc, Mutex};

/// A configuration as it stands in a file.
#[cfg(feature = "files")]
pub(crate) fn config(text: &str) -> SearchConfig {
    ConfigFile::parse(text, "test").map(|file| SearchConfig { memory_mib: 4, ..file.search }).unwrap()
}

/// A search of the game's start after some simulations.
#[cfg(feature = "files")]
pub(crate) fn grow<G: Game<State: Knowledge>>(game: &G, text: &str, simulations: u64) -> Search<G> {
    let search: Result<_, ConfigError> = Search::new(game, &config(text));
    let mut search = search.unwrap();
    search.run(&Budget::simulations(simulations), &Control::new());
    search
}

/// One node of a picture: depth, move, visits, bits of the value.
pub(crate) type Line = (usize, usize, u32, u32);

/// The tree, node by node, without the statistics that only some rules keep.
pub(crate) fn picture(tree: &Tree) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut open = vec![(ROOT, 0)];
    while let Some((node, depth)) = open.pop() {
        lines.push((depth, tree.move_index(node), tree.visits(node), tree.value(node).to_bits()));
        open.extend(tree.children(node).map(|child| (child, depth + 1)));
    }
    lines
}

/// All nodes, the root first.
pub(crate) fn nodes(tree: &Tree) -> Vec<NodeId> {
    (ROOT..tree.nodes() as NodeId).collect()
}

/// The visits of the root's children, in the order of the moves.
pub(crate) fn root_visits<G: Game<State: Knowledge>>(search: &Search<G>) -> Vec<u32> {
    search.tree().children(ROOT).map(|child| search.tree().visits(child)).collect()
}

/// What a term adds at a node with these visits.
pub(crate) fn scores_of(term: &impl Term, visits: f32, children: &Children) -> Vec<f32> {
    let mut scores = vec![0.0; children.len()];
    term.apply(&NodeView::new(visits, children), &mut Rng::new(1), &mut scores);
    scores
}

/// Children with visits, mean, AMAF visits and sum of AMAF rewards.
pub(crate) fn with_amaf(rows: &[(f32, f32, f32, f32)]) -> Children {
    Children {
        visits: rows.iter().map(|row| row.0).collect(),
        value: rows.iter().map(|row| row.1).collect(),
        amaf_visits: rows.iter().map(|row| row.2).collect(),
        amaf_sum: rows.iter().map(|row| row.3).collect(),
        ..Children::default()
    }
}

/// Children with visits, mean and mean square.
pub(crate) fn with_squares(rows: &[(f32, f32, f32)]) -> Children {
    Children {
        visits: rows.iter().map(|row| row.0).collect(),
        value: rows.iter().map(|row| row.1).collect(),
        mean_square: rows.iter().map(|row| row.2).collect(),
        ..Children::default()
    }
}

/// A toy game with a prior and a group for each move number.
#[derive(Clone)]
pub(crate) struct Hinted {
    game: ToyGame,
    priors: Arc<[f32]>,
    group: fn(usize) -> usize,
}

/// A position of [`Hinted`].
#[derive(Clone)]
pub(crate) struct HintedState {
    state: ToyState,
    priors: Arc<[f32]>,
    group: fn(usize) -> usize,
}

impl Hinted {
    /// A toy tree whose moves have these priors and one group in all.
    pub(crate) fn new(tree: &str, priors: &[f32]) -> Self {
        Hinted { game: tree.parse().unwrap(), priors: priors.into(), group: |_| 0 }
    }

    /// The same with other groups.
    pub(crate) fn grouped(self, group: fn(usize) -> usize) -> Self {
        Hinted { group, ..self }
    }
}

impl Game for Hinted {
    type State = HintedState;

    fn about(&self) -> About {
        let knows = Knows { priors: true, groups: 8, ..Knows::default() };
        let payoff = Payoff { score_range: None, ..self.game.about().payoff };
        About { name: "hinted".into(), payoff, knows, ..self.game.about() }
    }

    fn start(&self) -> HintedState {
        HintedState { state: self.game.start(), priors: Arc::clone(&self.priors), group: self.group }
    }
}

impl State for HintedState {
    type Move = u8;

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        self.state.legal_moves(moves);
    }

    fn apply(&mut self, mv: u8) {
        self.state.apply(mv);
    }

    fn rewards(&self) -> Rewards {
        self.state.rewards()
    }

    fn move_index(&self, mv: u8) -> usize {
        self.state.move_index(mv)
    }

    fn move_at(&self, index: usize) -> u8 {
        self.state.move_at(index)
    }

    fn random_move(&self, moves: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        self.state.random_move(moves, rng)
    }
}

plain!(HintedState: Points, LightPlayout, Lanes, Skip, Hidden);

impl Knowledge for HintedState {
    fn priors(&self, moves: &[u8], _last: Option<u8>, priors: &mut [f32]) {
        for (prior, &mv) in priors.iter_mut().zip(moves) {
            *prior = self.priors[usize::from(mv)];
        }
    }

    fn group(&self, mv: u8, _last: Option<u8>) -> usize {
        (self.group)(usize::from(mv))
    }
}

/// A greedy rule that keeps how many more visits the children of a node had, at most, than the node.
pub(crate) struct Watch(Mutex<f32>);

impl Watch {
    /// How many they were in a search by this rule.
    #[cfg(feature = "files")]
    pub(crate) fn excess<G: Game<State: Knowledge>>(game: &G, text: &str, simulations: u64) -> f32 {
        let watch = Arc::new(Watch(Mutex::new(0.0)));
        let rule = AnySelect::Custom(Custom(Arc::clone(&watch) as Arc<dyn Select>));
        let checked = config(text).check(&game.about()).unwrap();
        let policies = Policies { select: rule.clone(), root: rule, ..Policies::new(&checked, checked.about()) };
        Search::with_policies(game, policies, &checked).unwrap().run(&Budget::simulations(simulations), &Control::new());
        *watch.0.lock().unwrap()
    }
}

impl Select for Watch {
    fn score(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let mut most = self.0.lock().unwrap();
        *most = most.max(node.children.visits.iter().sum::<f32>() - node.visits);
        for ((score, &visits), &value) in scores.iter_mut().zip(&node.children.visits).zip(&node.children.value) {
            *score = if visits > 0.0 { value + 0.5 / visits.sqrt() } else { f32::INFINITY };
        }
    }
}
