//! Rules that fail in the middle of a simulation: it does not count, and the tree is that of the simulations before it. Rules
//! that panic there end the search with their panic.

use katsura_game::{About, Game, Rewards, State, Turn, plain};
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::config::preset;
use katsura_mcts::parallel::{BatchPlayouts, LeafThreads, Parallel, RootThreads, TreeThreads};
use katsura_mcts::tree::{NodeId, ROOT, Tree};
use katsura_mcts::{Budget, Control, Search, SearchConfig, searcher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

type Plain = <TicTacToe as Game>::State;

/// What a rule says when it panics.
const WORDS: &str = "the rules of tic-tac-toe are broken";
/// The name of the thread that asks for a search.
const CALLER: &str = "caller";

/// What happens when no more moves are left.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// Every position has failed.
    Fails,
    /// The next move panics, and those after it are made.
    Panics,
    /// The same, and only the moves of threads that the search has made are counted.
    PanicsInHelpers,
}

/// Tic-tac-toe that can make so many moves.
#[derive(Clone)]
struct Failing {
    left: Arc<AtomicI64>,
    end: End,
}

#[derive(Clone)]
struct Position {
    plain: Plain,
    failing: Failing,
}

impl Failing {
    fn new(left: i64, end: End) -> Self {
        Failing { left: Arc::new(AtomicI64::new(left)), end }
    }

    fn count_move(&self) {
        let counts = self.end != End::PanicsInHelpers || thread::current().name() != Some(CALLER);
        if counts && self.left.fetch_sub(1, SeqCst) == 0 && self.end != End::Fails {
            // a panic that prints nothing
            resume_unwind(Box::new(WORDS.to_string()));
        }
    }
}

impl Game for Failing {
    type State = Position;

    fn about(&self) -> About {
        About::board("failing", 1, 9)
    }

    fn start(&self) -> Position {
        Position { plain: TicTacToe {}.start(), failing: self.clone() }
    }
}

impl State for Position {
    type Move = <Plain as State>::Move;

    fn turn(&self) -> Turn {
        if self.has_failed() { Turn::Over } else { self.plain.turn() }
    }

    fn legal_moves(&self, moves: &mut Vec<Self::Move>) {
        self.plain.legal_moves(moves);
    }

    fn apply(&mut self, mv: Self::Move) {
        self.failing.count_move();
        self.plain.apply(mv);
    }

    fn rewards(&self) -> Rewards {
        self.plain.rewards()
    }

    /// Lets other threads go on: the numbers of moves are asked for while a leaf gets its children.
    fn move_index(&self, mv: Self::Move) -> usize {
        if self.failing.end == End::Fails {
            thread::yield_now();
        }
        self.plain.move_index(mv)
    }

    fn move_at(&self, index: usize) -> Self::Move {
        self.plain.move_at(index)
    }

    fn has_failed(&self) -> bool {
        self.failing.end == End::Fails && self.failing.left.load(SeqCst) < 0
    }
}

plain!(Position: Points, LightPlayout, Lanes, Skip, Hidden, Knowledge);

fn print_tree(tree: &Tree, node: NodeId, out: &mut Vec<(usize, u32, f32)>) {
    out.push((tree.move_index(node), tree.visits(node), tree.mean(node)));
    tree.children(node).for_each(|child| print_tree(tree, child, out));
}

fn nodes(tree: &Tree) -> Vec<(usize, u32, f32)> {
    let mut out = Vec::new();
    print_tree(tree, ROOT, &mut out);
    out
}

/// A search that may make so many moves, after so many simulations or as many as it could.
fn searched(config: &SearchConfig, moves: i64, simulations: u64) -> (Search<Failing>, u64) {
    let game = Failing::new(moves, End::Fails);
    let mut search = Search::new(&game, config).unwrap();
    let report = search.run(&Budget::simulations(simulations), &Control::new());
    game.left.store(i64::MAX, SeqCst);
    (search, report.simulations)
}

#[test]
fn a_simulation_whose_rules_fail_does_not_count_and_the_run_ends() {
    let batch = BatchPlayouts { leaves: 3, playouts: 2, virtual_loss: 1.0 };
    let ways = [Parallel::None, Parallel::Leaf(LeafThreads { threads: 3 }), Parallel::Batch(batch)];
    for parallel in ways {
        let config = SearchConfig { parallel, ..preset("uct").unwrap() };
        for moves in [0, 1, 5, 123, 1000] {
            let (mut failed, made) = searched(&config, moves, 10_000);
            assert!(made < 10_000 && failed.tree().visits(ROOT) == made as u32, "{parallel:?} {moves}: {made}");
            let (mut whole, _) = searched(&config, i64::MAX, made);
            if parallel == Parallel::None && made > 0 {
                assert_eq!(nodes(failed.tree())[..1], nodes(whole.tree())[..1]);
                assert_eq!(failed.analysis().moves, whole.analysis().moves, "{moves}");
            }
            let more = failed.run(&Budget::simulations(60), &Control::new());
            assert!(more.simulations >= 60, "it goes on");
            assert_eq!(failed.analysis().simulations, made + more.simulations);
        }
    }
}

