//! The search as a whole: convergence, determinism, bookkeeping.

use katsura_game::toy::ToyGame;
use katsura_game::{Game, Knowledge, Rng, SKIP, State};
use katsura_games::go::{Go9, Rules};
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::config::{Preset, path, preset, presets};
use katsura_mcts::parallel::{BatchPlayouts, LeafThreads, Parallel, RootThreads, TreeThreads};
use katsura_mcts::tree::{NodeId, ROOT, Tree};
use katsura_mcts::{Budget, Control, RewardKind, Search, SearchConfig, Searcher, searcher};

fn uct() -> SearchConfig {
    preset("uct").unwrap()
}

/// A configuration with some parameters, written `key=value`, changed.
fn with(config: SearchConfig, settings: &[&str]) -> SearchConfig {
    settings.iter().fold(config, |config, text| {
        let (key, value) = text.split_once('=').unwrap();
        path::set(&config, key, value).unwrap()
    })
}

fn run<G: Game<State: Knowledge>>(game: &G, config: &SearchConfig, simulations: u64) -> Search<G> {
    let mut search = Search::new(game, config).unwrap();
    search.run(&Budget::simulations(simulations), &Control::new());
    search
}

/// A tree as text: the statistics of every node, by depth.
fn print_tree(tree: &Tree, node: NodeId, depth: usize, out: &mut String) {
    out.push_str(&format!("{}{} {} {:.6}\n", " ".repeat(depth), tree.move_index(node), tree.visits(node), tree.mean(node)));
    tree.children(node).for_each(|child| print_tree(tree, child, depth + 1, out));
}

fn tree_text(tree: &Tree) -> String {
    let mut out = String::new();
    print_tree(tree, ROOT, 0, &mut out);
    out
}

/// Every node has been visited as often as its children together, plus the times it was a leaf.
fn check_counts(tree: &Tree, node: NodeId) {
    let below: u32 = tree.children(node).map(|child| tree.visits(child)).sum();
    assert!(tree.visits(node) >= below, "node {node}: {} visits, {below} below", tree.visits(node));
    assert_eq!(tree.in_flight(node), 0, "nothing is under way after a run");
    tree.children(node).for_each(|child| check_counts(tree, child));
}

#[test]
fn counts_grow_as_drawn() {
    // Player 0 chooses between a sure loss and a sure win:      (0)
    //                                                          /   \
    // simulation 1 and 2 try both, then the win is repeated.  [0]  [1]
    let game: ToyGame = "(0: [0 1] [1 0])".parse().unwrap();
    let mut search = Search::new(&game, &path::set(&uct(), "select.explore.c", "0.5").unwrap()).unwrap();
    let mut seen = Vec::new();
    for _ in 0..4 {
        search.run(&Budget::simulations(1), &Control::new());
        let tree = search.tree();
        let mut counts: Vec<_> = tree.children(ROOT).map(|child| (tree.visits(child), tree.mean(child))).collect();
        counts.truncate(2);
        seen.push(counts);
    }
    assert_eq!(seen[1], [(1, 0.0), (1, 1.0)]);
    assert_eq!(seen[2], [(1, 0.0), (2, 1.0)]);
    assert_eq!(seen[3], [(1, 0.0), (3, 1.0)]);
    assert_eq!(search.tree().visits(ROOT), 4);
}

#[test]
fn uct_finds_the_draw_of_tic_tac_toe() {
    let mut search = run(&TicTacToe {}, &uct(), 300_000);
    let analysis = search.analysis();
    assert_eq!(analysis.best, Some(4));
    assert!((analysis.moves[0].mean - 0.5).abs() < 0.06, "{}", analysis.moves[0].mean);
}

#[test]
fn uct_finds_the_winning_first_move_of_connect_four() {
    let game = katsura_games::connect_four::ConnectFour::default();
    let mut search = run(&game, &uct(), 300_000);
    assert_eq!(search.analysis().best, Some(3), "the middle column");
}

