//! Conversations with the engine, as text files in `gtp/`.
//!
//! The first line of a file says `@ game [key=value …] | player`. A line `> command` is sent, and the lines after it are the answer; `…` stands for
//! anything within a line, and a line `⋮` for any number of lines. With `KATSURA_BLESS` set the files are written anew, to be read before they are committed.

use katsura_engine::gtp::{Engine, EngineOptions, page, serve};
use katsura_engine::player::split_assignment;
use katsura_engine::{PlayerSpec, setup};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp")
}

/// An engine as the first line of a transcript describes it.
fn engine(head: &str) -> Engine {
    let (game, player) = head.trim_start_matches('@').split_once('|').unwrap();
    let mut words = game.split_whitespace();
    let name = words.next().unwrap();
    let parameters: Vec<(String, String)> =
        words.map(|word| split_assignment(word).unwrap()).map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let options = EngineOptions { playouts: 200, ..EngineOptions::default() };
    Engine::new(setup::game_with(name, &parameters).unwrap(), PlayerSpec::parse(player).unwrap(), options).unwrap()
}

/// The answers to these lines, one for each.
fn answers(engine: &mut Engine, lines: &[String]) -> Vec<String> {
    let (commands, mut out) = (engine.commands(), Vec::new());
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    serve(&commands, engine, std::io::Cursor::new(input), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let all: Vec<String> = text.split_terminator("\n\n").map(str::to_string).collect();
    assert_eq!(all.len(), lines.len(), "one answer for each command: {text}");
    all
}

struct Transcript {
    file: PathBuf,
    head: String,
    comments: Vec<String>,
    talk: Vec<(String, String)>,
}

fn read(file: PathBuf) -> Transcript {
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines = text.lines();
    let head = lines.next().unwrap().to_string();
    let (mut comments, mut talk) = (Vec::new(), Vec::<(String, String)>::new());
    for line in lines {
        match (line.strip_prefix("> "), talk.last_mut()) {
            (Some(command), _) => talk.push((command.to_string(), String::new())),
            (None, None) => comments.push(line.to_string()),
            (None, Some((_, answer))) => {
                answer.push_str(line);
                answer.push('\n');
            }
        }
    }
    Transcript { file, head, comments, talk }
}

fn transcripts() -> Vec<Transcript> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|end| end == "txt")).collect();
    files.sort();
    files.into_iter().map(read).collect()
}

/// Whether a text fits a pattern in which `…` stands for anything within a line, and a line `⋮` for any number of lines.
fn fits(pattern: &str, text: &str) -> bool {
    let lines = |text: &'_ str| text.trim_end().lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
    lines_fit(&lines(pattern), &lines(text))
}

fn lines_fit(pattern: &[String], text: &[String]) -> bool {
    match (pattern, text) {
        ([], text) => text.is_empty(),
        ([first, rest @ ..], text) if first == "⋮" => (0..=text.len()).any(|many| lines_fit(rest, &text[many..])),
        ([first, rest @ ..], [line, left @ ..]) => line_fits(first, line) && lines_fit(rest, left),
        (_, []) => false,
    }
}

fn line_fits(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('…') else { return pattern == text };
    let Some(mut left) = text.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('…').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        match left.find(part) {
            Some(place) => left = &left[place + part.len()..],
            None => return false,
        }
    }
    left.ends_with(end)
}

#[test]
fn transcripts_are_answered_as_written() {
    std::env::set_current_dir(folder()).unwrap();
    for transcript in transcripts() {
        let lines: Vec<String> = transcript.talk.iter().map(|(command, _)| command.clone()).collect();
        let found = answers(&mut engine(&transcript.head), &lines);
        let mut out = format!("{}\n", transcript.head);
        transcript.comments.iter().for_each(|line| out.push_str(&format!("{line}\n")));
        for ((command, expected), answer) in transcript.talk.iter().zip(&found) {
            let kept = fits(expected, answer);
            let name = transcript.file.file_name().unwrap().to_string_lossy().into_owned();
            let bless = std::env::var_os("KATSURA_BLESS").is_some();
            assert!(kept || bless, "{name}: {command}\nexpected:\n{expected}\nfound:\n{answer}");
            out.push_str(&format!("> {command}\n{}\n", if kept { expected.trim_end() } else { answer.trim_end() }));
        }
        if std::env::var_os("KATSURA_BLESS").is_some() {
            std::fs::write(&transcript.file, out).unwrap();
        }
    }
}

