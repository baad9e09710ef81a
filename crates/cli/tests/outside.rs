//! Matches against outside programs, most of which misbehave. They are little shell scripts.

#![cfg(unix)]

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A program that plays tic-tac-toe, the first free cell each time, and does something else (`$1`) in its second turn of every game.
const PLAYER: &str = r#"
taken=""
while read -r id command rest; do
  case "$command" in
    clear_board) taken=""; turns=0; answer="" ;;
    play) taken="$taken ${rest#* }"; answer="" ;;
    genmove)
      turns=$((turns + 1))
      if [ $turns = 2 ]; then eval "$1"; fi
      for cell in a1 b1 c1 a2 b2 c2 a3 b3 c3; do
        case "$taken " in *" $cell "*) ;; *) answer=$cell; break ;; esac
      done
      taken="$taken $answer" ;;
    *) answer="" ;;
  esac
  printf '=%s %s\n\n' "$id" "$answer"
done
"#;

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("katsura-outside-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("player.sh"), PLAYER).unwrap();
    folder
}

fn program(folder: &Path, deed: &str) -> String {
    format!("gtp: sh {} '{deed}'", folder.join("player.sh").display())
}

fn katsura(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("katsura").unwrap();
    command.args(arguments).timeout(Duration::from_secs(100));
    command
}

const MATCH: [&str; 7] = ["match", "--game", "tic-tac-toe", "--a", "uct", "--simulations", "30"];

/// A match of uct against a program that does something bad in its second turns.
fn against(folder: &Path, deed: &str, more: &[&str]) -> Value {
    let player = program(folder, deed);
    let arguments: Vec<&str> = MATCH.iter().chain(&["--b", &player, "--json"]).chain(more).copied().collect();
    serde_json::from_slice(&katsura(&arguments).assert().success().get_output().stdout).unwrap()
}

