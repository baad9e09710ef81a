//! Running an outside program that speaks the protocol.

mod command_line;
mod error;
#[cfg(unix)]
mod group;
mod process;
#[cfg(target_os = "linux")]
mod starter;

#[cfg(all(test, unix))]
mod tests;

pub use command_line::{CommandLine, ParseCommandLineError};
pub use error::{ClientError, Fault};

use super::line::clean;
use process::{Output, Process, Silence, after};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How an outside program is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientOptions {
    /// The time limit of [`Client::send`].
    pub limit: Duration,
    /// How much of its standard error is kept.
    pub stderr_bytes: usize,
    /// The longest answer.
    pub answer_bytes: usize,
    /// The folder it is started in; `None` for that of this process.
    pub directory: Option<PathBuf>,
}

impl Default for ClientOptions {
    fn default() -> Self {
        ClientOptions { limit: Duration::from_secs(60), stderr_bytes: 16 << 10, answer_bytes: 4 << 20, directory: None }
    }
}

/// An outside program that speaks the protocol.
///
/// Every command is sent with a number, and the program must answer with the same number within a time limit. A program that
/// crashes, hangs, writes something else or answers something else is killed with all the processes it started, and can be
/// [started again](Client::restart). Dropping the client kills it, too; no zombie is left behind.
///
/// ```no_run
/// use katsura_engine::gtp::{Client, ClientOptions};
/// let line = "gnugo --mode gtp --level 10".parse().unwrap();
/// let mut gnugo = Client::start(line, ClientOptions::default()).unwrap();
/// gnugo.send("boardsize 9").unwrap();
/// println!("{}", gnugo.send("genmove black").unwrap());
/// ```
pub struct Client {
    line: CommandLine,
    options: ClientOptions,
    process: Option<Process>,
    last_id: u32,
    /// The last words of the process before.
    stderr: String,
}

impl Client {
    /// Starts a program.
    ///
    /// # Errors
    /// [`Fault::NotStarted`] if there is no such program, or it cannot be run.
    pub fn start(line: CommandLine, options: ClientOptions) -> Result<Client, ClientError> {
        let mut client = Client { line, options, process: None, last_id: 0, stderr: String::new() };
        client.restart()?;
        Ok(client)
    }

    /// Kills the program if it runs, and starts it again.
    ///
    /// # Errors
    /// As [`start`](Client::start).
    pub fn restart(&mut self) -> Result<(), ClientError> {
        self.bury();
        self.stderr.clear();
        match Process::start(&self.line, &self.options) {
            Ok(process) => {
                self.process = Some(process);
                Ok(())
            }
            Err(error) => Err(self.error("", Fault::NotStarted(error.to_string()))),
        }
    }

    /// Sends a command and waits for the answer within the time of the options.
    ///
    /// # Errors
    /// [`ClientError`] says what the program did. After a [fatal](Fault::is_fatal) fault it is not running any more.
    pub fn send(&mut self, command: &str) -> Result<String, ClientError> {
        self.send_within(command, self.options.limit)
    }

    /// Sends a command and waits for the answer within this time.
    ///
    /// # Errors
    /// As [`send`](Client::send).
    pub fn send_within(&mut self, command: &str, limit: Duration) -> Result<String, ClientError> {
        self.send_unless(command, limit, &|| false)
    }

    /// Sends a command and waits for the answer within this time, or until `stopped`, which is asked several times a second,
    /// says so.
    ///
    /// # Errors
    /// As [`send`](Client::send); [`Fault::Stopped`] if it was stopped.
    pub fn send_unless(
        &mut self,
        command: &str,
        limit: Duration,
        stopped: &dyn Fn() -> bool,
    ) -> Result<String, ClientError> {
        match self.exchange(command, limit, stopped) {
            Ok(Ok(text)) => Ok(text),
            Ok(Err(refusal)) => Err(self.error(command, Fault::Refused(refusal))),
            Err(fault) => {
                if fault.is_fatal() {
                    self.bury();
                }
                Err(self.error(command, fault))
            }
        }
    }

    /// Whether the program knows a command.
    ///
    /// # Errors
    /// As [`send`](Client::send).
    pub fn knows(&mut self, command: &str) -> Result<bool, ClientError> {
        self.send(&format!("known_command {command}")).map(|answer| answer == "true")
    }

