//! The library without files: configurations are made in Rust, and checked as those of files are.

use katsura_game::Game;
use katsura_games::hex::Hex;
use katsura_games::nim::Nim;
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::backup::{AnyBackup, Mix};
use katsura_mcts::config::Problem;
use katsura_mcts::parallel::{Parallel, RootThreads};
use katsura_mcts::playout::{Mast, PlayoutConfig, Suggest};
use katsura_mcts::select::{AnyBias, AnyFormula, ProgressiveBias};
use katsura_mcts::{Budget, Control, RewardKind, Search, SearchConfig, Solver, searcher, searcher_of};

fn small() -> SearchConfig {
    SearchConfig { memory_mib: 4, ..SearchConfig::default() }
}

fn refused(config: &SearchConfig) -> (String, Problem) {
    let error = config.check(&TicTacToe {}.about()).unwrap_err();
    (error.path, error.problem)
}

#[test]
fn a_configuration_made_in_rust_searches() {
    let config =
        SearchConfig { playout: PlayoutConfig::Mast(Mast::default()), backup: AnyBackup::Mix(Mix::default()), ..small() };
    for parallel in [Parallel::None, Parallel::Root(RootThreads { threads: 2 })] {
        let mut search = searcher(&TicTacToe {}, &SearchConfig { parallel, ..config.clone() }).unwrap();
        search.run(&Budget::simulations(500), &Control::new());
        assert!(search.best().is_some_and(|best| best < 9));
    }
}

#[test]
fn a_value_out_of_range_is_refused() {
    let mast = PlayoutConfig::Mast(Mast { probability: 1.5, ..Mast::default() });
    let (path, problem) = refused(&SearchConfig { playout: mast, ..small() });
    assert_eq!(path, "search.playout.probability");
    let expected = Problem::OutOfRange { found: "1.5".to_string(), accepted: "a number from 0 to 1".to_string() };
    assert_eq!(problem, expected);
    assert_eq!(refused(&SearchConfig { memory_mib: 0, ..small() }).0, "search.memory_mib");
}

#[test]
fn what_the_game_lacks_is_refused() {
    let bias = AnyFormula { bias: AnyBias::Progressive(ProgressiveBias::default()), ..AnyFormula::default() };
    assert_eq!(refused(&SearchConfig { select: bias, ..small() }).0, "search.select.bias");
    assert_eq!(refused(&SearchConfig { reward: RewardKind::Score, ..small() }).0, "search.reward");
    let bridge = PlayoutConfig::Knowledge(Suggest { rule: "bridge".to_string(), probability: 1.0 });
    let config = SearchConfig { playout: bridge, ..small() };
    assert_eq!(refused(&config), ("search.playout.rule".to_string(), Problem::unknown_value("\"bridge\"", [""; 0])));
    assert!(config.check(&Hex::default().about()).is_ok(), "Hex knows bridges");
}

#[test]
fn parts_that_exclude_each_other_are_refused() {
    let config = SearchConfig { solver: Solver::WinLoss, reward: RewardKind::Score, ..small() };
    let about = katsura_games::go::Go9::new(katsura_games::go::Rules::default()).about();
    let error = config.check(&about).unwrap_err();
    assert!(matches!(error.problem, Problem::Conflict(_)) && error.path == "search.solver", "{error}");
}

#[test]
fn a_search_is_of_the_game_that_its_configuration_was_checked_for() {
    let checked = small().check(&TicTacToe {}.about()).unwrap();
    assert!(searcher_of(&TicTacToe {}, &checked.with_seed(5)).is_ok());
    let error = Search::of(&Nim::default(), &checked).err().unwrap().to_string();
    assert_eq!(error, "search: was checked for tic-tac-toe, and this is nim");
}
