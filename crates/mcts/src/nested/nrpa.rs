//! Nested rollout policy adaptation [rosin2011], and its generalisations.
//!
//! A search of level 0 is a playout that draws moves by the exponential of learnt weights. One of level n makes N
//! searches of level n − 1 with a copy of its weights, keeps the best line, and moves its weights towards that line
//! after each.

use super::lines::{Limit, Lines, Method, played};
use super::weights::{LARGEST, Weights};
use crate::config::{ConfigError, parameters, refused};
use crate::playout::{PlayoutConfig, Tabu};
use crate::techniques::Technique;
use katsura_game::{About, Game, Knowledge, Rng, State, Trace, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "Nested rollout policy adaptation",
        formula: "p(m) ∝ exp(w(m)); along the best line w(best) += α, w(m) −= α·p(m); levels of N searches",
        citation: "rosin2011",
        config: "search.algorithm = { kind = 'nrpa', level = 4, iterations = 100 }",
        sources: "",
        test: "weights_move_towards_the_best_line_by_hand",
        file: file!(),
    },
    Technique {
        name: "Generalised rollout policy adaptation",
        formula: "p(m) ∝ exp(w(m)/τ + b·β(m)); w(best) += α/τ, w(m) −= α/τ·p(m)",
        citation: "cazenave2021",
        config: "search.algorithm = { kind = 'nrpa', bias = 1.0, temperature = 1.0 }",
        sources: "",
        test: "biases_and_temperature_change_the_probabilities_by_hand",
        file: file!(),
    },
    Technique {
        name: "Stabilised rollout policy adaptation",
        formula: "level 1 makes P playouts before it moves its weights",
        citation: "cazenave2020stabilized",
        config: "search.algorithm = { kind = 'nrpa', playouts = 4 }",
        sources: "",
        test: "level_1_makes_several_playouts_before_it_learns",
        file: file!(),
    },
    Technique {
        name: "Selective policies",
        formula: "moves that a rule keeps for later are not drawn",
        citation: "cazenave2016",
        config: "search = { algorithm = { kind = 'nrpa' }, playout = { kind = 'tabu', from = 'game', lifts = true } }",
        sources: "",
        test: "what_a_tabu_keeps_is_not_drawn",
        file: file!(),
    },
];

parameters! {
    /// Nested rollout policy adaptation [rosin2011]: levels of N searches, each of which moves the weights of its level
    /// towards the best line.
    ///
    /// A move m is drawn with probability exp(w(m)/τ + b·β(m))/z, z being the sum over the moves of the position, with
    /// the game's biases β ([cazenave2021]; 0 and 1 for b and τ are the algorithm of the paper). Along the best line of
    /// a level, w(best move) grows by α/τ, and w(m) of every move falls by α/τ times its probability, all by the
    /// weights of before. A result that equals the best takes its place. Exponents beyond ±300 are taken for ±300.
    ///
    /// With [`Tabu`](crate::playout::Tabu) as the playout rule, what it keeps is not drawn [cazenave2016].
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Nrpa checked by Nrpa::check {
        /// How many searches stand in each other; one of level 0 is a playout.
        pub level: u32 = 4, from 1 to 8;
        /// How many searches a level makes: N.
        pub iterations: u32 = 100, from 1 to 1_000_000;
        /// How far a step moves the weights: α.
        pub alpha: f64 = 1.0, from 0.0 to 1000.0;
        /// How much weights count: τ. A high one draws more evenly.
        pub temperature: f64 = 1.0, from 0.001 to 1000.0;
        /// How much the game's biases count: b.
        pub bias: f64 = 0.0, from 0.0 to 1000.0;
        /// How many playouts level 1 makes before it moves its weights: P.
        pub playouts: u32 = 1, from 1 to 1_000_000;
        /// A level ends when it has found its best line so many times more; 0 for never.
        pub repetitions: u32 = 0, from 0 to 1_000_000;
    }
}

impl Nrpa {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        let playouts = (0..self.level).try_fold(u64::from(self.playouts), |n, _| n.checked_mul(u64::from(self.iterations)));
        if playouts.is_some() {
            return Ok(());
        }
        refused(format!("makes more playouts in {} than can be counted", about.name))
    }
}

/// A position of a line, as the weights see it.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// Where its moves begin in the list of codes; they end where those of the next begin.
    first: u32,
    /// The place of the move that was made, from there.
    made: u32,
}

/// A line with the moves that could have been made.
#[derive(Clone, Debug, Default)]
struct Sequence {
    points: f32,
    choices: Vec<Choice>,
    codes: Vec<u64>,
    /// exp(b·β) of each move; empty without biases.
    factors: Vec<f64>,
    line: Trace,
}

impl Sequence {
    fn clear(&mut self) {
        self.choices.clear();
        self.codes.clear();
        self.factors.clear();
        self.line.clear();
    }