#[test]
fn random_trees_converge_to_their_minimax_value() {
    for (players, width, depth) in [(1, 3, 4), (2, 3, 5), (2, 2, 8)] {
        for seed in 0..10 {
            let game = ToyGame::random(players, width, depth, &mut Rng::new(seed));
            let mut search = run(&game, &uct(), 30_000);
            let best = search.analysis().moves[0].mean;
            let value = game.minimax()[0];
            assert!((best - value).abs() < 0.1, "{players} players, seed {seed}: {best} for {value}");
        }
    }
}

#[test]
fn three_players_and_chance_are_the_same_code() {
    // Player 0 should hand the choice to player 2, who takes 0.6 and leaves 0.4.
    let game: ToyGame = "(0: (1: [0 1 0] [1 0 0]) (2: [0.4 0 0.6] [0.9 0 0.1]))".parse().unwrap();
    assert_eq!(run(&game, &uct(), 5000).analysis().best, Some(1));
    // A coin worth 0.7 on average beats a sure 0.6.
    let game: ToyGame = "(0: [0.6 0.4] {7 [1 0] 3 [0 1]})".parse().unwrap();
    let mut search = run(&game, &uct(), 20_000);
    let analysis = search.analysis();
    assert_eq!(analysis.best, Some(1));
    assert!((analysis.moves[0].mean - 0.7).abs() < 0.02);
}

#[test]
fn nobody_chooses_where_chance_decides() {
    // The coin is worth 0.7 to the first player, who takes the better of two ends after it.
    let game: ToyGame = "(0: [0.6 0.4] {7 (0: [1 0] [0 1]) 3 [0 1]})".parse().unwrap();
    for backup in ["max", "robust_max", "mix", "informed_average"] {
        let config = path::set(&uct(), "backup.kind", backup).unwrap();
        let search = run(&game, &config, 20_000);
        let coin = search.tree().children(ROOT).nth(1).unwrap();
        let value = search.tree().value(coin);
        assert!((value - 0.7).abs() < 0.03, "{backup}: {value}");
    }
    for (text, first) in [
        ("(0: [0 1] {1 [1 0] 1 [0 1]})", None),
        ("(1: [1 0] {1 [1 0] 1 [0 1]})", None),
        ("(1: [1 0] {1 (0: [0 1] [1 0]) 1 [1 0]})", Some(1.0)),
        ("(0: [0 1] {1 (1: [1 0] [0 1]) 1 [0 1]})", Some(0.0)),
    ] {
        let game: ToyGame = text.parse().unwrap();
        for solver in ["win_loss", "score_bounded"] {
            let search = run(&game, &path::set(&uct(), "solver", solver).unwrap(), 500);
            assert_eq!(search.tree().bounds(ROOT).reward(), first, "{text} {solver}");
        }
    }
}

#[test]
fn counts_end_before_they_are_full() {
    for parallel in [Parallel::None, Parallel::Tree(TreeThreads::default())] {
        let mut search = run(&TicTacToe {}, &SearchConfig { parallel, memory_mib: 8, ..uct() }, 100);
        search.tree().add(ROOT, u32::MAX - (1 << 28) - 200, 0.5);
        let report = search.run(&Budget::default(), &Control::new());
        assert!((100..300).contains(&report.simulations), "{report:?}");
        assert_eq!(search.run(&Budget::default(), &Control::new()).simulations, 0);
    }
}

#[test]
fn memory_is_a_limit_for_all_trees_together_and_no_more_than_there_is() {
    let parallel = Parallel::Root(RootThreads { threads: 64 });
    let mut search = searcher(&TicTacToe {}, &SearchConfig { parallel, memory_mib: 1, ..uct() }).unwrap();
    search.run(&Budget::simulations(640_000), &Control::new());
    let bytes = Tree::bytes_per_node(search.tree().needs()) * search.tree().capacity();
    assert!(bytes <= (1 << 20) / 64, "{bytes}");
    let most = SearchConfig { memory_mib: 1 << 20, ..uct() };
    if let Err(error) = Search::new(&TicTacToe {}, &most) {
        assert_eq!(error.to_string(), "search.memory_mib: 1048576 MiB are more than this machine can give");
    }
}

