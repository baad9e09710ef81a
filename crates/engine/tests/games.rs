//! Records of the games there are.

use katsura_engine::Color;
use katsura_engine::sgf::{Action, GameRecord, NamedGame, read, write};
use katsura_game::{Rng, Turn};
use katsura_games::GameSpec;
use serde_json::json;

fn named(fields: serde_json::Value) -> GameSpec {
    serde_json::from_value(fields).unwrap()
}

fn written(record: &GameRecord) -> String {
    write(&[record.to_tree().unwrap()])
}

fn record(text: &str) -> GameRecord {
    GameRecord::from_tree(&read(text.as_bytes()).unwrap()[0]).unwrap()
}

/// The moves of a random game, at most so many.
fn random_game(spec: &GameSpec, seed: u64, longest: usize) -> Vec<String> {
    let (mut position, mut rng) = (spec.start(), Rng::new(seed));
    let mut moves = Vec::new();
    while matches!(position.turn(), Turn::Player(_)) && moves.len() < longest {
        let mv = position.random_move(&mut rng);
        position.play(&mv).unwrap();
        moves.push(mv);
    }
    moves
}

/// The games with their default parameters and with others.
fn specs() -> Vec<GameSpec> {
    let others = [
        json!({"name": "go", "size": 5, "komi": -3.0, "ko": "simple"}),
        json!({"name": "go", "size": 13, "handicap": 5, "komi": 0.5}),
        json!({"name": "go", "size": 25, "suicide": "allowed"}),
        json!({"name": "reversi", "size": 6}),
        json!({"name": "hex", "size": 5, "swap": true}),
        json!({"name": "hex", "size": 19}),
        json!({"name": "havannah", "size": 3, "swap": true}),
        json!({"name": "havannah", "size": 15}),
    ];
    let for_two = |spec: &GameSpec| spec.about().players == 2;
    GameSpec::all().into_iter().filter(for_two).chain(others.map(named)).collect()
}

#[test]
fn random_games_of_every_game_survive_being_written_and_read() {
    for spec in specs() {
        for seed in 0..20 {
            let moves = random_game(&spec, seed, 300);
            let record = GameRecord::from_moves(&spec, &moves).unwrap();
            let text = written(&record);
            let again = self::record(&text);
            assert_eq!(again.game.spec().unwrap(), spec, "{text}");
            assert_eq!(again.moves_to(again.end()).unwrap(), moves, "{text}");
            assert_eq!(again.info.result, record.info.result);
            let (ours, theirs) = (record.position_at(record.end()).unwrap(), again.position_at(again.end()).unwrap());
            assert_eq!((ours.key(), ours.turn()), (theirs.key(), theirs.turn()));
        }
    }
}

#[test]
fn a_handicap_on_the_usual_points_is_a_parameter_and_others_are_moves() {
    let usual = record("(;GM[1]SZ[9]HA[2]KM[0.5]AB[gc][cg];W[ee];B[cc])");
    assert_eq!(usual.game.spec().unwrap(), named(json!({"name": "go", "size": 9, "komi": 0.5, "handicap": 2})));
    assert_eq!(usual.moves_to(usual.end()).unwrap(), ["E5", "C7"]);
    let text = written(&usual);
    assert!(text.contains("HA[2]") && text.contains("AB["), "{text}");
    assert_eq!(record(&text).game, usual.game);

    let free = record("(;GM[1]SZ[9]HA[2]AB[aa][bb];W[ee];B[cc])");
    assert_eq!(free.moves_to(free.end()).unwrap(), ["A9", "skip", "B8", "E5", "C7"]);
    assert!(written(&free).contains("AB[aa][bb]"));
}

#[test]
fn a_position_of_go_is_set_up_without_captures() {
    // White's stone on b9 would be taken if the black ones came first and it were not joined to c9.
    let record = record("(;GM[1]SZ[9]AB[aa][bb][cb][dd]AW[ba][ca]PL[B])");
    let position = record.position_at(record.end()).unwrap();
    assert_eq!(position.turn().player().map(|player| Color::of(player, record.first())), Some(Color::Black));
    let stones = position.picture().cells.iter().filter(|cell| cell.mark != katsura_game::Mark::Empty).count();
    assert_eq!(stones, 6);
}

#[test]
fn the_turn_of_players_who_do_not_move_is_skipped() {
    let record = record("(;GM[1]SZ[9]HA[3];B[aa];B[bb];B[cc];W[dd])");
    assert_eq!(record.moves_to(record.end()).unwrap(), ["A9", "skip", "B8", "skip", "C7", "D6"]);
    let again = GameRecord::from_moves(&record.game.spec().unwrap(), &record.moves_to(record.end()).unwrap()).unwrap();
    assert!(written(&again).contains(";B[aa];B[bb];B[cc];W[dd]"));
}

#[test]
fn a_game_goes_on_after_two_passes_and_a_third_changes_nothing() {
    let three = record("(;GM[1]SZ[9];B[ee];W[];B[];W[])");
    assert!(three.position_at(three.end()).unwrap().turn().is_over());
    let resumed = record("(;GM[1]SZ[9];B[ee];W[];B[];W[];B[cg];W[gc])");
    assert_eq!(resumed.moves_to(resumed.end()).unwrap(), ["E5", "pass", "pass", "skip", "skip", "C3", "G7"]);
}

#[test]
fn superko_is_that_of_the_rules_named_in_the_file() {
    let ko = |rules: &str| record(&format!("(;GM[1]SZ[9]RU[{rules}])")).game.parameters["ko"].clone();
    assert_eq!((ko("Japanese"), ko("NZ"), ko("Chinese")), (json!("simple"), json!("situational"), json!("positional")));
}

#[test]
fn parameters_that_the_game_refuses_are_reported() {
    let record = record("(;GM[1]SZ[30])");
    let error = record.spec().unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 2: ") && error.to_string().contains("size"), "{error}");
    let trees = read(b"\n (;GM[1]SZ[9:13])").unwrap();
    let error = GameRecord::from_tree(&trees[0]).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 3: SZ[9:13]: expected the size of a square board, from 1 to 52");
}

#[test]
fn a_game_can_be_recorded_move_by_move() {
    let mut record = GameRecord::new(NamedGame::of(&named(json!({"name": "go", "size": 9}))));
    let first = record.add(record.steps.root(), Color::Black, Action::Move("E5".into()));
    record.add(first, Color::White, Action::Resign);
    assert!(written(&record).contains(";B[ee];W[resign]"));
}
