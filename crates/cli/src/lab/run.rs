//! `katsura lab run`

use super::report::show_report;
use crate::failure::Failure;
use crate::matches::{SEATS, default_threads, fault_lines, short_score, warn};
use crate::print;
use crate::progress::{games_bar, interruptible};
use clap::Args;
use katsura_lab::experiment::{BanditRow, BanditWork, Experiment, Games, ProbeRow, Row, RowRun, Shard};
use katsura_lab::experiment::{describe, run_bandit, run_probe, run_row};
use katsura_lab::matches::{Contest, Flow};
use katsura_lab::provenance::cores;
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
        let experiment = Experiment::load(&self.name)?;
        let results = PathBuf::from(if self.quick { "results/quick" } else { "results" });
        let folder = self.out.clone().unwrap_or_else(|| results.join(&experiment.name));
        let chosen = experiment.clone().select(&self.rows)?;
        if chosen.row_names().next().is_none() {
            return Err(Failure::Usage(format!(
                "{}: has no rows: add a table [[rows]], [[bandits]] or [[probes]]",
                self.name
            )));
        }
        let run = |games: Games, threads: usize| RowRun {
            out: folder.clone(),
            size: self.games.unwrap_or(if self.quick { games.quick } else { games.full }),
            shard: self.shard.unwrap_or(Shard::WHOLE),
            threads,
            lanes: self.lanes.map_or(0, usize::from),
        };
        experiment.check(&chosen, &|row| run(row.games, 1).is_complete(&row.name))?;
        let contests: Vec<Contest> = chosen.rows.iter().map(|row| row.contest(&experiment)).collect::<Result<_, _>>()?;
        warn(contests.iter());
        let sentences = [describe(&experiment, &folder)?, changes_of_program(&chosen, run)].concat();
        sentences.iter().for_each(|sentence| eprintln!("katsura: {sentence}"));
        let control = Control::new();
        interruptible(&control, || {
            for (row, contest) in chosen.rows.iter().zip(&contests) {
                let threads = self.threads.map_or_else(|| default_threads(contest), usize::from);
                row_of_games((&experiment, row), &run(row.games, threads), &control)?;
            }
            let threads = self.threads.map_or_else(cores, usize::from);
            for row in &chosen.bandits {
                row_of_bandits((&experiment, row), &run(row.repetitions, threads), &control)?;
            }
            for row in &chosen.probes {
                row_of_probes((&experiment, row), &run(row.repetitions, threads), &control)?;
            }
            Ok::<(), Failure>(())
        })?;
        match (control.is_stopped(), self.shard) {
            (true, _) => print::line("interrupted; the same command goes on from here"),
            (false, Some(_)) => Ok(()),
            (false, None) => write_report(&folder),
        }
    }
}

/// A sentence for every row that another program began and this one goes on with.
fn changes_of_program(chosen: &Experiment, run: impl Fn(Games, usize) -> RowRun) -> Vec<String> {
    let sizes = chosen.rows.iter().map(|row| (&row.name, row.games));
    let sizes = sizes.chain(chosen.bandits.iter().map(|row| (&row.name, row.repetitions)));
    let sizes = sizes.chain(chosen.probes.iter().map(|row| (&row.name, row.repetitions)));
    sizes.filter_map(|(name, games)| run(games, 1).change_of_program(name)).collect()
}

/// Other rows of the folder may be in shards yet: the games are played all the same.
fn write_report(folder: &Path) -> Result<(), Failure> {
    match Report::of(folder) {
        Ok(report) => show_report(&report, folder),
        Err(error) => print::line(&format!("no report yet: {error}")),
    }
}

fn row_of_games(of: (&Experiment, &Row), run: &RowRun, control: &Control) -> Result<(), Failure> {
    if control.is_stopped() {
        return Ok(());
    }
    let jobs = run.shard.jobs(run.size.div_ceil(2));
    let bar = games_bar(2 * (jobs.end - jobs.start), &of.1.name);
    let tally = run_row(of, run, control, &mut |tally| {
        bar.set_position(tally.games());
        if !bar.is_hidden() {
            bar.set_message(short_score(tally));
        }
        Flow::Continue
    });
    bar.finish_and_clear();
    let tally = tally?;
    print::remark(&format!(
        "{}: {} games, {}\n{}",
        of.1.name,
        tally.games(),
        short_score(&tally),
        fault_lines(&tally, SEATS)
    ))
}

fn row_of_bandits(of: (&Experiment, &BanditRow), run: &RowRun, control: &Control) -> Result<(), Failure> {
    if control.is_stopped() {
        return Ok(());
    }
    let bar = games_bar(run.size, &of.1.name);
    let ran = run_bandit(of, run, control, &mut |ran| bar.set_position(ran.jobs * BanditWork::BATCH));
    bar.finish_and_clear();
    let ran = ran?;
    print::remark(&format!("{}: {} of {} batches of {} instances\n", of.1.name, ran.jobs, ran.of, BanditWork::BATCH))
}

fn row_of_probes(of: (&Experiment, &ProbeRow), run: &RowRun, control: &Control) -> Result<(), Failure> {
    if control.is_stopped() {
        return Ok(());
    }
    let bar = games_bar(run.size, &of.1.name);
    let ran = run_probe(of, run, control, &mut |ran| bar.set_position(ran.jobs));
    bar.finish_and_clear();
    let ran = ran?;
    print::remark(&format!("{}: {} of {} positions\n", of.1.name, ran.jobs, ran.of))
}
