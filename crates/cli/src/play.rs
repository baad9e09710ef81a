//! `katsura play`

use crate::analyze::result;
use crate::args::{GameArgs, PlayerArgs};
use crate::failure::Failure;
use crate::print;
use crate::progress::watched;
use clap::{Args, ValueEnum};
use katsura_engine::Session;
use katsura_game::{Player, Rng, Turn};
use katsura_mcts::Control;
use std::io::BufRead;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Args)]
#[command(
    after_help = "Type a move, or: undo, hint, board, help, quit.\n\nExamples:\n  katsura play --game tic-tac-toe\n  \
    katsura play --game go --size 9 --seconds 2 --side second"
)]
pub struct Play {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// Which side you play.
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    First,
    Second,
}

/// What a person typed.
enum Said {
    Continue,
    Quit,
}

const HELP: &str = "A move, or: undo (take back your last move), hint, board, quit.";

impl Play {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.player.choose(&self.game)?;
        let mut session = Session::new(chosen.game, chosen.player.config)?;
        let person = Player(u8::from(self.side == Side::Second));
        let mut lines = std::io::stdin().lock().lines();
        let mut deals = Rng::new(self.player.seed.unwrap_or_else(of_the_clock));
        print::line(HELP)?;
        show(&session, person)?;
        loop {
            match session.position().turn() {
                Turn::Over => return print::line(&format!("The game is over: {}.", result(&session))),
                Turn::Player(player) if player == person => {
                    print::text("> ")?;
                    let Some(line) = lines.next().transpose()? else { return Ok(()) };
                    if let Said::Quit = obey(&mut session, person, line.trim())? {
                        return Ok(());
                    }
                }
                Turn::Chance => {
                    session.draw_chance(&mut deals)?;
                    show(&session, person)?;
                }
                _ => answer(&mut session, person)?,
            }
        }
    }
}

/// A seed for a person who names none: each game has other cards.
fn of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}

/// What the person sees.
fn show(session: &Session, person: Player) -> Result<(), Failure> {
    print::text(&session.position().picture_for(person).to_text(print::style()))
}

fn obey(session: &mut Session, person: Player, line: &str) -> Result<Said, Failure> {
    match line {
        "" => {}
        "quit" | "exit" => return Ok(Said::Quit),
        "help" => print::line(HELP)?,
        "board" => show(session, person)?,
        "hint" => {
            let best = think(session);
            print::line(&format!("Try {}.", best.unwrap_or_default()))?;
        }
        "undo" => {
            let turn = session.position().turn();
            match session.undo() {
                Ok(()) => {
                    while session.position().turn() != turn && session.undo().is_ok() {}
                    show(session, person)?;
                }
                Err(error) => print::line(&format!("{error}."))?,
            }
        }
        mv => match session.play(mv) {
            Ok(()) => show(session, person)?,
            Err(error) => print::line(&format!("{error}. Type help for help."))?,
        },
    }
    Ok(Said::Continue)
}

fn think(session: &mut Session) -> Option<String> {
    let (budget, control) = (session.config().budget, Control::new());
    watched(&budget, &control, || session.search(&budget, &control));
    session.best()
}

fn answer(session: &mut Session, person: Player) -> Result<(), Failure> {
    let Some(mv) = think(session) else { return Ok(()) };
    let told = if session.position().sees_move(person, &mv) { format!("plays {mv}") } else { "moves".to_string() };
    print::line(&format!("katsura {told}"))?;
    session.play(&mv)?;
    show(session, person)
}
