//! The conformance kit: what every game's tests call.
//!
//! [`check`] plays random games and verifies on every position that generated moves are accepted and others refused, moves
//! come without duplicates and in a stable order, the checked and the unchecked twin agree, `random_move` and `playout_move`
//! are uniform (chi-squared, fixed seed), moves survive being written and read, keys are equal exactly when positions are,
//! move numbers are dense, injective and invertible, a game's own `play_out` makes the moves of the plain loop, and what the
//! game says of itself ([`crate::About`]) is true.
//!
//! [`check_hidden`] verifies that what a player cannot see is imagined by its probability, and by nothing else.
//!
//! [`perft`] counts move sequences, the usual oracle for rules.

mod claims;
mod hidden;

pub use hidden::{Positions, check_determinized, check_hidden};

use crate::{Draw, Game, Keyed, Knowledge, LightPlayout, Played, Rewards, Rng, State, Style, Text, Trace, Turn};
use claims::Claims;
use std::collections::{HashMap, HashSet};

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random games to play.
    pub games: usize,
    /// A game that has not ended after this many moves is left.
    pub longest: usize,
    /// Seed of everything random.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { games: 50, longest: 400, seed: 1 }
    }
}

/// Checks a game with the usual effort; positions are told apart by their picture and turn.
///
/// # Panics
/// With a sentence that names the broken rule and the moves that lead to it.
pub fn check<G>(game: &G)
where
    G: Game,
    G::State: Text + Keyed + Draw + Knowledge,
{
    check_with(game, Effort::default(), |state| format!("{:?} {}", state.turn(), state.picture().to_text(Style::Plain)));
}

/// Checks a game; `fingerprint` is a text that is the same exactly for equal positions (without the way that led there,
/// unless the game's [`Keyed`] says that the way matters).
///
/// # Panics
/// As [`check`].
pub fn check_with<G>(game: &G, effort: Effort, fingerprint: impl Fn(&G::State) -> String)
where
    G: Game,
    G::State: Text + Keyed + Knowledge,
{
    let mut claims = Claims::new(game.about());
    let mut keys = Keys::default();
    let mut chi = ChiSquared::default();
    for number in 0..effort.games {
        let mut rng = Rng::stream(&[effort.seed, number as u64]);
        let mut walk = Walk { state: game.start(), line: Vec::new() };
        for _ in 0..effort.longest {
            walk.check_position(claims.about().move_count());
            claims.check(&walk);
            keys.check(&walk, fingerprint(&walk.state));
            if walk.state.turn().is_over() {
                break;
            }
            if chi.sample(&walk.state, &mut rng) {
                claims.ask(&walk, &mut rng);
            }
            let mut moves = Vec::new();
            let mv = walk.state.random_move(&mut moves, &mut rng);
            walk.step(mv);
        }
        check_play_out(&game.start(), effort.seed.wrapping_add(number as u64));
    }
    chi.verdict();
    claims.verdict();
}

/// A position and the moves that led to it, for messages.
struct Walk<S: State> {
    state: S,
    line: Vec<String>,
}

impl<S: State + Text> Walk<S> {
    fn step(&mut self, mv: S::Move) {
        self.line.push(self.state.format_move(mv));
        let mut twin = self.state.clone();
        self.state.apply(mv);
        assert!(twin.try_apply(mv).is_ok(), "a generated move is refused: {}", self.line());
        assert_eq!(twin.turn(), self.state.turn(), "apply and try_apply differ: {}", self.line());
    }

    fn line(&self) -> String {
        self.line.join(" ")
    }

    fn check_position(&self, count: Option<usize>) {
        let (mut moves, mut again) = (Vec::new(), Vec::new());
        self.state.legal_moves(&mut moves);
        self.state.legal_moves(&mut again);
        assert_eq!(moves, again, "the order of moves changed: {}", self.line());
        assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "a move comes twice: {}", self.line());
        assert_eq!(moves.is_empty(), self.state.turn().is_over(), "over exactly when there is no move: {}", self.line());
        self.check_numbers(count, &moves);
        for &mv in &moves {
            let text = self.state.format_move(mv);
            for variant in [text.clone(), text.to_lowercase(), text.to_uppercase()] {
                assert_eq!(self.state.parse_move(&variant), Ok(mv), "'{variant}' does not survive: {}", self.line());
            }
        }
        if self.state.turn() == Turn::Chance {
            let total: f64 = moves.iter().map(|&mv| self.state.chance_probability(mv)).sum();
            assert!((total - 1.0).abs() < 1e-9, "probabilities sum to {total}: {}", self.line());
        }
    }

    /// Numbers are injective and, where they are dense, invertible; exactly the generated moves are legal.
    fn check_numbers(&self, count: Option<usize>, moves: &[S::Move]) {
        let legal: HashSet<usize> = moves.iter().map(|&mv| self.state.move_index(mv)).collect();
        assert_eq!(legal.len(), moves.len(), "two moves share a number: {}", self.line());
        for index in 0..count.unwrap_or(0) {
            let mv = self.state.move_at(index);
            assert_eq!(self.state.move_index(mv), index, "move_at is not the inverse of move_index: {}", self.line());
            assert_eq!(self.state.is_legal(mv), legal.contains(&index), "is_legal({mv:?}) is wrong: {}", self.line());
            if !legal.contains(&index) {
                let mut twin = self.state.clone();
                assert!(twin.try_apply(mv).is_err(), "an illegal move is accepted, {mv:?}: {}", self.line());
                assert_eq!(twin.turn(), self.state.turn(), "a refused move changed the position: {}", self.line());
            }
        }
        assert!(
            legal.iter().all(|&index| count.is_none_or(|count| index < count)),
            "a number is not below the count: {}",
            self.line()
        );
    }
}

