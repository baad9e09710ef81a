//! The door at the leaf: leaves that are evaluated together, now or later.

use katsura_game::toy::ToyGame;
use katsura_game::{Game, Outcome, Player, Rewards, Rng, Source, State, Turn};
use katsura_mcts::config::path;
use katsura_mcts::select::{AnySelect, Select};
use katsura_mcts::tree::{NodeView, ROOT, Tree};
use katsura_mcts::{Budget, Control, Custom, Evaluate, Policies, Search, SearchConfig, SharedEvaluator, searcher_with};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

type Position = <ToyGame as Game>::State;

fn with(changes: &[(&str, &str)]) -> SearchConfig {
    let start = SearchConfig { memory_mib: 64, ..SearchConfig::default() };
    changes.iter().fold(start, |config, (key, value)| path::set(&config, key, value).unwrap())
}

/// The configuration for rounds of so many leaves.
fn rounds(leaves: usize) -> SearchConfig {
    with(&[("parallel", &format!("{{ kind = 'batch', leaves = {leaves}, playouts = 1 }}"))])
}

/// Says the same of every position that is not over, and keeps as many leaves waiting as it may.
struct Judge {
    value: Rewards,
    /// Leaves that are taken at once, and whether the last that came is answered first.
    width: usize,
    reversed: bool,
    /// Whether priors are given, the same for all moves.
    priors: Option<f32>,
    /// How many leaves came together.
    seen: Vec<usize>,
}

impl Judge {
    fn of(width: usize) -> Self {
        Judge { value: Rewards::new([0.5; 4]), width, reversed: false, priors: None, seen: Vec::new() }
    }

    fn shared(self) -> SharedEvaluator<Position> {
        Arc::new(Mutex::new(self))
    }
}

impl Evaluate<Position> for Judge {
    fn gives_priors(&self) -> bool {
        self.priors.is_some()
    }

    fn evaluate(&mut self, leaves: &mut dyn Source<Position>) {
        loop {
            let count = leaves.prepare(self.width);
            if count == 0 {
                return;
            }
            self.seen.push(count);
            let mut tickets: VecDeque<(u64, usize)> = VecDeque::new();
            for place in 0..count {
                let start = leaves.start(place);
                assert!(!matches!(start.state.turn(), Turn::Over | Turn::Chance), "a player is to move");
                let answer = (start.ticket, start.moves.len());
                if self.reversed { tickets.push_front(answer) } else { tickets.push_back(answer) }
            }
            let outcome = Outcome { rewards: self.value, ..Outcome::default() };
            for (ticket, moves) in tickets {
                leaves.end(ticket, &outcome, &vec![self.priors.unwrap_or(0.0); moves]);
            }
        }
    }
}

fn searched(game: &ToyGame, config: &SearchConfig, judge: Judge, simulations: u64) -> Search<ToyGame> {
    let mut search = Search::evaluated(game, config, judge.shared()).unwrap();
    let report = search.run(&Budget::simulations(simulations), &Control::new());
    assert_eq!(report.simulations, simulations);
    search
}

/// Visits and means of all nodes.
fn grown(tree: &Tree) -> Vec<(u32, f32)> {
    (0..tree.nodes() as u32).map(|node| (tree.visits(node), tree.mean(node))).collect()
}

/// A random tree for three players in turn, and what it is worth to each. Wherever somebody chooses, the best move is better than the next by
/// 0.15 at least: what an indifferent player does would matter to the others.
fn three_players(rng: &mut Rng, depth: u8) -> (String, [f64; 3]) {
    if depth == 0 {
        let rewards = [0; 3].map(|_| f64::from(rng.below(101)) / 100.0);
        return (format!("[{} {} {}]", rewards[0], rewards[1], rewards[2]), rewards);
    }
    let player = usize::from(4 - depth) % 3;
    loop {
        let mut moves = [0; 3].map(|_| three_players(rng, depth - 1));
        let text = format!("({player}: {} {} {})", moves[0].0, moves[1].0, moves[2].0);
        moves.sort_by(|a, b| b.1[player].total_cmp(&a.1[player]));
        if moves[0].1[player] >= moves[1].1[player] + 0.15 {
            return (text, moves[0].1);
        }
    }
}