#[test]
fn the_same_seed_grows_the_same_tree() {
    let fits = |preset: &&Preset| preset.config().check(&TicTacToe {}.about()).is_ok();
    for preset in presets().iter().filter(fits) {
        let config = preset.config();
        let (a, b) = (run(&TicTacToe {}, &config, 3000), run(&TicTacToe {}, &config, 3000));
        assert_eq!(tree_text(a.tree()), tree_text(b.tree()), "{}", preset.name);
        check_counts(a.tree(), ROOT);
    }
    let other = path::set(&uct(), "seed", "2").unwrap();
    assert_ne!(tree_text(run(&TicTacToe {}, &uct(), 3000).tree()), tree_text(run(&TicTacToe {}, &other, 3000).tree()));
}

#[test]
fn one_tree_thread_is_the_sequential_search() {
    let tree = SearchConfig { parallel: Parallel::Tree(TreeThreads { threads: 1, virtual_loss: 1.0 }), ..uct() };
    assert_eq!(tree_text(run(&TicTacToe {}, &tree, 2000).tree()), tree_text(run(&TicTacToe {}, &uct(), 2000).tree()));
}

#[test]
fn threads_that_share_a_tree_lose_no_simulation() {
    let config = SearchConfig { parallel: Parallel::Tree(TreeThreads { threads: 4, virtual_loss: 1.0 }), ..uct() };
    let search = run(&TicTacToe {}, &config, 20_000);
    assert_eq!(search.tree().visits(ROOT), 20_000);
    check_counts(search.tree(), ROOT);
}

#[test]
fn root_parallelism_is_deterministic_and_adds_up() {
    let config = SearchConfig { parallel: Parallel::Root(RootThreads { threads: 3 }), ..uct() };
    let analyse = || {
        let mut search = searcher(&TicTacToe {}, &config).unwrap();
        search.run(&Budget::simulations(1000), &Control::new());
        search.analysis()
    };
    assert_eq!(analyse(), analyse());
    assert_eq!(analyse().moves.iter().map(|mv| mv.visits).sum::<u32>(), 1000);
}

#[test]
fn leaf_parallelism_is_deterministic_and_one_thread_is_the_sequential_search() {
    let leaf = |threads| SearchConfig { parallel: Parallel::Leaf(LeafThreads { threads }), ..uct() };
    let (a, b) = (run(&TicTacToe {}, &leaf(3), 3000), run(&TicTacToe {}, &leaf(3), 3000));
    assert_eq!(tree_text(a.tree()), tree_text(b.tree()));
    assert_eq!(a.tree().visits(ROOT), 3000, "every playout counts as a simulation");
    for budget in [1, 20, 3001] {
        assert_eq!(run(&TicTacToe {}, &leaf(3), budget).tree().visits(ROOT), budget as u32, "no more than the budget");
    }
    check_counts(a.tree(), ROOT);
    assert_eq!(tree_text(run(&TicTacToe {}, &leaf(1), 2000).tree()), tree_text(run(&TicTacToe {}, &uct(), 2000).tree()));
}

