//! An evaluator of one's own: in the place of playouts a small network, written by hand, judges leaves of Reversi.
//!
//! `cargo run --release -p katsura-mcts --example own_evaluator` ; `--quick` plays too few games to tell who is stronger.

use katsura_game::{Draw, Game, Keyed, Outcome, Player, Rewards, Rng, Source, Start, State, math};
use katsura_games::reversi::{Board, Reversi};
use katsura_mcts::parallel::{BatchPlayouts, Parallel};
use katsura_mcts::select::{AnyBias, AnyExplore, AnyFormula, AnyUnvisited, ProgressiveBias, Ucb1};
use katsura_mcts::{Budget, Control, Evaluate, Search, SearchConfig};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

// ANCHOR: layers
const CELLS: usize = 64;
/// The inputs: the discs of the player to move, those of the other, how many moves there are, and a one.
const OTHER: usize = CELLS;
const MOVES: usize = 2 * CELLS;
const ONE: usize = 2 * CELLS + 1;
const INPUTS: usize = 2 * CELLS + 2;
const NEURONS: usize = 2 * (CELLS + 4 * 4) + 2;
/// The outputs: how the player to move stands, then how good each move is. The last move is the pass.
const VALUE: usize = 0;
const PRIORS: usize = 1;
const OUTPUTS: usize = PRIORS + CELLS + 1;

/// Two layers, a row of weights for whatever comes in.
struct Weights {
    first: Vec<[f32; NEURONS]>,
    second: Vec<[f32; OUTPUTS]>,
}

/// The matrix product: a row for each leaf.
fn multiply<const I: usize, const O: usize>(rows: &[[f32; I]], weights: &[[f32; O]], products: &mut Vec<[f32; O]>) {
    products.clear();
    products.resize(rows.len(), [0.0; O]);
    for (row, product) in rows.iter().zip(products) {
        for (factor, weights) in row.iter().zip(weights) {
            product.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += factor * weight);
        }
    }
}
// ANCHOR_END: layers

const CORNERS: [usize; 4] = [0, 7, 56, 63];

/// The cells around a cell.
fn around(cell: usize) -> Vec<usize> {
    let is_beside = |other: &usize| (other / 8).abs_diff(cell / 8).max((other % 8).abs_diff(cell % 8)) == 1;
    (0..CELLS).filter(is_beside).collect()
}

// ANCHOR: weights
impl Weights {
    /// Adds a neuron: the sum of what comes from some inputs, if it is positive, goes to some outputs.
    fn connect(&mut self, from: impl IntoIterator<Item = (usize, f32)>, to: impl IntoIterator<Item = (usize, f32)>) {
        let (neuron, mut outputs) = (self.second.len(), [0.0; OUTPUTS]);
        from.into_iter().for_each(|(input, weight)| self.first[input][neuron] = weight);
        to.into_iter().for_each(|(output, weight)| outputs[output] = weight);
        self.second.push(outputs);
    }

    fn by_hand() -> Self {
        let mut weights = Weights { first: vec![[0.0; NEURONS]; INPUTS], second: Vec::with_capacity(NEURONS) };
        for (discs, sign) in [(0, 1.0), (OTHER, -1.0)] {
            (0..CELLS).for_each(|cell| weights.judge_disc(discs, cell, -0.3 * sign));
            CORNERS.into_iter().for_each(|corner| weights.judge_corner(discs, corner, sign));
        }
        weights.connect([(MOVES, 1.0)], [(VALUE, 0.12)]);
        let beside = CORNERS.into_iter().flat_map(around).map(|cell| (PRIORS + cell, -1.0));
        let corners = CORNERS.map(|corner| (PRIORS + corner, 2.0));
        weights.connect([(ONE, 1.0)], beside.chain(corners).chain([(VALUE, -0.96)]));
        weights
    }

    /// A disc counts for the share of empty cells around it: it gives the other player moves.
    fn judge_disc(&mut self, discs: usize, cell: usize, worth: f32) {
        let around = around(cell);
        let share = -1.0 / around.len() as f32;
        let taken = around.into_iter().flat_map(|cell| [(cell, share), (OTHER + cell, share)]);
        self.connect(taken.chain([(discs + cell, 1.0)]), [(VALUE, worth)]);
    }

