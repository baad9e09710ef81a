//! What the choice of policies at run time costs: the same search with policies compiled in, chosen by enums, and as objects.
//!
//! All three grow the same tree from one seed (checked here); the rounds alternate, and the best of each counts. Small games have the
//! shortest playouts and show the cost best.

use katsura_game::{Game, Knowledge, Rng};
use katsura_games::connect_four::ConnectFour;
use katsura_games::hex::Hex;
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::backup::{self, AnyBackup, Backup, Passed};
use katsura_mcts::choose::Robust;
use katsura_mcts::config::preset;
use katsura_mcts::expand::{AfterVisits, AnyExpand, Expand, LeafView};
use katsura_mcts::playout::Uniform;
use katsura_mcts::prune::AnyPrune;
use katsura_mcts::select::{AnySelect, Formula, Mean, Nothing, Select, TryAll, Ucb1};
use katsura_mcts::tree::NodeView;
use katsura_mcts::{AnyPolicies, Budget, Bundle, Control, Custom, Needs, Policies, Search, SearchConfig};
use std::marker::PhantomData;
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

    fn trials(&self) -> u32 {
        self.0.trials()
    }
}

impl<T: Expand> Expand for Object<T> {
    fn is_ripe(&self, leaf: &LeafView<'_>) -> bool {
        self.0.is_ripe(leaf)
    }
}

impl<T: Backup> Backup for Object<T> {
    fn back_up(&self, passed: Passed<'_>) {
        self.0.back_up(passed);
    }
}

fn seconds<G: Game<State: Knowledge>, P: Policies<G::State>>(search: &mut Search<G, P>, game: &G, simulations: u64) -> f64 {
    search.reset(game.start());
    let start = Instant::now();
    search.run(&Budget::simulations(simulations), &Control::new());
    start.elapsed().as_secs_f64()
}

fn compare<G: Game<State: Knowledge>>(name: &str, game: &G, simulations: u64) {
    let config = SearchConfig { seed: 1, ..preset("uct").expect("a preset") };
    let any_policies = AnyPolicies::<G::State>::new(game, &config);
    let fixed_policies = Bundle {
        select: ucb1(),
        root: ucb1(),
        expand: AfterVisits::default(),
        playout: Uniform,
        backup: backup::Mean,
        prune: AnyPrune::None,
        choose: Robust::default(),
        game: PhantomData,
    };
    let custom_policies = Bundle {
        select: AnySelect::Custom(Custom(Arc::new(Object(ucb1())))),
        root: AnySelect::Custom(Custom(Arc::new(Object(ucb1())))),
        expand: AnyExpand::Custom(Custom(Arc::new(Object(AfterVisits::default())))),
        backup: AnyBackup::Custom(Custom(Arc::new(Object(backup::Mean)))),
        ..any_policies.clone()
    };
    let mut fixed = Search::with_policies(game, fixed_policies, &config);
    let mut any = Search::with_policies(game, any_policies, &config);
    let mut custom = Search::with_policies(game, custom_policies, &config);
    let mut best = [f64::INFINITY; 3];
    for _ in 0..9 {
        best[0] = best[0].min(seconds(&mut fixed, game, simulations));
        best[1] = best[1].min(seconds(&mut any, game, simulations));
        best[2] = best[2].min(seconds(&mut custom, game, simulations));
    }
    let analysis = fixed.analysis();
    assert_eq!(analysis, any.analysis(), "static and Any grow the same tree");
    assert_eq!(analysis, custom.analysis(), "static and Custom grow the same tree");
    let over = |seconds: f64| (seconds / best[0] - 1.0) * 100.0;
    println!(
        "{name}: static {:.3} µs per simulation, Any {:+.1} %, Custom {:+.1} %",
        best[0] / simulations as f64 * 1e6,
        over(best[1]),
        over(best[2])
    );
}

fn main() {
    compare("tic-tac-toe", &TicTacToe {}, 50_000);
    compare("connect four", &ConnectFour::default(), 50_000);
    compare("hex 11", &Hex { size: 11, swap: false }, 20_000);
}
