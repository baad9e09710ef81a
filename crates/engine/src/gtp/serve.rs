//! Serving a controller: lines come in by a thread of their own, so that a command at work can see what waits.

use super::line::is_interrupt;
use super::{Commands, Failure, Flow, Request};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// The longest line that is read as a command, in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// Lines that may wait to be read before the controller has to wait.
const QUEUE: usize = 1024;

/// What arrives while a command is at work. Clones see the same.
///
/// Written by the reading thread, read by commands; the counters order nothing else, so relaxed access is enough.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    waiting: Arc<AtomicUsize>,
    interrupts: Arc<AtomicUsize>,
    /// The interrupts that had arrived before the command at work.
    before: Arc<AtomicUsize>,
}

impl Signals {
    /// Whether a line, or the end of the input, waits to be read. Commands that run until the next command end by it.
    pub fn is_waiting(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// How many interrupts have arrived: lines `# interrupt`, as GoGui sends them, and commands `stop`.
    pub fn interrupts(&self) -> usize {
        self.interrupts.load(Ordering::Relaxed)
    }

    /// Whether an interrupt has arrived after the command at work.
    pub fn is_interrupted(&self) -> bool {
        self.interrupts() != self.before.load(Ordering::Relaxed)
    }
}

enum Incoming {
    /// A line, and the number of interrupts before it.
    Line(Vec<u8>, usize),
    /// The beginning of a line that is longer than [`MAX_LINE`].
    TooLong(Vec<u8>),
    Failed(io::Error),
}

/// Answers all commands of an input until `quit` or its end.
///
/// A line longer than [`MAX_LINE`] is a syntax error. The thread that reads the input ends with the input.
///
/// ```
/// use katsura_engine::gtp::{Commands, serve};
/// let mut out = Vec::new();
/// let input = "1 name\n\n# a comment\n2 quit\n3 name\n".as_bytes();
/// serve(&Commands::new("Example", "1.0"), &mut (), input, &mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "=1 Example\n\n=2 \n\n");
/// ```
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve<S>(
    commands: &Commands<S>,
    session: &mut S,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let signals = Signals::default();
    let lines = spawn_reader(input, signals.clone());
    loop {
        commands.idle(session, &signals);
        let Ok(incoming) = lines.recv() else { break };
        signals.waiting.fetch_sub(1, Ordering::Relaxed);
        let flow = match incoming {
            Incoming::Line(line, interrupts) => match Request::parse(&line) {
                Some(request) => {
                    signals.before.store(interrupts, Ordering::Relaxed);
                    commands.answer(session, &request, &signals, output)?
                }
                None => Flow::Continue,
            },
            Incoming::TooLong(start) => refuse(&start, output)?,
            Incoming::Failed(error) => return Err(error),
        };
        if flow == Flow::Quit {
            break;
        }
    }
    Ok(())
}

fn refuse(start: &[u8], output: &mut dyn Write) -> io::Result<Flow> {
    if let Some(request) = Request::parse(start) {
        let text = super::response::response('?', request.id, &Failure::Syntax.to_string());
        output.write_all(text.as_bytes())?;
        output.flush()?;
    }
    Ok(Flow::Continue)
}

fn spawn_reader(input: impl Read + Send + 'static, signals: Signals) -> Receiver<Incoming> {
    let (sender, receiver) = sync_channel(QUEUE);
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(mut incoming) = next_line(&mut input) {
            if let Incoming::Line(line, before) = &mut incoming {
                if is_interrupt(line) {
                    signals.interrupts.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                if is_stop(line) {
                    signals.interrupts.fetch_add(1, Ordering::Relaxed);
                }
                *before = signals.interrupts();
            }
            if !send(&sender, incoming, &signals) {
                return;
            }
        }
        // Nothing follows: a command that runs until the next one must end.
        signals.waiting.fetch_add(1, Ordering::Relaxed);
    });
    receiver
}

/// Whether a line is the command `stop`, which takes effect when it arrives.
fn is_stop(line: &[u8]) -> bool {
    line.len() < 64 && Request::parse(line).is_some_and(|request| request.name == "stop")
}

fn send(sender: &SyncSender<Incoming>, incoming: Incoming, signals: &Signals) -> bool {
    signals.waiting.fetch_add(1, Ordering::Relaxed);
    let last = matches!(incoming, Incoming::Failed(_));
    sender.send(incoming).is_ok() && !last
}

/// The next line, with or without a line feed at its end; `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> Option<Incoming> {
    let mut line = Vec::new();
    match input.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut line) {
        Ok(0) => None,
        Ok(length) if length < MAX_LINE || line.ends_with(b"\n") => Some(Incoming::Line(line, 0)),
        Ok(_) => Some(input.skip_until(b'\n').map_or_else(Incoming::Failed, |_| Incoming::TooLong(line))),
        Err(error) => Some(Incoming::Failed(error)),
    }
}
