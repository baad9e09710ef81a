//! The experiments that come with the program.

use super::{ExperimentError, Wrong};

macro_rules! catalogue {
    ($($name:literal),* $(,)?) => {
        const CATALOGUE: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../../experiments/", $name, ".toml")))),*];
    };
}

catalogue! {
    "poolrave-havannah",
    "poolrave-go",
    "poolrave-go-patterns",
    "poolrave-go-setting",
    "rave-vs-uct-havannah",
    "bernstein-readings",
    "rave-vs-uct-gnugo",
    "gelly-silver-curve",
    "voi-bandit",
    "voi-go",
    "uct-vs-random",
    "random-agents",
    "exploration-constant",
    "progressive-pruning-ratio",
    "progressive-pruning-equality",
    "amaf-vs-basic",
    "amaf-samples",
    "temperature",
    "depth-two",
    "two-versions",
    "backup-operators",
    "backup-operators-one-tree",
    "node-expansion",
    "parallel-strength",
    "samegame-random",
    "samegame-twenty",
    "strong-go",
    "strong-havannah",
    "strong-hex",
    "sailing-simple-regret",
    "exploitability",
}

/// The names of the experiments.
pub fn names() -> impl Iterator<Item = &'static str> {
    CATALOGUE.iter().map(|&(name, _)| name)
}

/// The text of an experiment.
pub(super) fn text(name: &str) -> Result<&'static str, ExperimentError> {
    let found = CATALOGUE.iter().find(|&&(known, _)| known == name);
    found.map(|&(_, text)| text).ok_or_else(|| {
        let known = names().map(str::to_string).collect();
        ExperimentError::new("", Wrong::NoExperiment { name: name.to_string(), known })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::matches::Contestant;
    use katsura_engine::player::start_search;
    use katsura_mcts::SearchConfig;

    #[test]
    fn every_row_of_every_experiment_can_be_run() {
        for name in names() {
            let experiment = Experiment::load(name).unwrap();
            assert!(experiment.row_names().count() > 0, "{name}");
            for row in &experiment.rows {
                row.work(&experiment).unwrap_or_else(|error| panic!("{name}, {}: {error}", row.name()));
            }
            for row in experiment.matches() {
                let contest = row.contest(&experiment).unwrap_or_else(|error| panic!("{name}, {}: {error}", row.name));
                for player in contest.players.iter().filter_map(Contestant::search) {
                    let config = SearchConfig { memory_mib: 1, ..player.clone() };
                    start_search(&contest.game, &config)
                        .map(|_| ())
                        .unwrap_or_else(|error| panic!("{name}, {}: {error}", row.name));
                }
            }
        }
    }

    #[test]
    fn an_unknown_experiment_is_an_error_that_names_the_known_ones() {
        let error = Experiment::load("poolrave").unwrap_err().to_string();
        assert!(error.starts_with("unknown experiment 'poolrave'; known: poolrave-havannah,"), "{error}");
    }
}
