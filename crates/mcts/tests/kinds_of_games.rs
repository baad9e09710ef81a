//! Games of each kind in positions where a search that mistakes one kind for another goes wrong: what is hidden below the root, nodes that
//! other positions look like, moves made together at the root, results that are no point to share.

use katsura_game::toy::ToyGame;
use katsura_game::{Game, Player, Rng, State};
use katsura_mcts::config::path;
use katsura_mcts::tree::ROOT;
use katsura_mcts::{Budget, Control, Search, SearchConfig, searcher};

fn with(changes: &[(&str, &str)]) -> SearchConfig {
    let start = SearchConfig { memory_mib: 64, ..SearchConfig::default() };
    changes.iter().fold(start, |config, (key, value)| path::set(&config, key, value).unwrap())
}

fn search(text: &str, changes: &[(&str, &str)]) -> Search<ToyGame> {
    Search::new(&text.parse().unwrap(), &with(changes)).unwrap()
}

/// The search of a game from the position after these moves.
fn searched(text: &str, moves: &[u8], changes: &[(&str, &str)], simulations: u64) -> Search<ToyGame> {
    let game: ToyGame = text.parse().unwrap();
    let mut position = game.start();
    moves.iter().for_each(|&mv| position.apply(mv));
    let mut search = Search::new(&game, &with(changes)).unwrap();
    search.reset(position);
    let report = search.run(&Budget::simulations(simulations), &Control::new());
    assert_eq!(report.simulations, simulations);
    search
}

fn refused(text: &str, changes: &[(&str, &str)]) -> String {
    let game: ToyGame = text.parse().unwrap();
    Search::new(&game, &with(changes)).err().map(|error| error.to_string()).unwrap_or_default()
}

const SMALL_C: (&str, &str) = ("select.explore.c", "0.5");

/// A coin that falls after the first move and is not seen is worth one half, not one.
#[test]
fn chance_that_is_hidden_below_the_root_is_not_seen() {
    for text in ["(0: {1 (0#7: [1] [0]) 1 (0#7: [0] [1])})", "{1 (0#7: [1] [0]) 1 (0#7: [0] [1])}"] {
        let game: ToyGame = text.parse().unwrap();
        assert_eq!(game.best_unseen(), 0.5);
        let found = searched(text, &[], &[SMALL_C], 20_000);
        let mean = found.tree().mean(ROOT);
        assert!((mean - 0.5).abs() < 0.05, "{text}: {mean}");
    }
}

/// What the other has chosen in secret is not seen either.
#[test]
fn a_secret_move_of_the_other_is_not_seen() {
    let text = "(0: (1: (0#7: [1 0] [0 1]) (0#7: [0 1] [1 0])))";
    let mut search = searched(text, &[], &[SMALL_C], 20_000);
    let mean = search.analysis().moves[0].mean;
    assert!(mean < 0.6, "{mean}: whoever guesses wins half of the time");
}

/// Random games of chance, a move, chance, a move, in which some positions look the same: never more than the best plan that sees what can
/// be seen, and close to it.
#[test]
fn hidden_chance_at_any_depth_is_worth_what_the_best_plan_is() {
    for seed in 0..20 {
        let rng = &mut Rng::new(seed);
        let mut last = |mark: u32| {
            let [a, b] = [0; 2].map(|_| f64::from(rng.below(11)) / 10.0);
            format!("(0#{mark}: [{a}] [{b}])")
        };
        // after each first move two of three outcomes look the same
        let mut after = |mv: u32| format!("{{1 {} 1 {} 1 {}}}", last(10 + mv), last(10 + mv), last(20 + mv));
        let text = format!("(0#1: {} {} {})", after(0), after(1), after(2));
        let game: ToyGame = text.parse().unwrap();
        let exact = game.best_unseen();
        let mut search = searched(&text, &[], &[SMALL_C], 60_000);
        let best = f64::from(search.analysis().moves[0].mean);
        assert!((best - exact).abs() < 0.04, "{text}: {best} instead of {exact}");
    }
}

