//! An outside program at the board.
//!
//! The program is asked for its moves with `genmove` and told the others with `play`. Whatever it does wrong loses it the game: ending,
//! taking too long, an illegal move, garbage, refusing a command. It is then started again for the next game. A program that ends between two games
//! is started again as well, and has lost nothing.

use super::seat::{Choice, Halt, Loss, Made, NOTE_CHARACTERS, in_a_line};
use super::{End, Program};
use katsura_engine::Color;
use katsura_engine::gtp::{Client, ClientError, ClientOptions, CommandLine, Fault};
use katsura_game::Player;
use katsura_games::GameSpec;
use katsura_mcts::{ConfigError, Control};
use serde_json::Value;
use std::time::{Duration, Instant};

/// How many of the program's last words are kept.
const LAST_LINES: usize = 5;

/// How much longer than it was told a move may take before it counts as late: pipes and clocks take time, too.
const ALLOWANCE: Duration = Duration::from_millis(100);

/// The command that tells a program how long it may think.
const TIME: &str = "time_settings";

/// An outside program at the board.
pub(super) struct Outside {
    client: Client,
    limit: Duration,
    /// What it is sent before every game.
    setup: Vec<String>,
    /// What there is to say about it.
    remark: Option<String>,
    /// The colour that moves first.
    first: Color,
    /// How long it is told to think about a move.
    told: Option<Duration>,
    /// How often it was started again for the game under way.
    restarts: u64,
    /// How many moves of the game under way took longer than it was told.
    late_moves: u64,
}

impl Outside {
    /// Starts the program and sees whether it takes the game.
    pub(super) fn start(game: &GameSpec, program: &Program) -> Result<Self, ConfigError> {
        let fail = |message: String| ConfigError::new("", message);
        let line: CommandLine = program.command.parse().map_err(|error| fail(format!("gtp: {error}")))?;
        let limit = Duration::try_from_secs_f64(program.reply_seconds).map_err(|error| fail(format!("gtp: {error}")))?;
        let options = ClientOptions { limit, ..ClientOptions::default() };
        let client =
            Client::start(line, options).map_err(|error| fail(format!("{error}; is it installed, and on the PATH?")))?;
        let setup = setup(game, program).map_err(fail)?;
        let (first, told) = (Color::first_in(&game.customs()), program.told_seconds().map(Duration::from_secs));
        let remark = told.map(|told| format!("'{}' was told {} s a move", program.command, told.as_secs()));
        let mut outside = Outside { client, limit, setup, remark, first, told, restarts: 0, late_moves: 0 };
        outside.set_up(&Control::new()).map_err(|error| fail(format!("{}: {}", error.program, note(&error))))?;
        Ok(outside)
    }

    /// Prepares the program for a game. If it has ended since the last one, or ends now, before it is asked for anything, it is started again.
    pub(super) fn begin(&mut self, control: &Control) -> Result<(), Halt> {
        (self.restarts, self.late_moves) = (0, 0);
        if self.client.is_running() {
            match self.set_up(control) {
                Err(ClientError { fault: Fault::Crashed(_), .. }) => {}
                answer => return answer.map_err(halt),
            }
        }
        self.client.restart().map_err(halt)?;
        self.restarts += 1;
        self.set_up(control).map_err(halt)
    }

    /// How often it was started again for the game under way.
    pub(super) fn restarts(&self) -> u64 {
        self.restarts
    }

    /// How many moves of the game under way took longer than it was told.
    pub(super) fn late_moves(&self) -> u64 {
        self.late_moves
    }

    pub(super) fn choose(&mut self, player: usize, control: &Control) -> Result<Choice, Halt> {
        let begin = Instant::now();
        let answer = self.send(&format!("genmove {}", self.color(player)), control).map_err(halt)?;
        self.late_moves += u64::from(self.told.is_some_and(|told| begin.elapsed() > told + ALLOWANCE));
        match answer.trim() {
            text if text.eq_ignore_ascii_case("resign") => Ok(Choice::Resign),
            text => Ok(Choice::Play(text.to_string())),
        }
    }

    pub(super) fn watch(&mut self, made: &Made<'_>, control: &Control) -> Result<(), Halt> {
        match made.player {
            Some(player) if !made.own => {
                let command = format!("play {} {}", self.color(player), made.name);
                self.send(&command, control).map(|_| ()).map_err(halt)
            }
            _ => Ok(()),
        }
    }

    fn color(&self, player: usize) -> Color {
        Color::of(if player == 0 { Player::FIRST } else { Player::SECOND }, self.first)
    }

    /// What there is to say about the program, whatever its games.
    pub(super) fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Prepares a game. A program need not know `time_settings`: one that refuses it plays without it.
    fn set_up(&mut self, control: &Control) -> Result<(), ClientError> {
        for command in self.setup.clone() {
            match self.send(&command, control) {
                Err(ClientError { program, fault: Fault::Refused(_), .. }) if command.starts_with(TIME) => {
                    self.remark = Some(format!("{program} refuses {TIME}: it does not know how long it may think"));
                    self.setup.retain(|other| *other != command);
                    self.told = None;
                }
                answer => {
                    answer?;
                }
            }
        }
        Ok(())
    }

    fn send(&mut self, command: &str, control: &Control) -> Result<String, ClientError> {
        self.client.send_unless(command, self.limit, &|| control.is_stopped())
    }
}

/// What a program is sent before every game.
fn setup(game: &GameSpec, program: &Program) -> Result<Vec<String>, String> {
    let parameters = serde_json::to_value(game).unwrap_or_default();
    if parameters.get("handicap").and_then(Value::as_u64).is_some_and(|stones| stones > 0) {
        return Err("games with an outside program have no handicap".to_string());
    }
    let with = |name: &str, key: &str| parameters.get(key).map(|value| format!("{name} {value}"));
    let time = program.told_seconds().map(|seconds| format!("{TIME} 0 {seconds} 1"));
    let commands = [with("boardsize", "size"), Some("clear_board".to_string()), with("komi", "komi"), time];
    Ok(commands.into_iter().flatten().collect())
}

/// What a fault means for the game.
fn halt(error: ClientError) -> Halt {
    let end = match error.fault {
        Fault::Stopped => return Halt::Stopped,
        Fault::NotStarted(_) | Fault::Crashed(_) | Fault::Down => End::Crashed,
        Fault::Hung(_) => End::Time,
        Fault::Garbage(_) | Fault::WrongId { .. } | Fault::TooLong(_) => End::Garbled,
        Fault::Refused(_) | Fault::NoCommand => End::Refused,
    };
    Halt::Lost(Loss { end, note: Some(note(&error)) })
}

/// What happened, in a line.
fn note(error: &ClientError) -> String {
    format!("{}{}", in_a_line(&format!("{}: {}", error.command, error.fault)), last_words(error))
}

/// The last lines that a program wrote to standard error before it was gone.
fn last_words(error: &ClientError) -> String {
    let lines: Vec<&str> = error.stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() || !error.fault.is_fatal() {
        return String::new();
    }
    let text = lines[lines.len().saturating_sub(LAST_LINES)..].join(" / ");
    let excess = text.chars().count().saturating_sub(NOTE_CHARACTERS);
    format!("; its last words: {}", text.chars().skip(excess).collect::<String>())
}
