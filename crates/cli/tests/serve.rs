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
