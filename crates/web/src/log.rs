//! The events of a session.
//!
//! Every event has a number. A *picture* (the state of the game, the numbers of the search, the tree) replaces the older one of its
//! kind; an *answer* to a command stays until there are too many of them. A window that lost its connection says the last number it
//! has seen and gets everything newer: it has then missed nothing that still holds. A slow window gets fewer pictures, not older ones,
//! and a session's log has a bounded size whatever happens.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use tokio::sync::watch;

/// Answers that are kept.
const ANSWERS: usize = 256;

/// One event as it goes over the wire.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub number: u64,
    kind: &'static str,
    pub text: Utf8Bytes,
}

/// What came of a command; without an `id`, of a message that was none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Answer {
    pub client: String,
    pub id: Option<u64>,
    pub error: Option<String>,
}

/// The log of one session.
pub(crate) struct Log {
    kept: Mutex<Kept>,
    newest: watch::Sender<u64>,
}

#[derive(Default)]
struct Kept {
    number: u64,
    pictures: Vec<Event>,
    answers: VecDeque<(Answer, Event)>,
}

impl Kept {
    fn next(&mut self, kind: &'static str, data: &impl Serialize) -> Event {
        self.number += 1;
        let number = self.number;
        let data = serde_json::to_string(data).unwrap_or_else(|_| "null".to_string());
        Event { number, kind, text: format!("{{\"seq\":{number},\"kind\":\"{kind}\",\"data\":{data}}}").into() }
    }
}

impl Log {
    pub fn new() -> Self {
        Log { kept: Mutex::default(), newest: watch::Sender::new(0) }
    }

    fn change(&self, change: impl FnOnce(&mut Kept)) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut kept);
        self.newest.send_replace(kept.number);
    }

    /// A picture, in place of the older one of its kind.
    pub fn show(&self, kind: &'static str, data: &impl Serialize) {
        self.change(|kept| {
            let event = kept.next(kind, data);
            kept.pictures.retain(|old| old.kind != kind);
            kept.pictures.push(event);
        });
    }

    /// An answer to a command.
    pub fn answer(&self, answer: Answer) {
        self.change(|kept| {
            let event = kept.next("answer", &answer);
            kept.answers.push_back((answer, event));
            if kept.answers.len() > ANSWERS {
                kept.answers.pop_front();
            }
        });
    }

    /// The last answer that a command of a window has had, if it is still kept.
    pub fn answer_to(&self, client: &str, id: u64) -> Option<Answer> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut answers = kept.answers.iter().rev().map(|(answer, _)| answer);
        answers.find(|answer| answer.client == client && answer.id == Some(id)).cloned()
    }

    /// All events after this one, in order.
    pub fn after(&self, number: u64) -> Vec<Event> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let all = kept.pictures.iter().chain(kept.answers.iter().map(|(_, event)| event));
        let mut newer: Vec<Event> = all.filter(|event| event.number > number).cloned().collect();
        newer.sort_by_key(|event| event.number);
        newer
    }

    /// Tells when there is something newer.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: u64) -> Answer {
        Answer { client: "one".to_string(), id: Some(id), error: None }
    }

    fn texts(log: &Log, after: u64) -> Vec<String> {
        log.after(after).iter().map(|event| event.text.to_string()).collect()
    }

    #[test]
    fn a_newer_picture_replaces_the_older_one_and_answers_stay() {
        let log = Log::new();
        log.show("state", &1);
        log.answer(answer(7));
        log.show("numbers", &2);
        log.show("state", &3);
        assert_eq!(
            texts(&log, 0),
            [
                r#"{"seq":2,"kind":"answer","data":{"client":"one","id":7,"error":null}}"#,
                r#"{"seq":3,"kind":"numbers","data":2}"#,
                r#"{"seq":4,"kind":"state","data":3}"#
            ]
        );
        assert_eq!(texts(&log, 3), [r#"{"seq":4,"kind":"state","data":3}"#]);
    }

    #[test]
    fn whoever_comes_back_at_any_number_ends_with_the_newest_of_everything() {
        let log = Log::new();
        for round in 0..2000 {
            log.show("state", &round);
            log.answer(answer(round));
            log.show("numbers", &round);
        }
        assert_eq!(log.after(0).len(), ANSWERS + 2);
        for seen in [0, 1, 5000, 5997, 5998, 5999] {
            assert_eq!(log.after(seen).last().map(|event| event.number), Some(6000));
        }
        assert!(log.after(6000).is_empty());
        assert_eq!(log.answer_to("one", 1999), Some(answer(1999)));
        assert_eq!((log.answer_to("one", 0), log.answer_to("two", 1999)), (None, None));
    }
}
