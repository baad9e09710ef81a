//! Configurations: files, dotted names, presets, the reference page.

use katsura_game::{About, Game};
use katsura_games::go::{Go9, Rules};
use katsura_games::havannah::Havannah;
use katsura_mcts::config::file::ConfigFile;
use katsura_mcts::config::{changes_since, path, preset, presets, reference};
use katsura_mcts::{Budget, SearchConfig};
use std::path::Path;

fn error(text: &str) -> String {
    ConfigFile::parse(text, "player.toml").unwrap_err().to_string()
}

#[test]
fn every_preset_survives_being_written_and_read() {
    for preset in presets() {
        let config = preset.config();
        assert_eq!(ConfigFile::parse(&config.to_toml(), "preset").unwrap().search, config, "{}", preset.name);
    }
}

#[test]
fn an_error_names_file_line_key_and_alternatives() {
    assert_eq!(
        error("[search]\nseed = 3\n\n[search.select]\nexplore = { kind = \"ucb1\", cc = 1 }\n"),
        "player.toml:5: search.select.explore.cc: unknown key; known here: c, form, kind"
    );
    assert!(
        error("[search]\nchoose = { kind = \"best\" }")
            .starts_with("player.toml:2: search.choose.kind: \"best\" is not known; known: max, robust, max_robust, secure")
    );
    assert_eq!(
        error("[search]\nmemory_mib = 0"),
        "player.toml:2: search.memory_mib: 0 is out of range: a whole number from 1 to 1048576"
    );
    assert_eq!(
        error("[search]\nseed = \"x\""),
        "player.toml:2: search.seed: expected a whole number from 0 on, found \"x\""
    );
    assert_eq!(error("[search]\nexpand = {}"), {
        let known = error("[search]\nexpand = { kind = 1 }");
        let known = known.split("known: ").nth(1).unwrap();
        format!("player.toml:2: search.expand: kind is missing; known: {known}")
    });
    let playout = |weights: &str| error(&format!("search.playout = {{ kind = 'balanced', weights = {weights} }}"));
    assert_eq!(playout("[[0]]"), "player.toml:1: search.playout.weights.0: expected a list of 2, found [0]");
    assert_eq!(playout("[[0, 'x']]"), "player.toml:1: search.playout.weights.0.1: expected a number, found \"x\"");
    assert_eq!(
        playout("[[4294967296, 0.5]]"),
        "player.toml:1: search.playout.weights.0.0: 4294967296 is out of range: a whole number from 0 to 4294967295"
    );
    assert_eq!(error("colour = 1\n[search]"), "player.toml:1: colour: unknown key; known here: game, search");
    assert_eq!(error(""), "player.toml: search: the table [search] is missing");
    assert!(error("[search\n").starts_with("player.toml:1: "), "{}", error("[search\n"));
    assert!(error("\u{0}\u{1}").lines().count() == 1);
}