#[test]
fn an_outside_program_plays_to_the_end_and_its_games_are_checked() {
    let folder = scratch("good");
    let out = folder.join("out");
    let path = out.to_str().unwrap();
    let result = against(&folder, ":", &["--games", "6", "--out", path]);
    assert_eq!((result["games"].as_u64(), result["restarts"][1].as_u64()), (Some(6), Some(0)));
    assert_eq!(result["forfeits_b"], serde_json::json!({}));
    assert!(result["score_a"].as_f64().unwrap() > 0.5);
    let verified = katsura(&["lab", "verify", path]).assert().success().get_output().stdout.clone();
    let verified = String::from_utf8(verified).unwrap();
    assert!(verified.contains("6 of 6 games are the same") && verified.contains("is an outside program"), "{verified}");
    let record = out.join("games.jsonl");
    let lines = std::fs::read_to_string(&record).unwrap();
    std::fs::write(&record, lines.replacen("\"reward_a\":1.0", "\"reward_a\":0.0", 1)).unwrap();
    katsura(&["lab", "verify", path]).assert().code(1);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn copies_of_the_games_of_outside_programs_count_once() {
    let folder = scratch("copies");
    let player = program(&folder, ":");
    let arguments = ["match", "--game", "tic-tac-toe", "--a", &player, "--b", &player, "--games", "20"];
    let shown = String::from_utf8(katsura(&arguments).assert().success().get_output().stdout.clone()).unwrap();
    assert!(shown.contains("20 games") && shown.contains("9 pairs repeat earlier ones"), "{shown}");
    let document = katsura(&arguments).arg("--json").assert().success().get_output().stdout.clone();
    let document: Value = serde_json::from_slice(&document).unwrap();
    assert_eq!((&document["pairs"], &document["pairs_left_out"]), (&serde_json::json!([0, 0, 1, 0, 0]), &9.into()));
    let out = folder.join("out");
    let path = out.to_str().unwrap();
    katsura(&arguments).args(["--out", path]).assert().success();
    katsura(&["lab", "report", path]).assert().success();
    let page = std::fs::read_to_string(out.join("REPORT.md")).unwrap();
    assert!(page.contains("20 (9 pairs repeat earlier ones and do not count)"), "{page}");
    let report = katsura(&["lab", "report", path, "--json"]).assert().success().get_output().stdout.clone();
    assert_eq!(serde_json::from_slice::<Value>(&report).unwrap()[0]["pairs_left_out"], 9);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_crash_an_illegal_move_garbage_and_a_refusal_lose_the_game_and_are_told() {
    let folder = scratch("bad");
    let cases = [
        ("echo out of ideas >&2; exit 3", "crashed", 3, "(exit status: 3); its last words: out of ideas"),
        ("kill -SEGV $$", "crashed", 3, "signal: 11"),
        ("taken=; answer=z9; printf \"=%s z9\\n\\n\" $id; continue", "illegal", 0, "z9"),
        ("printf \"=%s ${taken##* }\\n\\n\" $id; continue", "illegal", 0, "in this position"),
        ("echo Hello there", "garbled", 3, "found 'Hello there'"),
        ("printf \"?%s I do not want to\\n\\n\" $id; continue", "refused", 0, "I do not want to"),
    ];
    for (deed, end, restarts, note) in cases {
        let result = against(&folder, deed, &["--games", "4"]);
        assert_eq!((result["games"].as_u64(), result["wins_a"].as_u64()), (Some(4), Some(4)), "{deed}: {result}");
        assert_eq!(result["forfeits_b"][end].as_u64(), Some(4), "{deed}: {result}");
        assert_eq!(result["restarts"][1].as_u64(), Some(restarts), "{deed}: {result}");
        let told = result["notes"][0]["note"].as_str().unwrap();
        assert!(told.contains(note), "{deed}: {told}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// A program that ends when a game is over, or when the next one is set up, has done nothing wrong.
#[test]
fn a_program_that_ends_between_two_games_is_started_again_and_plays_the_next() {
    let folder = scratch("between");
    let script = PLAYER.replace("clear_board) taken", "clear_board) games=$((games + 1)); [ $games = 2 ] && exit 1; taken");
    std::fs::write(folder.join("player.sh"), script).unwrap();
    let out = folder.join("out");
    let result = against(&folder, ":", &["--games", "4", "--out", out.to_str().unwrap()]);
    assert_eq!((&result["games"], &result["forfeits_b"]), (&4.into(), &serde_json::json!({})), "{result}");
    assert_eq!(
        result["restarts"],
        serde_json::json!([0, 4]),
        "once for each game, as it was set up before the first as well"
    );
    katsura(&["lab", "verify", out.to_str().unwrap()]).assert().success();
    katsura(&["lab", "report", out.to_str().unwrap()]).assert().success();
    let page = std::fs::read_to_string(out.join("REPORT.md")).unwrap();
    assert!(page.contains("## Faults and restarts"), "{page}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_refusal_of_any_length_leaves_a_record_that_can_be_read() {
    let folder = scratch("long");
    let out = folder.join("out");
    let long = r#"$(head -c 2000000 /dev/zero | tr "\000" x)"#;
    for (deed, end) in [("?%s no\n%s", "refused"), ("=%s %s", "illegal")] {
        let deed = format!(r#"printf "{deed}\n\n" $id "{long}"; continue"#).replace('\n', "\\n");
        let result = against(&folder, &deed, &["--games", "2", "--out", out.join(end).to_str().unwrap()]);
        assert_eq!(result["forfeits_b"][end].as_u64(), Some(2), "{deed}");
        let note = result["notes"][0]["note"].as_str().unwrap();
        assert!(note.contains("xxx") && note.chars().count() < 600 && !note.contains('\n'), "{note}");
        katsura(&["lab", "verify", out.join(end).to_str().unwrap()]).assert().success();
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_that_does_not_know_time_settings_plays_without() {
    let folder = scratch("timeless");
    let script = PLAYER.replace(
        "    *) answer",
        "    time_settings) printf '?%s unknown command\\n\\n' \"$id\"; continue ;;\n    *) answer",
    );
    std::fs::write(folder.join("player.sh"), script).unwrap();
    let player = program(&folder, ":");
    let arguments = ["match", "--game", "tic-tac-toe", "--a", "random", "--b", &player, "--seconds", "0.01", "--games", "4"];
    let shown = String::from_utf8(katsura(&arguments).assert().success().get_output().stdout.clone()).unwrap();
    assert_eq!(shown.matches("refuses time_settings").count(), 1, "{shown}");
    assert!(shown.contains("4 games") && !shown.contains("off the board"), "{shown}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_is_told_whole_seconds_and_moves_that_take_longer_are_counted() {
    let folder = scratch("late");
    let (out, heard) = (folder.join("out"), folder.join("heard"));
    let script = PLAYER
        .replace("    *) answer", &format!("    time_settings) echo \"$rest\" > {} ;;\n    *) answer", heard.display()));
    std::fs::write(folder.join("player.sh"), script).unwrap();
    let player = program(&folder, "sleep 1.3");
    let common = ["match", "--game", "tic-tac-toe", "--a", "random", "--b", &player, "--seconds", "0.05", "--games", "2"];
    let mut command = katsura(&common);
    let output = command.args(["--out", out.to_str().unwrap()]).assert().success().get_output().clone();
    let (shown, warned) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(std::fs::read_to_string(&heard).unwrap().trim(), "0 1 1");
    assert!(warned.contains("is told 1 s a move, not 0.05 s") && warned.lines().count() == 1, "{warned}");
    assert!(shown.contains("was told 1 s a move") && shown.contains("b took longer than it was told 2 times"), "{shown}");
    assert!(!shown.contains("off the board"), "{shown}");
    katsura(&["lab", "verify", out.to_str().unwrap()]).assert().success();
    let report = katsura(&["lab", "report", out.to_str().unwrap(), "--json"]).assert().success().get_output().stdout.clone();
    assert_eq!(serde_json::from_slice::<Value>(&report).unwrap()[0]["late_moves"], serde_json::json!([0, 2]));
    let page = std::fs::read_to_string(out.join("REPORT.md")).unwrap();
    assert!(page.contains("told 1 s (0.05 s asked for)") && page.contains("late moves"), "{page}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_hang_loses_on_time_and_resigning_is_no_fault() {
    let folder = scratch("hang");
    let begin = Instant::now();
    let hung = against(&folder, "sleep 1000", &["--games", "2", "--reply-seconds", "0.5"]);
    assert_eq!((hung["forfeits_b"]["time"].as_u64(), hung["restarts"][1].as_u64()), (Some(2), Some(1)), "{hung}");
    assert!(hung["notes"][0]["note"].as_str().unwrap().contains("no answer within 500ms"));
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    let resigned = against(&folder, "printf \"=%s resign\\n\\n\" $id; continue", &["--games", "2"]);
    assert_eq!((resigned["forfeits_b"]["resigned"].as_u64(), resigned["wins_a"].as_u64()), (Some(2), Some(2)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_that_cannot_be_started_or_refuses_the_game_is_an_error_before_the_first_game() {
    for (player, message) in [
        ("gtp: /no/such/program", "cannot be started"),
        ("gtp: sh -c 'echo sorry >&2; exit 1'", "its last words: sorry"),
        ("gtp:", "gtp: "),
    ] {
        let arguments: Vec<&str> = MATCH.iter().chain(&["--b", player, "--games", "2"]).copied().collect();
        let output = katsura(&arguments).assert().code(2).get_output().stderr.clone();
        let output = String::from_utf8(output).unwrap();
        assert!(output.contains(message) && output.lines().count() == 1, "{output}");
    }
}

#[test]
fn a_tournament_names_the_match_and_the_player_of_a_fault() {
    let folder = scratch("faulty");
    let (good, bad) = (program(&folder, ":"), program(&folder, "exit 3"));
    let arguments =
        ["tournament", "--game", "tic-tac-toe", "--player", &good, "--player", "random", "--player", &bad, "--games", "2"];
    let shown = String::from_utf8(katsura(&arguments).assert().success().get_output().stdout.clone()).unwrap();
    for name in ["1-3", "2-3"] {
        assert!(shown.contains(&format!("{name}: {bad} lost games off the board: ")), "{shown}");
    }
    let document = katsura(&arguments).arg("--json").assert().success().get_output().stdout.clone();
    let document: Value = serde_json::from_slice(&document).unwrap();
    let last = &document["matches"][2];
    assert!(
        (&last["a"], &last["b"]) == (&1.into(), &2.into()) && last["forfeits_b"]["crashed"].as_u64() > Some(0),
        "{last}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_player_that_cannot_play_is_found_before_the_first_game_of_many_matches() {
    let folder = scratch("early");
    let missing = "gtp: /no/such/program";
    let head = "title = 't'\nsource = 's'\nprotocol = 'p'\n[defaults]\ngame = { name = 'tic-tac-toe' }\nb = 'random'\nsimulations = 9\n";
    let rows = format!(
        "games = {{ quick = 2, full = 2 }}\n[[rows]]\nname = 'x'\na = 'uct'\n[[rows]]\nname = 'y'\na = '{missing}'\n"
    );
    let (file, out) = (folder.join("e.toml"), folder.join("out"));
    std::fs::write(&file, format!("{head}{rows}")).unwrap();
    let (file, path) = (file.to_str().unwrap(), out.to_str().unwrap());
    let common = ["--game", "tic-tac-toe", "--simulations", "9", "--games", "2", "--out", path];
    let tournament = ["tournament", "--player", "uct", "--player", "random", "--player", missing];
    let sweep = ["match", "--a", "uct", "--b", missing, "--sweep", "reuse=true,false"];
    for (arguments, place) in [
        (vec!["lab", "run", file, "--out", path], "e.toml:12: rows.y: "),
        (tournament.into_iter().chain(common).collect(), "1-3: "),
        (sweep.into_iter().chain(common).collect(), "reuse-true: "),
    ] {
        let told = String::from_utf8(katsura(&arguments).assert().code(2).get_output().stderr.clone()).unwrap();
        assert!(told.contains(&format!("{place}/no/such/program: ")) && !out.exists(), "{told}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_interrupt_ends_the_match_at_once_and_kills_the_program() {
    for signal in ["INT", "TERM"] {
        check_interrupt(signal);
    }
}

/// A match whose program hangs ends by this signal, and the program with it; as `nohup` starts it, it outlives its terminal.
fn check_interrupt(signal: &str) {
    let folder = scratch(signal);
    let pid_file = folder.join("pid");
    let player = program(&folder, &format!("echo $$ > {}; sleep 1000", pid_file.display()));
    let mut child = std::process::Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$@\"", "sh"])
        .arg(assert_cmd::cargo::cargo_bin("katsura"))
        .args([
            "match",
            "--game",
            "tic-tac-toe",
            "--a",
            "uct",
            "--simulations",
            "30",
            "--b",
            &player,
            "--reply-seconds",
            "500",
        ])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while std::fs::read_to_string(&pid_file).map_or(true, |text| text.trim().is_empty()) {
        assert!(Instant::now() < deadline, "the program was not asked for a second move");
        std::thread::sleep(Duration::from_millis(20));
    }
    let send = |child: &std::process::Child, signal: &str| {
        let sent = std::process::Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    };
    send(&child, "HUP");
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "the terminal has closed");
    send(&child, signal);
    let begin = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    assert!(String::from_utf8(output.stdout).unwrap().contains("interrupted"));
    let pid = std::fs::read_to_string(&pid_file).unwrap();
    let gone =
        std::process::Command::new("kill").args(["-0", pid.trim()]).stderr(std::process::Stdio::null()).status().unwrap();
    assert!(!gone.success(), "the program still runs after {signal}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_experiment_may_name_an_outside_program() {
    let folder = scratch("experiment");
    let text = format!(
        "title = 't'\nsource = 's'\nprotocol = 'p'\n[players]\ngood = \"gtp: sh {0}\"\n[[rows]]\nname = 'x'\n\
        game = {{ name = 'tic-tac-toe' }}\na = 'uct'\nb = \"good 'exit 1'\"\nsimulations = 20\nreply_seconds = 2.5\n\
        games = {{ quick = 4, full = 4 }}\n[[rows]]\nname = 'blind'\ngame = {{ name = 'tic-tac-toe' }}\na = 'blind-random'\n\
        b = 'random'\ngames = {{ quick = 40, full = 40 }}\n",
        folder.join("player.sh").display()
    );
    let (file, out) = (folder.join("e.toml"), folder.join("out"));
    std::fs::write(&file, text).unwrap();
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let told = katsura(&["lab", "run", file, "--out", out]).assert().success().get_output().stdout.clone();
    assert!(String::from_utf8(told).unwrap().contains("b lost games off the board: 4 by crash; was started again 3 times"));
    katsura(&["lab", "verify", out]).assert().success();
    let report = katsura(&["lab", "report", out, "--json"]).assert().success().get_output().stdout.clone();
    let report: Value = serde_json::from_slice(&report).unwrap();
    assert_eq!((report[0]["faults"][1].as_u64(), report[0]["restarts"][1].as_u64()), (Some(4), Some(3)));
    assert!(report[1]["faults"][0].as_u64().unwrap() > 10 && report[1]["ours"]["value"].as_f64().unwrap() < 0.3);
    let page = std::fs::read_to_string(Path::new(out).join("REPORT.md")).unwrap();
    assert!(page.contains("## Faults and restarts") && page.contains("ended without an answer"), "{page}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Whether a process runs.
#[cfg(target_os = "linux")]
fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|state| !state.is_empty() && !state.starts_with('Z'))
}

#[cfg(target_os = "linux")]
fn send(signal: &str, process: &str) {
    std::process::Command::new("kill").args([signal, process]).stderr(std::process::Stdio::null()).status().unwrap();
}

#[cfg(target_os = "linux")]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A match against a program that thinks for ever, with another one that it has started: the match, and the numbers of the two.
#[cfg(target_os = "linux")]
fn endless_match(folder: &Path, before: &str) -> (std::process::Child, Vec<String>) {
    let started = folder.join("started");
    let _ = std::fs::remove_file(&started);
    let deed = format!("sleep 1000 & echo $$ $! >{}; wait", started.display());
    let player = program(folder, &deed);
    let child = std::process::Command::new("sh")
        .args(["-c", &format!("{before} exec \"$@\""), "sh"])
        .arg(assert_cmd::cargo::cargo_bin("katsura"))
        .args(MATCH)
        .args(["--b", &player, "--games", "4"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let read = || std::fs::read_to_string(&started).unwrap_or_default();
    wait_until("the program thinks", || read().ends_with('\n'));
    (child, read().split_whitespace().map(str::to_string).collect())
}

#[cfg(target_os = "linux")]
#[test]
fn outside_programs_end_with_the_terminal() {
    let folder = scratch("hangup");
    let (mut child, programs) = endless_match(&folder, "trap - HUP;");
    send("-HUP", &child.id().to_string());
    child.wait().unwrap();
    wait_until("its programs are gone", || !programs.iter().any(|program| runs(program)));
    let (mut child, programs) = endless_match(&folder, "trap '' HUP;");
    send("-HUP", &child.id().to_string());
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none() && programs.iter().all(|program| runs(program)), "as nohup wants it");
    send("-TERM", &child.id().to_string());
    child.wait().unwrap();
    wait_until("its programs are gone", || !programs.iter().any(|program| runs(program)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn an_outside_program_ends_with_a_process_that_is_killed() {
    let folder = scratch("killed");
    let (mut child, programs) = endless_match(&folder, "");
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("the program is gone", || !runs(&programs[0]));
    send("-KILL", &programs[1]);
    std::fs::remove_dir_all(folder).unwrap();
}