#[test]
fn batches_count_every_playout_and_agree_with_single_playouts() {
    let (game, flat) = (Go9::new(Rules { size: 5, ..Rules::default() }), preset("flat-mc").unwrap());
    for reward in [RewardKind::Win, RewardKind::Score] {
        let single = SearchConfig { reward, ..flat.clone() };
        let batch = SearchConfig {
            parallel: Parallel::Batch(BatchPlayouts { playouts: 700, ..BatchPlayouts::default() }),
            ..single.clone()
        };
        let (a, b) = (run(&game, &batch, 100_000), run(&game, &batch, 100_000));
        assert_eq!(tree_text(a.tree()), tree_text(b.tree()));
        assert_eq!(a.tree().visits(ROOT), 100_000, "every playout counts as a simulation");
        check_counts(a.tree(), ROOT);
        // Other draws of the same distribution: each mean within four standard errors of the difference, at most sqrt(2 · ¼/3800).
        let single = run(&game, &single, 100_000);
        for (x, y) in a.tree().children(ROOT).zip(single.tree().children(ROOT)) {
            let (x, y) = (a.tree().mean(x), single.tree().mean(y));
            assert!((x - y).abs() < 4.0 * (0.5f32 / 3800.0).sqrt(), "{x} {y}");
        }
    }
}

#[test]
fn batches_end_at_ends_and_keep_to_their_budget() {
    let shaped = |leaves, playouts, virtual_loss| SearchConfig {
        parallel: Parallel::Batch(BatchPlayouts { leaves, playouts, virtual_loss }),
        ..uct()
    };
    for (leaves, playouts) in [(1, 7), (20, 1), (5, 3)] {
        let mut search = run(&TicTacToe {}, &shaped(leaves, playouts, 1.0), 5000);
        assert_eq!(search.tree().visits(ROOT), 5000);
        check_counts(search.tree(), ROOT);
        assert_eq!(search.analysis().best, Some(4), "the centre");
    }
    // nine leaves are the nine moves, five playouts each
    let flat = SearchConfig { parallel: shaped(9, 5, 1.0).parallel, ..preset("mcs-pure").unwrap() };
    let search = run(&TicTacToe {}, &flat, 450);
    assert!(search.tree().children(ROOT).all(|child| search.tree().visits(child) == 50));
    let batch = shaped(1, 7, 1.0);
    let error = path::set(&batch, "playout.kind", "mast").unwrap().check(&TicTacToe {}.about()).unwrap_err().to_string();
    assert!(error.starts_with("search.parallel: plays light playouts"), "{error}");
    let rave = SearchConfig { parallel: batch.parallel, ..preset("rave").unwrap() };
    assert!(rave.check(&TicTacToe {}.about()).is_err(), "AMAF asks for the moves");
}

#[test]
fn the_tree_below_a_move_is_kept() {
    let mut search = run(&TicTacToe {}, &uct(), 5000);
    let tree = search.tree();
    let child = tree.children(ROOT).find(|&child| tree.move_index(child) == 4).unwrap();
    let mut kept = String::new();
    print_tree(tree, child, 0, &mut kept);
    search.advance(4).unwrap();
    assert_eq!(tree_text(search.tree()), kept);
    check_counts(search.tree(), ROOT);
    assert!(search.advance(4).is_err(), "the centre is taken");
    let mut fresh = run(&TicTacToe {}, &SearchConfig { reuse: false, ..uct() }, 5000);
    fresh.advance(4).unwrap();
    assert_eq!(fresh.tree().nodes(), 1);
}

#[test]
fn a_restricted_root_tries_only_what_is_allowed_until_the_next_move() {
    let threads = Parallel::Root(RootThreads { threads: 2 });
    for parallel in [Parallel::None, threads] {
        let mut search = searcher(&TicTacToe {}, &SearchConfig { parallel, memory_mib: 8, ..uct() }).unwrap();
        search.run(&Budget::simulations(100), &Control::new());
        search.restrict(&[1, 5]);
        search.run(&Budget::simulations(100), &Control::new());
        let analysis = search.analysis();
        let mut moves: Vec<usize> = analysis.moves.iter().map(|mv| mv.index).collect();
        moves.sort_unstable();
        assert_eq!(moves, [1, 5]);
        assert!([Some(1), Some(5)].contains(&analysis.best));
        search.advance(1).unwrap();
        search.run(&Budget::simulations(100), &Control::new());
        assert_eq!(search.analysis().moves.len(), 8);
    }
}

