//! `katsura match`

use crate::args::{GameArgs, seconds};
use crate::failure::Failure;
use crate::print;
use crate::progress::{games_bar, interruptible};
use clap::Args;
use katsura_engine::PlayerSpec;
use katsura_lab::experiment::Shard;
use katsura_lab::folder::{Manifest, MatchWork, Timing, Work, hash_text};
use katsura_lab::matches::{Contest, Contestant, Flow, GameRecord, Openings, Recorded, Recorder, Tally, unrepeatable};
use katsura_lab::provenance::{Provenance, cores};
use katsura_lab::stats::{Decision, EloModel, Gsprt};
use katsura_mcts::{Budget, Control};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args)]
#[command(
    after_help = "Games are played in pairs from one opening with the seats swapped; the interval is that of the pairs.\n\n\
    Examples:\n  katsura match --game connect-four --a uct --b flat-ucb --simulations 1000 --games 200\n  \
    katsura match --game go --size 9 --a \"uct select.explore.c=0.4\" --b uct --simulations 2000 --games 400 --out c04\n  \
    katsura match --game tic-tac-toe --a uct --b random --simulations 100 --games 2000 --sprt 0,10 --json"
)]
pub struct Match {
    #[command(flatten)]
    game: GameArgs,
    /// Player a: a preset, a preset with key=value, or a file.
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// Player b.
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// Simulations per move of both players.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// Seconds per move of both players; the games are then not repeatable.
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<f64>,
    /// The number of games; an odd number is rounded up.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Stop as soon as a is seen to be at most LOW or at least HIGH Elo stronger (normalised Elo, both errors 5 %).
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Gsprt>,
    /// Begin every pair with so many random moves.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=200))]
    openings_plies: u32,
    /// Games side by side; all cores unless the players think for a time or use threads themselves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keep every game in this folder; a match that was interrupted goes on.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

fn sprt(text: &str) -> Result<Gsprt, String> {
    let bounds = text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let (low, high) = bounds.ok_or("expected two Elo differences such as 0,10")?;
    Gsprt::new(EloModel::Normalised, [low, high]).map_err(|error| error.to_string())
}

impl Match {
    pub fn run(&self) -> Result<(), Failure> {
        let contest = self.contest()?;
        let control = Control::new();
        let tally = interruptible(&control, || self.play(&contest, &control))?;
        let interrupted = control.is_stopped();
        if self.json {
            return print::json(&document(&contest, &tally, self.sprt.as_ref(), interrupted));
        }
        print::text(&summary(&contest, &tally))?;
        if let Some(test) = &self.sprt {
            print::line(&sprt_line(test, &tally))?;
        }
        let kept = if self.out.is_some() { "; the same command goes on with it" } else { "" };
        if interrupted { print::line(&format!("interrupted{kept}")) } else { Ok(()) }
    }

    fn contest(&self) -> Result<Contest, Failure> {
        let from_file = PlayerSpec::parse(&self.a)?.game;
        let budget = match (self.simulations, self.seconds) {
            (None, None) => None,
            (simulations, seconds) => Some(Budget { simulations, seconds }),
        };
        Ok(Contest {
            game: self.game.choose(from_file.as_ref(), &[])?,
            players: [Contestant::parse(&self.a, budget)?, Contestant::parse(&self.b, budget)?],
            openings: match self.openings_plies {
                0 => Openings::None,
                plies => Openings::Random { plies },
            },
            seed: self.seed,
        })
    }

    fn play(&self, contest: &Contest, control: &Control) -> Result<Tally, Failure> {
        let threads = self.threads.map_or_else(|| default_threads(contest), usize::from);
        let recorder = self.out.as_ref().map(|folder| self.open(contest, folder)).transpose()?;
        let (from, start) = (recorder.as_ref().map_or(0, Recorder::next_job), Instant::now());
        let pairs = self.games.div_ceil(2);
        let bar = games_bar(2 * pairs, "");
        let tally = Recorded { contest, recorder, pairs: 0..pairs, threads }.play(control, |tally| {
            bar.set_position(tally.games());
            if !bar.is_hidden() {
                bar.set_message(short_score(tally));
            }
            let decided = self.sprt.as_ref().is_some_and(|test| test.decide(&tally.pairs()) != Decision::Continue);
            if decided { Flow::Stop } else { Flow::Continue }
        });
        bar.finish_and_clear();
        let tally = tally?;
        let to = tally.games() / 2;
        if let Some(folder) = self.out.as_ref().filter(|_| to > from) {
            let seconds = start.elapsed().as_secs_f64();
            Timing { jobs: [from, to], seconds, threads, provenance: Provenance::here() }.note(folder)?;
        }
        Ok(tally)
    }

