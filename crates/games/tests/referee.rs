//! An outside referee: random games are played beside OpenSpiel, which must see the same legal moves, the same end and the
//! same result.
//!
//! The environment variable `KATSURA_PYTHON` names a Python interpreter with the package `open_spiel`; without it the test
//! says so and checks nothing. The other half is `referee.py`, which replays one game per line.
//!
//! Known differences, each allowed only for the games whose line in [`SHARED`] names it:
//! - `superko is a draw`: in Go OpenSpiel lets a player repeat a position and then calls the game a draw; here the move is
//!   illegal.
//! - `games have a limit`: in Go OpenSpiel stops the game after twice as many moves as there are points.
//!
//! Known differences that keep a game off the list: OpenSpiel's Breakthrough starts with one row of pieces on boards of fewer
//! than six rows, its Othello has one size only, and the swap rule of Hex and Havannah has moves of its own there.

use katsura_game::{Rng, Turn};
use katsura_games::GameSpec;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const GAMES: u64 = 500;

/// A game that both sides know.
struct Shared {
    /// Our game, as in a configuration file.
    ours: &'static str,
    /// OpenSpiel's name of the same game.
    theirs: &'static str,
    /// OpenSpiel's name of a move.
    action: fn(&Move<'_>) -> String,
    /// The known differences.
    differences: &'static [&'static str],
}

/// A move in our notation, and who makes it.
struct Move<'a> {
    text: &'a str,
    player: usize,
    size: usize,
}

impl Move<'_> {
    /// The number of the column and of the row in `c4`, both from 1.
    fn cell(&self) -> (usize, usize) {
        cell(self.text)
    }
}

fn cell(text: &str) -> (usize, usize) {
    let (letter, number) = text.split_at(1);
    (usize::from(letter.as_bytes()[0] - b'a') + 1, number.parse().expect("a number after the letter"))
}