#[test]
fn a_skipped_turn_is_no_move_of_the_tree() {
    let mut search = searcher(&Go9::new(Rules::default()), &SearchConfig { memory_mib: 8, ..uct() }).unwrap();
    search.run(&Budget::simulations(100), &Control::new());
    search.advance(SKIP).unwrap();
    assert_eq!(search.analysis().simulations, 0);
    search.restart(&[40, SKIP, 41]).unwrap();
    search.run(&Budget::simulations(100), &Control::new());
    assert_eq!(search.analysis().moves.len(), 80, "79 points and the pass");
    let mut other = searcher(&TicTacToe {}, &SearchConfig { memory_mib: 8, ..uct() }).unwrap();
    assert!(other.advance(SKIP).is_err() && other.restart(&[SKIP]).is_err(), "a game that cannot skip says so");
}

#[test]
fn the_student_starts_afresh_when_the_other_player_moves() {
    // statistics of X's would make O help it
    let mut search = searcher(&TicTacToe {}, &SearchConfig { memory_mib: 8, ..preset("student").unwrap() }).unwrap();
    search.restart(&[4, 0]).unwrap();
    search.run(&Budget::simulations(4000), &Control::new());
    search.advance(2).unwrap();
    search.run(&Budget::simulations(4000), &Control::new());
    let analysis = search.analysis();
    assert!(analysis.moves.iter().map(|mv| mv.visits).sum::<u32>() <= 4000, "nothing was kept");
}

#[test]
fn a_batch_may_not_be_larger_than_a_search_can_wait_for() {
    let parallel = Parallel::Batch(BatchPlayouts { leaves: 65536, playouts: 2, ..BatchPlayouts::default() });
    let error = Search::new(&TicTacToe {}, &SearchConfig { parallel, ..uct() }).err().unwrap();
    assert!(error.to_string().contains("131072 playouts"), "{error}");
}

#[test]
fn a_full_tree_goes_on_simulating_and_says_so() {
    let game = ToyGame::random(2, 8, 6, &mut Rng::new(1));
    let config = SearchConfig { memory_mib: 1, ..uct() };
    let mut search = run(&game, &config, 100_000);
    let analysis = search.analysis();
    assert!(analysis.tree_full && analysis.nodes * analysis.bytes_per_node <= 1 << 20);
    assert_eq!(analysis.simulations, 100_000);
}

#[test]
fn a_search_stops_from_another_thread() {
    let mut search = Search::new(&TicTacToe {}, &uct()).unwrap();
    let control = Control::new();
    let handle = control.clone();
    let watcher = std::thread::spawn(move || {
        while handle.done() < 1000 {
            std::thread::yield_now();
        }
        handle.stop();
    });
    let report = search.run(&Budget::default(), &control);
    watcher.join().unwrap();
    assert!(report.simulations >= 1000);
    assert!(search.best_move().is_some(), "the result is there at any time");
}

#[test]
fn max_robust_searches_on_within_its_limit() {
    let config = path::set(&uct(), "choose.kind", "max_robust").unwrap();
    let mut search = Search::new(&TicTacToe {}, &config).unwrap();
    let report = search.run(&Budget::simulations(40), &Control::new());
    assert!((40..=80).contains(&report.simulations), "{}", report.simulations);
    let config = path::set(&config, "choose.patience", "1.01").unwrap();
    let report = Search::new(&TicTacToe {}, &config).unwrap().run(&Budget::simulations(1000), &Control::new());
    assert!((1000..=1010).contains(&report.simulations), "{}", report.simulations);
}

#[test]
fn players_without_search_make_no_simulation() {
    let mut search = Search::new(&TicTacToe {}, &preset("random").unwrap()).unwrap();
    assert_eq!(search.run(&Budget::simulations(1000), &Control::new()).simulations, 0);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..200 {
        seen.insert(search.best_move().unwrap());
    }
    assert_eq!(seen.len(), 9);
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut search = Search::new(&TicTacToe {}, &uct()).unwrap();
    Searcher::restart(&mut search, &[0, 3, 1, 4, 2]).unwrap();
    assert!(search.position().turn().is_over());
    assert_eq!(search.run(&Budget::simulations(10), &Control::new()).simulations, 0);
    assert_eq!(search.best_move(), None);
    assert!(Searcher::restart(&mut search, &[0, 0]).is_err());
    assert!(Searcher::advance(&mut search, 1_000_000).is_err());
}