#[test]
fn three_players_whose_leaves_are_answered_in_batches_of_64_come_to_the_exact_value() {
    for seed in 0..10 {
        let (text, exact) = three_players(&mut Rng::new(seed), 4);
        let game: ToyGame = text.parse().unwrap();
        assert!(game.minimax().iter().zip(exact).all(|(&solved, exact)| (f64::from(solved) - exact).abs() < 1e-6));
        let judge = Arc::new(Mutex::new(Judge::of(64)));
        let config = rounds(64);
        let mut search = Search::evaluated(&game, &config, judge.clone()).unwrap();
        search.run(&Budget::simulations(200_000), &Control::new());
        let found = f64::from(search.analysis().moves[0].mean);
        assert!((found - exact[0]).abs() < 0.05, "{text}: {found} instead of {}", exact[0]);
        assert!(judge.lock().unwrap().seen.contains(&64), "a whole round is answered together");
    }
}

#[test]
fn it_does_not_matter_in_which_order_and_in_which_portions_leaves_are_answered() {
    for (seed, players) in (0..12).zip([1, 2, 3, 4].into_iter().cycle()) {
        let game = ToyGame::random(players, 5, 3, &mut Rng::new(seed));
        for priors in [None, Some(0.75)] {
            let tree = |width, reversed| {
                let judge = Judge { width, reversed, priors, ..Judge::of(1) };
                grown(searched(&game, &rounds(16), judge, 1000).tree())
            };
            let plain = tree(1, false);
            for (width, reversed) in [(16, false), (16, true), (5, true), (1000, false)] {
                assert_eq!(tree(width, reversed), plain, "{width} {reversed}");
            }
        }
    }
}

#[test]
fn rounds_of_one_leaf_are_the_search_without_rounds() {
    let game = ToyGame::random(2, 6, 3, &mut Rng::new(5));
    let alone = searched(&game, &with(&[]), Judge::of(8), 2000);
    let round = searched(&game, &rounds(1), Judge::of(8), 2000);
    assert_eq!(grown(alone.tree()), grown(round.tree()));
}

/// Every simulation counts once on its way: in each node the visits are those of its children and its own evaluations, and nothing stays
/// under way.
#[test]
fn every_leaf_is_counted_once_and_nothing_stays_in_flight() {
    for priors in [None, Some(0.5)] {
        let game = ToyGame::random(2, 5, 3, &mut Rng::new(9));
        let judge = Judge { priors, ..Judge::of(64) };
        let search = searched(&game, &rounds(32), judge, 3000);
        let tree = search.tree();
        assert_eq!(tree.visits(ROOT), 3000);
        for node in 0..tree.nodes() as u32 {
            let below: u32 = tree.children(node).map(|child| tree.visits(child)).sum();
            assert!(below <= tree.visits(node), "node {node}");
            assert_eq!(tree.in_flight(node), 0, "node {node}");
        }
    }
}

/// Knows the exact value of what is still to come, which the game tells by its number of moves.
struct Sweep {
    ahead: fn(&Position) -> f32,
}

impl Evaluate<Position> for Sweep {
    fn evaluate(&mut self, leaves: &mut dyn Source<Position>) {
        while leaves.prepare(1) > 0 {
            let start = leaves.start(0);
            let rewards = Rewards::new([(self.ahead)(start.state), 0.0, 0.0, 0.0]);
            let ticket = start.ticket;
            leaves.end(ticket, &Outcome { rewards, ..Outcome::default() }, &[]);
        }
    }
}

/// γ = 0.5. The first move brings 2 or 1; then there is one more choice, worth 8 at most, or 20 after the second move:
/// 2 + 0.5 · 8 = 6, and 1 + 0.5 · 20 = 11. The evaluator knows what is still to come, and one simulation of each move is enough.
#[test]
fn an_evaluation_is_of_what_is_still_to_come_one_choice_later() {
    let game: ToyGame =
        "*0.5 (0: +[2] (0: +[8] (0: [0] [0]) +[1] [0]) +[1] (0: +[20] (0: [0] [0] [0]) +[3] [0]))".parse().unwrap();
    assert_eq!(game.minimax(), [11.0]);
    let ahead = |state: &Position| {
        // the two positions after the first move pay 8 and 20 with their first move
        let mut next = state.clone();
        next.apply(0);
        next.rewards()[0]
    };
    let config = with(&[("select.explore.c", "10")]);
    let mut search = Search::evaluated(&game, &config, Arc::new(Mutex::new(Sweep { ahead }))).unwrap();
    search.run(&Budget::simulations(3), &Control::new());
    let means: Vec<f32> = search.analysis().moves.iter().map(|mv| mv.mean).collect();
    assert!(means.iter().any(|mean| (mean - 6.0).abs() < 1e-3), "{means:?}");
    assert!(means.iter().any(|mean| (mean - 11.0).abs() < 1e-3), "{means:?}");
}

