//! A running program: its pipes, each served by a thread, and its end.
//!
//! The program leads a process group of its own, so that what it starts dies with it. (What leaves the group does not.) The
//! groups are known, so that all can be ended with this process; on Linux the system kills a program whose starter is gone.
//! Nothing here blocks for longer than it is told, whatever the program does: reading and writing happen in threads, and the
//! program is killed before it is waited for.

use super::ClientOptions;
use super::CommandLine;
#[cfg(unix)]
use super::group;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the program is asked whether it still runs while nothing comes from it.
const POLL: Duration = Duration::from_millis(20);
/// How long the last words of a program that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// How long a program that has closed its output may take to end by itself.
const ENDING: Duration = Duration::from_secs(1);
/// Lines that may wait to be read before the program has to wait.
const QUEUE: usize = 1024;

/// What comes from the program.
pub(super) enum Output {
    Line(Vec<u8>),
    TooLong,
}

/// Why nothing comes from the program.
pub(super) enum Silence {
    Stopped,
    TimeOut,
    Ended,
}

pub(super) struct Process {
    child: Child,
    input: Sender<Vec<u8>>,
    output: Receiver<Output>,
    stderr: Arc<Mutex<Tail>>,
    stderr_end: Receiver<()>,
    reaped: bool,
}

impl Process {
    pub(super) fn start(line: &CommandLine, options: &ClientOptions) -> io::Result<Process> {
        let mut command = Command::new(line.program());
        command.args(line.arguments()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &options.directory {
            command.current_dir(directory);
        }
        let mut child = group::spawn(command)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else { unreachable!("all three are piped") };
        let (tail, stderr_end) = keep_tail(stderr, options.stderr_bytes);
        let output = read_lines(stdout, options.answer_bytes);
        Ok(Process { child, input: write_all(stdin), output, stderr: tail, stderr_end, reaped: false })
    }

    #[cfg(test)]
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes, without waiting for them to be read.
    pub(super) fn send(&self, bytes: Vec<u8>) {
        // If the writing thread is gone, so is the program, and the missing answer will show it.
        let _ = self.input.send(bytes);
    }

    /// What has come and was not asked for.
    pub(super) fn pending(&self) -> Option<Output> {
        self.output.try_recv().ok()
    }

    /// The next line, unless it is late or `stopped` says that nobody waits for it any more.
    pub(super) fn next(&mut self, deadline: Instant, stopped: &dyn Fn() -> bool) -> Result<Output, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(POLL)) {
                Ok(output) => return Ok(output),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    // What it wrote before its end may still be on the way.
                    return self.output.recv_timeout(LAST_WORDS).map_err(|_| Silence::Ended);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::TimeOut),
                Err(RecvTimeoutError::Timeout) if stopped() => return Err(Silence::Stopped),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The last that came on standard error.
    pub(super) fn stderr(&self) -> String {
        let tail = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = tail.bytes.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Waits for the program to end by itself.
    pub(super) fn wait(&mut self, limit: Duration) -> bool {
        let deadline = after(limit);
        while !self.has_ended() {
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(POLL.min(limit));
        }
        true
    }

    /// The status with which the program has ended, if it has or does soon.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if self.wait(ENDING) { self.kill() } else { None }
    }

    /// Kills the program and all of its group, leaves no zombie, and collects its last words.
    pub(super) fn kill(&mut self) -> Option<ExitStatus> {
        if self.reaped {
            return None;
        }
        // The group is killed before its leader is reaped: until then nobody else can have its number.
        group::kill(&mut self.child);
        let status = self.child.wait().ok();
        self.reaped = true;
        let _ = self.stderr_end.recv_timeout(LAST_WORDS);
        status
    }

    /// Whether the program has ended, of itself or killed.
    pub(super) fn has_ended(&mut self) -> bool {
        self.reaped || has_ended(&mut self.child)
    }
}

/// The time when this much has passed from now.
pub(super) fn after(limit: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(limit).unwrap_or(now + Duration::from_secs(1 << 30))
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Whether the program has ended; it is not reaped.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

#[cfg(not(unix))]
mod group {
    use super::{Child, Command, io};

    pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

fn write_all(mut stdin: ChildStdin) -> Sender<Vec<u8>> {
    let (sender, receiver) = channel::<Vec<u8>>();
    std::thread::spawn(move || {
        for bytes in receiver {
            if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

fn read_lines(stdout: ChildStdout, limit: usize) -> Receiver<Output> {
    let (sender, receiver) = sync_channel(QUEUE);
    std::thread::spawn(move || send_lines(BufReader::new(stdout), limit, &sender));
    receiver
}

fn send_lines(mut stdout: impl BufRead, limit: usize, sender: &SyncSender<Output>) {
    loop {
        let mut line = Vec::new();
        let output = match stdout.by_ref().take(limit as u64).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(length) if length == limit && !line.ends_with(b"\n") => Output::TooLong,
            Ok(_) => Output::Line(line),
        };
        let last = matches!(output, Output::TooLong);
        if sender.send(output).is_err() || last {
            return;
        }
    }
}

/// The last bytes of a stream.
#[derive(Default)]
struct Tail {
    bytes: VecDeque<u8>,
}

fn keep_tail(mut stderr: ChildStderr, limit: usize) -> (Arc<Mutex<Tail>>, Receiver<()>) {
    let tail = Arc::new(Mutex::new(Tail::default()));
    let (sender, receiver) = channel();
    let shared = Arc::clone(&tail);
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = stderr.read(&mut buffer) {
            let mut tail = shared.lock().unwrap_or_else(PoisonError::into_inner);
            tail.bytes.extend(&buffer[..length]);
            let excess = tail.bytes.len().saturating_sub(limit);
            tail.bytes.drain(..excess);
        }
        let _ = sender.send(());
    });
    (tail, receiver)
}
