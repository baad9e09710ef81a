//! The value of every position of a small problem, by value iteration [bellman1957].
//!
//! All positions that can be reached are listed once, told apart by their keys; then each gets the best that its moves bring, until
//! nothing changes any more. Slow and exact: what searches are compared with.

use katsura_game::{Game, Keyed, State, Turn, When};
use std::collections::HashMap;
use std::fmt;

/// Values change by less than this, relative to the largest, when the iteration ends.
const TOLERANCE: f64 = 1e-12;
/// Sweeps over all positions after which nothing can be expected to settle.
const MOST_SWEEPS: usize = 100_000;

/// What every position of a problem for one player is worth: the expected sum of what is still to come.
///
/// ```
/// use katsura_game::{Game, toy::ToyGame};
/// use katsura_planning::exact::Exact;
///
/// // a sure 2, or 1 now and then heads or tails for 3 or nothing
/// let game: ToyGame = "(0: +[2] [0] +[1] {1 [3] 1 [0]})".parse().unwrap();
/// let exact = Exact::solve(&game, 100).unwrap();
/// assert_eq!(exact.value(&game.start()), Some(2.5));
/// assert_eq!(exact.move_value(&game.start(), 0), Some(2.0));
/// assert_eq!(exact.regret(&game.start(), 0), Some(0.5));
/// ```
#[derive(Clone, Debug)]
pub struct Exact {
    numbers: HashMap<u64, usize>,
    values: Vec<f64>,
    discount: f64,
    pays: bool,
}

/// Why there are no exact values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExactError {
    /// More than one player.
    Players(usize),
    /// More positions than were to be listed.
    Positions(usize),
    /// The values do not settle: from some position the end cannot be reached, and costs grow without bound.
    Endless,
}

impl fmt::Display for ExactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExactError::Players(players) => write!(f, "exact values are those of one player, and there are {players}"),
            ExactError::Positions(most) => write!(f, "there are more than {most} positions"),
            ExactError::Endless => f.write_str("the values do not settle: the end cannot be reached from everywhere"),
        }
    }
}

impl std::error::Error for ExactError {}

/// Where a move or an outcome leads: to which position, with which probability if by chance, and what it brings.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: usize,
    probability: f64,
    gain: f64,
}

/// A position with its ways.
#[derive(Clone, Debug, Default)]
struct Node {
    is_chance: bool,
    ways: Vec<Way>,
}

impl Exact {
    /// The values of a problem with at most so many positions.
    ///
    /// # Errors
    /// [`ExactError`] says why there are none.
    pub fn solve<G: Game<State: Keyed>>(game: &G, most: usize) -> Result<Exact, ExactError> {
        let about = game.about();
        if about.players != 1 {
            return Err(ExactError::Players(about.players));
        }
        let pays = about.payoff.when == When::EachStep;
        let (numbers, nodes) = list(game.start(), pays, most)?;
        let mut exact = Exact { numbers, values: vec![0.0; nodes.len()], discount: about.payoff.discount, pays };
        exact.iterate(&nodes)?;
        Ok(exact)
    }

    /// Sweeps from the positions that were found last to the first until nothing changes.
    fn iterate(&mut self, nodes: &[Node]) -> Result<(), ExactError> {
        for _ in 0..MOST_SWEEPS {
            let (mut change, mut largest) = (0.0f64, 1.0f64);
            for (number, node) in nodes.iter().enumerate().rev() {
                let value = self.value_of(nodes, node);
                change = change.max((value - self.values[number]).abs());
                largest = largest.max(value.abs());
                self.values[number] = value;
            }
            if change <= TOLERANCE * largest {
                return Ok(());
            }
        }
        Err(ExactError::Endless)
    }

    /// V(s) = max over moves of g + W(s′), or Σ p (g + W(s′)) where chance decides. W is V, discounted where somebody chooses: chance
    /// takes no time.
    fn value_of(&self, nodes: &[Node], node: &Node) -> f64 {
        let worth = |way: &Way| way.gain + self.later(nodes[way.to].is_chance, way.to);
        if node.is_chance {
            node.ways.iter().map(|way| way.probability * worth(way)).sum()
        } else {
            node.ways.iter().map(worth).reduce(f64::max).unwrap_or(0.0)
        }
    }

