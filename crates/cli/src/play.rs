//! `katsura play`

use crate::analyze::result;
use crate::args::{GameArgs, PlayerArgs};
use crate::failure::Failure;
use crate::print;
use crate::progress::watched;
use clap::{Args, ValueEnum};
use katsura_engine::Session;
use katsura_game::{Player, Turn};
use katsura_mcts::Control;
use std::io::BufRead;

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
        print::line(HELP)?;
        show(&session)?;
        loop {
            match session.position().turn() {
                Turn::Over => return print::line(&format!("The game is over: {}.", result(&session))),
                Turn::Player(player) if player == person => {
                    print::text("> ")?;
                    let Some(line) = lines.next().transpose()? else { return Ok(()) };
                    if let Said::Quit = obey(&mut session, line.trim())? {
                        return Ok(());
                    }
                }
                _ => answer(&mut session)?,
            }
        }
    }
}

fn show(session: &Session) -> Result<(), Failure> {
    print::text(&session.position().picture().to_text(print::style()))
}

fn obey(session: &mut Session, line: &str) -> Result<Said, Failure> {
    match line {
        "" => {}
        "quit" | "exit" => return Ok(Said::Quit),
        "help" => print::line(HELP)?,
        "board" => show(session)?,
        "hint" => {
            let best = think(session);
            print::line(&format!("Try {}.", best.unwrap_or_default()))?;
        }
        "undo" => {
            let person = session.position().turn();
            match session.undo() {
                Ok(()) => {
                    while session.position().turn() != person && session.undo().is_ok() {}
                    show(session)?;
                }
                Err(error) => print::line(&format!("{error}."))?,
            }
        }
        mv => match session.play(mv) {
            Ok(()) => show(session)?,
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

fn answer(session: &mut Session) -> Result<(), Failure> {
    let Some(mv) = think(session) else { return Ok(()) };
    print::line(&format!("katsura plays {mv}"))?;
    session.play(&mv)?;
    show(session)
}
