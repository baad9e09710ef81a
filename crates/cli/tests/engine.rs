//! The engine as a user meets it: `gtp`, `analysis`, `analyze --sgf`, `book`.

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

fn katsura(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("katsura").unwrap();
    command.args(arguments);
    command
}

fn output(arguments: &[&str], input: &str) -> String {
    let output = katsura(arguments).write_stdin(input).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = katsura(arguments).assert().code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!message.contains("panicked") && output.stdout.is_empty(), "{message}");
    message
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("katsura-engine-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_game_by_gtp_is_the_same_to_the_byte() {
    let input = "boardsize 5\nclear_board\n1 genmove b\n2 genmove w\n3 showboard\ngomill-describe_engine\nquit\n";
    let arguments = ["gtp", "--game", "go", "--size", "5", "--player", "uct", "--simulations", "50", "--seed", "7"];
    let first = output(&arguments, input);
    assert!(first.contains("seed: 7") && first.contains("=3 "), "{first}");
    assert_eq!(first, output(&arguments, input));
}

#[test]
fn threads_and_clocks_play_too() {
    let input = "time_settings 1 0 0\ngenmove b\ntime_left w 0.1 0\ngenmove w\nquit\n";
    let text = output(&["gtp", "--game", "hex", "--size", "5", "--threads", "2", "--player", "rave"], input);
    assert_eq!(text.matches("= ").count(), 5, "{text}");
}

#[test]
fn analysis_answers_json_lines_and_prints_its_schema() {
    let query = r#"{"id": "a", "game": "tic-tac-toe", "moves": ["b2"], "maxVisits": 100}"#;
    let answer: Value = serde_json::from_str(&output(&["analysis", "--player", "uct"], &format!("{query}\n"))).unwrap();
    assert_eq!((&answer["id"], &answer["rootInfo"]["visits"]), (&"a".into(), &100.into()));
    let schema: Value = serde_json::from_str(&output(&["analysis", "--schema"], "")).unwrap();
    assert!(schema["$defs"]["Query"].is_object() && schema["$defs"]["PositionReport"].is_object());
}

#[test]
fn records_are_analysed_and_annotated() {
    let folder = Folder::new("records");
    let (game, out) = (folder.file("game.sgf"), folder.file("out.sgf"));
    std::fs::write(&game, "(;FF[4]GM[1]SZ[5]KM[0.5];B[cc]C[mine];W[bb];B[dd])").unwrap();
    let search = ["--player", "uct", "--simulations", "50"];
    let run = |more: &[&str]| {
        let arguments: Vec<&str> = ["analyze", "--sgf", &game].iter().chain(&search).chain(more).copied().collect();
        output(&arguments, "")
    };
    let document: Value = serde_json::from_str(&run(&["--move", "2", "--json"])).unwrap();
    assert_eq!((&document["moves_played"], &document["game"]["komi"]), (&serde_json::json!(["C3", "B4"]), &0.5.into()));
    assert!(run(&["--out-sgf", &out]).contains("4 positions in"));
    let written = std::fs::read_to_string(&out).unwrap();
    assert!(written.contains("C[mine\n\nKatsura: White to move\n") && written.matches("SBKV[").count() == 4, "{written}");
    let side: Value = serde_json::from_str(&std::fs::read_to_string(folder.file("out.analysis.json")).unwrap()).unwrap();
    assert_eq!(side["positions"].as_array().unwrap().len(), 4);
    let setups = folder.file("setups.sgf");
    std::fs::write(&setups, "(;GM[1]SZ[5];B[cc];W[bb];AE[bb]AB[dd];B[aa])").unwrap();
    let arguments = ["analyze", "--sgf", &setups, "--player", "uct", "--simulations", "10", "--json"];
    let document: Value = serde_json::from_str(&output(&arguments, "")).unwrap();
    assert_eq!(document["moves_played"], serde_json::json!(["C3", "skip", "D2", "skip", "A5"]));
    std::fs::write(&setups, "(;GM[connect-four];B[d]\n;AE[d])").unwrap();
    let message = refused(&arguments);
    assert!(message.contains("setups.sgf: line 2, column 1, after 1 moves") && message.contains("AE"), "{message}");
    assert!(refused(&["analyze", "--sgf", &game, "--move", "9"]).contains("--move 9: the main line has fewer moves"));
    assert!(refused(&["analyze", "--sgf", &folder.file("none.sgf")]).contains("none.sgf"));
    refused(&["analyze", "--out-sgf", &out]);
}