    fn later(&self, is_chance: bool, number: usize) -> f64 {
        if is_chance { self.values[number] } else { self.discount * self.values[number] }
    }

    /// How many positions can be reached.
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// What is still to come from a position on, if all goes on at its best; `None` for a position that cannot be reached. The first choice
    /// from there on is not discounted.
    pub fn value<S: Keyed>(&self, state: &S) -> Option<f64> {
        if state.turn() != Turn::Chance || self.discount == 1.0 {
            return self.numbers.get(&state.key()).map(|&number| self.values[number]);
        }
        let mut outcomes = Vec::new();
        state.legal_moves(&mut outcomes);
        let worth = |outcome: S::Move| {
            let mut next = state.clone();
            next.apply(outcome);
            Some(state.chance_probability(outcome) * (gain_of(&next, self.pays) + self.value(&next)?))
        };
        outcomes.into_iter().map(worth).sum()
    }

    /// What a move brings, and then the best; by its number.
    pub fn move_value<S: Keyed>(&self, state: &S, index: usize) -> Option<f64> {
        let mut next = state.clone();
        next.try_apply(state.move_at(index)).ok()?;
        let number = *self.numbers.get(&next.key())?;
        Some(gain_of(&next, self.pays) + self.later(next.turn() == Turn::Chance, number))
    }

    /// How much less a move brings than the best one.
    pub fn regret<S: Keyed>(&self, state: &S, index: usize) -> Option<f64> {
        Some(self.value(state)? - self.move_value(state, index)?)
    }

    /// The best move, by its number; the first of equal ones.
    pub fn best<S: Keyed>(&self, state: &S) -> Option<usize> {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let valued =
            moves.iter().map(|&mv| state.move_index(mv)).filter_map(|index| Some((index, self.move_value(state, index)?)));
        valued.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(index, _)| index)
    }
}

/// What the step to a position has brought; in games that pay at the end, only there.
/// A problem with its exact values, whatever the problem is.
pub trait Solution: Send + Sync {
    /// What an episode brings if all goes on at its best.
    fn value(&self) -> f64;

    /// How much less each choice of an episode has brought than the best there, by the numbers of all its moves, those of chance included;
    /// `None` if they are no episode of the problem.
    fn regrets(&self, moves: &[usize]) -> Option<Vec<f64>>;
}

/// A problem with its exact values.
#[derive(Clone, Debug)]
pub struct Solved<G> {
    game: G,
    exact: Exact,
}

impl<G: Game<State: Keyed>> Solved<G> {
    /// Solves a problem with at most so many positions.
    ///
    /// # Errors
    /// As [`Exact::solve`].
    pub fn new(game: &G, most: usize) -> Result<Self, ExactError> {
        Ok(Solved { game: game.clone(), exact: Exact::solve(game, most)? })
    }
}

impl<G: Game<State: Keyed>> Solution for Solved<G> {
    fn value(&self) -> f64 {
        self.exact.value(&self.game.start()).unwrap_or(0.0)
    }

    fn regrets(&self, moves: &[usize]) -> Option<Vec<f64>> {
        let (mut state, mut regrets) = (self.game.start(), Vec::new());
        let count = self.game.about().move_count()?;
        for &index in moves {
            if state.turn().player().is_some() && index < count {
                regrets.push(self.exact.regret(&state, index)?);
            }
            let mv = (index < count).then(|| state.move_at(index))?;
            state.try_apply(mv).ok()?;
        }
        Some(regrets)
    }
}

fn gain_of(state: &impl State, pays: bool) -> f64 {
    if pays || state.turn().is_over() { f64::from(state.rewards()[0]) } else { 0.0 }
}

