//! Searches of problems whose exact values are known.

use katsura_game::{Game, State, Turn};
use katsura_mcts::config::{file::ConfigFile, path};
use katsura_mcts::{Budget, Control, Search, SearchConfig};
use katsura_planning::exact::Exact;
use katsura_planning::sailing::{Boat, FirstTack, FirstWind, Rules, Sailing};

const UCT: &str = "[search]\nmemory_mib = 64\nplayout = { kind = 'cut_off', plies = 0, estimate = 'to_go' }\n\
    choose = { kind = 'robust' }\n[search.select]\nexplore = { kind = 'ucb_scaled', c = 20.0, scale = 'units' }";

fn config(text: &str) -> SearchConfig {
    ConfigFile::parse(text, "test").unwrap().search
}

/// The move and its exact regret after so many simulations.
fn regret(game: &Sailing, exact: &Exact, boat: Boat, config: &SearchConfig, simulations: u64) -> f64 {
    let mut search = Search::new(game, config).unwrap();
    search.reset(boat);
    search.run(&Budget::simulations(simulations), &Control::new());
    let mv = search.best_move().unwrap();
    exact.regret(&boat, boat.move_index(mv)).unwrap()
}

/// All ways to start.
fn starts(game: &Sailing) -> Vec<Boat> {
    let (start, mut draws) = (game.start(), Vec::new());
    start.legal_moves(&mut draws);
    let drawn = draws.into_iter().map(|draw| {
        let mut boat = start;
        boat.apply(draw);
        boat
    });
    drawn.collect()
}

/// Mean regret of the first leg over all winds and tacks, in costs; the optimum is about 11.5 and 6.4. The constant is large enough for a leg
/// whose first tries went wrong to be tried again.
#[test]
fn uct_comes_to_the_best_first_leg() {
    for rules in [Rules::Tolpin, Rules::Vanderbei] {
        let game = Sailing { size: 3, rules, wind: FirstWind::Any, tack: FirstTack::Any };
        let exact = Exact::solve(&game, 10_000).unwrap();
        let mean = |simulations: u64| {
            let of = |boat| regret(&game, &exact, boat, &config(UCT), simulations);
            starts(&game).into_iter().map(of).sum::<f64>() / 16.0
        };
        let (few, many) = (mean(10), mean(30_000));
        assert!(many < 0.01 && many < few / 5.0, "{rules:?}: {few} after 10 simulations, {many} after 30,000");
    }
}

/// The value of the root comes nearer to that of the best policy, which it falls short of by what exploration costs.
#[test]
fn the_value_of_the_root_comes_to_the_optimum() {
    let game = Sailing { size: 3, ..Sailing::default() };
    let optimum = Exact::solve(&game, 10_000).unwrap().value(&game.start()).unwrap();
    let short = |simulations: u64| {
        let mut search = Search::new(&game, &config(UCT)).unwrap();
        search.run(&Budget::simulations(simulations), &Control::new());
        let best = search.analysis().moves.into_iter().max_by_key(|mv| mv.visits).unwrap();
        optimum - f64::from(best.mean)
    };
    let [few, more, many] = [2_000, 20_000, 200_000].map(short);
    assert!(few > more && more > many && many > 0.0 && many < 0.1 * -optimum, "{few} {more} {many}");
}

#[test]
fn every_rule_of_the_root_sails_a_boat_home_and_repeats_itself() {
    let game = Sailing { size: 4, wind: FirstWind::Any, tack: FirstTack::Any, ..Sailing::default() };
    let roots = [
        "{ kind = 'same' }",
        "{ kind = 'uniform' }",
        "{ kind = 'formula', explore = { kind = 'half_greedy' } }",
        "{ kind = 'formula', explore = { kind = 'ucb_sqrt', c = 4.0, scale = 'units' } }",
        "{ kind = 'formula', explore = { kind = 'ucb_scaled', c = 0.1, scale = 'root_value' } }",
        "{ kind = 'formula', explore = { kind = 'ucb_scaled', c = 1.0, scale = 'node_value' } }",
        "{ kind = 'voi' }",
        "{ kind = 'voi_plus' }",
    ];
    for root in roots {
        let config = path::set(&config(UCT), "root", root).unwrap();
        assert_eq!(cross(&game, &config, 3), cross(&game, &config, 3), "{root}");
    }
}

/// A whole crossing: its legs, and what they cost.
fn cross(game: &Sailing, config: &SearchConfig, seed: u64) -> (Vec<usize>, f32) {
    let (mut boat, mut rng, mut moves) = (game.start(), katsura_game::Rng::new(seed), Vec::new());
    let (mut legs, mut cost) = (Vec::new(), 0.0);
    while !boat.turn().is_over() {
        let step = if boat.turn() == Turn::Chance {
            boat.random_move(&mut moves, &mut rng)
        } else {
            let mut search = Search::new(game, config).unwrap();
            search.reset(boat);
            search.run(&Budget::simulations(200), &Control::new());
            search.best_move().unwrap()
        };
        boat.apply(step);
        legs.push(boat.move_index(step));
        cost -= boat.rewards()[0];
    }
    (legs, cost)
}
