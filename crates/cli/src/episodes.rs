//! `katsura episodes`

use crate::args::{Chosen, GameArgs, PlayerArgs};
use crate::failure::Failure;
use crate::print;
use crate::progress::interruptible;
use clap::Args;
use indicatif::ProgressBar;
use katsura_lab::episodes::{Episodes, Flow, Played};
use katsura_lab::provenance::cores;
use katsura_lab::stats::{Interval, Level, Moments};
use katsura_mcts::Control;
use serde_json::json;
use std::io::IsTerminal;

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura episodes --game sailing --player sr-cr --simulations 400\n  \
    katsura episodes --game sailing --set game.wind=any --json\n\n\
    Returns are in the problem's own units; costs are below zero. With --seconds or\n\
    --threads episodes are played one after the other and cannot be repeated.")]
pub struct EpisodesCommand {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// How many episodes.
    #[arg(long, value_name = "M", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    episodes: u64,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

/// What is known of the episodes so far.
#[derive(Default)]
struct Sums {
    points: Moments,
    decisions: u64,
    broken_off: u64,
    seconds: f64,
    simulations: u64,
}

impl Sums {
    fn add(&mut self, played: &Played) {
        self.points.push(played.episode.points);
        self.decisions += u64::from(played.episode.decisions);
        self.broken_off += u64::from(played.episode.broken_off);
        self.seconds += played.seconds;
        self.simulations += played.simulations;
    }

    fn interval(&self) -> Option<Interval> {
        Some(self.points.interval(Level::P95)).filter(|interval| interval.low.is_finite())
    }

    fn seconds_per_decision(&self) -> f64 {
        self.seconds / self.decisions.max(1) as f64
    }

    fn simulations_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.simulations as f64 / self.seconds } else { 0.0 }
    }
}

impl EpisodesCommand {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.player.choose(&self.game)?;
        let config = chosen.player.config.clone();
        let (budget, seed) = (config.budget, config.seed);
        let episodes = Episodes::new(chosen.game.clone(), config, budget, seed)?;
        let side_by_side = if episodes.unrepeatable().is_some() { 1 } else { cores() };
        let bar = if std::io::stderr().is_terminal() { ProgressBar::new(self.episodes) } else { ProgressBar::hidden() };
        let (control, mut sums) = (Control::new(), Sums::default());
        interruptible(&control, || {
            episodes.run(self.episodes, side_by_side, &control, &mut |played| {
                sums.add(&played);
                bar.inc(1);
                Flow::Continue
            });
        });
        bar.finish_and_clear();
        if sums.points.count() == 0 {
            return Err(Failure::Work("stopped before the first episode ended".to_string()));
        }
        if self.json { self.print_json(&chosen, &episodes, &sums) } else { print_table(&sums) }
    }

    fn print_json(&self, chosen: &Chosen, episodes: &Episodes, sums: &Sums) -> Result<(), Failure> {
        print::json(&json!({
            "game": chosen.game,
            "player": chosen.player.text,
            "episodes": sums.points.count(),
            "return_mean": sums.points.mean(),
            "interval_95": sums.interval().map(|interval| [interval.low, interval.high]),
            "steps_mean": sums.decisions as f64 / sums.points.count() as f64,
            "broken_off": sums.broken_off,
            "seconds_per_decision": sums.seconds_per_decision(),
            "simulations_per_second": sums.simulations_per_second(),
            "seed": chosen.player.config.seed,
            "config_hash": episodes.hash(),
        }))
    }
}

fn print_table(sums: &Sums) -> Result<(), Failure> {
    let interval =
        sums.interval().map_or("-".to_string(), |interval| format!("{:.3} to {:.3}", interval.low, interval.high));
    let rows = [
        ("episodes", sums.points.count().to_string()),
        ("mean return", format!("{:.3}", sums.points.mean())),
        ("95 % interval", interval),
        ("decisions an episode", format!("{:.2}", sums.decisions as f64 / sums.points.count() as f64)),
        ("broken off", sums.broken_off.to_string()),
        ("milliseconds a decision", format!("{:.3}", 1000.0 * sums.seconds_per_decision())),
        ("simulations per second", format!("{:.0}", sums.simulations_per_second())),
    ];
    print::text(&print::table(&rows.map(|(name, value)| vec![name.to_string(), value])))
}
