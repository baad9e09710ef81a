//! Answering a stream of lines: positions are searched by priority while more lines come in.

use super::{
    Acknowledgement, Action, ActionKind, Job, PlayerOf, PositionReport, Problem, Request, Response, position_report,
};
use crate::{Go, Session, SessionError};
use katsura_mcts::Control;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 16 << 20;

/// Who searches, and how many positions at once.
pub struct Options {
    /// The player of queries that name none.
    pub player: Box<PlayerOf>,
    /// Positions that are searched at the same time.
    pub workers: usize,
}

/// Answers all requests of an input until its end, and searches what is left then. When nobody reads the answers any more it
/// ends at once, whatever waits; the thread that reads the input ends with the input.
///
/// ```
/// use katsura_engine::PlayerSpec;
/// use katsura_engine::analysis::{Options, serve};
/// let mut out = Vec::new();
/// let input = r#"{"id": "a", "game": "tic-tac-toe", "moves": ["b2"], "maxVisits": 200}"#;
/// let options = Options { player: Box::new(|game| PlayerSpec::parse_for("uct", game)), workers: 1 };
/// serve(&options, input.as_bytes(), &mut out).unwrap();
/// let report: serde_json::Value = serde_json::from_slice(&out).unwrap();
/// assert_eq!((&report["id"], &report["turnNumber"], &report["rootInfo"]["visits"]), (&"a".into(), &1.into(), &200.into()));
/// ```
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(options: &Options, input: impl Read + Send + 'static, output: &mut (dyn Write + Send)) -> io::Result<()> {
    let (broken, incoming) = read_lines(input);
    let desk = Desk { queue: Mutex::default(), changed: Condvar::new(), out: Mutex::new((output, Ok(()))), broken };
    std::thread::scope(|scope| {
        for _ in 0..options.workers.max(1) {
            scope.spawn(|| desk.work());
        }
        let read = desk.take_all(options, &incoming);
        desk.lock(&desk.queue).closed = true;
        desk.changed.notify_all();
        read
    })?;
    let (_, written) = desk.out.into_inner().unwrap_or_else(PoisonError::into_inner);
    written
}

/// What happens while positions are searched.
enum Incoming {
    Line(String),
    TooLong,
    /// The input has ended, or cannot be read.
    End(io::Result<()>),
    /// Nobody reads the output.
    Broken,
}

/// Reads lines in a thread of their own, so that the end of the output is noticed while none comes.
fn read_lines(input: impl Read + Send + 'static) -> (Sender<Incoming>, Receiver<Incoming>) {
    let (sender, receiver) = channel();
    let broken = sender.clone();
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let incoming = next_line(&mut input).unwrap_or_else(|error| Incoming::End(Err(error)));
            let last = matches!(incoming, Incoming::End(_));
            if sender.send(incoming).is_err() || last {
                return;
            }
        }
    });
    (broken, receiver)
}

fn next_line(input: &mut impl BufRead) -> io::Result<Incoming> {
    let mut line = Vec::new();
    let length = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
    if length == 0 {
        return Ok(Incoming::End(Ok(())));
    }
    if length as u64 == MAX_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Incoming::TooLong);
    }
    Ok(Incoming::Line(String::from_utf8_lossy(&line).trim().to_string()))
}

/// What the reading thread and the searching threads share.
struct Desk<'a> {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// Where lines go, and whether they arrive.
    out: Mutex<(&'a mut (dyn Write + Send), io::Result<()>)>,
    /// Tells that they do not arrive.
    broken: Sender<Incoming>,
}

#[derive(Default)]
struct Queue {
    /// Jobs that wait, in the order in which they came.
    waiting: Vec<Job>,
    /// Jobs that are searched.
    running: Vec<Running>,
    /// Jobs that have been begun.
    begun: u64,
    /// Whether nothing more comes in.
    closed: bool,
}

/// A job that is searched.
#[derive(Clone)]
struct Running {
    /// No other job has it, whatever its query calls it.
    number: u64,
    id: String,
    turn: usize,
    control: Control,
}

