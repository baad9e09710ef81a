//! `katsura solve` as a user meets it.

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

const BOARD: &str = "game.board=random:5";

fn katsura(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("katsura").unwrap();
    command.args(arguments);
    command
}

fn solve(arguments: &[&str]) -> Value {
    let arguments = [&["solve", "--game", "samegame", "--set", BOARD, "--json"], arguments].concat();
    serde_json::from_slice(&katsura(&arguments).assert().success().get_output().stdout).unwrap()
}

/// What a command says on standard error when it ends with this code.
fn refused(arguments: &[&str], code: i32) -> String {
    let output = katsura(arguments).assert().code(code).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!message.contains("panicked") && message.lines().count() == 1, "{message}");
    message
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("katsura-solve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

#[test]
fn a_line_is_found_kept_and_checked() {
    let file = scratch("line.json");
    let out = file.to_str().unwrap();
    let found = solve(&["--player", "nmcs algorithm.level=1", "--simulations", "2000", "--out", out]);
    for key in ["points", "line", "simulations", "seconds", "seed", "config_hash"] {
        assert!(!found[key].is_null(), "{key}: {found}");
    }
    assert_eq!((found["simulations"].as_u64(), &found["solved"]), (Some(2000), &Value::Null));
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((&kept["points"], &kept["line"]), (&found["points"], &found["line"]));
    let checked = katsura(&["solve", "--check", out]).assert().success().get_output().clone();
    assert!(String::from_utf8(checked.stdout).unwrap().contains("as kept"));
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut changed = kept.clone();
        change(&mut changed);
        std::fs::write(&file, changed.to_string()).unwrap();
        refused(&["solve", "--check", out], 1)
    };
    assert!(wrong(&|kept| kept["points"] = Value::from(1)).contains("not 1"));
    assert!(wrong(&|kept| kept["line"][1] = Value::from("z9")).contains("move 2: 'z9' is not a move"));
    assert!(wrong(&|kept| drop(kept["line"].as_array_mut().unwrap().pop())).contains("the game goes on"));
}

#[test]
fn the_same_seed_finds_the_same_line_with_one_thread_and_with_two() {
    let with = |threads| solve(&["--player", "sp-mcts", "--simulations", "3001", "--restarts", "4", "--threads", threads]);
    let (one, two) = (with("1"), with("2"));
    for key in ["points", "line", "simulations", "config_hash"] {
        assert_eq!(one[key], two[key], "{key}");
    }
}

#[cfg(unix)]
#[test]
fn who_is_killed_has_kept_the_best_line() {
    let file = scratch("killed.json");
    let out = file.to_str().unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("katsura"));
    command.args(["solve", "--game", "samegame", "--set", BOARD, "--player", "nrpa", "--seconds", "600", "--out", out]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !file.exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    katsura(&["solve", "--check", out]).assert().success();
}

#[cfg(unix)]
#[test]
fn who_is_interrupted_is_told_the_best_line() {
    let file = scratch("interrupted.json");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("katsura"));
    command.args([
        "solve",
        "--game",
        "samegame",
        "--set",
        BOARD,
        "--player",
        "sp-mcts",
        "--seconds",
        "600",
        "--json",
        "--out",
    ]);
    let child = command.arg(&file).stdout(Stdio::piped()).spawn().unwrap();
    while !file.exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(told["line"], kept["line"]);
}

#[test]
fn what_cannot_be_solved_is_refused_in_one_line() {
    assert!(refused(&["solve", "--game", "go"], 2).contains("go is no game of one player"));
    assert!(
        refused(&["solve", "--game", "samegame", "--player", "uct", "--set", "solver=win_loss"], 2)
            .contains("search.solver")
    );
    assert!(refused(&["solve", "--check", "/no/such/file"], 2).contains("/no/such/file"));
    assert!(refused(&["solve", "--game", "samegame", "--board", "/no/such/file"], 2).contains("/no/such/file"));
    let board = scratch("board.txt");
    std::fs::write(&board, "012\n01\n").unwrap();
    let message = refused(&["solve", "--game", "samegame", "--board", board.to_str().unwrap()], 2);
    assert!(message.contains("expected 3 cells in row 2 from the top, which has 2"), "{message}");
    assert!(
        refused(&["match", "--game", "samegame", "--a", "uct", "--b", "uct", "--games", "2"], 2)
            .contains("a match is between two")
    );
}

#[test]
fn a_board_is_read_from_a_file() {
    let board = scratch("small.txt");
    std::fs::write(&board, "1122\n2211\n").unwrap();
    let arguments = ["solve", "--game", "samegame", "--board", board.to_str().unwrap(), "--simulations", "100", "--json"];
    let found: Value = serde_json::from_slice(&katsura(&arguments).assert().success().get_output().stdout).unwrap();
    assert_eq!((found["points"].as_f64(), found["game"]["board"].as_str()), (Some(1004.0), Some("1122/2211")));
}
