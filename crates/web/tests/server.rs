//! The server against windows that behave and others that do not.

mod common;

use common::{House, PATIENCE};
use katsura_web::Limits;
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::Message;

#[test]
fn the_page_and_its_parts_are_served_and_nothing_else() {
    let house = House::new(Limits::default(), None);
    let page = house.get("/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Katsura</title>"), "{page}");
    assert!(page.to_lowercase().contains("content-security-policy: default-src 'self'"));
    assert!(house.get("/main.js").contains("text/javascript"));
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/../../src/lib.rs",
        "/api/report?name=../../../etc/passwd",
        "/api/report?name=%2fetc%2fpasswd",
        "/api/game.sgf?session=../../etc/passwd",
        "/api/tree.json",
        "/api/nothing",
    ] {
        let answer = house.get(path);
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        assert!(!answer.contains("root:") && !answer.contains("[package]"), "{path}");
    }
    let about = house.get("/api/about");
    assert!(about.contains("\"search_schema\"") && about.contains("\"connect-four\""));
}

#[test]
fn requests_that_are_none_end_their_connection_only() {
    let house = House::new(Limits { request: Duration::from_millis(300), ..Limits::default() }, None);
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(100_000));
    for request in [
        &b"nonsense\r\n\r\n"[..],
        b"\x16\x03\x01\x02\x00\x01\x00\x01",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
        long.as_bytes(),
    ] {
        let answer = house.raw(request);
        assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    // Half-open: says nothing, or half a request, and stays.
    let quiet: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(house.address).unwrap()).collect();
    let mut half = TcpStream::connect(house.address).unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    half.set_read_timeout(Some(PATIENCE)).unwrap();
    let start = Instant::now();
    let _ = half.read_to_end(&mut Vec::new());
    assert!(start.elapsed() < PATIENCE, "a half request is given up");
    assert!(house.get("/").starts_with("HTTP/1.1 200"));
    drop(quiet);
}

#[test]
fn a_token_is_asked_for_where_there_is_one() {
    let house = House::new(Limits::default(), Some("secret"));
    assert!(house.get("/").starts_with("HTTP/1.1 200"), "the page itself is no secret");
    assert!(house.get("/api/about").starts_with("HTTP/1.1 401"));
    assert!(house.get("/api/about?token=wrong").starts_with("HTTP/1.1 401"));
    assert!(house.get("/api/about?token=secret").starts_with("HTTP/1.1 200"));
    assert!(house.window("client=a").err().is_some_and(|error| error.contains("401")));
    assert!(house.window("client=a&token=nearly").is_err());
    assert!(house.window("client=a&token=secret").is_ok());
    assert!(house.journal.lock().unwrap().iter().any(|line| line.contains("a valid token is needed")));
}

#[test]
fn foreign_pages_and_names_are_refused() {
    let house = House::new(Limits { request: Duration::from_millis(300), ..Limits::default() }, None);
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    let from = |host: &str, origin: &str| {
        house.raw(format!("GET /api/ws HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n{upgrade}").as_bytes())
    };
    let own = house.address.to_string();
    assert!(from(&own, "http://evil.example").starts_with("HTTP/1.1 403"));
    assert!(from("evil.example", "http://evil.example").starts_with("HTTP/1.1 403"));
}

/// A browser says where a request comes from, also of those that bring no origin: pictures, frames and links of foreign pages.
#[test]
fn what_a_foreign_page_asks_for_is_not_made() {
    let house = House::new(Limits::default(), None);
    let from = |path: &str, site: &str| {
        let host = house.address;
        house.raw(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: {site}\r\nConnection: close\r\n\r\n").as_bytes(),
        )
    };
    for path in ["/api/report?name=uct-vs-random", "/api/experiments", "/api/about", "/api/tree.json?session=x"] {
        for site in ["cross-site", "same-site"] {
            assert!(from(path, site).starts_with("HTTP/1.1 403"), "{path} from {site}");
        }
        for site in ["same-origin", "none"] {
            assert!(!from(path, site).starts_with("HTTP/1.1 403"), "{path} from {site}");
        }
    }
    assert!(from("/", "cross-site").starts_with("HTTP/1.1 200"), "a link to the page may be anywhere");
}

#[test]
fn an_answer_that_nobody_reads_ends_its_connection() {
    let house = House::new(Limits { answer: Duration::from_millis(300), ..Limits::default() }, None);
    let mut deaf = TcpStream::connect(house.address).unwrap();
    deaf.set_write_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!("GET /main.js HTTP/1.1\r\nHost: {}\r\n\r\n", house.address);
    let error = std::iter::repeat_with(|| deaf.write_all(request.as_bytes())).find_map(Result::err).unwrap();
    assert!(matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset), "still open: {error}");
    assert!(house.get("/").starts_with("HTTP/1.1 200"));
}

