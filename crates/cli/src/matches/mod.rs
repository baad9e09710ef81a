//! `katsura match`

mod conditions;
mod show;
mod sweep;

pub use conditions::{Conditions, warn};
pub use show::{SEATS, fault_lines, named_fault_lines, short_score, stop_document, stop_line};

use crate::failure::Failure;
use crate::print;
use crate::progress::interruptible;
use clap::Args;
use katsura_lab::experiment::Axis;
use katsura_mcts::Control;

#[derive(Args)]
#[command(
    after_help = "Games are played in pairs from one opening with the seats swapped; the interval is that of the pairs.\n\n\
    Examples:\n  katsura match --game connect-four --a uct --b flat-ucb \\\n    --simulations 1000 --games 200\n  \
    katsura match --game go --size 9 --a \"uct select.explore.c=0.4\" --b uct \\\n    --simulations 2000 --games 400 --out c04\n  \
    katsura match --game go --size 9 --a rave --simulations 1000 --games 20 \\\n    \
    --b \"gtp: gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead\"\n  \
    katsura match --game connect-four --a uct --b uct --simulations 200 \\\n    --sweep select.explore.c=0.2,0.4,0.8 --games 200\n  \
    katsura match --game tic-tac-toe --a uct --b random --simulations 100 \\\n    --games 2000 --sprt 0,10 --json"
)]
pub struct Match {
    /// Player a: a preset, a preset with key=value, a file, or gtp: and the command line of an outside program.
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// Player b.
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// Play the match once for every value of a parameter of player a; several make a grid.
    #[arg(long, value_name = "KEY=V1,V2,…")]
    sweep: Vec<Axis>,
    #[command(flatten)]
    conditions: Conditions,
}

impl Match {
    pub fn run(&self) -> Result<(), Failure> {
        let conditions = &self.conditions;
        let game = conditions.game(&self.a)?;
        if !self.sweep.is_empty() {
            return sweep::run(conditions, &game, [&self.a, &self.b], &self.sweep);
        }
        let contest = conditions.contest(&game, [&self.a, &self.b], conditions.seed)?;
        warn([&contest].into_iter());
        let control = Control::new();
        let tally = interruptible(&control, || conditions.play(&contest, ("", conditions.out.as_deref()), &control))?;
        let interrupted = control.is_stopped();
        if conditions.json {
            return print::json(&show::document(&contest, &tally, conditions, interrupted));
        }
        print::text(&show::summary(&contest, &tally, conditions))?;
        print::text(&show::stop_lines(conditions, &tally))?;
        let kept = if conditions.out.is_some() { "; the same command goes on with it" } else { "" };
        if interrupted { print::line(&format!("interrupted{kept}")) } else { Ok(()) }
    }
}
