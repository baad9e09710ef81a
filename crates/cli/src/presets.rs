//! `katsura presets`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_mcts::config;
use serde_json::{Value, json};

#[derive(Args)]
#[command(
    after_help = "Examples:\n  katsura presets\n  katsura presets uct > my-player.toml\n  katsura analyze --player my-player.toml"
)]
pub struct Presets {
    /// Print the full configuration of this preset.
    name: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Presets {
    pub fn run(&self) -> Result<(), Failure> {
        match (&self.name, self.json) {
            (Some(name), true) => print::json(&config::preset(name)?),
            (Some(name), false) => print::text(&config::preset(name)?.to_toml()),
            (None, true) => {
                let all: Vec<Value> =
                    config::presets().iter().map(|p| json!({ "name": p.name, "about": p.about })).collect();
                print::json(&all)
            }
            (None, false) => {
                let rows: Vec<Vec<String>> =
                    config::presets().iter().map(|preset| vec![preset.name.to_string(), preset.about.to_string()]).collect();
                print::text(&print::table(&rows))
            }
        }
    }
}