/// The node after the first move is the end in one position and goes on in another.
#[test]
fn a_node_may_be_the_end_in_a_position_that_looks_the_same() {
    let text = "{1 (0#1: [0] [1]) 1 (0#1: (0#2: [1] [0]) [0])}";
    let mut found = searched(text, &[0], &[SMALL_C], 20_000);
    let analysis = found.analysis();
    // either move brings one half: 0 and then 1, or 1 and 0
    assert!(analysis.moves.iter().all(|mv| (mv.mean - 0.5).abs() < 0.05), "{analysis:?}");
}

/// After the first move it is chance's turn in one position and the player's in another; nobody mixes up what they do.
#[test]
fn a_node_may_have_another_turn_in_a_position_that_looks_the_same() {
    let text = "{1 (0#1: {1 [1] 1 [0]} [0]) 1 (0#1: (0#2: [0.25] [0.75]) [0])}";
    let mut found = searched(text, &[0], &[SMALL_C], 20_000);
    let best = found.analysis().moves[0].clone();
    assert_eq!(best.index, 0);
    assert!((best.mean - 0.625).abs() < 0.05, "{best:?}");
}

/// At the start of a game that hides something it is chance's turn: what a player will see is no move, and the value is that of the best
/// plan.
#[test]
fn a_search_from_the_deal_plays_no_view() {
    let text = "{1 (0#7: [1] [0]) 3 (0#7: [0] [1])}";
    let mut found = searched(text, &[], &[SMALL_C], 5000);
    assert!((found.tree().mean(ROOT) - 0.75).abs() < 0.03, "{}", found.tree().mean(ROOT));
    assert!(found.best_move().unwrap() < 2);
    assert!(found.analysis().moves.iter().all(|mv| mv.index < 2));
    let game: ToyGame = text.parse().unwrap();
    let mut trees = searcher(&game, &with(&[("parallel", "{ kind = 'root', threads = 2 }")])).unwrap();
    trees.run(&Budget::simulations(400), &Control::new());
    assert_eq!(trees.analysis().moves.len(), 2);
}

/// Lines of one player are kept where they are whole and certain.
#[test]
fn no_line_is_kept_that_may_not_exist_or_does_not_end() {
    let hidden = searched("{1 (0#1: (0#2: [1] [0])) 1 (0#1: [0])}", &[1], &[], 100);
    assert_eq!(hidden.best_line(), None);
    let cut = ("playout", "{ kind = 'cut_off', plies = 0, estimate = 'score' }");
    let whole = searched("(0: (0: [0] [1]) (0: [0] [0]))", &[], &[cut, SMALL_C], 100).best_line().unwrap();
    assert_eq!(whole.moves, [0, 1]);
}

/// Two trees are added up where nodes of each grow.
#[test]
fn trees_of_hidden_games_are_added_up() {
    let game: ToyGame = "{1 (0#1: [1] [0] [0]) 1 (0#1: [0] [1] [0])}".parse().unwrap();
    let mut search = searcher(&game, &with(&[("parallel", "{ kind = 'root', threads = 2 }")])).unwrap();
    search.restart(&[0]).unwrap();
    search.run(&Budget::simulations(400), &Control::new());
    let analysis = search.analysis();
    assert_eq!(analysis.moves.len(), 3);
    assert!(analysis.moves.iter().map(|mv| mv.visits).sum::<u32>() >= 396, "{analysis:?}");
}

/// Only moves stand in principal variations.
#[test]
fn a_variation_of_a_hidden_game_consists_of_moves() {
    let text = "(0: (1: {1 (0#7: [1 0] [0 1]) 1 (0#7: [0 1] [1 0])} [0 1]) (1: [0 1] [0 1]))";
    let mut found = searched(text, &[], &[], 3000);
    for mv in found.analysis().moves {
        assert!(mv.pv.iter().all(|&index| index < 2), "{mv:?}");
    }
}

/// After one of those who choose together has chosen, the others are still searched for themselves.
#[test]
fn the_next_to_choose_gets_a_search_of_its_own() {
    let text = "<3 2: [0 1] [0 1] [0 1] [0 1] [1 0] [1 0]>";
    let mut search = search(text, &[]);
    search.run(&Budget::simulations(500), &Control::new());
    search.advance(0).unwrap();
    search.run(&Budget::simulations(500), &Control::new());
    assert!(search.best_move().unwrap() < 2, "the second player has two moves");
    assert_eq!(search.analysis().moves.len(), 2);
}

