//! Light playouts per second, one at a time from the start position.
//!
//! ```text
//! cargo run --release -p katsura-games --example playout_speed -- go 9 [SECONDS] [SEED]
//! ```

use katsura_game::{Game, Rng, State, Trace};
use katsura_games::{GameSpec, with_game};
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |at: usize, default: &str| arguments.get(at).map_or(default.to_string(), String::clone);
    let spec = spec(&text(0, "go"), &text(1, ""));
    let seconds: f64 = text(2, "2").parse().expect("SECONDS is a number");
    let seed: u64 = text(3, "1").parse().expect("SEED is a whole number");
    let speed = with_game!(&spec, game => measure(game, Duration::from_secs_f64(seconds), seed));
    println!(
        "{} {}: {:.0} playouts/s, {:.2} moves per playout, first player's reward {:.4} ({} playouts)",
        spec.name(),
        text(1, ""),
        speed.playouts as f64 / speed.seconds,
        speed.moves as f64 / speed.counted as f64,
        speed.reward / speed.playouts as f64,
        speed.playouts,
    );
}

/// The game of this name, with this size if it has one.
fn spec(name: &str, size: &str) -> GameSpec {
    let size = if size.is_empty() { String::new() } else { format!(", \"size\": {size}") };
    serde_json::from_str(&format!("{{\"name\": \"{name}\"{size}}}")).unwrap_or_else(|error| panic!("{name}: {error}"))
}

struct Speed {
    playouts: u64,
    seconds: f64,
    reward: f64,
    counted: u64,
    moves: u64,
}

/// Plays for a while without a record, as plain searches do, and then a few thousand playouts to count their moves.
fn measure<G: Game>(game: &G, time: Duration, seed: u64) -> Speed {
    let start = game.start();
    let mut state = start.clone();
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    let mut speed = Speed { playouts: 0, seconds: 0.0, reward: 0.0, counted: 2000, moves: 0 };
    let begin = Instant::now();
    while begin.elapsed() < time {
        for _ in 0..100 {
            state.clone_from(&start);
            speed.reward += f64::from(state.play_out(&mut moves, &mut rng, &mut ())[0]);
        }
        speed.playouts += 100;
    }
    speed.seconds = begin.elapsed().as_secs_f64();
    for _ in 0..speed.counted {
        let mut trace = Trace::new();
        state.clone_from(&start);
        state.play_out(&mut moves, &mut rng, &mut trace);
        speed.moves += trace.len() as u64;
    }
    speed
}
