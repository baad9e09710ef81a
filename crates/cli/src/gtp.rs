//! `katsura gtp`

use crate::args::{GameArgs, PlayerArgs};
use crate::failure::Failure;
use clap::Args;
use katsura_engine::Book;
use katsura_engine::gtp::{Engine, EngineOptions, serve};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(
    after_help = "Once the controller has set a clock, the clock decides how long a move takes, not --seconds; --simulations, or those of \
    the player's own budget, stay the most. Without a clock --seconds or --simulations decide, or the player's own budget.\n\n\
    Examples:\n  \
    katsura gtp --game go --size 9 --seconds 2\n  katsura gtp --game hex --player rave --simulations 20000 --seed 7\n  \
    katsura gtp --size 19 --threads 4 --ponder --resign 0.08 --book go19.json"
)]
pub struct Gtp {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// Think on the opponent's time.
    #[arg(long)]
    ponder: bool,
    /// Resign when the best move's mean reward is below this; 0 never resigns.
    #[arg(long, value_name = "MEAN", default_value_t = 0.0, value_parser = share)]
    resign: f64,
    /// Seconds that an answer may take to arrive.
    #[arg(long, value_name = "S", default_value_t = 0.1, value_parser = lag)]
    lag: f64,
    /// Send pictures of the search to GoGui while it runs.
    #[arg(long)]
    live_gfx: bool,
    /// An opening book (see `katsura book`).
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or("expected a number from 0 to 1".to_string())
}

fn lag(text: &str) -> Result<f64, String> {
    text.parse::<f64>().ok().filter(|lag| (0.0..=60.0).contains(lag)).ok_or("expected 0 to 60 seconds".to_string())
}

/// Reads a book.
pub fn read_book(file: &Path) -> Result<Book, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
    Book::from_json(&text).map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}

impl Gtp {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.player.choose(&self.game)?;
        let options = EngineOptions {
            ponder: self.ponder,
            resign: self.resign,
            lag: self.lag,
            live_gfx: self.live_gfx,
            ..EngineOptions::default()
        };
        let mut engine = Engine::new(chosen.game, chosen.player, options)?;
        if let Some(file) = &self.book {
            let opened = engine.open_book(read_book(file)?);
            opened.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
        }
        let commands = engine.commands();
        Ok(serve(&commands, &mut engine, std::io::stdin(), &mut std::io::stdout())?)
    }
}
