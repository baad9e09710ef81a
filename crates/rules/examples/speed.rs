//! How many playouts a second a rule sheet gives, one at a time and side by side, on one core.
//!
//! `cargo run --release -p katsura-rules --example speed -- FILE.kif … [--seconds S]`
//!
//! Beside each: moves in a playout, and what the first player gets. Where the system tells, seconds are those in which the processor was at
//! work for this program, so that a busy machine gives the same figures.

use katsura_game::{Game, Lanes, LightPlayout, Outcome, Rng};
use katsura_rules::{Ruled, Rules};
use std::time::Instant;

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let mut seconds = 2.0;
    if let Some(at) = files.iter().position(|file| file == "--seconds") {
        seconds = files.get(at + 1).and_then(|text| text.parse().ok()).unwrap_or(seconds);
        files.truncate(at);
    }
    for file in &files {
        match std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}")).and_then(|text| game(file, &text)) {
            Ok(game) => measure(&game, seconds),
            Err(error) => println!("{error}"),
        }
    }
}

fn game(file: &str, text: &str) -> Result<Ruled, String> {
    let rules = Rules::gdl(file, text).map_err(|error| error.to_string())?;
    Ruled::new(rules).map_err(|error| error.to_string())
}

/// A clock that stands still while others have the processor, if the system has one.
struct Clock {
    began: Instant,
    worked: Option<f64>,
}

impl Clock {
    fn start() -> Self {
        Clock { began: Instant::now(), worked: Self::worked() }
    }

    /// The seconds this thread has worked so far, as Linux counts them.
    fn worked() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
    }

    fn seconds(&self) -> f64 {
        let worked = self.worked.zip(Self::worked()).map(|(then, now)| now - then);
        worked.unwrap_or_else(|| self.began.elapsed().as_secs_f64())
    }
}

fn measure(game: &Ruled, seconds: f64) {
    let start = game.start();
    let (mut state, mut moves, mut rng) = (start.clone(), Vec::new(), Rng::new(1));
    let (clock, mut single) = (Clock::start(), 0u64);
    while clock.seconds() < seconds {
        for _ in 0..16 {
            state.clone_from(&start);
            state.play_out(&mut moves, &mut rng, &mut ());
            single += 1;
        }
    }
    let single = single as f64 / clock.seconds();
    let mut outcomes = vec![Outcome::default(); 1 << 14];
    let (clock, mut many, mut length, mut reward) = (Clock::start(), 0u64, 0u64, 0.0);
    while clock.seconds() < seconds {
        start.play_out_batch(many, &mut outcomes);
        many += outcomes.len() as u64;
        length += outcomes.iter().map(|outcome| u64::from(outcome.moves)).sum::<u64>();
        reward += outcomes.iter().map(|outcome| f64::from(outcome.rewards[0])).sum::<f64>();
    }
    let side_by_side = many as f64 / clock.seconds();
    let (length, reward) = (length as f64 / many as f64, reward / many as f64);
    let (name, gates) = (game.rules().name(), game.rules().gates());
    println!(
        "{name}: {gates} gates, {single:.0} one at a time, {side_by_side:.0} side by side; {length:.2} moves, first {reward:.4}"
    );
}
