//! The page as a person uses it, in headless Chromium. Needs `KATSURA_CHROMIUM`, the program, and `KATSURA_AXE`, the checker of
//! accessibility; `cargo xtask test` installs both. Without them nothing is tested.

mod chrome;
mod stage;

use serde_json::{Value, json};
use stage::{Stage, stage};

/// A secret opens the door, and is in no address that a browser keeps.
#[test]
fn the_secret_of_a_server_stays_out_of_addresses() {
    let Some(mut stage) = stage(Some("a secret/&+")) else { return };
    let address = stage.address();
    stage.chrome.visit(&format!("{address}#token=a%20secret%2F%26%2B"));
    stage.chrome.wait("window.katsura && katsura.state");
    assert_eq!(stage.chrome.eval("location.href"), json!(address));
    stage.view("lab");
    stage.chrome.wait("document.querySelector('#lab-detail h2')");
    stage.view("play");
    stage.chrome.eval("katsura.link.send('new', { game: { name: 'tic-tac-toe' }, seats: [null, null] })");
    stage.chrome.eval("katsura.link.send('analyse', { players: ['uct'], simulations: 50 })");
    stage.chrome.wait("katsura.numbers && katsura.numbers.at === 0 && katsura.state.activity === 'idle'");
    stage.chrome.click("#tab-tree");
    assert!(stage.saved_by("#save", "game.sgf").starts_with("(;FF[4]"));
    assert!(stage.saved_by("#tree-export", "tree.json").contains("\"root\""));
    let asked = "performance.getEntriesByType('resource').map(e => e.name).join()";
    let told = stage.chrome.eval(&format!("{asked} + document.documentElement.outerHTML"));
    assert!(told.as_str().is_some_and(|told| told.contains("/api/tree.json")), "{told}");
    assert!(!told.as_str().unwrap_or_default().contains("secret"), "{told}");
    stage.end();
}

/// A window whose session is over says so, brings its game back, and does nothing of the old session in the new one.
#[test]
fn a_game_whose_session_has_ended_is_offered_again() {
    let Some(mut stage) = stage(None) else { return };
    let address = stage.address();
    stage.chrome.visit(&address);
    stage.chrome.wait("window.katsura && katsura.state && katsura.link.greeted");
    stage.chrome.eval("katsura.link.send('new', { game: { name: 'tic-tac-toe' }, seats: [null, null] })");
    for mv in ["b2", "a1", "c3"] {
        stage.chrome.eval(&format!("katsura.link.send('play', {{ move: '{mv}' }})"));
    }
    stage.chrome.eval("katsura.link.send('jump', { to: 2 })");
    stage.chrome.wait("katsura.state.moves.length === 3 && katsura.state.at === 2");
    let mut stage = stage.restart_server(|chrome| {
        chrome.eval("(katsura.link.send('play', { move: 'E5' }).then(error => { window.refusal = error; }), true)");
    });
    stage.chrome.wait("katsura.link.greeted && katsura.state?.game.name === 'go' && window.refusal !== undefined");
    assert_eq!(stage.state("moves"), json!([]), "a command of the old session is not given to the new one");
    let refusal = stage.chrome.eval("window.refusal");
    assert!(refusal.as_str().is_some_and(|told| told.contains("session has ended")), "{refusal}");
    stage.chrome.wait("document.querySelector('#lost[open]')?.textContent.includes('Tic-tac-toe after 3 moves')");
    stage.shoot("session-ended");
    stage.check_accessibility("the end of a session");
    stage.chrome.click("#lost-bring");
    stage.chrome.wait("katsura.state.game.name === 'tic-tac-toe' && !document.querySelector('dialog[open]')");
    stage.chrome.wait("katsura.state.moves.join() === 'b2,a1,c3' && katsura.state.at === 2");
    assert_eq!(stage.state("seats"), json!([null, null]));
    let mut stage = stage.restart_server(|_| {});
    stage.chrome.call("Page.reload", json!({}));
    stage.chrome.wait("document.querySelector('#lost[open]')?.textContent.includes('Tic-tac-toe after 3 moves')");
    stage.chrome.click("#lost-leave");
    stage.chrome.wait("!document.querySelector('dialog[open]') && katsura.state.game.name === 'go'");
    stage.chrome.eval("sessionStorage.setItem('session', katsura.link.session = 'f'.repeat(32))");
    stage.chrome.click("#save");
    stage.chrome.wait("document.querySelector('#toast.shown')?.textContent.includes('there is no such session')");
    assert_eq!(stage.chrome.eval("location.href"), json!(address), "what cannot be saved leaves the page as it is");
    // The browser complains of the time without a server, and of the session that there is not.
    stage.chrome.complaints.retain(|complaint| !complaint.contains("ERR_CONNECTION_REFUSED") && !complaint.contains("404"));
    stage.end();
}

