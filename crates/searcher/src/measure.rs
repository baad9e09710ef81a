//! Light playouts against the clock. They stand beside the searches, whose playouts they are: these are compiled once.

use katsura_game::{Game, Lanes, LightPlayout, Outcome, Rng, Trace};
use katsura_games::{GameSpec, with_game};
use std::time::Instant;

/// What some playouts gave.
#[derive(Clone, Copy, Debug, Default)]
pub struct Playouts {
    /// How many they were.
    pub playouts: u64,
    /// The moves of all of them.
    pub moves: u64,
    /// What the first player got in all of them.
    pub first_reward: f64,
    /// How long they took.
    pub seconds: f64,
}

impl Playouts {
    /// The speed.
    pub fn per_second(&self) -> f64 {
        self.playouts as f64 / self.seconds
    }

    /// These and others that were played at the same time.
    #[must_use]
    pub fn and(self, other: Playouts) -> Playouts {
        Playouts {
            playouts: self.playouts + other.playouts,
            moves: self.moves + other.moves,
            first_reward: self.first_reward + other.first_reward,
            seconds: self.seconds.max(other.seconds),
        }
    }
}

/// Light playouts from the start position for some seconds, one at a time, in one thread.
pub fn playouts(spec: &GameSpec, seconds: f64, rng: &mut Rng) -> Playouts {
    with_game!(spec, game => run_playouts(game, seconds, rng))
}

fn run_playouts<G: Game<State: Lanes>>(game: &G, seconds: f64, rng: &mut Rng) -> Playouts {
    let start = game.start();
    let (mut state, mut moves, mut trace) = (start.clone(), Vec::new(), Trace::new());
    let mut result = Playouts::default();
    let clock = Instant::now();
    while result.seconds < seconds {
        for _ in 0..16 {
            state.clone_from(&start);
            trace.clear();
            let rewards = state.play_out(&mut moves, rng, &mut trace);
            result.first_reward += f64::from(rewards[0]);
            result.moves += trace.len() as u64;
        }
        result.playouts += 16;
        result.seconds = clock.elapsed().as_secs_f64();
    }
    result
}

/// Playouts in a batch: enough to fill several hundred boards many times.
const BATCH: usize = 1 << 14;

/// Light playouts from the start position for some seconds, side by side, in one thread; `None` if the game has no such form.
///
/// Whole batches are played, as long as the time has not run out.
pub fn batched_playouts(spec: &GameSpec, seconds: f64, rng: &mut Rng) -> Option<Playouts> {
    with_game!(spec, game => run_batches(game, seconds, rng))
}

fn run_batches<G: Game<State: Lanes>>(game: &G, seconds: f64, rng: &mut Rng) -> Option<Playouts> {
    let start = game.start();
    if !start.plays_side_by_side() {
        return None;
    }
    let mut outcomes = vec![Outcome::default(); BATCH];
    let mut result = Playouts::default();
    let clock = Instant::now();
    while result.seconds < seconds {
        start.play_out_batch(rng.next_u64(), &mut outcomes);
        result.playouts += BATCH as u64;
        result.moves += outcomes.iter().map(|outcome| u64::from(outcome.moves)).sum::<u64>();
        result.first_reward += outcomes.iter().map(|outcome| f64::from(outcome.rewards[0])).sum::<f64>();
        result.seconds = clock.elapsed().as_secs_f64();
    }
    Some(result)
}
