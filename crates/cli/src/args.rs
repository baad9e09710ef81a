//! Flags that several commands share.

use crate::failure::Failure;
use clap::Args;
use katsura_engine::PlayerSpec;
use katsura_engine::files::write_whole;
use katsura_engine::player::{WrittenPlayer, split_assignment};
use katsura_engine::sgf::NamedGame;
use katsura_games::GameSpec;
use katsura_mcts::config::path;
use katsura_mcts::parallel::{Parallel, TreeThreads};
use katsura_mcts::{Budget, SearchConfig};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Which game.
#[derive(Args, Default)]
pub struct GameArgs {
    /// The game (see `katsura games`), or a file with its rules that ends in .kif (see `katsura rules check`).
    #[arg(long, value_name = "NAME or FILE")]
    pub game: Option<String>,
    /// The size of the board.
    #[arg(long, value_name = "N")]
    pub size: Option<u32>,
    /// The komi in Go: points for White, negative ones for Black.
    #[arg(long, value_name = "K")]
    pub komi: Option<f64>,
}

/// Which player, and how long it may think.
#[derive(Args, Clone)]
pub struct PlayerArgs {
    /// A preset, a preset with key=value, or a file (see `katsura presets`).
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    pub player: String,
    /// Simulations per move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub simulations: Option<u64>,
    /// Seconds per move.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Threads that share the tree; with more than one the result is not repeatable.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The seed of everything random.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Set a parameter: search.NAME=VALUE or game.NAME=VALUE; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// Sees before long work whether its result can be written to a file.
pub fn check_target(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wrong = |why: &str| Err(Failure::Usage(format!("{}: {why}", file.display())));
    match (file.is_dir(), folder.is_dir()) {
        (true, _) => wrong("is a folder; name a file"),
        (false, false) => wrong("its folder does not exist; make it first"),
        (false, true) => Ok(()),
    }
}

/// Writes the result of long work into a file, and returns where it went: what was interrupted takes the place of nothing, and
/// goes into `NAME.interrupted.EXTENSION` if the file is there.
pub fn write_result(file: &Path, text: &str, interrupted: bool) -> Result<PathBuf, Failure> {
    let mut place = file.to_path_buf();
    if interrupted && file.is_file() {
        let extension = file.extension().map(|extension| format!(".{}", extension.to_string_lossy()));
        place.set_extension(format!("interrupted{}", extension.unwrap_or_default()));
    }
    write_whole(&place, text.as_bytes()).map_err(|error| Failure::Work(format!("{}: {error}", place.display())))?;
    Ok(place)
}

pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("expected seconds above 0".to_string()),
    }
}

/// A game and a player, as the flags say.
pub struct Chosen {
    pub game: GameSpec,
    pub player: PlayerSpec,
}

impl PlayerArgs {
    /// Puts file, preset and flags together; later ones override earlier ones: file, `--game`, `--size` and `--komi`, `--set`, other flags.
    pub fn choose(&self, game: &GameArgs) -> Result<Chosen, Failure> {
        let mut parameters = Vec::new();
        let mut settings = Vec::new();
        for text in &self.set {
            let (key, value) = split_assignment(text)?;
            match key.strip_prefix("game.") {
                Some(key) => parameters.push((key.to_string(), value.to_string())),
                None => settings.push((key, value)),
            }
        }
        let written = WrittenPlayer::read(&self.player);
        let game = game.choose(written.as_ref().ok().and_then(WrittenPlayer::game), &parameters)?;
        let mut player = written?.player_for(&game.about().name)?;
        for (key, value) in settings {
            player.config = path::set(&player.config, key, value)?;
        }
        self.override_config(&mut player.config)?;
        Ok(Chosen { game, player })
    }

    /// Refuses `--set game.…` where the game is not chosen by flags.
    pub fn refuse_game_settings(&self, of: &str) -> Result<(), Failure> {
        match self.set.iter().find(|text| text.starts_with("game.")) {
            Some(text) => Err(Failure::Usage(format!("--set {text}: the game is that of {of}; leave it out"))),
            None => Ok(()),
        }
    }

    fn override_config(&self, config: &mut SearchConfig) -> Result<(), Failure> {
        if let Some(seed) = self.seed {
            config.seed = seed;
        }
        if self.simulations.is_some() || self.seconds.is_some() {
            config.budget = Budget { simulations: self.simulations, seconds: self.seconds };
        }
        if let Some(threads) = self.threads {
            let threads = usize::from(threads);
            match &mut config.parallel {
                Parallel::Root(root) => root.threads = threads,
                Parallel::Leaf(leaf) => leaf.threads = threads,
                Parallel::Tree(tree) => tree.threads = threads,
                Parallel::None if threads > 1 => {
                    config.parallel = Parallel::Tree(TreeThreads { threads, ..TreeThreads::default() })
                }
                Parallel::Batch(_) if threads > 1 => {
                    let why = "parallel.kind = batch works in one thread; leave --threads out, or set another kind";
                    return Err(Failure::Usage(why.to_string()));
                }
                Parallel::None | Parallel::Batch(_) => {}
            }
        }
        Ok(())
    }
}

impl GameArgs {
    /// The game of the flags; without `--game` that of the player's file with what the flags change, or Go.
    pub fn choose(&self, from_file: Option<&GameSpec>, parameters: &[(String, String)]) -> Result<GameSpec, Failure> {
        let mut game = match (&self.game, from_file) {
            (Some(name), _) => NamedGame::written(name),
            (None, Some(spec)) => NamedGame::of(spec),
            (None, None) => NamedGame::written(DEFAULT_GAME),
        };
        let flags = [("size", self.size.map(Value::from)), ("komi", self.komi.map(Value::from))];
        for (key, value) in flags.into_iter().filter_map(|(key, value)| Some((key, value?))) {
            check_flag(&game.name, key)?;
            game.parameters.insert(key.to_string(), value);
        }
        game.parameters.extend(parameters.iter().map(|(key, value)| (key.clone(), path::parse_value(value))));
        Ok(game.spec()?)
    }
}

/// Whether a game has the parameter of a flag; if not, the failure names those that it has.
fn check_flag(game: &str, key: &str) -> Result<(), Failure> {
    // An unknown game is reported with the others.
    let Ok(spec) = GameSpec::named(game) else { return Ok(()) };
    let own = NamedGame::of(&spec).parameters;
    if own.contains_key(key) {
        return Ok(());
    }
    let settings: Vec<String> = own.iter().map(|(name, value)| format!("--set game.{name}={value}")).collect();
    let remedy = match settings.is_empty() {
        true => format!("it has no parameters; leave --{key} out"),
        false => format!("its parameters are set as in {}", settings.join(" ")),
    };
    Err(Failure::Usage(format!("--{key}: {game} has no {key}; {remedy}")))
}

/// The game when nobody names one.
const DEFAULT_GAME: &str = "go";
