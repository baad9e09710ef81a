//! `katsura analysis`

use crate::args::{GameArgs, PlayerArgs};
use crate::failure::Failure;
use clap::Args;
use katsura_engine::analysis::{Options, schema, serve};
use katsura_mcts::ConfigError;

#[derive(Args)]
#[command(
    after_help = "One JSON object per line on standard input, one per line on standard output; the fields are those of KataGo's \
    analysis engine, and `game` names any other game. The schema is printed by --schema.\n\nExamples:\n  \
    echo '{\"id\":\"1\",\"moves\":[[\"B\",\"E5\"]],\"boardXSize\":9,\"boardYSize\":9}' \\\n    | katsura analysis --simulations 1000\n  \
    echo '{\"id\":\"2\",\"game\":\"hex\",\"moves\":[\"f6\"],\"reportDuringSearchEvery\":0.5}' \\\n    \
    | katsura analysis --player rave --seconds 5"
)]
pub struct Analysis {
    #[command(flatten)]
    player: PlayerArgs,
    /// Positions to search at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: u16,
    /// Print the JSON schema of the protocol and exit.
    #[arg(long)]
    schema: bool,
}

impl Analysis {
    pub fn run(&self) -> Result<(), Failure> {
        if self.schema {
            return crate::print::json(&schema());
        }
        self.player.refuse_game_settings("each query")?;
        self.player.choose(&GameArgs::default())?;
        let player = self.player.clone();
        let of_game = move |game: &str| {
            let chosen = player.choose(&GameArgs { game: Some(game.to_string()), ..GameArgs::default() });
            chosen.map(|chosen| chosen.player).map_err(|failure| ConfigError::new("", failure.to_string()))
        };
        let options = Options { player: Box::new(of_game), workers: usize::from(self.workers) };
        Ok(serve(&options, std::io::stdin(), &mut std::io::stdout())?)
    }
}