    /// A corner is good, a disc beside an empty one is bad, and beside one that is taken there is nothing to lose.
    fn judge_corner(&mut self, discs: usize, corner: usize, sign: f32) {
        for cell in around(corner) {
            let is_risky = [(discs + cell, 1.0), (corner, -1.0), (OTHER + corner, -1.0)];
            self.connect(is_risky, [(VALUE, -0.5 * sign)]);
        }
        let beside = around(corner).into_iter().map(|cell| (PRIORS + cell, 1.0));
        self.connect([(discs + corner, 1.0)], beside.chain([(VALUE, 1.5 * sign)]));
    }
}
// ANCHOR_END: weights

// ANCHOR: network
struct Network {
    weights: Weights,
    /// The most leaves of a call.
    at_most: usize,
    inputs: Vec<[f32; INPUTS]>,
    neurons: Vec<[f32; NEURONS]>,
    outputs: Vec<[f32; OUTPUTS]>,
    moves: Vec<u8>,
    priors: Vec<f32>,
    /// Calls, leaves, and leaves that were different from the others of their call.
    calls: usize,
    leaves: usize,
    different: usize,
}

impl Network {
    /// A position, as the player to move sees it.
    fn see(&mut self, board: &Board) -> [f32; INPUTS] {
        let (mut pieces, mut input) = ([0; CELLS], [0.0; INPUTS]);
        board.pieces(&mut pieces);
        let own = if is_first(board) { 1 } else { 2 };
        for (cell, &piece) in pieces.iter().enumerate().filter(|&(_, &piece)| piece > 0) {
            input[if piece == own { cell } else { OTHER + cell }] = 1.0;
        }
        board.legal_moves(&mut self.moves);
        (input[MOVES], input[ONE]) = (self.moves.len() as f32, 1.0);
        input
    }

    /// All leaves of a call at once.
    fn compute(&mut self) {
        multiply(&self.inputs, &self.weights.first, &mut self.neurons);
        self.neurons.iter_mut().flatten().for_each(|neuron| *neuron = neuron.max(0.0));
        multiply(&self.neurons, &self.weights.second, &mut self.outputs);
    }

    fn note_call(&mut self, count: usize, leaves: &dyn Source<Board>) {
        let keys: HashSet<u64> = (0..count).map(|place| leaves.start(place).state.key()).collect();
        self.calls += 1;
        self.leaves += count;
        self.different += keys.len();
    }
}

fn is_first(board: &Board) -> bool {
    board.turn().player() == Some(Player::FIRST)
}
// ANCHOR_END: network

// ANCHOR: evaluate
impl Evaluate<Board> for Network {
    fn gives_priors(&self) -> bool {
        true
    }

    fn evaluate(&mut self, leaves: &mut dyn Source<Board>) {
        loop {
            let count = leaves.prepare(self.at_most);
            if count == 0 {
                return;
            }
            self.note_call(count, leaves);
            self.inputs.clear();
            for place in 0..count {
                let input = self.see(leaves.start(place).state);
                self.inputs.push(input);
            }
            self.compute();
            (0..count).for_each(|place| self.answer(place, leaves));
        }
    }
}

impl Network {
    fn answer(&mut self, place: usize, leaves: &mut dyn Source<Board>) {
        let Start { ticket, state, moves, .. } = leaves.start(place);
        let output = &self.outputs[place];
        let mover = 1.0 / (1.0 + math::exp_f32(-output[VALUE]));
        let rewards = Rewards::two(if is_first(state) { mover } else { 1.0 - mover });
        self.priors.clear();
        self.priors.extend(moves.iter().map(|&mv| math::exp_f32(output[PRIORS + state.move_index(mv)])));
        let sum: f32 = self.priors.iter().sum();
        self.priors.iter_mut().for_each(|prior| *prior /= sum);
        leaves.end(ticket, &Outcome { rewards, ..Outcome::default() }, &self.priors);
    }
}
// ANCHOR_END: evaluate