#[test]
fn nothing_is_under_way_after_rules_failed_in_threads_that_share_a_tree() {
    fn check(tree: &Tree, node: NodeId) {
        assert_eq!(tree.in_flight(node), 0);
        tree.children(node).for_each(|child| check(tree, child));
    }
    let parallel = Parallel::Tree(TreeThreads { threads: 4, virtual_loss: 1.0 });
    let config = SearchConfig { parallel, ..preset("uct").unwrap() };
    let (failed, made) = searched(&config, 3000, 10_000);
    assert_eq!(failed.tree().visits(ROOT) as u64, made);
    check(failed.tree(), ROOT);
}

#[test]
fn threads_that_share_a_tree_count_every_simulation_in_a_move_of_the_root() {
    let parallel = Parallel::Tree(TreeThreads { threads: 4, virtual_loss: 1.0 });
    let config = SearchConfig { parallel, memory_mib: 1, ..preset("uct").unwrap() };
    for moves in (0..200).step_by(4) {
        let (mut failed, made) = searched(&config, moves, 10_000);
        let visits: u32 = failed.analysis().moves.iter().map(|mv| mv.visits).sum();
        assert_eq!(u64::from(visits), made, "{moves}");
    }
}

#[test]
fn trees_of_which_some_could_not_begin_are_added_up() {
    let parallel = Parallel::Root(RootThreads { threads: 4 });
    let config = SearchConfig { parallel, memory_mib: 4, ..preset("uct").unwrap() };
    for moves in (0..200).step_by(8) {
        let game = Failing::new(moves, End::Fails);
        let mut search = searcher(&game, &config).unwrap();
        let report = search.run(&Budget::simulations(1000), &Control::new());
        game.left.store(i64::MAX, SeqCst);
        let visits: u32 = search.analysis().moves.iter().map(|mv| mv.visits).sum();
        assert_eq!(u64::from(visits), report.simulations, "{moves}");
    }
}

/// What a search without a budget says when it panics; it gets a minute.
fn last_words(parallel: Parallel, game: Failing) -> String {
    let (tell, told) = mpsc::channel();
    let search = move || {
        let config = SearchConfig { parallel, memory_mib: 16, ..preset("uct").unwrap() };
        let mut search = searcher(&game, &config).unwrap();
        let ended =
            catch_unwind(AssertUnwindSafe(|| search.run(&Budget { simulations: None, seconds: None }, &Control::new())));
        let words = ended.map_or_else(|panic| panic.downcast_ref::<String>().cloned(), |report| Some(format!("{report:?}")));
        tell.send(words.unwrap_or_default()).unwrap();
    };
    thread::Builder::new().name(CALLER.to_string()).spawn(search).unwrap();
    told.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| "it hangs".to_string())
}

/// The ways in which a search does not end with the panic that it should, with what it says instead.
fn other_ends(ways: &[Parallel], end: End, moves: &[i64]) -> Vec<(Parallel, i64, String)> {
    let ends = ways.iter().filter_map(|&parallel| {
        let mut ends = moves.iter().map(|&left| (parallel, left, last_words(parallel, Failing::new(left, end))));
        ends.find(|(_, _, words)| words != WORDS)
    });
    ends.collect()
}

#[test]
fn a_panic_in_the_rules_ends_a_search_with_that_panic_however_threads_work_together() {
    let ways = [
        Parallel::None,
        Parallel::Root(RootThreads { threads: 3 }),
        Parallel::Leaf(LeafThreads { threads: 3 }),
        Parallel::Batch(BatchPlayouts { leaves: 3, playouts: 2, virtual_loss: 1.0 }),
        Parallel::Tree(TreeThreads { threads: 3, virtual_loss: 1.0 }),
    ];
    assert_eq!(other_ends(&ways, End::Panics, &[0, 7, 50, 51, 52, 53, 300]), []);
}

#[test]
fn a_panic_in_a_helping_thread_alone_ends_the_search_with_it() {
    let ways = [
        Parallel::Root(RootThreads { threads: 3 }),
        Parallel::Leaf(LeafThreads { threads: 3 }),
        Parallel::Tree(TreeThreads { threads: 3, virtual_loss: 1.0 }),
    ];
    assert_eq!(other_ends(&ways, End::PanicsInHelpers, &[0, 50, 300]), []);
}
