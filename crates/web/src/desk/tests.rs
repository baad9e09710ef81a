//! A session as a window sees it.

use super::*;
use katsura_mcts::Control;
use serde_json::{Value, json};
use std::time::Duration;

struct Window {
    desk: Desk,
    log: Log,
}

impl Window {
    fn new() -> Self {
        let limits = Limits { search_mib: 8, threads: 2, ..Limits::default() };
        Window { desk: Desk::new(&limits), log: Log::new() }
    }

    fn ask(&mut self, command: Value) -> Result<(), String> {
        let command: Command = serde_json::from_value(command).unwrap();
        let result = self.desk.obey(command, &self.log);
        self.desk.publish(&self.log);
        result
    }

    fn work(&mut self) {
        for _ in 0..100_000 {
            if !self.desk.wants_slice() {
                break;
            }
            self.desk.slice(Duration::from_millis(20), &Control::new());
        }
        self.desk.publish(&self.log);
    }

    fn shown(&self, kind: &str) -> Value {
        let events = self.log.after(0).into_iter().map(|event| serde_json::from_str::<Value>(&event.text).unwrap());
        events.filter(|event| event["kind"] == kind).last().map_or(Value::Null, |event| event["data"].clone())
    }
}

#[test]
fn a_person_plays_and_the_preset_answers() {
    let mut window = Window::new();
    window
        .ask(json!({"do": "new", "game": {"name": "tic-tac-toe"}, "seats": [null, "uct budget.simulations=200"]}))
        .unwrap();
    window.ask(json!({"do": "play", "move": "b2"})).unwrap();
    assert_eq!(window.shown("state")["activity"], "moving");
    window.work();
    let state = window.shown("state");
    assert_eq!(state["moves"].as_array().unwrap().len(), 2);
    assert_eq!((&state["turn"], &state["activity"]), (&json!(0), &json!("idle")));
    let numbers = window.shown("numbers");
    assert!(numbers["searches"][0]["rootInfo"]["nodes"].as_u64().unwrap() > 1, "{numbers}");
    assert!(numbers["curve"][1].is_number());
    window.ask(json!({"do": "take_back"})).unwrap();
    assert_eq!(window.shown("state")["moves"], json!([]));
    assert!(window.ask(json!({"do": "take_back"})).is_err());
}

#[test]
fn two_presets_play_every_game_to_its_end() {
    for spec in GameSpec::all() {
        let mut game = serde_json::to_value(&spec).unwrap();
        if let Some(size) = game.get_mut("size") {
            *size = match &*spec.about().name {
                "reversi" => json!(6),
                "gomoku" => json!(7),
                _ => json!(5),
            };
        }
        let mut window = Window::new();
        let seats = json!(["uct budget.simulations=16", "flat-ucb budget.simulations=16"]);
        window.ask(json!({"do": "new", "game": game, "seats": seats})).unwrap();
        window.work();
        let state = window.shown("state");
        assert!(state["rewards"].is_array(), "{}: {}", spec.about().name, state["activity"]);
        assert_eq!(state["legal"], json!([]));
        if spec.about().players != 2 {
            assert!(window.desk.sgf().is_err(), "records are of games of two");
            continue;
        }
        let sgf = window.desk.sgf().unwrap();
        let moves = state["moves"].clone();
        window.ask(json!({"do": "load", "sgf": sgf})).unwrap();
        assert_eq!(window.shown("state")["moves"], moves, "{}", spec.about().name);
    }
}

/// A person at the table of Leduc hold'em is told neither the other's card nor which it was, until the hand is over.
#[test]
fn what_a_person_does_not_see_is_not_sent_to_the_window() {
    let mut window = Window::new();
    let seats = json!([null, "so-ismcts budget.simulations=16"]);
    window.ask(json!({"do": "new", "game": {"name": "leduc"}, "seats": seats})).unwrap();
    let state = window.shown("state");
    let own = state["moves"][0].as_str().unwrap().to_string();
    assert_eq!((own.len(), &state["moves"][1], &state["turn"]), (2, &json!("?"), &json!(0)));
    let tiles: Vec<_> =
        state["board"]["cells"].as_array().unwrap().iter().map(|cell| cell["tile"]["text"].clone()).collect();
    assert_eq!(tiles, [json!(own), json!("?"), Value::Null]);
    window.ask(json!({"do": "play", "move": "raise"})).unwrap();
    window.work();
    while window.shown("state")["rewards"].is_null() {
        assert!(window.shown("state")["moves"].as_array().unwrap().contains(&json!("?")));
        window.ask(json!({"do": "play", "move": "call"})).unwrap();
        window.work();
    }
    assert!(!window.shown("state")["moves"].as_array().unwrap().contains(&json!("?")));
}