#[test]
fn each_of_those_who_choose_together_has_a_best_move_before_and_after_a_search() {
    let mut search = search("<3 2: [0 1] [0 1] [0 1] [0 1] [1 0] [1 0]>", &[]);
    for _ in 0..20 {
        assert!(search.best_move_of(Player(1)).unwrap() < 2);
    }
    search.run(&Budget::simulations(2000), &Control::new());
    assert_eq!(search.best_move_of(Player(0)), Some(2));
    assert!(search.best_move_of(Player(1)).unwrap() < 2);
    assert_eq!(search.best_move_of(Player(2)), None, "there is no third");
    let mut in_turn = self::search("(0: [1 0] [0 1])", &[]);
    assert_eq!(in_turn.best_move_of(Player(1)), None, "the first is to move");
}

/// Only the moves that are asked for are tried, whatever the kind of game.
#[test]
fn a_restricted_root_is_restricted_in_games_of_all_kinds() {
    let hidden = "{1 (0#1: [0.1] [0.9] [0.5]) 1 (0#1: [0.2] [0.8] [0.5])}";
    let together = "<3 3: [0 1] [0 1] [0 1] [1 0] [1 0] [1 0] [0.5 0.5] [0.5 0.5] [0.5 0.5]>";
    for (text, moves) in [(hidden, &[0u8][..]), (together, &[])] {
        let game: ToyGame = text.parse().unwrap();
        let mut search = searcher(&game, &with(&[])).unwrap();
        search.restart(&moves.iter().map(|&mv| usize::from(mv)).collect::<Vec<_>>()).unwrap();
        search.restrict(&[0, 2]);
        search.run(&Budget::simulations(500), &Control::new());
        let tried: Vec<usize> = search.analysis().moves.iter().map(|mv| mv.index).collect();
        assert!(tried.len() == 2 && tried.contains(&0) && tried.contains(&2), "{text}: {tried:?}");
        assert_eq!(search.best(), Some(2));
    }
    let uneven: ToyGame = "<3 2: [0 1] [0 1] [0 1] [0 1] [1 0] [1 0]>".parse().unwrap();
    let mut search = Search::new(&uneven, &with(&[])).unwrap();
    search.restrict(&[2]);
    search.run(&Budget::simulations(200), &Control::new());
    assert_eq!(search.best_move_of(Player(0)), Some(2));
    assert!(search.best_move_of(Player(1)).unwrap() < 2, "the restriction is the first player's");
    let one: ToyGame = "(0: [0.1] [0.9] [0.5])".parse().unwrap();
    for choose in ["random", "robust"] {
        let mut search = Search::new(&one, &with(&[("choose.kind", choose)])).unwrap();
        search.restrict(&[2]);
        assert!((0..20).all(|_| search.best_move() == Some(2)), "{choose}");
    }
    let mut nested = searcher(&one, &with(&[("algorithm.kind", "nested")])).unwrap();
    nested.restrict(&[0, 2]);
    nested.run(&Budget::simulations(50), &Control::new());
    assert_eq!(nested.best(), Some(2));
}

/// γ = ½: 8 at the third choice is worth 2 at the first, for the leader of the threads and for the helpers.
#[test]
fn all_threads_that_play_out_a_leaf_discount() {
    let text = "*0.5 (0: +[0] (0: +[0] (0: [8])))";
    let parallel = ("parallel", "{ kind = 'leaf', threads = 3 }");
    let mut found = searched(text, &[], &[parallel, ("expand.kind", "root_only")], 300);
    let mean = found.analysis().moves[0].mean;
    assert!((mean - 2.0).abs() < 1e-3, "{mean}");
}

