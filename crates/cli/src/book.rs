//! `katsura book`

use crate::args::{GameArgs, PlayerArgs, check_target, write_result};
use crate::failure::Failure;
use crate::gtp::read_book;
use crate::print;
use crate::progress::interruptible;
use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use katsura_engine::book::{BookPosition, BuildOptions, build};
use katsura_mcts::Control;
use std::io::IsTerminal;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  katsura book build --game go --size 9 --simulations 20000 \\\n    --positions 200 --out go9.json\n  \
    katsura book show go9.json --moves \"E5 C4\"\n  katsura gtp --size 9 --book go9.json"
)]
pub struct Book {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Grow an opening book by search.
    Build(Build),
    /// Show what a book says about a position.
    Show(Show),
}

#[derive(Args)]
#[command(after_help = "The position that good play reaches most often is searched next.\n\nExamples:\n  \
    katsura book build --game hex --size 11 --simulations 50000 \\\n    --positions 500 --out hex11.json")]
struct Build {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// Positions to search.
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: usize,
    /// The longest line, in moves.
    #[arg(long, value_name = "N", default_value_t = 12)]
    depth: usize,
    /// Where the book goes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura book show go9.json\n  katsura book show go9.json --moves \"E5 C4\" --json")]
struct Show {
    /// The book.
    file: PathBuf,
    /// The moves that lead to the position, separated by spaces or commas; all positions without it.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Book {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Build(build) => build.run(),
            Command::Show(show) => show.run(),
        }
    }
}

impl Build {
    fn run(&self) -> Result<(), Failure> {
        let chosen = self.player.choose(&self.game)?;
        check_target(&self.out)?;
        let options = BuildOptions { positions: self.positions, depth: self.depth, ..BuildOptions::default() };
        let bar =
            if std::io::stderr().is_terminal() { ProgressBar::new(self.positions as u64) } else { ProgressBar::hidden() };
        let control = Control::new();
        let book = interruptible(&control, || {
            build(&chosen.game, &chosen.player, &options, &mut |done| {
                bar.set_position(done as u64);
                !control.is_stopped()
            })
        })?;
        bar.finish_and_clear();
        let text = book.to_json().map_err(|error| Failure::Work(error.to_string()))?;
        let out = write_result(&self.out, &text, control.is_stopped())?;
        let interrupted = if control.is_stopped() { "interrupted: " } else { "" };
        print::line(&format!("{interrupted}{} positions in {}", book.len(), out.display()))
    }
}

impl Show {
    fn run(&self) -> Result<(), Failure> {
        let book = read_book(&self.file)?;
        let positions = match &self.moves {
            None => book.positions(),
            Some(moves) => {
                let mut position = book.game().start();
                for mv in moves.split(|c: char| c == ',' || c.is_whitespace()).filter(|mv| !mv.is_empty()) {
                    position.play(mv).map_err(|error| Failure::Usage(format!("--moves: {error}")))?;
                }
                book.find(&*position).into_iter().collect()
            }
        };
        if self.json {
            return print::json(&positions);
        }
        if positions.is_empty() {
            return print::line("The book does not have this position.");
        }
        print::text(&print::table(&positions.iter().map(|position| row(position)).collect::<Vec<_>>()))
    }
}

fn row(position: &BookPosition) -> Vec<String> {
    let replies = position.replies.iter().map(|reply| format!("{} {:.3} ({})", reply.mv, reply.mean, reply.visits));
    let moves = if position.moves.is_empty() { "start".to_string() } else { position.moves.join(" ") };
    vec![moves, replies.collect::<Vec<_>>().join(", ")]
}
