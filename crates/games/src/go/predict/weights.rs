//! The weights of features, and what they say about the moves of a position.

use crate::go::state::{GoState, Point};
use katsura_game::math;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A feature and its weight on each line, the feature in hexadecimal.
const LEARNT: &str = include_str!("weights.txt");

static WEIGHTS: LazyLock<FxHashMap<u64, f32>> = LazyLock::new(|| read(LEARNT));

/// Features that were too rare to learn have no weight. Lines that begin with `#` are comments.
fn read(text: &str) -> FxHashMap<u64, f32> {
    let line = |line: &str| {
        let (feature, weight) = line.split_once(' ')?;
        Some((u64::from_str_radix(feature, 16).ok()?, weight.parse().ok()?))
    };
    text.lines().filter(|line| !line.starts_with('#')).filter_map(line).collect()
}

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Fills `probabilities` with how likely each of the moves is to be made by a strong player.
    pub(in crate::go) fn predict(&self, moves: &[Point], probabilities: &mut [f32]) {
        probabilities.fill(0.0);
        let weights = &*WEIGHTS;
        self.each_feature(moves, |mv, feature| probabilities[mv] += weights.get(&feature).copied().unwrap_or_default());
        let highest = probabilities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        probabilities.iter_mut().for_each(|sum| *sum = math::exp_f32(*sum - highest));
        let total: f32 = probabilities.iter().sum();
        probabilities.iter_mut().for_each(|share| *share /= total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Go9, Rules};
    use katsura_game::testing::after;
    use katsura_game::{Game, State, Text};

    #[test]
    fn lines_are_features_with_weights() {
        let weights = read("# learnt\n2a -1.25\n200000003 0.50\nnonsense\n");
        assert_eq!((weights.len(), weights[&0x2a], weights[&0x2_0000_0003]), (2, -1.25, 0.5));
    }

    #[test]
    fn every_line_of_the_file_is_read() {
        let lines = LEARNT.lines().filter(|line| !line.starts_with('#')).count();
        assert!(lines > 1000 && WEIGHTS.len() == lines, "{} of {lines}", WEIGHTS.len());
        assert!(WEIGHTS.values().all(|weight| weight.abs() < 20.0));
    }

    #[test]
    fn shares_are_those_of_the_exponentials_of_the_sums() {
        let state = after(&Go9::new(Rules::default()), "e5 e3 d3 f5");
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let mut shares = vec![0.0; moves.len()];
        state.predict(&moves, &mut shares);
        let mut sums = vec![0.0f64; moves.len()];
        state.each_feature(&moves, |mv, feature| sums[mv] += f64::from(WEIGHTS.get(&feature).copied().unwrap_or(0.0)));
        let total: f64 = sums.iter().map(|sum| sum.exp()).sum();
        for ((share, sum), &mv) in shares.iter().zip(&sums).zip(&moves) {
            assert!((f64::from(*share) - sum.exp() / total).abs() < 1e-5, "{}: {share}", state.format_move(mv));
        }
    }

    /// A game of `strong` and Pachi that was not learnt from (`results/strong/go9-pachi-all-alive`, game 0).
    const GAME: &str =
        "F5 F7 C4 E5 E4 F4 E6 G5 F6 G6 E7 E3 D4 G4 G7 F8 G8 E8 D8 D7 D6 C7 C8 C6 D5 B8 F9 B5 B4 A4 B9 B3 C2 B2 A3 A2 C3";

    #[test]
    fn moves_of_another_game_are_foretold_far_better_than_by_chance() {
        let mut state = Go9::new(Rules::default()).start();
        let (mut moves, mut gained, mut count) = (Vec::new(), 0.0, 0.0);
        for text in GAME.split_whitespace() {
            let made = state.parse_move(text).unwrap();
            state.legal_moves(&mut moves);
            let mut shares = vec![0.0; moves.len()];
            state.predict(&moves, &mut shares);
            let place = moves.iter().position(|&mv| mv == made).unwrap();
            gained += (f64::from(shares[place]) * moves.len() as f64).ln();
            count += 1.0;
            state.apply(made);
        }
        assert!(gained / count > 1.0, "nats a move: {}", gained / count);
    }
}
