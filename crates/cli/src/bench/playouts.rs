//! `katsura bench playouts`

use super::measure::{ROUNDS, Rate};
use crate::args::{GameArgs, seconds};
use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_engine::player::split_assignment;
use katsura_game::Rng;
use katsura_games::GameSpec;
use katsura_searcher::measure::{Playouts as Measured, batched_playouts, playouts};
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
    #[arg(long, value_name = "S", default_value_t = 3.0, value_parser = seconds)]
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
        let mut parameters = Vec::new();
        for text in &self.set {
            let (key, value) = split_assignment(text)?;
            parameters.push((key.trim_start_matches("game.").to_string(), value.to_string()));
        }
        let spec = self.game.choose(None, &parameters)?;
        let (single, batched) = self.measure(&spec);
        let rate = Rate::of(single.iter().map(Measured::per_second).collect());
        let batched_rate = (!batched.is_empty()).then(|| Rate::of(batched.iter().map(Measured::per_second).collect()));
        let all = single.iter().fold(Measured::default(), |sum, round| sum.and(*round));
        let count = all.playouts as f64;
        if self.json {
            return print::json(&json!({
                "game": spec,
                "threads": self.threads,
                "seed": self.seed,
                "playouts": all.playouts,
                "playouts_per_second": rate.median,
                "spread_percent": rate.spread_percent,
                "batched_playouts_per_second": batched_rate.map(|rate| rate.median),
                "batched_spread_percent": batched_rate.map(|rate| rate.spread_percent),
                "moves_per_playout": all.moves as f64 / count,
                "first_player_reward": all.first_reward / count,
            }));
        }
        let rows = [
            ("playouts per second", rate.to_string()),
            ("in batches", batched_rate.map_or("the game has none".to_string(), |rate| rate.to_string())),
            ("moves per playout", format!("{:.2}", all.moves as f64 / count)),
            ("first player's reward", format!("{:.4}", all.first_reward / count)),
            ("playouts", all.playouts.to_string()),
            ("threads", self.threads.to_string()),
        ];
        print::text(&print::table(&rows.map(|(name, value)| vec![name.to_string(), value])))
    }

    /// Rounds one at a time and rounds in batches by turns, after one of each to warm up.
    fn measure(&self, spec: &GameSpec) -> (Vec<Measured>, Vec<Measured>) {
        let share = self.seconds / (2 * ROUNDS) as f64;
        let (mut single, mut batched) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS as u64 {
            let seconds = if round == 0 { share / 4.0 } else { share };
            let one = self.round(round, |rng| Some(playouts(spec, seconds, rng)));
            let many = self.round(round, |rng| batched_playouts(spec, seconds, rng));
            if round > 0 {
                single.extend(one);
                batched.extend(many);
            }
        }
        (single, batched)
    }

    /// What all threads did together.
    fn round(&self, round: u64, work: impl Fn(&mut Rng) -> Option<Measured> + Sync) -> Option<Measured> {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..u64::from(self.threads))
                .map(|thread| {
                    let mut rng = Rng::stream(&[self.seed, thread, round]);
                    let work = &work;
                    scope.spawn(move || work(&mut rng))
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).reduce(Measured::and)
        })
    }
}
