//! `katsura lab verify`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_lab::experiment::verify;
use katsura_mcts::Control;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  katsura lab verify results/uct-vs-random\n  katsura lab verify results/uct-vs-random --games 20"
)]
pub struct Verify {
    /// The folder of a run, of one row, or of a match.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// At most so many games of each row, spread over its record.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
}

impl Verify {
    pub fn run(&self) -> Result<(), Failure> {
        let all = verify(&self.folder, self.games, &Control::new())?;
        let mut departed = 0;
        for row in all.rows {
            let name = row.folder.display();
            let same = row.replayed - row.departures.len();
            let (replayed, entries, recorded) = (row.replayed, row.entries, row.recorded);
            print::line(&format!("{name}: {same} of {replayed} {entries} are the same ({recorded} recorded)"))?;
            if let Some(reason) = &row.unrepeatable {
                print::line(&format!(
                    "  {reason}: such moves cannot be repeated; they were checked to be legal and to lead to the recorded result"
                ))?;
            }
            row.departures.iter().try_for_each(|departure| print::line(&format!("  {departure}")))?;
            departed += row.departures.len();
        }
        for row in &all.unchecked {
            print::line(&format!("{}: not checked: {}", row.folder.display(), row.reason))?;
        }
        match (departed, all.unchecked.len()) {
            (0, 0) => Ok(()),
            (games, 0) => Err(Failure::Work(format!("{games} games are not as recorded"))),
            (0, rows) => Err(Failure::Work(format!("{rows} folders could not be checked"))),
            (games, rows) => {
                Err(Failure::Work(format!("{games} games are not as recorded, and {rows} folders could not be checked")))
            }
        }
    }
}
