//! Learns from game records which moves strong players of Go make: the weights in `src/go/predict/weights.txt`.
//!
//! ```sh
//! cargo run --release -p katsura-games --example learn_go -- results/strong-go-by-hand/*/games.jsonl \
//!   results/strong/go9-{gnugo10,libego,michi}/games.jsonl > crates/games/src/go/predict/weights.txt
//! ```
//!
//! The probability of a move is proportional to the exponential of the sum of its features' weights [coulom2007]. The weights maximise the likelihood
//! of the moves in the records, less a penalty for large weights, by stochastic gradient ascent with a step of its own for every weight. The
//! games of every tenth pair are kept back; how well the moves in them are foretold is printed on standard error.
//!
//! **Differs from the paper:** gradients instead of minorisation-maximisation, which maximises the same likelihood one weight at a time.

use katsura_game::{Game, Rng, State, Text, math};
use katsura_games::go::{Go9, Rules};
use std::collections::HashMap;
use std::error::Error;

/// Features that were seen in fewer moves than this are left out.
const RARE: u32 = 40;
/// How often all positions are gone through.
const ROUNDS: usize = 8;
/// The size of the first steps.
const RATE: f32 = 0.15;
/// What the square of a weight costs in each position, had all of them its feature.
const PENALTY: f32 = 2e-6;

/// The features of the moves of a position, one move after the other, and which of them was made.
struct Position {
    features: Vec<u32>,
    /// Where the features of each move end.
    ends: Vec<u32>,
    made: usize,
}

impl Position {
    fn of_move(&self, mv: usize) -> &[u32] {
        let start = if mv == 0 { 0 } else { self.ends[mv - 1] };
        &self.features[start as usize..self.ends[mv] as usize]
    }

    /// The probability of every move.
    fn predict(&self, weights: &[f32], shares: &mut Vec<f32>) {
        shares.clear();
        shares.extend(
            (0..self.ends.len()).map(|mv| self.of_move(mv).iter().map(|&feature| weights[feature as usize]).sum::<f32>()),
        );
        let highest = shares.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        shares.iter_mut().for_each(|share| *share = math::exp_f32(*share - highest));
        let total: f32 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
    }
}

/// The features that were seen, with dense numbers.
#[derive(Default)]
struct Known {
    numbers: HashMap<u64, u32>,
    seen: Vec<u32>,
}

impl Known {
    fn number(&mut self, feature: u64) -> u32 {
        let next = self.seen.len() as u32;
        let number = *self.numbers.entry(feature).or_insert(next);
        if number == next {
            self.seen.push(0);
        }
        self.seen[number as usize] += 1;
        number
    }
}

/// Plays a game again and adds its positions.
fn read_game(moves: &str, known: &mut Known, positions: &mut Vec<Position>) -> Result<(), Box<dyn Error>> {
    let mut state = Go9::new(Rules::default()).start();
    let mut legal = Vec::new();
    for text in moves.split_whitespace() {
        let mv = state.parse_move(text)?;
        state.legal_moves(&mut legal);
        let made = legal.iter().position(|&legal| legal == mv).ok_or_else(|| format!("{text} cannot be played"))?;
        let (mut features, mut ends) = (Vec::new(), vec![0; legal.len()]);
        state.each_feature(&legal, |mv, feature| {
            features.push(known.number(feature));
            ends[mv] = features.len() as u32;
        });
        positions.push(Position { features, ends, made });
        state.apply(mv);
    }
    Ok(())
}

fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    (1..items.len()).rev().for_each(|place| items.swap(place, rng.index(place + 1)));
}

/// How well moves are foretold: nats for each, and the share of those that were the most likely.
fn test(positions: &[Position], weights: &[f32]) -> (f64, f64) {
    let (mut nats, mut hits, mut shares) = (0.0, 0, Vec::new());
    for position in positions {
        position.predict(weights, &mut shares);
        let made = shares[position.made];
        nats -= f64::from(math::ln_f32(made.max(f32::MIN_POSITIVE)));
        hits += usize::from(shares.iter().all(|&share| share <= made));
    }
    (nats / positions.len() as f64, hits as f64 / positions.len() as f64)
}

/// What is known of the records: positions to learn from, and others to test what was learnt.
#[derive(Default)]
struct Records {
    known: Known,
    learnt: Vec<Position>,
    kept: Vec<Position>,
}