impl Desk<'_> {
    fn lock<'m, T>(&self, mutex: &'m Mutex<T>) -> MutexGuard<'m, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_all(&self, options: &Options, incoming: &Receiver<Incoming>) -> io::Result<()> {
        for incoming in incoming {
            if self.lock(&self.queue).closed {
                break;
            }
            match incoming {
                Incoming::Line(line) if line.is_empty() => {}
                Incoming::Line(line) => self.take(options, &line),
                Incoming::TooLong => {
                    self.send(&Response::Problem(Problem::new(format!("expected at most {MAX_LINE} bytes in a line"))));
                }
                Incoming::End(read) => return read,
                Incoming::Broken => break,
            }
        }
        Ok(())
    }

    /// Ends all that is searched, and forgets what waits: nobody reads the answers.
    fn give_up(&self) {
        let mut queue = self.lock(&self.queue);
        queue.closed = true;
        queue.waiting.clear();
        queue.running.iter().for_each(|job| job.control.stop());
        self.changed.notify_all();
        // The reading thread hears of it, unless it has ended.
        let _ = self.broken.send(Incoming::Broken);
    }

    fn take(&self, options: &Options, line: &str) {
        let request = Request::parse(line).and_then(|(request, warnings)| {
            warnings.into_iter().for_each(|warning| self.send(&Response::Warning(warning)));
            match request {
                Request::Action(action) => self.act(&action),
                Request::Query(query) => {
                    let jobs = Job::of(&query, &*options.player)?;
                    let mut queue = self.lock(&self.queue);
                    if !queue.closed {
                        queue.waiting.extend(jobs);
                    }
                    self.changed.notify_all();
                    Ok(())
                }
            }
        });
        if let Err(problem) = request {
            self.send(&Response::Problem(problem));
        }
    }

    fn act(&self, action: &Action) -> Result<(), Problem> {
        let id = match (action.action, &action.terminate_id) {
            (ActionKind::Terminate, None) => {
                return Err(Problem::new("is missing").of_field("terminateId").of(&action.id));
            }
            (ActionKind::Terminate, Some(id)) => Some(Some(id)),
            (ActionKind::TerminateAll, _) => Some(None),
            (ActionKind::QueryVersion | ActionKind::ClearCache, _) => None,
        };
        self.send(&Response::Acknowledgement(Acknowledgement::to(action)));
        if let Some(id) = id {
            self.terminate(|job, turn| {
                id.is_none_or(|id| id == job) && action.turn_numbers.as_ref().is_none_or(|turns| turns.contains(&turn))
            });
        }
        Ok(())
    }

    fn terminate(&self, is_meant: impl Fn(&str, usize) -> bool) {
        let mut queue = self.lock(&self.queue);
        queue.running.iter().filter(|job| is_meant(&job.id, job.turn)).for_each(|job| job.control.stop());
        let (ended, waiting) = queue.waiting.drain(..).partition(|job| is_meant(&job.id, job.turn));
        queue.waiting = waiting;
        drop(queue);
        let ended: Vec<Job> = ended;
        for job in ended {
            let report = PositionReport { no_results: true, ..head(&job) };
            self.send(&Response::Report(Box::new(report)));
        }
    }

    /// Searches jobs until none is left and none can come.
    fn work(&self) {
        let mut session = None;
        while let Some((job, running)) = self.next() {
            let worked = catch_unwind(AssertUnwindSafe(|| self.answer(&mut session, &job, &running.control)));
            if worked.is_err() {
                session = None;
                self.send(&Response::Problem(Problem::new("an error of this program").of(&job.id)));
            }
            self.lock(&self.queue).running.retain(|other| other.number != running.number);
        }
    }

    fn answer(&self, session: &mut Option<Session>, job: &Job, control: &Control) {
        match prepare(session, job) {
            Ok(session) => self.search(session, job, control),
            Err(problem) => self.send(&Response::Problem(problem.of(&job.id))),
        }
    }

    /// The job of the highest priority, the oldest of them.
    fn next(&self) -> Option<(Job, Running)> {
        let mut queue = self.lock(&self.queue);
        loop {
            let highest = queue.waiting.iter().map(|job| job.priority).max();
            let place = queue.waiting.iter().position(|job| Some(job.priority) == highest);
            if let Some(place) = place {
                let job = queue.waiting.remove(place);
                queue.begun += 1;
                let running = Running { number: queue.begun, id: job.id.clone(), turn: job.turn, control: Control::new() };
                queue.running.push(running.clone());
                return Some((job, running));
            }
            if queue.closed {
                return None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn search(&self, session: &mut Session, job: &Job, control: &Control) {
        let budget = job.config.budget;
        match job.every {
            Some(every) => session.search_reporting(&budget, control, every, &mut |session| {
                let arrived = self.report(session, job, true);
                if arrived { Go::On } else { Go::Stop }
            }),
            None => session.search(&budget, control),
        };
        self.report(session, job, false);
    }

    fn report(&self, session: &mut Session, job: &Job, during: bool) -> bool {
        let mut report = position_report(session, job.viewpoint);
        if job.ownership {
            report.add_ownership(session, job.viewpoint);
        }
        let report = PositionReport { id: job.id.clone(), turn_number: job.turn, is_during_search: during, ..report };
        self.send(&Response::Report(Box::new(report)));
        self.lock(&self.out).1.is_ok()
    }

    fn send(&self, response: &Response) {
        let mut line = serde_json::to_string(response).unwrap_or_default();
        line.push('\n');
        let mut out = self.lock(&self.out);
        if out.1.is_ok() {
            out.1 = out.0.write_all(line.as_bytes()).and_then(|()| out.0.flush());
            if out.1.is_err() {
                drop(out);
                self.give_up();
            }
        }
    }
}

fn head(job: &Job) -> PositionReport {
    PositionReport {
        id: job.id.clone(),
        turn_number: job.turn,
        game: job.game.about().name.into_owned(),
        ..PositionReport::default()
    }
}

/// A session at the position of a job, made anew if the last one was of another game or another search.
fn prepare<'s>(session: &'s mut Option<Session>, job: &Job) -> Result<&'s mut Session, Problem> {
    let fits = session.as_ref().is_some_and(|session| session.game() == &job.game && session.config() == &job.config);
    if !fits {
        let made = Session::new(job.game.clone(), job.config.clone());
        *session = Some(made.map_err(|error| Problem::new(error.to_string()).of_field("player"))?);
    }
    match session {
        Some(session) => {
            let of = |field| move |error: SessionError| Problem::new(error.to_string()).of_field(field);
            session.restart(&job.moves).map_err(of("moves"))?;
            let color = session.to_move();
            session.restrict(|mv| job.wants(color, mv)).map_err(of("allowMoves"))?;
            Ok(session)
        }
        None => Err(Problem::new("no session")),
    }
}