/// Gives each move a prior of its own.
struct Biased;

impl Evaluate<Position> for Biased {
    fn gives_priors(&self) -> bool {
        true
    }

    fn evaluate(&mut self, leaves: &mut dyn Source<Position>) {
        while leaves.prepare(1) > 0 {
            let start = leaves.start(0);
            let (ticket, count) = (start.ticket, start.moves.len());
            let priors: Vec<f32> = start.moves.iter().map(|&mv| f32::from(mv + 1) / 8.0).collect();
            assert_eq!(priors.len(), count);
            leaves.end(ticket, &Outcome { rewards: Rewards::draw(), ..Outcome::default() }, &priors);
        }
    }
}

#[test]
fn priors_come_to_the_children_of_their_moves() {
    let game = ToyGame::random(2, 5, 4, &mut Rng::new(2));
    for order in ["progressive_widening", "none"] {
        let config = with(&[("prune.kind", order)]);
        let mut search = Search::evaluated(&game, &config, Arc::new(Mutex::new(Biased))).unwrap();
        search.run(&Budget::simulations(200), &Control::new());
        let tree = search.tree();
        for node in (0..tree.nodes() as u32).filter(|&node| tree.is_expanded(node)) {
            for child in tree.children(node) {
                assert_eq!(tree.prior(child), (tree.move_index(child) + 1) as f32 / 8.0, "{order}");
            }
        }
    }
}

#[test]
fn a_restricted_root_gets_the_priors_of_the_moves_that_are_left() {
    let game = ToyGame::random(2, 5, 3, &mut Rng::new(2));
    let config = with(&[]);
    let mut search = Search::evaluated(&game, &config, Arc::new(Mutex::new(Biased))).unwrap();
    search.restrict(&[1, 4]);
    search.run(&Budget::simulations(50), &Control::new());
    let shown: Vec<(usize, f32)> = search.analysis().moves.iter().map(|mv| (mv.index, mv.prior)).collect();
    assert!(shown.len() == 2 && shown.contains(&(1, 0.25)) && shown.contains(&(4, 0.625)), "{shown:?}");
}

#[test]
fn trees_side_by_side_ask_together_and_grow_as_they_would_alone() {
    let game = ToyGame::random(2, 3, 8, &mut Rng::new(4));
    let config = with(&[("parallel", "{ kind = 'root', threads = 4 }")]);
    let searched = |width| {
        let judge = Arc::new(Mutex::new(Judge::of(width)));
        let mut searcher = searcher_with(&game, &config, judge.clone()).unwrap();
        searcher.run(&Budget::simulations(400), &Control::new());
        let seen = judge.lock().unwrap().seen.clone();
        (searcher.analysis().moves, seen)
    };
    let ((together, seen), (alone, _)) = (searched(64), searched(1));
    assert_eq!(together, alone);
    assert!(seen.iter().filter(|&&count| count == 4).count() > 50, "each tree has one leaf at a time: {seen:?}");
}

#[test]
fn a_run_that_is_stopped_counts_what_was_answered() {
    struct Stopping(Judge, Control);
    impl Evaluate<Position> for Stopping {
        fn evaluate(&mut self, leaves: &mut dyn Source<Position>) {
            let mut left = 100;
            while leaves.prepare(8) > 0 {
                for place in 0..8 {
                    let ticket = leaves.start(place).ticket;
                    leaves.end(ticket, &Outcome { rewards: self.0.value, ..Outcome::default() }, &[]);
                }
                left -= 8;
                if left < 0 {
                    self.1.stop();
                }
            }
        }
    }
    let game = ToyGame::random(2, 3, 9, &mut Rng::new(4));
    let control = Control::new();
    let judge = Arc::new(Mutex::new(Stopping(Judge::of(8), control.clone())));
    let config = rounds(8);
    let mut search = Search::evaluated(&game, &config, judge).unwrap();
    let report = search.run(&Budget::simulations(1_000_000), &control);
    assert!((100..200).contains(&report.simulations), "{report:?}");
    assert_eq!(u64::from(search.tree().visits(ROOT)), report.simulations);
    assert_eq!(search.tree().in_flight(ROOT), 0);
}