#[test]
fn a_step_tells_descent_expansion_playout_and_result() {
    let mut window = Window::new();
    window.ask(json!({"do": "new", "game": {"name": "connect-four"}, "seats": [null, null]})).unwrap();
    assert!(window.ask(json!({"do": "step"})).unwrap_err().contains("choose a player"));
    window.ask(json!({"do": "analyse", "players": ["rave"], "simulations": 100})).unwrap();
    window.work();
    window.ask(json!({"do": "tree", "nodes": 200, "open": []})).unwrap();
    for number in 101..110 {
        window.ask(json!({"do": "step"})).unwrap();
        let story = window.shown("story");
        assert_eq!(story["number"], number);
        let made: usize = ["descent", "playout"].iter().map(|part| story[part].as_array().unwrap().len()).sum();
        let frames = story["frames"].as_array().unwrap();
        assert_eq!(frames.last().unwrap()[0], made + usize::from(story["entered"].is_string()));
        let sum: f64 = story["rewards"].as_array().unwrap().iter().filter_map(Value::as_f64).sum();
        assert_eq!(sum, 1.0);
    }
    assert_eq!(window.shown("numbers")["searches"][0]["simulations"], 109);
    assert_eq!(window.shown("tree")["view"]["visits"][0], 109);
    assert_eq!(window.shown("state")["paused"], true);
    let path = json!([window.shown("tree")["view"]["move"][1]]);
    window.ask(json!({"do": "look", "path": path})).unwrap();
    assert_eq!(window.shown("look")["path"], path);
    assert!(window.ask(json!({"do": "look", "path": ["z"]})).is_err());
    assert_eq!(window.desk.export(50).unwrap()["root"]["visits"], 109);
}

#[test]
fn two_searches_of_one_position_get_the_same_simulations() {
    let mut window = Window::new();
    window.ask(json!({"do": "new", "game": {"name": "havannah", "size": 4}, "seats": [null, null]})).unwrap();
    window.ask(json!({"do": "analyse", "players": ["uct", "rave"], "simulations": 1000})).unwrap();
    window.work();
    let numbers = window.shown("numbers");
    let made: Vec<u64> =
        numbers["searches"].as_array().unwrap().iter().map(|search| search["simulations"].as_u64().unwrap()).collect();
    assert_eq!(made, [1000, 1000]);
    assert_eq!(window.shown("state")["activity"], "idle");
}

#[test]
fn a_comparison_begins_with_empty_trees() {
    let compare = |window: &mut Window| {
        window.ask(json!({"do": "analyse", "players": ["uct", "rave"], "simulations": 600})).unwrap();
        window.work();
        window.shown("numbers")["searches"].clone()
    };
    let counts = |searches: &Value| -> Vec<[u64; 3]> {
        let searches = searches.as_array().unwrap().iter();
        searches
            .map(|search| {
                [&search["simulations"], &search["rootInfo"]["visits"], &search["rootInfo"]["nodes"]]
                    .map(|number| number.as_u64().unwrap())
            })
            .collect()
    };
    let start = |moves: &[&str]| {
        let mut window = Window::new();
        window.ask(json!({"do": "new", "game": {"name": "havannah", "size": 4}, "seats": [null, null]})).unwrap();
        moves.iter().for_each(|mv| window.ask(json!({"do": "play", "move": mv})).unwrap());
        window
    };
    let (first, second) = (counts(&compare(&mut start(&[]))), counts(&compare(&mut start(&["d4"]))));
    // One of both has searched the position before.
    let mut window = start(&[]);
    window.ask(json!({"do": "analyse", "players": ["uct"], "simulations": 2000})).unwrap();
    window.work();
    assert_eq!(counts(&compare(&mut window)), first);
    // Both have, and a move is made: while a comparison goes on, and before one.
    window.ask(json!({"do": "analyse", "players": ["uct", "rave"], "simulations": 600})).unwrap();
    window.desk.slice(Duration::from_millis(20), &Control::new());
    window.ask(json!({"do": "play", "move": "d4"})).unwrap();
    window.work();
    assert_eq!(counts(&window.shown("numbers")["searches"]), second);
    window.ask(json!({"do": "jump", "to": 0})).unwrap();
    assert_eq!(window.shown("numbers")["searches"], json!([]), "what they know of another position is not shown");
    assert_eq!(counts(&compare(&mut window)), first);
    window.ask(json!({"do": "jump", "to": 1})).unwrap();
    assert_eq!(counts(&compare(&mut window)), second);
}

