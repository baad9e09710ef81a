//! Simulation balancing on Go 5x5: weights of 3x3 patterns for which playouts mean what a long search says, and the error before and after on
//! positions that were not trained on.
//!
//! `cargo run --release -p katsura-mcts --example balance` ; `--quick` for a first look.

use katsura_game::{Game, LightPlayout, Player, Rng, State};
use katsura_games::go::{Go9, Rules};
use katsura_mcts::playout::{Balance, Weights};
use katsura_mcts::{Budget, Control, Search, SearchConfig, config};

type Position = <Go9 as Game>::State;

/// Positions after some random moves, each with the first player's value by a search.
fn positions(game: &Go9, count: usize, simulations: u64, rng: &mut Rng) -> Vec<(Position, f64)> {
    let search = SearchConfig { seed: 1, ..config::preset("uct").expect("a preset") };
    let mut search = Search::new(game, &search).expect("it fits every game");
    let mut found = Vec::new();
    while found.len() < count {
        let (mut state, mut moves) = (game.start(), Vec::new());
        for _ in 0..4 + rng.below(10) {
            if !state.turn().is_over() {
                let mv = state.playout_move(&mut moves, rng);
                state.apply(mv);
            }
        }
        let Some(player) = state.turn().player() else { continue };
        search.reset(state.clone());
        search.run(&Budget::simulations(simulations), &Control::new());
        let analysis = search.analysis();
        let Some(best) = analysis.moves.iter().max_by_key(|mv| mv.visits) else { continue };
        let mean = f64::from(best.mean);
        found.push((state, if player == Player::FIRST { mean } else { 1.0 - mean }));
    }
    found
}

/// The mean squared error of the value of playouts, with its standard error.
#[expect(clippy::disallowed_methods, reason = "a figure to be printed")]
fn error(weights: &Weights, positions: &[(Position, f64)], playouts: u32, rng: &mut Rng) -> (f64, f64) {
    let errors: Vec<f64> =
        positions.iter().map(|(state, value)| (weights.value(state, playouts, rng) - value).powi(2)).collect();
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    let variance = errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / (errors.len() - 1) as f64;
    (mean, (variance / errors.len() as f64).sqrt())
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (count, simulations, rounds, playouts) = if quick { (20, 500, 1, 50) } else { (400, 20_000, 40, 400) };
    let game = Go9::new(Rules { size: 5, ..Rules::default() });
    let mut rng = Rng::new(1);
    let trained_on = positions(&game, count, simulations, &mut rng);
    let held_out = positions(&game, count, simulations, &mut rng);
    let mut weights = Weights::new(&game.about());
    let (before, spread) = error(&weights, &held_out, playouts, &mut rng);
    println!("uniform playouts: mean squared error {before:.4} ± {spread:.4} on {count} positions");
    let training = Balance { value_playouts: 50, gradient_playouts: 50, rate: 10.0 };
    for _ in 0..rounds {
        for (state, value) in &trained_on {
            weights.learn(&training, state, *value, &mut rng);
        }
    }
    let (after, spread) = error(&weights, &held_out, playouts, &mut rng);
    println!("balanced playouts: mean squared error {after:.4} ± {spread:.4}");
    let policy = weights.policy();
    println!("{} patterns have weights; the five heaviest:", policy.weights.len());
    let mut heaviest = policy.weights;
    heaviest.sort_by(|a, b| b.1.total_cmp(&a.1));
    heaviest.iter().take(5).for_each(|(feature, weight)| println!("  pattern {feature}: {weight:+.3}"));
}
