//! What policies of other crates cost: the same search with policies that enums choose, and with objects.
//!
//! Both grow the same tree from one seed (checked here); the rounds alternate, and the best of each counts. Small games have the
//! shortest playouts and show the cost best.

use katsura_game::{Game, Knowledge, Rng};
use katsura_games::connect_four::ConnectFour;
use katsura_games::hex::Hex;
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::backup::{self, AnyBackup, Backup, Passed};
use katsura_mcts::config::preset;
use katsura_mcts::expand::{AfterVisits, AnyExpand, Expand, LeafView};
use katsura_mcts::select::{AnySelect, Formula, Mean, Nothing, Select, SelectTraits, TryAll, Ucb1};
use katsura_mcts::tree::NodeView;
use katsura_mcts::{Budget, Control, Custom, Needs, Policies, Search, SearchConfig};
use std::sync::Arc;
use std::time::Instant;

type Ucb = Formula<Mean, Ucb1, Nothing, TryAll>;

fn ucb1() -> Ucb {
    Formula { value: Mean, explore: Ucb1::default(), bias: Nothing, unvisited: TryAll::default() }
}

/// Policies as objects.
struct Object<T>(T);

impl<T: Select> Select for Object<T> {
    fn needs(&self) -> Needs {
        self.0.needs()
    }

    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        self.0.score(node, rng, scores);
    }

    fn traits(&self) -> SelectTraits {
        self.0.traits()
    }
}

impl<T: Expand> Expand for Object<T> {
    fn should_expand(&self, leaf: &LeafView<'_>) -> bool {
        self.0.should_expand(leaf)
    }
}

impl<T: Backup> Backup for Object<T> {
    fn back_up(&self, passed: Passed<'_>) {
        self.0.back_up(passed);
    }
}

fn seconds<G: Game<State: Knowledge>>(search: &mut Search<G>, game: &G, simulations: u64) -> f64 {
    search.reset(game.start());
    let start = Instant::now();
    search.run(&Budget::simulations(simulations), &Control::new());
    start.elapsed().as_secs_f64()
}

fn compare<G: Game<State: Knowledge>>(name: &str, game: &G, simulations: u64) {
    let config = SearchConfig { seed: 1, ..preset("uct").expect("a preset") }.check(&game.about()).expect("fits");
    let any_policies = Policies::new(&config, &game.about());
    let custom_policies = Policies {
        select: AnySelect::Custom(Custom(Arc::new(Object(ucb1())))),
        root: AnySelect::Custom(Custom(Arc::new(Object(ucb1())))),
        expand: AnyExpand::Custom(Custom(Arc::new(Object(AfterVisits::default())))),
        backup: AnyBackup::Custom(Custom(Arc::new(Object(backup::Mean)))),
        ..any_policies.clone()
    };
    let mut any = Search::with_policies(game, any_policies, &config).expect("room");
    let mut custom = Search::with_policies(game, custom_policies, &config).expect("room");
    let mut best = [f64::INFINITY; 2];
    for _ in 0..9 {
        best[0] = best[0].min(seconds(&mut any, game, simulations));
        best[1] = best[1].min(seconds(&mut custom, game, simulations));
    }
    assert_eq!(any.analysis(), custom.analysis(), "both grow the same tree");
    println!(
        "{name}: chosen by enums {:.3} µs per simulation, as objects {:+.1} %",
        best[0] / simulations as f64 * 1e6,
        (best[1] / best[0] - 1.0) * 100.0
    );
}

fn main() {
    compare("tic-tac-toe", &TicTacToe {}, 50_000);
    compare("connect four", &ConnectFour::default(), 50_000);
    compare("hex 11", &Hex { size: 11, swap: false }, 20_000);
}
