//! Katsura for Python: the native half of the package `katsura`.
//!
//! | module | what for |
//! |---|---|
//! | `game`, `state` | games and positions, with the method names of OpenSpiel |
//! | `search` | searches, run outside the interpreter's lock and stopped by Ctrl-C (`watched`) |
//! | `scripted`, `object`, `script`, `hooks`, `held`, `batch` | rules, playouts and priors that are Python code |
//! | `planes`, `environment`, `vector`, `part` | boards for PettingZoo and Gymnasium, one or thousands |
//! | `number`, `pool` | numbers that Python gives, and threads that survive a fork |
//! | `gtp` | outside programs |
//! | `lab` | experiments, jobs, records, reports |
//! | `board`, `layout` | a position of any game whose moves are numbers, and where its cells lie |
//!
//! What people call is in `python/katsura`. No rule of a game and no step of a search is written here.

mod batch;
mod board;
mod environment;
mod failure;
mod game;
mod gtp;
mod held;
mod hooks;
mod lab;
mod layout;
mod number;
mod object;
mod part;
mod planes;
mod pool;
mod script;
mod scripted;
mod search;
mod state;
mod vector;
mod watched;

use katsura_engine::PlayerSpec;
use katsura_mcts::config;
use pyo3::prelude::*;

/// The names of the presets, each with a line about it.
#[pyfunction]
fn presets() -> Vec<(&'static str, &'static str)> {
    config::presets().iter().map(|preset| (preset.name, preset.about)).collect()
}

/// The configuration of a preset, a player, in its form for a game if one is named, or a text in TOML, as JSON.
#[pyfunction]
#[pyo3(signature = (text, game = None))]
fn player(text: &str, game: Option<&str>) -> PyResult<String> {
    let config = if text.contains('\n') || text.contains("[search") {
        config::file::ConfigFile::parse(text, "the configuration").map(|file| file.search)
    } else {
        let player = game.map_or_else(|| PlayerSpec::parse(text), |game| PlayerSpec::parse_for(text, game));
        player.map(|player| player.config)
    };
    Ok(config::path::to_value(&config.map_err(failure::config_error)?).to_string())
}

/// A configuration with everything that it does not say; both are JSON.
#[pyfunction]
fn complete(configuration: &str) -> PyResult<String> {
    let table = serde_json::from_str(configuration).map_err(failure::value_error)?;
    let checked = config::path::from_value(table).map_err(failure::config_error)?;
    Ok(config::path::to_value(&checked).to_string())
}

/// A configuration with one parameter changed; everything is JSON.
#[pyfunction]
fn set_parameter(configuration: &str, path: &str, value: &str) -> PyResult<String> {
    let mut table: serde_json::Value = serde_json::from_str(configuration).map_err(failure::value_error)?;
    let value = serde_json::from_str(value).map_err(failure::value_error)?;
    config::path::set_value(&mut table, path, value).map_err(failure::config_error)?;
    complete(&table.to_string())
}

/// The native half of the package.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::environment::BoardEnv;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::gtp::GtpProgram;
    #[pymodule_export]
    use super::lab::{
        Ledger, describe, experiment_json, experiments, is_same_program, job_count, match_work, planned, play, program,
        record_lines, report, verify, write_report,
    };
    #[pymodule_export]
    use super::search::Search;
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::vector::Boards;
    #[pymodule_export]
    use super::{complete, player, presets, set_parameter};
}