#[test]
fn a_person_plays_watches_and_reads() {
    let Some(mut stage) = stage(None) else { return };
    first_picture(&mut stage);
    play_go(&mut stage);
    live_numbers(&mut stage);
    one_simulation(&mut stage);
    fold_the_tree(&mut stage);
    play_havannah(&mut stage);
    load_a_record(&mut stage);
    edit_a_position(&mut stage);
    by_keyboard(&mut stage);
    every_board(&mut stage);
    compare(&mut stage);
    configure(&mut stage);
    run_an_experiment(&mut stage);
    come_back(&mut stage);
    large_tree(&mut stage);
    stage.end();
}

fn first_picture(stage: &mut Stage) {
    let address = stage.address();
    stage.chrome.visit(&address);
    stage.chrome.wait("window.katsura && katsura.state && document.querySelector('#board .stone, #board .grid')");
    let drawn = stage.chrome.eval("performance.getEntriesByName('board')[0].startTime").as_f64().unwrap_or(f64::MAX);
    let bytes = stage.chrome.eval(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((s, e) => s + e.decodedBodySize, 0)",
    );
    println!("first picture after {drawn:.0} ms, {bytes} bytes in all");
    assert!(bytes.as_f64().unwrap_or(f64::MAX) < 400_000.0, "{bytes}");
    assert!(drawn < 1000.0 || is_busy(), "{drawn} ms");
}

/// Whether the machine has more to do than cores: times then say nothing about the page.
fn is_busy() -> bool {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64);
    load.split(' ').next().and_then(|text| text.parse::<f64>().ok()).is_some_and(|load| load > cores)
}

fn play_go(stage: &mut Stage) {
    stage.new_game("go", 9, "wise-random", 1);
    stage.play_by_clicking(24);
    assert!(stage.state("rewards").is_array());
    assert!(stage.state("moves.length").as_u64() > Some(40));
    stage.shoot("go-over");
}

fn live_numbers(stage: &mut Stage) {
    stage.new_game("go", 9, "uct", 400);
    for cell in [40, 24, 56] {
        let before = stage.state("moves.length").as_u64().unwrap_or(0);
        stage.chrome.click(&format!("#board .target[data-cell='{cell}']"));
        stage.chrome.wait(&format!("katsura.state.turn === 0 && katsura.state.moves.length >= {}", before + 2));
    }
    stage.chrome.eval("document.querySelector('#analyst select').value = 'rave'");
    stage.chrome.click("#analyse");
    let simulations = "Number(document.querySelector('#fact-simulations').textContent.replaceAll(',', ''))";
    stage.chrome.wait(&format!("{simulations} > 200"));
    let one = stage.chrome.eval(simulations).as_f64();
    stage.chrome.wait(&format!("{simulations} > {}", one.unwrap_or(0.0) + 200.0));
    stage.chrome.wait("document.querySelectorAll('#pane-moves tbody tr:not([hidden])').length > 3");
    for overlay in ["mean", "rave", "prior", "score", "bonus", "proven", "ownership", "none", "visits"] {
        stage.chrome.click(&format!("#overlays input[value={overlay}]"));
        stage.chrome.wait(&format!("katsura.overlay.key === '{overlay}'"));
        if overlay == "ownership" {
            stage.chrome.wait("katsura.overlay.shares && katsura.overlay.shares.some(s => Math.abs(s) > 0.3)");
            stage.shoot("ownership");
        }
    }
    stage.shoot("analysis");
    stage.check_accessibility("the analysis");
    stage.chrome.click("#theme");
    stage.shoot("analysis-dark");
    stage.check_accessibility("the analysis in the dark");
    stage.chrome.click("#theme");
    stage.chrome.click("#pause");
    stage.chrome.wait("katsura.state.paused");
}

