//! Matches and the laboratory as a user meets them.

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

const EXPERIMENT: &str = r#"
title = "Search beats chance"
source = "an example"
protocol = "tic-tac-toe"

[[rows]]
name = "uct"
game = { name = "tic-tac-toe" }
a = "uct memory_mib=16"
b = "random"
simulations = 60
openings = { kind = "random", plies = 1 }
games = { quick = 10, full = 240 }
claim = { kind = "side", threshold = 0.5 }
published = { value = 0.9, plus_minus = 0.1 }

[[rows]]
name = "flat"
game = { name = "tic-tac-toe" }
a = "flat-ucb memory_mib=16"
b = "random"
simulations = 40
games = { quick = 10, full = 240 }

[[bandits]]
name = "ucb1"
bandit = { means = { kind = "uniform", arms = 8 }, reward = { kind = "bernoulli" } }
protocol = { budgets = [16, 64] }
policy = { kind = "ucb1" }
repetitions = { quick = 100, full = 3000 }
"#;

const RECORDS: [&str; 3] = ["uct/games.jsonl", "flat/games.jsonl", "ucb1/batches.jsonl"];

fn katsura(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("katsura").unwrap();
    command.args(arguments);
    command
}

/// What a command that fails says.
fn failure(arguments: &[&str]) -> String {
    String::from_utf8(katsura(arguments).assert().code(1).get_output().stderr.clone()).unwrap()
}

/// A folder of this test's own with the experiment in it.
fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("katsura-lab-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("e.toml"), EXPERIMENT).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn records(out: &Path) -> Vec<Vec<u8>> {
    RECORDS.iter().map(|record| std::fs::read(out.join(record)).unwrap()).collect()
}

fn undisturbed(folder: &Path) -> Vec<Vec<u8>> {
    let (file, out) = (folder.join("e.toml"), folder.join("undisturbed"));
    katsura(&["lab", "run", text(&file), "--out", text(&out), "--threads", "1"]).assert().success();
    records(&out)
}

/// Runs the command, kills it at growing distances, and lets it end; how often it was killed.
fn run_and_kill(arguments: &[&str], mut milliseconds: u64) -> u32 {
    for kills in 0.. {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("katsura"))
            .args(arguments)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return kills;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        milliseconds += 7 + milliseconds * 2 / 5;
    }
    unreachable!("a run ends at last")
}

