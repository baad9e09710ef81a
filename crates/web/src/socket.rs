//! One WebSocket: commands in, events out, nothing lost.
//!
//! A window that comes back says which session is its own and the last event it has seen. It gets every newer one, and sends the
//! commands again whose answers it has not seen; those that had arrived are not done twice, but answered again. If its session
//! has ended it is told of another one: what it had asked for is then for the window to drop.

use crate::desk::Numbered;
use crate::hub::{Hub, short};
use crate::limits::Bucket;
use crate::log::Answer;
use crate::room::Room;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long a window may take to receive an event.
const SENDING: Duration = Duration::from_secs(10);
/// Refusals after which a connection is closed.
const PATIENCE: u32 = 20;

/// What a window says about itself when it comes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visit {
    client: String,
    after: u64,
}

impl Visit {
    pub fn of(parameters: &HashMap<String, String>) -> Self {
        let client = parameters.get("client").map(|client| client.chars().take(40).collect()).unwrap_or_default();
        Visit { client, after: parameters.get("after").and_then(|text| text.parse().ok()).unwrap_or(0) }
    }

    /// The same window in a new session, of which it has seen nothing.
    pub fn anew(self) -> Self {
        Visit { after: 0, ..self }
    }
}

/// Why a connection ends.
enum End {
    /// The window went away, or does not answer.
    Gone,
    /// The session is over.
    Over,
    /// It does what is not allowed.
    Refused(&'static str),
}

/// Talks with a window until one of both goes away, or the session ends.
pub(crate) async fn talk(mut socket: WebSocket, hub: &Arc<Hub>, room: &Arc<Room>, visit: &Visit) {
    let mut talk = Talk { hub, room, visit, seen: visit.after, heard: Instant::now(), refused: 0 };
    let end = tokio::select! {
        end = talk.go_on(&mut socket) => end,
        () = room.over() => End::Over,
    };
    let frame = match end {
        End::Gone => CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::from_static("") },
        End::Over => CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("the session has ended") },
        End::Refused(reason) => {
            (hub.journal)(&format!("session {}: closed a connection: {reason}", short(&room.id)));
            CloseFrame { code: close_code::POLICY, reason: Utf8Bytes::from_static(reason) }
        }
    };
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(Some(frame)))).await;
}

struct Talk<'a> {
    hub: &'a Arc<Hub>,
    room: &'a Arc<Room>,
    visit: &'a Visit,
    /// The last event that was sent.
    seen: u64,
    heard: Instant,
    refused: u32,
}

impl Talk<'_> {
    async fn go_on(&mut self, socket: &mut WebSocket) -> End {
        let hello = json!({ "kind": "hello", "data": { "session": self.room.id }});
        let limits = &self.hub.limits;
        let mut newest = self.room.log.subscribe();
        let mut bucket = Bucket::new(limits.burst, limits.commands_per_second, Instant::now());
        let mut clock = tokio::time::interval(limits.silent / 3);
        if send(socket, Message::Text(hello.to_string().into())).await.is_err() {
            return End::Gone;
        }
        loop {
            for event in self.room.log.after(self.seen) {
                if send(socket, Message::Text(event.text)).await.is_err() {
                    return End::Gone;
                }
                self.seen = event.number;
            }
            let end = tokio::select! {
                changed = newest.changed() => changed.is_err().then_some(End::Gone),
                message = socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message, &mut bucket),
                    Some(Err(error)) => Some(broken(&error.to_string())),
                    None => Some(End::Gone),
                },
                _ = clock.tick() => self.look_after(socket).await,
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    fn hear(&mut self, message: Message, bucket: &mut Bucket) -> Option<End> {
        self.heard = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Some(End::Gone),
            Message::Ping(_) | Message::Pong(_) => return None,
            Message::Binary(_) => return self.refuse(None, "a binary message"),
        };
        let Ok(numbered) = serde_json::from_str::<Numbered>(&text) else {
            return self.refuse(None, "a message that is no command");
        };
        if !bucket.take(self.heard) {
            return self.refuse(Some(numbered.id), "too many commands");
        }
        self.hub.submit(self.room, &self.visit.client, numbered);
        None
    }

    /// Counts something that is not allowed; too much of it ends the connection.
    fn refuse(&mut self, id: Option<u64>, reason: &'static str) -> Option<End> {
        self.refused += 1;
        self.room.log.answer(Answer { client: self.visit.client.clone(), id, error: Some(format!("refused: {reason}")) });
        (self.refused > PATIENCE).then_some(End::Refused(reason))
    }

    async fn look_after(&self, socket: &mut WebSocket) -> Option<End> {
        let silent = self.heard.elapsed() > self.hub.limits.silent;
        (silent || send(socket, Message::Ping(Default::default())).await.is_err()).then_some(End::Gone)
    }
}

/// A connection that ends without a word is gone; anything else is a message that is none, or is too long.
fn broken(error: &str) -> End {
    if error.contains("closing handshake") || error.contains("IO error") {
        return End::Gone;
    }
    End::Refused("a message that is none, or is too long")
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), ()> {
    timeout(SENDING, socket.send(message)).await.map_err(drop)?.map_err(drop)
}