fn one_simulation(stage: &mut Stage) {
    let before = stage.chrome.eval("katsura.numbers.searches[0].simulations").as_u64().unwrap_or(0);
    stage.chrome.click("#step");
    stage.chrome.wait(&format!("katsura.numbers.searches[0].simulations === {}", before + 1));
    stage.chrome.wait("document.querySelectorAll('.phases .now').length === 1");
    let told = stage.chrome.eval("document.querySelector('.phases').textContent");
    let told = told.as_str().unwrap_or_default();
    assert!(["descend", "expand", "play out", "back up", "→", "wins"].iter().all(|part| told.contains(part)), "{told}");
    stage.shoot("one-simulation");
    stage.chrome.wait("document.querySelector('.phases [data-phase=\"3\"].now')");
    stage.chrome.click(".moment button");
}

fn fold_the_tree(stage: &mut Stage) {
    stage.chrome.click("#tab-tree");
    let rows = "katsura.tree.lines.length";
    stage.chrome.wait(&format!("{rows} > 3"));
    // The nodes that the simulation passed are unfolded: fold the first, and unfold it again.
    let unfolded = stage.chrome.eval(rows).as_u64().unwrap_or(0);
    stage.chrome.click("#pane-tree .node[data-place='1'] .twisty");
    stage.chrome.wait(&format!("{rows} < {unfolded}"));
    stage.chrome.click("#pane-tree .node[data-place='1'] .twisty");
    stage.chrome.wait(&format!("{rows} === {unfolded}"));
    stage.chrome.click("#pane-tree .node[data-place='2'] .name");
    stage.chrome.wait("document.querySelector('#caption').textContent.startsWith('In the tree')");
    stage.shoot("tree");
    stage.check_accessibility("the tree");
    let tree: Value = serde_json::from_str(&stage.saved_by("#tree-export", "tree.json")).unwrap();
    assert_eq!(tree["root"]["visits"], stage.chrome.eval("katsura.numbers.searches[0].rootInfo.visits"));
    stage.chrome.click("#tab-moves");
}

fn play_havannah(stage: &mut Stage) {
    stage.new_game("havannah", 5, "uct", 100);
    stage.shoot("havannah-start");
    stage.play_by_clicking(400);
    assert!(stage.state("rewards").is_array());
    stage.shoot("havannah-over");
}

fn load_a_record(stage: &mut Stage) {
    let file = stage.folder.join("game.sgf");
    std::fs::write(&file, "(;FF[4]GM[1]SZ[13]KM[7.5];B[dd];W[jj];B[dj];W[jd];B[gg])").unwrap();
    stage.chrome.choose_file("#file", &file);
    stage.chrome.wait("katsura.state.moves.length === 5 && katsura.state.game.size === 13");
    stage.chrome.click("#first");
    stage.chrome.wait("katsura.state.at === 0");
    stage.chrome.click("#forward");
    stage.chrome.wait("katsura.state.at === 1");
    let saved = stage.chrome.eval("fetch('/api/game.sgf?session=' + sessionStorage.getItem('session')).then(r => r.text())");
    assert!(saved.as_str().is_some_and(|sgf| sgf.contains(";B[dd]") && sgf.contains(";W[jd]")), "{saved}");
    stage.chrome.click("#last");
    std::fs::write(&file, "(;FF[4]GM[1]SZ[13]KM[7.5];B[dd](;W[jj];B[dj])(;W[jd](;B[gg])(;B[cc])))").unwrap();
    stage.chrome.choose_file("#file", &file);
    stage.chrome.wait("katsura.state.moves.length === 3");
    stage.chrome.wait("document.querySelector('#toast.shown')?.textContent.includes('without 2 variations of the file')");
    stage.shoot("variations");
}

fn edit_a_position(stage: &mut Stage) {
    stage.chrome.click("#edit");
    stage.chrome.wait("!document.querySelector('#editor').hidden");
    stage.chrome.click("#board .target[data-cell='0']");
    stage.chrome.click("#board .target[data-cell='1']");
    stage.chrome.click("#board .target[data-cell='1']");
    stage.shoot("edit");
    stage.chrome.click("#edit-done");
    stage.chrome.wait("document.querySelector('#editor').hidden && katsura.state.board.cells[0].mark === 0 && katsura.state.board.cells[1].mark === 1");
}