/// The rule at the root sees the planned budget; below it nobody does.
#[test]
fn selection_is_told_what_is_planned() {
    struct Watch(Mutex<Vec<Option<f32>>>);
    impl Select for Watch {
        fn score(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
            self.0.lock().unwrap().push(node.planned);
            scores.iter_mut().zip(&node.children.visits).for_each(|(score, visits)| *score = -visits);
        }
    }
    let game = ToyGame::random(2, 4, 3, &mut Rng::new(4));
    let config = with(&[]).check(&game.about()).unwrap();
    let watches = [0, 1].map(|_| Arc::new(Watch(Mutex::default())));
    let [root, select] = watches.clone().map(|watch| AnySelect::Custom(Custom(watch)));
    let policies = Policies { root, select, ..Policies::new(&config, &game.about()) };
    let mut search = Search::evaluated_with(&game, policies, &config, Judge::of(1).shared()).unwrap();
    search.run(&Budget::simulations(50), &Control::new());
    let [at_root, below] = watches.map(|watch| watch.0.lock().unwrap().clone());
    assert!(!at_root.is_empty() && at_root.iter().all(|&planned| planned == Some(50.0)));
    assert!(!below.is_empty() && below.iter().all(|planned| planned.is_none()));
}

/// An evaluator with priors, and chance whose outcomes become children as they are drawn.
#[test]
fn leaves_are_found_below_chance_that_is_drawn() {
    let game: ToyGame = "(0: {1 (1: [1 0] [0 1]) 1 (1: [0 1] [1 0])} [0.25 0.75])".parse().unwrap();
    for chance in ["{ kind = 'all' }", "{ kind = 'widening' }", "{ kind = 'sparse', outcomes = 2 }"] {
        let config = with(&[("chance", chance)]);
        let judge = Judge { priors: Some(0.5), ..Judge::of(4) };
        let search = searched(&game, &config, judge, 2000);
        assert_eq!(search.tree().visits(ROOT), 2000, "{chance}");
    }
}

/// The first round is the root alone, which has no children before it is answered.
#[test]
fn an_evaluator_with_priors_is_asked_once_about_the_root() {
    let game = ToyGame::random(2, 5, 4, &mut Rng::new(3));
    let judge = Arc::new(Mutex::new(Judge { priors: Some(0.5), ..Judge::of(64) }));
    let mut search = Search::evaluated(&game, &rounds(64), judge.clone()).unwrap();
    search.run(&Budget::simulations(200), &Control::new());
    assert_eq!(judge.lock().unwrap().seen[0], 1);
    let chosen: u32 = search.tree().children(ROOT).map(|child| search.tree().visits(child)).sum();
    assert_eq!(chosen, 199, "all other simulations count in a move");
}

/// A round that was answered counts, though its time is over; trees side by side are no exception.
#[test]
fn what_was_answered_in_time_or_after_counts() {
    struct Slow(Judge);
    impl Evaluate<Position> for Slow {
        fn evaluate(&mut self, leaves: &mut dyn Source<Position>) {
            while let count @ 1.. = leaves.prepare(8) {
                std::thread::sleep(std::time::Duration::from_millis(30));
                for place in 0..count {
                    let ticket = leaves.start(place).ticket;
                    leaves.end(ticket, &Outcome { rewards: self.0.value, ..Outcome::default() }, &[]);
                }
            }
        }
    }
    let game = ToyGame::random(2, 3, 8, &mut Rng::new(4));
    for parallel in ["{ kind = 'batch', leaves = 8, playouts = 1 }", "{ kind = 'root', threads = 8 }"] {
        let config = with(&[("parallel", parallel)]);
        let slow = Arc::new(Mutex::new(Slow(Judge::of(8))));
        let mut search = searcher_with(&game, &config, slow).unwrap();
        let report = search.run(&Budget { simulations: None, seconds: Some(0.01) }, &Control::new());
        assert!(report.simulations > 0, "{parallel}: {report:?}");
    }
}

/// The line that is kept of one player does not depend on what else is in a call.
#[test]
fn best_lines_of_trees_side_by_side_do_not_depend_on_batches() {
    let game = ToyGame::random(1, 3, 4, &mut Rng::new(6));
    let line = |width| {
        let config = with(&[("parallel", "{ kind = 'root', threads = 4 }"), ("select.explore.c", "0.5")]);
        let mut search = searcher_with(&game, &config, Judge::of(width).shared()).unwrap();
        search.run(&Budget::simulations(2000), &Control::new());
        search.best_line().unwrap()
    };
    assert_eq!(line(1), line(64));
}

