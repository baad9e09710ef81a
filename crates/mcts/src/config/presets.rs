//! Named configurations.

use super::file::ConfigFile;
use super::{ConfigError, SearchConfig};

/// A named search configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// One line: what it is, and where it comes from.
    pub about: &'static str,
    text: &'static str,
}

macro_rules! presets {
    ($($name:literal: $about:literal),* $(,)?) => {
        const PRESETS: &[Preset] = &[$(Preset {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../presets/", $name, ".toml")),
        }),*];
    };
}

presets! {
    "random": "any legal move, without search",
    "wise-random": "any move of the light playout, without search",
    "flat-mc": "flat Monte Carlo: the root's moves in equal shares, no tree",
    "flat-ucb": "flat UCB: a UCB1 bandit over the root's moves, no tree",
    "uct": "plain UCT: UCB1 in every node, one node per simulation [kocsis2006]",
}

impl Preset {
    /// The configuration.
    ///
    /// # Panics
    /// Never: a test reads every preset.
    pub fn config(&self) -> SearchConfig {
        match ConfigFile::parse(self.text, self.name) {
            Ok(file) => file.search,
            Err(error) => unreachable!("a preset is a valid configuration: {error}"),
        }
    }
}

/// All presets, in the order of the documentation.
pub fn presets() -> &'static [Preset] {
    PRESETS
}

/// The preset of a name.
///
/// # Errors
/// If there is none; the error names those there are.
pub fn preset(name: &str) -> Result<SearchConfig, ConfigError> {
    let found = PRESETS.iter().find(|preset| preset.name == name);
    found.map(Preset::config).ok_or_else(|| {
        let known: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        ConfigError::new("", format!("unknown preset '{name}'; known: {}", known.join(", ")))
    })
}
