//! `katsura analyze`

use crate::args::{Chosen, GameArgs, PlayerArgs, check_target, write_result};
use crate::failure::Failure;
use crate::print;
use crate::progress::{interruptible, watched};
use clap::Args;
use indicatif::ProgressBar;
use katsura_engine::Session;
use katsura_engine::analysis::best_first;
use katsura_engine::sgf::{GameRecord, GameTree, NodeId, annotate, read, write};
use katsura_game::Information;
use katsura_mcts::{Analysis, Control, InformationRule, MoveAnalysis, Report};
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura analyze --game go --size 9 --moves \"E5 C3\" --simulations 20000\n  \
    katsura analyze --game connect-four --moves \"d d d\" --player uct \\\n    --seconds 2 --json\n  \
    katsura analyze --player \"uct select.explore.c=0.4\" \\\n    --set search.memory_mib=64\n  \
    katsura analyze --sgf game.sgf --move 30 --seconds 5\n  katsura analyze --sgf game.sgf --out-sgf analysed.sgf --seconds 1")]
pub struct Analyze {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// The moves that lead to the position, separated by spaces or commas.
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// A record: its game, and the position at the end of its main line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "size", "komi", "moves"])]
    sgf: Option<PathBuf>,
    /// With --sgf: the position after so many moves.
    #[arg(long = "move", value_name = "N", requires = "sgf")]
    number: Option<usize>,
    /// With --sgf: analyse every position of the main line of the first game, or that of --move, and write the file with comments and winning chances; what
    /// was found goes into NAME.analysis.json beside it as well.
    #[arg(long, value_name = "FILE", requires = "sgf")]
    out_sgf: Option<PathBuf>,
    /// How many candidates to print.
    #[arg(long, value_name = "N", default_value_t = 12)]
    top: usize,
    /// Print one JSON document with all candidates.
    #[arg(long)]
    json: bool,
}

impl Analyze {
    pub fn run(&self) -> Result<(), Failure> {
        // A flag of the game lifts what `requires` asks for, because it excludes --sgf.
        if self.sgf.is_none() && (self.number.is_some() || self.out_sgf.is_some()) {
            return Err(Failure::Usage("--move and --out-sgf go with --sgf FILE".to_string()));
        }
        let (chosen, moves) = match &self.sgf {
            None => (self.player.choose(&self.game)?, words(&self.moves).collect()),
            Some(file) => {
                let wrong = |error: String| Failure::Usage(format!("{}: {error}", file.display()));
                self.player.refuse_game_settings("the record")?;
                let (record, others) = read_record(file)?;
                let game = record.spec().map_err(|error| wrong(error.to_string()))?;
                let named = GameArgs { game: Some(game.about().name.into_owned()), ..GameArgs::default() };
                let chosen = Chosen { game, ..self.player.choose(&named)? };
                if let Some(out) = &self.out_sgf {
                    check_target(out)?;
                    return self.annotate(chosen, (file, record), others, out);
                }
                let moves = record.moves_to(self.node(&record)?).map_err(|error| wrong(error.to_string()))?;
                (chosen, moves)
            }
        };
        let mut session = Session::new(chosen.game, chosen.player.config)?;
        for (number, mv) in moves.iter().enumerate() {
            session.play(mv).map_err(|error| Failure::Usage(format!("--moves, move {}: {error}", number + 1)))?;
        }
        let (budget, control) = (session.config().budget, Control::new());
        let report = watched(&budget, &control, || session.search(&budget, &control));
        let analysis = session.analysis();
        if self.json {
            print::json(&document(&session, &chosen.player.text, &analysis))
        } else {
            self.print(&session, &analysis, &report)
        }
    }

    /// The node of the record that `--move` means.
    fn node(&self, record: &GameRecord) -> Result<NodeId, Failure> {
        let Some(number) = self.number else { return Ok(record.end()) };
        record.after_moves(number).ok_or_else(|| Failure::Usage(format!("--move {number}: the main line has fewer moves")))
    }

    fn annotate(
        &self,
        chosen: Chosen,
        (file, mut record): (&Path, GameRecord),
        others: Vec<GameTree>,
        out: &Path,
    ) -> Result<(), Failure> {
        let nodes = match self.number {
            Some(_) => vec![self.node(&record)?],
            None => record.main_line(),
        };
        let mut session = Session::new(chosen.game, chosen.player.config)?;
        let bar = if std::io::stderr().is_terminal() { ProgressBar::new(nodes.len() as u64) } else { ProgressBar::hidden() };
        let control = Control::new();
        let found = interruptible(&control, || {
            annotate(&mut record, &mut session, &nodes, &chosen.player.text, &mut |done| {
                bar.set_position(done as u64);
                !control.is_stopped()
            })
        });
        bar.finish_and_clear();
        let found = found.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
        let tree = record.to_tree().map_err(|error| Failure::Usage(error.to_string()))?;
        let games: Vec<GameTree> = std::iter::once(tree).chain(others).collect();
        let text = found.to_json().map_err(|error| Failure::Work(error.to_string()))?;
        let side = out.with_extension("analysis.json");
        let side = write_result(&side, &format!("{text}\n"), control.is_stopped())?;
        let out = write_result(out, &write(&games), control.is_stopped())?;
        if self.json {
            return print::json(&found);
        }
        let interrupted = if control.is_stopped() { "interrupted: " } else { "" };
        let positions = found.positions.len();
        print::line(&format!("{interrupted}{positions} positions in {} and {}", out.display(), side.display()))
    }