fn by_keyboard(stage: &mut Stage) {
    stage.new_game("hex", 7, "", 100);
    stage.chrome.eval("document.querySelector('#board svg').focus()");
    for key in ["ArrowDown", "ArrowDown", "ArrowRight", "Enter"] {
        stage.chrome.press(key);
    }
    stage.chrome.wait("katsura.state.moves.length === 1");
    stage.chrome.eval("document.querySelector('#move').focus()");
    stage.chrome.call("Input.insertText", json!({ "text": "b2" }));
    stage.chrome.press("Enter");
    stage.chrome.wait("katsura.state.moves[1] === 'b2'");
    stage.chrome.click("#take-back");
    stage.chrome.wait("katsura.state.moves.length === 1");
}

fn every_board(stage: &mut Stage) {
    for (game, moves) in [
        ("reversi", &["d3", "c3", "c4"][..]),
        ("connect-four", &["d", "d", "c", "e"]),
        ("gomoku", &["h8", "h9", "g8"]),
        ("breakthrough", &["a2a3", "h7h6", "a3b4"]),
        ("tic-tac-toe", &["b2", "a1"]),
        ("nim", &["a2", "b1"]),
        ("hex", &["c3", "d4"]),
    ] {
        stage.chrome.eval(&format!("katsura.link.send('new', {{ game: {{ name: '{game}' }}, seats: [null, null] }})"));
        stage.chrome.wait(&format!("katsura.state.game.name === '{game}'"));
        for mv in moves {
            let error = stage.chrome.eval(&format!("katsura.link.send('play', {{ move: '{mv}' }})"));
            assert!(error.is_null(), "{game} {mv}: {error}");
        }
        stage.chrome.eval("katsura.link.send('analyse', { players: ['uct'], simulations: 500 })");
        stage.chrome.wait("katsura.numbers && katsura.numbers.at === katsura.state.at && katsura.state.activity === 'idle'");
        let editable = ["gomoku", "tic-tac-toe", "hex"].contains(&game);
        assert_eq!(stage.chrome.eval("document.querySelector('#edit').offsetParent !== null"), editable, "{game}");
        stage.shoot(game);
    }
    stage.chrome.eval("katsura.link.send('new', { game: { name: 'breakthrough' }, seats: [null, null] })");
    stage.chrome.wait("katsura.state.game.name === 'breakthrough'");
    stage.chrome.click("#board .target[data-cell='48']");
    stage.chrome.wait("document.querySelectorAll('#board .goal').length >= 2");
    stage.chrome.click("#board .target[data-cell='40']");
    stage.chrome.wait("katsura.state.moves.length === 1");
}

fn compare(stage: &mut Stage) {
    stage.chrome.eval("katsura.link.send('new', { game: { name: 'havannah', size: 5 }, seats: [null, null] })");
    stage.view("compare");
    stage.chrome.eval("document.querySelector('#compare-simulations').value = 1500");
    stage.chrome.click("#compare-start");
    stage
        .chrome
        .wait("katsura.numbers.searches.length === 2 && katsura.numbers.searches.every(s => s.simulations === 1500)");
    stage.chrome.wait("document.querySelectorAll('.pairbar').length === 10");
    stage.shoot("compare");
    stage.check_accessibility("the comparison");
}

