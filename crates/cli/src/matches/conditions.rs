//! How matches are played: flags that `match` and `tournament` share.

use super::show::short_score;
use crate::args::{GameArgs, seconds};
use crate::failure::Failure;
use crate::progress::games_bar;
use clap::Args;
use katsura_engine::PlayerSpec;
use katsura_engine::player::split_assignment;
use katsura_games::GameSpec;
use katsura_lab::experiment::{MatchWork, Shard};
use katsura_lab::folder::{Manifest, Timing};
use katsura_lab::matches::{Contest, Contestant, Flow, GameRecord, Openings, PlayerCheck, Recorder, Tally};
use katsura_lab::matches::{StopRule, read_record};
use katsura_lab::provenance::Provenance;
use katsura_lab::stats::{EloModel, Gsprt};
use katsura_lab::work::Recorded;
use katsura_mcts::{Budget, Control};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Args)]
pub struct Conditions {
    #[command(flatten)]
    game: GameArgs,
    /// Set a parameter of the game: game.NAME=VALUE; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Simulations per move of all players that do not set budget.… themselves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// Seconds per move of all players that do not set budget.… themselves; the games are then not repeatable.
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<f64>,
    /// The number of games of a match; an odd number is rounded up.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: u64,
    /// Stop a match as soon as a is seen to be at most LOW or at least HIGH Elo stronger (normalised Elo, both errors 5 %).
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Gsprt>,
    /// Stop a match as soon as the anytime-valid 95 % interval of the score is narrower than this.
    #[arg(long, value_name = "W", value_parser = share)]
    width: Option<f64>,
    /// Begin every pair with so many random moves.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=200))]
    openings_plies: u32,
    /// Begin pairs with the openings of a file: one a line, moves separated by spaces.
    #[arg(long, value_name = "FILE", conflicts_with = "openings_plies")]
    openings: Option<String>,
    /// Begin pairs with the lines of an opening book (katsura book build).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["openings_plies", "openings"])]
    openings_book: Option<String>,
    /// A search resigns when it expects less than this of its best move, such as 0.03; without it games are played to their end.
    #[arg(long, value_name = "P", value_parser = share)]
    resign: Option<f64>,
    /// Games side by side; all cores unless players think for a time, use threads themselves or are outside programs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Games side by side in a thread, if both players make single playouts in batches; 1 plays one after the other [default: as many as there are boards in a
    /// vector].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    lanes: Option<u16>,
    /// Seconds an outside program may take for a reply; it is killed and loses the game if it takes longer [default: 60].
    #[arg(long, value_name = "S", value_parser = seconds)]
    reply_seconds: Option<f64>,
    /// The seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Keep every game in this folder; a match that was interrupted goes on.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}

fn sprt(text: &str) -> Result<Gsprt, String> {
    let bounds = text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let (low, high) = bounds.ok_or("expected two Elo differences such as 0,10")?;
    Gsprt::new(EloModel::Normalised, [low, high]).map_err(|error| error.to_string())
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if share > 0.0 && share < 1.0 => Ok(share),
        _ => Err("expected a number between 0 and 1, such as 0.02".to_string()),
    }
}

impl Conditions {
    /// The game: that of the flags, or of the first player's file.
    pub fn game(&self, first_player: &str) -> Result<GameSpec, Failure> {
        let is_file = first_player.split_whitespace().next().is_some_and(|word| word.ends_with(".toml"));
        let from_file = if is_file { PlayerSpec::parse(first_player)?.game } else { None };
        let mut parameters = Vec::new();
        for text in &self.set {
            let (key, value) = split_assignment(text)?;
            let key = key.strip_prefix("game.").ok_or_else(|| {
                let message =
                    format!("expected game.NAME=VALUE, found '{text}'; a player's parameters are written after it");
                Failure::Usage(message)
            })?;
            parameters.push((key.to_string(), value.to_string()));
        }
        self.game.choose(from_file.as_ref(), &parameters)
    }

    /// The match of two players under these conditions.
    pub fn contest(&self, game: &GameSpec, players: [&str; 2], seed: u64) -> Result<Contest, Failure> {
        let budget = match (self.simulations, self.seconds) {
            (None, None) => None,
            (simulations, seconds) => Some(Budget { simulations, seconds }),
        };
        let [a, b] = players.map(|text| Contestant::parse_for(text, game, budget));
        let (hash, lines) = (String::new(), Vec::new());
        let openings = match (&self.openings, &self.openings_book, self.openings_plies) {
            (Some(path), ..) => Openings::File { path: path.clone(), hash, lines },
            (_, Some(path), _) => Openings::Book { path: path.clone(), hash, lines },
            (None, None, 0) => Openings::None,
            (None, None, plies) => Openings::Random { plies },
        };
        Ok(Contest {
            game: game.clone(),
            players: [a?, b?].map(|player| player.with_reply_seconds(self.reply_seconds)),
            openings: openings.loaded(game)?,
            seed,
            resign: self.resign,
        })
    }