    fn print(&self, session: &Session, analysis: &Analysis, report: &Report) -> Result<(), Failure> {
        print::text(&session.position().picture().to_text(print::style()))?;
        let Some(best) = analysis.best else {
            return print::line(&format!("The game is over: {}", result(session)));
        };
        let header = ["move", "visits", "mean", "95 % interval", "amaf", "variation"].map(str::to_string).to_vec();
        let rows = best_first(analysis).take(self.top).map(|mv| row(session, mv));
        print::text(&print::table(&std::iter::once(header).chain(rows).collect::<Vec<_>>()))?;
        let per_second = report.simulations as f64 / report.seconds.max(1e-9);
        print::line(&format!(
            "best {}; {} simulations in {:.2} s, {per_second:.0} per second; {} nodes of {} bytes{}",
            session.position().move_name(best),
            report.simulations,
            report.seconds,
            analysis.nodes,
            analysis.bytes_per_node,
            if analysis.tree_full { "; the tree is full: raise search.memory_mib to let it grow" } else { "" },
        ))?;
        if cheats(session) {
            print::line("The search cheats: it sees what is hidden (search.information = perfect).")
        } else {
            Ok(())
        }
    }
}

/// Whether the search sees more than its player.
fn cheats(session: &Session) -> bool {
    let hides = session.game().about().information == Information::Hidden;
    hides && session.config().information == InformationRule::Perfect
}

/// Moves separated by spaces or commas.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|mv| !mv.is_empty()).map(str::to_string)
}

/// The first game of a file, and the others as they are.
fn read_record(file: &Path) -> Result<(GameRecord, Vec<GameTree>), Failure> {
    let wrong = |error: String| Failure::Usage(format!("{}: {error}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let mut games = read(&bytes).map_err(|error| wrong(error.to_string()))?;
    let others = games.split_off(games.len().min(1));
    let tree = games.first().ok_or_else(|| wrong("there is no game in it".to_string()))?;
    let record = GameRecord::from_tree(tree).map_err(|error| wrong(error.to_string()))?;
    if let Some(caveat) = record.caveat() {
        eprintln!("katsura: {}: {caveat}", file.display());
    }
    Ok((record, others))
}

/// How the game ended, in words.
pub fn result(session: &Session) -> String {
    let (rewards, picture) = (session.position().rewards(), session.position().picture());
    if session.game().about().players == 1 {
        return format!("{} points", rewards[0]);
    }
    let all = &rewards.as_slice()[..picture.players.len()];
    let most = all.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut winners = picture.players.iter().zip(all).filter(|&(_, &reward)| reward == most);
    let is_unit = session.game().about().payoff.is_unit();
    match (winners.next(), winners.next()) {
        (Some((look, _)), None) if is_unit => format!("{} wins", look.name),
        (Some((look, won)), None) => format!("{} wins {won}", look.name),
        _ => "a draw".to_string(),
    }
}

fn row(session: &Session, mv: &MoveAnalysis) -> Vec<String> {
    let amaf = if mv.amaf_visits == 0 { "–".to_string() } else { format!("{:.3}", mv.amaf_mean) };
    vec![
        session.position().move_name(mv.index),
        mv.visits.to_string(),
        format!("{:.3}", mv.mean),
        format!("{:.3} to {:.3}", mv.lower, mv.upper),
        amaf,
        session.line(&mv.pv).into_iter().take(8).collect::<Vec<_>>().join(" "),
    ]
}

fn document(session: &Session, player: &str, analysis: &Analysis) -> Value {
    let moves: Vec<Value> = best_first(analysis)
        .map(|mv| {
            json!({
                "move": session.position().move_name(mv.index),
                "visits": mv.visits,
                "mean": mv.mean,
                "lower": mv.lower,
                "upper": mv.upper,
                "amaf_visits": mv.amaf_visits,
                "amaf_mean": mv.amaf_mean,
                "prior": mv.prior,
                "pv": session.line(&mv.pv),
            })
        })
        .collect();
    json!({
        "game": session.game(),
        "moves_played": session.moves(),
        "player": player,
        "seed": session.config().seed,
        "best": analysis.best.map(|best| session.position().move_name(best)),
        "simulations": analysis.simulations,
        "nodes": analysis.nodes,
        "bytes_per_node": analysis.bytes_per_node,
        "tree_full": analysis.tree_full,
        "cheats": cheats(session),
        "moves": moves,
    })
}
