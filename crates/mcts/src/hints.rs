//! How much of the game's heuristic counts.

use crate::config::{ConfigError, Part, Problem};
use katsura_game::About;
use std::collections::BTreeMap;

/// A weight for each hint of the game's [heuristic](katsura_game::Knowledge::heuristic), by its name: `hints.pass=0` leaves passes out, 2 counts them
/// twice. A hint that is not named counts once.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "files", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Hints(pub BTreeMap<String, f64>);

/// The greatest weight.
const MOST: f64 = 1000.0;

impl Hints {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The weights of a game's hints, in the order of their numbers.
    pub(crate) fn weights(&self, about: &About) -> Vec<f32> {
        about.knows.hints.iter().map(|hint| self.0.get(hint.name).map_or(1.0, |&weight| weight as f32)).collect()
    }
}

impl Part for Hints {
    fn check_fit(&self, about: &About) -> Result<(), ConfigError> {
        let known = &about.knows.hints;
        for (name, weight) in &self.0 {
            let refuse = |problem| Err(ConfigError::of(name, problem));
            if !known.iter().any(|hint| hint.name == name) {
                let known: Vec<&str> = known.iter().map(|hint| hint.name).collect();
                let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
                return refuse(Problem::Unfit(format!("{} has no such hint; known: {known}", about.name)));
            }
            if !(0.0..=MOST).contains(weight) {
                let accepted = format!("a number from 0 to {MOST}");
                return refuse(Problem::OutOfRange { found: weight.to_string(), accepted });
            }
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use crate::config::{path, preset, preset_for};
    use crate::{Budget, Control, Search, SearchConfig};
    use katsura_games::go::{Go9, Rules};
    use katsura_games::tic_tac_toe::TicTacToe;

    fn with(config: &SearchConfig, key: &str, value: &str) -> SearchConfig {
        path::set(config, key, value).unwrap()
    }

    #[test]
    fn a_hint_that_the_game_lacks_is_refused() {
        let go = Go9::new(Rules::default());
        let error = Search::new(&go, &with(&preset("uct").unwrap(), "hints.bridge", "0")).err().unwrap().to_string();
        assert_eq!(error, "search.hints.bridge: go has no such hint; known: likely, self_atari, eye, pass");
        let error = Search::new(&TicTacToe {}, &with(&preset("uct").unwrap(), "hints.near", "0")).err().unwrap().to_string();
        assert_eq!(error, "search.hints.near: tic-tac-toe has no such hint; known: none");
        let error = Search::new(&go, &with(&preset("uct").unwrap(), "hints.pass", "-1")).err().unwrap().to_string();
        assert_eq!(error, "search.hints.pass: -1 is out of range: a number from 0 to 1000");
        let error = path::set(&preset("uct").unwrap(), "hints.near", "many").unwrap_err().to_string();
        assert!(error.starts_with("search.hints.near: expected a number"), "{error}");
    }

    /// Of the first move, all that Go's estimates know without what is learnt is that it should not be a pass.
    #[test]
    fn a_weight_of_nothing_leaves_a_hint_out() {
        let go = Go9::new(Rules::default());
        let strong = with(&preset_for("strong", "go").unwrap(), "hints.likely", "0");
        let priors = |pass: &str| {
            let mut search = Search::new(&go, &with(&strong, "hints.pass", pass)).unwrap();
            search.run(&Budget::simulations(20), &Control::new());
            let mut priors: Vec<f32> = search.analysis().moves.iter().map(|mv| mv.prior).collect();
            priors.sort_by(f32::total_cmp);
            priors.dedup();
            priors
        };
        assert_eq!(priors("1"), [5.0 / 110.0, 0.5]);
        assert_eq!(priors("2"), [5.0 / 210.0, 0.5]);
        assert_eq!(priors("0"), [0.5]);
    }
}
