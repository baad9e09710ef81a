//! The experiments that come with the program.

use katsura_mcts::ConfigError;

macro_rules! catalogue {
    ($($name:literal),* $(,)?) => {
        const CATALOGUE: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../../experiments/", $name, ".toml")))),*];
    };
}

catalogue! {
    "uct-vs-random",
    "random-agents",
    "voi-bandit",
}

/// The names of the experiments.
pub fn names() -> impl Iterator<Item = &'static str> {
    CATALOGUE.iter().map(|&(name, _)| name)
}

/// The text of an experiment.
pub(super) fn text(name: &str) -> Result<&'static str, ConfigError> {
    let found = CATALOGUE.iter().find(|&&(known, _)| known == name);
    found.map(|&(_, text)| text).ok_or_else(|| {
        let known: Vec<&str> = names().collect();
        ConfigError::new("", format!("unknown experiment '{name}'; known: {}, or a file ending in .toml", known.join(", ")))
    })
}