/// Sends lines to an engine, some of them after a while, and returns the answers.
fn talk_slowly(head: &str, lines: &'static [(u64, &'static str)]) -> Vec<String> {
    let mut engine = engine(head);
    let (read, mut write) = std::io::pipe().unwrap();
    let sending = std::thread::spawn(move || {
        for (pause, line) in lines {
            std::thread::sleep(std::time::Duration::from_millis(*pause));
            writeln!(write, "{line}").unwrap();
        }
    });
    let (commands, mut out) = (engine.commands(), Vec::new());
    serve(&commands, &mut engine, read, &mut out).unwrap();
    sending.join().unwrap();
    String::from_utf8(out).unwrap().split_terminator("\n\n").map(str::to_string).collect()
}

const ENDLESS: &str = "@ go size=5 | uct budget.simulations=1000000000000 memory_mib=16";

#[test]
fn an_interrupt_and_a_stop_end_a_search() {
    let answers = talk_slowly(ENDLESS, &[(0, "1 genmove b"), (200, "# interrupt"), (100, "2 name")]);
    assert!(answers[0].starts_with("=1 ") && answers[0].len() < 9, "{answers:?}");
    assert_eq!(answers[1], "=2 Katsura");
    let answers = talk_slowly(ENDLESS, &[(0, "1 reg_genmove b"), (200, "2 stop"), (100, "3 move_history")]);
    assert_eq!(answers[1..], ["=2 ", "=3 "]);
    let at_once = talk_slowly(ENDLESS, &[(0, "1 genmove b\n# interrupt\n2 kata-genmove_analyze w 5\n3 stop\n4 name")]);
    assert!(at_once[1].contains("play ") && at_once[3] == "=4 Katsura", "{at_once:?}");
}

#[test]
fn an_analysis_goes_on_until_the_next_line_and_a_genmove_does_not_end_by_it() {
    let answers = talk_slowly("@ go size=5 | uct memory_mib=16", &[(0, "1 lz-analyze b 2"), (400, "2 name")]);
    assert!(answers[0].lines().count() > 3 && answers[0].starts_with("=1\ninfo move "), "{answers:?}");
    let solved =
        talk_slowly("@ tic-tac-toe | strong memory_mib=16", &[(0, "play b a1\nplay w b1\nkata-analyze b 5"), (300, "name")]);
    assert!(solved[2].contains("info move") && solved[3] == "= Katsura", "a search that ends by itself waits: {solved:?}");
    // A line every 20 ms: some 80 if it went on until the name was asked.
    let lines = &[(0, "1 lz-analyze b 2"), (100, "# interrupt"), (1500, "2 name")];
    let interrupted = talk_slowly("@ go size=5 | uct memory_mib=16", lines);
    assert!((1..40).contains(&interrupted[0].matches("\n").count()), "{interrupted:?}");
}

#[test]
fn pondering_goes_on_while_the_opponent_thinks_and_ends_with_a_line() {
    let lines = &[
        (0, "katsura-option ponder true\ngenmove b"),
        (50, "time_left w 10 0"),
        (400, "katsura-tree"),
        (0, "play w pass\nkatsura-tree"),
    ];
    let answers = talk_slowly("@ go size=5 | uct budget.simulations=50 memory_mib=64", lines);
    let nodes = |answer: &str| -> usize { answer.split("Nodes: ").nth(1).unwrap().lines().next().unwrap().parse().unwrap() };
    let quiet =
        talk_slowly("@ go size=5 | uct budget.simulations=50 memory_mib=64", &[(0, "genmove b"), (400, "katsura-tree")]);
    assert!(nodes(&answers[3]) > 2 * nodes(&quiet[1]), "{answers:?} {quiet:?}");
}

#[test]
fn every_command_has_a_transcript() {
    let mut spoken: BTreeSet<String> = BTreeSet::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for transcript in transcripts() {
        known.extend(engine(&transcript.head).commands().names().into_iter().map(str::to_string));
        let words = transcript.talk.iter().flat_map(|(command, _)| command.split_whitespace().take(2));
        spoken.extend(words.map(str::to_string));
    }
    let silent: Vec<&String> = known.difference(&spoken).collect();
    assert!(silent.is_empty(), "no transcript has {silent:?}");
}

#[test]
fn generated_page_of_commands_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/reference/gtp.md");
    if std::env::var_os("KATSURA_BLESS").is_some() {
        std::fs::write(&file, page()).unwrap();
    }
    assert!(
        std::fs::read_to_string(&file).unwrap_or_default() == page(),
        "{} is stale: run cargo xtask bless",
        file.display()
    );
}
