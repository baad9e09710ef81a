//! `katsura lab pack`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_lab::experiment::row_folders;
use katsura_lab::matches::pack_record;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "games.jsonl becomes games.jsonl.zst (Zstandard). All commands read both; a run that goes on unpacks it again.\n\n\
    Examples:\n  katsura lab pack results/poolrave-havannah"
)]
pub struct Pack {
    /// The folder of a run, of one row, or of a match.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Pack {
    pub fn run(&self) -> Result<(), Failure> {
        for (folder, manifest) in row_folders(&self.folder)? {
            for record in manifest.records(&folder).into_iter().filter(|record| record.exists()) {
                let [before, after] = pack_record(&record)?;
                print::line(&format!("{}: {before} bytes, packed {after}", record.display()))?;
            }
        }
        Ok(())
    }
}