#[test]
fn files_that_are_no_configuration_are_refused_in_one_line() {
    let folder = std::env::temp_dir().join(format!("katsura-config-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let noise = folder.join("noise.toml");
    std::fs::write(&noise, vec![0xff; 2 << 20]).unwrap();
    let latin = folder.join("latin.toml");
    std::fs::write(&latin, [0xe9, b'=', b'1']).unwrap();
    for file in [folder.as_path(), &noise, &latin, Path::new("no-such-file.toml")] {
        let message = ConfigFile::read(file).unwrap_err().to_string();
        assert!(message.starts_with(&file.display().to_string()) && message.lines().count() == 1, "{message}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn dotted_names_set_and_get_every_parameter() {
    for preset in presets() {
        let config = preset.config();
        for (name, value) in path::list(&config) {
            if !name.ends_with(".kind") && !name.contains(".budget.") {
                assert_eq!(path::set(&config, &name, &value).as_ref(), Ok(&config), "{}: {name}", preset.name);
            }
            assert_eq!(path::get(&config, &name).unwrap(), value);
        }
    }
    let config = path::set(&SearchConfig::default(), "budget.seconds", "1.5").unwrap();
    assert_eq!(config.budget, Budget { simulations: Some(10_000), seconds: Some(1.5) });
}

#[test]
fn setting_a_kind_gives_its_parameters_their_defaults() {
    let config = path::set(&preset("uct").unwrap(), "select.unvisited.kind", "first_play").unwrap();
    assert_eq!(path::get(&config, "search.select.unvisited.urgency").unwrap(), "1.0");
}

#[test]
fn the_rules_of_a_chain_have_numbers_in_paths_and_lines_in_files() {
    let chain = path::set(&SearchConfig::default(), "playout", "{ kind = 'chain', rules = [{ kind = 'mast' }] }").unwrap();
    let chain = path::set(&chain, "playout.rules.0.tau", "0.5").unwrap();
    let chain = path::set(&chain, "playout.rules.1.kind", "pool_rave").unwrap();
    assert_eq!(path::get(&chain, "search.playout.rules.0.tau").unwrap(), "0.5");
    assert_eq!(path::get(&chain, "search.playout.rules.1.pool").unwrap(), "10");
    assert!(path::list(&chain).contains(&("search.playout.rules.1.draw".to_string(), "keep".to_string())));
    for (name, value) in path::list(&chain).iter().filter(|(name, _)| !name.ends_with(".kind") && !name.contains(".budget."))
    {
        assert_eq!(path::set(&chain, name, value).as_ref(), Ok(&chain), "{name}");
    }
    let replaced = path::set(&chain, "playout.rules.0", "{ kind = 'uniform' }").unwrap();
    assert_eq!(path::get(&replaced, "playout.rules.0.kind").unwrap(), "uniform");
    for name in ["playout.rules.3.kind", "playout.rules.x.kind", "playout.rules.0.kind.x"] {
        assert!(path::set(&chain, name, "mast").is_err(), "{name}");
    }
    assert_eq!(
        error("[search.playout]\nkind = \"chain\"\nrules = [\n  { kind = \"mast\" },\n  { kind = \"mast\", tau = 0 },\n]\n"),
        "player.toml:5: search.playout.rules.1.tau: 0 is out of range: a number from 0.0001 to 1000000"
    );
}

#[test]
fn nonsense_paths_are_refused() {
    for name in ["", ".", "select..c", "select.explore.c.d", "seed.x", "search.", "nothing"] {
        assert!(path::set(&SearchConfig::default(), name, "1").is_err(), "{name}");
    }
}

#[test]
fn generated_page_of_parameters_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/reference/search.md");
    if std::env::var_os("KATSURA_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, reference()).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == reference(), "{} is stale: run cargo xtask bless", file.display());
}

#[test]
fn generated_page_of_techniques_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/reference/techniques.md");
    let page = katsura_mcts::techniques::page();
    if std::env::var_os("KATSURA_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &page).unwrap();
    }
    assert!(
        std::fs::read_to_string(&file).unwrap_or_default() == page,
        "{} is stale: run cargo xtask bless",
        file.display()
    );
}

#[test]
fn a_change_of_the_search_concerns_the_configurations_that_use_what_changed() {
    let (go, havannah) = (Go9::new(Rules::default()).about(), Havannah { size: 5, swap: false }.about());
    let changes = |start: &str, changes: &[(&str, &str)], about: &About| {
        let config = changes.iter().fold(preset(start).unwrap(), |config, (key, to)| path::set(&config, key, to).unwrap());
        changes_since(1, &config, about).len()
    };
    assert_eq!(changes("uct", &[], &go), 0);
    assert_eq!((changes("rave", &[], &go), changes("pool-rave", &[], &go), changes("strong-go", &[], &go)), (0, 0, 0));
    assert_eq!(changes("rave", &[("reward", "score")], &go), 1);
    assert_eq!(changes("rave", &[("amaf.moves", "playout")], &havannah), 1);
    let hand = ("select.value", "{ kind = 'rave', schedule = { kind = 'hand_selected' } }");
    assert_eq!(changes("rave", &[hand], &havannah), 1);
    assert_eq!(changes("uct", &[hand], &havannah), 0, "unvisited children are tried first, whatever they are worth");
    assert_eq!(changes("uct", &[("transpositions.form", "uct1")], &havannah), 1);
    assert_eq!(changes("uct", &[("parallel", "{ kind = 'batch', leaves = 2, playouts = 1 }")], &havannah), 1);
    for (kind, number) in [("max", 1), ("robust_max", 1), ("mix", 1), ("informed_average", 1), ("weighted", 0)] {
        assert_eq!(changes("uct", &[("backup.kind", kind)], &havannah), number, "{kind}");
    }
}
