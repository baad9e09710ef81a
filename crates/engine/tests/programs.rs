//! The end of all outside programs, which nothing in this process starts after it.

#![cfg(target_os = "linux")]

use katsura_engine::gtp::{Client, ClientOptions, end_programs};
use std::time::{Duration, Instant};

fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|state| !state.is_empty() && !state.starts_with('Z'))
}

#[test]
fn all_programs_end_with_what_they_have_started() {
    let folder = std::env::temp_dir().join(format!("katsura-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let started = folder.join("started");
    let script = format!("sh -c 'sleep 1000 & echo $$ $! >>{}; wait'", started.display());
    // Two threads start them, and have ended before their programs are used.
    let start = || Client::start(script.parse().unwrap(), ClientOptions::default()).unwrap();
    let mut clients = [(); 2].map(|()| std::thread::scope(|scope| scope.spawn(start).join().unwrap()));
    let programs = || std::fs::read_to_string(&started).unwrap_or_default();
    let begin = Instant::now();
    while programs().lines().count() < 2 {
        assert!(begin.elapsed() < Duration::from_secs(60), "they run");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(200));
    assert!(programs().split_whitespace().all(runs), "they do not end with the threads");
    end_programs();
    while programs().split_whitespace().any(runs) {
        assert!(begin.elapsed() < Duration::from_secs(60), "they are gone");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(clients[0].restart().is_err_and(|error| error.to_string().contains("about to end")));
    std::fs::remove_dir_all(folder).unwrap();
}