#[test]
fn a_book_is_built_shown_used_and_refused() {
    let folder = Folder::new("book");
    let book = folder.file("book.json");
    let build = ["book", "build", "--game", "tic-tac-toe", "--player", "uct", "--simulations", "300", "--positions", "8"];
    let build: Vec<&str> = build.iter().copied().chain(["--out", &book]).collect();
    assert!(output(&build, "").starts_with("8 positions in"));
    let first = std::fs::read(&book).unwrap();
    output(&build, "");
    assert_eq!(first, std::fs::read(&book).unwrap(), "the same seed grows the same book");
    let shown: Value = serde_json::from_str(&output(&["book", "show", &book, "--moves", "", "--json"], "")).unwrap();
    let best = shown[0]["replies"][0]["move"].as_str().unwrap();
    assert!(output(&["book", "show", &book], "").lines().count() == 8);
    let text = output(
        &["gtp", "--game", "tic-tac-toe", "--player", "uct", "--book", &book],
        "genmove b\ngomill-explain_last_move\n",
    );
    assert!(text.starts_with(&format!("= {best}\n\n")) && text.contains("from the opening book"), "{text}");
    let message = refused(&["gtp", "--game", "go", "--book", &book]);
    assert!(message.contains("it is for {\"name\":\"tic-tac-toe\"} (version 1), not for"), "{message}");
    assert!(refused(&["gtp", "--book", &folder.file("none")]).contains("none"));
    std::fs::write(folder.file("odd.json"), "{\"version\": 9}").unwrap();
    assert!(refused(&["gtp", "--book", &folder.file("odd.json")]).contains("version 9: expected 1"));
}

/// All files of a folder with what is in them.
#[cfg(unix)]
fn contents(folder: &Folder) -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
    let files = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path());
    files.map(|file| (file.clone(), std::fs::read(file).unwrap())).collect()
}

/// As on a disk that is full after half a kilobyte.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_whole_stays_as_it_was() {
    let folder = Folder::new("whole");
    let (game, book) = (folder.file("game.sgf"), folder.file("book.json"));
    let comment = "a comment ".repeat(300);
    std::fs::write(&game, format!("(;FF[4]GM[1]SZ[5]KM[0.5]C[{comment}];B[cc];W[bb])")).unwrap();
    std::fs::write(&book, comment.as_bytes()).unwrap();
    let before = contents(&folder);
    let limited = |arguments: &[&str], input: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"]);
        command.arg(assert_cmd::cargo::cargo_bin("katsura")).args(arguments).write_stdin(input).output().unwrap()
    };
    let search = ["--player", "uct", "--simulations", "30"];
    let with = |arguments: &[&'static str], files: &[&str]| -> Vec<String> {
        arguments.iter().chain(&search).chain(files).map(|text| (*text).to_string()).collect()
    };
    let sgf = with(&["analyze"], &["--sgf", &game, "--out-sgf", &game]);
    let build = with(&["book", "build", "--game", "hex", "--positions", "12"], &["--out", &book]);
    for arguments in [sgf, build] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = limited(&arguments, "");
        assert!(String::from_utf8_lossy(&output.stderr).contains("File too large"), "{output:?}");
        assert!(contents(&folder) == before, "{arguments:?} leaves all as it was");
    }
    let moves: String = (0..200).map(|_| "play b pass\nplay w pass\n").collect();
    let output = limited(&["gtp", "--player", "uct"], &format!("{moves}printsgf {game}\n"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("? cannot write file: File too large"));
    assert!(contents(&folder) == before, "printsgf leaves all as it was");
}

#[cfg(unix)]
#[test]
fn an_analysis_that_was_interrupted_takes_the_place_of_nothing() {
    let folder = Folder::new("interrupted");
    let (game, out) = (folder.file("game.sgf"), folder.file("out.sgf"));
    let point = |number: u8| [b'a' + number % 10 * 2, b'a' + number / 10 * 2].map(char::from).iter().collect::<String>();
    let moves: String =
        (0..90).map(|number| format!(";{}[{}]", ["B", "W"][usize::from(number % 2)], point(number))).collect();
    std::fs::write(&game, format!("(;FF[4]GM[1]SZ[19]{moves})")).unwrap();
    std::fs::write(&out, "whole").unwrap();
    std::fs::write(folder.file("out.analysis.json"), "whole").unwrap();
    let before = contents(&folder);
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("katsura"))
        .args(["analyze", "--sgf", &game, "--out-sgf", &out, "--player", "uct", "--seconds", "0.3"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(child.wait().unwrap().success());
    let after = contents(&folder);
    assert!(before.iter().all(|(file, bytes)| after.get(file) == Some(bytes)), "{:?}", after.keys());
    let found = std::fs::read_to_string(folder.file("out.interrupted.sgf")).unwrap();
    assert!(found.contains("SBKV["), "{found}");
    assert!(PathBuf::from(folder.file("out.analysis.interrupted.json")).exists());
}
