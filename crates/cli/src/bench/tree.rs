//! `katsura bench tree`

use crate::args::{GameArgs, PlayerArgs};
use crate::failure::Failure;
use crate::print;
use crate::progress::watched;
use clap::Args;
use katsura_engine::player::start_search;
use katsura_mcts::{Budget, Control, Searcher};
use serde_json::{Value, json};
use std::time::Instant;

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura bench tree --game go --size 9 --simulations 1000000\n  \
    katsura bench tree --game go --size 9 --simulations 100000000 \\\n    --set search.memory_mib=2048 --json")]
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

/// A move that is made on the board: the tree below it is kept.
struct Reroot {
    nodes: usize,
    kept: usize,
    microseconds: f64,
}

/// Moves that are made one after the other when the tree has grown.
const MOVES: usize = 4;

/// Simulations when neither `--simulations` nor `--seconds` is given.
const SIMULATIONS: u64 = 1_000_000;

impl TreeBench {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.player.choose(&self.game)?;
        let budget = match (self.player.simulations, self.player.seconds) {
            (None, None) => Budget::simulations(SIMULATIONS),
            (simulations, seconds) => Budget { simulations, seconds },
        };
        let mut search = start_search(&chosen.game, &chosen.player.config)?;
        let control = Control::new();
        let tenths = watched(&budget, &control, || grow(search.as_mut(), &budget, &control));
        let bytes = search.analysis().bytes_per_node;
        let reroots = reroot(search.as_mut());
        if self.json {
            return print::json(&json!({
                "game": chosen.game,
                "player": chosen.player.text,
                "bytes_per_node": bytes,
                "tenths": tenths.iter().map(Tenth::json).collect::<Vec<_>>(),
                "reroots": reroots.iter().map(Reroot::json).collect::<Vec<_>>(),
            }));
        }
        let header = ["simulations", "µs per simulation", "nodes", "MiB", ""].map(str::to_string).to_vec();
        let rows = tenths.iter().map(|tenth| tenth.row(bytes));
        print::text(&print::table(&std::iter::once(header).chain(rows).collect::<Vec<_>>()))?;
        print::text(&format!("\n{bytes} bytes a node. Moves on the board, the tree below them kept:\n\n"))?;
        let header = ["nodes before", "nodes kept", "ms", "ns per kept node"].map(str::to_string).to_vec();
        print::text(&print::table(&std::iter::once(header).chain(reroots.iter().map(Reroot::row)).collect::<Vec<_>>()))
    }
}

/// The tenths of a budget, up to the one in which the search finds nothing left to do.
fn grow(search: &mut dyn Searcher, budget: &Budget, control: &Control) -> Vec<Tenth> {
    let tenth = |number: u64| {
        let share = |total: u64| (total * number / 10 - total * (number - 1) / 10).max(1);
        let part = Budget { simulations: budget.simulations.map(share), seconds: budget.seconds.map(|all| all / 10.0) };
        let report = search.run(&part, control);
        let analysis = search.analysis();
        (report.simulations > 0).then(|| Tenth {
            simulations: analysis.simulations,
            microseconds: report.seconds * 1e6 / report.simulations as f64,
            nodes: analysis.nodes,
            full: analysis.tree_full,
        })
    };
    (1..=10).map_while(tenth).collect()
}

fn reroot(search: &mut dyn Searcher) -> Vec<Reroot> {
    let mut reroots = Vec::new();
    for _ in 0..MOVES {
        let nodes = search.analysis().nodes;
        let Some(best) = search.best() else { break };
        let clock = Instant::now();
        if search.advance(best).is_err() {
            break;
        }
        let microseconds = clock.elapsed().as_secs_f64() * 1e6;
        reroots.push(Reroot { nodes, kept: search.analysis().nodes, microseconds });
    }
    reroots
}

impl Tenth {
    fn json(&self) -> Value {
        json!({
            "simulations": self.simulations,
            "microseconds_per_simulation": self.microseconds,
            "nodes": self.nodes,
            "tree_full": self.full,
        })
    }

    fn row(&self, bytes: usize) -> Vec<String> {
        vec![
            self.simulations.to_string(),
            format!("{:.2}", self.microseconds),
            self.nodes.to_string(),
            format!("{:.1}", (self.nodes * bytes) as f64 / (1 << 20) as f64),
            if self.full { "full" } else { "" }.to_string(),
        ]
    }
}

impl Reroot {
    fn nanoseconds_per_node(&self) -> f64 {
        self.microseconds * 1e3 / self.kept as f64
    }

    fn json(&self) -> Value {
        json!({ "nodes": self.nodes, "kept": self.kept, "microseconds": self.microseconds })
    }

    fn row(&self) -> Vec<String> {
        vec![
            self.nodes.to_string(),
            self.kept.to_string(),
            format!("{:.3}", self.microseconds / 1e3),
            format!("{:.1}", self.nanoseconds_per_node()),
        ]
    }
}
