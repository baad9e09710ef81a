use super::*;
use proptest::prelude::*;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// A session that counts.
fn table() -> Commands<u32> {
    let mut commands = Commands::new("Counter", "0.1");
    commands.add("add", |count: &mut u32, call| {
        let number = call.arguments.int()?;
        call.arguments.end()?;
        *count = count.checked_add(number).ok_or(Failure::other("too much\nin one sum"))?;
        Ok(count.to_string())
    });
    commands.add("board", |_, _| Ok("\n. .\n\n. .\n".to_string()));
    commands.add("count-analyze", |count, call| {
        call.begin();
        while !call.signals.is_waiting() && call.line(&format!("info {count}\n\n")) {
            std::thread::sleep(Duration::from_millis(1));
        }
        call.line("last");
        Err(Failure::other("cannot be said any more"))
    });
    commands.add("patient", |_, call| {
        let before = call.signals.interrupts();
        let start = Instant::now();
        while call.signals.interrupts() == before && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok((call.signals.interrupts() - before).to_string())
    });
    commands
}

fn talk(input: &[u8]) -> String {
    let mut out = Vec::new();
    serve(&table(), &mut 0, io::Cursor::new(input.to_vec()), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_conversation_goes_by_the_protocol() {
    let input =
        b"1 protocol_version\nname\n\n# comment\n2 version # here\r\n3 add 5\n4 add\n5 add 2 x\n6 add 4294967295\n7 board\n\
                  8 nonsense\n9\n10 known_command add\n11 known_command sub\n12 known_command\nquit\n13 name\n";
    let expected = "=1 2\n\n= Counter\n\n=2 0.1\n\n=3 5\n\n?4 syntax error\n\n?5 syntax error\n\n?6 syntax error\n\n\
                    =7 \n. .\n. .\n\n?8 unknown command\n\n?9 unknown command\n\n=10 true\n\n=11 false\n\n=12 false\n\n= \n\n";
    assert_eq!(talk(input), expected);
}

#[test]
fn a_failure_is_one_line() {
    assert_eq!(talk(b"add 2147483647\nadd 2147483647\nadd 2"), "= 2147483647\n\n= 4294967294\n\n? too much in one sum\n\n");
}

#[test]
fn the_last_line_needs_no_line_feed() {
    assert_eq!(talk(b"7 name"), "=7 Counter\n\n");
}

#[test]
fn list_commands_follows_from_the_table() {
    let names = talk(b"list_commands\n");
    let names: Vec<&str> = names.trim_start_matches("= ").split_whitespace().collect();
    assert!(names.is_sorted() && names.contains(&"add") && names.contains(&"list_commands"));
    for name in names {
        assert_eq!(talk(format!("known_command {name}").as_bytes()), "= true\n\n");
    }
}

#[test]
#[should_panic(expected = "two commands quit")]
fn a_name_is_taken_once() {
    Commands::<()>::new("x", "1").add("quit", |_, _| Ok(String::new()));
}

#[test]
fn a_line_that_is_too_long_is_a_syntax_error_and_the_next_one_is_read() {
    let mut input = b"1 add ".to_vec();
    input.resize(3 * MAX_LINE, b'1');
    input.extend(b"\n2 name\n");
    assert_eq!(talk(&input), "?1 syntax error\n\n=2 Counter\n\n");
    let mut comment = vec![b'#'; 3 * MAX_LINE];
    comment.extend(b"\n2 name\n");
    assert_eq!(talk(&comment), "=2 Counter\n\n");
}

/// An input that is written while it is read.
struct Pipe(Receiver<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match (buffer.first_mut(), self.0.recv()) {
            (Some(first), Ok(byte)) => {
                *first = byte;
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}

/// An output that writes into the input once it has seen a text.
struct Controller {
    seen: Vec<u8>,
    input: Sender<u8>,
    script: Vec<(&'static str, &'static str)>,
}

impl Write for Controller {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.seen.extend(bytes);
        if let Some(&(text, answer)) = self.script.first()
            && String::from_utf8_lossy(&self.seen).contains(text)
        {
            self.script.remove(0);
            answer.bytes().for_each(|byte| self.input.send(byte).unwrap());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn converse(first: &'static str, script: Vec<(&'static str, &'static str)>) -> String {
    let (input, output) = channel();
    first.bytes().for_each(|byte| input.send(byte).unwrap());
    let mut controller = Controller { seen: Vec::new(), input, script };
    serve(&table(), &mut 3, Pipe(output), &mut controller).unwrap();
    String::from_utf8(controller.seen).unwrap()
}

#[test]
fn a_command_may_answer_line_by_line_until_the_next_line_arrives() {
    let out = converse("5 count-analyze\n", vec![("info 3\ninfo 3\n", "6 quit\n")]);
    assert!(out.starts_with("=5\ninfo 3\ninfo 3\n"), "{out}");
    assert!(out.ends_with("info 3\nlast\n\n=6 \n\n"), "{out}");
    assert_eq!(out.matches("\n\n").count(), 2);
}

#[test]
fn the_end_of_the_input_ends_such_a_command_too() {
    assert_eq!(talk(b"count-analyze\n").matches("last\n\n").count(), 1);
}

#[test]
fn an_interrupt_is_seen_by_a_command_at_work_and_is_no_command() {
    let (input, output) = channel();
    let mut controller = Controller { seen: Vec::new(), input: input.clone(), script: vec![] };
    "1 patient\n".bytes().for_each(|byte| input.send(byte).unwrap());
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        "# interrupt\n2 quit\n".bytes().for_each(|byte| input.send(byte).unwrap());
    });
    serve(&table(), &mut 0, Pipe(output), &mut controller).unwrap();
    assert_eq!(String::from_utf8(controller.seen).unwrap(), "=1 1\n\n=2 \n\n");
}

/// What a line asks for, decided letter by letter as the specification says: nothing, or an answer with this id.
fn asked(line: &[u8]) -> Option<String> {
    let mut kept = Vec::new();
    for &byte in line {
        match byte {
            b'#' => break,
            9 => kept.push(b' '),
            0..=31 | 127 => {}
            _ => kept.push(byte),
        }
    }
    let first = kept.split(|&byte| byte == b' ').find(|word| !word.is_empty())?;
    let id = String::from_utf8_lossy(first).parse::<i32>().ok().filter(|_| first.iter().all(u8::is_ascii_digit));
    Some(id.map_or(String::new(), |id| id.to_string()))
}

proptest! {
    #[test]
    fn every_command_gets_exactly_one_answer(input in prop_oneof![
        prop::collection::vec(any::<u8>(), 0..300),
        prop::collection::vec(prop::sample::select(b"19 ad#\n\n\t\rname=?\xff\x00".to_vec()), 0..300),
    ]) {
        let wanted: Vec<String> = input.split(|&byte| byte == b'\n').filter_map(asked).collect();
        let out = talk(&input);
        let answers: Vec<&str> = out.split_terminator("\n\n").collect();
        prop_assert_eq!(answers.len(), wanted.len(), "{:?}", out);
        for (answer, id) in answers.iter().zip(wanted) {
            prop_assert!(answer.starts_with(&format!("={id} ")) || answer.starts_with(&format!("?{id} ")), "{:?}", answer);
        }
    }
}