/// A network that takes at most so many leaves in a call.
fn network(at_most: usize) -> Arc<Mutex<Network>> {
    let (inputs, neurons, outputs, moves, priors) = Default::default();
    let (weights, calls, leaves, different) = (Weights::by_hand(), 0, 0, 0);
    Arc::new(Mutex::new(Network { weights, at_most, inputs, neurons, outputs, moves, priors, calls, leaves, different }))
}

// ANCHOR: search
/// A search whose leaves the network judges, in rounds of so many.
fn judged(network: &Arc<Mutex<Network>>, leaves: usize) -> Search<Reversi> {
    let select = AnyFormula {
        explore: AnyExplore::Ucb1(Ucb1 { c: 0.3, ..Ucb1::default() }),
        bias: AnyBias::Progressive(ProgressiveBias { weight: 2.0, ..ProgressiveBias::default() }),
        unvisited: AnyUnvisited::None {},
        ..AnyFormula::default()
    };
    let parallel = Parallel::Batch(BatchPlayouts { leaves, playouts: 1, ..BatchPlayouts::default() });
    let config = SearchConfig { select, parallel, ..SearchConfig::default() };
    Search::evaluated(&Reversi::default(), &config, network.clone()).expect("it fits the game")
}
// ANCHOR_END: search

/// The first player's result of a game.
fn play([first, second]: [&mut Search<Reversi>; 2], opening: &Board, budget: &Budget) -> f64 {
    first.reset(*opening);
    second.reset(*opening);
    while let Some(player) = first.position().turn().player() {
        let mover = if player == Player::FIRST { &mut *first } else { &mut *second };
        mover.run(budget, &Control::new());
        let mv = mover.best_move().expect("the game has not ended");
        first.advance(mv).expect("a legal move");
        second.advance(mv).expect("a legal move");
    }
    f64::from(first.position().rewards().of(Player::FIRST))
}

/// A position after eight random moves.
fn opening(number: u64) -> Board {
    let (mut board, mut moves, mut rng) = (Reversi::default().start(), Vec::new(), Rng::stream(&[1, number]));
    for _ in 0..8 {
        let mv = board.random_move(&mut moves, &mut rng);
        board.apply(mv);
    }
    board
}

// ANCHOR: match
/// The score of a search against `uct` in so many pairs of games, and half the width of its 95 % interval.
fn score(search: &mut Search<Reversi>, pairs: u64, budget: &Budget) -> (f64, f64) {
    let uct = &mut Search::new(&Reversi::default(), &SearchConfig::default()).expect("it fits every game");
    let pair = |number| {
        let opening = opening(number);
        (play([search, uct], &opening, budget) + 1.0 - play([uct, search], &opening, budget)) / 2.0
    };
    let scores: Vec<f64> = (0..pairs).map(pair).collect();
    let mean = scores.iter().sum::<f64>() / pairs as f64;
    let squares: f64 = scores.iter().map(|score| (score - mean) * (score - mean)).sum();
    (mean, 1.96 * (squares / (pairs * (pairs - 1)) as f64).sqrt())
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (pairs, simulations) = if quick { (2, 128) } else { (100, 512) };
    println!("Against uct: {} games, {simulations} simulations a move each.", 2 * pairs);
    for leaves in [1, 64] {
        let network = network(64);
        let (mean, half) = score(&mut judged(&network, leaves), pairs, &Budget::simulations(simulations));
        let network = network.lock().expect("nobody has panicked");
        let [all, different] = [network.leaves, network.different].map(|count| count as f64 / network.calls as f64);
        println!("Rounds of {leaves:2}: score {mean:.3} ± {half:.3}; {all:.1} leaves in a call, {different:.1} different.");
    }
    assert_eq!(visits(64), visits(5), "the tree does not depend on what is in a call");
}
// ANCHOR_END: match

// ANCHOR: calls
/// The visits of the first moves after rounds of 64 leaves, of which so many come in a call.
fn visits(at_most: usize) -> Vec<u32> {
    let mut search = judged(&network(at_most), 64);
    search.run(&Budget::simulations(1000), &Control::new());
    search.analysis().moves.iter().map(|mv| mv.visits).collect()
}
// ANCHOR_END: calls