#[test]
fn flat_methods_grow_no_tree() {
    for name in ["flat-mc", "flat-ucb", "mcs-pure"] {
        let search = run(&TicTacToe {}, &preset(name).unwrap(), 1000);
        assert_eq!(search.tree().nodes(), 10, "{name}");
    }
    let even = run(&TicTacToe {}, &preset("mcs-pure").unwrap(), 900);
    assert!(
        even.tree().children(ROOT).all(|child| even.tree().visits(child) == 100),
        "every move gets the same number of games"
    );
}

#[test]
fn the_tree_has_all_positions_of_the_depth_and_none_below() {
    let config = path::set(&uct(), "expand", "{ kind = 'to_depth', depth = 2 }").unwrap();
    let config = path::set(&config, "select.explore", "{ kind = 'even' }").unwrap();
    let search = run(&TicTacToe {}, &config, 2000);
    assert_eq!(search.tree().nodes(), 1 + 9 + 9 * 8);
}

#[test]
fn scores_and_wins_are_different_rewards() {
    let reversi = katsura_games::reversi::Reversi { size: 4 };
    let score = path::set(&uct(), "reward", "score").unwrap();
    let (mut wins, mut scores) = (run(&reversi, &uct(), 2000), run(&reversi, &score, 2000));
    let spread = |analysis: &katsura_mcts::Analysis| (analysis.moves[0].mean - 0.5).abs();
    assert_ne!(tree_text(wins.tree()), tree_text(scores.tree()));
    assert!(spread(&scores.analysis()) < spread(&wins.analysis()) + 0.25, "a score lies nearer to the middle");
    assert!(Search::new(&TicTacToe {}, &score).map(|_| ()).unwrap_err().to_string().contains("tic-tac-toe has none"));
}

#[test]
fn transpositions_share_children_and_need_fewer_nodes() {
    let with = |form: &str| path::set(&uct(), "transpositions.form", form).unwrap();
    let plain = run(&TicTacToe {}, &uct(), 20_000).tree().nodes();
    // the 5,478 positions have 16,167 moves in all, and each has its children once
    let most = 1 + 16_167;
    assert!(plain > most);
    for form in ["uct1", "uct2", "uct3"] {
        let mut search = run(&TicTacToe {}, &with(form), 20_000);
        assert!(search.tree().nodes() <= most, "{form}: {} of {plain}", search.tree().nodes());
        assert_eq!(search.analysis().best, Some(4), "{form}");
    }
    assert_eq!(tree_text(run(&TicTacToe {}, &with("none"), 500).tree()), tree_text(run(&TicTacToe {}, &uct(), 500).tree()));
}

#[test]
fn the_student_backs_up_one_sign_and_so_plays_for_both() {
    // Player 1 would refute the first move; the student believes it will not.
    let game: ToyGame = "(0: (1: [1 0] [0 1]) (1: [0.6 0.4] [0.6 0.4]))".parse().unwrap();
    assert_eq!(run(&game, &preset("student").unwrap(), 4000).analysis().best, Some(0));
    assert_eq!(run(&game, &uct(), 4000).analysis().best, Some(1));
}

