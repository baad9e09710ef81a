//! A server on loopback, and windows that talk to it.

use katsura_mcts::Control;
use katsura_web::{Limits, Options, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How long anything may take, on a machine that does other things too.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct House {
    pub address: SocketAddr,
    pub journal: Arc<Mutex<Vec<String>>>,
    control: Control,
    thread: Option<std::thread::JoinHandle<std::io::Result<()>>>,
}

impl House {
    pub fn new(limits: Limits, token: Option<&str>) -> Self {
        House::with_results(limits, token, &std::env::temp_dir().join("katsura-no-results"))
    }

    pub fn with_results(limits: Limits, token: Option<&str>, results: &Path) -> Self {
        let journal = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&journal);
        let server = Server::bind(Options {
            host: [127, 0, 0, 1].into(),
            port: 0,
            token: token.map(str::to_string),
            results: results.to_path_buf(),
            limits,
            journal: Arc::new(move |line| lines.lock().unwrap().push(line.to_string())),
        })
        .unwrap();
        let address = server.address().unwrap();
        let control = Control::new();
        let until = control.clone();
        let thread = std::thread::spawn(move || server.run(&until));
        House { address, journal, control, thread: Some(thread) }
    }

    /// The answer to a request, as the bytes come.
    pub fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn get(&self, path: &str) -> String {
        let host = self.address;
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    }

    pub fn window(&self, query: &str) -> Result<Window, String> {
        let stream = TcpStream::connect(self.address).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let address = format!("ws://{}/api/ws?{query}", self.address);
        let (socket, _) = tungstenite::client(address, stream).map_err(|error| error.to_string())?;
        Ok(Window { socket, next: 1, seen: 0 })
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.control.stop();
        let ended = self.thread.take().map(std::thread::JoinHandle::join);
        assert!(ended.is_some_and(|ended| ended.is_ok_and(|served| served.is_ok())), "the server ends well");
    }
}

pub struct Window {
    pub socket: WebSocket<TcpStream>,
    next: u64,
    /// The number of the last event.
    pub seen: u64,
}

impl Window {
    pub fn event(&mut self) -> Value {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "no event");
            if let Message::Text(text) = self.socket.read().expect("an event") {
                let event: Value = serde_json::from_str(&text).unwrap();
                if let Some(number) = event["seq"].as_u64() {
                    assert!(number > self.seen, "events come in order");
                    self.seen = number;
                }
                return event;
            }
        }
    }

    /// The next event of a kind.
    pub fn wait(&mut self, kind: &str) -> Value {
        let start = Instant::now();
        loop {
            let event = self.event();
            if event["kind"] == kind {
                return event["data"].clone();
            }
            assert!(start.elapsed() < PATIENCE, "no {kind}");
        }
    }

    pub fn send(&mut self, mut command: Value) -> u64 {
        command["id"] = json!(self.next);
        self.next += 1;
        self.socket.send(Message::text(command.to_string())).unwrap();
        self.next - 1
    }

    /// Gives a command and waits for its answer.
    pub fn ask(&mut self, command: Value) -> Option<String> {
        let id = self.send(command);
        loop {
            let answer = self.wait("answer");
            if answer["id"] == id {
                return answer["error"].as_str().map(str::to_string);
            }
        }
    }
}
