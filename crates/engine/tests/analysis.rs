//! The analysis protocol as a client meets it.

use katsura_engine::PlayerSpec;
use katsura_engine::analysis::{Options, schema, serve};
use serde_json::{Value, json};
use std::io::{BufReader, Cursor, Write};
use std::path::Path;
use std::time::{Duration, Instant};

fn options() -> Options {
    Options { player: Box::new(|game| PlayerSpec::parse_for("uct memory_mib=16 budget.simulations=50", game)), workers: 1 }
}

/// All answers to these lines.
fn answers(lines: &[Value]) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    raw(&input)
}

fn raw(input: &str) -> Vec<Value> {
    let mut out = Vec::new();
    serve(&options(), Cursor::new(input.to_string()), &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_query_of_go_is_answered_in_the_fields_of_katago() {
    let query = json!({"id": "foo", "initialStones": [["B", "Q4"], ["B", "C4"]], "moves": [["W", "P5"], ["B", "P6"]],
        "rules": "tromp-taylor", "komi": 7.5, "boardXSize": 19, "boardYSize": 19, "analyzeTurns": [0, 1, 2], "maxVisits": 30});
    let all = answers(&[query]);
    assert_eq!(all.len(), 3);
    for (turn, report) in all.iter().enumerate() {
        assert_eq!((&report["id"], &report["isDuringSearch"]), (&json!("foo"), &json!(false)));
        assert_eq!((&report["turnNumber"], &report["rootInfo"]["visits"]), (&json!(turn), &json!(30)));
        assert_eq!(report["rootInfo"]["currentPlayer"], ["W", "B", "W"][turn]);
        for (order, info) in report["moveInfos"].as_array().unwrap().iter().enumerate() {
            assert_eq!(info["order"], order);
            assert_eq!(info["pv"][0], info["move"]);
            for field in ["visits", "winrate", "lcb", "prior"] {
                assert!(info[field].is_number(), "{field}");
            }
        }
    }
}

#[test]
fn any_game_can_be_asked_for_by_name_or_with_parameters() {
    let all = answers(&[
        json!({"id": "hex", "game": {"name": "hex", "size": 5}, "moves": ["c3"]}),
        json!({"id": "small", "game": "havannah", "boardXSize": 4, "moves": [["W", "d4"], ["B", "c3"]]}),
        json!({"id": "over", "game": "tic-tac-toe", "moves": ["a1", "b1", "a2", "b2", "a3"]}),
    ]);
    assert_eq!(all[0]["moveInfos"].as_array().unwrap().len(), 24);
    assert_eq!(all[1]["rootInfo"]["currentPlayer"], "W");
    assert_eq!((&all[2]["moveInfos"], &all[2]["rootInfo"]["currentPlayer"]), (&json!([]), &Value::Null));
    assert_eq!(all[2]["rootInfo"]["winrate"], 0.0, "the player who would move has lost");
}

#[test]
fn what_is_wrong_is_said_with_id_and_field() {
    let cases = [
        (json!({"moves": []}), "id", "missing"),
        (json!({"id": "x", "maxVisits": -1}), "maxVisits", "-1"),
        (json!({"id": "x", "maxVisits": 0}), "maxVisits", "at least 1"),
        (json!({"id": "x", "maxTime": -1.0}), "maxTime", "seconds"),
        (json!({"id": "x", "moves": [["B", "Z99"]]}), "moves", "move 1: 'Z99' is not a move"),
        (json!({"id": "x", "moves": ["E5", "E5"]}), "moves", "move 2: E5: illegal move"),
        (json!({"id": "x", "moves": 7}), "moves", "invalid type"),
        (json!({"id": "x", "boardXSize": 9, "boardYSize": 13}), "boardYSize", "same as"),
        (json!({"id": "x", "boardXSize": 99}), "boardXSize", "size"),
        (json!({"id": "x", "komi": 0.3}), "komi", "multiple of 0.5"),
        (json!({"id": "x", "rules": "japanese"}), "rules", "tromp-taylor"),
        (json!({"id": "x", "game": "chess"}), "game", "tic-tac-toe"),
        (json!({"id": "x", "game": 7}), "game", "name"),
        (json!({"id": "x", "analyzeTurns": [1]}), "analyzeTurns", "0 to 0"),
        (json!({"id": "x", "priorities": [1, 2]}), "priorities", "as many"),
        (json!({"id": "x", "player": "utc"}), "player", "known: random"),
        (json!({"id": "x", "overrideSettings": {"select.explore.cc": 1}}), "overrideSettings", "known here: c"),
        (json!({"id": "x", "reportDuringSearchEvery": 0}), "reportDuringSearchEvery", "above 0"),
        (json!({"id": "x", "surprise": 1}), "surprise", "unknown field"),
        (json!({"id": "x", "game": "hex", "initialPlayer": "W"}), "initialPlayer", "not white's turn"),
        (json!({"id": "x", "initialStones": [["B", "E5"], ["W", "E5"]]}), "initialStones", "illegal"),
        (
            json!({"id": "x", "initialStones": [["B", "pass"]]}),
            "initialStones",
            "pass: a stone has no liberty, changes others, or is a pass",
        ),
        (
            json!({"id": "x", "boardXSize": 9, "initialStones": [["B", "A1"], ["W", "A2"], ["W", "B1"]]}),
            "initialStones",
            "B1: a stone has no liberty",
        ),
        (
            json!({"id": "x", "game": "reversi", "initialStones": [["B", "d3"]]}),
            "initialStones",
            "d3: a stone has no liberty, changes others, or is a pass",
        ),
        (json!({"id": "x", "avoidMoves": [{"player": "B", "moves": [], "untilDepth": 3}]}), "avoidMoves", "only 1"),
        (json!({"id": "x", "action": "fly"}), "action", "unknown variant"),
        (json!({"id": "x", "action": "terminate"}), "terminateId", "missing"),
    ];
    for (query, field, expected) in cases {
        let answer = answers(std::slice::from_ref(&query));
        assert_eq!(answer.len(), 1, "{query}");
        assert_eq!(answer[0]["field"], field, "{query}: {}", answer[0]);
        assert!(answer[0]["error"].as_str().unwrap().contains(expected), "{query}: {}", answer[0]);
        assert_eq!(answer[0].get("id").is_some(), query.get("id").is_some());
    }
    for line in ["nonsense", "[1]", "\"id\"", "{", "\u{0}"] {
        assert!(raw(line)[0]["error"].is_string(), "{line}");
    }
    assert_eq!(raw("\n  \n"), Vec::<Value>::new());
}

#[test]
fn fields_that_only_katago_has_are_warned_about() {
    let all = answers(&[json!({"id": "x", "includePolicy": true, "boardXSize": 5, "boardYSize": 5})]);
    assert_eq!((&all[0]["field"], all[0]["warning"].is_string()), (&json!("includePolicy"), true));
    assert_eq!(all[1]["turnNumber"], 0);
}

#[test]
fn higher_priorities_come_first() {
    // The first query is under way while the others are read; it is long enough for them to arrive.
    let mut lines = vec![json!({"id": "first", "boardXSize": 9, "maxVisits": 20000, "priority": 99})];
    lines.extend([3, 9, 5].map(|n| json!({"id": n.to_string(), "boardXSize": 5, "priority": n})));
    lines.push(json!({"id": "p", "boardXSize": 5, "moves": ["C3"], "analyzeTurns": [0, 1], "priorities": [4, 8]}));
    let all = answers(&lines);
    let order: Vec<String> = all.iter().map(|r| format!("{}{}", r["id"].as_str().unwrap(), r["turnNumber"])).collect();
    assert_eq!(order, ["first0", "90", "p1", "50", "p0", "30"]);
}

#[test]
fn reports_more_often_than_simulations_do_not_end_the_search() {
    let often = json!({"id": "x", "boardXSize": 19, "maxVisits": 100, "reportDuringSearchEvery": 1e-9});
    let all = answers(&[often]);
    let last = all.last().unwrap();
    assert_eq!((&last["isDuringSearch"], &last["rootInfo"]["visits"]), (&json!(false), &json!(100)), "{last}");
}

#[test]
fn reports_come_during_the_search_and_one_at_its_end() {
    let all = answers(&[json!({"id": "x", "boardXSize": 9, "maxTime": 0.35, "reportDuringSearchEvery": 0.1})]);
    let (last, during) = all.split_last().unwrap();
    assert!(!during.is_empty() && during.iter().all(|report| report["isDuringSearch"] == true));
    assert_eq!(last["isDuringSearch"], false);
    let visits: Vec<u64> = all.iter().map(|report| report["rootInfo"]["visits"].as_u64().unwrap()).collect();
    assert!(visits.is_sorted() && visits[0] < visits[visits.len() - 1], "{visits:?}");
}

#[test]
fn a_search_without_end_can_be_terminated() {
    let (mut write, read) = pipe();
    let searching = std::thread::spawn(move || {
        let mut out = Vec::new();
        serve(&options(), BufReader::new(read), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    });
    let endless = json!({"id": "endless", "boardXSize": 9, "maxVisits": 1_000_000_000_000u64});
    let waiting = json!({"id": "waiting", "boardXSize": 9, "moves": ["E5"], "analyzeTurns": [0, 1]});
    writeln!(write, "{endless}\n{waiting}").unwrap();
    std::thread::sleep(Duration::from_millis(100));
    writeln!(write, "{}", json!({"id": "t", "action": "terminate", "terminateId": "waiting", "turnNumbers": [1]})).unwrap();
    writeln!(write, "{}", json!({"id": "u", "action": "terminate", "terminateId": "endless"})).unwrap();
    writeln!(write, "{}", json!({"id": "v", "action": "query_version"})).unwrap();
    drop(write);
    let text = searching.join().unwrap();
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let find = |id: &str| all.iter().filter(|answer| answer["id"] == id).collect::<Vec<_>>();
    assert_eq!(find("t")[0]["terminateId"], "waiting");
    assert!(find("v")[0]["version"].is_string());
    assert!(find("endless")[0]["rootInfo"]["visits"].as_u64().unwrap() > 0, "what was found is told");
    let turns: Vec<_> = find("waiting").iter().map(|r| (r["turnNumber"].as_u64(), r["noResults"].as_bool())).collect();
    assert_eq!(turns, [(Some(1), Some(true)), (Some(0), None)]);
}

fn pipe() -> (std::io::PipeWriter, std::io::PipeReader) {
    let (read, write) = std::io::pipe().unwrap();
    (write, read)
}

#[test]
fn the_same_query_gives_the_same_answer_to_the_byte() {
    let query = json!({"id": "x", "boardXSize": 7, "maxVisits": 200, "includeOwnership": true});
    let all = answers(&[query.clone(), json!({"id": "y", "boardXSize": 7, "moves": ["C3"]}), query]);
    assert_eq!(all[0], all[2]);
    assert_eq!(all[0]["ownership"].as_array().unwrap().len(), 49);
    assert!(all[0]["rootInfo"]["scoreLead"].is_number());
}

#[test]
fn win_rates_are_those_of_the_player_to_move_unless_asked_otherwise() {
    let ask = |view: &str| {
        let query = json!({"id": "x", "boardXSize": 5, "moves": ["C3"], "maxVisits": 300, "includeOwnership": true,
            "overrideSettings": {"reportAnalysisWinratesAs": view}});
        answers(&[query]).remove(0)
    };
    let (mover, black) = (ask("SIDETOMOVE"), ask("BLACK"));
    assert_eq!(mover, ask("WHITE"));
    let sum = |field: &str| mover["rootInfo"][field].as_f64().unwrap() + black["rootInfo"][field].as_f64().unwrap();
    assert!((sum("winrate") - 1.0).abs() < 1e-9 && sum("scoreLead").abs() < 1e-9);
    assert_eq!(
        answers(&[json!({"id": "x", "overrideSettings": {"reportAnalysisWinratesAs": "RED"}})])[0]["field"],
        "overrideSettings"
    );
}

/// An output that breaks after so many lines, or panics there.
struct Breaking {
    lines: usize,
    panics: bool,
    out: Vec<u8>,
}

impl Write for Breaking {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.lines.checked_sub(1) {
            None if self.panics => {
                self.lines = usize::MAX;
                panic!("as a report may")
            }
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
            Some(left) => {
                self.lines = left;
                self.out.write(bytes)
            }
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What comes of these queries at such an output, while the input stays open.
fn served(workers: usize, queries: &[Value], mut output: Breaking) -> (std::io::Result<()>, String) {
    let (mut write, read) = pipe();
    queries.iter().for_each(|query| writeln!(write, "{query}").unwrap());
    let options = Options { workers, ..options() };
    let (done, wait) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let served = serve(&options, BufReader::new(read), &mut output);
        done.send((served, String::from_utf8(output.out).unwrap()))
    });
    let end = wait.recv_timeout(Duration::from_secs(20));
    drop(write);
    end.expect("it ends although the input stays open")
}

#[test]
fn when_nobody_reads_the_answers_nothing_more_is_searched() {
    let quick = json!({"id": "quick", "boardXSize": 5, "maxVisits": 10, "priority": 2});
    let endless = json!({"id": "endless", "boardXSize": 5, "maxVisits": 1_000_000_000_000u64});
    for workers in [1, 2] {
        let queries = [&endless, &quick, &quick, &endless].map(Value::clone);
        let queries = if workers == 1 { &queries[1..] } else { &queries[..] };
        let (served, _) = served(workers, queries, Breaking { lines: 1, panics: false, out: Vec::new() });
        assert_eq!(served.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
    }
}

#[test]
fn a_search_that_panics_answers_for_itself_and_leaves_the_others() {
    let mut output = Breaking { lines: 0, panics: true, out: Vec::new() };
    let queries = ["a", "b"].map(|id| json!({"id": id, "boardXSize": 5, "maxVisits": 10}));
    let input: String = queries.iter().map(|query| format!("{query}\n")).collect();
    serve(&options(), Cursor::new(input), &mut output).unwrap();
    let all: Vec<Value> =
        String::from_utf8(output.out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&all[0]["id"], &all[0]["error"]), (&json!("a"), &json!("an error of this program")));
    assert_eq!((&all[1]["id"], &all[1]["rootInfo"]["visits"]), (&json!("b"), &json!(10)));
}

#[test]
fn every_search_of_a_query_can_be_terminated_also_when_two_are_of_one_turn() {
    let (mut write, read) = pipe();
    let searching = std::thread::spawn(move || {
        let mut out = Vec::new();
        serve(&Options { workers: 2, ..options() }, BufReader::new(read), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    });
    let of = |visits: u64| json!({"id": "twice", "boardXSize": 9, "maxVisits": visits});
    write!(write, "{}\n{}\n", of(1_000_000_000_000), of(10)).unwrap();
    std::thread::sleep(Duration::from_millis(1000));
    writeln!(write, "{}", json!({"id": "t", "action": "terminate", "terminateId": "twice"})).unwrap();
    drop(write);
    let start = Instant::now();
    while !searching.is_finished() {
        assert!(start.elapsed() < Duration::from_secs(20), "the first search goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(searching.join().unwrap().lines().count(), 3);
}

#[test]
fn moves_can_be_left_out_of_the_answers() {
    let base = json!({"id": "x", "game": "tic-tac-toe"});
    let with = |field: &str, moves: Value| {
        let mut query = base.clone();
        query[field] = json!([{"player": "B", "moves": moves, "untilDepth": 1}]);
        let answer = answers(&[query]).remove(0);
        let infos = answer["moveInfos"].as_array().unwrap().iter();
        infos.map(|info| info["move"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    let avoided = with("avoidMoves", json!(["b2", "A1"]));
    assert!(avoided.len() == 7 && !avoided.contains(&"b2".to_string()));
    let mut allowed = with("allowMoves", json!(["b2", "a1"]));
    allowed.sort();
    assert_eq!(allowed, ["a1", "b2"]);
}

#[test]
fn a_game_that_is_too_long_is_refused_and_one_that_is_not_is_quick() {
    let long = json!({"id": "x", "moves": vec!["pass"; 10_001]});
    assert_eq!(answers(&[long])[0]["field"], "moves");
    let passes = json!({"id": "x", "boardXSize": 5, "moves": vec!["pass"; 10_000]});
    assert_eq!(answers(&[passes])[0]["turnNumber"], 10_000);
}

#[test]
fn the_strong_player_is_the_one_of_the_game() {
    let player = Box::new(|game: &str| PlayerSpec::parse_for("strong memory_mib=16 budget.simulations=20", game));
    let games = ["go", "hex", "havannah", "nim"].map(|game| json!({"id": game, "game": game, "maxVisits": 20}).to_string());
    let mut out = Vec::new();
    serve(&Options { player, workers: 2 }, Cursor::new(games.join("\n")), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.lines().count() == 4 && !text.contains("error"), "{text}");
}

#[test]
fn generated_page_of_the_analysis_schema_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/reference/analysis.schema.json");
    let text = format!("{}\n", serde_json::to_string_pretty(&schema()).unwrap());
    if std::env::var_os("KATSURA_BLESS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    assert!(
        std::fs::read_to_string(&file).unwrap_or_default() == text,
        "{} is stale: run cargo xtask bless",
        file.display()
    );
}