    fn copy_from(&mut self, other: &Sequence) {
        self.points = other.points;
        self.choices.clone_from(&other.choices);
        self.codes.clone_from(&other.codes);
        self.factors.clone_from(&other.factors);
        self.line.clone_from(&other.line);
    }

    /// The moves of a choice.
    fn moves(&self, choice: usize) -> std::ops::Range<usize> {
        let end = self.choices.get(choice + 1).map_or(self.codes.len(), |next| next.first as usize);
        self.choices[choice].first as usize..end
    }

    /// exp(w/τ + b·β) of a move.
    #[inline]
    fn strength(&self, place: usize, weights: &Weights) -> f64 {
        let strength = weights.exponential(self.codes[place]);
        self.factors.get(place).map_or(strength, |factor| strength * factor)
    }
}

/// What a level keeps.
#[derive(Debug)]
struct Level {
    weights: Weights,
    best: Sequence,
    has_line: bool,
}

/// The search.
pub(super) struct PolicySearch<S: State> {
    config: Nrpa,
    tabu: Option<Tabu>,
    /// The levels from 1 on, and one above them whose weights all are 0.
    levels: Vec<Level>,
    /// The playout at hand.
    current: Sequence,
    found: Sequence,
    scratch: Scratch<S>,
    changes: Vec<f64>,
}

/// What a playout writes on.
struct Scratch<S: State> {
    moves: Vec<S::Move>,
    codes: Vec<u64>,
    biases: Vec<f32>,
    strengths: Vec<f64>,
}

impl<S: Knowledge> PolicySearch<S> {
    pub(super) fn new(config: Nrpa, playout: &PlayoutConfig) -> Self {
        let tabu = if let PlayoutConfig::Tabu(tabu) = playout { Some(*tabu) } else { None };
        let level = |_| Level { weights: Weights::new(config.temperature), best: Sequence::default(), has_line: false };
        PolicySearch {
            config,
            tabu,
            levels: (0..=config.level).map(level).collect(),
            current: Sequence::default(),
            found: Sequence::default(),
            scratch: Scratch { moves: Vec::new(), codes: Vec::new(), biases: Vec::new(), strengths: Vec::new() },
            changes: Vec::new(),
        }
    }

    /// A search of the level at this place, with the weights of the level above. Its best line is left in the level.
    fn level<G: Game<State = S>>(&mut self, place: usize, lines: &mut Lines<G>, limit: &mut Limit<'_>) {
        let (below, above) = self.levels.split_at_mut(place + 1);
        below[place].weights.clone_from(&above[0].weights);
        below[place].has_line = false;
        let mut repeated = 0;
        for number in 0..self.config.iterations {
            if place == 0 {
                self.play_several(lines, limit);
            } else {
                self.level(place - 1, lines, limit);
            }
            repeated = self.keep_better(place).map_or(repeated, |again| if again { repeated + 1 } else { 0 });
            let enough = self.config.repetitions > 0 && repeated >= self.config.repetitions;
            if limit.ended || enough || number + 1 == self.config.iterations {
                return;
            }
            if self.levels[place].has_line {
                let Level { weights, best, .. } = &mut self.levels[place];
                adapt(weights, best, &self.config, &mut self.changes);
            }
        }
    }

    /// Takes over what the level below has found if it is as good as the best, and says then whether it is the same line.
    fn keep_better(&mut self, place: usize) -> Option<bool> {
        let (below, rest) = self.levels.split_at_mut(place);
        let found = match below.last() {
            None => &self.found,
            Some(level) if level.has_line => &level.best,
            Some(_) => return None,
        };
        let level = &mut rest[0];
        if found.line.is_empty() || level.has_line && found.points < level.best.points {
            return None;
        }
        let same = level.has_line && found.line == level.best.line;
        level.best.copy_from(found);
        level.has_line = true;
        Some(same)
    }

    /// The best of P playouts by the weights of level 1 becomes what was found; nothing if there was none.
    fn play_several<G: Game<State = S>>(&mut self, lines: &mut Lines<G>, limit: &mut Limit<'_>) {
        self.found.clear();
        for _ in 0..self.config.playouts {
            if limit.take()
                && self.play(lines, limit)
                && (self.found.line.is_empty() || self.current.points > self.found.points)
            {
                std::mem::swap(&mut self.current, &mut self.found);
            }
        }
    }

    /// A playout by the weights of level 1. Whether it came to an end.
    fn play<G: Game<State = S>>(&mut self, lines: &mut Lines<G>, limit: &Limit<'_>) -> bool {
        let mut state = lines.position.clone();
        let group = self.tabu.and_then(|tabu| tabu.group(&state, &mut lines.rng));
        self.current.clear();
        while !state.turn().is_over() {
            self.list(&state, group, lines);
            let made = self.choose(&mut lines.rng);
            let mv = self.scratch.moves[made];
            self.current.line.push(played(&state, mv));
            state.apply(mv);
        }
        let points = lines.note(&state, &self.current.line, limit);
        self.current.points = points.unwrap_or(f32::NEG_INFINITY);
        points.is_some()
    }

