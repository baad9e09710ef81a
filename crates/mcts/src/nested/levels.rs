//! Nested Monte-Carlo search [cazenave2009nested].
//!
//! A search of level 0 is a playout. One of level n tries every move with a search of level n − 1, keeps the best line
//! that any of them has found, makes its next move, and goes on to the end of the game.

use super::lines::{Limit, Lines, Method, played};
use crate::config::parameters;
use crate::techniques::Technique;
use katsura_game::{Game, Knowledge, State, Trace};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Nested Monte-Carlo search",
    formula: "level n plays the best line that searches of level n − 1 from each move have found; level 0 is a playout",
    citation: "cazenave2009nested",
    config: "search.algorithm = { kind = 'nested', level = 2 }",
    sources: "",
    test: "a_nested_search_keeps_the_best_line_it_has_seen",
    file: file!(),
}];

parameters! {
    /// Parameters of nested search.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Nested {
        /// How many searches stand in each other; one of level 0 is a playout.
        pub level: u32 = 2, from 1 to 8;
        /// Whether a level plays the best line of all its steps, rather than the best of the step at hand.
        pub memory: bool = true;
    }
}

/// A nested search.
pub(super) struct LevelSearch {
    config: Nested,
}

/// The moves of a line from the root on, and what it brings.
type Found = (f32, Trace);

impl LevelSearch {
    pub(super) fn new(config: Nested) -> Self {
        LevelSearch { config }
    }

    /// A search of this level from a position to which these moves have led; the best line there is when it ends, be it
    /// because the budget has ended.
    fn level<G: Game<State: Knowledge>>(
        &self,
        lines: &mut Lines<G>,
        (from, level): (&G::State, u32),
        line: &Trace,
        limit: &mut Limit<'_>,
    ) -> Option<Found> {
        let (mut state, mut line) = (from.clone(), line.clone());
        if level == 0 || state.turn().is_over() {
            let points = lines.play_out(&mut state, &mut line, limit);
            return points.map(|points| (points, line));
        }
        let (mut best, mut moves): (Option<Found>, Vec<_>) = (None, Vec::new());
        while !state.turn().is_over() {
            lines.list_moves(&state, line.is_empty(), &mut moves);
            best = best.filter(|_| self.config.memory);
            for &mv in &moves {
                let (mut next, mut longer) = (state.clone(), line.clone());
                longer.push(played(&state, mv));
                next.apply(mv);
                best = better(best, self.level(lines, (&next, level - 1), &longer, limit));
                if limit.ended {
                    return best;
                }
            }
            let next = best.as_ref()?.1[line.len()];
            line.push(next);
            state.apply(state.move_at(next.index()));
        }
        best
    }
}

/// The better of two lines; the first if they are equal.
fn better(one: Option<Found>, other: Option<Found>) -> Option<Found> {
    match (&one, &other) {
        (Some(first), Some(second)) if second.0 > first.0 => other,
        (None, _) => other,
        _ => one,
    }
}

