//! `katsura lab`

mod list;
mod merge;
mod pack;
mod plan;
mod report;
mod run;
mod sgf;
mod verify;

use crate::failure::Failure;
use clap::{Args, Subcommand};

#[derive(Args)]
#[command(
    after_help = "Examples:\n  katsura lab list\n  katsura lab run uct-vs-random --quick\n  katsura lab report results/uct-vs-random\n  \
    katsura lab verify results/uct-vs-random --games 20"
)]
pub struct Lab {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The experiments; with a name, its claim and rows.
    List(list::List),
    /// Run an experiment, or go on with it.
    Run(run::Run),
    /// Put the shards of a run together.
    Merge(merge::Merge),
    /// Say what came out: table, plots, verdicts.
    Report(report::Report),
    /// Play recorded games again and compare them move by move.
    Verify(verify::Verify),
    /// Write recorded games as SGF.
    Sgf(sgf::Sgf),
    /// Compress records that are kept.
    Pack(pack::Pack),
    /// How many games it takes to see a difference.
    Plan(plan::Plan),
}

impl Lab {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::List(command) => command.run(),
            What::Run(command) => command.run(),
            What::Merge(command) => command.run(),
            What::Report(command) => command.run(),
            What::Verify(command) => command.run(),
            What::Sgf(command) => command.run(),
            What::Pack(command) => command.run(),
            What::Plan(command) => command.run(),
        }
    }
}