/// Keys and positions seen so far.
#[derive(Default)]
struct Keys {
    by_key: HashMap<u64, String>,
    by_print: HashMap<String, u64>,
}

impl Keys {
    fn check<S: Keyed + Text>(&mut self, walk: &Walk<S>, print: String) {
        let key = walk.state.key();
        let seen = self.by_key.entry(key).or_insert_with(|| print.clone());
        assert_eq!(*seen, print, "two positions share a key: {}", walk.line());
        let known = *self.by_print.entry(print).or_insert(key);
        assert_eq!(known, key, "one position has two keys: {}", walk.line());
    }
}

/// Sums of chi-squared statistics over the positions sampled.
#[derive(Default)]
struct ChiSquared {
    random: (f64, f64),
    playout: (f64, f64),
    positions: usize,
}

impl ChiSquared {
    const POSITIONS: usize = 40;
    const DRAWS: usize = 60;

    /// Draws from the position, if it is one of those that are looked at closely: whether it is.
    fn sample<S: LightPlayout>(&mut self, state: &S, rng: &mut Rng) -> bool {
        if self.positions >= Self::POSITIONS || rng.chance(0.7) {
            return false;
        }
        self.positions += 1;
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let chance = state.turn() == Turn::Chance;
        let weight = |mv: &S::Move| if chance { state.chance_probability(*mv) } else { 1.0 / moves.len() as f64 };
        let expected: Vec<(S::Move, f64)> = moves.iter().map(|mv| (*mv, weight(mv))).collect();
        let mut scratch = Vec::new();
        add(&mut self.random, statistic(&expected, || state.random_move(&mut scratch, rng)));
        let mut playing = state.clone();
        playing.begin_playout();
        if chance || playing.turn().is_over() {
            return true;
        }
        playing.legal_moves(&mut moves);
        let allowed: Vec<S::Move> = moves.iter().copied().filter(|&mv| playing.is_playout_move(mv)).collect();
        assert!(!allowed.is_empty(), "a playout has no move");
        playing.playout_moves(&mut moves);
        assert_eq!(moves, allowed, "the moves of a playout are the legal ones among them");
        playing.playout_candidates(&mut moves);
        let chosen = moves.iter().filter(|&&mv| playing.is_playout_move(mv)).collect::<HashSet<_>>();
        assert!(
            chosen == allowed.iter().collect() || allowed.len() == 1 && chosen.is_empty(),
            "{moves:?} has not {allowed:?}"
        );
        let uniform: Vec<_> = allowed.iter().map(|&mv| (mv, 1.0 / allowed.len() as f64)).collect();
        add(&mut self.playout, statistic(&uniform, || playing.playout_move(&mut scratch, rng)));
        true
    }

    fn verdict(&self) {
        for (name, (chi2, freedom)) in [("random_move", self.random), ("playout_move", self.playout)] {
            assert!(chi2 <= upper_quantile(freedom), "{name} is not uniform: chi-squared {chi2:.1} on {freedom} degrees");
        }
    }
}

fn add(sum: &mut (f64, f64), (chi2, freedom): (f64, f64)) {
    sum.0 += chi2;
    sum.1 += freedom;
}

/// The chi-squared statistic of many draws against their expected frequencies, and its degrees of freedom.
fn statistic<M: Copy + Eq + std::hash::Hash + std::fmt::Debug>(
    expected: &[(M, f64)],
    mut draw: impl FnMut() -> M,
) -> (f64, f64) {
    let draws = ChiSquared::DRAWS * expected.len();
    let mut counts: HashMap<M, f64> = expected.iter().map(|&(mv, _)| (mv, 0.0)).collect();
    for _ in 0..draws {
        let mv = draw();
        *counts.get_mut(&mv).unwrap_or_else(|| panic!("drew {mv:?}, which is not among the moves")) += 1.0;
    }
    let term = |count: f64, expected: f64| (count - expected) * (count - expected) / expected;
    let chi2 = expected.iter().map(|&(mv, p)| term(counts[&mv], p * draws as f64)).sum();
    (chi2, expected.len() as f64 - 1.0)
}

