//! `katsura bench playouts`

use super::measure::{Playouts as Measured, ROUNDS, Rate, playouts};
use crate::args::GameArgs;
use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_engine::player::split_assignment;
use katsura_game::Rng;
use katsura_games::GameSpec;
use serde_json::json;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  katsura bench playouts --game go --size 9\n  katsura bench playouts --game havannah --size 8 --threads 2 --json"
)]
pub struct Playouts {
    #[command(flatten)]
    game: GameArgs,
    /// Threads, each with its own boards.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Seconds to measure.
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// The seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Set a parameter of the game: game.NAME=VALUE; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Playouts {
    pub fn run(&self) -> Result<(), Failure> {
        if !(self.seconds > 0.0 && self.seconds < 1e6) {
            return Err(Failure::Usage("--seconds: expected seconds above 0".to_string()));
        }
        let mut parameters = Vec::new();
        for text in &self.set {
            let (key, value) = split_assignment(text)?;
            parameters.push((key.trim_start_matches("game.").to_string(), value.to_string()));
        }
        let spec = self.game.choose(None, &parameters)?;
        let share = self.seconds / ROUNDS as f64;
        self.round(&spec, share / 4.0, 0);
        let rounds: Vec<Measured> = (1..=ROUNDS).map(|round| self.round(&spec, share, round as u64)).collect();
        let rate = Rate::of(rounds.iter().map(Measured::per_second).collect());
        let all = rounds.iter().fold(Measured::default(), |sum, round| sum.and(*round));
        let count = all.playouts as f64;
        if self.json {
            return print::json(&json!({
                "game": spec,
                "threads": self.threads,
                "seed": self.seed,
                "playouts": all.playouts,
                "playouts_per_second": rate.median,
                "spread_percent": rate.spread_percent,
                "batched_playouts_per_second": null,
                "moves_per_playout": all.moves as f64 / count,
                "first_player_reward": all.first_reward / count,
            }));
        }
        let rows = [
            (
                "playouts per second",
                format!("{:.0}  (median of {ROUNDS} rounds, spread {:.1} %)", rate.median, rate.spread_percent),
            ),
            ("moves per playout", format!("{:.2}", all.moves as f64 / count)),
            ("first player's reward", format!("{:.4}", all.first_reward / count)),
            ("playouts", all.playouts.to_string()),
            ("threads", self.threads.to_string()),
        ];
        print::text(&print::table(&rows.map(|(name, value)| vec![name.to_string(), value])))
    }

    fn round(&self, spec: &GameSpec, seconds: f64, round: u64) -> Measured {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..u64::from(self.threads))
                .map(|thread| {
                    let mut rng = Rng::stream(&[self.seed, thread, round]);
                    scope.spawn(move || playouts(spec, seconds, &mut rng))
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).fold(Measured::default(), Measured::and)
        })
    }
}
