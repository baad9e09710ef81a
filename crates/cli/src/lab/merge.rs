//! `katsura lab merge`

use crate::failure::Failure;
use crate::print;
use clap::Args;
use katsura_lab::experiment::merge;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  katsura lab merge results/poolrave-havannah\n  katsura lab merge node1 node2 node3 --out results/poolrave-havannah"
)]
pub struct Merge {
    /// Folders of runs of one experiment.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Where the whole record goes; the first folder if not given.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Merge {
    pub fn run(&self) -> Result<(), Failure> {
        let out = self.out.as_ref().unwrap_or(&self.folders[0]);
        for row in merge(&self.folders, out)? {
            if let Some(remark) = row.remark {
                eprintln!("katsura: {}: {remark}", row.folder.display());
            }
            print::line(&format!("{}: {} lines from {} records", row.folder.display(), row.lines, row.parts))?;
        }
        Ok(())
    }
}