    fn open(&self, contest: &Contest, folder: &std::path::Path) -> Result<Recorder<GameRecord>, Failure> {
        let manifest = Manifest::new(Work::Match(MatchWork { row: None, contest: contest.clone() }), None);
        manifest.establish(folder)?;
        Ok(Recorder::open(&manifest.record_path(folder, Shard::WHOLE), 0)?)
    }
}

/// All cores, unless the games are a matter of time or the players use threads themselves.
pub fn default_threads(contest: &Contest) -> usize {
    let threaded = contest.players.iter().any(|player| player.config.parallel.threads() > 1);
    if threaded || unrepeatable(contest).is_some() { 1 } else { cores() }
}

/// The score of player a in a few characters.
pub fn short_score(tally: &Tally) -> String {
    let score = tally.score_a();
    format!("score {:.3} [{:.3}, {:.3}]", score.value, score.interval.low, score.interval.high)
}

fn summary(contest: &Contest, tally: &Tally) -> String {
    let [wins_a, wins_b] = tally.wins();
    let (score, elo) = (tally.score_a(), tally.elo());
    let [first, second] = tally.score_by_seat();
    let mut text = format!(
        "a: {}\nb: {}\n{} games: a won {wins_a}, b won {wins_b}, {} drawn; pairs {:?}\n",
        contest.players[0].name,
        contest.players[1].name,
        tally.games(),
        tally.draws(),
        tally.pairs().counts(),
    );
    text += &format!(
        "score of a {:.4}, 95 % interval {:.4} to {:.4}; Elo {:+.0}, {:+.0} to {:+.0}\n",
        score.value, score.interval.low, score.interval.high, elo.value, elo.interval.low, elo.interval.high,
    );
    if let Some(points) = tally.points_a() {
        let interval = points.interval;
        text += &format!("points of a {:+.2}, 95 % interval {:+.2} to {:+.2}\n", points.value, interval.low, interval.high);
    }
    text +=
        &format!("a moving first {first:.4}, moving second {second:.4}; first player {:.4}; ", tally.first_player_score());
    text + &format!("{:.1} moves a game; {} games repeat an earlier one\n", tally.moves_per_game(), tally.repeated())
}

fn sprt_line(test: &Gsprt, tally: &Tally) -> String {
    let [low, high] = test.bounds();
    let llr = test.llr(&tally.pairs());
    format!("sequential test: {}; LLR {llr:.2}, bounds {low:.2} and {high:.2}", decision(test, tally))
}

fn decision(test: &Gsprt, tally: &Tally) -> &'static str {
    match test.decide(&tally.pairs()) {
        Decision::AcceptLow => "low",
        Decision::AcceptHigh => "high",
        Decision::Continue => "undecided",
    }
}

/// A number, or null where JSON has none.
fn finite(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

fn document(contest: &Contest, tally: &Tally, test: Option<&Gsprt>, interrupted: bool) -> Value {
    let [wins_a, wins_b] = tally.wins();
    let (score, elo) = (tally.score_a(), tally.elo());
    json!({
        "game": contest.game,
        "a": contest.players[0].name,
        "b": contest.players[1].name,
        "games": tally.games(),
        "wins_a": wins_a,
        "wins_b": wins_b,
        "draws": tally.draws(),
        "pairs": tally.pairs().counts(),
        "score_a": score.value,
        "interval_95": [score.interval.low, score.interval.high],
        "elo": finite(elo.value),
        "elo_interval_95": [finite(elo.interval.low), finite(elo.interval.high)],
        "points_a": tally.points_a().map(|points| points.value),
        "first_player_score": tally.first_player_score(),
        "score_a_by_seat": tally.score_by_seat(),
        "moves_per_game": tally.moves_per_game(),
        "repeated_games": tally.repeated(),
        "sprt": test.map(|test| json!({ "decision": decision(test, tally), "llr": test.llr(&tally.pairs()), "bounds": test.bounds() })),
        "interrupted": interrupted,
        "seed": contest.seed,
        "config_hash": hash_text(contest),
    })
}
