//! Named configurations.

use super::file::ConfigFile;
use super::{ConfigError, Problem, SearchConfig};

/// A named search configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// One line: what it is, and where it comes from.
    pub about: &'static str,
    /// The only game it is for, if there is one.
    pub game: Option<&'static str>,
    /// The only number of players it is for, if it matters.
    pub players: Option<usize>,
    text: &'static str,
}

macro_rules! presets {
    ($($name:literal $(for $game:literal)? $(with $players:literal)?: $about:literal),* $(,)?) => {
        const PRESETS: &[Preset] = &[$(Preset {
            name: $name,
            about: $about,
            game: [$(Some($game),)? None][0],
            players: [$(Some($players),)? None][0],
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
    "uct-tuned": "UCT with UCB1-Tuned: exploration by variance [auer2002]",
    "uct-v": "UCT with UCB-V: exploration by the empirical Bernstein bound [audibert2009]",
    "amaf": "UCT with AMAF values for means [bruegmann1993]",
    "alpha-amaf": "UCT with AMAF values and means in equal shares [helmbold2009]",
    "rave": "RAVE without exploration, as tuned for Havannah [teytaud2009]",
    "mcs-pure": "the same number of games for every move, best average score [bruegmann1993]",
    "gobble": "GOBBLE 1993: moves by their value in all games, with annealed noise [bruegmann1993]",
    "mcts-basic": "best-first growing with minimax scores [hsu]",
    "pool-rave": "RAVE, and playouts from a pool of moves with good RAVE values [rimmel2010]",
    "progressive-pruning": "flat Monte Carlo that drops inferior moves [bouzy2004]",
    "progressive-unpruning": "UCT that opens moves one by one [chaslot2008]",
    "strong": "RAVE with proofs: the best we have for the game at hand, and the default where a person plays",
    "strong-go" for "go": "what `strong` is for Go: heuristic RAVE, playouts with tactics and patterns, proofs",
    "strong-havannah" for "havannah": "what `strong` is for Havannah: heuristic RAVE, light playouts, decisive moves, proofs",
    "strong-hex" for "hex": "what `strong` is for Hex: heuristic RAVE, bridges, decisive moves, proofs",
    "strong-samegame" for "samegame": "what `strong` is for SameGame: policy adaptation that keeps one colour for later",
    "student": "the student report's agent, with its same-sign backup [seksaoui]",
    "so-ismcts": "information set MCTS, single observer: each simulation draws what is hidden [cowling2012]",
    "mo-ismcts": "information set MCTS in which every player goes by what that player sees [cowling2012]",
    "pimc": "40 trees, each of one world that is drawn and taken for the true one [cowling2012]",
    "cfr": "counterfactual regret minimisation of the whole game [zinkevich2007]",
    "cfr-plus": "CFR⁺ of the whole game [tammelin2014]",
    "es-mccfr": "Monte-Carlo CFR by external sampling [lanctot2009]",
    "os-mccfr": "Monte-Carlo CFR by outcome sampling [lanctot2009]",
    "smooth-uct": "Smooth UCT in self-play of the whole game [heinrich2015]",
    "voi": "value of information at the root, UCT below [tolpin2012]",
    "sp-mcts" with 1: "single-player MCTS, as for searches that start anew again and again [schadd2008]",
    "nmcs" with 1: "nested Monte-Carlo search of level 3, for one player [cazenave2009nested]",
    "nrpa" with 1: "nested rollout policy adaptation of level 4, for one player [rosin2011]",
    "beam" with 1: "beam search by playouts, for one player [cazenave2012beam]",
    "strong-sailing" for "sailing": "what `strong` is for sailing: UCB√ at the root, UCT below, a rule of thumb in place of playouts",
    "strong-travel" for "travel": "what `strong` is for the Canadian traveller: UCT on the scale of the cost so far, the optimistic way in place of playouts",
    "sr-cr": "UCB√ at the root for the regret of the choice, UCT below [tolpin2012simple]",
}

impl Preset {
    /// Whether it is for games of two players as well as for others, whatever they are.
    pub fn is_general(&self) -> bool {
        self.game.is_none() && self.players.is_none()
    }

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
        let known = PRESETS.iter().map(|preset| preset.name.to_string()).collect();
        ConfigError::of("", Problem::UnknownPreset { name: name.to_string(), known })
    })
}

/// The preset of a name for a game: the one made for this game, `NAME-GAME`, if there is one.
///
/// # Errors
/// As [`preset`].
///
/// ```
/// use katsura_mcts::config::{preset, preset_for};
/// assert_eq!(preset_for("strong", "hex").unwrap(), preset("strong-hex").unwrap());
/// assert_eq!(preset_for("strong", "nim").unwrap(), preset("strong").unwrap());
/// assert_eq!(preset_for("uct", "hex").unwrap(), preset("uct").unwrap());
/// ```
pub fn preset_for(name: &str, game: &str) -> Result<SearchConfig, ConfigError> {
    let is_made_for_it =
        |special: &&Preset| special.game == Some(game) && special.name.strip_suffix(game) == Some(&format!("{name}-"));
    PRESETS.iter().find(is_made_for_it).map_or_else(|| preset(name), |special| Ok(special.config()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nested::Algorithm;
    use crate::{Budget, Control, searcher};
    use katsura_game::toy::LeftGame;
    use katsura_games::kuhn::Kuhn;
    use katsura_games::tic_tac_toe::TicTacToe;

    /// Solvers of games that hide something play poker.
    #[test]
    fn every_preset_plays_a_move() {
        for preset in presets().iter().filter(|preset| preset.game.is_none()) {
            let config = SearchConfig { memory_mib: 16, ..preset.config() };
            let (mut search, moves) = match (preset.players, &config.algorithm) {
                (Some(1), _) => (searcher(&LeftGame::moves(9), &config).unwrap(), 9),
                (_, Algorithm::Equilibrium(_)) => (searcher(&Kuhn::default(), &config).unwrap(), 2),
                _ => (searcher(&TicTacToe {}, &config).unwrap(), 9),
            };
            if moves == 2 {
                search.restart(&[2, 3]).unwrap();
            }
            search.run(&Budget::simulations(300), &Control::new());
            assert!(search.best().is_some_and(|best| best < moves), "{}", preset.name);
        }
    }

    #[test]
    fn an_unknown_preset_is_an_error_that_names_the_known_ones() {
        let error = preset("strongest").unwrap_err().to_string();
        assert!(error.starts_with("unknown preset 'strongest'; known: random,") && error.contains("rave"), "{error}");
    }
}
