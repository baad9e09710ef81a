//! Matches and the laboratory as a user meets them.

use assert_cmd::Command;
use katsura_game::Rng;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

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

[[probes]]
name = "values"
game = { name = "tic-tac-toe" }
player = "uct memory_mib=16"
positions = { kind = "self_play", player = "random memory_mib=1", simulations = 1, plies = [0, 4] }
simulations = [10, 20, 40]
repetitions = { quick = 10, full = 100 }
reference = "values"
"#;

const RECORDS: [&str; 4] = ["uct/games.jsonl", "flat/games.jsonl", "ucb1/batches.jsonl", "values/probes.jsonl"];

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

fn start(arguments: &[&str]) -> std::process::Child {
    let program = assert_cmd::cargo::cargo_bin("katsura");
    std::process::Command::new(program).args(arguments).stdout(Stdio::null()).spawn().unwrap()
}

/// Runs the command again and again, kills it -9 at random moments, and lets it end at last; how often it was still running when it was killed.
fn run_and_kill(arguments: &[&str], moments: impl Iterator<Item = Duration>) -> u32 {
    let mut kills = 0;
    for moment in moments {
        let mut child = start(arguments);
        std::thread::sleep(moment);
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(start(arguments).wait().unwrap().success());
    kills
}

/// So many random moments, on average a twelfth of the time that the whole takes.
fn moments(rng: &mut Rng, count: u32, whole: Duration) -> impl Iterator<Item = Duration> {
    (0..count).map(move |_| whole.mul_f64(rng.unit() / 6.0))
}

#[test]
fn a_run_killed_at_ten_random_moments_ends_with_the_record_of_an_undisturbed_one() {
    let folder = scratch("kill");
    let begin = Instant::now();
    let whole = undisturbed(&folder);
    let (file, time, mut rng) = (folder.join("e.toml"), begin.elapsed(), Rng::new(9));
    for threads in ["1", "2"] {
        let out = folder.join(format!("killed-{threads}"));
        let arguments = ["lab", "run", text(&file), "--out", text(&out), "--threads", threads];
        let kills = run_and_kill(&arguments, moments(&mut rng, 10, time));
        assert!(kills > 4, "the test must disturb: {kills} of 10 moments");
        assert!(records(&out) == whole, "{threads} threads");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn three_shards_killed_and_merged_are_the_record_of_an_undisturbed_run() {
    let folder = scratch("shards");
    let begin = Instant::now();
    let whole = undisturbed(&folder);
    let (file, time, mut rng) = (folder.join("e.toml"), begin.elapsed() / 3, Rng::new(10));
    for shard in ["2/3", "3/3", "1/3"] {
        let out = folder.join(format!("node-{}", &shard[..1]));
        let arguments = ["lab", "run", text(&file), "--out", text(&out), "--threads", "2", "--shard", shard];
        run_and_kill(&arguments, moments(&mut rng, 4, time));
    }
    let nodes: Vec<PathBuf> = (1..=3).map(|node| folder.join(format!("node-{node}"))).collect();
    let merged = folder.join("merged");
    katsura(&["lab", "pack", text(&nodes[1])]).assert().success();
    for [one, other] in [[0, 2], [0, 1]] {
        let error = failure(&["lab", "merge", text(&nodes[one]), text(&nodes[other]), "--out", text(&folder.join("gap"))]);
        assert!(error.contains("is missing: a shard is not there or not finished"), "{error}");
    }
    katsura(&["lab", "merge", text(&nodes[2]), text(&nodes[0]), text(&nodes[1]), "--out", text(&merged)]).assert().success();
    assert!(records(&merged) == whole);
    katsura(&["lab", "verify", text(&merged), "--games", "30"]).assert().success();
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_packed_run_is_reported_verified_shown_as_sgf_and_gone_on_with() {
    let folder = scratch("packed");
    let whole = undisturbed(&folder);
    let (file, out) = (folder.join("e.toml"), folder.join("out"));
    let run = |more: &[&str]| {
        let arguments: Vec<&str> = ["lab", "run", text(&file), "--out", text(&out)].iter().chain(more).copied().collect();
        katsura(&arguments).assert().success();
    };
    run(&["--quick"]);
    katsura(&["lab", "pack", text(&out)]).assert().success();
    run(&["--quick"]);
    let is_packed = |record: &str| !out.join(record).exists() && out.join(format!("{record}.zst")).exists();
    assert!(RECORDS.iter().all(|record| is_packed(record)), "there was nothing to add");
    katsura(&["lab", "verify", text(&out)]).assert().success();
    katsura(&["lab", "report", text(&out)]).assert().success();
    katsura(&["lab", "sgf", text(&out)]).assert().success();
    let games = std::fs::read_to_string(out.join("uct/games.sgf")).unwrap();
    assert_eq!((games.matches("GM[tic-tac-toe]").count(), games.matches("PB[uct memory_mib=16]").count()), (10, 5));
    let one = katsura(&["lab", "sgf", text(&out.join("uct")), "--game", "3"]).assert().success().get_output().stdout.clone();
    assert!(String::from_utf8(one).unwrap().contains("EV[game 3]"));
    run(&[]);
    assert!(records(&out) == whole);
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
    assert!(table.contains("Side of ") && table.contains("p (Holm)"), "{table}");
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("<svg") && !page.contains("NaN"), "{page}");
    let outside = page.matches("src=").count() + page.matches("href=").count();
    assert_eq!(outside, 0, "the page needs nothing from outside");
    let markdown = std::fs::read_to_string(out.join("REPORT.md")).unwrap();
    assert!(markdown.contains("| uct |") && markdown.contains("p (Holm)"), "{markdown}");
    for plot in ["curves.svg", "errors.svg", "regrets.svg"] {
        assert!(markdown.contains(plot) && std::fs::read_to_string(out.join(plot)).unwrap().starts_with("<svg"), "{plot}");
    }
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
    let list = katsura(&["lab", "list", "exploration-constant"]).assert().success().get_output().stdout.clone();
    assert!(!String::from_utf8(list).unwrap().contains("0 errors"));
    let usage = katsura(&["lab", "plan"]).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(usage).unwrap().contains("--half-width"));
    katsura(&["match", "--game", "tic-tac-toe", "--a", "uct", "--b", "uct", "--lanes", "0"]).assert().code(2);
    let plan = katsura(&["lab", "plan", "--score", "0.5432", "--json"]).assert().success().get_output().stdout.clone();
    let plan: serde_json::Value = serde_json::from_slice(&plan).unwrap();
    assert_eq!(plan["games"], 1052);
    let rows = katsura(&["lab", "plan", "--experiment", "poolrave-havannah", "--json"]).assert().success();
    let rows: serde_json::Value = serde_json::from_slice(&rows.get_output().stdout).unwrap();
    assert_eq!((&rows[0]["row"], &rows[0]["games"]), (&"p50-k10".into(), &10_000.into()));
    let [side, size] = ["side", "size"].map(|key| rows[0][key].as_u64().unwrap());
    assert!(1000 < side && side < 1100 && size > side, "{rows}");
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
    let verified = katsura(&["lab", "verify", text(&out), "--games", "5"]).assert().success().get_output().stdout.clone();
    assert!(String::from_utf8(verified).unwrap().contains("5 of 5 games are the same (60 recorded)"));
    katsura(&["lab", "report", text(&out)]).assert().success();
    let like = ["lab", "plan", "--score", "0.6", "--like", text(&out)];
    let planned = || String::from_utf8(katsura(&like).assert().success().get_output().stdout.clone()).unwrap();
    assert!(planned().ends_with("minutes here\n"), "{}", planned());
    let by_pairs = json(&["lab", "plan", "--score", "0.6", "--like", text(&out), "--json"]);
    let independent = json(&["lab", "plan", "--score", "0.6", "--json"]);
    assert!(by_pairs["pair_variance"].as_f64().unwrap() < 0.125 && independent["pair_variance"].is_null());
    assert!(by_pairs["games"].as_u64() < independent["games"].as_u64(), "{by_pairs}: most pairs are won");
    let timing = std::fs::read_to_string(out.join("timing.jsonl")).unwrap();
    std::fs::write(out.join("timing.jsonl"), timing.replace("\"cores\":", "\"cores\":9")).unwrap();
    assert!(planned().contains("minutes on that machine ("), "{}", planned());
    let tested = match_json(&["--games", "4000", "--sprt", "0,50"]);
    assert_eq!(tested["sprt"]["decision"], "high");
    assert!(tested["games"].as_u64().unwrap() < 4000);
    assert!(tested["normalised_elo_interval_95"][0].as_f64().unwrap() < tested["normalised_elo"].as_f64().unwrap());
    let swept = ["match", "--game", "connect-four", "--a", "uct", "--b", "blind-random", "--simulations", "50"];
    let swept: Vec<&str> = swept.into_iter().chain(["--games", "400", "--sprt", "0,50", "--json"]).collect();
    let swept = json(&swept);
    assert_eq!((&swept["sprt"]["decision"], &swept["score_a"]), (&"high".into(), &1.0.into()), "{swept}");
    let sprt = &swept["sprt"];
    assert!(sprt["llr"].as_f64() >= sprt["bounds"][1].as_f64(), "the ratio that decided is shown: {sprt}");
    let other = ["match", "--game", "tic-tac-toe", "--a", "uct", "--b", "uct", "--games", "2", "--out", text(&out)];
    let error = failure(&other);
    assert!(error.contains("choose another folder"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_that_another_program_began_is_gone_on_with_and_told() {
    let folder = scratch("handover");
    let out = folder.join("out");
    let go_on = |games: &str, commit: &str| {
        let common = ["match", "--game", "tic-tac-toe", "--a", "random", "--b", "random", "--games", games];
        let mut command = katsura(&common);
        let output = command.args(["--out", text(&out)]).env("KATSURA_COMMIT", commit).assert().success();
        String::from_utf8(output.get_output().stderr.clone()).unwrap()
    };
    assert_eq!((go_on("4", "abc"), go_on("6", "abc")), (String::new(), String::new()));
    let manifest: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(out.join("manifest.json")).unwrap()).unwrap();
    let binary = manifest["provenance"]["binary"].as_str().unwrap();
    assert_eq!(binary.len(), 16);
    for name in ["manifest.json", "timing.jsonl"] {
        let noted = std::fs::read_to_string(out.join(name)).unwrap();
        std::fs::write(out.join(name), noted.replace(binary, "0123456789abcdef")).unwrap();
    }
    assert_eq!(go_on("6", "abd"), "", "there is nothing left to play");
    let told = go_on("8", "abd");
    assert!(told.contains("commit abc, binary 0123456789abcdef, going on with version "), "{told}");
    assert!(told.contains(", commit abd, binary ") && told.lines().count() == 1, "{told}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// What git does in a folder.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = std::process::Command::new("git").arg("-C").arg(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

#[test]
fn a_manifest_names_the_commit_of_the_build_wherever_the_program_lies() {
    let folder = scratch("commit");
    let [checkout, out] = ["checkout", "out"].map(|name| folder.join(name));
    std::fs::create_dir_all(checkout.join("crates/lab")).unwrap();
    std::fs::write(checkout.join("crates/lab/Cargo.toml"), "name = \"katsura-lab\"\n").unwrap();
    git(&checkout, &["init"]);
    git(&checkout, &["add", "."]);
    git(&checkout, &["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-m", "another commit"]);
    let program = checkout.join("katsura");
    std::fs::copy(assert_cmd::cargo::cargo_bin("katsura"), &program).unwrap();
    let game = ["match", "--game", "tic-tac-toe", "--a", "random", "--b", "random", "--games", "2", "--out", text(&out)];
    Command::new(&program).args(game).env_remove("KATSURA_COMMIT").assert().success();
    let manifest = std::fs::read_to_string(out.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_ne!(manifest["provenance"]["commit"], git(&checkout, &["rev-parse", "HEAD"]), "{manifest}");
    std::fs::remove_dir_all(folder).unwrap();
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&katsura(arguments).assert().success().get_output().stdout).unwrap()
}

#[test]
fn openings_of_a_file_begin_the_games_and_their_hash_is_kept() {
    let folder = scratch("openings");
    let (file, out) = (folder.join("openings.txt"), folder.join("out"));
    std::fs::write(&file, "# two openings\nb2 a1 # the centre\na1\n").unwrap();
    match_json(&["--games", "8", "--openings", text(&file), "--out", text(&out)]);
    let record = std::fs::read_to_string(out.join("games.jsonl")).unwrap();
    let begin =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["moves"].as_str().unwrap()[..2].to_string();
    assert_eq!(record.lines().map(begin).collect::<Vec<_>>(), ["b2", "b2", "a1", "a1", "b2", "b2", "a1", "a1"]);
    let manifest = std::fs::read_to_string(out.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["work"]["contest"]["openings"]["hash"].as_str().unwrap().len(), 16);
    std::fs::remove_file(&file).unwrap();
    katsura(&["lab", "verify", text(&out)]).assert().success();
    let missing = ["match", "--game", "tic-tac-toe", "--a", "uct", "--b", "uct", "--openings", text(&file)];
    katsura(&missing).assert().code(2);
    let (book, out) = (folder.join("book.json"), folder.join("booked"));
    let build = ["book", "build", "--game", "tic-tac-toe", "--player", "uct", "--simulations", "200", "--positions", "12"];
    katsura(&build).args(["--out", text(&book)]).assert().success();
    match_json(&["--games", "8", "--openings-book", text(&book), "--out", text(&out)]);
    let record = std::fs::read_to_string(out.join("games.jsonl")).unwrap();
    assert!(record.lines().all(|line| !line.contains("\"opening\":0")), "{record}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_ends_when_its_anytime_interval_is_narrow_enough() {
    let done = match_json(&["--games", "4000", "--width", "0.2"]);
    let interval = done["anytime_interval_95"].as_array().unwrap();
    let (low, high) = (interval[0].as_f64().unwrap(), interval[1].as_f64().unwrap());
    assert!(high - low < 0.2 && done["games"].as_u64().unwrap() < 1000, "{done}");
    let shorter = match_json(&["--games", &(done["games"].as_u64().unwrap() - 2).to_string(), "--width", "0.2"]);
    let interval = shorter["anytime_interval_95"].as_array().unwrap();
    assert!(interval[1].as_f64().unwrap() - interval[0].as_f64().unwrap() >= 0.2, "it ended at the first chance");
}

#[test]
fn a_sweep_plays_every_point_and_corrects_for_their_number() {
    let folder = scratch("sweep");
    let out = folder.join("out");
    let sweep = ["--sweep", "select.explore.c=0.1,0.7", "--sweep", "reuse=true,false"];
    let common = ["match", "--game", "tic-tac-toe", "--a", "uct", "--b", "random", "--simulations", "20", "--games", "6"];
    let all: Vec<&str> = common.iter().chain(&sweep).chain(&["--json", "--out", text(&out)]).copied().collect();
    let points = json(&all);
    let names: Vec<&str> = points.as_array().unwrap().iter().map(|point| point["point"].as_str().unwrap()).collect();
    assert_eq!(names, ["c-0.1-reuse-true", "c-0.1-reuse-false", "c-0.7-reuse-true", "c-0.7-reuse-false"]);
    assert!(points.as_array().unwrap().iter().all(|point| point["games"] == 6 && point["holm_p_value"].is_number()));
    assert!(out.join("c-0.7-reuse-true/games.jsonl").exists());
    let wrong: Vec<&str> = common.iter().chain(&["--sweep", "select.explore.d=1,2"]).copied().collect();
    katsura(&wrong).assert().code(2);
    let twice = ["--sweep", "select.explore.c=1,2", "--sweep", "select.explore.c=3"];
    katsura(&common.iter().chain(&twice).copied().collect::<Vec<_>>()).assert().code(2);
    let outside = ["match", "--game", "tic-tac-toe", "--a", "gtp: cat", "--b", "uct", "--sweep", "select.explore.c=1,2"];
    let told = katsura(&outside).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(told).unwrap().contains("an outside program has no parameters"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_sweep_tells_how_games_were_lost_off_the_board() {
    let folder = scratch("sweep-faults");
    let program = folder.join("bad.sh");
    let script = "while read number command; do\n case \"$command\" in genmove*) echo \"=$number z99\";; *) echo \"=$number\";; esac\n echo\ndone\n";
    std::fs::write(&program, script).unwrap();
    let b = format!("gtp: sh {}", text(&program));
    let arguments = ["match", "--game", "tic-tac-toe", "--a", "uct", "--b", &b, "--simulations", "5", "--games", "2"];
    let output = katsura(&arguments).args(["--sweep", "select.explore.c=1,2"]).assert().success().get_output().clone();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("c-1: b lost games off the board") && shown.contains("c-2: b lost"), "{shown}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_run_goes_on_when_nobody_reads_and_one_of_nothing_is_refused() {
    let folder = scratch("unread");
    let (file, out) = (folder.join("e.toml"), folder.join("out"));
    let mut child = start(&["lab", "run", text(&file), "--quick", "--out", text(&out)]);
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    assert!(records(&out).iter().all(|record| !record.is_empty()) && out.join("REPORT.md").exists());
    std::fs::write(&file, "title = 't'\nsource = 's'\nprotocol = 'p'\n").unwrap();
    katsura(&["lab", "run", text(&file), "--out", text(&out)]).assert().code(2);
    katsura(&["lab", "sgf", text(&out), "--game", "99999"]).assert().code(2);
    katsura(&["lab", "sgf", text(&out.join("ucb1"))]).assert().code(1);
    assert!(
        failure(&["match", "--game", "tic-tac-toe", "--a", "uct", "--b", "uct", "--out", text(&file)]).contains("is a file")
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_plan_has_no_fewer_games_than_can_decide() {
    assert_eq!(json(&["lab", "plan", "--score", "0.999", "--json"])["games"], 12);
    assert_eq!(json(&["lab", "plan", "--score", "0.55", "--power", "0.9", "--json"])["games"], 1052);
}

#[test]
fn a_stop_rule_leaves_a_trace_in_manifest_report_sweep_and_tournament() {
    let folder = scratch("stop");
    let (out, sweep, all) = (folder.join("match"), folder.join("sweep"), folder.join("all"));
    let rules = ["--games", "4000", "--sprt", "0,50"];
    let tested = match_json(&[&rules[..], &["--out", text(&out)]].concat());
    assert_eq!((&tested["stopped_by"], &tested["biased_by_stop"]), (&"sprt".into(), &true.into()), "{tested}");
    let manifest = std::fs::read_to_string(out.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(
        (&manifest["stop_rules"][0]["sprt"]["elo1"], &manifest["config_hash"]),
        (&50.0.into(), &tested["config_hash"])
    );
    let report = json(&["lab", "report", text(&out), "--json"]);
    assert_eq!(
        (&report[0]["stop"]["sprt"], &report[0]["stop"]["stopped_by"]),
        (&tested["sprt"], &"sprt".into()),
        "{report}"
    );
    let games = tested["games"].to_string();
    match_json(&["--games", &games, "--out", text(&out)]);
    let again = json(&["lab", "report", text(&out), "--json"]);
    assert_eq!(again[0]["stop"]["biased_by_stop"], true, "a run that plays nothing changes nothing");
    let page = std::fs::read_to_string(out.join("REPORT.md")).unwrap();
    assert!(
        page.contains("## Stop rules") && page.contains("sequential test between 0 and 50 normalised Elo | high |"),
        "{page}"
    );
    assert_eq!(page.matches("(biased by the stop)").count(), 3, "score and both Elo: {page}");
    let game = ["--game", "tic-tac-toe", "--simulations", "50"];
    let swept = ["match", "--a", "uct", "--b", "random", "--sweep", "reuse=true,false"];
    let swept: Vec<&str> = [&swept[..], &game, &rules, &["--out", text(&sweep)]].concat();
    let shown = String::from_utf8(katsura(&swept).assert().success().get_output().stdout.clone()).unwrap();
    assert!(shown.contains("reuse-false: sequential test between 0 and 50 normalised Elo: high; LLR "), "{shown}");
    assert!(shown.contains("stopped by --sprt after ") && shown.contains(" (biased by the stop)"), "{shown}");
    let played = ["tournament", "--player", "uct", "--player", "random"];
    let played: Vec<&str> = [&played[..], &game, &rules, &["--out", text(&all)]].concat();
    let shown = String::from_utf8(katsura(&played).assert().success().get_output().stdout.clone()).unwrap();
    assert!(shown.contains("1-2: sequential test") && shown.contains("the ratings are biased by the stop"), "{shown}");
    let table = json(&[&played[..], &["--json"]].concat());
    assert_eq!(
        (&table["matches"][0]["sprt"]["decision"], &table["matches"][0]["stopped_by"]),
        (&"high".into(), &"sprt".into())
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_report_names_its_rows_and_has_win_types_speed_and_the_command_that_repeats_a_row() {
    let folder = scratch("repeat");
    let (out, again) = (folder.join("out"), folder.join("again"));
    let sweep =
        ["match", "--a", "uct select.explore.c=0.4", "--b", "random", "--sweep", "reuse=true,false", "--out", text(&out)];
    let more =
        ["--game", "havannah", "--size", "3", "--simulations", "20", "--games", "6", "--openings-plies", "1", "--seed", "5"];
    katsura(&[&sweep[..], &more].concat()).assert().success();
    let rows = json(&["lab", "report", text(&out), "--json"]);
    assert_eq!(
        (&rows[0]["row"], &rows[1]["row"]),
        (&"reuse-false".into(), &"reuse-true".into()),
        "the names of the folders"
    );
    assert!(rows[0]["games_per_second"].as_f64().unwrap() > 0.0, "{rows}");
    let count =
        |player: &str| rows[0]["win_types"][player].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>();
    assert_eq!((rows[0]["wins_a"].as_u64(), rows[0]["wins_b"].as_u64()), (Some(count("a")), Some(count("b"))), "{rows}");
    let page = std::fs::read_to_string(out.join("REPORT.md")).unwrap();
    for part in
        ["## Win types", "won by ring", "| reuse-true |", "games/s", "## To repeat a row", "katsura match --game havannah"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(std::fs::read_to_string(out.join("plot.svg")).unwrap().contains("reuse-true"));
    let command = rows[1]["command"].as_str().unwrap().replacen("katsura", "\"$0\"", 1) + " --out \"$1\"";
    let program = assert_cmd::cargo::cargo_bin("katsura");
    Command::new("sh").args(["-c", &command, text(&program), text(&again)]).assert().success();
    let games = |folder: PathBuf| std::fs::read(folder.join("games.jsonl")).unwrap();
    assert!(games(again) == games(out.join("reuse-true")), "{command}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_tournament_ranks_its_players() {
    let arguments = ["tournament", "--game", "tic-tac-toe", "--player", "random", "--player", "uct", "--player", "flat-mc"];
    let more = ["--simulations", "30", "--games", "60", "--openings-plies", "1"];
    let all: Vec<&str> = arguments.iter().chain(&more).chain(&["--json"]).copied().collect();
    let table = json(&all);
    assert_eq!(table["order"].as_array().unwrap().last().unwrap(), 0, "{table}");
    let elo: f64 = table["players"].as_array().unwrap().iter().map(|player| player["elo"].as_f64().unwrap()).sum();
    assert!(elo.abs() < 1e-6 && table["first_move_elo"].is_number(), "{table}");
    assert_eq!(table["covariance"].as_array().unwrap().len(), 3);
    assert_eq!(table["matches"].as_array().unwrap().iter().map(|m| m["games"].as_u64().unwrap()).sum::<u64>(), 180);
    let text: Vec<&str> = arguments.iter().chain(&more).copied().collect();
    let shown = String::from_utf8(katsura(&text).assert().success().get_output().stdout.clone()).unwrap();
    assert!(shown.contains("the first move is worth") && shown.contains("p (Holm)"), "{shown}");
    katsura(&["tournament", "--game", "tic-tac-toe", "--player", "uct"]).assert().code(2);
}