/// All positions that can be reached from one, and their numbers by key.
fn list<S: Keyed>(start: S, pays: bool, most: usize) -> Result<(HashMap<u64, usize>, Vec<Node>), ExactError> {
    let mut numbers = HashMap::from([(start.key(), 0)]);
    let (mut states, mut nodes, mut moves) = (vec![start], Vec::new(), Vec::new());
    while nodes.len() < states.len() {
        let state = states[nodes.len()].clone();
        let is_chance = state.turn() == Turn::Chance;
        state.legal_moves(&mut moves);
        let mut node = Node { is_chance, ways: Vec::with_capacity(moves.len()) };
        for &mv in &moves {
            let mut next = state.clone();
            next.apply(mv);
            let gain = gain_of(&next, pays);
            let probability = if is_chance { state.chance_probability(mv) } else { 1.0 };
            let to = *numbers.entry(next.key()).or_insert(states.len());
            if to == states.len() {
                states.push(next);
            }
            node.ways.push(Way { to, probability, gain });
        }
        nodes.push(node);
        if states.len() > most {
            return Err(ExactError::Positions(most));
        }
    }
    Ok((numbers, nodes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_game::toy::ToyGame;

    fn solve(text: &str) -> Result<f64, ExactError> {
        let game: ToyGame = text.parse().unwrap();
        Exact::solve(&game, 1000).map(|exact| exact.value(&game.start()).unwrap())
    }

    /// Heads or tails first: the choice after it is the first, and counts in full.
    #[test]
    fn the_first_choice_is_never_discounted() {
        assert_eq!(solve("*0.5 {1 (0: +[6] [0]) 1 (0: +[2] (0: +[4] [0]))}"), Ok(5.0));
    }

    /// γ = ½: 1 + ½·(2 + ½·8) = 4 beats 3; chance in between takes no time: 1 + ½·(6 + 2)/2 = 3.
    #[test]
    fn what_comes_later_counts_less_and_chance_takes_no_time() {
        assert_eq!(solve("*0.5 (0: +[1] (0: +[2] (0: +[8] [0])) +[3] [0])"), Ok(4.0));
        assert_eq!(solve("*0.5 (0: +[1] {1 (0: +[6] [0]) 1 (0: +[2] [0])})"), Ok(3.0));
    }

    #[test]
    fn random_trees_have_the_value_of_the_recursion() {
        for seed in 0..50 {
            let game = ToyGame::random(1, 4, 6, &mut katsura_game::Rng::new(seed));
            let exact = Exact::solve(&game, 100_000).unwrap();
            assert!((exact.value(&game.start()).unwrap() - slow(&game.start())).abs() < 1e-9, "{seed}");
        }
    }

    /// The slow twin: the tree, without values kept; random trees pay at the end.
    fn slow<S: State>(state: &S) -> f64 {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let below = moves.iter().map(|&mv| {
            let mut next = state.clone();
            next.apply(mv);
            let probability = if state.turn() == Turn::Chance { state.chance_probability(mv) } else { 1.0 };
            (probability, slow(&next))
        });
        match state.turn() {
            Turn::Over => f64::from(state.rewards()[0]),
            Turn::Chance => below.map(|(probability, value)| probability * value).sum(),
            Turn::Player(_) | Turn::Together(_) => below.map(|(_, value)| value).fold(f64::MIN, f64::max),
        }
    }

    /// Moves 1 and then 0 give away ½ and then nothing; move 7 is none.
    #[test]
    fn an_episode_has_the_regret_of_each_choice() {
        let game: ToyGame = "(0: +[1.5] {1 [3] 1 [0]} +[1] {1 (0: [3] [2]) 1 (0: [2] [1])})".parse().unwrap();
        let solved = Solved::new(&game, 100).unwrap();
        assert_eq!(solved.value(), 3.5);
        assert_eq!(solved.regrets(&[0, 1]), Some(vec![0.5]));
        assert_eq!(solved.regrets(&[1, 0, 1]), Some(vec![0.0, 1.0]));
        assert_eq!(solved.regrets(&[7]), None);
        assert_eq!(solved.regrets(&[0, 1, 0]), None, "the episode is over");
    }

    #[test]
    fn what_has_no_exact_values_is_refused_with_a_reason() {
        let two: ToyGame = "(0: [1 0] (1: [0 1] [1 0]))".parse().unwrap();
        assert_eq!(Exact::solve(&two, 100).map(|_| ()), Err(ExactError::Players(2)));
        let one: ToyGame = "(0: [1] [0] [2])".parse().unwrap();
        assert_eq!(Exact::solve(&one, 3).map(|_| ()), Err(ExactError::Positions(3)));
        assert!(ExactError::Positions(3).to_string().contains("more than 3 positions"));
    }
}
