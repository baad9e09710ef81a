//! `katsura lab run`

use super::report::show_report;
use crate::failure::Failure;
use crate::matches::{SEATS, fault_lines, short_score};
use crate::print;
use crate::progress::{games_bar, interruptible};
use clap::Args;
use indicatif::ProgressBar;
use katsura_lab::experiment::{Amount, Experiment, Observer, Place, Progress, Runner, Shard};
use katsura_lab::matches::Flow;
use katsura_lab::report::Report;
use katsura_mcts::Control;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "A run that was ended in any way goes on with the same command and ends with the same games. \
    At its end the report is printed and written.\n\n\
    Examples:\n  katsura lab run uct-vs-random --quick\n  katsura lab run poolrave-havannah --rows p50-k10,printed-formula\n  \
    katsura lab run poolrave-havannah --shard 3/64 \\\n    --out results/poolrave-havannah\n  katsura lab run my-experiment.toml --games 100")]
pub struct Run {
    /// An experiment (see katsura lab list), or a file that ends in .toml.
    name: String,
    /// Few games: to see that it works, and which way the wind blows.
    #[arg(long)]
    quick: bool,
    /// So many games, bandit instances or positions per row, instead of what the experiment says.
    #[arg(long, value_name = "N", conflicts_with = "quick", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// Only these rows.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    rows: Vec<String>,
    /// Games side by side; all cores unless the players think for a time or use threads themselves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Games side by side in a thread, if both players make single playouts in batches; 1 plays one after the other [default: as many as there are boards in a
    /// vector].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    lanes: Option<u16>,
    /// Play only part I of N; katsura lab merge puts the parts together.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// The folder for the records; results/NAME if not given, with --quick results/quick/NAME.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Run {
    pub fn run(&self) -> Result<(), Failure> {
        let runner = self.runner()?;
        let control = Control::new();
        let mut watching = Watching { bar: None, failure: None, control: control.clone() };
        let ran = interruptible(&control, || runner.run(&control, &mut watching));
        watching.clear();
        ran?;
        watching.failure.map_or(Ok(()), Err)?;
        match (control.is_stopped(), self.shard) {
            (true, _) => print::line("interrupted; the same command goes on from here"),
            (false, Some(_)) => Ok(()),
            (false, None) => write_report(&runner.out),
        }
    }

    /// What is run, as the flags say.
    fn runner(&self) -> Result<Runner, Failure> {
        let experiment = Experiment::load(&self.name)?;
        let results = PathBuf::from(if self.quick { "results/quick" } else { "results" });
        Ok(Runner {
            out: self.out.clone().unwrap_or_else(|| results.join(&experiment.name)),
            chosen: experiment.clone().select(&self.rows)?,
            experiment,
            amount: match self.games {
                Some(games) => Amount::Of(games),
                None if self.quick => Amount::Quick,
                None => Amount::Full,
            },
            shard: self.shard.unwrap_or(Shard::WHOLE),
            threads: self.threads.map(usize::from),
            lanes: self.lanes.map_or(0, usize::from),
        })
    }
}

/// The bar of the row that runs.
struct Watching {
    bar: Option<ProgressBar>,
    /// Why nothing can be printed any more.
    failure: Option<Failure>,
    control: Control,
}

impl Watching {
    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Watching {
    fn remark(&mut self, sentence: &str) {
        let say = || eprintln!("katsura: {sentence}");
        self.bar.as_ref().map_or_else(say, |bar| bar.suspend(say));
    }

    fn begin(&mut self, place: &Place<'_>) {
        self.bar = Some(games_bar(place.units, place.row.name()));
    }

    fn step(&mut self, progress: &Progress<'_>) -> Flow {
        if let Some(bar) = &self.bar {
            bar.set_position(progress.done());
            if let Some(tally) = progress.tally.filter(|_| !bar.is_hidden()) {
                bar.set_message(short_score(tally));
            }
        }
        Flow::Continue
    }

    fn end(&mut self, progress: &Progress<'_>) {
        self.clear();
        if let Err(failure) = print::remark(&came(progress)) {
            self.failure = Some(failure);
            self.control.stop();
        }
    }
}

/// What a row came to, in a line or some more.
fn came(progress: &Progress<'_>) -> String {
    let row = progress.row;
    match progress.tally {
        Some(tally) => {
            format!("{row}: {} games, {}\n{}", tally.games(), short_score(tally), fault_lines(tally, SEATS))
        }
        None => format!("{row}: {}\n", progress.jobs()),
    }
}

/// Other rows of the folder may be in shards yet: the games are played all the same.
fn write_report(folder: &Path) -> Result<(), Failure> {
    match Report::of(folder) {
        Ok(report) => show_report(&report, folder),
        Err(error) => print::line(&format!("no report yet: {error}")),
    }
}