    /// Asks the program to quit, and kills it if it does not within this time.
    ///
    /// # Errors
    /// If it has to be killed, or answers wrongly. Ending without an answer is no error.
    pub fn quit(mut self, limit: Duration) -> Result<(), ClientError> {
        let deadline = after(limit);
        match self.send_within("quit", limit) {
            Ok(_) => {}
            Err(error) if matches!(error.fault, Fault::Crashed(Some(status)) if status.success()) => return Ok(()),
            Err(error) => return Err(error),
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let ended = self.process.as_mut().is_none_or(|process| process.wait(left));
        if ended { Ok(()) } else { Err(self.error("quit", Fault::Hung(limit))) }
    }

    /// Whether the program runs. One that has ended of itself does not.
    pub fn is_running(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| !process.has_ended())
    }

    /// The last that the program has written to standard error, also after its end.
    pub fn stderr(&self) -> String {
        self.process.as_ref().map_or_else(|| self.stderr.clone(), Process::stderr)
    }

    /// The program as it is started.
    pub fn command_line(&self) -> &CommandLine {
        &self.line
    }

    fn error(&self, command: &str, fault: Fault) -> ClientError {
        ClientError { program: self.line.to_string(), command: command.to_string(), fault, stderr: self.stderr() }
    }

    /// Kills the program and keeps its last words.
    fn bury(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
            self.stderr = process.stderr();
        }
    }

    /// The answer to a command: a result or a refusal.
    fn exchange(
        &mut self,
        command: &str,
        limit: Duration,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Result<String, String>, Fault> {
        if command.trim().is_empty() || command.contains(['\n', '\r', '#']) {
            return Err(Fault::NoCommand);
        }
        let process = self.process.as_mut().ok_or(Fault::Down)?;
        let most = self.options.answer_bytes;
        let mut reading = Reading { process, deadline: after(limit), limit, stopped, left: most, most };
        reading.skip_empty()?;
        self.last_id = if self.last_id < super::line::MAX_ID { self.last_id + 1 } else { 1 };
        reading.process.send(format!("{} {command}\n", self.last_id).into_bytes());
        reading.answer(self.last_id)
    }
}

/// Kills all outside programs with what they have started, and lets no other start: for a process that ends without dropping
/// its [clients](Client).
pub fn end_programs() {
    #[cfg(unix)]
    group::end_all();
}

fn garbage(line: &[u8]) -> Fault {
    Fault::Garbage(clean(line).trim().chars().take(80).collect())
}

/// Reading one answer.
struct Reading<'a> {
    process: &'a mut Process,
    deadline: Instant,
    limit: Duration,
    stopped: &'a dyn Fn() -> bool,
    /// Bytes that the answer may still have.
    left: usize,
    most: usize,
}

impl Reading<'_> {
    /// Empty lines that came after the answer before; anything else was not asked for.
    fn skip_empty(&mut self) -> Result<(), Fault> {
        while let Some(output) = self.process.pending() {
            let line = self.counted(output)?;
            if !clean(&line).trim().is_empty() {
                return Err(garbage(&line));
            }
        }
        Ok(())
    }

    fn answer(&mut self, sent: u32) -> Result<Result<String, String>, Fault> {
        let (success, found, mut text) = self.first_line()?;
        if found != Some(sent) {
            return Err(Fault::WrongId { sent, found });
        }
        loop {
            let line = clean(&self.line()?);
            if line.is_empty() {
                let text = text.trim_end().to_string();
                return Ok(if success { Ok(text) } else { Err(text) });
            }
            text.push('\n');
            text.push_str(&line);
        }
    }

    /// Whether the answer is a success, its id, and the rest of its first line.
    fn first_line(&mut self) -> Result<(bool, Option<u32>, String), Fault> {
        let line = loop {
            let line = self.line()?;
            if !clean(&line).trim().is_empty() {
                break line;
            }
        };
        let text = clean(&line);
        let Some(rest) = text.strip_prefix(['=', '?']) else { return Err(garbage(&line)) };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (id, result) = rest.split_at(digits);
        if !(result.is_empty() || result.starts_with(' ')) {
            return Err(garbage(&line));
        }
        Ok((text.starts_with('='), id.parse().ok(), result.trim_start().to_string()))
    }

    fn line(&mut self) -> Result<Vec<u8>, Fault> {
        match self.process.next(self.deadline, self.stopped) {
            Ok(output) => self.counted(output),
            Err(Silence::Stopped) => Err(Fault::Stopped),
            Err(Silence::TimeOut) => Err(Fault::Hung(self.limit)),
            Err(Silence::Ended) => Err(Fault::Crashed(self.process.status())),
        }
    }

    fn counted(&mut self, output: Output) -> Result<Vec<u8>, Fault> {
        match output {
            Output::Line(line) if line.len() <= self.left => {
                self.left -= line.len();
                Ok(line)
            }
            _ => Err(Fault::TooLong(self.most)),
        }
    }
}