    /// Plays a match, or goes on with it if it has a folder.
    pub fn play(&self, contest: &Contest, (name, out): (&str, Option<&Path>), control: &Control) -> Result<Tally, Failure> {
        let threads = self.threads.map_or_else(|| contest.threads(), usize::from);
        let recorder = out.map(|folder| self.open(contest, folder)).transpose()?;
        let (from, start) = (recorder.as_ref().map_or(0, Recorder::next_job), Instant::now());
        let unfinished = out.filter(|folder| !self.is_complete(folder, contest));
        let going_on = unfinished.filter(|_| from > 0);
        let change = going_on.map(Manifest::read).transpose()?.and_then(|manifest| manifest.change_of_program());
        if let (Some(folder), Some(change)) = (going_on, &change) {
            eprintln!("katsura: {}: {change}", folder.display());
        }
        unfinished.map_or(Ok(()), |folder| Manifest::add_stop_rule(folder, self.stop_rule()))?;
        let pairs = self.games.div_ceil(2);
        unfinished.map_or(Ok(()), |folder| Manifest::settle(folder, 2 * from, 2 * pairs))?;
        let (lanes, begun_elsewhere) = (self.lanes.map_or(0, usize::from), change.is_some());
        let bar = games_bar(2 * pairs, name);
        let work = MatchWork { row: None, contest: contest.clone() };
        let recorded = Recorded { work: &work, recorder, begun_elsewhere, jobs: 0..pairs, threads, lanes };
        let tally = recorded.play(control, &mut |tally| {
            bar.set_position(tally.games());
            if !bar.is_hidden() {
                bar.set_message(short_score(tally));
            }
            if self.stop_rule().stopped(&tally.pairs()).is_some() { Flow::Stop } else { Flow::Continue }
        });
        bar.finish_and_clear();
        let tally = tally?;
        let to = tally.games() / 2;
        if let Some(folder) = out.filter(|_| to > from) {
            let seconds = start.elapsed().as_secs_f64();
            Timing { jobs: [from, to], seconds, threads, provenance: Provenance::here() }.note(folder)?;
        }
        Ok(tally)
    }

    /// Sees before the first of many matches whether the players of all of them can play. A match that is recorded to its end needs none.
    pub fn check<'a>(&self, matches: impl Iterator<Item = (&'a str, &'a Contest)>) -> Result<(), Failure> {
        let mut players = PlayerCheck::default();
        let is_complete =
            |name: &str, contest: &Contest| self.out.as_ref().is_some_and(|out| self.is_complete(&out.join(name), contest));
        for (name, contest) in matches.filter(|(name, contest)| !is_complete(name, contest)) {
            players.check(contest).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        }
        Ok(())
    }

    /// Whether the folder of a match holds all games that are asked for.
    fn is_complete(&self, folder: &Path, contest: &Contest) -> bool {
        let games: Vec<GameRecord> = read_record(&folder.join("games.jsonl")).unwrap_or_default();
        let mut tally = Tally::for_contest(contest);
        games.chunks_exact(2).any(|pair| {
            pair.iter().for_each(|game| tally.add(game));
            tally.games() >= self.games || self.stop_rule().stopped(&tally.pairs()).is_some()
        })
    }

    /// What may end a match before its last game.
    pub fn stop_rule(&self) -> StopRule {
        StopRule { sprt: self.sprt, width: self.width }
    }

    fn open(&self, contest: &Contest, folder: &Path) -> Result<Recorder<GameRecord>, Failure> {
        let manifest = Manifest::new(MatchWork { row: None, contest: contest.clone() }.into(), None);
        let manifest = manifest.with_stop_rule(self.stop_rule());
        manifest.establish(folder)?;
        Ok(Recorder::open(&manifest.record_path(folder, Shard::WHOLE), 0)?)
    }
}

/// Says what to know about the players of matches before the first game, each thing once.
pub fn warn<'a>(contests: impl Iterator<Item = &'a Contest>) {
    let warnings: BTreeSet<String> = contests.flat_map(Contest::warnings).collect();
    warnings.iter().for_each(|warning| eprintln!("katsura: {warning}"));
}
