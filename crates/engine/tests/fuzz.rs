//! Nonsense from outside: whatever is sent, every command gets one answer, nothing panics, and the session goes on.

use katsura_engine::analysis::{Options, serve as serve_queries};
use katsura_engine::gtp::{Engine, EngineOptions, Request, serve};
use katsura_engine::sgf::{GameRecord, read, write};
use katsura_engine::{PlayerSpec, setup};
use katsura_game::Rng;
use std::io::Cursor;

const GAMES: [&str; 9] =
    ["go", "hex", "havannah", "reversi", "connect-four", "gomoku", "breakthrough", "tic-tac-toe", "nim"];

/// Words that commands like, and some that they do not.
const WORDS: [&str; 48] = [
    "b",
    "w",
    "black",
    "WHITE",
    "red",
    "A1",
    "a1",
    "E5",
    "c3",
    "d",
    "T19",
    "I9",
    "Z99",
    "pass",
    "resign",
    "swap-pieces",
    "e2e3",
    "a1b2",
    "0",
    "1",
    "2",
    "5",
    "9",
    "13",
    "25",
    "26",
    "-1",
    "7.5",
    "0.5",
    "1e3",
    "NaN",
    "inf",
    "2147483648",
    "true",
    "false",
    "alive",
    "dead",
    "seki",
    "interval",
    "minmoves",
    "maxmoves",
    "avoid",
    "allow",
    "ownership",
    "select.explore.c",
    "nothing.sgf",
    "#",
    "é…",
];

/// Times are short, so that the test is.
const TIMES: [&str; 7] = ["0", "0.001", "0.01", "1", "-1", "x", "0.02"];

/// Commands that write files or end the session are left out.
const LEFT_OUT: [&str; 2] = ["printsgf", "quit"];

fn pick<'a>(words: &[&'a str], rng: &mut Rng) -> &'a str {
    words[rng.index(words.len())]
}

fn engine(rng: &mut Rng) -> Engine {
    let name = pick(&GAMES, rng);
    let size = match name {
        "go" => Some(2 + rng.index(6)),
        "hex" => Some(3 + rng.index(3)),
        "havannah" => Some(3),
        "gomoku" => Some(7),
        _ => None,
    };
    let size: Vec<(String, String)> = size.map(|size| ("size".to_string(), size.to_string())).into_iter().collect();
    let player = PlayerSpec::parse(pick(&["uct", "rave", "random", "flat-mc"], rng)).unwrap();
    let mut player = player;
    player.config.budget = katsura_mcts::Budget::simulations(2);
    player.config.memory_mib = 1;
    let options = EngineOptions { playouts: 2, lag: 0.0, ..EngineOptions::default() };
    let game = setup::game_with(name, &size).or_else(|_| setup::game_with(name, &[])).unwrap();
    Engine::new(game, player, options).unwrap()
}

fn line(names: &[String], rng: &mut Rng) -> Vec<u8> {
    let name = names[rng.index(names.len())].as_str();
    // Players with budgets of their own would take their time.
    let (words, most): (&[&str], usize) = match name {
        name if name.contains("time") => (&TIMES, 4),
        "katsura-player" => (&["", "utc", "c=1"], 2),
        "boardsize" => (&["2", "3", "5", "7", "26", "x", "-1"], 2),
        _ => (&WORDS, 5),
    };
    let mut text = if rng.chance(0.3) { format!("{} {name}", rng.index(100)) } else { name.to_string() };
    for _ in 0..rng.index(most) {
        text.push_str(if rng.chance(0.1) { "\t " } else { " " });
        text.push_str(pick(words, rng));
    }
    let mut bytes = text.into_bytes();
    if rng.chance(0.2) && !name.contains("time") {
        for _ in 0..=rng.index(3) {
            let place = rng.index(bytes.len());
            bytes[place] = rng.index(256) as u8;
        }
        bytes.retain(|&byte| byte != b'\n');
    }
    bytes
}

fn talk(lines: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut engine = engine(&mut rng);
    let commands = engine.commands();
    let names: Vec<String> =
        commands.names().into_iter().filter(|name| !LEFT_OUT.contains(name)).map(str::to_string).collect();
    let mut input = Vec::new();
    let mut expected = 1;
    for _ in 0..lines {
        let line = line(&names, &mut rng);
        let request = Request::parse(&line);
        if request.as_ref().is_some_and(|request| LEFT_OUT.contains(&request.name.as_str())) {
            continue;
        }
        expected += usize::from(request.is_some());
        input.extend(line);
        input.push(b'\n');
    }
    input.extend(b"7777 name\n");
    let mut out = Vec::new();
    serve(&commands, &mut engine, Cursor::new(input), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let answers: Vec<&str> = text.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), expected, "seed {seed}");
    assert!(answers.iter().all(|answer| answer.starts_with(['=', '?'])), "seed {seed}");
    assert_eq!(answers.last(), Some(&"=7777 Katsura"), "seed {seed}");
}

