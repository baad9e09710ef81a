//! `katsura lab sgf`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_lab::experiment::{Shard, row_folders};
use katsura_lab::folder::write_whole;
use katsura_lab::matches::{GameRecord, read_record, sgf};
use katsura_lab::work::AnyWork;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "Writes games.sgf, with all games of the record, beside it. The record itself stays what counts: SGF is made from it.\n\n\
    Examples:\n  katsura lab sgf results/uct-vs-random\n  katsura lab sgf results/uct-vs-random/go-9x9-100 --game 17"
)]
pub struct Sgf {
    /// The folder of a run, of one row, or of a match.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print only the game of this number of each row, and write nothing.
    #[arg(long, value_name = "N")]
    game: Option<u64>,
}

impl Sgf {
    pub fn run(&self) -> Result<(), Failure> {
        let mut found = false;
        for (folder, manifest) in row_folders(&self.folder)? {
            let AnyWork::Match(work) = &manifest.work else { continue };
            let games: Vec<GameRecord> = read_record(&manifest.record_path(&folder, Shard::WHOLE))?;
            let mut chosen = games.iter().filter(|game| self.game.is_none_or(|number| number == game.game)).peekable();
            if chosen.peek().is_none() {
                continue;
            }
            found = true;
            let text =
                sgf(&work.contest, chosen).map_err(|error| Failure::Work(format!("{}: {error}", folder.display())))?;
            if self.game.is_some() {
                print::text(&text)?;
                continue;
            }
            let path = folder.join("games.sgf");
            write_whole(&path, text.as_bytes())?;
            print::line(&format!("wrote {}: {} games", path.display(), games.len()))?;
        }
        match (found, self.game) {
            (true, _) => Ok(()),
            (false, Some(number)) => {
                Err(Failure::Usage(format!("--game {number}: {} has no such game", self.folder.display())))
            }
            (false, None) => Err(Failure::Work(format!("{}: no game was played", self.folder.display()))),
        }
    }
}
