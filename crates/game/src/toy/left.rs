//! Two trees of one player for which the results of a nested search are known exactly [cazenave2009nested]: small oracles.
//!
//! Every path has the same number of moves, each of which goes to the left (0) or to the right (1). *Left moves* counts all moves to the
//! left; *leftmost path* only those before the first to the right.
//!
//! ```
//! use katsura_game::{Game, State, testing::after, toy::LeftGame};
//! assert_eq!(after(&LeftGame::moves(5), "0 0 1 0 1").rewards()[0], 3.0);
//! assert_eq!(after(&LeftGame::path(5), "0 0 1 0 1").rewards()[0], 2.0);
//! // A nested search of level 1 always finds the leftmost path: the playouts after a move to the left are better than the others.
//! assert_eq!(LeftGame::path(5).about().payoff.solved_from, Some(5.0));
//! ```

use crate::{
    About, Draw, Game, Keyed, MAX_PLAYERS, ParseMoveError, Payoff, Picture, Player, Rewards, State, Text, Turn, mix_key,
    plain,
};

/// One of the two trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftGame {
    depth: u8,
    /// Whether only the moves before the first to the right count.
    path: bool,
}

/// A node of a [`LeftGame`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftState {
    game: LeftGame,
    made: u8,
    points: u8,
    /// Whether a move to the left still counts.
    counts: bool,
}

impl LeftGame {
    /// The tree in which every move to the left is a point, so many moves deep.
    pub const fn moves(depth: u8) -> Self {
        LeftGame { depth, path: false }
    }

    /// The tree in which moves to the left are points up to the first move to the right, so many moves deep.
    pub const fn path(depth: u8) -> Self {
        LeftGame { depth, path: true }
    }
}

impl Game for LeftGame {
    type State = LeftState;

    fn about(&self) -> About {
        let most = f64::from(self.depth);
        About {
            players: 1,
            payoff: Payoff { solved_from: Some(most), ..Payoff::between(0.0, most.max(1.0)) },
            knows: crate::Knows { transpositions: true, ..crate::Knows::default() },
            ..About::board(if self.path { "leftmost-path" } else { "left-moves" }, 1, 2)
        }
    }

    fn start(&self) -> LeftState {
        LeftState { game: *self, made: 0, points: 0, counts: true }
    }
}

impl State for LeftState {
    type Move = u8;

    fn turn(&self) -> Turn {
        if self.made == self.game.depth { Turn::Over } else { Turn::Player(Player::FIRST) }
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.clear();
        if self.made < self.game.depth {
            moves.extend([0, 1]);
        }
    }

    fn apply(&mut self, mv: u8) {
        self.made += 1;
        self.points += u8::from(mv == 0 && self.counts);
        self.counts &= mv == 0 || !self.game.path;
    }

    fn rewards(&self) -> Rewards {
        let mut rewards = [0.0; MAX_PLAYERS];
        rewards[0] = f32::from(self.points);
        Rewards::new(rewards)
    }

