//! One session and what goes in and out of it.

use crate::desk::{Desk, Numbered};
use crate::hub::lock;
use crate::limits::Limits;
use crate::log::Log;
use katsura_mcts::Control;
use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Windows of one session whose last command is remembered.
pub(crate) const CLIENTS: usize = 16;

/// One session and what goes in and out of it.
pub(crate) struct Room {
    pub id: String,
    pub log: Log,
    pub desk: Mutex<Desk>,
    turn_at_desk: Mutex<Turn>,
    pub inbox: Mutex<VecDeque<Letter>>,
    /// The number of the last command of each window, so that one that is sent twice is done once; whoever spoke last is at the end.
    pub done: Mutex<VecDeque<(String, u64)>>,
    pub waiting_for_slice: AtomicBool,
    /// The handle of the slice under way, or of the last one.
    slice: Mutex<Control>,
    pub bytes: AtomicU64,
    /// The number of its last slice, counted over all sessions.
    pub turn: AtomicU64,
    windows: AtomicUsize,
    left: Mutex<Instant>,
    pub ended: watch::Sender<bool>,
}

/// Whether a thread serves the session, and whether there is more to do for it since it looked.
#[derive(Default)]
struct Turn {
    taken: bool,
    knocked: bool,
}

/// What waits in a session.
pub(crate) enum Letter {
    /// A command of a window.
    Command(String, Numbered),
    /// A question that only the desk can answer.
    Question(Box<dyn FnOnce(&mut Desk) + Send>),
}

impl Room {
    pub fn new(id: String, limits: &Limits) -> Self {
        let room = Room {
            id,
            log: Log::new(),
            desk: Mutex::new(Desk::new(limits)),
            turn_at_desk: Mutex::default(),
            inbox: Mutex::default(),
            done: Mutex::default(),
            waiting_for_slice: AtomicBool::new(false),
            slice: Mutex::default(),
            bytes: AtomicU64::new(0),
            turn: AtomicU64::new(0),
            windows: AtomicUsize::new(0),
            left: Mutex::new(Instant::now()),
            ended: watch::Sender::new(false),
        };
        lock(&room.desk).publish(&room.log);
        room
    }

    /// Whether the session is this thread's to serve. If another one serves it, that one looks again before it goes.
    pub fn come(&self) -> bool {
        let mut turn = lock(&self.turn_at_desk);
        turn.knocked |= turn.taken;
        !std::mem::replace(&mut turn.taken, true)
    }

    /// Whether this thread may go: nobody has knocked meanwhile.
    pub fn may_go(&self) -> bool {
        let mut turn = lock(&self.turn_at_desk);
        turn.taken = std::mem::take(&mut turn.knocked);
        !turn.taken
    }

    /// A window has come; it has gone when the returned value is dropped.
    pub fn enter(self: &Arc<Self>) -> Presence {
        self.windows.fetch_add(1, Relaxed);
        Presence(Arc::clone(self))
    }

    /// The handle of a new slice: from here on every [interruption](Room::interrupt) ends it, be it before it has begun.
    pub fn begin_slice(&self) -> Control {
        let control = Control::new();
        lock(&self.slice).clone_from(&control);
        control
    }

    /// Ends the slice under way.
    pub fn interrupt(&self) {
        lock(&self.slice).stop();
    }

    /// The number of the last command of a window that was taken.
    pub fn last_command(&self, client: &str) -> u64 {
        lock(&self.done).iter().find(|(known, _)| known == client).map_or(0, |&(_, number)| number)
    }

    /// Whether the command is new; it then counts as taken.
    pub fn take(&self, client: &str, number: u64) -> bool {
        let mut done = lock(&self.done);
        let known = done.iter().position(|(known, _)| known == client);
        let last = known.and_then(|place| done.remove(place)).map(|(_, last)| last);
        if done.len() >= CLIENTS {
            done.pop_front();
        }
        done.push_back((client.to_string(), last.map_or(number, |last| last.max(number))));
        last.is_none_or(|last| number > last)
    }

    pub fn is_abandoned(&self, after: Duration) -> bool {
        self.windows.load(Relaxed) == 0 && lock(&self.left).elapsed() >= after
    }

    /// Whether the session is over: its desk is not to be touched.
    pub fn has_ended(&self) -> bool {
        *self.ended.borrow()
    }

    /// Waits for the end of the session.
    pub async fn over(&self) {
        // This fails when nobody can end the session any more: it is then over, too.
        let _ = self.ended.subscribe().wait_for(|&ended| ended).await;
    }
}

/// A window of a session.
pub(crate) struct Presence(Arc<Room>);

impl Drop for Presence {
    fn drop(&mut self) {
        *lock(&self.0.left) = Instant::now();
        self.0.windows.fetch_sub(1, Relaxed);
    }
}