#[test]
fn a_slice_that_is_stopped_decides_nothing() {
    let mut stopped = Window::new();
    let control = Control::new();
    control.stop();
    stopped
        .ask(json!({"do": "new", "game": {"name": "connect-four"}, "seats": ["uct budget.simulations=50", null]}))
        .unwrap();
    stopped.desk.slice(Duration::from_millis(20), &control);
    stopped.ask(json!({"do": "tree", "nodes": 0, "open": []})).unwrap();
    assert_eq!((&stopped.shown("state")["moves"], &stopped.shown("state")["activity"]), (&json!([]), &json!("moving")));
    stopped.ask(json!({"do": "analyse", "players": ["uct"], "simulations": 50})).unwrap();
    stopped.desk.slice(Duration::from_millis(20), &control);
    stopped.ask(json!({"do": "tree", "nodes": 0, "open": []})).unwrap();
    assert_eq!(stopped.shown("state")["activity"], "analysing");
}

#[test]
fn one_can_jump_and_branch() {
    let mut window = Window::new();
    window.ask(json!({"do": "new", "game": {"name": "hex", "size": 5}, "seats": [null, null]})).unwrap();
    ["a1", "b2", "c3"].iter().for_each(|mv| window.ask(json!({"do": "play", "move": mv})).unwrap());
    window.ask(json!({"do": "jump", "to": 1})).unwrap();
    assert_eq!((&window.shown("state")["at"], &window.shown("state")["moves"]), (&json!(1), &json!(["a1", "b2", "c3"])));
    window.ask(json!({"do": "play", "move": "d4"})).unwrap();
    assert_eq!(window.shown("state")["moves"], json!(["a1", "d4"]));
    assert!(window.ask(json!({"do": "jump", "to": 3})).is_err());
    assert!(window.ask(json!({"do": "play", "move": "a1"})).unwrap_err().contains("illegal"));
    assert!(window.ask(json!({"do": "play", "move": "zz99"})).is_err());
}

#[test]
fn a_position_is_set_up_where_moves_can_make_it() {
    let mut window = Window::new();
    window.ask(json!({"do": "edit", "black": ["C3", "D4", "E5"], "white": ["G7"], "to_move": "white"})).unwrap();
    let board = window.shown("state")["board"]["cells"].clone();
    assert_eq!(board.as_array().unwrap().iter().filter(|cell| cell["mark"].is_number()).count(), 4);
    assert_eq!(window.shown("state")["turn"], 1);
    let handicap = "(;GM[1]SZ[9]KM[0.5]AB[cc][gg][ee]AW[cg]PL[B];B[gc])";
    window.ask(json!({"do": "load", "sgf": handicap})).unwrap();
    assert_eq!(window.shown("state")["turn"], 1);
    window.ask(json!({"do": "new", "game": {"name": "havannah", "size": 4}})).unwrap();
    assert!(window.ask(json!({"do": "edit", "black": [], "white": ["a1", "b2", "c3"], "to_move": null})).is_err());
}

#[test]
fn stones_are_set_up_only_where_cells_are_moves_that_place_them() {
    let mut window = Window::new();
    for spec in GameSpec::all() {
        window.ask(json!({"do": "new", "game": spec, "seats": [null, null]})).unwrap();
        let editable = ["go", "havannah", "hex", "gomoku", "tic-tac-toe"].contains(&&*spec.about().name);
        assert_eq!(window.shown("state")["editable"], editable, "{}", spec.about().name);
        let done = window.ask(json!({"do": "edit", "black": [], "white": [], "to_move": null}));
        assert_eq!(done.is_ok(), editable, "{}: {done:?}", spec.about().name);
        assert!(done.err().is_none_or(|reason| reason.contains(&*spec.about().name) && reason.contains("cannot be set up")));
    }
    window.ask(json!({"do": "new", "game": {"name": "go", "size": 9, "handicap": 2}, "seats": [null, null]})).unwrap();
    assert_eq!(window.shown("state")["editable"], false, "stones stand on the board before the first");
}

#[test]
fn a_record_says_what_is_left_out_of_it() {
    let mut window = Window::new();
    let mut notice = |sgf: &str| {
        window.ask(json!({"do": "load", "sgf": sgf})).unwrap();
        (window.shown("state")["moves"].as_array().unwrap().len(), window.shown("state")["notice"].clone())
    };
    assert_eq!(notice("(;GM[1]SZ[9];B[dd];W[ee])"), (2, Value::Null));
    let one = "the main line is loaded, without 1 variation of the file";
    assert_eq!(notice("(;GM[1]SZ[9];B[dd](;W[ee];B[cc])(;W[ff]))"), (3, json!(one)));
    let more = "the main line is loaded, without 3 variations and 1 other game of the file";
    let file = "(;GM[1]SZ[9](;B[dd](;W[ee])(;W[ff])(;W[gg]))(;B[cc]))(;GM[1]SZ[9];B[aa](;W[bb])(;W[cc]))";
    assert_eq!(notice(file), (2, json!(more)));
    let (_, territory) = notice("(;GM[1]SZ[9]RU[Japanese];B[dd])");
    assert!(territory.as_str().is_some_and(|notice| notice.contains("counted by area")), "{territory}");
    assert_eq!(notice("(;GM[1]SZ[9]RU[Chinese];B[dd])"), (1, Value::Null));
}

