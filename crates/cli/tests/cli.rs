//! The command as a user meets it.

use assert_cmd::Command;
use std::path::PathBuf;

fn katsura(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("katsura").unwrap();
    command.args(arguments);
    command
}

/// One line on standard error, exit code 2, no panic.
fn refused(arguments: &[&str]) -> String {
    let output = katsura(arguments).assert().code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!message.contains("panicked"), "{message}");
    assert!(output.stdout.is_empty(), "nothing on standard output");
    message
}

fn scratch(name: &str, content: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("katsura-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    std::fs::write(&file, content).unwrap();
    file
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&katsura(arguments).assert().success().get_output().stdout).unwrap()
}

#[test]
fn every_command_explains_itself_with_examples() {
    let commands: &[&[&str]] = &[
        &[],
        &["games"],
        &["presets"],
        &["solve"],
        &["play"],
        &["analyze"],
        &["analysis"],
        &["gtp"],
        &["book"],
        &["book", "build"],
        &["book", "show"],
        &["match"],
        &["episodes"],
        &["tournament"],
        &["rules"],
        &["rules", "check"],
        &["exploit"],
        &["serve"],
        &["lab"],
        &["lab", "list"],
        &["lab", "run"],
        &["lab", "merge"],
        &["lab", "report"],
        &["lab", "verify"],
        &["lab", "plan"],
        &["lab", "pack"],
        &["lab", "sgf"],
        &["bench"],
        &["bench", "playouts"],
        &["bench", "search"],
        &["bench", "tree"],
    ];
    for command in commands {
        let output = katsura(command).arg("--help").assert().success().get_output().clone();
        let help = String::from_utf8(output.stdout).unwrap();
        let (_, examples) = help.split_once("Examples:").unwrap_or_else(|| panic!("{command:?}"));
        // a longer line is wrapped in the middle of a command
        assert!(examples.lines().all(|line| line.chars().count() < 80), "{command:?}");
    }
}

#[test]
fn an_analysis_is_the_same_to_the_byte() {
    for more in [&["--set", "search.seed=5"][..], &["--set", "search.parallel.kind=root", "--threads", "2"]] {
        let mut arguments = vec!["analyze", "--game", "tic-tac-toe", "--simulations", "3000", "--json"];
        arguments.extend(more);
        let run = || katsura(&arguments).assert().success().get_output().stdout.clone();
        assert_eq!(run(), run());
    }
}

#[test]
fn the_json_of_an_analysis_has_the_promised_fields() {
    let document = json(&["analyze", "--game", "tic-tac-toe", "--moves", "b2,a1", "--simulations", "500", "--json"]);
    assert_eq!(document["simulations"], 500);
    assert_eq!(document["moves"].as_array().unwrap().len(), 7);
    for field in ["move", "visits", "mean", "lower", "upper", "amaf_visits", "amaf_mean", "pv"] {
        assert!(!document["moves"][0][field].is_null(), "{field}");
    }
    assert!(document["best"].is_string() && document["nodes"].is_u64());
}

#[test]
fn episodes_of_a_problem_have_a_mean_with_its_interval() {
    let words = "episodes --game sailing --size 3 --player sr-cr --simulations 20 --episodes 8 --seed 3 --json";
    let run = || json(&words.split(' ').collect::<Vec<_>>());
    let (first, again) = (run(), run());
    for field in ["return_mean", "interval_95", "steps_mean", "config_hash", "seed", "episodes"] {
        assert!(!first[field].is_null() && first[field] == again[field], "{field}: {first} {again}");
    }
    let (mean, low) = (first["return_mean"].as_f64().unwrap(), first["interval_95"][0].as_f64().unwrap());
    assert!(low < mean && mean < 0.0, "costs are gains below zero: {first}");
    assert!(
        first["seconds_per_decision"].as_f64().unwrap() > 0.0 && first["simulations_per_second"].as_f64().unwrap() > 0.0
    );
    assert!(refused(&["episodes", "--game", "nim"]).contains("nim is a game of 2; episodes are for one player"));
    assert!(refused(&["episodes", "--game", "sailing", "--player", "rave"]).contains("search.select"));
    assert!(refused(&["episodes", "--game", "travel", "--set", "game.graph=p 2 1; e 1 2 7 1"]).contains("probability"));
}