impl Records {
    /// Reads a record; the games of every tenth pair are kept back.
    fn read(&mut self, path: &str) -> Result<(), Box<dyn Error>> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        for (number, line) in text.lines().enumerate() {
            let in_line = |error: Box<dyn Error>| format!("{path}:{}: {error}", number + 1);
            let game: serde_json::Value = serde_json::from_str(line).map_err(|error| in_line(error.into()))?;
            let to = if number / 2 % 10 == 9 { &mut self.kept } else { &mut self.learnt };
            read_game(game["moves"].as_str().unwrap_or_default(), &mut self.known, to).map_err(in_line)?;
        }
        Ok(())
    }

    /// Takes the features that were seen too rarely out of all positions; returns how many are left.
    fn leave_out_rare(&mut self) -> usize {
        let seen = &self.known.seen;
        for position in self.learnt.iter_mut().chain(&mut self.kept) {
            let (mut features, mut ends) = (Vec::new(), Vec::new());
            for mv in 0..position.ends.len() {
                features.extend(position.of_move(mv).iter().filter(|&&feature| seen[feature as usize] >= RARE));
                ends.push(features.len() as u32);
            }
            (position.features, position.ends) = (features, ends);
        }
        seen.iter().filter(|&&seen| seen >= RARE).count()
    }
}

/// The weights of all features, and what their steps have been.
struct Learner<'a> {
    weights: Vec<f32>,
    squares: Vec<f32>,
    /// How often each feature was seen.
    seen: &'a [u32],
    /// What the square of a weight costs in all positions together.
    penalty: f32,
    shares: Vec<f32>,
}

impl<'a> Learner<'a> {
    fn new(seen: &'a [u32], positions: usize) -> Self {
        let (weights, squares) = (vec![0.0; seen.len()], vec![1e-4; seen.len()]);
        Learner { weights, squares, seen, penalty: PENALTY * positions as f32, shares: Vec::new() }
    }

    /// A step towards the move that was made.
    fn learn(&mut self, position: &Position) {
        position.predict(&self.weights, &mut self.shares);
        for (mv, &share) in self.shares.iter().enumerate() {
            let error = f32::from(u8::from(mv == position.made)) - share;
            if error.abs() < 1e-4 {
                continue;
            }
            for feature in position.of_move(mv).iter().map(|&feature| feature as usize) {
                let gradient = error - self.penalty * self.weights[feature] / self.seen[feature] as f32;
                self.squares[feature] += gradient * gradient;
                self.weights[feature] += RATE * gradient / self.squares[feature].sqrt();
            }
        }
    }
}

/// Writes the features whose weights say something, in their order.
fn write(known: &Known, weights: &[f32]) {
    let mut lines: Vec<(u64, f32)> =
        known.numbers.iter().map(|(&feature, &number)| (feature, weights[number as usize])).collect();
    lines.retain(|(_, weight)| weight.abs() >= 0.005);
    lines.sort_by_key(|&(feature, _)| feature);
    lines.iter().for_each(|(feature, weight)| println!("{feature:x} {weight:.2}"));
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut records = Records::default();
    std::env::args().skip(1).try_for_each(|path| records.read(&path))?;
    if records.learnt.is_empty() || records.kept.is_empty() {
        return Err("no games: name records of Go 9x9, such as results/strong-go-by-hand/*/games.jsonl".into());
    }
    let common = records.leave_out_rare();
    let (learnt, kept) = (records.learnt.len(), records.kept.len());
    eprintln!(
        "{learnt} positions to learn from, {kept} to test; {} features, {common} of them common",
        records.known.seen.len()
    );
    let (mut learner, mut rng) = (Learner::new(&records.known.seen, learnt), Rng::new(2007));
    for round in 1..=ROUNDS {
        shuffle(&mut records.learnt, &mut rng);
        records.learnt.iter().for_each(|position| learner.learn(position));
        let (nats, hits) = test(&records.kept, &learner.weights);
        let (learnt_nats, _) = test(&records.learnt[..kept], &learner.weights);
        eprintln!(
            "round {round}: {nats:.4} nats a move, {:.1} % foretold; {learnt_nats:.4} nats on what it learnt from",
            100.0 * hits
        );
    }
    let (nats, hits) = test(&records.kept, &learner.weights);
    println!("# Learnt from {learnt} positions; {kept} others: {nats:.4} nats a move, {:.1} % foretold.", 100.0 * hits);
    write(&records.known, &learner.weights);
    Ok(())
}
