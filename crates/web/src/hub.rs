//! The sessions: how many, how much memory they take, when they end.

use crate::desk::{Command, Desk, Numbered};
use crate::journal::Journal;
use crate::lab::Lab;
use crate::limits::Limits;
use crate::log::Answer;
use crate::pool::Pool;
use crate::room::{Letter, Room};
use katsura_mcts::Control;
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// Commands that may wait for their turn.
const WAITING: usize = 1000;

/// How long the experiment may take to end.
const EXPERIMENT: Duration = Duration::from_secs(10);

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All sessions of a server.
pub(crate) struct Hub {
    pub limits: Limits,
    pub journal: Journal,
    pub lab: Lab,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    pool: Pool<Arc<Room>>,
    names: RandomState,
    count: AtomicU64,
    turns: AtomicU64,
}

impl Hub {
    pub fn new(limits: Limits, journal: Journal, lab: Lab) -> Arc<Self> {
        Arc::new(Hub {
            limits,
            journal,
            lab,
            rooms: Mutex::default(),
            pool: Pool::new(),
            names: RandomState::new(),
            count: AtomicU64::new(0),
            turns: AtomicU64::new(0),
        })
    }

    /// The session of this name, if it lives.
    pub fn find(&self, id: &str) -> Option<Arc<Room>> {
        lock(&self.rooms).get(id).cloned()
    }

    /// A new session.
    ///
    /// # Errors
    /// If there are too many.
    pub fn open(&self) -> Result<Arc<Room>, String> {
        if lock(&self.rooms).len() >= self.limits.sessions {
            return Err(format!("this server has its {} sessions; close a window or come back later", self.limits.sessions));
        }
        let room = Arc::new(Room::new(self.name(), &self.limits));
        self.lab.show(&room.log);
        lock(&self.rooms).insert(room.id.clone(), Arc::clone(&room));
        Ok(room)
    }

    /// A name that nobody can guess: two keyed hashes whose key the system's randomness made.
    fn name(&self) -> String {
        let number = self.count.fetch_add(1, Relaxed);
        let half = |part: u64| {
            let mut hasher = self.names.build_hasher();
            hasher.write_u64(number);
            hasher.write_u64(part);
            hasher.finish()
        };
        format!("{:016x}{:016x}", half(0), half(1))
    }

    /// Takes a command of a window; what comes of it goes to the session's log.
    pub fn submit(&self, room: &Arc<Room>, client: &str, numbered: Numbered) {
        let id = numbered.id;
        if !self.post(room, Letter::Command(client.to_string(), numbered)) {
            answer(room, client, id, Err("too many commands are waiting".to_string()));
        }
    }