impl<G: Game<State: Knowledge>> Method<G> for LevelSearch {
    fn search(&mut self, lines: &mut Lines<G>, limit: &mut Limit<'_>) {
        let position = lines.position.clone();
        self.level(lines, (&position, self.config.level), &Trace::new(), limit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Algorithm;
    use super::super::lines::LineSearch;
    use super::*;
    use crate::tree::ROOT;
    use crate::{BestLine, Budget, Control, SearchConfig, searcher};
    use katsura_game::Rng;
    use katsura_game::toy::{LeftGame, ToyGame, left_moves_of_forgetful_search, left_moves_of_search_of_level_1};
    use katsura_games::tic_tac_toe::TicTacToe;

    fn nested(level: u32) -> SearchConfig {
        SearchConfig { algorithm: Algorithm::Nested(Nested { level, memory: true }), ..SearchConfig::default() }
    }

    /// The best moves of both levels are found where each playout finds them with probability ½.
    #[test]
    fn a_nested_search_keeps_the_best_line_it_has_seen() {
        let mut found = 0;
        for seed in 0..20 {
            let game = ToyGame::random(1, 3, 5, &mut Rng::new(seed));
            let mut search = searcher(&game, &nested(2)).unwrap();
            let report = search.run(&Budget::simulations(200), &Control::new());
            assert_eq!((report.simulations, u64::from(search.tree().visits(ROOT))), (200, 200));
            let best = search.best_line().unwrap();
            let mut state = game.start();
            best.moves.iter().for_each(|&index| state.apply(state.move_at(index)));
            assert!(state.turn().is_over());
            assert_eq!((state.rewards()[0], search.best()), (best.points, best.moves.first().copied()));
            found += u32::from(best.points == game.minimax()[0]);
        }
        assert_eq!(found, 20, "200 playouts see all that matters in trees of 243 leaves of which half win");
    }

    /// Level 1 on a tree of two moves, twice: from the root each move is tried once, then each move after the better one.
    #[test]
    fn a_search_of_level_1_tries_each_move_once_in_each_position() {
        let game: ToyGame = "(0: (0: [0.1] [0.2]) (0: [0.8] [0.9]))".parse().unwrap();
        let mut search = searcher(&game, &nested(1)).unwrap();
        search.run(&Budget::simulations(4), &Control::new());
        let analysis = search.peek();
        let visits = |index: usize| analysis.moves.iter().find(|mv| mv.index == index).unwrap().visits;
        assert_eq!((visits(0), visits(1)), (1, 3));
        assert_eq!(search.best_line().unwrap(), BestLine { points: 0.9, moves: vec![1, 1] });
    }

    #[test]
    fn the_same_seed_finds_the_same_line_and_moves_take_it_along() {
        let game = ToyGame::random(1, 4, 6, &mut Rng::new(1));
        let line = || {
            let mut search = searcher(&game, &nested(1)).unwrap();
            search.run(&Budget::simulations(37), &Control::new());
            search
        };
        let (mut one, two) = (line(), line());
        assert_eq!((one.best_line(), one.peek()), (two.best_line(), two.peek()));
        let first = one.best_line().unwrap();
        one.advance(first.moves[0]).unwrap();
        assert_eq!(one.best_line().unwrap().moves, first.moves[1..]);
    }

    #[test]
    fn games_of_two_are_refused() {
        let error = searcher(&TicTacToe {}, &nested(1)).map(|_| ()).unwrap_err().to_string();
        assert!(error.starts_with("search.algorithm: plays lines of one player"), "{error}");
    }

    /// The results of so many searches of a tree of left moves, by their points.
    fn results(game: &LeftGame, depth: usize, nested: Nested, searches: u64) -> Vec<f64> {
        let config = SearchConfig { algorithm: Algorithm::Nested(nested), memory_mib: 1, ..SearchConfig::default() };
        let mut search = LineSearch::new(game, &config.check(&game.about()).unwrap()).unwrap();
        let mut counts = vec![0.0; depth + 1];
        for seed in 0..searches {
            search.lines.rng = Rng::new(seed);
            let (from, method) = (game.start(), LevelSearch::new(nested));
            let found = search.with_limit(&Budget::simulations(u64::MAX >> 1), |lines, limit| {
                method.level(lines, (&from, nested.level), &Trace::new(), limit)
            });
            counts[found.unwrap().0 as usize] += 1.0;
        }
        counts
    }

    /// Chi-squared over the classes with at least 5 expected, the others taken together; its 99.99 % quantile is below
    /// f + 4√(2f) + 12.
    fn agrees(counts: &[f64], expected: &[f64]) {
        let all: f64 = counts.iter().sum();
        let (mut chi2, mut freedom, mut rest) = (0.0, 0.0, (0.0, 0.0));
        for (&count, &share) in counts.iter().zip(expected) {
            if share * all < 5.0 {
                rest = (rest.0 + count, rest.1 + share * all);
            } else {
                chi2 += (count - share * all).powi(2) / (share * all);
                freedom += 1.0;
            }
        }
        chi2 += (rest.0 - rest.1).powi(2) / rest.1.max(1.0);
        assert!(chi2 < freedom + 4.0 * (2.0f64 * freedom).sqrt() + 12.0, "chi-squared {chi2} on {freedom}: {counts:?}");
    }

    #[test]
    fn results_on_left_moves_have_the_exact_distributions() {
        let depth = 12;
        let game = LeftGame::moves(depth as u8);
        for level in [1, 2] {
            let counts = results(&game, depth, Nested { level, memory: false }, 2000);
            agrees(&counts, &left_moves_of_forgetful_search(depth, level as usize));
        }
        agrees(&results(&game, depth, Nested { level: 1, memory: true }, 4000), &left_moves_of_search_of_level_1(depth));
    }

    #[test]
    fn a_search_of_level_1_always_finds_the_leftmost_path() {
        let counts = results(&LeftGame::path(20), 20, Nested { level: 1, memory: true }, 50);
        assert_eq!(counts[20], 50.0, "{counts:?}");
    }
}