#[test]
fn trees_side_by_side_have_nothing_to_search_for_when_the_game_is_over() {
    let game: ToyGame = "(0: [1 0] [0 1])".parse().unwrap();
    let config = with(&[("parallel", "{ kind = 'root', threads = 2 }")]);
    let mut search = searcher_with(&game, &config, Judge::of(2).shared()).unwrap();
    search.advance(0).unwrap();
    assert_eq!(search.run(&Budget::simulations(100), &Control::new()).simulations, 0);
}

#[test]
fn answers_that_cannot_be_are_refused_at_once() {
    struct Wrong(f32, Vec<f32>);
    impl Evaluate<Position> for Wrong {
        fn gives_priors(&self) -> bool {
            true
        }

        fn evaluate(&mut self, leaves: &mut dyn Source<Position>) {
            while leaves.prepare(1) > 0 {
                let ticket = leaves.start(0).ticket;
                leaves.end(ticket, &Outcome { rewards: Rewards::two(self.0), ..Outcome::default() }, &self.1);
            }
        }
    }
    let wrong = |value: f32, priors: &[f32]| {
        let game = ToyGame::random(2, 2, 4, &mut Rng::new(4));
        let mut search = Search::evaluated(&game, &with(&[]), Arc::new(Mutex::new(Wrong(value, priors.to_vec())))).unwrap();
        let run = || search.run(&Budget::simulations(10), &Control::new());
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err()
    };
    assert!(!wrong(0.5, &[0.5, 0.5]));
    assert!(wrong(7.0, &[0.5, 0.5]) && wrong(f32::NAN, &[0.5, 0.5]), "results");
    assert!(wrong(0.5, &[0.5]) && wrong(0.5, &[0.5; 3]), "the number of priors");
    assert!(wrong(0.5, &[0.5, f32::NAN]) && wrong(0.5, &[0.5, 1.5]), "priors");
    struct Twice;
    impl Evaluate<Position> for Twice {
        fn evaluate(&mut self, leaves: &mut dyn Source<Position>) {
            while let count @ 2.. = leaves.prepare(2) {
                let ticket = leaves.start(0).ticket;
                (0..count)
                    .for_each(|_| leaves.end(ticket, &Outcome { rewards: Rewards::draw(), ..Outcome::default() }, &[]));
            }
        }
    }
    let game = ToyGame::random(2, 3, 4, &mut Rng::new(4));
    let mut search = Search::evaluated(&game, &rounds(2), Arc::new(Mutex::new(Twice))).unwrap();
    let run = || search.run(&Budget::simulations(10), &Control::new());
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err(), "two answers");
    struct Silent;
    impl Evaluate<Position> for Silent {
        fn evaluate(&mut self, leaves: &mut dyn Source<Position>) {
            leaves.prepare(1);
        }
    }
    let game = ToyGame::random(2, 2, 4, &mut Rng::new(4));
    let mut search = Search::evaluated(&game, &with(&[]), Arc::new(Mutex::new(Silent))).unwrap();
    let run = || search.run(&Budget::simulations(10), &Control::new());
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err(), "a leaf without an answer");
}

#[test]
fn what_has_no_use_for_an_evaluator_is_refused() {
    let game = ToyGame::random(2, 3, 3, &mut Rng::new(1));
    for change in [
        ("playout.kind", "mast"),
        ("parallel.kind", "tree"),
        ("parallel.kind", "leaf"),
        ("parallel", "{ kind = 'batch', leaves = 4, playouts = 2 }"),
        ("select.value.kind", "rave"),
    ] {
        let error = Search::evaluated(&game, &with(&[change]), Judge::of(1).shared()).err().unwrap().to_string();
        assert!(error.starts_with(&format!("search.{}", change.0.split('.').next().unwrap())), "{error}");
    }
    let together: ToyGame = "<2 2: [1 0] [0 1] [0 1] [1 0]>".parse().unwrap();
    let priors = Judge { priors: Some(0.5), ..Judge::of(1) };
    let error = Search::evaluated(&together, &with(&[]), priors.shared()).err().unwrap().to_string();
    assert!(error.contains("priors once"), "{error}");
    assert!(Search::evaluated(&together, &with(&[]), Judge::of(1).shared()).is_ok());
    let one = ToyGame::random(1, 3, 3, &mut Rng::new(1));
    let config = with(&[("algorithm.kind", "nested")]).check(&one.about()).unwrap();
    let error = Search::evaluated(&one, &config, Judge::of(1).shared()).err().unwrap().to_string();
    assert!(error.starts_with("search.algorithm"), "{error}");
    assert_eq!(Player::FIRST, one.start().turn().player().unwrap());
}