#[test]
fn the_json_of_the_benchmarks_has_the_promised_fields() {
    let playouts = json(&["bench", "playouts", "--game", "tic-tac-toe", "--seconds", "0.1", "--json"]);
    for field in ["playouts_per_second", "moves_per_playout", "first_player_reward", "threads"] {
        assert!(playouts[field].is_number(), "{field}");
    }
    assert!(playouts.get("batched_playouts_per_second").is_some());
    let search = json(&["bench", "search", "--game", "tic-tac-toe", "--simulations", "2000", "--json"]);
    for field in ["simulations_per_second", "playout_share", "nodes", "bytes_per_node", "threads"] {
        assert!(search[field].is_number(), "{field}");
    }
    assert_eq!(
        json(&["bench", "tree", "--game", "tic-tac-toe", "--simulations", "100", "--json"])["tenths"]
            .as_array()
            .unwrap()
            .len(),
        10
    );
}

#[test]
fn games_and_presets_are_listed() {
    let games = json(&["games", "--json"]);
    assert!(games.as_array().unwrap().iter().any(|game| game["name"] == "tic-tac-toe" && game["version"].is_u64()));
    let text = katsura(&["presets", "uct"]).assert().success().get_output().stdout.clone();
    let file = scratch("uct.toml", &text);
    katsura(&["analyze", "--game", "tic-tac-toe", "--simulations", "10", "--player", file.to_str().unwrap()])
        .assert()
        .success();
}

#[test]
fn flags_change_the_game_of_a_players_file() {
    let file = scratch("havannah.toml", b"[game]\nname = \"havannah\"\nsize = 4\nswap = true\n[search]\nmemory_mib = 16\n");
    let game = |more: &[&str]| {
        let arguments = ["analyze", "--simulations", "10", "--json", "--player", file.to_str().unwrap()];
        json(&[&arguments[..], more].concat())["game"].clone()
    };
    assert_eq!(game(&[]), serde_json::json!({"name": "havannah", "size": 4, "swap": true}));
    assert_eq!(game(&["--size", "3"]), serde_json::json!({"name": "havannah", "size": 3, "swap": true}));
    assert_eq!(game(&["--set", "game.swap=false"]), serde_json::json!({"name": "havannah", "size": 4, "swap": false}));
    assert_eq!(game(&["--game", "tic-tac-toe"]), serde_json::json!({"name": "tic-tac-toe"}));
}

#[test]
fn wrong_use_is_one_clear_line_and_exit_code_2() {
    let empty = scratch("empty.toml", b"");
    let noise = scratch("noise.toml", &vec![0x9f; 100 << 20]);
    let cases: &[(&[&str], &str)] = &[
        (&["--moves", "b2 b2"], "move 2: b2: illegal move"),
        (&["--moves", "z9"], "expected a cell from a1 to c3"),
        (&["--size", "99"], "--size: tic-tac-toe has no size; it has no parameters; leave --size out"),
        (&["--player", "uct", "--set", "search.select.explore.cc=1"], "known here: c, form, kind"),
        (&["--set", "nonsense"], "expected key=value"),
        (&["--player", "utc"], "unknown preset 'utc'"),
        (&["--player", empty.to_str().unwrap()], "the table [search] is missing"),
        (&["--player", noise.to_str().unwrap()], "has 104857600 bytes"),
        (&["--player", empty.parent().unwrap().to_str().unwrap()], "is not a file"),
        (&["--player", "gtp: gnugo"], "an outside program plays in match, tournament and lab run only"),
        (&["--out-sgf", "x.sgf"], "--move and --out-sgf go with --sgf FILE"),
        (&["--move", "3"], "--move and --out-sgf go with --sgf FILE"),
    ];
    for (arguments, expected) in cases {
        let all: Vec<&str> = ["analyze", "--game", "tic-tac-toe"].iter().chain(*arguments).copied().collect();
        let message = refused(&all);
        assert!(message.contains(expected) && message.trim_end().lines().count() == 1, "{arguments:?}: {message}");
    }
    assert!(refused(&["analyze", "--game", "chess"]).contains("tic-tac-toe"));
    let message = refused(&["analyze", "--game", "connect-four", "--size", "8"]);
    assert!(message.contains("connect-four has no size; its parameters are set as in"), "{message}");
    assert!(message.contains("--set game.width=7") && message.contains("--set game.height=6"), "{message}");
    assert!(refused(&["match", "--game", "hex", "--komi", "0.5", "--a", "uct", "--b", "uct"]).contains("hex has no komi"));
    assert!(refused(&["analyze", "--size", "99"]).contains("game.size"));
    let record = scratch("b.sgf", b"(;GM[1]SZ[5];B[aa])");
    let message = refused(&["analyze", "--sgf", record.to_str().unwrap(), "--set", "game.komi=0.5"]);
    assert!(message.contains("the game is that of the record"), "{message}");
    assert!(refused(&["analysis", "--set", "game.size=5"]).contains("the game is that of each query"));
    for target in [&["analyze", "--sgf", record.to_str().unwrap(), "--out-sgf"][..], &["book", "build", "--out"]] {
        let all: Vec<&str> = target.iter().copied().chain(["/no/such/folder/x"]).collect();
        assert!(refused(&all).contains("its folder does not exist"), "before the first search");
    }
    let message = refused(&["bench", "search", "--game", "tic-tac-toe", "--player", "random"]);
    assert!(message.contains("it makes no simulations"), "{message}");
    refused(&["fly"]);
    std::fs::remove_dir_all(empty.parent().unwrap()).unwrap();
}

