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
}

impl Signals {
    /// Whether a line, or the end of the input, waits to be read. Commands that run until the next command end by it.
    pub fn is_waiting(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// How many interrupts have arrived: lines `# interrupt`, as GoGui sends them. A command that can be interrupted
    /// compares with the number at its beginning.
    pub fn interrupts(&self) -> usize {
        self.interrupts.load(Ordering::Relaxed)
    }
}

enum Incoming {
    Line(Vec<u8>),
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
    while let Ok(incoming) = lines.recv() {
        signals.waiting.fetch_sub(1, Ordering::Relaxed);
        let flow = match incoming {
            Incoming::Line(line) => match Request::parse(&line) {
                Some(request) => commands.answer(session, &request, &signals, output)?,
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
        while let Some(incoming) = next_line(&mut input) {
            if matches!(&incoming, Incoming::Line(line) if is_interrupt(line)) {
                signals.interrupts.fetch_add(1, Ordering::Relaxed);
            } else if !send(&sender, incoming, &signals) {
                return;
            }
        }
        // Nothing follows: a command that runs until the next one must end.
        signals.waiting.fetch_add(1, Ordering::Relaxed);
    });
    receiver
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
        Ok(length) if length < MAX_LINE || line.ends_with(b"\n") => Some(Incoming::Line(line)),
        Ok(_) => Some(input.skip_until(b'\n').map_or_else(Incoming::Failed, |_| Incoming::TooLong(line))),
        Err(error) => Some(Incoming::Failed(error)),
    }
}