/// The 1 − 10⁻⁶ quantile of chi-squared, by the cube-root approximation of Wilson and Hilferty [wilson1931].
fn upper_quantile(freedom: f64) -> f64 {
    if freedom == 0.0 {
        return 0.0;
    }
    let spread = 2.0 / (9.0 * freedom);
    let root = 1.0 - spread + 4.753 * spread.sqrt();
    freedom * (root * root * root)
}

/// The game's own `play_out` makes the moves of the plain loop.
fn check_play_out<S: LightPlayout>(start: &S, seed: u64) {
    let (mut fast_rng, mut slow_rng) = (Rng::new(seed), Rng::new(seed));
    let (mut fast_trace, mut slow_trace) = (Trace::new(), Trace::new());
    let mut scratch = Vec::new();
    let fast = start.clone().play_out(&mut scratch, &mut fast_rng, &mut fast_trace);
    let slow = plain_play_out(start.clone(), &mut slow_rng, &mut slow_trace);
    assert_eq!(fast_trace, slow_trace, "play_out does not make the moves of the plain loop (seed {seed})");
    assert_eq!((fast, fast_rng), (slow, slow_rng), "play_out ends differently from the plain loop (seed {seed})");
}

/// The loop of [`LightPlayout::play_out`] as the trait provides it, checking that every move is a playout move.
pub fn plain_play_out<S: LightPlayout>(mut state: S, rng: &mut Rng, trace: &mut Trace) -> Rewards {
    let mut scratch = Vec::new();
    state.begin_playout();
    loop {
        let turn = state.turn();
        if turn.is_over() {
            return state.rewards();
        }
        let mv = state.playout_move(&mut scratch, rng);
        assert!(turn == Turn::Chance || state.is_playout_move(mv), "the playout made {mv:?}, which is no playout move");
        trace.push(Played::new(turn.player(), state.move_index(mv)));
        state.apply(mv);
    }
}

/// The position after these moves from the start of a game, in its main notation with spaces between them.
///
/// ```
/// use katsura_game::{State, testing::after, toy::ToyGame};
/// let game: ToyGame = "(0: [1 0] (1: [0 1] [1 0]))".parse().unwrap();
/// assert_eq!(after(&game, "1 0").rewards()[1], 1.0);
/// ```
///
/// # Panics
/// If one of them is no move, or is not legal.
pub fn after<G: Game<State: Text>>(game: &G, moves: &str) -> G::State {
    let mut state = game.start();
    for text in moves.split_whitespace() {
        let mv = state.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        state.try_apply(mv).unwrap_or_else(|_| panic!("{text} is illegal"));
    }
    state
}

/// The number of legal move sequences of length `depth` (sequences stop where the game ends).
///
/// ```
/// use katsura_game::{Game, testing::perft, toy::ToyGame};
/// let game: ToyGame = "(0: [1 0] (1: [0 1] [1 0]))".parse().unwrap();
/// assert_eq!((perft(&game.start(), 1), perft(&game.start(), 2)), (2, 2));
/// ```
pub fn perft<S: State>(state: &S, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let next = moves.into_iter().map(|mv| {
        let mut child = state.clone();
        child.apply(mv);
        perft(&child, depth - 1)
    });
    next.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::ToyGame;

    #[test]
    fn toy_games_pass_the_kit() {
        for text in ["(0: [1 0] (1: [0 1] [1 0]))", "[1]", "(0: {1 [1 0 0] 3 [0 1 0]} (2: [0 0 1] [0.5 0.5 0]))"] {
            check(&text.parse::<ToyGame>().unwrap());
        }
        check(&ToyGame::random(2, 3, 6, &mut Rng::new(4)));
    }

    #[test]
    fn the_quantile_is_that_of_the_tables() {
        // scipy.stats.chi2.isf(1e-6, [10, 100, 1000]); the approximation errs upwards, most at few degrees of freedom
        for (freedom, exact) in [(10.0, 46.863), (100.0, 182.127), (1000.0, 1227.152)] {
            assert!(
                (0.0..0.025).contains(&(upper_quantile(freedom) / exact - 1.0)),
                "{freedom}: {}",
                upper_quantile(freedom)
            );
        }
    }

    #[test]
    #[should_panic(expected = "not uniform")]
    fn a_biased_generator_is_caught() {
        let mut chi = ChiSquared::default();
        let draws = [0u8, 0, 0, 1];
        let mut at = 0;
        add(
            &mut chi.random,
            statistic(&[(0u8, 0.5), (1, 0.5)], || {
                at += 1;
                draws[at % 4]
            }),
        );
        chi.verdict();
    }
}