#[test]
fn negative_numbers_are_values_that_options_take_or_refuse_themselves() {
    let go = ["analyze", "--size", "5", "--simulations", "10", "--player", "uct", "--json"];
    let komi = |more: &[&str]| json(&[&go, more].concat())["game"]["komi"].as_f64();
    assert_eq!((komi(&["--komi", "-3.5"]), komi(&["--komi", "2"])), (Some(-3.5), Some(2.0)));
    let cases: &[(&[&str], &str)] = &[
        (&["analyze", "--seed", "-1"], "'-1' for '--seed"),
        (&["analyze", "--komi", "nan"], "komi"),
        (&["analyze", "--seconds", "-1"], "'-1' for '--seconds <S>': expected seconds above 0"),
        (&["analyze", "--simulations", "-5"], "'-5' for '--simulations"),
        (&["match", "--a", "uct", "--b", "uct", "--width", "-0.5"], "expected a number between 0 and 1"),
        (&["bench", "playouts", "--seconds", "-1"], "expected seconds above 0"),
        (&["lab", "plan", "--score", "-1"], "expected a number between 0 and 1"),
    ];
    for (arguments, expected) in cases {
        let message = refused(arguments);
        assert!(message.contains(expected) && !message.contains("unexpected argument"), "{arguments:?}: {message}");
    }
}

#[test]
fn the_best_move_heads_the_table_when_visits_tie() {
    for seed in 1..=12 {
        let seed = seed.to_string();
        let arguments = ["analyze", "--game", "tic-tac-toe", "--player", "uct", "--simulations", "9", "--seed", &seed];
        let document = json(&[&arguments[..], &["--json"]].concat());
        assert_eq!(document["moves"][0]["move"], document["best"], "seed {seed}");
        let text = String::from_utf8(katsura(&arguments).assert().success().get_output().stdout.clone()).unwrap();
        let below = |line: &&str| line.starts_with("move ");
        let first = text.lines().skip_while(|line| !below(line)).nth(1).and_then(|line| line.split_whitespace().next());
        assert!(text.contains(&format!("best {};", first.unwrap())), "seed {seed}: {text}");
    }
}

#[test]
fn a_person_can_play_a_whole_game() {
    let mut play = katsura(&["play", "--game", "tic-tac-toe", "--simulations", "200"]);
    let output = play.write_stdin("help\nnonsense\nb2\nundo\nhint\nb2\nquit\n").assert().success().get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("katsura plays") && text.contains("is not a move") && text.contains("Try "), "{text}");
}

#[test]
fn the_tree_grows_for_a_time_and_ends_with_the_proof() {
    let grown = |more: &[&str]| {
        let common = ["bench", "tree", "--game", "tic-tac-toe", "--json"];
        json(&common.iter().chain(more).copied().collect::<Vec<_>>())["tenths"].as_array().unwrap().clone()
    };
    let by_time = grown(&["--player", "uct", "--seconds", "0.05"]);
    assert!(by_time.len() == 10 && by_time[9]["simulations"].as_u64().unwrap() < 1_000_000, "{by_time:?}");
    let proven = grown(&["--player", "strong", "--simulations", "1000000"]);
    assert!(proven.iter().all(|tenth| tenth["microseconds_per_simulation"].as_f64().unwrap() > 0.05), "{proven:?}");
}