#[test]
fn one_address_does_not_take_all_connections() {
    let house = House::new(Limits { connections: 8, ..Limits::default() }, None);
    let all: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(house.address).unwrap()).collect();
    let start = Instant::now();
    while house.journal.lock().unwrap().iter().filter(|line| line.contains("4 connections from 127.0.0.1")).count() < 4 {
        assert!(start.elapsed() < PATIENCE, "{:?}", house.journal.lock().unwrap());
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(all);
}

#[test]
fn the_journal_does_not_grow_with_every_request() {
    let house = House::new(Limits::default(), Some("secret"));
    let requests = 300;
    (0..requests).for_each(|_| assert!(house.get("/api/about").starts_with("HTTP/1.1 401")));
    let lines = house.journal.lock().unwrap().len();
    assert!((5..requests / 2).contains(&lines), "{lines} lines");
}

/// The end of the server is that of its experiment: what was played is recorded with the time it took.
#[test]
fn an_experiment_is_over_when_the_server_is() {
    let results = std::env::temp_dir().join(format!("katsura-served-lab-{}", std::process::id()));
    let house = House::with_results(Limits::default(), None, &results);
    let mut window = house.window("client=a").unwrap();
    assert_eq!(window.ask(json!({"do": "lab_start", "name": "uct-vs-random", "quick": true})), None);
    let row = loop {
        let run = window.wait("lab")["running"].clone();
        if run["done"].as_u64() > Some(0) {
            break results.join("quick/uct-vs-random").join(run["row"].as_str().unwrap());
        }
    };
    drop(house);
    assert!(row.join("timing.jsonl").exists(), "the run has ended, too: {}", row.display());
    std::fs::remove_dir_all(results).unwrap();
}

#[test]
fn nonsense_in_messages_is_refused_and_the_session_goes_on() {
    let house = House::new(Limits { message_bytes: 10_000, ..Limits::default() }, None);
    let mut window = house.window("client=a").unwrap();
    window.wait("state");
    for text in
        ["", "{", "null", "[1,2]", "{\"id\":1}", "{\"id\":1,\"do\":\"fly\"}", "{\"id\":\"x\",\"do\":\"go\"}", "\u{0}"]
    {
        window.socket.send(Message::text(text)).unwrap();
        assert!(window.wait("answer")["error"].as_str().is_some_and(|error| error.contains("no command")), "{text}");
    }
    assert_eq!(window.ask(json!({"do": "play", "move": "E5"})), None);
    window.socket.send(Message::text("x".repeat(20_000))).unwrap();
    let closed = std::iter::repeat_with(|| window.socket.read()).take(1000).any(|message| message.is_err());
    assert!(closed, "a message that is too long ends the connection");
    let mut other = house.window("client=b").unwrap();
    assert_eq!(other.ask(json!({"do": "play", "move": "E5"})), None);
    assert!(house.journal.lock().unwrap().iter().any(|line| line.contains("too long")));
}

