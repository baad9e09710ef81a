//! `katsura bench tree`

use crate::args::{GameArgs, PlayerArgs};
use crate::failure::Failure;
use crate::print;
use crate::progress::watched;
use clap::Args;
use katsura_engine::player::start_search;
use katsura_mcts::{Budget, Control};
use serde_json::{Value, json};

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura bench tree --game go --size 9 --simulations 1000000\n  \
    katsura bench tree --game go --size 9 --simulations 100000000 --set search.memory_mib=2048 --json")]
pub struct TreeBench {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

/// One tenth of the run.
struct Tenth {
    simulations: u64,
    microseconds: f64,
    nodes: usize,
    full: bool,
}

impl TreeBench {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.player.choose(&self.game)?;
        let total = self.player.simulations.unwrap_or(1_000_000);
        let mut search = start_search(&chosen.game, &chosen.player.config)?;
        let control = Control::new();
        let tenths = watched(&Budget::simulations(total), &control, || {
            let mut tenths: Vec<Tenth> = Vec::new();
            for tenth in 1..=10u64 {
                let budget = Budget::simulations((total * tenth / 10 - total * (tenth - 1) / 10).max(1));
                let report = search.run(&budget, &control);
                let analysis = search.analysis();
                tenths.push(Tenth {
                    simulations: analysis.simulations,
                    microseconds: report.seconds * 1e6 / report.simulations.max(1) as f64,
                    nodes: analysis.nodes,
                    full: analysis.tree_full,
                });
            }
            tenths
        });
        let bytes = search.analysis().bytes_per_node;
        if self.json {
            let rows: Vec<Value> = tenths
                .iter()
                .map(|t| json!({ "simulations": t.simulations, "microseconds_per_simulation": t.microseconds, "nodes": t.nodes, "tree_full": t.full }))
                .collect();
            return print::json(
                &json!({ "game": chosen.game, "player": chosen.player.text, "bytes_per_node": bytes, "tenths": rows }),
            );
        }
        let header = ["simulations", "µs per simulation", "nodes", "MiB", ""].map(str::to_string).to_vec();
        let rows = tenths.iter().map(|t| {
            vec![
                t.simulations.to_string(),
                format!("{:.2}", t.microseconds),
                t.nodes.to_string(),
                format!("{:.1}", (t.nodes * bytes) as f64 / (1 << 20) as f64),
                if t.full { "full" } else { "" }.to_string(),
            ]
        });
        print::text(&print::table(&std::iter::once(header).chain(rows).collect::<Vec<_>>()))
    }
}