fn configure(stage: &mut Stage) {
    stage.view("configure");
    stage.chrome.click("#form details[data-path=select] summary");
    stage.chrome.click("#form details[data-path='select.explore'] summary");
    stage.chrome.wait("document.querySelector('#form [name=\"select.explore.c\"]')");
    stage.chrome.eval(
        "(() => { const e = document.querySelector('#form [name=\"select.explore.c\"]'); e.value = '0.25'; e.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    stage.chrome.wait("document.querySelector('#form-changes').textContent.includes('search.select.explore.c = 0.25')");
    stage.shoot("configure");
    stage.check_accessibility("the form");
    stage.chrome.eval("document.querySelector('#form-name').value = 'rave'");
    stage.chrome.click("#form-keep");
    stage
        .chrome
        .wait("document.querySelector('#form-message.error')?.textContent.startsWith('rave is the name of a preset')");
    assert_eq!(stage.chrome.eval("katsura.cupboard.own.length"), 0);
    stage.shoot("keep-refused");
    stage.chrome.eval("document.querySelector('#form-name').value = 'mine'");
    stage.chrome.click("#form-keep");
    stage.chrome.wait("document.querySelector('#form-message:not(.error)').textContent.startsWith('mine is kept')");
    stage.chrome.click("#form-analyse");
    stage.chrome.wait("katsura.view === 'play' && katsura.numbers?.searches[0]?.player === 'mine'");
    stage.chrome.click("#stop");
}

fn run_an_experiment(stage: &mut Stage) {
    stage.view("lab");
    stage.chrome.click("[data-name=voi-bandit]");
    stage.chrome.click("[data-name=uct-vs-random]");
    stage.chrome.wait("document.querySelector('#lab-detail h2')");
    stage.chrome.click("#lab-quick");
    stage.chrome.wait("document.querySelector('#lab-status progress')");
    stage.chrome.wait("document.querySelector('#lab-status .small-board svg')");
    stage.shoot("lab-running");
    stage.check_accessibility("the laboratory");
    stage.chrome.click("#lab-stop");
    stage.chrome.wait("katsura.lab.event.running === null && document.querySelector('#lab-report iframe')");
    assert_eq!(stage.chrome.eval("fetch('/api/report?quick=1&name=uct-vs-random').then(r => r.ok)"), true);
    stage.shoot("lab-report");
    stage.view("play");
}

/// The connection is cut, and a command is given meanwhile: nothing is lost, nothing is done twice.
fn come_back(stage: &mut Stage) {
    stage.chrome.eval("katsura.link.send('new', { game: { name: 'tic-tac-toe' }, seats: [null, null] })");
    stage.chrome.eval("katsura.link.socket.close()");
    stage.chrome.eval("(katsura.link.send('play', { move: 'b2' }), katsura.link.send('play', { move: 'a1' }), true)");
    stage.chrome.wait("katsura.state.moves.join() === 'b2,a1' && katsura.link.waiting.length === 0");
    let session = stage.chrome.eval("katsura.link.session");
    stage.chrome.call("Page.reload", json!({}));
    stage.chrome.wait("window.katsura && katsura.state && katsura.state.moves.join() === 'b2,a1'");
    assert_eq!(stage.chrome.eval("katsura.link.session"), session);
}

/// Ten pictures a second of a tree of 100,000 nodes. Each is drawn in four pieces, one a frame, and all of them together take the page less than two frames of 60 a second, measured
/// as time of its thread, so that it does not matter what else the machine does. Frames and pieces are timed too, and say something on a machine that does nothing else.
fn large_tree(stage: &mut Stage) {
    stage.chrome.eval("katsura.link.send('new', { game: { name: 'go', size: 9 }, seats: [null, null] })");
    stage.chrome.eval("katsura.link.send('analyse', { players: ['uct'] })");
    stage.chrome.wait("katsura.numbers && katsura.numbers.at === 0 && katsura.numbers.searches[0]?.rootInfo.nodes > 100000");
    stage.chrome.click("#tab-tree");
    stage.chrome.wait("katsura.tree.lines.length > 10");
    stage.chrome.call("Performance.enable", json!({ "timeDomain": "threadTicks" }));
    let before = stage.task_seconds();
    let measured = stage.chrome.eval(
        "new Promise(done => { const frames = []; let updates = 0; \
         const old = katsura.link.onEvent; katsura.link.onEvent = (k, d) => { if (k === 'numbers') updates++; old(k, d); }; \
         const pieces = []; const easel = katsura.easel; const next = easel.drawNext; \
         easel.drawNext = function () { const from = performance.now(); next.call(easel); pieces.push(performance.now() - from); }; \
         const start = performance.now(); let last = start; \
         const tick = now => { frames.push(now - last); last = now; if (now - start < 5000) requestAnimationFrame(tick); \
         else { katsura.link.onEvent = old; delete easel.drawNext; frames.sort((a, b) => a - b); pieces.sort((a, b) => a - b); \
         done({ nodes: katsura.numbers.searches[0].rootInfo.nodes, frames: frames.length, median: frames[frames.length >> 1], worst: frames.at(-1), \
         late: frames.filter(f => f > 34).length, updates, pieces: pieces.length, \
         typical: pieces[pieces.length >> 1], longest: pieces.at(-1) }); } }; \
         requestAnimationFrame(tick); })",
    );
    let updates = measured["updates"].as_f64().unwrap_or(0.0).max(1.0);
    let milliseconds = 1000.0 * (stage.task_seconds() - before) / updates;
    println!("a large tree, 5 s: {milliseconds:.1} ms of the page's thread per update; {measured}");
    assert!(milliseconds < 33.0, "{milliseconds}");
    stage.shoot("large-tree");
    stage.chrome.click("#stop");
    stage.chrome.click("#tab-moves");
}