    /// What only the desk of a session knows, as soon as a thread has found it out.
    ///
    /// # Errors
    /// If the session ends before, or too much waits in it.
    pub async fn ask<T: Send + 'static>(
        &self,
        room: &Arc<Room>,
        question: impl FnOnce(&mut Desk) -> T + Send + 'static,
    ) -> Result<T, String> {
        let (tell, told) = oneshot::channel();
        // Whoever has asked may have gone.
        self.post(room, Letter::Question(Box::new(move |desk| drop(tell.send(question(desk))))));
        told.await.map_err(|_| "the session has ended, or too much waits in it".to_string())
    }

    /// Puts something into the inbox of a session and calls a thread; whether there was room for it.
    fn post(&self, room: &Arc<Room>, letter: Letter) -> bool {
        let mut inbox = lock(&room.inbox);
        if inbox.len() >= WAITING || room.has_ended() {
            return room.has_ended();
        }
        inbox.push_back(letter);
        drop(inbox);
        room.interrupt();
        self.pool.push_first(Arc::clone(room));
        true
    }

    /// The body of a thread that does what sessions ask, until the server ends.
    pub fn work(&self) {
        while let Some(room) = self.pool.pop() {
            let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.serve(&room)));
            if worked.is_err() {
                (self.journal)(&format!("session {}: ended by an error of this program", short(&room.id)));
                self.end(&room);
            }
        }
    }

    /// Does what waits in a session, unless another thread is at it: that one then goes on until nothing new has come.
    fn serve(&self, room: &Arc<Room>) {
        if !room.come() {
            return;
        }
        loop {
            self.serve_once(room);
            if room.has_ended() || room.may_go() {
                return;
            }
        }
    }

    /// The commands of a session, then a slice of its search.
    fn serve_once(&self, room: &Arc<Room>) {
        let mut desk = lock(&room.desk);
        let control = room.begin_slice();
        if room.has_ended() {
            return;
        }
        self.read_inbox(room, &mut desk);
        if room.waiting_for_slice.swap(false, Relaxed) && desk.wants_slice() {
            self.slice(room, &mut desk, &control);
        }
        desk.publish(&room.log);
        room.bytes.store(desk.bytes(), Relaxed);
        let again = desk.wants_slice();
        drop(desk);
        if again && !room.waiting_for_slice.swap(true, Relaxed) {
            self.pool.push_last(Arc::clone(room));
        }
    }

    fn slice(&self, room: &Arc<Room>, desk: &mut Desk, control: &Control) {
        room.turn.store(1 + self.turns.fetch_add(1, Relaxed), Relaxed);
        if self.is_full() {
            self.make_room(room);
        }
        if self.is_full() {
            desk.forget();
            return desk.halt(
                "the memory of this server is used up, and this search has ended: end other sessions, or start it with more",
            );
        }
        desk.slice(self.limits.slice, control);
    }

    /// Lets other sessions forget their searches, those that do not search now and have not for longest, until there is room.
    fn make_room(&self, room: &Arc<Room>) {
        let mut others: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        others.retain(|other| !Arc::ptr_eq(other, room) && other.bytes.load(Relaxed) > 0);
        others.sort_by_key(|other| other.turn.load(Relaxed));
        for other in others {
            if !self.is_full() {
                return;
            }
            // Whoever is just being served searches.
            if let Ok(mut desk) = other.desk.try_lock()
                && !desk.wants_slice()
            {
                desk.forget();
                other.bytes.store(0, Relaxed);
            }
        }
    }

    fn is_full(&self) -> bool {
        self.bytes() > self.limits.memory_mib << 20
    }

    fn read_inbox(&self, room: &Arc<Room>, desk: &mut Desk) {
        while let Some(letter) = { lock(&room.inbox).pop_front() } {
            let (client, numbered) = match letter {
                Letter::Command(client, numbered) => (client, numbered),
                Letter::Question(question) => {
                    question(desk);
                    continue;
                }
            };
            if !room.take(&client, numbered.id) {
                repeat(room, &client, numbered.id);
                continue;
            }
            let result = match numbered.command {
                Command::LabStart { name, quick } => self.lab.start(&name, quick),
                Command::LabStop => self.lab.stop(),
                command => desk.obey(command, &room.log),
            };
            desk.publish(&room.log);
            answer(room, &client, numbered.id, result);
        }
    }

    fn bytes(&self) -> u64 {
        lock(&self.rooms).values().map(|room| room.bytes.load(Relaxed)).sum()
    }

    /// Ends a session: its search, and its connections.
    pub fn end(&self, room: &Room) {
        {
            let mut inbox = lock(&room.inbox);
            room.ended.send_replace(true);
            inbox.clear();
        }
        room.interrupt();
        lock(&self.rooms).remove(&room.id);
    }

    /// Ends abandoned sessions; shows the others what the laboratory does.
    pub fn tidy(&self) {
        let rooms: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        for room in rooms.iter().filter(|room| room.is_abandoned(self.limits.abandoned)) {
            self.end(room);
        }
        if self.lab.has_news() {
            rooms.iter().for_each(|room| self.lab.show(&room.log));
        }
    }

    /// Ends the sessions, the threads and the experiment.
    pub fn close(&self) {
        self.pool.close();
        let rooms: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        rooms.iter().for_each(|room| self.end(room));
        if !self.lab.end(EXPERIMENT) {
            (self.journal)("the experiment did not end in time; what it has recorded stays");
        }
    }
}

