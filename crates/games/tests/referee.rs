//! An outside referee: random games are played beside OpenSpiel, which must see the same legal moves, the same end and the
//! same result.
//!
//! The environment variable `KATSURA_PYTHON` names a Python interpreter with the package `open_spiel`; without it the test
//! says so and checks nothing. The other half is `referee.py`, which replays one game per line.
//!
//! Where chance chooses, the outcomes must have the same odds; where something is hidden, what looks the same to a player here must look the
//! same there, and the other way round, over all games of a line.
//!
//! Known differences, each allowed only for the games whose line in [`SHARED`] names it:
//! - `superko is a draw`: in Go OpenSpiel lets a player repeat a position and then calls the game a draw; here the move is
//!   illegal.
//! - `games have a limit`: in Go OpenSpiel stops the game after twice as many moves as there are points.
//!
//! Known differences that keep a game off the list: OpenSpiel's Breakthrough starts with one row of pieces on boards of fewer
//! than six rows, its Othello has one size only, and the swap rule of Hex and Havannah has moves of its own there.

use katsura_game::{Hidden, Information, Player, Rng, State, Text};
use katsura_games::{GameSpec, Playable, with_game};
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

/// A move in our notation, its number, and who makes it; nobody where chance does.
struct Move<'a> {
    text: &'a str,
    index: usize,
    player: Option<Player>,
    size: usize,
}

impl Move<'_> {
    /// The number of the column and of the row in `c4`, both from 1.
    fn cell(&self) -> (usize, usize) {
        cell(self.text)
    }

    /// What stands at the player's place.
    fn by_player<T: Copy>(&self, of: [T; 2]) -> T {
        of[self.player.unwrap_or_default().index()]
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
    shared(r#"{"name": "kuhn"}"#, "kuhn_poker", kuhn),
    shared(r#"{"name": "kuhn", "players": 3}"#, "kuhn_poker(players=3)", kuhn),
    shared(r#"{"name": "kuhn", "players": 4}"#, "kuhn_poker(players=4)", kuhn),
    shared(r#"{"name": "leduc"}"#, "leduc_poker", leduc),
    shared(r#"{"name": "leduc", "players": 3, "ranks": 4}"#, "leduc_poker(players=3)", leduc),
    shared(r#"{"name": "leduc", "players": 4, "ranks": 5}"#, "leduc_poker(players=4)", leduc),
    shared(r#"{"name": "liars-dice"}"#, "liars_dice", liars_dice),
    shared(r#"{"name": "liars-dice", "dice": 3}"#, "liars_dice(numdice=3)", liars_dice),
    shared(r#"{"name": "liars-dice", "dice": 2, "sides": 4}"#, "liars_dice(numdice=2,dice_sides=4)", liars_dice),
    shared(r#"{"name": "phantom-ttt"}"#, "phantom_ttt", tic_tac_toe),
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
    format!("{}({},{})", mv.by_player(["x", "o"]), 3 - row, column - 1)
}

/// `x3`: the mark and the column.
fn connect_four(mv: &Move<'_>) -> String {
    format!("{}{}", mv.by_player(["x", "o"]), mv.text.as_bytes()[0] - b'a')
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

/// `Deal:0`, the lowest card, or the action with a capital letter.
fn kuhn(mv: &Move<'_>) -> String {
    if mv.player.is_none() { format!("Deal:{}", mv.index - 2) } else { capital(mv.text) }
}

/// `Chance outcome:0`, one of the two lowest cards, or the action with a capital letter.
fn leduc(mv: &Move<'_>) -> String {
    if mv.player.is_none() { format!("Chance outcome:{}", mv.index - 3) } else { capital(mv.text) }
}

fn capital(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}

/// `Roll 3`, `2-5` or `Liar`.
fn liars_dice(mv: &Move<'_>) -> String {
    match mv.text.strip_prefix("die") {
        Some(face) => format!("Roll {face}"),
        None => capital(mv.text).replace('x', "-"),
    }
}

/// `B c4` or `W PASS`.
fn go(mv: &Move<'_>) -> String {
    let text = if mv.text == "pass" { "PASS".to_string() } else { mv.text.to_lowercase() };
    format!("{} {text}", mv.by_player(["B", "W"]))
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

/// One random game, with all its legal moves, in the words of OpenSpiel. Where chance chooses, with the odds; where something is hidden, with
/// what the player to move has seen.
fn random_game<G: Playable>(game: &G, shared: &Shared, size: usize, number: u64) -> Value {
    let about = game.about();
    let mut rng = Rng::stream(&[17, number]);
    let (mut state, mut moves, mut plies) = (game.start(), Vec::new(), Vec::new());
    while !state.turn().is_over() {
        let player = state.turn().player();
        let action = |mv: <G::State as State>::Move| {
            let text = state.format_move(mv);
            (shared.action)(&Move { text: &text, index: state.move_index(mv), player, size })
        };
        state.legal_moves(&mut moves);
        let legal: Vec<String> = moves.iter().map(|&mv| action(mv)).collect();
        let odds: Option<Vec<f64>> =
            player.is_none().then(|| moves.iter().map(|&mv| state.chance_probability(mv)).collect());
        let hides = about.information == Information::Hidden;
        let view = player.filter(|_| hides).map(|player| format!("{:016x}", state.view_key(player)));
        // Uniform games of Go hardly ever end by two passes.
        let pass = moves.iter().copied().find(|&mv| state.format_move(mv) == "pass" && !hides);
        let drawn = pass.filter(|_| rng.chance(0.1));
        let mv = drawn.unwrap_or_else(|| state.random_move(&mut moves, &mut rng));
        let player = player.map_or(-1, |player| player.index() as i64);
        plies.push(json!({ "player": player, "legal": legal, "move": action(mv), "odds": odds, "view": view }));
        state.apply(mv);
    }
    let returned = |reward: &f32| if about.payoff.is_unit() { 2.0 * reward - 1.0 } else { *reward };
    let returns: Vec<f32> = state.rewards().as_slice()[..about.players].iter().map(returned).collect();
    json!({ "game": shared.theirs, "differences": shared.differences, "plies": plies, "returns": returns })
}

/// Plays all games of one line; returns the first disagreement.
fn check(referee: &mut Referee, shared: &Shared, spec: &GameSpec) -> Option<String> {
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    let size = serde_json::to_value(spec).ok().and_then(|spec| spec["size"].as_u64()).unwrap_or(0) as usize;
    for number in 0..GAMES {
        let answer = referee.ask(&with_game!(spec, game => random_game(game, shared, size, number)));
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