#[test]
fn a_run_killed_at_any_moment_ends_with_the_record_of_an_undisturbed_one() {
    let folder = scratch("kill");
    let whole = undisturbed(&folder);
    let file = folder.join("e.toml");
    let mut kills = 0;
    for threads in ["1", "2"] {
        for first in [3, 11] {
            let out = folder.join(format!("killed-{threads}-{first}"));
            let arguments = ["lab", "run", text(&file), "--out", text(&out), "--threads", threads];
            kills += run_and_kill(&arguments, first);
            assert!(records(&out) == whole, "{threads} threads");
        }
    }
    assert!(kills > 0, "the test must disturb");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn three_shards_merged_are_the_record_of_an_undisturbed_run() {
    let folder = scratch("shards");
    let whole = undisturbed(&folder);
    let file = folder.join("e.toml");
    for shard in ["2/3", "3/3", "1/3"] {
        let out = folder.join(format!("node-{}", &shard[..1]));
        let arguments = ["lab", "run", text(&file), "--out", text(&out), "--threads", "2", "--shard", shard];
        run_and_kill(&arguments, 9);
    }
    let nodes: Vec<PathBuf> = (1..=3).map(|node| folder.join(format!("node-{node}"))).collect();
    let merged = folder.join("merged");
    let error = failure(&["lab", "merge", text(&nodes[0]), text(&nodes[2]), "--out", text(&folder.join("gap"))]);
    assert!(error.contains("is missing: a shard is not there or not finished"), "{error}");
    katsura(&["lab", "merge", text(&nodes[2]), text(&nodes[0]), text(&nodes[1]), "--out", text(&merged)]).assert().success();
    assert!(records(&merged) == whole);
    katsura(&["lab", "verify", text(&merged), "--games", "30"]).assert().success();
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_longer_run_goes_on_where_a_quick_one_ended() {
    let folder = scratch("quick");
    let whole = undisturbed(&folder);
    let (file, out) = (folder.join("e.toml"), folder.join("out"));
    katsura(&["lab", "run", text(&file), "--out", text(&out), "--quick"]).assert().success();
    assert_ne!(records(&out), whole);
    katsura(&["lab", "run", text(&file), "--out", text(&out)]).assert().success();
    assert!(records(&out) == whole);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_changed_record_is_found_by_verify_and_a_changed_experiment_by_run() {
    let folder = scratch("verify");
    undisturbed(&folder);
    let out = folder.join("undisturbed");
    let record = out.join("flat/games.jsonl");
    let lines = std::fs::read_to_string(&record).unwrap();
    let changed = lines.replacen("\"reward_a\":1.0", "\"reward_a\":0.0", 1);
    std::fs::write(&record, changed).unwrap();
    assert!(failure(&["lab", "verify", text(&out)]).contains("1 games are not as recorded"));
    let file = folder.join("e.toml");
    std::fs::write(&file, EXPERIMENT.replace("simulations = 40", "simulations = 41")).unwrap();
    let error = failure(&["lab", "run", text(&file), "--out", text(&out)]);
    assert!(error.contains("belongs to a run with other players"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_report_has_table_plots_and_verdicts() {
    let folder = scratch("report");
    undisturbed(&folder);
    let out = folder.join("undisturbed");
    let output = katsura(&["lab", "report", text(&out)]).assert().success().get_output().stdout.clone();
    let table = String::from_utf8(output).unwrap();
    assert!(table.contains("reproduced") || table.contains("contradicted") || table.contains("undecided"), "{table}");
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("<svg") && !page.contains("NaN"), "{page}");
    let outside = page.matches("src=").count() + page.matches("href=").count();
    assert_eq!(outside, 0, "the page needs nothing from outside");
    assert!(std::fs::read_to_string(out.join("REPORT.md")).unwrap().contains("| uct |"));
    assert!(std::fs::read_to_string(out.join("plot.svg")).unwrap().starts_with("<svg"));
    let rows = katsura(&["lab", "report", text(&out), "--json"]).assert().success().get_output().stdout.clone();
    let rows: serde_json::Value = serde_json::from_slice(&rows).unwrap();
    assert_eq!((rows[0]["row"].as_str(), rows[0]["games"].as_u64()), (Some("uct"), Some(240)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_experiment_that_comes_along_can_be_run() {
    let output = katsura(&["lab", "list", "--json"]).assert().success().get_output().stdout.clone();
    let all: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert!(all.as_array().unwrap().iter().any(|experiment| experiment["name"] == "poolrave-havannah"));
    katsura(&["lab", "list", "uct-vs-random"]).assert().success();
    let plan = katsura(&["lab", "plan", "--score", "0.5432", "--json"]).assert().success().get_output().stdout.clone();
    let plan: serde_json::Value = serde_json::from_slice(&plan).unwrap();
    assert_eq!(plan["games"], 1052);
}

fn match_json(arguments: &[&str]) -> serde_json::Value {
    let common = ["match", "--game", "tic-tac-toe", "--a", "uct", "--b", "random", "--simulations", "50", "--json"];
    let all: Vec<&str> = common.into_iter().chain(arguments.iter().copied()).collect();
    serde_json::from_slice(&katsura(&all).assert().success().get_output().stdout).unwrap()
}

#[test]
fn the_json_of_a_match_has_the_promised_fields_and_does_not_depend_on_threads() {
    let one = match_json(&["--games", "40", "--threads", "1", "--openings-plies", "1"]);
    assert_eq!(one, match_json(&["--games", "40", "--threads", "2", "--openings-plies", "1"]));
    assert_eq!(one["games"], 40);
    assert_eq!(one["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 20);
    let wins = |key: &str| one[key].as_u64().unwrap();
    assert_eq!(wins("wins_a") + wins("wins_b") + wins("draws"), 40);
    let (score, interval) = (one["score_a"].as_f64().unwrap(), one["interval_95"].as_array().unwrap());
    assert!(interval[0].as_f64().unwrap() < score && score < interval[1].as_f64().unwrap() && score > 0.7);
    assert!(one["elo"].is_number() && one["first_player_score"].is_number());
    assert_eq!((one["seed"].as_u64(), one["config_hash"].as_str().unwrap().len()), (Some(1), 16));
}

#[test]
fn a_match_with_a_folder_goes_on_and_a_sequential_test_ends_it() {
    let folder = scratch("match");
    let out = folder.join("match");
    let first = match_json(&["--games", "20", "--out", text(&out)]);
    let more = match_json(&["--games", "60", "--out", text(&out)]);
    assert_eq!((first["games"].as_u64(), more["games"].as_u64()), (Some(20), Some(60)));
    assert_eq!(more, match_json(&["--games", "60"]));
    katsura(&["lab", "verify", text(&out), "--games", "8"]).assert().success();
    katsura(&["lab", "report", text(&out)]).assert().success();
    let tested = match_json(&["--games", "4000", "--sprt", "0,50"]);
    assert_eq!(tested["sprt"]["decision"], "high");
    assert!(tested["games"].as_u64().unwrap() < 4000);
    let other = ["match", "--game", "tic-tac-toe", "--a", "uct", "--b", "uct", "--games", "2", "--out", text(&out)];
    let error = failure(&other);
    assert!(error.contains("choose another folder"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}