    fn move_index(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn move_at(&self, index: usize) -> u8 {
        index as u8
    }
}

plain!(LeftState: Points, LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl crate::Knowledge for LeftState {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Keyed for LeftState {
    fn key(&self) -> u64 {
        mix_key(u64::from(self.made) << 16 | u64::from(self.points) << 1 | u64::from(self.counts))
    }
}

impl Text for LeftState {
    fn format_move(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, ParseMoveError> {
        match text {
            "0" => Ok(0),
            "1" => Ok(1),
            _ => Err(ParseMoveError::new(text, "0 for left or 1 for right")),
        }
    }
}

impl Draw for LeftState {
    fn picture(&self) -> Picture {
        let going = if self.counts { "" } else { ", off the path" };
        Picture::empty(format!("{} points after {} moves{going}", self.points, self.made))
    }
}

/// The distribution of the results of one nested search of [`LeftGame::moves`] that plays, after each pair of searches of the level below,
/// the better of the two moves, and remembers nothing: entry *k* is the probability of *k* points.
///
/// Level 0 is a playout: binomial. From a node with *r* moves to go, a search of level *n* goes to the left if 1 + X ≥ Y, where X and Y
/// are independent results of level *n* − 1 with *r* − 1 moves to go; its result is the sum of such decisions, which do not depend on
/// each other. Equal results go to the left, the move that is tried first.
///
/// ```
/// use katsura_game::toy::left_moves_of_forgetful_search;
/// assert_eq!(left_moves_of_forgetful_search(2, 0), [0.25, 0.5, 0.25]);
/// // With X and Y in {0, 1}, 1 + X is never below Y: both moves go to the left.
/// assert_eq!(left_moves_of_forgetful_search(2, 1), [0.0, 0.0, 1.0]);
/// ```
pub fn left_moves_of_forgetful_search(depth: usize, level: usize) -> Vec<f64> {
    let mut lefts = vec![0.5; depth];
    for _ in 0..level {
        let below: Vec<Vec<f64>> = (0..depth).map(|to_go| sum_of_decisions(&lefts[..to_go])).collect();
        lefts = below.iter().map(|results| at_least(results)).collect();
    }
    sum_of_decisions(&lefts)
}

/// The distribution of the number of successes, given the probability of each.
fn sum_of_decisions(probabilities: &[f64]) -> Vec<f64> {
    let mut sum = vec![1.0];
    for &p in probabilities {
        sum.push(0.0);
        for k in (0..sum.len()).rev() {
            sum[k] = sum[k] * (1.0 - p) + if k > 0 { sum[k - 1] * p } else { 0.0 };
        }
    }
    sum
}

/// The probability of 1 + X ≥ Y.
fn at_least(results: &[f64]) -> f64 {
    let pairs = results.iter().enumerate().flat_map(|(x, p)| results.iter().take(x + 2).map(move |q| p * q));
    pairs.sum()
}

/// The distribution of the results of one nested search of level 1 of [`LeftGame::moves`] that remembers the best line: entry *k* is the
/// probability of *k* points.
///
/// At each node both moves are tried by a playout, left first; the best line is replaced by a better one only, and its next move is made.
/// What is left of the best line is known by its number of moves to the left: all orders of them are equally likely, since all playouts are
/// uniform.
///
/// ```
/// use katsura_game::toy::left_moves_of_search_of_level_1;
/// // Depth 2: the playout after left has 1 or 2 points, that after right 0 or 1; then both moves are tried for the last place.
/// assert_eq!(left_moves_of_search_of_level_1(2), [0.0, 0.0, 1.0]);
/// ```
pub fn left_moves_of_search_of_level_1(depth: usize) -> Vec<f64> {
    let playout: Vec<Vec<f64>> = (0..=depth).map(|moves| sum_of_decisions(&vec![0.5; moves])).collect();
    // results[k]: so many points are still to come where k moves to the left are left in the best line
    let mut results: Vec<Vec<f64>> = vec![vec![1.0]];
    for to_go in 1..=depth {
        let first = to_go == depth;
        let known = if first { 0..1 } else { 0..to_go + 1 };
        results = known.map(|left| step(&results, &playout[to_go - 1], (!first).then_some(left), to_go)).collect();
    }
    results.swap_remove(0)
}

/// What comes of a node with so many moves to go and, if there is one, so many moves to the left in the rest of the best line.
fn step(after: &[Vec<f64>], playout: &[f64], best: Option<usize>, to_go: usize) -> Vec<f64> {
    let mut results = vec![0.0; to_go + 1];
    let mut go = |probability: f64, gain: usize, left: usize| {
        for (points, p) in after[left].iter().enumerate() {
            results[points + gain] += probability * p;
        }
    };
    for (x, p) in playout.iter().enumerate() {
        for (y, q) in playout.iter().enumerate() {
            let probability = p * q;
            match best {
                Some(best) if best > x && best >= y => {
                    let next_left = best as f64 / to_go as f64;
                    go(probability * next_left, 1, best.saturating_sub(1));
                    if best < to_go {
                        go(probability * (1.0 - next_left), 0, best);
                    }
                }
                _ if y > x + 1 => go(probability, 0, y),
                _ => go(probability, 1, x),
            }
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, perft};
    use crate::{LightPlayout, Rng};

    #[test]
    fn both_trees_pass_the_kit() {
        for depth in [1, 2, 60] {
            check(&LeftGame::moves(depth));
            check(&LeftGame::path(depth));
        }
        assert_eq!(perft(&LeftGame::path(10).start(), 10), 1 << 10);
    }

    /// A nested search as published, with or without memory, for comparison; its points.
    fn nested(state: LeftState, level: u32, remembers: bool, rng: &mut Rng) -> (u8, Vec<u8>) {
        let (mut state, mut line, mut best) = (state, Vec::new(), None::<(u8, Vec<u8>)>);
        if level == 0 {
            while !state.turn().is_over() {
                line.push(state.playout_move(&mut Vec::new(), rng));
                state.apply(line[line.len() - 1]);
            }
        }
        while !state.turn().is_over() {
            if !remembers {
                best = None;
            }
            for mv in [0, 1] {
                let mut next = state;
                next.apply(mv);
                let (points, rest) = nested(next, level - 1, remembers, rng);
                if best.as_ref().is_none_or(|best| points > best.0) {
                    best = Some((points, [line.as_slice(), &[mv], &rest].concat()));
                }
            }
            line.push(best.as_ref().unwrap().1[line.len()]);
            state.apply(line[line.len() - 1]);
        }
        (state.points, line)
    }

    /// Compares so many searches with a distribution, by chi-squared over the classes with at least 5 expected.
    fn assert_distributed(depth: u8, level: u32, remembers: bool, exact: &[f64]) {
        const SEARCHES: usize = 20_000;
        assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mut counts = vec![0.0; exact.len()];
        for number in 0..SEARCHES {
            let mut rng = Rng::stream(&[u64::from(depth), u64::from(level), number as u64]);
            counts[usize::from(nested(LeftGame::moves(depth).start(), level, remembers, &mut rng).0)] += 1.0;
        }
        let (mut chi2, mut classes) = (0.0, 0);
        for (count, p) in counts.iter().zip(exact) {
            let expected = p * SEARCHES as f64;
            assert!(*p > 0.0 || *count == 0.0, "an impossible result: {counts:?} {exact:?}");
            if expected >= 5.0 {
                chi2 += (count - expected) * (count - expected) / expected;
                classes += 1;
            }
        }
        // far beyond the 0.999 quantile of up to 20 degrees of freedom, 45.3
        assert!(classes >= 2 && chi2 < 46.0, "chi-squared {chi2} of {classes} classes: {counts:?} {exact:?}");
    }

    #[test]
    fn the_exact_distributions_are_those_of_searches() {
        for (depth, level) in [(5, 0), (12, 0), (6, 1), (12, 1), (8, 2)] {
            let exact = left_moves_of_forgetful_search(usize::from(depth), level);
            assert_distributed(depth, level as u32, false, &exact);
        }
        for depth in [4, 8, 16] {
            assert_distributed(depth, 1, true, &left_moves_of_search_of_level_1(usize::from(depth)));
        }
    }

    #[test]
    fn a_search_of_level_1_always_finds_the_leftmost_path() {
        for seed in 0..100 {
            let found = nested(LeftGame::path(60).start(), 1, seed % 2 == 0, &mut Rng::new(seed));
            assert_eq!(found.0, 60);
        }
    }
}