#[test]
fn who_asks_too_often_is_refused_and_then_sent_away() {
    let house = House::new(Limits { burst: 10.0, commands_per_second: 1.0, ..Limits::default() }, None);
    let mut window = house.window("client=a").unwrap();
    for id in 1..=60 {
        let command = json!({"id": id, "do": "jump", "to": 0});
        let _ = window.socket.send(Message::text(command.to_string()));
    }
    let mut refused = 0;
    while let Ok(message) = window.socket.read() {
        let text = message.to_text().unwrap_or_default();
        refused += usize::from(text.contains("too many commands"));
        assert!(
            !text.contains("too many commands") || !text.contains(r#""id":null"#),
            "a refusal names its command: {text}"
        );
    }
    assert!(refused > 5, "{refused}");
}

#[test]
fn a_window_that_comes_back_has_lost_nothing() {
    let house = House::new(Limits::default(), None);
    let mut window = house.window("client=a").unwrap();
    let session = window.wait("hello")["session"].as_str().unwrap().to_string();
    assert_eq!(window.ask(json!({"do": "new", "game": {"name": "hex", "size": 5}, "seats": [null, null]})), None);
    assert_eq!(window.ask(json!({"do": "play", "move": "a1"})), None);
    let seen = window.seen;
    window.send(json!({"do": "play", "move": "b2"}));
    drop(window);
    let mut watcher = house.window(&format!("client=w&session={session}")).unwrap();
    while watcher.wait("state")["moves"] != json!(["a1", "b2"]) {}
    let mut back = house.window(&format!("client=a&session={session}&after={seen}")).unwrap();
    let hello = back.wait("hello");
    assert_eq!(hello["session"].as_str(), Some(session.as_str()));
    assert_eq!(back.wait("state")["moves"], json!(["a1", "b2"]));
    assert_eq!(back.wait("answer")["id"], 3);
    // The same command again, as a window sends it that has not seen the answer.
    back.socket.send(Message::text(json!({"id": 3, "do": "play", "move": "b2"}).to_string())).unwrap();
    let again = back.wait("answer");
    assert_eq!((&again["id"], &again["error"]), (&json!(3), &Value::Null));
    back.socket.send(Message::text(json!({"id": 4, "do": "play", "move": "c3"}).to_string())).unwrap();
    while back.wait("answer")["id"] != 4 {}
    let mut third = house.window(&format!("client=c&session={session}")).unwrap();
    assert_eq!(third.wait("state")["moves"], json!(["a1", "b2", "c3"]));
}

#[test]
fn sessions_are_bounded_and_abandoned_ones_end() {
    let house = House::new(Limits { sessions: 3, abandoned: Duration::from_millis(100), ..Limits::default() }, None);
    let windows: Vec<_> = (0..3).map(|n| house.window(&format!("client={n}")).unwrap()).collect();
    assert!(house.window("client=x").err().is_some_and(|error| error.contains("503")));
    drop(windows);
    let start = Instant::now();
    while house.window("client=y").is_err() {
        assert!(start.elapsed() < PATIENCE, "abandoned sessions end");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Slices that would last ten minutes: what ends them is the command, and then the end of the server.
#[test]
fn stop_and_the_end_of_the_server_act_at_once() {
    const SOON: Duration = Duration::from_secs(10);
    let house = House::new(Limits { slice: Duration::from_secs(600), threads: 1, ..Limits::default() }, None);
    let mut window = house.window("client=a").unwrap();
    assert_eq!(window.ask(json!({"do": "new", "game": {"name": "go", "size": 9}, "seats": [null, null]})), None);
    assert_eq!(window.ask(json!({"do": "analyse", "players": ["uct"]})), None);
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    assert_eq!(window.ask(json!({"do": "stop"})), None);
    let stopped = start.elapsed();
    window.send(json!({"do": "tree", "nodes": 10, "open": []}));
    let numbers = window.wait("numbers");
    assert!(numbers["searches"][0]["simulations"].as_u64() > Some(0), "{numbers}");
    assert_eq!(window.ask(json!({"do": "analyse", "players": ["uct"]})), None);
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    drop(house);
    println!("stop after {stopped:?}, the end of the server after {:?}", start.elapsed());
    assert!(stopped < SOON && start.elapsed() < SOON);
}

/// Many windows at once: each analyses and jumps about; every one is answered and sees its numbers grow.
fn crowd(windows: usize, time: Duration) {
    let limits = Limits { search_mib: 16, memory_mib: 1024, ..Limits::default() };
    let house = House::new(limits, None);
    let before = resident_mib();
    let end = Instant::now() + time;
    let slowest: Vec<Duration> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..windows)
            .map(|number| {
                scope.spawn({
                    let house = &house;
                    move || visit(house, number, end)
                })
            })
            .collect();
        all.into_iter().map(|visitor| visitor.join().expect("a window without an error")).collect()
    });
    let mut slowest = slowest;
    slowest.sort_unstable();
    let (median, worst) = (slowest[windows / 2], slowest[windows - 1]);
    println!(
        "{windows} windows for {time:?}: slowest answer of a window {median:?} (median), {worst:?} (worst); memory {before} to {} MiB",
        resident_mib()
    );
    assert_eq!(*house.journal.lock().unwrap(), Vec::<String>::new());
    assert!(house.get("/").starts_with("HTTP/1.1 200"), "the board still answers");
    assert!(resident_mib() < before + 1280, "memory is bounded");
}

/// One window until its time is over; the longest it had to wait for an answer.
fn visit(house: &House, number: usize, end: Instant) -> Duration {
    let mut window = house.window(&format!("client={number}")).unwrap();
    let game = [json!({"name": "go", "size": 9}), json!({"name": "havannah", "size": 5}), json!({"name": "connect-four"})];
    let mut slowest = Duration::ZERO;
    let mut ask = |window: &mut common::Window, command: Value| {
        let start = Instant::now();
        assert_eq!(window.ask(command), None);
        slowest = slowest.max(start.elapsed());
    };
    ask(&mut window, json!({"do": "new", "game": game[number % 3], "seats": [null, null]}));
    while Instant::now() < end {
        ask(&mut window, json!({"do": "analyse", "players": ["rave"]}));
        let numbers = window.wait("numbers");
        assert_eq!(numbers["searches"].as_array().map(Vec::len), Some(1));
        ask(&mut window, json!({"do": "tree", "nodes": 100, "open": []}));
        ask(&mut window, json!({"do": "step"}));
        std::thread::sleep(Duration::from_millis(200));
    }
    slowest
}

fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0) / 1024
}

#[test]
fn twenty_windows_at_once_are_answered() {
    crowd(20, Duration::from_secs(2));
}

#[test]
#[ignore = "takes a minute: cargo xtask oracles"]
fn two_hundred_windows_at_once_are_answered_for_a_minute() {
    crowd(200, Duration::from_secs(60));
}
