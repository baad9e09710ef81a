//! Parameters of the search and options of the engine, as GoGui's parameter dialog lists and sets them.

use super::{Engine, EngineOptions, Entry, For};
use crate::gtp::{Answer, Call, Failure};
use katsura_mcts::config::path;
use katsura_mcts::config::schema::Schema;
use serde_json::Value;
use std::sync::LazyLock;

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "katsura-param",
        arguments: "[NAME [VALUE]]",
        about: "all parameters of the search, one of them, or sets one",
        games: For::All,
        run: param,
    },
    Entry {
        name: "katsura-option",
        arguments: "[NAME [VALUE]]",
        about: "the same for the options of the engine: resignation, pondering, lag",
        games: For::All,
        run: option,
    },
    Entry {
        name: "katsura-player",
        arguments: "[PLAYER]",
        about: "the player, or sets it; budget, seed and memory stay unless it sets them",
        games: For::All,
        run: player,
    },
];

static OPTIONS: LazyLock<Schema> = LazyLock::new(Schema::of::<EngineOptions>);

/// A line of the dialog: the kind of the value, its name and the value.
fn dialog_line(name: &str, value: &str) -> String {
    match value {
        "true" => format!("[bool] {name} 1"),
        "false" => format!("[bool] {name} 0"),
        value => format!("[string] {name} {value}"),
    }
}

/// What the dialog sends for a value that is now `present`.
fn from_dialog<'a>(present: &str, text: &'a str) -> &'a str {
    match (present, text) {
        ("true" | "false", "1") => "true",
        ("true" | "false", "0") => "false",
        (_, text) => text,
    }
}

fn other(error: impl std::fmt::Display) -> Failure {
    Failure::other(error.to_string())
}

fn param(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let Some(name) = call.arguments.optional() else {
        let all = path::list(engine.config());
        return Ok(all.iter().map(|(name, value)| dialog_line(name, value)).collect::<Vec<_>>().join("\n"));
    };
    let text = call.arguments.rest();
    if text.is_empty() {
        return path::get(engine.config(), name).map_err(other);
    }
    let present = path::get(engine.config(), name).unwrap_or_default();
    let config = path::set(engine.config(), name, from_dialog(&present, text)).map_err(other)?;
    engine.session = super::session(&engine.game, &config)?;
    engine.player.config = config;
    engine.begin_series();
    Ok(String::new())
}

fn option(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let mut table = serde_json::to_value(&engine.options).map_err(other)?;
    let show = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let Some(name) = call.arguments.optional() else {
        let lines = table.as_object().into_iter().flatten().map(|(name, value)| dialog_line(name, &show(value)));
        return Ok(lines.collect::<Vec<_>>().join("\n"));
    };
    let text = call.arguments.rest();
    let present = table.get(name).map(show);
    if text.is_empty() {
        return present.ok_or_else(|| Failure::other(format!("unknown option '{name}'")));
    }
    table[name] = path::parse_value(from_dialog(&present.unwrap_or_default(), text));
    OPTIONS.check(&table, "option").map_err(other)?;
    engine.options = serde_json::from_value(table).map_err(other)?;
    Ok(String::new())
}

fn player(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let text = call.arguments.rest();
    if text.is_empty() {
        return Ok(engine.player.text.clone());
    }
    let mut player = crate::PlayerSpec::parse_for(text, &engine.game.about().name).map_err(other)?;
    let (own, before) = (player.clone(), engine.config());
    let config = &mut player.config;
    config.budget = if own.sets("budget") { config.budget } else { before.budget };
    config.seed = if own.sets("seed") { config.seed } else { before.seed };
    config.memory_mib = if own.sets("memory_mib") { config.memory_mib } else { before.memory_mib };
    engine.session = super::session(&engine.game, &player.config)?;
    engine.player = player;
    engine.begin_series();
    Ok(String::new())
}