#[test]
fn a_game_can_begin_with_moves() {
    let mut window = Window::new();
    let game = json!({"name": "tic-tac-toe"});
    window.ask(json!({"do": "new", "game": game, "seats": [null, "uct"], "moves": ["b2", "a1"]})).unwrap();
    let state = window.shown("state");
    assert_eq!((&state["moves"], &state["at"], &state["paused"]), (&json!(["b2", "a1"]), &json!(2), &json!(true)));
    let illegal = window.ask(json!({"do": "new", "game": game, "seats": [null, null], "moves": ["b2", "b2"]}));
    assert!(illegal.is_err() && window.shown("state")["moves"] == json!(["b2", "a1"]));
    let long = window.ask(json!({"do": "new", "game": {"name": "go"}, "moves": vec!["pass"; 5001]}));
    assert!(long.is_err_and(|reason| reason.contains("at most 5000")));
}

#[test]
fn nonsense_is_refused_with_a_sentence_and_the_session_goes_on() {
    let mut window = Window::new();
    let nonsense = [
        json!({"do": "new", "game": {"name": "chess"}}),
        json!({"do": "new", "game": 7}),
        json!({"do": "new", "game": {"name": "go", "size": 4000}}),
        json!({"do": "new", "game": {"name": "go"}, "seats": ["/etc/passwd", null]}),
        json!({"do": "analyse", "players": []}),
        json!({"do": "analyse", "players": ["uct", "uct", "uct"]}),
        json!({"do": "analyse", "players": [{"name": "x", "config": {"select": 3}}]}),
        json!({"do": "load", "sgf": ""}),
        json!({"do": "load", "sgf": "(;GM[1]SZ[9];B[zz])"}),
        json!({"do": "load", "sgf": "(".repeat(100_000)}),
        json!({"do": "edit", "black": ["A1"], "white": ["A1"], "to_move": null}),
        json!({"do": "jump", "to": 1_000_000}),
    ];
    for command in nonsense {
        let text = command.to_string();
        let error = window.ask(command).unwrap_err();
        assert!(!error.is_empty() && error.len() < 2000, "{} → {error}", &text[..text.len().min(80)]);
    }
    window.ask(json!({"do": "play", "move": "E5"})).unwrap();
    assert_eq!(window.shown("state")["moves"], json!(["E5"]));
}

#[test]
fn an_analysis_goes_on_from_move_to_move_and_a_reply_comes_after_it() {
    let mut window = Window::new();
    window.ask(json!({"do": "new", "game": {"name": "connect-four"}, "seats": [null, null]})).unwrap();
    window.ask(json!({"do": "analyse", "players": ["uct"]})).unwrap();
    window.desk.slice(Duration::from_millis(5), &Control::new());
    window.ask(json!({"do": "play", "move": "d"})).unwrap();
    assert_eq!(window.shown("state")["activity"], "analysing");
    window.ask(json!({"do": "seats", "seats": [null, "uct budget.simulations=50"]})).unwrap();
    window.work();
    window.ask(json!({"do": "stop"})).unwrap();
    assert_eq!(window.shown("state")["moves"].as_array().map(Vec::len), Some(2));
    window.ask(json!({"do": "play", "move": "a"})).unwrap();
    window.work();
    assert_eq!(window.shown("state")["moves"].as_array().map(Vec::len), Some(4));
}

#[test]
fn looking_back_does_not_forget_the_tree() {
    let mut window = Window::new();
    window.ask(json!({"do": "new", "game": {"name": "hex", "size": 5}, "seats": [null, null]})).unwrap();
    ["a1", "b2"].iter().for_each(|mv| window.ask(json!({"do": "play", "move": mv})).unwrap());
    window.ask(json!({"do": "analyse", "players": ["uct"], "simulations": 100})).unwrap();
    window.work();
    window.ask(json!({"do": "jump", "to": 0})).unwrap();
    assert_eq!(window.shown("numbers")["searches"], json!([]));
    assert!(window.desk.export(10).is_err());
    window.ask(json!({"do": "jump", "to": 2})).unwrap();
    assert_eq!(window.shown("numbers")["searches"][0]["simulations"], 100);
}