    /// Lists the moves of a position, and adds their codes and biases to the line.
    fn list<G: Game<State = S>>(&mut self, state: &S, group: Option<usize>, lines: &mut Lines<G>) {
        let Scratch { moves, codes, biases, .. } = &mut self.scratch;
        let is_root = self.current.line.is_empty();
        let reserve = match (self.tabu, group) {
            (Some(tabu), Some(group)) => tabu.reserve(group, self.current.line.len(), &mut lines.rng),
            _ => None,
        };
        if is_root && !lines.core.only.is_empty() {
            lines.list_moves(state, true, moves);
            codes.clear();
            codes.extend(moves.iter().map(|&mv| state.code(mv)));
        } else {
            state.coded_moves(reserve.as_ref(), moves, codes);
        }
        self.current.codes.extend_from_slice(codes);
        if self.config.bias > 0.0 {
            biases.clear();
            biases.resize(moves.len(), 0.0);
            state.biases(moves, biases);
            let factor = |&bias: &f32| math::exp((self.config.bias * f64::from(bias)).clamp(-LARGEST, LARGEST));
            self.current.factors.extend(biases.iter().map(factor));
        }
    }

    /// Draws one of the moves listed last by the weights of level 1, and writes down the choice.
    #[inline]
    fn choose(&mut self, rng: &mut Rng) -> usize {
        let count = self.scratch.moves.len();
        let first = self.current.codes.len() - count;
        let (weights, strengths) = (&self.levels[0].weights, &mut self.scratch.strengths);
        strengths.clear();
        let mut sum = 0.0;
        for place in first..first + count {
            sum += self.current.strength(place, weights);
            strengths.push(sum);
        }
        let drawn = rng.unit() * sum;
        let made = strengths.iter().position(|&up_to| drawn < up_to).unwrap_or(count - 1);
        self.current.choices.push(Choice { first: first as u32, made: made as u32 });
        made
    }
}

/// Moves the weights towards a line.
fn adapt(weights: &mut Weights, line: &Sequence, config: &Nrpa, changes: &mut Vec<f64>) {
    let step = config.alpha / config.temperature;
    changes.clear();
    for (number, choice) in line.choices.iter().enumerate() {
        let moves = line.moves(number);
        let made = moves.start + choice.made as usize;
        let begin = changes.len();
        changes.extend(moves.clone().map(|place| line.strength(place, weights)));
        let z: f64 = changes[begin..].iter().sum();
        changes[begin..].iter_mut().for_each(|change| *change *= -step / z);
        changes[begin + made - moves.start] += step;
    }
    line.codes.iter().zip(&*changes).for_each(|(&code, &change)| weights.add(code, change));
    weights.settle();
}

impl<G: Game<State: Knowledge>> Method<G> for PolicySearch<G::State> {
    fn search(&mut self, lines: &mut Lines<G>, limit: &mut Limit<'_>) {
        let top = self.levels.len() - 2;
        self.level(top, lines, limit);
    }

    fn reset(&mut self) {
        self.levels.iter_mut().for_each(|level| level.weights.clear());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Algorithm, LineSearch};
    use super::*;
    use crate::{Budget, Control, SearchConfig, searcher};
    use katsura_game::toy::{LeftGame, ToyGame};
    use katsura_games::samegame::{SameGame, SizeClass};

    fn config(nrpa: Nrpa) -> SearchConfig {
        SearchConfig { algorithm: Algorithm::Nrpa(nrpa), memory_mib: 1, ..SearchConfig::default() }
    }

    /// Two choices: between codes 1 and 2, of which 1 was made, then between 1 and 3, of which 3 was.
    fn two_choices() -> Sequence {
        let choices = vec![Choice { first: 0, made: 0 }, Choice { first: 2, made: 1 }];
        Sequence { choices, codes: vec![1, 2, 1, 3], ..Sequence::default() }
    }

    /// At first all probabilities are ½: w₁ = ½ − ½, w₂ = −½, w₃ = ½. Then p₂ = e^−½/(1 + e^−½) = 0.377541 and p₁ =
    /// 1/(1 + e^½), the same: once more w₁ stays. Were the weights of the first choice used in the second, it would
    /// not.
    #[test]
    fn weights_move_towards_the_best_line_by_hand() {
        let (mut weights, mut changes) = (Weights::new(1.0), Vec::new());
        for expected in [[0.0, -0.5, 0.5], [0.0, -0.877_541, 0.877_541]] {
            adapt(&mut weights, &two_choices(), &Nrpa::default(), &mut changes);
            for (code, expected) in (1..).zip(expected) {
                assert!((weights.weight(code) - expected).abs() < 1e-6, "{code}: {}", weights.weight(code));
            }
        }
    }

