//! `katsura lab run`

use crate::failure::Failure;
use crate::matches::{default_threads, short_score};
use crate::print;
use crate::progress::{games_bar, interruptible};
use clap::Args;
use katsura_lab::experiment::{Experiment, Row, RowRun, Shard, run_row};
use katsura_lab::matches::{Flow, Tally};
use katsura_mcts::Control;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "A run that was ended in any way goes on with the same command and ends with the same games.\n\n\
    Examples:\n  katsura lab run uct-vs-random --quick\n  katsura lab run poolrave-havannah --rows p50-k10,printed-formula\n  \
    katsura lab run poolrave-havannah --shard 3/64 --out results/poolrave-havannah\n  katsura lab run my-experiment.toml --games 100")]
pub struct Run {
    /// An experiment (see katsura lab list), or a file that ends in .toml.
    name: String,
    /// Few games: to see that it works, and which way the wind blows.
    #[arg(long)]
    quick: bool,
    /// So many games per row, instead of what the experiment says.
    #[arg(long, value_name = "N", conflicts_with = "quick", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// Only these rows.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    rows: Vec<String>,
    /// Games side by side; all cores unless the players think for a time or use threads themselves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Play only part I of N; katsura lab merge puts the parts together.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// The folder for the records; results/NAME if not given.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Run {
    pub fn run(&self) -> Result<(), Failure> {
        let experiment = Experiment::load(&self.name)?;
        let rows = experiment.select(&self.rows)?;
        let threads: Vec<usize> = rows.iter().map(|row| self.threads(&experiment, row)).collect::<Result<_, _>>()?;
        let control = Control::new();
        interruptible(&control, || {
            for (row, threads) in rows.into_iter().zip(threads) {
                let tally = self.row(&experiment, row, threads, &control)?;
                print::line(&format!("{}: {} games, {}", row.name, tally.games(), short_score(&tally)))?;
                if control.is_stopped() {
                    return print::line("interrupted; the same command goes on from here");
                }
            }
            Ok(())
        })
    }

    /// Also finds out, before the first game, whether all players and games are known.
    fn threads(&self, experiment: &Experiment, row: &Row) -> Result<usize, Failure> {
        let contest = row.contest(experiment)?;
        Ok(self.threads.map_or_else(|| default_threads(&contest), usize::from))
    }

    fn row(&self, experiment: &Experiment, row: &Row, threads: usize, control: &Control) -> Result<Tally, Failure> {
        let games = self.games.unwrap_or(if self.quick { row.games.quick } else { row.games.full });
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let run = RowRun { out: self.folder(experiment), games, shard, threads };
        let jobs = shard.jobs(games.div_ceil(2));
        let bar = games_bar(2 * (jobs.end - jobs.start), &row.name);
        let tally = run_row((experiment, row), &run, control, |tally| {
            bar.set_position(tally.games());
            if !bar.is_hidden() {
                bar.set_message(short_score(tally));
            }
            Flow::Continue
        });
        bar.finish_and_clear();
        Ok(tally?)
    }

    fn folder(&self, experiment: &Experiment) -> PathBuf {
        self.out.clone().unwrap_or_else(|| PathBuf::from("results").join(&experiment.name))
    }
}