#[test]
fn twenty_thousand_lines_of_nonsense_get_one_answer_each() {
    for seed in 0..100 {
        talk(200, seed);
    }
}

#[test]
#[ignore = "hours: cargo xtask oracles"]
fn ten_million_lines_of_nonsense_get_one_answer_each() {
    for seed in 0..50_000 {
        talk(200, seed);
    }
}

const PUNCTUATION: &[u8] = b" \"{}[],:xB\\";

/// Queries that are nearly right.
fn query(seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let fields = [
        r#""moves": [["B", "C3"], ["W", "B2"]]"#,
        r#""moves": ["C3", "pass"]"#,
        r#""game": {"name": "hex", "size": 5}"#,
        r#""game": "nim""#,
        r#""boardXSize": 5, "boardYSize": 5"#,
        r#""rules": {"koRule": "SIMPLE"}"#,
        r#""komi": 0.5"#,
        r#""analyzeTurns": [0, 1]"#,
        r#""initialStones": [["B", "A1"]]"#,
        r#""initialPlayer": "W""#,
        r#""player": "rave memory_mib=1""#,
        r#""overrideSettings": {"reportAnalysisWinratesAs": "BLACK"}"#,
        r#""includePolicy": true"#,
        r#""avoidMoves": [{"player": "B", "moves": ["C3"]}]"#,
    ];
    let chosen: Vec<&str> = (0..rng.index(6)).map(|_| fields[rng.index(fields.len())]).collect();
    let mut bytes = format!("{{\"id\": \"q\", \"maxVisits\": 2, {}}}", chosen.join(", ")).into_bytes();
    for _ in 0..rng.index(3) {
        let place = rng.index(bytes.len());
        // No digit becomes another, so that nothing becomes long.
        if !bytes[place].is_ascii_digit() {
            bytes[place] = PUNCTUATION[rng.index(PUNCTUATION.len())];
        }
    }
    bytes.push(b'\n');
    bytes
}

#[test]
fn five_thousand_queries_of_nonsense_are_answered_in_json() {
    let input: Vec<u8> = (0..5_000).flat_map(query).collect();
    let player = Box::new(|game: &str| PlayerSpec::parse_for("uct memory_mib=1 budget.simulations=2", game));
    let mut out = Vec::new();
    serve_queries(&Options { player, workers: 1 }, Cursor::new(input), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.lines().count() >= 5_000 && !text.contains("an error of this program"));
    for line in text.lines() {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(["error", "warning", "moveInfos"].iter().any(|field| answer.get(field).is_some()), "{line}");
    }
}

const PIECES: [&str; 40] = [
    "(",
    ")",
    ";",
    ";",
    "(;",
    "B",
    "W",
    "[]",
    "[ee]",
    "[tt]",
    "[c3]",
    "[swap-pieces]",
    "[resign]",
    "GM",
    "[1]",
    "[11]",
    "[2]",
    "[Havannah]",
    "SZ",
    "[9]",
    "[19:5]",
    "[99]",
    "AB",
    "[aa:cc]",
    "AW",
    "AE",
    "PL",
    "[W]",
    "C",
    "[\\]]",
    "KM",
    "[6.5]",
    "[375]",
    "HA",
    "[2]",
    "RE",
    "[B+R]",
    "SO[http://www.littlegolem.com]",
    "SBKV[50]",
    "\\",
];

fn record(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut text = String::from(if rng.chance(0.7) { "(;FF[4]GM[1]SZ[9]" } else { "" });
    for _ in 0..rng.index(40) {
        text.push_str(pick(&PIECES, &mut rng));
    }
    let mut bytes = text.into_bytes();
    for _ in 0..rng.index(3) {
        if !bytes.is_empty() {
            let place = rng.index(bytes.len());
            bytes[place] = rng.index(256) as u8;
        }
    }
    for tree in read(&bytes).unwrap_or_default() {
        write(std::slice::from_ref(&tree));
        if let Ok(record) = GameRecord::from_tree(&tree) {
            let _ = (record.moves_to(record.end()), record.position_at(record.end()).is_ok());
            let _ = record.to_tree().map(|tree| write(&[tree]));
        }
    }
}

#[test]
fn twenty_thousand_records_of_nonsense_are_read_or_refused() {
    (0..20_000).for_each(record);
}

#[test]
#[ignore = "minutes: cargo xtask oracles"]
fn ten_million_records_of_nonsense_are_read_or_refused() {
    (0..10_000_000).for_each(record);
}