#[test]
fn a_closed_pipe_is_no_accident() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("katsura"))
        .args(["analyze", "--game", "tic-tac-toe", "--simulations", "10", "--json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

/// A sheet of this project.
fn sheet(name: &str) -> String {
    format!("{}/../../rules/examples/{name}.kif", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_rule_file_is_checked() {
    let checked = json(&["rules", "check", &sheet("tic-tac-toe"), "--json"]);
    assert_eq!((&checked["language"], &checked["moves"]), (&"gdl".into(), &20.into()));
    assert_eq!(checked["roles"], serde_json::json!(["x", "o"]));
    assert!(
        checked["gates"].as_u64().unwrap() > 0
            && checked["seconds"].is_number()
            && checked["warnings"] == serde_json::json!([])
    );
    let file = scratch("wrong.kif", b"(role me)\n(legal me");
    let output = katsura(&["rules", "check", file.to_str().unwrap()]).assert().code(1).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("wrong.kif:2:1: '(' is never closed; add the ')' it belongs to"), "{message}");
}

#[test]
fn a_rule_file_stands_where_a_game_is_named() {
    let file = sheet("tic-tac-toe");
    let moves = "mark.1.1 mark.2.1 mark.1.2 mark.2.2";
    let arguments = ["analyze", "--game", &file, "--moves", moves, "--player", "uct", "--simulations", "2000", "--json"];
    assert_eq!(json(&arguments)["best"], "mark.1.3");
    let arguments =
        ["match", "--game", &file, "--a", "uct", "--b", "random", "--simulations", "50", "--games", "4", "--json"];
    assert_eq!(json(&arguments)["games"], 4);
    assert!(refused(&["analyze", "--game", "nowhere.kif"]).contains("nowhere.kif"));
}

#[test]
fn how_far_a_player_can_be_exploited_is_worked_out_exactly() {
    let found = json(&["exploit", "--game", "kuhn", "--player", "random", "--json"]);
    let near = |key: &str, expected: f64| (found[key].as_f64().unwrap() - expected).abs() < 1e-9;
    assert!(near("value", 0.125) && near("nash_conv", 11.0 / 12.0) && near("exploitability", 11.0 / 24.0), "{found}");
    assert_eq!((&found["information_sets"], found["best_responses"].as_array().unwrap().len()), (&12.into(), 2));
    assert_eq!((found["config_hash"].as_str().unwrap().len(), &found["seed"]), (16, &1.into()));
    let solved = json(&["exploit", "--game", "kuhn", "--player", "cfr-plus", "--simulations", "500", "--json"]);
    assert!(solved["exploitability"].as_f64().unwrap() < 0.002, "{solved}");
}

#[test]
fn answers_are_kept_and_those_of_another_player_refused() {
    let file = scratch("answers.jsonl", b"");
    let file = file.to_str().unwrap();
    let ask = ["exploit", "--game", "kuhn", "--player", "so-ismcts", "--simulations", "50", "--out", file];
    katsura(&ask).assert().success();
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.lines().count(), 13, "a header, and a line for each set");
    katsura(&ask).assert().success();
    assert_eq!(std::fs::read_to_string(file).unwrap(), text);
    let other = refused(&["exploit", "--game", "kuhn", "--player", "pimc", "--simulations", "50", "--out", file]);
    assert!(other.contains("line 1: another player"), "{other}");
}

#[test]
fn what_has_no_policy_is_refused() {
    let refused = |game: &str, player: &str| refused(&["exploit", "--game", game, "--player", player]);
    assert!(refused("kuhn", "uct information=perfect").contains("sees what is hidden"));
    assert!(refused("kuhn", "cfr algorithm.positions=50").contains("more than 50 positions"));
}

/// A person is told neither the other's card nor which squares the other has tried.
#[test]
fn a_person_at_the_terminal_sees_what_a_seat_sees() {
    let play = |game: &str, said: &str| {
        let mut play = katsura(&["play", "--game", game, "--player", "so-ismcts", "--simulations", "50", "--seed", "3"]);
        let output = play.write_stdin(said.to_string()).assert().success().get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = play("leduc", "call\nquit\n");
    assert!(text.contains("Second ?") && text.contains("katsura plays"), "{text}");
    let text = play("phantom-ttt", "b2\nquit\n");
    let shows = |line: &str| line.starts_with(['1', '2', '3']) && line.contains('O');
    assert!(text.contains("katsura moves") && !text.contains("katsura plays") && !text.lines().any(shows), "{text}");
    let text = play("kuhn", "bet\n");
    assert!(text.contains("The game is over: ") && !text.contains("a draw"), "{text}");
}