const SHARED: &[Shared] = &[
    shared(r#"{"name": "tic-tac-toe"}"#, "tic_tac_toe", tic_tac_toe),
    shared(r#"{"name": "connect-four"}"#, "connect_four", connect_four),
    shared(r#"{"name": "connect-four", "width": 4, "height": 5}"#, "connect_four(columns=4,rows=5)", connect_four),
    shared(r#"{"name": "connect-four", "width": 9, "height": 7}"#, "connect_four(columns=9,rows=7)", connect_four),
    shared(r#"{"name": "nim"}"#, "nim(pile_sizes=3;4;5,is_misere=false)", nim),
    shared(r#"{"name": "nim", "heaps": [1, 3, 5, 7], "misere": true}"#, "nim(pile_sizes=1;3;5;7,is_misere=true)", nim),
    shared(r#"{"name": "reversi"}"#, "othello", same),
    shared(r#"{"name": "gomoku", "size": 9}"#, "gomoku(size=9)", gomoku),
    shared(r#"{"name": "breakthrough", "size": 6}"#, "breakthrough(rows=6,columns=6)", breakthrough),
    shared(r#"{"name": "breakthrough", "size": 7}"#, "breakthrough(rows=7,columns=7)", breakthrough),
    shared(r#"{"name": "breakthrough", "size": 8}"#, "breakthrough", breakthrough),
    shared(r#"{"name": "hex", "size": 7}"#, "hex(board_size=7)", same),
    shared(r#"{"name": "havannah", "size": 4}"#, "havannah(board_size=4)", same),
    shared(r#"{"name": "havannah", "size": 5}"#, "havannah(board_size=5)", same),
    Shared {
        ours: r#"{"name": "go", "size": 5, "komi": 0.5}"#,
        theirs: "go(board_size=5,komi=0.5)",
        action: go,
        differences: &["superko is a draw", "games have a limit"],
    },
    Shared {
        ours: r#"{"name": "go", "size": 9, "komi": 7.5}"#,
        theirs: "go(board_size=9,komi=7.5)",
        action: go,
        differences: &["superko is a draw", "games have a limit"],
    },
];

const fn shared(ours: &'static str, theirs: &'static str, action: fn(&Move<'_>) -> String) -> Shared {
    Shared { ours, theirs, action, differences: &[] }
}

/// Both sides write the move alike.
fn same(mv: &Move<'_>) -> String {
    mv.text.to_string()
}

/// `x(2,0)`: the mark, the row from the top, the column.
fn tic_tac_toe(mv: &Move<'_>) -> String {
    let (column, row) = mv.cell();
    format!("{}({},{})", ["x", "o"][mv.player], 3 - row, column - 1)
}

/// `x3`: the mark and the column.
fn connect_four(mv: &Move<'_>) -> String {
    format!("{}{}", ["x", "o"][mv.player], mv.text.as_bytes()[0] - b'a')
}

/// `pile:1, take:2;`.
fn nim(mv: &Move<'_>) -> String {
    let (pile, take) = mv.cell();
    format!("pile:{pile}, take:{take};")
}

/// `2,0`: two coordinates from 0.
fn gomoku(mv: &Move<'_>) -> String {
    let (column, row) = mv.cell();
    format!("{},{}", row - 1, column - 1)
}

/// The first player moves down there and up here, so the rows are counted from the other end.
fn breakthrough(mv: &Move<'_>) -> String {
    let (from, to) = mv.text.split_at(2);
    let turned = [from, to].map(|text| format!("{}{}", &text[..1], mv.size + 1 - cell(text).1));
    turned.concat()
}

/// `B c4` or `W PASS`.
fn go(mv: &Move<'_>) -> String {
    let text = if mv.text == "pass" { "PASS".to_string() } else { mv.text.to_lowercase() };
    format!("{} {text}", ["B", "W"][mv.player])
}

/// The running script.
struct Referee {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Referee {
    fn start(python: &str) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/referee.py");
        let mut process = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("KATSURA_PYTHON={python} does not start: {error}"));
        let (requests, answers) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        Referee { process, requests, answers: BufReader::new(answers) }
    }

    fn ask(&mut self, request: &Value) -> Value {
        let mut line = String::new();
        let sent = writeln!(self.requests, "{request}").and_then(|()| self.answers.read_line(&mut line));
        assert!(sent.is_ok_and(|bytes| bytes > 0), "the referee stopped; does its interpreter have the package open_spiel?");
        serde_json::from_str(&line).expect("an answer in JSON")
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        // The script ends by itself at the end of its input; after a failed assertion it may be waiting.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One random game, with all its legal moves, in the words of OpenSpiel.
fn random_game(shared: &Shared, spec: &GameSpec, number: u64) -> Value {
    let size = serde_json::to_value(spec).ok().and_then(|spec| spec["size"].as_u64()).unwrap_or(0) as usize;
    let mut rng = Rng::stream(&[17, number]);
    let mut position = spec.start();
    let mut plies = Vec::new();
    while let Turn::Player(player) = position.turn() {
        let action = |text: &String| (shared.action)(&Move { text, player: player.index(), size });
        let moves = position.legal_moves();
        // Uniform games of Go hardly ever end by two passes.
        let passes = moves.iter().any(|mv| mv == "pass") && rng.chance(0.1);
        let mv = if passes { "pass".to_string() } else { position.random_move(&mut rng) };
        let legal: Vec<_> = moves.iter().map(action).collect();
        plies.push(json!({ "player": player.index(), "legal": legal, "move": action(&mv) }));
        position.play(&mv).expect("a legal move");
    }
    let returns: Vec<f32> = position.rewards().as_slice()[..2].iter().map(|reward| 2.0 * reward - 1.0).collect();
    json!({ "game": shared.theirs, "differences": shared.differences, "plies": plies, "returns": returns })
}

/// Plays all games of one line; returns the first disagreement.
fn check(referee: &mut Referee, shared: &Shared, spec: &GameSpec) -> Option<String> {
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    for number in 0..GAMES {
        let answer = referee.ask(&random_game(shared, spec, number));
        if let Some(error) = answer["error"].as_str() {
            return Some(format!("game {number} of {}: {error}", shared.ours));
        }
        for difference in answer["seen"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            *seen.entry(difference.to_string()).or_default() += 1;
        }
    }
    println!("{}: {GAMES} games agree, known differences met {seen:?}", shared.theirs);
    None
}

#[test]
fn openspiel_sees_the_same_moves_ends_and_results() {
    let Ok(python) = std::env::var("KATSURA_PYTHON") else {
        println!("skipped: KATSURA_PYTHON does not name a Python interpreter with the package open_spiel");
        return;
    };
    let mut referee = Referee::start(&python);
    let mut disagreements = Vec::new();
    for shared in SHARED {
        let name = serde_json::from_str::<Value>(shared.ours).expect("JSON")["name"].as_str().unwrap_or("").to_string();
        if GameSpec::named(&name).is_err() {
            println!("skipped: there is no game {name} here");
            continue;
        }
        let spec = serde_json::from_str(shared.ours).expect("a game of the list");
        disagreements.extend(check(&mut referee, shared, &spec));
    }
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n\n"));
}