    /// β = (1, 0), τ = 2: p₁ = e/(e + 1) = 0.731059, and with α/τ = ½ the weights are −½·0.731059 and ½·(1 − 0.268941).
    #[test]
    fn biases_and_temperature_change_the_probabilities_by_hand() {
        let (mut weights, mut changes) = (Weights::new(2.0), Vec::new());
        let line = Sequence {
            choices: vec![Choice { first: 0, made: 1 }],
            codes: vec![1, 2],
            factors: vec![std::f64::consts::E, 1.0],
            ..Sequence::default()
        };
        adapt(&mut weights, &line, &Nrpa { temperature: 2.0, bias: 1.0, ..Nrpa::default() }, &mut changes);
        assert!((weights.weight(1) + 0.365_529).abs() < 1e-6 && (weights.weight(2) - 0.365_529).abs() < 1e-6);
        assert!((weights.exponential(1) - 0.832_966).abs() < 1e-5, "{}", weights.exponential(1));
    }

    #[test]
    fn it_learns_to_go_to_the_left() {
        let game = LeftGame::moves(60);
        let mut search = searcher(&game, &config(Nrpa { level: 2, iterations: 20, ..Nrpa::default() })).unwrap();
        search.run(&Budget::simulations(400), &Control::new());
        assert_eq!(search.best_line().unwrap().points, 60.0);
    }

    #[test]
    fn level_1_makes_several_playouts_before_it_learns() {
        let game = ToyGame::random(1, 3, 5, &mut Rng::new(1));
        let nrpa = Nrpa { level: 1, iterations: 1, playouts: 4, ..Nrpa::default() };
        let checked = config(nrpa).check(&game.about()).unwrap();
        let mut search = LineSearch::new(&game, &checked).unwrap();
        let mut method = PolicySearch::new(nrpa, &PlayoutConfig::Uniform);
        search.with_limit(&Budget::simulations(100), |lines, limit| method.search(lines, limit));
        assert_eq!(search.lines.core.tree.visits(0), 4);
        assert!(method.levels[0].has_line && method.levels[0].best.line.len() == 5);
    }

    /// A level that finds the same line again leaves after two repetitions: three playouts in place of a thousand.
    #[test]
    fn a_level_that_repeats_itself_ends() {
        let game: ToyGame = "(0: (0: [0.5]))".parse().unwrap();
        let nrpa = Nrpa { level: 1, iterations: 1000, repetitions: 2, ..Nrpa::default() };
        let mut search = LineSearch::new(&game, &config(nrpa).check(&game.about()).unwrap()).unwrap();
        let mut method = PolicySearch::new(nrpa, &PlayoutConfig::Uniform);
        search.with_limit(&Budget::simulations(100), |lines, limit| method.search(lines, limit));
        assert_eq!(search.lines.core.tree.visits(0), 3);
    }

    #[test]
    fn what_a_tabu_keeps_is_not_drawn() {
        let SizeClass::To15(game) = SameGame::default().size_class() else { unreachable!("15 x 15") };
        let tabu = Tabu { epsilon: 0.0, ..Tabu::default() };
        let playout = PlayoutConfig::Tabu(tabu);
        let config = SearchConfig { playout, ..config(Nrpa { level: 1, iterations: 50, ..Nrpa::default() }) };
        let mut search = searcher(&game, &config).unwrap();
        search.run(&Budget::simulations(50), &Control::new());
        let (mut state, mut moves) = (game.start(), Vec::new());
        let kept = state.reserved().trailing_zeros() as usize;
        assert_eq!(state.reserved().count_ones(), 1);
        for index in search.best_line().unwrap().moves {
            state.legal_moves(&mut moves);
            let mv = state.move_at(index);
            let others = moves.iter().any(|&mv| state.group(mv, None) != kept);
            assert!(state.group(mv, None) != kept || !others, "took what is kept");
            state.apply(mv);
        }
        assert!(state.turn().is_over());
    }

    #[test]
    fn the_same_seed_finds_the_same_line() {
        let game = ToyGame::random(1, 4, 6, &mut Rng::new(2));
        let line = |seed: u64| {
            let config = SearchConfig { seed, ..config(Nrpa { level: 2, iterations: 5, bias: 1.0, ..Nrpa::default() }) };
            let mut search = searcher(&game, &config).unwrap();
            search.run(&Budget::simulations(37), &Control::new());
            (search.best_line(), search.peek())
        };
        assert_eq!(line(1), line(1));
        assert_ne!(line(1).1, line(2).1);
    }
}