#[test]
fn pruning_looks_at_what_is_finished_only() {
    // with 200 leaves under way, each five losses, the moves of a fair game seem to differ
    let base = [
        "expand.kind=root_only",
        "prune.kind=progressive_pruning",
        "prune.sigma_e=0",
        "prune.r_d=1",
        "prune.min_visits=300",
    ];
    let batch = ["parallel.kind=batch", "parallel.leaves=200", "parallel.playouts=1", "parallel.virtual_loss=5"];
    let config = with(uct(), &[&base[..], &batch].concat());
    let search = run(&TicTacToe {}, &config, 20_000);
    let tree = search.tree();
    let closed: Vec<u32> =
        tree.children(ROOT).filter(|&child| tree.is_closed(child)).map(|child| tree.visits(child)).collect();
    assert!(!closed.is_empty() && closed.iter().all(|&visits| visits >= 300), "{closed:?}");
}

#[test]
fn chance_alone_chooses_among_open_children_with_equal_chances() {
    let settings = ["expand.kind=root_only", "select.explore.kind=epsilon_greedy", "select.explore.epsilon=1"];
    let pruned = ["prune.kind=progressive_unpruning", "prune.k_init=3", "prune.a=1000000", "prune.threshold=0"];
    let config = with(uct(), &[&settings[..], &pruned].concat());
    let search = run(&TicTacToe {}, &config, 3000);
    let tree = search.tree();
    let open: Vec<u32> = tree.children(ROOT).map(|child| tree.visits(child)).filter(|&visits| visits > 20).collect();
    assert!(open.len() == 3 && open.iter().all(|visits| (880..1120).contains(visits)), "{open:?}");
}

#[test]
fn the_pool_is_empty_after_the_cut_off_of_amaf() {
    let play = |settings: &[&str]| {
        let config = with(preset("flat-mc").unwrap(), settings);
        tree_text(run(&Go9::new(Rules { size: 5, ..Rules::default() }), &config, 3000).tree())
    };
    let pool = ["playout.kind=pool_rave", "playout.probability=1", "playout.min_visits=1"];
    let cut_off = |visits: &'static str| play(&[&pool[..], &[visits]].concat());
    assert_ne!(play(&pool), cut_off("amaf.cutoff=200"));
    assert_ne!(cut_off("amaf.cutoff=0"), cut_off("amaf.cutoff=200"));
}

#[test]
fn tables_with_values_of_their_own_go_with_means_only() {
    let config = |form: &str, backup: &str| {
        let config = path::set(&uct(), "transpositions.form", form).unwrap();
        Search::new(&TicTacToe {}, &path::set(&config, "backup.kind", backup).unwrap()).map(|_| ())
    };
    assert!(config("uct2", "max").unwrap_err().to_string().contains("use search.backup.kind = mean"));
    assert!(config("uct3", "weighted").is_err() && config("uct1", "max").is_ok() && config("uct3", "mean").is_ok());
}

#[test]
fn minimax_backups_find_the_only_good_move() {
    for kind in ["max", "robust_max", "mix", "informed_average", "weighted"] {
        let config = path::set(&uct(), "backup.kind", kind).unwrap();
        for seed in 0..5 {
            let game = ToyGame::random(2, 3, 4, &mut Rng::new(seed));
            let best = run(&game, &config, 20_000).analysis().moves[0].mean;
            assert!((best - game.minimax()[0]).abs() < 0.15, "{kind}, seed {seed}: {best} for {}", game.minimax()[0]);
        }
    }
    let three: ToyGame = "(0: [1 0 0] [0 1 0])".parse().unwrap();
    let refused = Search::new(&three, &path::set(&uct(), "backup.kind", "max").unwrap());
    assert!(refused.map(|_| ()).unwrap_err().to_string().contains("not a game of two"));
}

#[test]
fn players_without_a_search_obey_superko() {
    let game = Go9::new(Rules { size: 3, ..Rules::default() });
    for (name, seed) in ["random", "wise-random"].into_iter().flat_map(|name| (0..200).map(move |seed| (name, seed))) {
        let mut search = Search::new(&game, &SearchConfig { seed, ..preset(name).unwrap() }).unwrap();
        for _ in 0..100 {
            let Some(mv) = search.best_move() else { break };
            search.advance(mv).unwrap_or_else(|_| panic!("{name}, seed {seed}: an illegal move"));
        }
    }
}
