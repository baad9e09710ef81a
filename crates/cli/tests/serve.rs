//! `katsura serve` as a command.

use assert_cmd::Command;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

#[test]
fn other_machines_need_a_token() {
    let mut command = Command::cargo_bin("katsura").unwrap();
    let refused = command.args(["serve", "--host", "0.0.0.0", "--port", "0"]).assert().code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(text.contains("add --token"), "{text}");
}

#[test]
fn the_page_is_there_once_its_address_is_printed() {
    let program = assert_cmd::cargo::cargo_bin("katsura");
    let mut child =
        std::process::Command::new(program).args(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_string();
    let mut stream = TcpStream::connect(&host).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(page.contains("<title>Katsura</title>"), "{page}");
}

/// A browser that keeps what it is started with, and what it reads there.
#[cfg(unix)]
#[test]
fn what_opens_the_page_is_not_told_the_secret() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("katsura-browser-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let browser = folder.join("xdg-open");
    let script = "#!/bin/sh\nls -ld \"${1%/*}\" >\"$0.seen\"; cat \"$1\" >>\"$0.seen\"; echo \"$@\" >\"$0.told\"\n";
    std::fs::write(&browser, script).unwrap();
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("katsura"))
        .args(["serve", "--port", "0", "--open", "--token", "a secret/&+"])
        .env("PATH", path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let start = std::time::Instant::now();
    let told = loop {
        match std::fs::read_to_string(folder.join("xdg-open.told")) {
            Ok(told) if told.ends_with('\n') => break told,
            _ => assert!(start.elapsed() < std::time::Duration::from_secs(60), "it opens the page"),
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    child.wait().unwrap();
    assert!(!told.contains("secret"), "{told}");
    assert!(!std::path::Path::new(told.trim()).exists(), "it is gone with the server");
    let seen = std::fs::read_to_string(folder.join("xdg-open.seen")).unwrap();
    assert!(seen.starts_with("drwx------") && seen.contains("#token=a%20secret%2F%26%2B\""), "{seen}");
    std::fs::remove_dir_all(folder).unwrap();
}
