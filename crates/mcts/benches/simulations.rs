//! What the tree costs on top of the playouts: simulations per second beside light playouts per second.
//!
//! `cargo bench -p katsura-mcts --bench simulations` alternates both and prints medians. For callgrind or perf, the built binary takes
//! `once GAME PLAYER SIMULATIONS`: one search from seed 1 and nothing else; the player `playouts` plays out from the start instead.

use katsura_game::{Game, Knowledge, LightPlayout, Rng, Trace};
use katsura_games::connect_four::ConnectFour;
use katsura_games::go::{Go9, Rules};
use katsura_games::havannah::Havannah;
use katsura_games::hex::Hex;
use katsura_mcts::config::preset;
use katsura_mcts::{Budget, Control, Search, SearchConfig};
use std::time::Instant;

const ROUNDS: usize = 7;
const SIMULATIONS: u64 = 100_000;

/// Seconds of one search from the start of the game.
fn search<G: Game<State: Knowledge>>(search: &mut Search<G>, game: &G, simulations: u64) -> f64 {
    search.reset(game.start());
    let clock = Instant::now();
    search.run(&Budget::simulations(simulations), &Control::new());
    clock.elapsed().as_secs_f64()
}

/// Seconds of some light playouts from the start of the game.
fn playouts<G: Game<State: LightPlayout>>(game: &G, count: u64, rng: &mut Rng) -> f64 {
    let start = game.start();
    let (mut state, mut moves, mut trace) = (start.clone(), Vec::new(), Trace::new());
    let clock = Instant::now();
    for _ in 0..count {
        state.clone_from(&start);
        trace.clear();
        std::hint::black_box(state.play_out(&mut moves, rng, &mut trace));
    }
    clock.elapsed().as_secs_f64()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn config(player: &str) -> SearchConfig {
    SearchConfig { seed: 1, ..preset(player).expect("a preset") }
}

fn compare<G: Game<State: Knowledge>>(name: &str, game: &G) {
    for player in ["uct", "rave"] {
        let mut searched = Search::new(game, &config(player)).expect("a preset fits every game");
        let mut rng = Rng::new(1);
        let (mut rates, mut alone) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS {
            let rate = SIMULATIONS as f64 / search(&mut searched, game, SIMULATIONS);
            let playout_rate = (SIMULATIONS / 2) as f64 / playouts(game, SIMULATIONS / 2, &mut rng);
            if round > 0 {
                rates.push(rate);
                alone.push(playout_rate);
            }
        }
        let (rate, alone) = (median(rates), median(alone));
        println!(
            "{name} {player}: {rate:.0} simulations/s, {alone:.0} playouts/s, share {:.1} %, {} bytes a node",
            rate / alone * 100.0,
            searched.analysis().bytes_per_node
        );
    }
}

fn once<G: Game<State: Knowledge>>(game: &G, player: &str, simulations: u64) {
    if player == "playouts" {
        return println!("{:.3} s", playouts(game, simulations, &mut Rng::new(1)));
    }
    let mut searched = Search::new(game, &config(player)).expect("a preset fits every game");
    println!("{:.3} s", search(&mut searched, game, simulations));
}

fn main() {
    let (go, havannah) = (Go9::new(Rules::default()), Havannah { size: 8, swap: false });
    let (hex, connect_four) = (Hex { size: 11, swap: false }, ConnectFour::default());
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [command, game, player, simulations] = arguments.as_slice()
        && command == "once"
    {
        let simulations = simulations.parse().expect("a number of simulations");
        return match game.as_str() {
            "go" => once(&go, player, simulations),
            "havannah" => once(&havannah, player, simulations),
            "hex" => once(&hex, player, simulations),
            _ => once(&connect_four, player, simulations),
        };
    }
    compare("go 9", &go);
    compare("havannah 8", &havannah);
    compare("hex 11", &hex);
    compare("connect four", &connect_four);
}