fn answer(room: &Room, client: &str, id: u64, result: Result<(), String>) {
    room.log.answer(Answer { client: client.to_string(), id: Some(id), error: result.err() });
}

/// Answers a command that has been done before, as a window sends it that came back: as the first time, as long as that is known.
fn repeat(room: &Room, client: &str, id: u64) {
    if let Some(known) = room.log.answer_to(client, id) {
        return room.log.answer(known);
    }
    let last = room.last_command(client);
    let reason = format!(
        "command {id} came after command {last}, and its answer is not kept: look at the board before you give it again"
    );
    answer(room, client, id, Err(reason));
}

/// As much of a session's name as goes into the journal: not enough to enter it.
pub(crate) fn short(id: &str) -> &str {
    id.get(..6).unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::CLIENTS;
    use std::time::Instant;

    fn hub(limits: Limits) -> Arc<Hub> {
        Hub::new(limits, Arc::new(|_| {}), Lab::new(std::env::temp_dir().join("katsura-no-results")))
    }

    fn command(id: u64, text: &str) -> Numbered {
        Numbered { id, command: serde_json::from_str(text).unwrap() }
    }

    fn events(room: &Room) -> String {
        room.log.after(0).iter().map(|event| event.text.to_string()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_command_that_is_sent_twice_is_done_once() {
        let hub = hub(Limits::default());
        let room = hub.open().unwrap();
        hub.submit(&room, "one", command(1, r#"{"do":"seats","seats":[null,null]}"#));
        hub.submit(&room, "one", command(2, r#"{"do":"play","move":"E5"}"#));
        hub.submit(&room, "one", command(2, r#"{"do":"play","move":"E6"}"#));
        hub.submit(&room, "two", command(1, r#"{"do":"play","move":"C3"}"#));
        hub.serve(&room);
        assert_eq!((room.last_command("one"), room.last_command("two"), room.last_command("three")), (2, 1, 0));
        assert!(events(&room).contains(r#""moves":["E5","C3"]"#));
    }

    #[test]
    fn a_command_that_is_sent_twice_is_answered_twice() {
        let hub = hub(Limits::default());
        let room = hub.open().unwrap();
        let answers = |id: u64| -> Vec<Option<String>> {
            let events = room.log.after(0).into_iter().map(|event| serde_json::from_str(&event.text).unwrap());
            let answers = events.filter(|event: &serde_json::Value| event["kind"] == "answer" && event["data"]["id"] == id);
            answers.map(|answer| answer["data"]["error"].as_str().map(str::to_string)).collect()
        };
        for id in [1, 2, 2, 1] {
            let text = if id == 1 { r#"{"do":"jump","to":0}"# } else { r#"{"do":"jump","to":7}"# };
            hub.submit(&room, "one", command(id, text));
        }
        hub.serve(&room);
        assert_eq!(answers(1), [None, None]);
        let refusal = Some("the game has 0 moves".to_string());
        assert_eq!(answers(2), [refusal.clone(), refusal]);
        (3..400).for_each(|id| hub.submit(&room, "one", command(id, r#"{"do":"jump","to":0}"#)));
        hub.submit(&room, "one", command(2, r#"{"do":"jump","to":7}"#));
        hub.serve(&room);
        let forgotten = answers(2);
        assert!(matches!(&forgotten[..], [Some(reason)] if reason.contains("not kept")), "{forgotten:?}");
    }

    #[test]
    fn a_session_that_is_served_holds_one_thread_and_forgets_no_command() {
        let hub = hub(Limits::default());
        let room = hub.open().unwrap();
        let (begun, end) = (std::sync::mpsc::channel(), std::sync::mpsc::channel::<()>());
        std::thread::scope(|scope| {
            let question = move |_: &mut Desk| {
                begun.0.send(()).unwrap();
                end.1.recv().unwrap_err();
            };
            hub.post(&room, Letter::Question(Box::new(question)));
            scope.spawn(|| hub.serve(&room));
            begun.1.recv().unwrap();
            hub.submit(&room, "one", command(1, r#"{"do":"seats","seats":[null,null]}"#));
            hub.submit(&room, "one", command(2, r#"{"do":"play","move":"E5"}"#));
            let others: Vec<_> = (0..2).map(|_| scope.spawn(|| hub.serve(&room))).collect();
            let start = Instant::now();
            while !others.iter().all(std::thread::ScopedJoinHandle::is_finished) && start.elapsed() < Duration::from_secs(5)
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            let free = others.iter().filter(|other| other.is_finished()).count();
            drop(end.0);
            assert_eq!(free, 2, "they are free for other sessions");
        });
        assert!(events(&room).contains(r#""moves":["E5"]"#), "the commands are obeyed");
    }

    #[test]
    fn a_window_that_speaks_is_not_forgotten_for_others() {
        let hub = hub(Limits::default());
        let room = hub.open().unwrap();
        for number in 1..100 {
            assert!(room.take("one", number));
            assert!(room.take(&format!("other {number}"), 1));
        }
        assert!(!room.take("one", 99));
        assert_eq!(lock(&room.done).len(), CLIENTS);
    }

    #[test]
    fn the_end_of_a_session_ends_its_slice() {
        let hub = hub(Limits { slice: Duration::from_secs(600), ..Limits::default() });
        let room = hub.open().unwrap();
        hub.submit(&room, "one", command(1, r#"{"do":"analyse","players":["uct"]}"#));
        hub.serve(&room);
        let start = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| hub.serve(&room));
            while room.waiting_for_slice.load(Relaxed) {
                std::thread::yield_now();
            }
            hub.end(&room);
        });
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
        assert!(room.has_ended() && hub.find(&room.id).is_none());
    }

    #[test]
    fn sessions_are_bounded_have_names_of_their_own_and_end_when_abandoned() {
        let hub = hub(Limits { sessions: 2, abandoned: Duration::ZERO, ..Limits::default() });
        let (one, two) = (hub.open().unwrap(), hub.open().unwrap());
        assert_ne!(one.id, two.id);
        assert_eq!(one.id.len(), 32);
        assert!(hub.open().err().is_some_and(|reason| reason.contains("2 sessions")));
        let presence = two.enter();
        hub.tidy();
        assert!(hub.find(&one.id).is_none() && hub.find(&two.id).is_some());
        drop(presence);
        hub.tidy();
        assert!(hub.find(&two.id).is_none());
    }

    #[test]
    fn who_does_not_search_makes_room_for_who_does() {
        let hub = hub(Limits { memory_mib: 2, search_mib: 1, ..Limits::default() });
        let rooms: Vec<_> = (0..4).map(|_| hub.open().unwrap()).collect();
        for room in &rooms {
            hub.submit(room, "one", command(1, r#"{"do":"seats","seats":[null,null]}"#));
            hub.submit(room, "one", command(2, r#"{"do":"analyse","players":["uct"],"simulations":20000}"#));
            while lock(&room.desk).wants_slice() || !lock(&room.inbox).is_empty() {
                hub.serve(room);
            }
            assert!(!events(room).contains("memory of this server"), "the search is done to its end");
        }
        let bytes: Vec<u64> = rooms.iter().map(|room| room.bytes.load(Relaxed)).collect();
        assert!(bytes[0] == 0 && bytes[3] > 0, "the first was the first to forget: {bytes:?}");
        hub.submit(&rooms[0], "one", command(3, r#"{"do":"analyse","players":["uct"],"simulations":20000}"#));
        hub.serve(&rooms[0]);
        hub.serve(&rooms[0]);
        assert!(rooms[0].bytes.load(Relaxed) > 0, "and starts anew when it is asked again");
    }

    #[test]
    fn a_server_without_memory_stops_searching_and_says_so() {
        let hub = hub(Limits { memory_mib: 0, ..Limits::default() });
        let room = hub.open().unwrap();
        room.bytes.store(1, Relaxed);
        hub.submit(&room, "one", command(1, r#"{"do":"analyse","players":["uct"]}"#));
        for _ in 0..3 {
            hub.serve(&room);
        }
        assert!(events(&room).contains("the memory of this server is used up"));
    }
}
