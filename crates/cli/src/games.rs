//! `katsura games`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_games::GameSpec;
use katsura_mcts::config::schema::Schema;
use serde_json::{Value, json};

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura games\n  katsura games --json")]
pub struct Games {
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Games {
    pub fn run(&self) -> Result<(), Failure> {
        let schema = Schema::of::<GameSpec>();
        let games: Vec<Value> = GameSpec::all().iter().map(|spec| describe(spec, &schema)).collect();
        if self.json {
            return print::json(&games);
        }
        for game in &games {
            print::line(&format!("{}  {}", text(game, "name"), text(game, "about")))?;
            for parameter in game["parameters"].as_array().into_iter().flatten() {
                let default = &parameter["default"];
                print::line(&format!("    {}: {} (default {default})", text(parameter, "name"), text(parameter, "about")))?;
            }
        }
        Ok(())
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn describe(spec: &GameSpec, schema: &Schema) -> Value {
    let defaults = serde_json::to_value(spec).unwrap_or_default();
    json!({
        "name": spec.about().name,
        "about": schema.variant_about(&spec.about().name),
        "version": spec.about().version,
        "players": spec.about().players,
        "parameters": schema.variant_parameters(&spec.about().name, &defaults),
    })
}
