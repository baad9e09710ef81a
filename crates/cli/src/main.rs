//! The binary `katsura`: flags and printing, nothing else.
//!
//! To write a search of a game of your own, begin with the library: [`katsura_mcts`] has a whole one on its front page.

mod analysis;
mod analyze;
mod args;
mod bench;
mod book;
mod episodes;
mod exploit;
mod failure;
mod games;
mod gtp;
mod lab;
mod matches;
mod play;
mod presets;
mod print;
mod progress;
mod rules;
mod serve;
mod solve;
mod tournament;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// The Monte-Carlo tree search workbench.
#[derive(Parser)]
#[command(name = "katsura", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Examples:\n  katsura analyze --game go --size 9 --simulations 20000\n  katsura play --game connect-four\n  \
    katsura match --game connect-four --a uct --b flat-ucb \\\n    --simulations 1000 --games 100\n  \
    katsura bench playouts --game go --size 9"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The games with their parameters.
    Games(games::Games),
    /// The presets; with a name, its full configuration.
    Presets(presets::Presets),
    /// Play against the engine in the terminal.
    Play(play::Play),
    /// Candidate moves of a position with visits, mean, interval and principal variation.
    Analyze(analyze::Analyze),
    /// The best line of a game of one player.
    Solve(solve::Solve),
    /// Speak the Go Text Protocol, for GoGui, Sabaki and other programs.
    Gtp(gtp::Gtp),
    /// Opening books.
    Book(book::Book),
    /// Analyse positions: JSON lines in and out.
    Analysis(analysis::Analysis),
    /// Let two players play each other.
    Match(matches::Match),
    /// Play episodes of a problem for one player: the mean return with its interval.
    Episodes(episodes::EpisodesCommand),
    /// Let everybody play everybody, and rank them.
    Tournament(tournament::Tournament),
    /// How far a player is from an equilibrium, exactly: games with hidden information.
    Exploit(exploit::Exploit),
    /// Run the published experiments and say what came out.
    Lab(lab::Lab),
    /// Rule files: what they are, or why not.
    Rules(rules::Rules),
    /// The page: play, watch the search think, read the experiments.
    Serve(serve::Serve),
    /// Measure speed.
    Bench(bench::Bench),
}

/// The command whose options all take negative numbers, so that one that is out of range is refused by its option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    command.mut_subcommands(with_negative_numbers)
}

fn main() -> ExitCode {
    let matches = with_negative_numbers(Cli::command()).get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let result = match cli.command {
        Command::Games(command) => command.run(),
        Command::Presets(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Analyze(command) => command.run(),
        Command::Solve(command) => command.run(),
        Command::Gtp(command) => command.run(),
        Command::Book(command) => command.run(),
        Command::Analysis(command) => command.run(),
        Command::Match(command) => command.run(),
        Command::Episodes(command) => command.run(),
        Command::Tournament(command) => command.run(),
        Command::Exploit(command) => command.run(),
        Command::Lab(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Bench(command) => command.run(),
    };
    katsura_engine::gtp::end_programs();
    match result {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("katsura: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
