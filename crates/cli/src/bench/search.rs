//! `katsura bench search`

use super::measure::{ROUNDS, Rate};
use crate::args::{GameArgs, PlayerArgs};
use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_engine::player::start_search;
use katsura_game::Rng;
use katsura_mcts::{Budget, Control};
use katsura_searcher::measure::playouts;
use serde_json::json;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  katsura bench search --game go --size 9 --player uct\n  katsura bench search --game go --size 9 --threads 2 --json"
)]
pub struct SearchBench {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

/// Simulations of a round when neither `--simulations` nor `--seconds` is given.
const SIMULATIONS: u64 = 100_000;

impl SearchBench {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.player.choose(&self.game)?;
        let config = &chosen.player.config;
        let mut search = start_search(&chosen.game, config)?;
        let budget = match (self.player.simulations, self.player.seconds) {
            (None, None) => Budget::simulations(SIMULATIONS),
            (simulations, seconds) => Budget { simulations, seconds },
        };
        let mut rng = Rng::new(config.seed);
        let (mut rates, mut playout_rates) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS {
            search.restart(&[]).map_err(|error| Failure::Work(error.to_string()))?;
            let report = search.run(&budget, &Control::new());
            if report.simulations == 0 {
                let message = format!("--player {}: it makes no simulations; choose one that searches", chosen.player.text);
                return Err(Failure::Usage(message));
            }
            let alone = playouts(&chosen.game, (report.seconds / 2.0).clamp(0.05, 5.0), &mut rng);
            if round > 0 {
                rates.push(report.simulations as f64 / report.seconds);
                playout_rates.push(alone.per_second());
            }
        }
        let (rate, alone) = (Rate::of(rates), Rate::of(playout_rates));
        let analysis = search.analysis();
        let threads = config.parallel.threads();
        let share = rate.median / alone.median / threads as f64;
        if self.json {
            return print::json(&json!({
                "game": chosen.game,
                "player": chosen.player.text,
                "threads": threads,
                "seed": config.seed,
                "simulations": analysis.simulations,
                "simulations_per_second": rate.median,
                "spread_percent": rate.spread_percent,
                "playouts_per_second": alone.median,
                "playout_share": share,
                "nodes": analysis.nodes,
                "bytes_per_node": analysis.bytes_per_node,
                "tree_full": analysis.tree_full,
            }));
        }
        let rows = [
            ("simulations per second", rate.to_string()),
            ("playouts alone per second", format!("{:.0}  (one thread, same run)", alone.median)),
            ("share of the playouts", format!("{:.1} %  (simulations per thread / playouts)", share * 100.0)),
            ("simulations", analysis.simulations.to_string()),
            ("nodes", format!("{} of {} bytes", analysis.nodes, analysis.bytes_per_node)),
            ("threads", threads.to_string()),
        ];
        print::text(&print::table(&rows.map(|(name, value)| vec![name.to_string(), value])))
    }
}