/// Playouts in batches tell no moves: the line that is kept is one that ended in the tree, and replays to its points.
#[test]
fn the_best_line_is_whole_where_playouts_come_in_batches() {
    for seed in 0..5 {
        let game = ToyGame::random(1, 4, 6, &mut Rng::new(seed));
        let config = with(&[("parallel", "{ kind = 'batch', leaves = 4, playouts = 8 }"), SMALL_C]);
        let mut search = Search::new(&game, &config).unwrap();
        search.run(&Budget::simulations(40_000), &Control::new());
        let Some(best) = search.best_line() else { continue };
        let mut state = game.start();
        best.moves.iter().for_each(|&mv| state.apply(mv as u8));
        assert!(state.turn().is_over(), "{best:?}");
        assert_eq!(state.rewards()[0], best.points);
    }
}

#[test]
fn a_game_that_hides_nothing_has_one_position_to_start_from() {
    let mut open = search("(0: (0: [1]) (0: [0] [1]))", &[]);
    let belief = katsura_mcts::Particles(vec![open.position().clone()]);
    let error = open.start_from(std::sync::Arc::new(belief)).unwrap_err().to_string();
    assert!(error.contains("hides nothing"), "{error}");
}

#[test]
fn what_a_kind_of_game_has_no_meaning_for_is_refused() {
    let together = "<2 2: [1 0] [1 0] [0 1] [0 1]>";
    let general = "(0: (1: [1 1] [0 0]) [0.5 0.5])";
    let hides = "{1 (0#1: (0#2: [1] [0])) 1 (0#1: (0#2: [0] [1]))}";
    let draws = "(0: {1 [1 0] 3 [0 1]} [0.5 0.5])";
    let hides_chance = "(0: {1 (0#7: [1] [0]) 1 (0#7: [0] [1])})";
    let pays = "*0.9 (0: +[3] (0: [1] [2]) +[1] [0])";
    for (text, changes) in [
        (together, &[("solver", "win_loss")][..]),
        (draws, &[("solver", "score_bounded"), ("chance.kind", "widening")]),
        (general, &[("solver", "win_loss")]),
        (general, &[("backup.kind", "max")]),
        (general, &[("decisive", "both")]),
        (hides_chance, &[("chance.kind", "widening")]),
        ("(0: [3] [-2])", &[("playout.kind", "decisive")]),
        ("(0: [3] [-2])", &[("playout", "{ kind = 'chain', rules = [{ kind = 'cut_off' }] }")]),
        (together, &[("playout.kind", "pool_rave")]),
        (hides, &[("playout", "{ kind = 'chain', rules = [{ kind = 'pool_rave' }] }")]),
        (pays, &[("playout.kind", "pool_rave")]),
        (pays, &[("playout.kind", "mast")]),
        (hides, &[("expand.kind", "siblings")]),
        ("(0: [3] [-2])", &[("playout.kind", "cut_off")]),
        ("(0: [1] [0])", &[("algorithm.kind", "nested"), ("playout.kind", "pool_rave")]),
        ("(0: [1] [0])", &[("algorithm.kind", "nrpa"), ("playout.kind", "mast")]),
        ("(0: [1] [0])", &[("algorithm.kind", "beam"), ("playout.kind", "mast")]),
        ("(0: (1: [1 0] [0 1]) [0.5 0.5])", &[("algorithm.kind", "nrpa")]),
        ("(0: (1: [1 0] [0 1]) [0.5 0.5])", &[("select.explore", "{ kind = 'single_player', top = 0.02 }")]),
        ("{1 (0#1: <2 2: [1 0] [0 1] [0 1] [1 0]>) 1 (0#1: <1 1: [1 0]>)}", &[]),
    ] {
        let error = refused(text, changes);
        assert!(error.starts_with("search"), "{text} {changes:?}: {error:?}");
    }
    // and what has a meaning is not
    for (text, changes) in [
        (draws, &[("solver", "score_bounded")][..]),
        ("(0: [1] [0])", &[("algorithm.kind", "nested"), ("playout.kind", "mast")]),
        ("(0: [3] [-2])", &[("select.explore", "{ kind = 'single_player', top = 0.02 }")]),
        ("(0: (1: [1 0] [0 1]) [0.5 0.5])", &[("solver", "win_loss"), ("backup.kind", "max")]),
    ] {
        assert_eq!(refused(text, changes), "", "{text}");
    }
}
